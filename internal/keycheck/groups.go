package keycheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A partition divides the keys of pieces on squares into groups: by square, by piece or
// by colour.
type partition struct {
	of     string // "piece"
	names  []string
	groups map[string][]uint64
}

// partitions reads the names of the keys, such as "e4 P". The piece may be a number; then
// it has no colour.
func partitions(all []Named) []partition {
	by := []partition{{of: "square"}, {of: "piece"}, {of: "colour"}}
	for i := range by {
		by[i].groups = make(map[string][]uint64)
	}
	add := func(p *partition, group string, key uint64) {
		if p.groups[group] == nil {
			p.names = append(p.names, group)
		}
		p.groups[group] = append(p.groups[group], key)
	}
	for _, k := range all {
		square, piece, ok := strings.Cut(k.Name, " ")
		if !ok || strings.Contains(piece, " ") || !isCell(square) {
			continue
		}
		add(&by[0], square, uint64(k.Key))
		add(&by[1], piece, uint64(k.Key))
		switch letter := strings.Trim(piece, "+~"); {
		case len(letter) != 1:
		case 'A' <= letter[0] && letter[0] <= 'Z':
			add(&by[2], "upper-case pieces", uint64(k.Key))
		case 'a' <= letter[0] && letter[0] <= 'z':
			add(&by[2], "lower-case pieces", uint64(k.Key))
		}
	}
	return by
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
	f := newFinder(r.Keys)
	distinct := make([]Named, len(f.keys))
	for i, k := range f.keys {
		distinct[i] = Named{f.names[i], zobrist.Key(k)}
	}
	by := partitions(distinct)
	for _, p := range by[:2] {
		if len(p.groups) < 2 {
			continue
		}
		if bits := p.fixed(); bits != nil {
			all = append(all, Problem{
				What:  fmt.Sprintf("all keys of one %s have the same %s", p.of, plural("bit", bits)),
				Means: fmt.Sprintf("collisions between positions with the same %ss are %s as likely", map[string]string{"square": "occupied square", "piece": "piece"}[p.of], power(len(bits))),
				Look:  lowBits(bits),
			})
		}
	}
	if all != nil {
		return all
	}
	for _, p := range []partition{by[2], by[1]} {
		names, bits := p.low()
		if names == nil {
			continue
		}
		what := fmt.Sprintf("the keys of %s have a low rank over GF(2)", list(names))
		if bits != nil {
			what += fmt.Sprintf(": %s can be computed from the others", plural("bit", bits))
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
