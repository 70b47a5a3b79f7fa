package keycheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// A partition divides the keys of pieces on squares into groups: by square, by piece or
// by colour.
type partition struct {
	names  []string // of the groups
	groups map[string][]uint64
}

// partitions divides the keys by their names, such as "e4 P". The piece may be a number; then
// it has no colour.
func partitions(f *finder) (square, piece, colour partition) {
	for _, p := range []*partition{&square, &piece, &colour} {
		p.groups = make(map[string][]uint64)
	}
	for i, name := range f.names {
		at, man, ok := onCell(name)
		if !ok {
			continue
		}
		square.add(at, f.keys[i])
		piece.add(man, f.keys[i])
		switch letter := strings.Trim(man, "+~"); {
		case len(letter) != 1 || !words.IsLetter(letter[0]):
		case letter < "a":
			colour.add("upper-case pieces", f.keys[i])
		default:
			colour.add("lower-case pieces", f.keys[i])
		}
	}
	return square, piece, colour
}

func (p *partition) add(group string, key uint64) {
	if p.groups[group] == nil {
		p.names = append(p.names, group)
	}
	p.groups[group] = append(p.groups[group], key)
}

// fixed returns the bits that are equal in all keys of each group, not by chance.
func (p partition) fixed() (bits []int) {
	var differ uint64
	n := 0
	for _, keys := range p.groups {
		for _, k := range keys[1:] {
			differ |= k ^ keys[0]
			n++
		}
	}
	for b := range 64 {
		if differ>>b&1 == 0 && 64*tail(n, n) < Alarm {
			bits = append(bits, b)
		}
	}
	return bits
}

// mostSets is one more than the number of independent sets with XOR zero that do not make
// the rank of a group low. [Report.Triples] and [Report.Quads] report such sets. With so few,
// a bit can seem to be computed from the others by chance.
const mostSets = 10

// low returns the groups whose keys have a rank that is too low, and the bits that can be
// computed in all of these.
func (p partition) low() (names []string, bits []int) {
	for _, name := range p.names {
		keys := p.groups[name]
		rank, dependent := rankOf(keys, 64)
		if len(keys) < rank+mostSets || (Rank{Width: 64, Rank: rank, Keys: len(keys)}).OK() {
			continue
		}
		if names = append(names, name); len(names) == 1 {
			bits = dependent
		}
		bits = slices.DeleteFunc(bits, func(b int) bool { return !slices.Contains(dependent, b) })
	}
	return names, bits
}

// groupProblems looks at groups of keys, for what all keys together hide.
func (r *Report) groupProblems() (all []Problem) {
	square, piece, colour := partitions(newFinder(r.Keys))
	for _, by := range []struct {
		partition
		of, same string
	}{{square, "square", "occupied squares"}, {piece, "piece", "pieces"}} {
		if bits := by.fixed(); bits != nil && len(by.groups) > 1 {
			all = append(all, Problem{
				What:  fmt.Sprintf("all keys of one %s have the same %s", by.of, plural(bits)),
				Means: fmt.Sprintf("collisions between positions with the same %s are %s as likely", by.same, power(len(bits))),
				Look:  lowBits(bits),
			})
		}
	}
	if all != nil {
		return all
	}
	for _, p := range []partition{colour, piece} {
		names, bits := p.low()
		if names == nil {
			continue
		}
		what := fmt.Sprintf("the keys of %s have a low rank over GF(2)", list(names))
		if bits != nil {
			what += fmt.Sprintf(": %s can be computed from the others", plural(bits))
		}
		return []Problem{{
			What:  what,
			Means: fmt.Sprintf("collisions are %s as likely between positions that differ only in these pieces", power(max(1, len(bits)))),
			Look:  "look for numbers of 32 bits or less that are extended, with or without their sign",
		}}
	}
	return nil
}

// lowBits returns where low bits that repeat come from.
func lowBits(bits []int) string {
	if bits[0] == 0 && bits[len(bits)-1] == len(bits)-1 {
		return "look for a linear congruential generator whose low bits are used: they repeat after 2, 4, 8 ... draws"
	}
	return "look for an index that is left out of the table or of its initialisation"
}
