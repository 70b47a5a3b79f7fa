/* Hexapawn on 4 x 4 squares, with Zobrist keys. A small game for the adapters. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char board[17]; /* a1, b1, ... d4: w, b or . */
static char turn;
static uint64_t key;
static struct { int from, to; char captured; uint64_t key; } done[99];
static int plies;
static const char *mistake = ""; /* a planted mistake */

/* plant makes the game wrong on purpose, or ends the program if it does not know the mistake. */
static void plant(const char *name) {
	const char *all[] = {"", "captured", "undo", "load"};
	for (int i = 0; i < 4; i++)
		if (!strcmp(name, all[i])) {
			mistake = all[i];
			return;
		}
	fprintf(stderr, "unknown mistake \"%s\": want captured, undo or load\n", name);
	exit(1);
}

static uint64_t number(int i) { /* SplitMix64 */
	uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static uint64_t pawn_key(int square, char pawn) {
	return pawn == '.' ? 0 : number(square + 16 * (pawn == 'b'));
}

static uint64_t side_key(void) { return number(32); }

static uint64_t recompute(void) {
	uint64_t k = turn == 'b' ? side_key() : 0;
	for (int s = 0; s < 16; s++)
		k ^= pawn_key(s, board[s]);
	return k;
}

#define NEW "wwww........bbbb w"

static void start(const char *text) {
	memcpy(board, text, 16);
	turn = text[17];
	plies = 0;
	key = recompute();
	if (!strcmp(mistake, "load") && turn == 'b')
		key ^= side_key();
}

static void switch_side(void) {
	turn = turn == 'w' ? 'b' : 'w';
	key ^= side_key();
}

/* A pawn steps forward, or captures diagonally. The first on the last rank wins. */
static int legal(int from, int to) {
	int step = to / 4 - from / 4, files = abs(to % 4 - from % 4);
	if (memchr(board, 'b', 4) || memchr(board + 12, 'w', 4))
		return 0;
	if (board[from] != turn || step != (turn == 'w' ? 1 : -1))
		return 0;
	return files == 0 ? board[to] == '.' : files == 1 && board[to] == (turn == 'w' ? 'b' : 'w');
}

static void make(int from, int to) {
	done[plies].from = from, done[plies].to = to;
	done[plies].captured = board[to], done[plies++].key = key;
	key ^= pawn_key(from, turn) ^ pawn_key(to, turn);
	if (strcmp(mistake, "captured") != 0)
		key ^= pawn_key(to, board[to]);
	board[from] = '.', board[to] = turn;
	switch_side();
}

static void unmake(void) {
	plies--;
	board[done[plies].from] = board[done[plies].to];
	board[done[plies].to] = done[plies].captured;
	switch_side();
	if (strcmp(mistake, "undo") != 0)
		key = done[plies].key;
}
