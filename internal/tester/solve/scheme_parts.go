package solve

import (
	"fmt"
	"strings"
)

// A tally counts the numbers that follow from others, and those that contradict them.
type tally struct{ follow, other int }

// fits counts how the numbers of some features fit a model, in which each is the XOR of the numbers of
// features of the model; of returns false for those that do not count. A number that is known except for
// a constant tells only what others with this constant do.
func (r *system) fits(of func(n Number) (features []string, counts bool)) (t tally) {
	model := newNumbers(nil)
	var all []equation
	for _, n := range r.numbers {
		features, counts := of(n)
		if !counts || n.Free != 0 && features == nil {
			continue
		}
		if n.Free != 0 {
			features = append(features, fmt.Sprint("constant ", n.Free))
		}
		e := equation{key: n.Key}
		for _, name := range features {
			e.ids = append(e.ids, model.id(name))
		}
		all = append(all, e)
	}
	f := newFit(len(model.numbers))
	for _, e := range all {
		if rank := f.rank; !f.add(e.key, e.ids) {
			t.other++
		} else if f.rank == rank {
			t.follow++
		}
	}
	return t
}

// differ reports whether the numbers that contradict a model outweigh those that follow: if no key is
// wrong, one does.
func (r *system) differ(t tally) bool {
	return t.other > 0 && (!r.wrong || t.other > t.follow)
}

// castling returns which numbers castling rights have.
func (r *system) castling() string {
	in := func(m Model) tally {
		return r.fits(func(n Number) ([]string, bool) {
			set, ok := strings.CutPrefix(n.Name, "castling ")
			if m.Castling == Missing {
				return nil, ok
			}
			return m.Features(&Position{Castling: set})[1:], ok
		})
	}
	switch none, rights, sides := in(Model{Castling: Missing}), in(Model{Castling: FourNumbers}), in(Model{Castling: ColourNumbers}); {
	case none.follow > 0 && none.other == 0:
		return Missing
	case r.differ(rights) && sides.follow > 0 && !r.differ(sides):
		return ColourNumbers
	case r.differ(rights), r.differ(sides):
		return SetNumbers
	case rights.follow > sides.follow:
		return FourNumbers
	}
	return ""
}

// enPassant returns whether squares of one file share a number, and which
// squares count. A file without a number says nothing about the rule, unless no file has one.
func (r *system) enPassant() (numbers string, rule Rule) {
	const prefix = "en passant "
	any, missing := false, "" // files
	for _, n := range r.numbers {
		if square, ok := strings.CutPrefix(n.Name, prefix); ok && n.Free == 0 && n.Key != 0 {
			any = any || classOf(square) == legalEP
		} else if ok && n.Free == 0 && classOf(square) == legalEP {
			missing += square[:1]
		}
	}
	counts := func(n Number) (square string, ok bool) {
		square, ok = strings.CutPrefix(n.Name, prefix)
		return square, ok && n.Free == 0 && !(any && strings.Contains(missing, square[:1]))
	}
	none := func(class string) tally {
		return r.fits(func(n Number) ([]string, bool) {
			square, ok := counts(n)
			return nil, ok && classOf(square) == class
		})
	}
	squares := r.fits(func(n Number) ([]string, bool) {
		square, ok := counts(n)
		return []string{square[:1] + classOf(square)}, ok && n.Key != 0
	})
	switch {
	case r.differ(squares):
		numbers = BySquare
	case squares.follow > 0:
		numbers = ByFile
	}
	legal, pinned, nobody := none(legalEP), none(pinnedEP), none(nobodysEP)
	switch {
	case legal == tally{} && nobody == tally{}:
		return "", RuleUnknown
	case legal.other+pinned.other+nobody.other == 0:
		return "", RuleNever
	case legal.follow > 0:
		return numbers, RuleOther
	case nobody.other > 0 && nobody.follow+pinned.follow == 0:
		return numbers, RuleAlways
	case nobody.other > 0 || pinned.other > 0 && pinned.follow > 0:
		return numbers, RuleOther
	case pinned.follow > 0:
		return numbers, RuleLegal
	case pinned.other > 0:
		return numbers, RulePseudo
	}
	return numbers, RuleCapture
}

// classOf returns the class of a square of en passant, by its name.
func classOf(square string) string {
	return strings.TrimLeft(square, "abcdefghijklmnopqrstuvwxyz0123456789")
}
