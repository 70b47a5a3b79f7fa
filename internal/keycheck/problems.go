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

// A Problem is a weakness of a set of keys.
type Problem struct {
	Name  string // of the bug, or "" for keys that are zero, shared, or the XOR of few others
	What  string // the weakness
	Means string // its effect in play
}

// Explained returns the weakness and its effect in play.
func (p Problem) Explained() string { return p.What + ": " + p.Means }

// The effects of keys that change nothing together.
const (
	alone = "two positions that differ in nothing else have the same key"
	these = "positions that differ in just these, if there are any, have the same key"
)

// problems are those found so far.
type problems []Problem

func (all *problems) add(name, means, what string, args ...any) *Problem {
	*all = append(*all, Problem{Name: name, What: fmt.Sprintf(what, args...), Means: means})
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
		all.add("", these+" (leave out a key that is the XOR of others by design)", "%s have XOR zero (such sets of %d keys: %d)",
			list(sets.Example), sets.Size, sets.Count)
		break
	}
	return all
}

// bits is the name of numbers that make more collisions than random ones of 64 bits.
func (r *Report) bits() string {
	if bits := r.Bits(); bits < 64 {
		return fmt.Sprintf("%d-bits", bits)
	}
	return "uneven-numbers"
}

// copies finds keys that are zero or shared.
func (r *Report) copies(all *problems) {
	zero := slices.DeleteFunc(slices.Clone(r.Zero), func(name string) bool {
		// It may be meant: no castling rights, or one of two players to move. Of a king's keys, which are known
		// except for a constant, it means that two are shared, as others are.
		lower := strings.ToLower(name)
		return len(r.Shared) > 0 && strings.Contains(name, " against ") || lower == "castling none" || lower == "castling -" || KindOf(name) == "side" &&
			slices.ContainsFunc(r.Keys, func(k Named) bool { return k.Key != 0 && KindOf(k.Name) == "side" })
	})
	if len(zero) > 0 {
		all.add("", alone, "the key of %s is zero", list(zero))
	}
	shared := slices.DeleteFunc(slices.Clone(r.Shared), func(names []string) bool { // zero, too, if known except for a constant
		return strings.Contains(names[0], " against ") && slices.Contains(KindsOf(zero), KindOf(names[0]))
	})
	if len(shared) > 0 {
		p := all.add("", these, "%s have the same key", list(shared[0]))
		if more := len(shared) - 1; more > 0 {
			p.What += fmt.Sprintf("; and %d more of the keys have several names", more)
		}
	}
}

// narrow finds bits that at most one key has, and that others determine.
func (r *Report) narrow(all *problems) {
	means := fmt.Sprintf("collisions are %.3g times as likely, as with keys of %d bits", math.Exp2(float64(64-r.Bits())), r.Bits())
	switch dead := r.dead(); {
	case dead != nil:
		all.add(r.bits(), means, "the keys have %d bits, want 64: bits that at most one key has: %s", r.Bits(), ranges(dead))
	case r.RankOK():
	case r.Distinct < 64:
		all.add("", these, "all 64 bits: rank %d over GF(2), want %d: some keys are the XOR of others", r.Rank, r.Distinct)
	default:
		Fired("computed bits")
		all.add(r.bits(), means, "the keys have %d bits, want 64: bits that can be computed from others: %s", r.Bits(), ranges(r.Dependent))
	}
}

// uneven finds bits that are set too often, or not often enough. If a share p of the keys has a bit set, the bit is
// zero in the XOR of k keys with a chance of (1 + (1-2p)^k) / 2. Two moves from one position differ in four keys.
func (r *Report) uneven(all *problems) {
	n, times := 0, 1.0 // how many times as likely all uneven bits together make a collision
	for b, ones := range r.Ones {
		if !r.BiasOK(b) {
			n, times = n+1, times*(1+math.Pow(1-2*float64(ones)/float64(r.Distinct), 4))
		}
	}
	if times < 1.1 { // no harm in play
		return
	}
	worst := r.WorstBit()
	all.add(r.bits(), "weak: an uneven bit tells positions apart less often than a random one", "%s uneven: bit %d is set in %d of %d keys", words.Plural(n, "bit"), worst, r.Ones[worst], r.Distinct)
}

// squares finds bits that are equal in all keys of each square, which all keys together hide, without unknown ones.
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
		p := all.add(r.bits(), fmt.Sprintf("positions with the same occupied squares collide %.3g times as often", math.Exp2(float64(len(same)))),
			"bits that are the same in all keys of a square: %s", ranges(same))
		if same[len(same)-1] == len(same)-1 { // the lowest
			p.What += ", as a linear congruential generator draws them"
		}
	}
}

// poor finds numbers with few bits, if most others have about half of 64.
func (r *Report) poor(all *problems) {
	few := 7 * r.Bits() / 64 // one random number of 64 bits in 10^10 has so few
	var names []string
	half, most := 0, 0
	for _, k := range r.Keys {
		if n := bits.OnesCount64(uint64(k.Key)); 8*n >= 3*r.Bits() && 8*n <= 5*r.Bits() {
			half++
		} else if n > 0 && n <= few {
			names, most = append(names, k.Name), max(most, n)
		}
	}
	if names != nil && few > 2 && 4*len(names) <= len(r.Keys) && 2*half > len(r.Keys) {
		Fired("poor")
		all.add("bare-numbers", "weak: positions that differ in few of these share most bits of their keys", "few bits are set, at most %d, in %s", most, list(names))
	}
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

// exclude reports whether, by their names, no two positions can differ in just these keys. A position has at most
// one en passant square, and at most one piece on each square, and one set of castling rights if sets have keys.
// So two positions differ in at most two of these.
func exclude(names []string) bool {
	count, odd := make(map[string]int), make(map[string]bool)
	for _, name := range strings.Split(strings.Join(names, " against "), " against ") {
		odd[name] = !odd[name] // the first of some kings' numbers cancels
	}
	sets := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return KindOf(name) != "castling" || len(name) <= len("castling K") })
	for name := range odd {
		group, _, ok := Cell(name)
		ok = ok && odd[name]
		if kind := KindOf(name); kind == "en-passant" || kind == "castling" && len(sets) > 1 {
			group, ok = kind, true
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
