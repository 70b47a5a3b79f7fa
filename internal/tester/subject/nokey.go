package subject

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/lines"
)

// A noKeyError is the error of an answer without a key.
type noKeyError struct {
	text    string
	printed []string // the answer
}

func (e *noKeyError) Error() string { return e.text }

// noKey returns the error of an answer without a key to asked: a position, and the commands that
// were tried. here says what is special: the engine printed keys before.
func (s *Session) noKey(here string, came []string, asked ...string) error {
	var b strings.Builder
	if s.read.custom == nil {
		fmt.Fprintf(&b, "%s prints no key", s.opt.Program)
	} else {
		fmt.Fprintf(&b, "%s prints no key that matches -key '%s'", s.opt.Program, s.read.custom)
	}
	came = slices.DeleteFunc(slices.Clone(came), isReady)
	instead := &reader{fenIn: s.read.fenIn}
	if s.read.custom != nil && instead.learn(came) {
		fmt.Fprintf(&b, "%s. Without -key, the key is read from this line:\n\t%s", here,
			lines.Printable(strings.TrimSpace(instead.line), 200))
		return &noKeyError{b.String(), came}
	}
	fmt.Fprintf(&b, "%s.\nAsked:\n\t%.200s\n\t%s\nIt printed:",
		here, asked[0], strings.Join(asked[1:], ", "))
	for _, line := range came[:min(len(came), 30)] {
		b.WriteString("\n\t" + cmp.Or(lines.Printable(line, 200), `""`))
	}
	b.WriteString("\nA key can be read as a number of at most 64 bits in hexadecimal or decimal. " +
		`Best print it as "Key: " and 16 hexadecimal digits.`)
	if here == "" {
		b.WriteString("\n" + help)
	}
	return &noKeyError{b.String(), came}
}

// help says how to make an engine print its key.
const help = "If another command prints the key, name it with -ask. " +
	"If need be, -key REGEXP finds the key in its output.\n" +
	"If no command does, add one to the loop that reads UCI commands, " +
	"such as one of these lines. Fen is optional.\n" +
	"\t" + `if (strcmp(line, "d") == 0) { ` +
	`printf("Fen: %s\nKey: %016" PRIX64 "\n", fen(pos), pos->key); fflush(stdout); }` + "\n" +
	"\t" + `if (line == "d") std::cout << "Fen: " << pos.fen() << ` +
	`"\nKey: " << std::hex << pos.key() << std::dec << std::endl;` + "\n" +
	"\t" + `if line == "d" { println!("Fen: {}\nKey: {:016X}", pos.fen(), pos.key()); }` + "\n" +
	"\t" + `if line == "d" { fmt.Printf("Fen: %s\nKey: %016X\n", pos.FEN(), pos.Key()) }` + "\n" +
	"\t" + `if (line.equals("d")) System.out.println("Fen: " + pos.fen() + ` +
	`"\nKey: " + Long.toHexString(pos.key()));` + "\n" +
	"\t" + `if (line == "d") Console.WriteLine($"Fen: {pos.Fen()}\nKey: {pos.Key():X16}");` + "\n" +
	"\t" + `if line == "d": print(f"Fen: {pos.fen()}\nKey: {pos.key():016X}", flush=True)` + "\n" +
	"\t" + `if (line === "d") console.log("Fen: " + pos.fen() + ` +
	`"\nKey: " + pos.key().toString(16));`
