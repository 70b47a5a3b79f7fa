package check

import (
	"cmp"
	"fmt"
	"maps"
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
	severity Severity
	look     string // what to look for in the source
	cost     string // in play
}

const (
	missed     = "the transposition table does not find positions that were searched, and repetitions are not seen"
	mistaken   = "the transposition table returns the value and the move of another position"
	unreliable = "the transposition table does not find positions that were searched or takes them for others, and repetitions are missed or invented"
	collisions = "more collisions in the transposition table than a key of 64 bits promises"
	byFEN      = "harmless, but a book or a store that looks positions up by FEN does not find some of them"
	unready    = "games of Chess960 from such FENs begin without castling rights"
)

// patterns returns the known bugs by their names.
func patterns() map[string]pattern {
	return map[string]pattern{
		"constant":                {WrongKeys, "the command that prints the key may print one that is never updated", unreliable},
		"fen-constant":            {WrongKeys, "the key may be computed before the pieces are on the board", "positions set up from FENs share keys: " + unreliable},
		"lags":                    {WrongKeys, "the key may be printed or stored before the last move updates it", unreliable},
		"missing-from-fen":        {WrongKeys, "the function that sets up a FEN may leave it out of the key", unreliable},
		"en-passant-rules":        {Harmless, "one place asks whether a pawn can capture, the other does not: let both call one function", byFEN},
		"repetition-number":       {Harmless, "the key by moves has a number for positions that appeared before", "harmless, if meant so: a key depends on the game, and a store by FEN does not find repeated positions"},
		"en-passant-none":         {WrongKeys, "the square may be set to \"none\" before its old number is taken out, so that index 0 is used", unreliable},
		"en-passant-wraps":        {WrongKeys, "the squares beside a pawn on the a and h file may be its index - 1 and + 1, which are on another rank", missed},
		"castling-assigned-first": {WrongKeys, "the new rights may be assigned before new ^ old is XORed in, so that this is always 0", missed},
		"side-new-only":           {WrongKeys, "the number of the new side is XORed in, and that of the old side is not taken out", missed},
		"shredder-fen":            {WrongKeys, "the FEN reader may know only the letters KQkq, and not the files of rooks", unready},
		"x-fen":                   {WrongKeys, "the FEN reader may take KQkq for the corners, and not for the outermost rooks", unready},
		"no-side":                 {WrongKeys, "the key has no number for the side to move", mistaken},
		"no-castling":             {WrongKeys, "the key has no number for castling rights", mistaken},
		"no-en-passant":           {WrongKeys, "the key has no number for the en passant square", mistaken},
		"long-line":               {WrongKeys, "an array of the line, such as a stack of keys, may have an end", unreliable},
		"search-make":             {WrongKeys, "the search may have a make function of its own, which updates the key in another way", unreliable},
		"move-number":             {WrongKeys, "the key has the number of the move", missed},
		"halfmove-clock":          {WrongKeys, "the key has the halfmove clock from a low value on", missed},
		"bare-numbers":            {Weak, "castling rights or en passant squares may be XORed in themselves, instead of table[rights] or table[square]", collisions},
		"few-bits":                {Weak, "the generator of the numbers may have a narrow type or state", collisions},
		"uneven-numbers":          {Weak, "the generator of the numbers", collisions},
	}
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
	known := patterns()
	for i := range r.Findings {
		f := &r.Findings[i]
		f.Name = cmp.Or(f.Name, nameOf(append([]string{r.Name}, kindsOf(f.Features)...)...))
		p := known[f.Name]
		if f.Severity == Weak && p.severity == "" {
			p = known["few-bits"] // such as 32-bits
		}
		f.Severity = cmp.Or(f.Severity, p.severity, WrongKeys)
		f.Look = cmp.Or(f.Look, p.look)
		f.Accepted = slices.Contains(accept, f.Name)
		switch {
		case p.cost != "":
			f.Cost = p.cost
		case f.Severity == Weak:
			f.Cost = collisions
		case f.Severity == Harmless:
			f.Cost = byFEN
		case r.Name == "fields" || r.Name == "numbers":
			f.Cost = mistaken
		default:
			f.Cost = unreliable
		}
	}
}

// nameOf joins words to a name.
func nameOf(words ...string) string {
	return strings.ReplaceAll(strings.ToLower(strings.Join(words, "-")), " ", "-")
}

// CheckNames returns an error if no finding can have one of some names. They are those of
// known bugs, such as en-passant-rules; a number of bits, such as 32-bits; or the name of a
// check, perhaps with kinds of features, such as moves-castling. others are the names of
// checks that are not in [All].
func CheckNames(names []string, others ...string) error {
	var checks []string
	for _, c := range All() {
		checks = append(checks, nameOf(c.Name))
	}
	for _, other := range others {
		if other = nameOf(other); !slices.Contains(checks, other) {
			checks = append(checks, other)
		}
	}
	for _, name := range names {
		_, known := patterns()[name]
		bits, isBits := strings.CutSuffix(name, "-bits")
		known = known || isBits && strings.Trim(bits, "0123456789") == ""
		for _, c := range checks {
			rest, ok := strings.CutPrefix(name, c)
			for _, kind := range []string{"castling", "checks", "en-passant", "hand", "piece", "side"} {
				rest = strings.TrimPrefix(rest, "-"+kind)
			}
			known = known || ok && rest == ""
		}
		if !known {
			return fmt.Errorf("unknown name %q: want the name in brackets of a bug in the report, which is one of %s; "+
				"a number of bits such as 32-bits; or one of %s, perhaps with a kind of feature, as in moves-castling",
				name, strings.Join(slices.Sorted(maps.Keys(patterns())), ", "), strings.Join(checks, ", "))
		}
	}
	return nil
}

// Verdict returns the outcome of all checks in words.
func (r *Report) Verdict() string {
	of := make(map[Severity]int)
	var accepted, parts []string
	for _, f := range r.Bugs() {
		if f.Accepted {
			accepted = append(accepted, f.Name)
		} else {
			of[cmp.Or(f.Severity, WrongKeys)]++
		}
	}
	if wrong, weak := of[WrongKeys], of[Weak]; wrong+weak > 0 {
		text := plural(wrong+weak, "bug")
		switch {
		case wrong == 0:
			text += ", weak numbers"
		case weak > 0:
			text += fmt.Sprintf(", %d of them weak numbers", weak)
		}
		parts = append(parts, text)
	}
	if n := of[Harmless]; n > 0 {
		parts = append(parts, plural(n, "difference")+", harmless unless keys are stored by FEN")
	}
	switch r.Exit() {
	case 130:
		if len(parts) == 0 {
			parts = append(parts, "no bug found until then")
		}
		parts[0] = "interrupted: " + parts[0]
	case 0:
		parts = append(parts, "sound")
	case 3:
		parts = append(parts, "no bug found, but not all was checked: "+strings.Join(r.Missed(), ", "))
	}
	if len(accepted) > 0 {
		slices.Sort(accepted)
		parts = append(parts, "accepted: "+strings.Join(slices.Compact(accepted), ", "))
	}
	return strings.Join(parts, "; ")
}

// Exit returns the exit status of the command: 0 for sound keys, 1 for a bug that is not
// accepted, 3 if there is none, but a main check did not run, 130 if it was interrupted.
func (r *Report) Exit() int {
	switch {
	case r.Interrupted:
		return 130
	case slices.ContainsFunc(r.Bugs(), func(f Finding) bool { return !f.Accepted }):
		return 1
	case len(r.Missed()) > 0 || len(r.Results) == 0:
		return 3
	}
	return 0
}
