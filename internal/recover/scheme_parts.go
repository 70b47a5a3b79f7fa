package recover

import (
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A reader reads the scheme from the solved numbers.
type reader struct {
	names  []string
	number map[string]Number
	unsure map[string]bool // numbers from a single key, which may be wrong
	wrong  bool            // some keys are
}

func newReader(names []string, s solution, seed uint64) *reader {
	r := &reader{names, make(map[string]Number, len(names)), make(map[string]bool), s.sure != nil}
	for i, n := range s.fit.numbers(seed) {
		n.Name = names[i]
		r.number[n.Name] = n
		r.unsure[n.Name] = s.sure != nil && !s.sure[i]
	}
	return r
}

// sum returns the XOR of the numbers of some features, and whether the equations
// determine it. Zero is hardly chance, but a wrong key can make any other sum.
func (r *reader) sum(names ...string) (key zobrist.Key, ok bool) {
	var free uint64
	unsure := false
	for _, name := range names {
		n, known := r.number[name]
		if !known {
			return 0, false
		}
		key ^= n.Key
		free ^= n.Free
		unsure = unsure || r.unsure[name]
	}
	return key, free == 0 && (key == 0 || !unsure)
}

// A tally counts the sums of features that are zero, and those that are not.
type tally struct{ zero, other int }

func (t tally) none() bool { return t == tally{} }

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

// castling compares the number of each set of rights with the XOR of the numbers of
// its rights.
func (r *reader) castling(samples []Sample) string {
	sets := make(map[string]bool)
	for _, s := range samples {
		if s.Position.Castling != "" {
			sets[s.Position.Castling] = true
		}
	}
	var alone, parts tally
	for set := range sets {
		names := []string{"castling " + set}
		r.count(&alone, names...)
		if len(set) < 2 {
			continue
		}
		for i := range len(set) {
			names = append(names, "castling "+set[i:i+1])
		}
		r.count(&parts, names...)
	}
	switch {
	case alone.zero > 0 && alone.other == 0:
		return Missing
	case r.differ(parts):
		return SetNumbers
	case parts.zero > 0:
		return FourNumbers
	}
	return ""
}

// enPassant returns whether squares of one file share a number, and which
// squares count.
func (r *reader) enPassant() (numbers string, rule Rule) {
	classes := make(map[string]tally)
	zero := r.zeroFiles()
	var squares tally               // of two squares of one file
	seen := make(map[string]string) // a feature of each class and file
	for _, name := range r.names {
		square, ok := strings.CutPrefix(name, "en passant ")
		if !ok || zero[square[:1]] {
			continue
		}
		class := strings.TrimLeft(square, "abcdefghijklmnopqrstuvwxyz0123456789")
		t := classes[class]
		r.count(&t, name)
		if t.other > classes[class].other {
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
	case legal.none() && nobody.none():
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

// zeroFiles returns the files whose en passant number is zero, unless all are. A
// file without a number says nothing about the rule.
func (r *reader) zeroFiles() map[string]bool {
	zero, other := make(map[string]bool), false
	for _, name := range r.names {
		square, ok := strings.CutPrefix(name, "en passant ")
		if !ok || strings.Contains(square, " ") {
			continue
		}
		if v, ok := r.sum(name); ok && v == 0 {
			zero[square[:1]] = true
		} else if ok {
			other = true
		}
	}
	if !other {
		return nil
	}
	return zero
}

func (r *reader) hands() string {
	seen := false
	var all, pairs tally // pairs: even numbers of pieces that count alone
	for _, name := range r.names {
		letter, number, ok := strings.Cut(name, " in hand ")
		if !ok {
			continue
		}
		seen = true
		r.count(&all, name)
		if n, _ := strconv.Atoi(number); n%2 == 0 {
			if one, ok := r.sum(letter + " in hand 1"); ok && one != 0 {
				r.count(&pairs, name)
			}
		}
	}
	switch {
	case !seen:
		return ""
	case pairs.zero > 0:
		return Cancelling
	case all.other == 0:
		return Missing
	}
	return ByCount
}

func (r *reader) checks() string {
	var t tally
	first := make(map[string]string) // of each side
	for _, name := range r.names {
		side, _, ok := strings.Cut(name, " checks ")
		switch {
		case !ok:
		case first[side] == "":
			first[side] = name
		default:
			r.count(&t, first[side], name)
		}
	}
	switch {
	case t.other > 0:
		return Counted
	case t.zero > 0:
		return Missing
	}
	return ""
}

// promoted returns the promoted pieces that have the numbers of another piece, on
// every square where both are known. own reports whether some have numbers of their
// own. A piece marked with '~' counts as the piece without the mark, unless a number
// shows otherwise.
func (r *reader) promoted() (as map[string]string, own bool) {
	others := make(map[string][]string) // letters on a square
	var letters []string
	for _, name := range r.names {
		square, letter, ok := strings.Cut(name, " ")
		if !ok || strings.Contains(letter, " ") {
			continue
		}
		if !strings.Contains(letter, "~") {
			others[square] = append(others[square], letter)
		}
		if strings.ContainsAny(letter, "+~") && !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
	}
	compared := make(map[[2]string]tally)
	for square, on := range others {
		for _, letter := range letters {
			for _, other := range on {
				if other != letter {
					t := compared[[2]string{letter, other}]
					r.count(&t, square+" "+letter, square+" "+other)
					compared[[2]string{letter, other}] = t
				}
			}
		}
	}
	as = make(map[string]string)
	for i, letter := range letters {
		if bare, marked := strings.CutSuffix(letter, "~"); marked && compared[[2]string{letter, bare}].other == 0 {
			as[letter] = bare
		}
		for pair, t := range compared {
			// Of two promoted pieces, the first stands for both.
			first := !strings.Contains(pair[1], "+") || slices.Index(letters, pair[1]) < i
			if pair[0] == letter && t.zero > 0 && t.other == 0 && first && (as[letter] == "" || pair[1] < as[letter]) {
				as[letter] = pair[1]
			}
		}
		own = own || as[letter] == ""
	}
	return as, own
}
