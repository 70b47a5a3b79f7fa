package keycheck

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// A Kind is what several problems have in common.
type Kind string

const (
	Same      Kind = "same"      // keys that are zero, or have several names
	Dependent Kind = "dependent" // keys that are the XOR of few others
	Uneven    Kind = "uneven"    // numbers that make more collisions than random ones of 64 bits
	Poor      Kind = "poor"      // keys with very few bits, or nearly all, among others
)

// A Problem is a weakness of a set of keys. It is an error.
type Problem struct {
	Kind     Kind
	What     string // the weakness
	Means    string // its effect in play; "" if it is that of the problem before
	Harmless bool   // it has no effect in play
	Look     string // what to look for in the source, if that is known
}

func (p Problem) Error() string { return p.What }

// Explained returns the weakness, its effect in play, and what to look for.
func (p Problem) Explained() string {
	text := p.What
	if p.Means != "" {
		text += ": " + p.Means
	}
	if p.Look != "" {
		text += "; " + p.Look
	}
	return text
}

// sameKey is the effect of keys that change nothing together.
const sameKey = "a wrong key in play if two positions can differ in %s: both have the same key"

// problems are those found so far.
type problems []Problem

func (all *problems) add(kind Kind, means, look, what string, args ...any) {
	*all = append(*all, Problem{Kind: kind, What: fmt.Sprintf(what, args...), Means: means, Look: look})
}

// Problems returns what is wrong with the keys.
func (r *Report) Problems() []Problem {
	var all problems
	r.copies(&all)
	r.narrow(&all)
	sound := len(all)
	r.ranks(&all)
	low := len(all) > sound
	var more problems
	r.uneven(&more)
	if stuck := slices.ContainsFunc(r.Ones[:], func(n int) bool { return n == 0 || n == r.Distinct }); !low && !stuck {
		if same := r.squares(); same != nil {
			more = same // uneven bits come from them
		}
	}
	all = append(all, more...)
	r.poor(&all)
	for _, sets := range []Sets{r.Triples, r.Quads} {
		p := Problem{Kind: Dependent, What: list(sets.Example) + " have XOR zero", Harmless: sets.Exclusive,
			Means: fmt.Sprintf(sameKey, "just these") + " (leave out a key that is the XOR of others by design)"}
		if sets.Exclusive {
			p.Means = "harmless in play: a position has one en passant square and one piece on a square, so no two positions differ in just these"
		}
		if sets.Count > 1 {
			p.What = fmt.Sprintf("%d sets of %d keys have XOR zero, such as %s", sets.Count, sets.Size, list(sets.Example))
		}
		if sets.Count > 0 {
			all = append(all, p)
		}
	}
	for i := len(all) - 1; i > 0; i-- {
		if all[i].Means == all[i-1].Means {
			all[i].Means = ""
		}
	}
	return all
}

// copies finds keys that are zero or shared.
func (r *Report) copies(all *problems) {
	alone, these := fmt.Sprintf(sameKey, "nothing else"), fmt.Sprintf(sameKey, "just these")
	switch zero := slices.DeleteFunc(slices.Clone(r.Zero), r.zeroByDesign); {
	case len(zero) == 1:
		all.add(Same, alone, "", "the key of %s is zero: it changes nothing", list(zero))
	case len(zero) > 1:
		all.add(Same, alone, "", "%d keys are zero and change nothing: %s", len(zero), list(zero))
	}
	const most = 3
	for _, names := range r.Shared[:min(len(r.Shared), most)] {
		all.add(Same, these, "", "%s have the same key", list(names))
	}
	if more := len(r.Shared) - most; more > 0 {
		all.add(Same, these, "", "and %d more keys have several names", more)
	}
}

// zeroByDesign reports whether a zero key may be meant: one of the players to move, or no
// castling rights, where another player or right has a number.
func (r *Report) zeroByDesign(name string) bool {
	kind := func(name string) string {
		if lower := strings.ToLower(name); lower == "castling none" || lower == "castling -" {
			return "none"
		}
		return KindOf(name)
	}
	mine, others := kind(name), 0
	for _, k := range r.Keys {
		switch other := kind(k.Name); {
		case k.Name == name:
		case k.Key == 0 && other == mine:
			return false
		case mine == "side" && other == mine, mine == "none" && other == "castling":
			others++
		}
	}
	return others > 0
}

// narrow finds keys whose high bits are never set.
func (r *Report) narrow(all *problems) {
	if width := r.Width(); width < 64 {
		dead := r.dead(64)
		high := slices.DeleteFunc(slices.Clone(dead), func(b int) bool { return b < width })
		all.add(Uneven, fmt.Sprintf("collisions are %s as likely", power(64-width)), sourceOf(dead),
			"the keys have %d bits, want 64: %s never set", width, isOrAre(high))
	}
}

// ranks finds ranks that are too low, but for narrow keys.
func (r *Report) ranks(all *problems) {
	for _, rank := range r.Ranks {
		used := min(r.Width(), rank.Width)
		if rank.high {
			used = max(0, r.Width()-(64-rank.Width))
		}
		if rank.OK() || rank.Rank == min(rank.Keys, used) {
			continue
		}
		kind, means, computed := Uneven, fmt.Sprintf("collisions are %s as likely", power(rank.Most()-rank.Rank)), ""
		switch {
		case rank.Keys < rank.Width:
			kind, means = Dependent, "some keys are the XOR of others: a wrong key in play if two positions can differ in just these"
		case rank.Width == 64:
			means += fmt.Sprintf(", as with keys of %d bits", rank.Rank)
		default:
			means += " in a table that uses only these bits as index, or keeps only these"
		}
		if len(rank.Dependent) > 0 && rank.Keys >= rank.Width {
			Fired("computed bits")
			computed = ": " + plural(rank.Dependent) + " can be computed from the others"
		}
		all.add(kind, means, "", "%s: rank %d over GF(2), want %d%s", rank.Bits, rank.Rank, rank.Most(), computed)
	}
}

// uneven finds bits that are set too often, or not often enough.
func (r *Report) uneven(all *problems) {
	const collide = "two moves from one position collide %.3g times as often"
	var always, uneven []int
	times := 1.0 // how many times as likely all uneven bits together make a collision
	for b, n := range r.Ones {
		switch {
		case r.BiasOK(b) || n == 0:
		case n == r.Distinct:
			always = append(always, b)
		default:
			uneven = append(uneven, b)
			times *= likelier(r.Distinct, n)
		}
	}
	means := fmt.Sprintf(collide, times)
	if times < 1.1 {
		means = "harmless in play: " + means
	} else if len(uneven) > 1 {
		means += ", with all uneven bits together"
	}
	const most = 5
	for _, b := range uneven[:min(len(uneven), most)] {
		all.add(Uneven, means, "", "bit %d is set in %d of %d keys, %.1f standard deviations from half", b, r.Ones[b], r.Distinct, math.Abs(r.Z(b)))
	}
	if more := len(uneven) - most; more > 0 {
		all.add(Uneven, means, "", "and %d more bits are uneven, too", more)
	}
	for i := range *all {
		(*all)[i].Harmless = times < 1.1
	}
	if never := r.dead(r.Width()); len(never) > 0 { // narrow keys are a problem of their own
		look := ""
		if r.Width() == 64 {
			look = sourceOf(never)
		}
		all.add(Uneven, fmt.Sprintf("collisions are %s as likely, as with keys of %d bits", power(len(never)), 64-len(never)), look,
			"%s never set", isOrAre(never))
	}
	if always != nil {
		all.add(Uneven, fmt.Sprintf("collisions are %s as likely between positions that both have an even number of keys, or both an odd number", power(len(always))), "",
			"%s set in every key", isOrAre(always))
	}
}

// Sound says what [Report.Problems] looks for and did not find, as far as it was searched.
func (r *Report) Sound() string {
	text := "none zero, shared, or the XOR of two or three others; no uneven or dependent bits"
	if r.Distinct > r.Quads.Keys {
		text += fmt.Sprintf(" (three others: among the first %d)", r.Quads.Keys)
	}
	return text
}

// power formats a factor of 2^n: "twice", "8 times", "2^20 times".
func power(n int) string {
	switch {
	case n == 1:
		return "twice"
	case n < 10:
		return fmt.Sprint(1<<n, " times")
	}
	return fmt.Sprintf("2^%d times", n)
}

const mostListed = 8

func list(names []string) string { return words.List(names, mostListed) }

// plural returns "bit 3", or "bits 3, 5-9".
func plural(bits []int) string {
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
	if len(bits) == 1 {
		return "bit " + parts[0]
	}
	return "bits " + strings.Join(parts, ", ")
}

func isOrAre(bits []int) string {
	if len(bits) == 1 {
		return plural(bits) + " is"
	}
	return plural(bits) + " are"
}
