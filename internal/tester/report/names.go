package report

import (
	"cmp"
	"fmt"
	"io"
	"strings"
)

// A Severity says what a bug does in play.
type Severity string

const (
	WrongKey Severity = "wrong"    // two keys of one position, or one key of two
	Weak     Severity = "weak"     // more collisions than with random numbers of 64 bits
	Harmless Severity = "harmless" // it costs nothing in play, or is meant so
)

// A Name is that of a kind of bug. Names are API: scripts accept them.
type Name struct {
	Name     string
	Severity Severity
	Means    string
	Look     string // what to look for in the source
}

// Designs returns the bugs that have a name of their own. Some are harmless, or meant so.
func Designs() []Name {
	return []Name{
		{"constant", WrongKey, "every position has the same key",
			"the command may print a key that is never updated, or the numbers are not drawn " +
				"yet: draw them first"},
		{"lags", WrongKey, "the key is that of the position before",
			"the key may be printed or stored too early"},
		{"fen-constant", WrongKey, "every FEN has the same key",
			"the key may be computed before the board is set up"},
		{"refused-move", WrongKey, "the engine refuses a legal move",
			"the move generator, or the function that reads moves"},
		{"ignored-moves", WrongKey, "the engine ignores the moves after a FEN",
			"the function that reads the command position, and what it does with moves after " +
				"a FEN"},
		{"wrong-board", WrongKey,
			"the engine shows a wrong position after a legal move, or of a FEN",
			"what moves change, or the functions that read and write FENs"},
		{"missing-from-fen", WrongKey, "keys by moves have numbers that keys from FENs lack",
			"the function that sets up a FEN"},
		{"en-passant-rules", Harmless,
			"en passant follows two rules, which agree wherever a capture is legal",
			"make and the FEN reader decide differently: let both call one function"},
		{"crash", WrongKey, "the engine ends, or gives no answer",
			"what it printed last, where it panicked or waits"},
		{"new-numbers", Harmless, "all keys change at ucinewgame",
			"if that is intended, clear the transposition table and the history there, and " +
				"accept it"},
		{"no-xor", Harmless, "the key is not an XOR of features' numbers",
			"if that is intended, accept it"},
		{"halfmove-clock", WrongKey, "the halfmove clock changes the key even when it is low",
			"leave clocks out of the key"},
		{"move-number", WrongKey, "the number of the move is in the key",
			"leave clocks out of the key"},
		{"shredder-fen", WrongKey,
			"a FEN with rooks' files, as in HAha, has another key than the same FEN with KQkq",
			"the FEN reader may know only KQkq, or expect the rooks on the corners"},
		{"no-side", WrongKey, "the key has no number for the side to move",
			"XOR a number at each change of side"},
		{"no-castling", WrongKey, "the key has no numbers for castling rights",
			"XOR a number for each set of rights"},
		{"no-en-passant", WrongKey, "the key has no numbers for the en passant square",
			"XOR a number for the square, or for its file, if a pawn can capture there"},
		{"polyglot", WrongKey,
			"the key is not that of Polyglot's books, though it must be (-polyglot, " +
				"ChessConfig.Polyglot)",
			"the 781 published numbers, the order of the pieces (a black pawn is the first), " +
				"the side (its number counts for White), and en passant (only if a pawn stands " +
				"beside)"},
		{"search-make", WrongKey,
			"the key after a search is not that of the position after the best move",
			"the search may have its own make function"},
		{"bare-numbers", Weak,
			"castling rights, en passant squares or the side are in the key as small numbers",
			"XOR table[value], not the value"},
		{"N-bits", Weak, "the numbers have only N bits, as in 32-bits",
			"a narrow type: of the generator, of its state, of the key, or of what prints it"},
		{"uneven-numbers", Weak, "some bits depend on others, or are set too often or too rarely",
			"the generator of the numbers"},
	}
}

// Laws returns what must hold. A bug is named after its law and the kinds of features
// that are wrong: moves-castling.
func Laws() []Name {
	return []Name{
		{"keys", WrongKey, "the numbers that the method Keys lists are sound, and those in use",
			"where the numbers are drawn, and what Keys leaves out"},
		{"moves", WrongKey, "the key by moves is the key from the FEN",
			"what each move changes in the key"},
		{"from-fen", WrongKey,
			"the key from a FEN is the XOR of the numbers recovered from other keys",
			"the function that sets up a FEN"},
		{"routes", WrongKey,
			"a position has one key whatever moves lead to it, and different positions have " +
				"different keys", "a feature that has no number, or that the moves leave in the " +
				"key, and numbers that cancel"},
		{"undo", WrongKey, "making moves and taking them back leaves the key as it was",
			"what a move and its undo change differently, or a cache"},
		{"search", WrongKey, "a search leaves the key as it was",
			"what a search leaves: a move or null move not undone, a number, or a thread"},
		{"null-move", WrongKey,
			"a null move changes the side to move and en passant, and nothing else",
			"what a null move changes: the side (in chess, en passant)"},
		{"fields", WrongKey, "each field of a FEN changes the key, except for the clocks",
			"a number that is missing, zero, or the same as another"},
		{"xor", WrongKey, "each key is the XOR of its features' numbers",
			"what else the key depends on"},
		{"numbers", WrongKey, "no number is zero, or the XOR of few others",
			"where the numbers are drawn"},
		{"processes", WrongKey, "another process has the same keys, or only different ones",
			"a number that each process draws anew, or that is not set"},
		{"again", WrongKey, "the key of a position does not depend on what was asked before",
			"what earlier commands leave, count or draw anew, or what depends on time"},
		{"positions", WrongKey, "a position set up from its text has the same key as by moves",
			"the function that reads the text or recomputes the key"},
		{"key", WrongKey, "reading the key or the moves changes nothing", "what reading writes"},
		{"asking", WrongKey, "a key does not depend on whether an earlier one was read",
			"what a move makes of a key that is known, and of one that is not"},
		{"fen", WrongKey, "FEN returns the position, and changes nothing",
			"the function that writes a FEN"},
		{"subkeys", WrongKey, "each sub-key by moves is that from the FEN",
			"how the sub-key is set up and updated, and what SubKeys writes"},
		{"undonull", WrongKey, "UndoNull restores the key from before Null",
			"what UndoNull restores: the key, the side (in chess, en passant)"},
		{"try", WrongKey, "Try makes a legal move as Move does, and an illegal one changes nothing",
			"how Try makes a move, finds that it is illegal, and takes it back"},
		{"after", WrongKey, "After returns the key after the move, and changes nothing",
			"how After computes captures, castling, en passant and promotions, and what it writes"},
		{"clone", WrongKey, "a clone has the same key, and shares nothing with the original",
			"what the copy leaves out, and slices, maps and pointers that it shares"},
		{"perft", WrongKey, "perft leaves the key as it was", "how perft takes its moves back"},
		{"two-engines", WrongKey, "two engines have the same keys, and share nothing",
			"global variables, such as the board (set ChessConfig.Sequential if only one engine " +
				"can exist at a time)"},
		{"threads", WrongKey, "engines in several goroutines do not change each other's keys",
			"variables that goroutines share"},
	}
}

// Kinds returns the kinds of features, in the order of names, and what else can
// stand behind the name of a law.
func Kinds() []Name {
	return []Name{
		{Name: "castling", Means: "castling rights",
			Look: "a right is lost once, when the king moves or its rook moves or is captured, " +
				"and FENs have the same numbers"},
		{Name: "checks", Means: "checks given, as in 3check"},
		{Name: "clock", Means: "the halfmove clock"},
		{Name: "en-passant", Means: "the en passant square",
			Look: "each move takes the old number out, and only a push by two squares puts one " +
				"in, that of the FEN"},
		{Name: "field", Means: "another field of the position"},
		{Name: "hand", Means: "pieces in hand"},
		{Name: "piece", Means: "a piece on a square, or another number of a game"},
		{Name: "side", Means: "the side to move"},
		{Name: "unchanged", Means: "the key does not change with a move",
			Look: "a move that is not made, or a stack of keys that has overflowed"},
		{Name: "unknown", Means: "no small set of numbers explains the difference",
			Look: "what each move changes in the key, or the function that sets up a FEN"},
	}
}

// NameOf returns what a name means. Where to look depends on the kind only in moves.
func NameOf(name string) (Name, bool) {
	for _, n := range Designs() {
		if n.Name == name || n.Name == "N-bits" && isBits(name) {
			n.Name = name
			return n, true
		}
	}
	for _, n := range Laws() {
		rest, ok := strings.CutPrefix(name, n.Name)
		if !ok {
			continue
		}
		look := n.Look
		for _, kind := range Kinds() { // a name has them in this order
			if cut, has := strings.CutPrefix(rest, "-"+kind.Name); has {
				rest = cut
				look = cmp.Or(kind.Look, look)
			}
		}
		if rest != "" {
			continue
		}
		if n.Name == "moves" {
			n.Look = look
		}
		n.Name = name
		return n, true
	}
	return Name{}, false
}

// isBits reports whether a name is that of narrow numbers: 32-bits.
func isBits(name string) bool {
	n, ok := strings.CutSuffix(name, "-bits")
	return ok && n != "" && strings.Trim(n, "0123456789") == ""
}

// CheckNames returns an error if no bug can have one of some names.
func CheckNames(accept []string) error {
	for _, name := range accept {
		if _, ok := NameOf(name); !ok {
			return fmt.Errorf("unknown name %q: want the name in brackets of a bug in the "+
				"report, such as moves-castling (zobrist check -names lists them all)", name)
		}
	}
	return nil
}

// WriteNames prints the names. docs/bugs.md has the same text.
func WriteNames(w io.Writer) error {
	var b strings.Builder
	for _, part := range []struct {
		title string
		names []Name
	}{
		{"Bugs with a name of their own:", Designs()},
		{"\nLaws. Any other bug is named after the law that it breaks and the kinds of " +
			"features that a wrong key has or lacks, as in `moves-castling`:", Laws()},
		{"\nKinds of features, and what else can follow a law:", Kinds()},
	} {
		b.WriteString(part.title + "\n\n")
		for _, n := range part.names {
			fmt.Fprintf(&b, "- `%s`: %s.\n", n.Name, n.Means)
			if n.Look != "" {
				fmt.Fprintf(&b, "  Where to look: %s.\n", n.Look)
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
