/* An adapter for zobrist check -adapter. See docs/test-adapter.md for the protocol. */
#include <stdio.h>
#include "hexapawn.h"

#define NAME(s) 'a' + (s) % 4, '1' + (s) / 4
#define SQUARE(text) ((text)[0] - 'a' + 4 * ((text)[1] - '1'))

int main(int argc, char **argv) {
	char line[100];
	plant(argc > 1 ? argv[1] : "");
	for (start(NEW); fgets(line, sizeof line, stdin); fflush(stdout)) {
		line[strcspn(line, "\r\n")] = 0;
		if (!strncmp(line, "new", 3)) {
			start(line[3] ? line + 4 : NEW), puts("ok");
		} else if (!strcmp(line, "moves")) {
			for (int i = 0; i < 256; i++)
				if (legal(i / 16, i % 16))
					printf("%c%c%c%c ", NAME(i / 16), NAME(i % 16));
			puts("");
		} else if (!strncmp(line, "make ", 5)) {
			make(SQUARE(line + 5), SQUARE(line + 7)), puts("ok");
		} else if (!strcmp(line, "unmake")) {
			unmake(), puts("ok");
		} else if (!strcmp(line, "null") || !strcmp(line, "unnull")) {
			switch_side(), puts("ok");
		} else if (!strcmp(line, "key")) {
			printf("%016llx\n", (unsigned long long)key);
		} else if (!strcmp(line, "recompute")) {
			printf("%016llx\n", (unsigned long long)recompute());
		} else if (!strcmp(line, "position")) {
			printf("%s %c\n", board, turn);
		} else if (!strcmp(line, "keys")) {
			for (int i = 0; i < 32; i++)
				printf("%016llx %c%c %c\n", (unsigned long long)number(i), NAME(i % 16), "wb"[i / 16]);
			printf("%016llx side\n\n", (unsigned long long)side_key());
		} else {
			puts("unknown");
		}
	}
}
