package solve

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A reader reads the scheme from the solved numbers.
type reader struct {
	*system
	numbers []Number
	wrong   bool // some keys are
}

// sum returns the XOR of the numbers of some features, and whether the equations
// determine it. Zero is hardly chance, but a wrong key can make any other sum.
func (r *reader) sum(names ...string) (key zobrist.Key, ok bool) {
	var free uint64
	unsure := false
	for _, name := range names {
		id, known := r.ids[name]
		if !known {
			return 0, false
		}
		n := r.numbers[id]
		key ^= n.Key
		free ^= n.Free
		unsure = unsure || n.unsure
	}
	return key, free == 0 && (key == 0 || !unsure)
}

// A tally counts the sums of features that are zero, and those that are not.
type tally struct{ zero, other int }

// count adds the sum of some features to a tally, if the equations determine it.
func (r *reader) count(t *tally, names ...string) {
	switch v, ok := r.sum(names...); {
	case ok && v == 0:
		t.zero++
	case ok:
		t.other++
	}
}

// differ reports whether sums that are not zero outweigh those that are: if no key is wrong,
// one does.
func (r *reader) differ(t tally) bool {
	return t.other > 0 && (!r.wrong || t.other > t.zero)
}

// named returns what follows a prefix in the names of features.
func (r *reader) named(prefix string) (rest []string) {
	for _, name := range r.names {
		if after, ok := strings.CutPrefix(name, prefix); ok {
			rest = append(rest, after)
		}
	}
	return rest
}

// castling compares the number of each set of rights with the XOR of the numbers of
// its rights, and with that of each side's rights.
func (r *reader) castling() string {
	var alone, parts, sides tally
	for _, set := range r.named("castling ") {
		names := []string{"castling " + set}
		r.count(&alone, names...)
		for i := range len(set) {
			names = append(names, "castling "+set[i:i+1])
		}
		if len(set) > 1 {
			r.count(&parts, names...)
		}
		if white, black := byColour(set); white != "" && black != "" {
			r.count(&sides, names[0], "castling "+white, "castling "+black)
		}
	}
	switch {
	case alone.zero > 0 && alone.other == 0:
		return Missing
	case r.differ(parts) && sides.zero > 0 && !r.differ(sides):
		return ColourNumbers
	case r.differ(parts):
		return SetNumbers
	case parts.zero > 0:
		return FourNumbers
	}
	return ""
}

// enPassant returns whether squares of one file share a number, and which
// squares count. A file without a number says nothing about the rule, unless no file has one.
func (r *reader) enPassant() (numbers string, rule Rule) {
	zero, some := make(map[byte]bool), false // such files, and whether any has one
	all := r.named("en passant ")
	for _, square := range all {
		if key, ok := r.sum("en passant " + square); ok && !strings.Contains(square, " ") {
			zero[square[0]] = zero[square[0]] || key == 0
			some = some || key != 0
		}
	}
	classes := make(map[string]tally)
	var squares tally               // of two squares of one file
	seen := make(map[string]string) // a feature of each class and file
	for _, square := range all {
		if some && zero[square[0]] {
			continue
		}
		name, class := "en passant "+square, strings.TrimLeft(square, "abcdefghijklmnopqrstuvwxyz0123456789")
		t := classes[class]
		if r.count(&t, name); t.other > classes[class].other {
			if id := square[:1] + class; seen[id] == "" {
				seen[id] = name
			} else {
				r.count(&squares, seen[id], name)
			}
		}
		classes[class] = t
	}
	switch {
	case r.differ(squares):
		numbers = BySquare
	case squares.zero > 0:
		numbers = ByFile
	}
	legal, pinned, nobody := classes[legalEP], classes[pinnedEP], classes[nobodysEP]
	switch {
	case legal == tally{} && nobody == tally{}:
		return "", RuleUnknown
	case legal.other+pinned.other+nobody.other == 0:
		return "", RuleNever
	case legal.zero > 0:
		return numbers, RuleOther
	case nobody.other > 0 && nobody.zero+pinned.zero == 0:
		return numbers, RuleAlways
	case nobody.other > 0 || pinned.other > 0 && pinned.zero > 0:
		return numbers, RuleOther
	case pinned.zero > 0:
		return numbers, RuleLegal
	}
	return numbers, RulePseudo // without pinned pawns perhaps legal: no sample shows which
}

// promoted returns the promoted pieces that have the numbers of another piece, on
// every square where both are known. own reports whether some have numbers of their
// own. A piece marked with '~' counts as the piece without the mark, unless a number
// shows otherwise.
func (r *reader) promoted() (as map[string]string, own bool) {
	squares := make(map[string]bool)
	var letters, marked []string
	for _, name := range r.names {
		square, letter, ok := strings.Cut(name, " ")
		if !ok || strings.Contains(letter, " ") {
			continue
		}
		squares[square] = true
		letters = append(letters, strings.TrimSuffix(letter, "~"))
		if strings.ContainsAny(letter, "+~") && !slices.Contains(marked, letter) {
			marked = append(marked, letter)
		}
	}
	slices.Sort(letters)
	letters = slices.Compact(letters)
	as = make(map[string]string)
	for i, letter := range marked {
		for _, other := range letters {
			if slices.Index(marked, other) >= i {
				continue // of two promoted pieces, the first stands for both
			}
			var t tally
			for square := range squares {
				r.count(&t, square+" "+letter, square+" "+other)
			}
			if t.other == 0 && (t.zero > 0 || letter == other+"~") && as[letter] == "" {
				as[letter] = other
			}
		}
		own = own || as[letter] == ""
	}
	return as, own
}
