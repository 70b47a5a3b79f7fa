package keycheck

import (
	"cmp"
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
	Zero      Kind = "zero"      // keys that are zero
	Same      Kind = "same"      // keys that have several names
	Dependent Kind = "dependent" // keys that are the XOR of few others
	Uneven    Kind = "uneven"    // numbers that make more collisions than random ones of 64 bits
	Poor      Kind = "poor"      // keys with very few bits, or nearly all, among others
)

// A Problem is a weakness of a set of keys. It is an error.
type Problem struct {
	Kind     Kind
	Name     string // of the bug, or "" if the kind has none
	What     string // the weakness
	Means    string // its effect in play
	Harmless bool   // it has no effect in play
	Look     string // what to look for in the source, if that is known
}

func (p Problem) Error() string { return p.What }

// Explained returns the weakness, its effect in play, and what to look for.
func (p Problem) Explained() string {
	text := p.What + ": " + p.Means
	if p.Look != "" {
		text += "; " + p.Look
	}
	return text
}

// sameKey is the effect of keys that change nothing together.
const sameKey = "two positions that differ in %s have the same key"

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
	if r.ranks(&all); len(all) == sound {
		r.squares(&all)
	}
	if len(all) == sound { // else uneven bits come from them
		r.uneven(&all)
	}
	r.poor(&all)
	for _, sets := range r.Sets {
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
	alone, these := fmt.Sprintf(sameKey, "nothing else"), fmt.Sprintf(sameKey, "just these")
	switch zero := slices.DeleteFunc(slices.Clone(r.Zero), r.zeroByDesign); {
	case len(zero) == 1:
		all.add(Zero, alone, "", "the key of %s is zero: it changes nothing", list(zero))
	case len(zero) > 1:
		all.add(Zero, alone, "", "%d keys are zero and change nothing: %s", len(zero), list(zero))
	}
	const most = 3
	what := ""
	for i, names := range r.Shared[:min(len(r.Shared), most)] {
		what += []string{"%s have the same key", "; %s too", "; %s too"}[i]
		what = fmt.Sprintf(what, list(names))
	}
	if more := len(r.Shared) - most; more > 0 {
		what += fmt.Sprintf("; and %d more keys have several names", more)
	}
	if what != "" {
		all.add(Same, these, "", "%s", what)
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

// narrow finds bits that at most one key has.
func (r *Report) narrow(all *problems) {
	dead := r.dead()
	if dead == nil {
		return
	}
	var but []string
	for i, k := range r.finder.keys {
		if slices.ContainsFunc(dead, func(b int) bool { return k>>b&1 != 0 }) {
			but = append(but, r.finder.names[i])
		}
	}
	never := isOrAre(dead) + " never set"
	if but != nil {
		never = isOrAre(dead) + " set only in " + list(but)
	}
	if last := len(dead) - 1; dead[last] == 63 && dead[0] == 63-last {
		never = fmt.Sprintf("the keys have %d bits, want 64: %s", 64-len(dead), never)
	}
	all.add(Uneven, fmt.Sprintf("collisions are %s as likely, as with keys of %d bits", power(len(dead)), 64-len(dead)), sourceOf(dead), "%s", never)
}

// ranks finds a rank that is too low, but for narrow keys.
func (r *Report) ranks(all *problems) {
	most := min(r.Distinct, 64)
	switch computed := slices.DeleteFunc(slices.Clone(r.Dependent), func(b int) bool { return r.Ones[b] == 0 }); {
	case r.RankOK() || r.Rank >= min(r.Distinct, 64-len(r.dead())):
	case r.Distinct < 64:
		all.add(Dependent, "some keys are the XOR of others: two positions that differ in just these have the same key", "",
			"all 64 bits: rank %d over GF(2), want %d", r.Rank, most)
	default:
		Fired("computed bits")
		all.add(Uneven, fmt.Sprintf("collisions are %s as likely, as with keys of %d bits", power(most-r.Rank), r.Rank), "",
			"all 64 bits: rank %d over GF(2), want %d: %s can be computed from the others", r.Rank, most, plural(computed))
	}
}

// uneven finds bits that are set too often, or not often enough.
func (r *Report) uneven(all *problems) {
	var always, uneven []int
	times := 1.0 // how many times as likely all uneven bits together make a collision
	for b, n := range r.Ones {
		switch {
		case r.BiasOK(b) || n <= 1:
		case n == r.Distinct:
			always = append(always, b)
		default:
			uneven = append(uneven, b)
			times *= likelier(r.Distinct, n)
		}
	}
	if len(uneven) > 0 {
		worst := slices.MaxFunc(uneven, func(a, b int) int { return cmp.Compare(math.Abs(r.deviations(a)), math.Abs(r.deviations(b))) })
		what, means := "bit %d is set in %d of %d keys, %.1f standard deviations from half", fmt.Sprintf("two moves from one position collide %.3g times as often", times)
		if times < 1.1 {
			means = "harmless in play: " + means
		}
		if more := len(uneven) - 1; more > 0 {
			what += fmt.Sprintf(", and %s uneven, too", [...]string{"another bit is", fmt.Sprint(more, " more bits are")}[min(more-1, 1)])
			means += ", with all uneven bits together"
		}
		all.add(Uneven, means, "", what, worst, r.Ones[worst], r.Distinct, math.Abs(r.deviations(worst)))
		(*all)[len(*all)-1].Harmless = times < 1.1
	}
	if always != nil {
		all.add(Uneven, fmt.Sprintf("collisions are %s as likely between positions that both have an even number of keys, or both an odd number", power(len(always))), "",
			"%s set in every key", isOrAre(always))
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
