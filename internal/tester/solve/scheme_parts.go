package solve

import (
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A tally counts the sums of features that are zero, and those that are not.
type tally struct{ zero, other int }

// count adds the sum of some features to a tally, if the equations determine it. It returns 0 if
// they do not. Zero is hardly chance, but a wrong key can make any other sum.
func (r *system) count(t *tally, names ...string) zobrist.Key {
	var sum Number
	for _, name := range names {
		id, known := r.ids[name]
		if !known {
			return 0
		}
		n := r.numbers[id]
		sum = Number{Key: sum.Key ^ n.Key, Free: sum.Free ^ n.Free}
	}
	switch {
	case sum.Free != 0:
		return 0
	case sum.Key == 0:
		t.zero++
	default:
		t.other++
	}
	return sum.Key
}

// differ reports whether sums that are not zero outweigh those that are: if no key is wrong,
// one does.
func (r *system) differ(t tally) bool {
	return t.other > 0 && (!r.wrong || t.other > t.zero)
}

// castling compares the number of each set of rights with the XOR of the numbers of
// its rights, if a side has two, and with that of each side's rights.
func (r *system) castling() string {
	const prefix = "castling "
	var alone, parts, sides tally
	for _, n := range r.numbers {
		name := n.Name
		set, ok := strings.CutPrefix(name, prefix)
		if !ok {
			continue
		}
		r.count(&alone, name)
		rights := []string{name}
		for _, right := range set {
			rights = append(rights, prefix+string(right))
		}
		white, black := byColour(set)
		if max(len(white), len(black)) > 1 {
			r.count(&parts, rights...)
		}
		if white == "" || black == "" {
			continue
		}
		r.count(&sides, name, prefix+white, prefix+black)
		for _, m := range r.numbers { // of two sets of White's rights and two of Black's, of which one may be none
			other, ok := strings.CutPrefix(m.Name, prefix)
			if w, b := byColour(other); ok && w != white && b != black {
				r.count(&sides, name, m.Name, prefix+white+b, prefix+w+black)
			}
		}
	}
	switch {
	case alone.zero > 0 && alone.other == 0:
		return Missing
	case r.differ(parts) && sides.zero > 0 && !r.differ(sides):
		return ColourNumbers
	case r.differ(parts), r.differ(sides):
		return SetNumbers
	case parts.zero > 0:
		return FourNumbers
	}
	return ""
}

// enPassant returns whether squares of one file share a number, and which
// squares count. A file without a number says nothing about the rule, unless no file has one.
func (r *system) enPassant() (numbers string, rule Rule) {
	const prefix = "en passant "
	files := make(map[byte]tally) // of legal captures
	var any tally
	for _, n := range r.numbers {
		name := n.Name
		if square, ok := strings.CutPrefix(name, prefix); ok && !strings.Contains(square, " ") {
			t := files[square[0]]
			r.count(&t, name)
			files[square[0]] = t
			r.count(&any, name)
		}
	}
	classes := make(map[string]tally)
	var squares tally               // of two squares of one file
	seen := make(map[string]string) // a feature of each class and file
	for _, n := range r.numbers {
		name := n.Name
		square, ok := strings.CutPrefix(name, prefix)
		if !ok || any.other > 0 && files[square[0]].zero > 0 {
			continue
		}
		class := strings.TrimLeft(square, "abcdefghijklmnopqrstuvwxyz0123456789")
		t := classes[class]
		if id := square[:1] + class; r.count(&t, name) != 0 && seen[id] == "" {
			seen[id] = name
		} else if t.other > classes[class].other {
			r.count(&squares, seen[id], name)
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
	case pinned.other > 0:
		return numbers, RulePseudo
	}
	return numbers, RuleCapture
}
