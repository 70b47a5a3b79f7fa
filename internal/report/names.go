package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// A Severity says what a bug does in play.
type Severity string

const (
	WrongKey Severity = "wrong"    // two keys of one position, or one key of two, or worse: a crash
	Weak     Severity = "weak"     // more collisions than with random numbers of 64 bits
	Harmless Severity = "harmless" // it costs nothing in play, or is meant so
)

// A Name is that of a kind of bug. Names are API: scripts accept them.
type Name struct {
	Name     string
	Title    string // the first line of a bug; "" if another one tells more: see Item.Title
	Severity Severity
	Means    string
	Look     string // what to look for in the source
}

// Designs returns the bugs that have a name of their own. Some are harmless, or meant so.
func Designs() []Name {
	return []Name{
		{
			Name:     "constant",
			Title:    "the key is the same in every position",
			Severity: WrongKey,
			Means:    "every position has the same key",
			Look: "perhaps the command prints a variable that is never updated, or the random " +
				"numbers are still zero. Draw them before the first position is set up",
		},
		{
			Name:     "lags",
			Title:    "the key by moves is the key of the position before the last move",
			Severity: WrongKey,
			Means:    "the engine prints the key of the previous position",
			Look:     "perhaps the key is printed or stored before the move is made",
		},
		{
			Name:     "fen-constant",
			Title:    "every FEN has the same key",
			Severity: WrongKey,
			Means:    "every position that is set up from a FEN has the same key",
			Look:     "perhaps the key is computed before the pieces are placed",
		},
		{
			Name:     "refused-move",
			Severity: WrongKey,
			Means:    "the engine refuses a legal move",
			Look:     "the move generator, or the function that reads moves",
		},
		{
			Name:     "ignored-moves",
			Title:    "the engine ignores the moves after a FEN",
			Severity: WrongKey,
			Means:    "the engine ignores the moves after a FEN",
			Look: "the function that reads the command position. It must make the moves after a " +
				"FEN as well as those after startpos",
		},
		{
			Name:     "wrong-board",
			Title:    "the engine shows another position",
			Severity: WrongKey,
			Means: "after a legal move, or after reading a FEN, the engine has a different " +
				"position from the one that it was given",
			Look: "what the move changes on the board, or the functions that read and write " +
				"FENs. The key may be right for the wrong position",
		},
		{
			Name:     "missing-from-fen",
			Title:    "keys by moves have numbers that keys from FENs lack",
			Severity: WrongKey,
			Means: "the key lacks a feature if the position is set up from a FEN, but not if " +
				"moves lead to it",
			Look: "the function that sets up a FEN. It must set all fields before it computes " +
				"the key",
		},
		{
			Name: "en-passant-rules",
			Title: "keys by moves and keys from FENs follow different rules of en " +
				"passant, which agree wherever a capture is legal",
			Severity: Harmless,
			Means: "moves follow one en passant rule and FENs another. Their keys differ only " +
				"where no en passant capture is legal",
			Look: "the move function and the FEN reader decide differently whether the square " +
				"is part of the key. Let both call one function",
		},
		{
			Name:     "crash",
			Severity: WrongKey,
			Means:    "the engine ends, or gives no answer",
			Look:     "what the engine printed last, and where it panicked or where it waits",
		},
		{
			Name:     "new-numbers",
			Title:    "all keys change after ucinewgame",
			Severity: Harmless,
			Means:    "all keys change at ucinewgame",
			Look: "if you draw new numbers for each game on purpose, clear the transposition " +
				"table and the history at the same moment, and accept this name",
		},
		{
			Name:     "no-xor",
			Title:    "the keys are not the XOR of one number for each feature",
			Severity: Harmless,
			Means:    "the key is not the XOR of one number for each feature",
			Look: "if the key is a sum or another hash on purpose, accept this name. The checks " +
				"that need the numbers then do not run",
		},
		{
			Name:     "halfmove-clock",
			Title:    "the halfmove clock is in the key",
			Severity: WrongKey,
			Means:    "the halfmove clock changes the key even when it is low",
			Look: "leave clocks out of the key, because with them a position that is repeated " +
				"has a different key",
		},
		{
			Name:     "move-number",
			Title:    "the number of the move is in the key",
			Severity: WrongKey,
			Means:    "the number of the move is in the key",
			Look: "leave the move number out of the key, because with it a position that is " +
				"repeated has a different key",
		},
		{
			Name:     "shredder-fen",
			Title:    "a FEN that names the files of rooks has another key",
			Severity: WrongKey,
			Means: "a FEN that names the files of the rooks, as in HAha, gives a different key " +
				"from the same FEN with KQkq",
			Look: "perhaps the FEN reader knows only KQkq, or expects the rooks on the corners",
		},
		{
			Name:     "no-side",
			Severity: WrongKey,
			Means:    "the key has no number for the side to move",
			Look:     "XOR one number into the key at every change of side, null moves included",
		},
		{
			Name:     "no-castling",
			Severity: WrongKey,
			Means:    "the key has no numbers for castling rights",
			Look: "give each set of rights a number. When a right is lost, XOR out the number " +
				"of the old set and XOR in that of the new one",
		},
		{
			Name:     "no-en-passant",
			Severity: WrongKey,
			Means:    "the key has no numbers for the en passant square",
			Look: "after a double push, XOR in the number of the square, or of its file, if a " +
				"pawn can capture there",
		},
		{
			Name:     "polyglot",
			Title:    "the key from a FEN is not that of Polyglot's books",
			Severity: WrongKey,
			Means: "the key is not that of Polyglot's books, although -polyglot or " +
				"ChessConfig.Polyglot asks for it",
			Look: "check four things: the 781 published numbers; the order of the pieces, in " +
				"which a black pawn comes first; the number of the side, which is in the key " +
				"when White is to move; and en passant, which is in the key only if an enemy " +
				"pawn stands beside the pushed pawn",
		},
		{
			Name:     "search-make",
			Title:    "the key after a search is not the key after the best move that it plays",
			Severity: WrongKey,
			Means:    "the key after a search is not that of the position after the best move",
			Look: "perhaps the search makes moves with a function of its own, which updates the " +
				"key differently",
		},
		{
			Name:     "bare-numbers",
			Severity: Weak,
			Means: "castling rights, en passant squares or the side are in the key as small " +
				"numbers, not as random ones",
			Look: "XOR a random number into the key, such as table[rights], and not the small " +
				"number itself, such as rights",
		},
		{
			Name:     "N-bits",
			Severity: Weak,
			Means:    "only N of the 64 bits of the numbers are independent, as in 32-bits",
			Look: "something is narrower than 64 bits: the output of the random generator, its " +
				"state, the variable that holds the key, or the format that prints it",
		},
		{
			Name:     "uneven-numbers",
			Severity: Weak,
			Means:    "some bits depend on others, or are set much too often or too rarely",
			Look: "the random generator, and how its outputs are combined: OR, AND and abs make " +
				"bits uneven",
		},
	}
}

// MethodLaws returns what must hold in zobristtest and with adapters besides CheckLaws. A bug is
// named as by these.
func MethodLaws() []Name {
	return []Name{
		{
			Name:     "positions",
			Severity: WrongKey,
			Means:    "a position that is set up from its text has the same key as by moves",
			Look:     "the function that reads the text, or the one that recomputes the key",
		},
		{
			Name:     "keys",
			Severity: WrongKey,
			Means: "the method Keys lists the numbers of which keys consist, and none of them " +
				"is weak",
			Look: "where the numbers are drawn, and which of them Keys leaves out",
		},
		{
			Name:     "key",
			Severity: WrongKey,
			Means:    "reading the key or the moves changes nothing",
			Look: "a method or a command that should only read, but changes the board or a " +
				"cache",
		},
		{
			Name:     "asking",
			Severity: WrongKey,
			Means:    "a key does not depend on whether an earlier one was read",
			Look: "the key is computed only when it is asked for. See what a move does to a key " +
				"that has been computed, and to one that has not",
		},
		{
			Name:     "fen",
			Severity: WrongKey,
			Means:    "FEN returns the position, and changes nothing",
			Look:     "the function that writes a FEN",
		},
		{
			Name:     "subkeys",
			Severity: WrongKey,
			Means:    "each sub-key by moves is the sub-key from the FEN",
			Look:     "how the sub-key is set up and updated, and what SubKeys yields",
		},
		{
			Name:     "undonull",
			Severity: WrongKey,
			Means:    "UndoNull restores the key from before Null",
			Look: "what UndoNull restores. It must restore the key, the side and, in chess, the " +
				"en passant square",
		},
		{
			Name:     "try",
			Severity: WrongKey,
			Means:    "Try makes a legal move as Move does, and an illegal one changes nothing",
			Look:     "how Try makes a move, finds that it is illegal, and takes it back",
		},
		{
			Name:     "after",
			Severity: WrongKey,
			Means:    "After returns the key after the move, and changes nothing",
			Look: "how After computes captures, castling, en passant and promotions, and " +
				"whether it changes something",
		},
		{
			Name:     "clone",
			Severity: WrongKey,
			Means:    "a clone has the same key, and shares nothing with the original",
			Look: "what the copy leaves out, and which slices, maps and pointers it shares with " +
				"the original",
		},
		{
			Name:     "perft",
			Severity: WrongKey,
			Means:    "perft leaves the key as it was",
			Look:     "how perft takes its moves back",
		},
		{
			Name:     "two-engines",
			Severity: WrongKey,
			Means:    "two engines have the same keys, and share nothing",
			Look: "global variables, such as the board. If only one engine can exist at a time, " +
				"set ChessConfig.Sequential",
		},
		{
			Name:     "threads",
			Severity: WrongKey,
			Means:    "engines in several goroutines do not change each other's keys",
			Look:     "variables that goroutines share",
		},
	}
}

// Kinds returns the kinds of features, in the order of names, and what else can
// stand behind the name of a law.
func Kinds() []Name {
	return []Name{
		{
			Name:  "castling",
			Means: "castling rights",
			Look: "XOR a right out exactly once: when the king moves, when its rook moves, or " +
				"when its rook is captured. The FEN reader must use the same numbers",
		},
		{
			Name:  "checks",
			Means: "checks given, as in 3check",
			Look: "the count that a check raises. XOR out the number of the old count and XOR " +
				"in that of the new one",
		},
		{
			Name:  "clock",
			Means: "the halfmove clock",
			Look:  "leave clocks out of the key",
		},
		{
			Name:  "en-passant",
			Means: "the en passant square",
			Look: "every move removes the old en passant number. Only a double push adds one, " +
				"and it must be the number that the FEN reader uses",
		},
		{
			Name:  "field",
			Means: "a field of the position that this list does not name",
			Look:  "the field, or the count of pieces, that the report names",
		},
		{
			Name:  "hand",
			Means: "pieces in hand",
			Look:  "captures and drops. Each count of pieces needs a number of its own",
		},
		{
			Name:  "piece",
			Means: "a piece on a square, or, in a game that is not chess, any other number",
			Look:  "what each move changes in the key, above all captures, promotions and castling",
		},
		{
			Name:  "side",
			Means: "the side to move",
			Look:  "every change of side, null moves included",
		},
		{
			Name:  "unchanged",
			Means: "the key does not change with a move",
			Look:  "perhaps the move is not made, or the stack of keys is full",
		},
		{
			Name:  "unknown",
			Means: "no small set of numbers explains the difference",
			Look:  "what each move changes in the key, or the function that sets up a FEN",
		},
	}
}

// Laws returns all laws: those of checks of engines, and those of methods.
func Laws() []Name { return slices.Concat(CheckLaws(), MethodLaws()) }

// NameOf returns what a name means. Where to look depends on the kinds only in moves: it is the
// hint of the first of them.
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
		look := ""
		for _, kind := range Kinds() { // a name has them in this order
			if cut, has := strings.CutPrefix(rest, "-"+kind.Name); has {
				rest = cut
				look = cmp.Or(look, kind.Look)
			}
		}
		if rest != "" {
			continue
		}
		if n.Name == "moves" {
			n.Look = cmp.Or(look, n.Look)
		}
		n.Name = name
		return n, true
	}
	return Name{}, false
}

// SeverityOf returns the severity of bugs with a name.
func SeverityOf(name string) Severity {
	known, _ := NameOf(name)
	return cmp.Or(known.Severity, WrongKey)
}

// isBits reports whether a name is that of narrow numbers: 32-bits.
func isBits(name string) bool {
	n, ok := strings.CutSuffix(name, "-bits")
	return ok && n != "" && strings.Trim(n, "0123456789") == ""
}

// CheckNames returns an error if no bug can have one of some names.
func CheckNames(accept []string) error {
	for _, name := range accept {
		_, ok := NameOf(name)
		if !ok && strings.Contains(name, ",") {
			return fmt.Errorf("unknown name %q: want one name, and the option once for each", name)
		}
		if !ok {
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
		{"Bugs that have a name of their own:", Designs()},
		{"\nChecks, each with what must hold. Any other bug is named after the check that it\n" +
			"fails and the kinds of features in which the key is wrong, as in `moves-castling`:",
			Laws()},
		{"\nKinds of features, and what else can follow the name of a check:", Kinds()},
	} {
		b.WriteString(part.title + "\n\n")
		for _, n := range part.names {
			const indent, width = "  ", 88
			means := fmt.Sprintf("- `%s`: %s.", n.Name, n.Means)
			look := fmt.Sprintf("Where to look: %s.", n.Look)
			b.WriteString(words.Wrapped(means, indent, width) + "\n")
			b.WriteString(indent + words.Wrapped(look, indent, width-len(indent)) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
