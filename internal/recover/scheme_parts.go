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

// most reports whether numbers that differ count more than those that are the same: if no
// key is wrong, one does.
func (r *reader) most(differ, same int) bool {
	return differ > 0 && (!r.wrong || differ > same)
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
	linear, not, zero := 0, 0, 0
	known := 0
	for set := range sets {
		if v, ok := r.sum("castling " + set); ok {
			known++
			if v == 0 {
				zero++
			}
		}
		if len(set) < 2 {
			continue
		}
		parts := []string{"castling " + set}
		for i := range len(set) {
			parts = append(parts, "castling "+set[i:i+1])
		}
		if v, ok := r.sum(parts...); ok {
			if v == 0 {
				linear++
			} else {
				not++
			}
		}
	}
	switch {
	case len(sets) == 0:
		return ""
	case known > 0 && zero == known:
		return Missing
	case r.most(not, linear):
		return SetNumbers
	case linear > 0:
		return FourNumbers
	}
	return ""
}

// enPassant returns whether squares of one file share a number, and which
// squares count.
func (r *reader) enPassant() (numbers string, rule Rule) {
	type tally struct{ zero, other int }
	classes := make(map[string]*tally)
	for _, c := range []string{legalEP, pinnedEP, nobodysEP} {
		classes[c] = new(tally)
	}
	zero := r.zeroFiles()
	same, differ := 0, 0
	seen := make(map[string]string) // a feature of each class and file
	for _, name := range r.names {
		if !strings.HasPrefix(name, "en passant ") {
			continue
		}
		square, class := name[len("en passant "):], legalEP
		if i := strings.IndexByte(square, ' '); i >= 0 {
			square, class = square[:i], square[i:]
		}
		v, ok := r.sum(name)
		if !ok || zero[square[:1]] {
			continue
		}
		if v == 0 {
			classes[class].zero++
			continue
		}
		classes[class].other++
		id := square[:1] + class
		if other, ok := seen[id]; !ok {
			seen[id] = name
		} else if v, ok := r.sum(other, name); ok && v == 0 {
			same++
		} else if ok {
			differ++
		}
	}
	switch {
	case r.most(differ, same):
		numbers = BySquare
	case same > 0:
		numbers = ByFile
	}
	legal, pinned, nobody := classes[legalEP], classes[pinnedEP], classes[nobodysEP]
	all := func(t *tally) bool { return t.zero == 0 }
	none := func(t *tally) bool { return t.other == 0 }
	switch {
	case legal.zero+legal.other+nobody.zero+nobody.other == 0:
		return "", RuleUnknown
	case none(legal) && none(pinned) && none(nobody):
		return "", RuleNever
	case all(legal) && all(pinned) && all(nobody) && nobody.other > 0:
		return numbers, RuleAlways
	case all(legal) && all(pinned) && none(nobody) && pinned.other > 0:
		return numbers, RulePseudo
	case all(legal) && none(pinned) && none(nobody) && pinned.zero > 0:
		return numbers, RuleLegal
	case all(legal) && none(nobody) && pinned.zero+pinned.other == 0:
		return numbers, RulePseudo // or legal: no sample shows which
	}
	return numbers, RuleOther
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
	seen, counted, cancel := false, false, false
	for _, name := range r.names {
		letter, count, ok := strings.Cut(name, " in hand ")
		if !ok {
			continue
		}
		seen = true
		n, _ := strconv.Atoi(count)
		v, ok := r.sum(name)
		if !ok {
			continue
		}
		if v != 0 {
			counted = true
		} else if one, ok := r.sum(letter + " in hand 1"); n%2 == 0 && ok && one != 0 {
			cancel = true
		}
	}
	switch {
	case !seen:
		return ""
	case cancel:
		return Cancelling
	case !counted:
		return Missing
	}
	return ByCount
}

func (r *reader) checks() string {
	var first [2]string
	compared := false
	for _, name := range r.names {
		for side, prefix := range [2]string{"white checks ", "black checks "} {
			if !strings.HasPrefix(name, prefix) {
				continue
			}
			if first[side] == "" {
				first[side] = name
			} else if v, ok := r.sum(first[side], name); ok {
				if v != 0 {
					return Counted
				}
				compared = true
			}
		}
	}
	if compared {
		return Missing
	}
	return ""
}

// promoted returns the promoted pieces that have the numbers of another piece, on
// every square where both are known. own reports whether some have numbers of their
// own. A piece marked with '~' counts as the piece without the mark, unless a number
// shows otherwise.
func (r *reader) promoted() (as map[string]string, own bool) {
	same, differ := make(map[[2]string]int), make(map[[2]string]int)
	others := make(map[string][]string) // letters on a square
	for _, name := range r.names {
		if square, letter, ok := strings.Cut(name, " "); ok && !strings.ContainsAny(letter, "~ ") {
			others[square] = append(others[square], letter)
		}
	}
	var letters []string
	for _, name := range r.names {
		square, letter, ok := strings.Cut(name, " ")
		if !ok || !strings.ContainsAny(letter, "+~") || strings.Contains(letter, " ") {
			continue
		}
		if !slices.Contains(letters, letter) {
			letters = append(letters, letter)
		}
		for _, o := range others[square] {
			if o == letter {
				continue
			}
			if v, ok := r.sum(name, square+" "+o); ok && v == 0 {
				same[[2]string{letter, o}]++
			} else if ok {
				differ[[2]string{letter, o}]++
			}
		}
	}
	as = make(map[string]string)
	for _, letter := range letters {
		bare, marked := strings.CutSuffix(letter, "~")
		if marked && differ[[2]string{letter, bare}] == 0 {
			as[letter] = bare
		}
		for pair := range same {
			// Of two promoted pieces, the first stands for both.
			first := !strings.Contains(pair[1], "+") || slices.Index(letters, pair[1]) < slices.Index(letters, letter)
			if pair[0] == letter && differ[pair] == 0 && first && (as[letter] == "" || pair[1] < as[letter]) {
				as[letter] = pair[1]
			}
		}
		own = own || as[letter] == ""
	}
	return as, own
}
