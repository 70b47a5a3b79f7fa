package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Severity says what a bug does in play.
type Severity string

const (
	WrongKeys Severity = "wrong"    // two keys of one position, or one key of two
	Weak      Severity = "weak"     // more collisions than with random numbers of 64 bits
	Harmless  Severity = "harmless" // only keys that are stored by FEN are not found
)

// A pattern is a known bug.
type pattern struct {
	name     string
	severity Severity // "" is WrongKeys
	look     string   // what to look for in the source
	cost     string   // in play
}

const (
	missed     = "the transposition table does not find positions that were searched, and repetitions are not seen"
	mistaken   = "the transposition table returns the value and the move of another position"
	unreliable = "the transposition table does not find positions that were searched or takes them for others, and repetitions are missed or invented"
	collisions = "more collisions in the transposition table than a key of 64 bits promises"
	byFEN      = "harmless, but a book or a store that looks positions up by FEN does not find some of them"
)

var patterns = [...]pattern{
	{"constant", "", "the command that prints the key may print one that is never updated", unreliable},
	{"fen-constant", "", "the key may be computed before the pieces are on the board", "positions set up from FENs share keys: " + unreliable},
	{"lags", "", "the key may be printed or stored before the last move updates it", unreliable},
	{"missing-from-fen", "", "the function that sets up a FEN may leave it out of the key", unreliable},
	{"en-passant-rules", Harmless, "one place asks whether a pawn can capture, the other does not: let both call one function", byFEN},
	{"repetition-number", Harmless, "the key by moves has a number for positions that appeared before", "harmless, if meant so: a key depends on the game, and a store by FEN does not find repeated positions"},
	{"en-passant-none", "", "the square may be set to \"none\" before its old number is taken out, so that index 0 is used", unreliable},
	{"en-passant-wraps", "", "the squares beside a pawn on the a and h file may be its index - 1 and + 1, which are on another rank", missed},
	{"castling-assigned-first", "", "the new rights may be assigned before new ^ old is XORed in, so that this is always 0", missed},
	{"side-new-only", "", "the number of the new side is XORed in, and that of the old side is not taken out", missed},
	{"shredder-fen", "", "the FEN reader may know only the letters KQkq, and not the files of rooks", "games of Chess960 from such FENs begin without castling rights"},
	{"x-fen", "", "the FEN reader may take KQkq for the corners, and not for the outermost rooks", "games of Chess960 from such FENs begin without castling rights"},
	{"no-side", "", "the key has no number for the side to move", mistaken},
	{"no-castling", "", "the key has no number for castling rights", mistaken},
	{"no-en-passant", "", "the key has no number for the en passant square", mistaken},
	{"long-line", "", "an array of the line, such as a stack of keys, may have an end", unreliable},
	{"search-make", "", "the search may have a make function of its own, which updates the key in another way", unreliable},
	{"move-number", "", "the key has the number of the move", missed},
	{"halfmove-clock", "", "the key has the halfmove clock from a low value on", missed},
	{"bare-numbers", Weak, "castling rights or en passant squares may be XORed in themselves, instead of table[rights] or table[square]", collisions},
	{"few-bits", Weak, "the generator of the numbers may have a narrow type or state", collisions},
	{"uneven-numbers", Weak, "the generator of the numbers", collisions},
}

func patternOf(name string) pattern {
	for _, p := range patterns {
		if p.name == name {
			return p
		}
	}
	return pattern{name: name}
}

// Finish completes the findings of all results. A report still shows those with the
// accepted names, but its status ignores them.
func (r *Report) Finish(accept []string) {
	for i := range r.Results {
		r.Results[i].Finish(accept)
	}
}

// Finish completes the findings: each has a name and a severity.
func (r *Result) Finish(accept []string) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Name == "" {
			f.Name = strings.Join(append([]string{r.Name}, kindsOf(f.Features)...), "-")
			f.Name = strings.ReplaceAll(strings.ToLower(f.Name), " ", "-")
		}
		name := f.Name
		if strings.HasSuffix(name, "-bits") && f.Severity == Weak {
			name = "few-bits" // such as 32-bits
		}
		p := patternOf(name)
		f.Severity = cmp.Or(f.Severity, p.severity, WrongKeys)
		f.Cost = cmp.Or(p.cost, costOf(r.Name, f.Severity))
		f.Look = cmp.Or(f.Look, p.look)
		f.Accepted = slices.Contains(accept, f.Name)
	}
}

// costOf returns the cost of a bug that is not a known pattern.
func costOf(check string, s Severity) string {
	switch {
	case s == Weak:
		return collisions
	case s == Harmless:
		return byFEN
	case check == "fields" || check == "numbers":
		return mistaken
	}
	return unreliable
}

// count returns how many bugs are of a severity, and how many of all are accepted.
func (r *Report) count() (of map[Severity]int, accepted []string) {
	of = make(map[Severity]int)
	for _, f := range r.Bugs() {
		switch {
		case f.Accepted:
			accepted = append(accepted, f.Name)
		case f.Severity == "":
			of[WrongKeys]++
		default:
			of[f.Severity]++
		}
	}
	slices.Sort(accepted)
	return of, slices.Compact(accepted)
}

// Verdict returns the outcome of all checks in words.
func (r *Report) Verdict() string {
	of, accepted := r.count()
	var parts []string
	if n := of[WrongKeys] + of[Weak]; n > 0 {
		text := plural(n, "bug")
		switch weak := of[Weak]; {
		case weak == n:
			text += ", weak numbers"
		case weak > 0:
			text += fmt.Sprintf(", %d of them weak numbers", weak)
		}
		parts = append(parts, text)
	}
	if n := of[Harmless]; n > 0 {
		parts = append(parts, plural(n, "difference")+", harmless unless keys are stored by FEN")
	}
	if missed := r.Missed(); len(parts) == 0 && r.Exit() == 3 {
		parts = append(parts, "no bug found, but not all was checked: "+strings.Join(missed, ", "))
	}
	if len(parts) == 0 {
		parts = append(parts, "sound")
	}
	if len(accepted) > 0 {
		parts = append(parts, "accepted: "+strings.Join(accepted, ", "))
	}
	return strings.Join(parts, "; ")
}

// Exit returns the exit status of the command: 0 for sound keys, 1 for a bug that is not
// accepted, 3 if there is none, but a main check did not run.
func (r *Report) Exit() int {
	of, _ := r.count()
	switch {
	case len(of) > 0:
		return 1
	case len(r.Missed()) > 0 || len(r.Results) == 0:
		return 3
	}
	return 0
}
