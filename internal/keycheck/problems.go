package keycheck

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// A Kind is what several problems have in common.
type Kind string

const (
	Zero      Kind = "zero"      // keys that are zero
	Same      Kind = "same"      // keys that have several names
	Dependent Kind = "dependent" // keys that are the XOR of few others
	Uneven    Kind = "uneven"    // numbers that make more collisions than random ones of 64 bits
	Poor      Kind = "poor"      // keys with very few bits among others
)

// A Problem is a weakness of a set of keys. It is an error.
type Problem struct {
	Kind     Kind
	Name     string // of the bug, or "" if the kind has none
	What     string // the weakness
	Means    string // its effect in play
	Harmless bool   // it has no effect in play
}

func (p Problem) Error() string { return p.What }

// Explained returns the weakness and its effect in play.
func (p Problem) Explained() string { return p.What + ": " + p.Means }

// The effects of keys that change nothing together.
const (
	alone = "two positions that differ in nothing else have the same key"
	these = "two positions that differ in just these have the same key"
)

// problems are those found so far.
type problems []Problem

func (all *problems) add(kind Kind, means, what string, args ...any) *Problem {
	*all = append(*all, Problem{Kind: kind, What: fmt.Sprintf(what, args...), Means: means})
	return &(*all)[len(*all)-1]
}

// Problems returns what is wrong with the keys.
func (r *Report) Problems() []Problem {
	var all problems
	r.copies(&all)
	sound := len(all)
	for _, find := range []func(*problems){r.narrow, r.uneven, r.squares} { // each may come from the one before
		if len(all) == sound {
			find(&all)
		}
	}
	r.poor(&all)
	const fewBits = 40 // with so few, such sets are chance
	for _, sets := range r.Sets {
		if sets.Count == 0 || r.Bits() <= fewBits {
			continue
		}
		p := all.add(Dependent, these+" (leave out a key that is the XOR of others by design)", "%s have XOR zero", list(sets.Example))
		if sets.Count > 1 {
			p.What = fmt.Sprintf("%d sets of %d keys have XOR zero, such as %s", sets.Count, sets.Size, list(sets.Example))
		}
		if p.Harmless = sets.Exclusive; p.Harmless {
			p.Means = "harmless in play: a position has one en passant square and one piece on a square, so no two positions differ in just these"
		}
	}
	for i := range all {
		all[i].Name = r.Name(all[i].Kind)
	}
	return all
}

// Name returns the name of the bug that a kind of problem is, or "".
func (r *Report) Name(kind Kind) string {
	switch bits := r.Bits(); {
	case kind == Poor:
		return "bare-numbers"
	case kind == Uneven && bits < 64:
		return fmt.Sprintf("%d-bits", bits)
	case kind == Uneven:
		return "uneven-numbers"
	}
	return ""
}

// copies finds keys that are zero or shared.
func (r *Report) copies(all *problems) {
	switch zero := slices.DeleteFunc(slices.Clone(r.Zero), r.zeroByDesign); {
	case len(zero) == 1:
		all.add(Zero, alone, "the key of %s is zero: it changes nothing", list(zero))
	case len(zero) > 1:
		all.add(Zero, alone, "%d keys are zero and change nothing: %s", len(zero), list(zero))
	}
	if len(r.Shared) > 0 {
		p := all.add(Same, these, "%s have the same key", list(r.Shared[0]))
		if more := len(r.Shared) - 1; more > 0 {
			p.What += fmt.Sprintf("; and %d more of the keys have several names", more)
		}
	}
}

// zeroByDesign reports whether a zero key may be meant: no castling rights, or one of two players to move.
func (r *Report) zeroByDesign(name string) bool {
	lower := strings.ToLower(name)
	return lower == "castling none" || lower == "castling -" || KindOf(name) == "side" &&
		slices.ContainsFunc(r.Keys, func(k Named) bool { return k.Key != 0 && KindOf(k.Name) == "side" })
}

// narrow finds bits that at most one key has, and that others determine.
func (r *Report) narrow(all *problems) {
	means := fmt.Sprintf("collisions are %.3g times as likely, as with keys of %d bits", math.Exp2(float64(64-r.Bits())), r.Bits())
	switch dead := r.dead(); {
	case dead != nil:
		all.add(Uneven, means, "the keys have %d bits, want 64: bits that at most one key has: %s", r.Bits(), ranges(dead))
	case r.RankOK():
	case r.Distinct < 64:
		all.add(Dependent, these, "all 64 bits: rank %d over GF(2), want %d: some keys are the XOR of others", r.Rank, r.Distinct)
	default:
		Fired("computed bits")
		all.add(Uneven, means, "the keys have %d bits, want 64: bits that can be computed from others: %s", r.Bits(), ranges(r.Dependent))
	}
}

// uneven finds bits that are set too often, or not often enough.
func (r *Report) uneven(all *problems) {
	n, times := 0, 1.0 // how many times as likely all uneven bits together make a collision
	for b, ones := range r.Ones {
		if !r.BiasOK(b) {
			n, times = n+1, times*likelier(r.Distinct, ones)
		}
	}
	if n == 0 {
		return
	}
	worst := r.WorstBit()
	p := all.add(Uneven, fmt.Sprintf("two moves from one position collide %.3g times as often", times),
		"%s uneven: bit %d is set in %d of %d keys", words.Plural(n, "bit"), worst, r.Ones[worst], r.Distinct)
	if p.Harmless = times < 1.1; p.Harmless {
		p.Means = "harmless in play: " + p.Means
	}
}

// squares finds bits that are equal in all keys of each square: all keys together hide them. It leaves out
// numbers that are known only except for a constant.
func (r *Report) squares(all *problems) {
	first := make(map[string]uint64)
	var differ Report // of two keys of one square
	for i, name := range r.finder.names {
		cell, _, ok := Cell(name)
		if !ok || strings.Contains(name, " against ") {
			continue
		}
		if x, seen := first[cell]; seen {
			differ.count(r.finder.keys[i] ^ x)
		} else {
			first[cell] = r.finder.keys[i]
		}
	}
	if same := differ.dead(); same != nil {
		Fired("bits of a square")
		all.add(Uneven, fmt.Sprintf("positions with the same occupied squares collide %.3g times as often", math.Exp2(float64(len(same)))),
			"bits that are the same in all keys of a square: %s", ranges(same))
	}
}

// poor finds numbers with few bits, if most others have about half of 64.
func (r *Report) poor(all *problems) {
	const few = 7 // bits: one random number in 10^10 has so few
	var names []string
	half := 0
	for _, k := range r.Keys {
		if n := bits.OnesCount64(uint64(k.Key)); n >= 24 && n <= 40 {
			half++
		} else if n > 0 && n <= few {
			names = append(names, k.Name)
		}
	}
	if names != nil && 4*len(names) <= len(r.Keys) && 2*half > len(r.Keys) {
		Fired("poor")
		all.add(Poor, "weak: positions that differ in few of these share most bits of their keys", "at most %d bits are set in %s", few, list(names))
	}
}

// Sound says what [Report.Problems] looks for and did not find, as far as it was searched.
func (r *Report) Sound() string {
	text := "none zero, shared, or the XOR of two or three others; no uneven or dependent bits"
	if r.Distinct > MostSets {
		text += fmt.Sprintf(" (among the first %d)", MostSets)
	}
	return text
}

func list(names []string) string { return words.List(names, 8) }

// ranges returns "3, 5-9".
func ranges(bits []int) string {
	var parts []string
	for i := 0; i < len(bits); i++ {
		first := i
		for i+1 < len(bits) && bits[i+1] == bits[i]+1 {
			i++
		}
		part := strconv.Itoa(bits[first])
		if i > first {
			part += "-" + strconv.Itoa(bits[i])
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}

// exclude reports whether, by their names, no two positions can differ in just these
// keys. A position has at most one en passant square, and at most one piece on each
// square. So two positions differ in at most two en passant keys, and in at most two
// keys of one square.
func exclude(names []string) bool {
	count := make(map[string]int)
	for _, name := range names {
		group, _, ok := Cell(name)
		if KindOf(name) == "en-passant" {
			group, ok = "en passant", true
		}
		if ok {
			count[group]++
		}
		if count[group] > 2 {
			return true
		}
	}
	return false
}
