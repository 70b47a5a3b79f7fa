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

	Keys []string // the names of the keys that have the weakness; nil if all keys together have it
}

// Explained returns the weakness and its effect in play.
func (p Problem) Explained() string { return p.What + ": " + p.Means }

// The effects of keys that change nothing together.
const (
	oneKeyAlone  = "two positions that differ in nothing else have the same key"
	keysTogether = "positions that differ in just these, if there are any, have the same key"
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

	// Each of these weaknesses may come from the one before it: a bit that is never set is uneven,
	// too. So only the first that is found is reported.
	copied := len(all)
	for _, find := range []func(*problems){r.narrow, r.uneven, r.unevenTogether, r.squares} {
		if len(all) == copied {
			find(&all)
		}
	}
	r.poor(&all)
	r.dependentSets(&all)
	return all
}

// dependentSets reports the smallest sets of keys whose XOR is zero.
func (r *Report) dependentSets(all *problems) {
	if !r.hasSets() {
		return
	}
	for _, sets := range r.Sets {
		if sets.Count == 0 {
			continue
		}
		means := keysTogether + " (leave out a key that is the XOR of others by design)"
		what := fmt.Sprintf("%s have XOR zero (such sets of %d keys: %d)",
			list(sets.Example), sets.Size, sets.Count)
		shared := r.shared(r.zero())
		if areRelative([][]string{sets.Example}) && all.extend(shared, what, sets.Example) {
			return
		}
		p := all.add("", means, "%s", what)
		p.Keys = sets.Example
		if len(shared) > 0 && areRelative(shared) {
			p.What += "; " + sharedKeys(shared)
			p.Keys = append(slices.Concat(shared...), sets.Example...)
		}
		return
	}
}

// extend puts a set of numbers that are known except for a constant into the problem of shared
// keys, if there is one: if each number of a king is that of another piece on some square, so are
// the XORs of two. It reports whether there is one.
func (all problems) extend(shared [][]string, what string, set []string) bool {
	if len(shared) == 0 {
		return false
	}
	at := slices.IndexFunc(all, func(p Problem) bool { return p.What == sharedKeys(shared) })
	if at < 0 {
		return false
	}
	all[at].What += "; " + what
	all[at].Keys = append(all[at].Keys, set...)
	return true
}

// hasSets reports whether the keys have sets whose XOR is zero, and enough bits to tell.
func (r *Report) hasSets() bool {
	// Of 3,000 random keys of 40 bits, three sets of four have XOR zero by chance, of 781 keys
	// one table in 70 has such a set, and of 64 bits one in a billion: see Expected.
	const fewBits = 40
	some := slices.ContainsFunc(r.Sets, func(s Sets) bool { return s.Count > 0 })
	return r.Bits() > fewBits && some
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
	zero := r.zero()
	if len(zero) > 0 {
		p := all.add("", oneKeyAlone, "%s", zeroKeys(zero))
		p.Keys = zero
	}

	shared := r.shared(zero)
	if len(shared) == 0 || r.hasSets() && areRelative(shared) {
		return
	}
	p := all.add("", keysTogether, "%s", sharedKeys(shared))
	p.Keys = slices.Concat(shared...)
}

// shared returns the names of keys that have several. If the first number of a king's squares is
// zero, it is also equal to the constant that all of the king's numbers share. That is one bug.
func (r *Report) shared(zero []string) [][]string {
	return slices.DeleteFunc(slices.Clone(r.Shared), func(names []string) bool {
		return isRelative(names[0]) && slices.Contains(KindsOf(zero), KindOf(names[0]))
	})
}

// isRelative reports whether only the XOR of a number with another one is known.
func isRelative(name string) bool { return strings.Contains(name, " against ") }

// areRelative reports whether all names of shared keys are those of such numbers. Two of them are
// equal if the four keys that they are made of have XOR zero: they belong to these sets.
func areRelative(shared [][]string) bool {
	isPlain := func(name string) bool { return !isRelative(name) }
	return !slices.ContainsFunc(slices.Concat(shared...), isPlain)
}

// sharedKeys says which keys have several names.
func sharedKeys(shared [][]string) string {
	what := list(shared[0]) + " have the same key"
	switch more := len(shared) - 1; more {
	case 0:
	case 1:
		what += "; and one more key has several names"
	default:
		what += fmt.Sprintf("; and %d more keys have several names each", more)
	}
	return what
}

// zero returns the names of keys that are zero and should not be.
func (r *Report) zero() []string { return slices.DeleteFunc(slices.Clone(r.Zero), r.mayBeZero) }

// zeroKeys says which keys are zero.
func zeroKeys(names []string) string {
	if len(names) == 1 {
		return "the key of " + list(names) + " is zero"
	}
	return "the keys of " + list(names) + " are zero"
}

// mayBeZero reports whether the key of this name may be zero: no castling rights, or one of two
// players to move.
func (r *Report) mayBeZero(name string) bool {
	// Of the numbers of a king, which are known except for a constant, a zero means that two are
	// shared, which is reported.
	if isRelative(name) && len(r.Shared) > 0 {
		return true
	}
	switch lower := strings.ToLower(name); {
	case lower == "castling none", lower == "castling -":
		return true
	case KindOf(name) != "side":
		return false
	}
	return slices.ContainsFunc(r.Keys, func(k Named) bool {
		return k.Key != 0 && KindOf(k.Name) == "side"
	})
}

// narrow finds bits that at most one key has, and that others determine.
func (r *Report) narrow(all *problems) {
	times := math.Exp2(float64(64 - r.Bits()))
	means := fmt.Sprintf("collisions are %s times as likely, as with keys of %d bits",
		inWords(times), r.Bits())
	dead := r.dead()
	switch {
	case dead != nil:
		all.add(r.bits(), means,
			"the keys have %d bits, want 64: %s in at most one key",
			r.Bits(), areSet(dead))
	case r.RankOK():
	case r.Distinct < 64:
		all.add("", keysTogether,
			"all 64 bits: rank %d over GF(2), want %d: some keys are the XOR of others",
			r.Rank, r.Distinct)
	default:
		all.add(r.bits(), means,
			"the keys have %d bits, want 64: the other bits determine %s",
			r.Bits(), bitsText(r.Dependent))
	}
}

// inWords writes a factor as a person reads it: 1.25, 65,536, 4.29 billion, or 2^48.
func inWords(times float64) string {
	switch {
	case times < 1e3:
		return fmt.Sprintf("%.3g", times)
	case times < 1e6:
		return words.Thousands(int(times))
	case times < 1e9:
		return fmt.Sprintf("%.3g million", times/1e6)
	case times < 1e12:
		return fmt.Sprintf("%.3g billion", times/1e9)
	}
	return fmt.Sprintf("2^%.0f", math.Log2(times))
}

// collisions returns how many times as likely a collision is if a share of the keys has a bit set.
// The bit is zero in the XOR of k such keys with a chance of (1 + (1-2*share)^k) / 2, which is a
// half for random keys. k is 4, because two moves from one position differ in four keys.
func collisions(share float64) float64 { return 1 + math.Pow(1-2*share, 4) }

// harmful is from how many times as many collisions on an uneven bit is reported. Below that it
// does no harm in play, because collisions of 64 bits are rare (see [Collision]), and stay so.
const harmful = 1.1

// uneven finds bits that are set too often, or not often enough. Sound keys fail less than once in
// 10^9: see [Alarm].
func (r *Report) uneven(all *problems) {
	n, times := 0, 1.0 // of all uneven bits together
	for b, ones := range r.Ones {
		if !r.BiasOK(b) {
			n++
			times *= collisions(float64(ones) / float64(r.Distinct))
		}
	}
	if times < harmful {
		return
	}
	worst := r.WorstBit()
	means := "weak: an uneven bit tells positions apart less often than a random one"
	all.add(r.bits(), means, "%s uneven: bit %d is set in %d of %d keys",
		words.Plural(n, "bit"), worst, r.Ones[worst], r.Distinct)
}

// unevenTogether finds keys whose bits are uneven together, though chance may explain each bit
// alone: some fifty keys that are the AND of two draws, or hundreds whose bits are set in 44 of 100
// cases. Sound keys fail less than once in 10^9: see [Alarm].
func (r *Report) unevenTogether(all *problems) {
	var sound Report // of the keys that poor does not report
	poor, _ := r.poorKeys()
	for i, k := range r.finder.keys {
		if !slices.Contains(poor, r.finder.names[i]) {
			sound.count(k)
		}
	}
	total, ones := 0, 0
	for _, n := range sound.Ones {
		// A bit that is the same in all keys is no sample of coin tosses. It is narrow's or
		// uneven's, or in a few keys it is chance.
		if n > 0 && n < sound.Distinct {
			total += sound.Distinct
			ones += n
		}
	}
	if total == 0 || tail(total, ones) >= Alarm {
		return
	}
	times := math.Pow(collisions(float64(ones)/float64(total)), 64)
	means := fmt.Sprintf("collisions are %s times as likely", inWords(times))
	if times < harmful {
		means = "weak: no bit alone is uneven, but random numbers are never so uneven together"
	}
	deviations := math.Abs(float64(2*ones-total)) / math.Sqrt(float64(total))
	all.add(r.bits(), means,
		"%s of the %s bits of all keys are set, %.1f standard deviations from half",
		words.Thousands(ones), words.Thousands(total), deviations)
}

// squares finds bits that are equal in all keys of each square, which all keys together hide. It
// leaves out keys that are known only except for a constant.
func (r *Report) squares(all *problems) {
	first := make(map[string]uint64) // the first key of each square
	var differ Report                // of two keys of one square
	for i, name := range r.finder.names {
		cell, _, ok := Cell(name)
		if !ok || strings.Contains(name, " against ") {
			continue
		}
		if key, seen := first[cell]; seen {
			differ.count(r.finder.keys[i] ^ key)
		} else {
			first[cell] = r.finder.keys[i]
		}
	}
	same := differ.dead()
	if same == nil {
		return
	}
	times := math.Exp2(float64(len(same)))
	means := fmt.Sprintf("positions with the same occupied squares collide %s times as often",
		inWords(times))
	p := all.add(r.bits(), means,
		"all keys of a square have the same %s", bitsText(same))
	areLowest := same[len(same)-1] == len(same)-1
	if areLowest {
		p.What += ", as a linear congruential generator draws them"
	}
}

// poor reports numbers with few bits.
func (r *Report) poor(all *problems) {
	names, most := r.poorKeys()
	if names == nil {
		return
	}
	means := "weak: positions that differ in few of these share most bits of their keys"
	p := all.add("bare-numbers", means, "few bits are set, at most %d, in %s", most, list(names))
	p.Keys = names
}

// poorKeys returns the names of numbers with few bits, such as castling rights that are in
// the key as they are, and the most bits that one of them has. It returns nil if these are
// more than a quarter of all, or if fewer than half of all have about half of their bits set:
// all numbers are weak, then.
func (r *Report) poorKeys() (names []string, most int) {
	// At most 7 of 64 bits are set in one random number of 10^10. Narrower keys are as rare with
	// 3 of 32 bits (one in 10^6), but below that a few set bits are nothing special.
	few := 7 * r.Bits() / 64
	if few <= 2 {
		return nil, 0
	}
	usual := 0 // numbers with 3/8 to 5/8 of the bits, as 97 of 100 random ones of 64 bits have
	for _, k := range r.Keys {
		ones := bits.OnesCount64(uint64(k.Key))
		switch {
		case 8*ones >= 3*r.Bits() && 8*ones <= 5*r.Bits():
			usual++
		case ones > 0 && ones <= few:
			names = append(names, k.Name)
			most = max(most, ones)
		}
	}
	if 4*len(names) > len(r.Keys) || 2*usual <= len(r.Keys) {
		return nil, 0
	}
	return names, most
}

func list(names []string) string { return words.List(names, 8) }

// areSet returns "bit 63 is set", or "bits 3, 5-9 are each set".
func areSet(bits []int) string {
	if len(bits) == 1 {
		return bitsText(bits) + " is set"
	}
	return bitsText(bits) + " are each set"
}

// bitsText names bits: "bit 63", "bits 3, 5-9".
func bitsText(bits []int) string {
	if len(bits) == 1 {
		return "bit " + ranges(bits)
	}
	return "bits " + ranges(bits)
}

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

// exclude reports whether, by their names, no two positions can differ in just these keys. A
// position has at most one en passant square, and at most one piece on each square, and one set of
// castling rights if sets have keys. So two positions differ in at most two of these.
func exclude(names []string) bool {
	// The number of a king is known against that of its first square, which cancels in pairs.
	odd := make(map[string]bool)
	for _, name := range strings.Split(strings.Join(names, " against "), " against ") {
		odd[name] = !odd[name]
	}
	sets := 0 // of castling rights
	for _, name := range names {
		if KindOf(name) == "castling" && len(name) > len("castling K") {
			sets++
		}
	}
	count := make(map[string]int) // of the keys of each group, of which a position has at most one
	for name, isOdd := range odd {
		kind := KindOf(name)
		group, _, isPiece := Cell(name)
		switch {
		case kind == "en-passant", kind == "castling" && sets > 1:
			group = kind
		case !isPiece, !isOdd:
			continue
		}
		count[group]++
		if count[group] > 2 {
			return true
		}
	}
	return false
}
