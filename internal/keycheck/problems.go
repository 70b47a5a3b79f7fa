package keycheck

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Problem is something that is wrong with keys, and an error.
type Problem struct {
	What     string // what it is
	Means    string // what that means in play
	Harmless bool   // which is nothing
}

func (p Problem) Error() string { return p.What }

// Explained says what is wrong and what that means in play, if it does not mean
// the same as the problem before it.
func (p Problem) Explained() string {
	if p.Means == "" {
		return p.What
	}
	return p.What + ": " + p.Means
}

// What problems mean.
const (
	invisible = "a wrong key in play if two positions can differ in nothing else: they have one key"
	shared    = "a wrong key in play if two positions can differ in just these: they have one key"
	dependent = "a wrong key in play if two positions can differ in just these: they have one key (one that is the XOR of others by design is no key of its own: leave it out)"
	exclusive = "no matter in play: no two positions differ in just these, as a position has one en passant square and one piece on a square"
)

// Problems returns what is wrong with the keys.
func (r *Report) Problems() []Problem {
	var all []Problem
	wrong := func(means, format string, args ...any) {
		all = append(all, Problem{What: fmt.Sprintf(format, args...), Means: means})
	}
	switch n := len(r.Zero); {
	case n == 1:
		wrong(invisible, "the key of %s is zero: it changes nothing", list(r.Zero))
	case n > 1:
		wrong(invisible, "%d keys are zero and change nothing: %s", n, list(r.Zero))
	}
	for i, names := range r.Shared {
		if i == 3 {
			wrong(shared, "and %d more keys are shared", len(r.Shared)-i)
			break
		}
		wrong(shared, "%s share one key", list(names))
	}
	width := r.Width()
	if width < 64 {
		high := make([]int, 64-width)
		for i := range high {
			high[i] = width + i
		}
		wrong(fmt.Sprintf("collisions are %s as likely", power(64-width)), "the keys have %d bits, want 64: %s never set", width, isOrAre(high))
	}
	for _, rank := range r.Ranks {
		if rank.OK() || rank.Rank == min(rank.Keys, rank.below(width)) {
			continue
		}
		why := ""
		if len(rank.Dependent) > 0 && rank.Keys >= rank.Width {
			why = ": " + plural("bit", rank.Dependent) + " can be told from the others"
		}
		wrong(rank.means(), "%s: rank %d over GF(2), want %d%s", rank.Bits, rank.Rank, rank.Most(), why)
	}
	all = append(all, r.biasProblems()...)
	for _, sets := range []Sets{r.Triples, r.Quads} {
		p := Problem{Means: dependent}
		if sets.Exclusive {
			p = Problem{Means: exclusive, Harmless: true}
		}
		switch {
		case sets.Count == 1:
			p.What = list(sets.Example) + " make zero"
		case sets.Count > 1:
			p.What = fmt.Sprintf("%d sets of %d keys make zero, one of them %s", sets.Count, sets.Size, list(sets.Example))
		default:
			continue
		}
		all = append(all, p)
	}
	means := ""
	for i, p := range all {
		if p.Means == means {
			all[i].Means = ""
		}
		means = p.Means
	}
	return all
}

// exclude tells whether the names say that no two positions can differ in just
// these keys: of those that a position has one of at most, which are the en
// passant files or squares and the pieces on a square, each of the two positions
// can have one.
func exclude(names []string) bool {
	count := make(map[string]int)
	for _, name := range names {
		group, rest, ok := strings.Cut(name, " ")
		switch {
		case strings.HasPrefix(strings.ToLower(name), "en passant "):
			group = "en passant"
		case !ok || strings.Contains(rest, " ") || !isCell(group):
			continue
		}
		if count[group]++; count[group] > 2 {
			return true
		}
	}
	return false
}

// isCell tells whether a word is a number, or a square such as e4.
func isCell(word string) bool {
	if len(word) == 2 && 'a' <= word[0] && word[0] <= 'h' && '1' <= word[1] && word[1] <= '8' {
		return true
	}
	_, err := strconv.Atoi(word)
	return err == nil
}

// means says what a rank that is too low means.
func (r Rank) means() string {
	times := power(r.Most() - r.Rank)
	switch {
	case r.Keys < r.Width:
		return "some of the keys are the XOR of others: a wrong key in play if two positions can differ in just these: they have one key"
	case r.Width == 64:
		return fmt.Sprintf("collisions are %s as likely, as with keys of %d bits", times, r.Rank)
	}
	return fmt.Sprintf("where these bits alone are a table's index, or all that it keeps, collisions are %s as likely", times)
}

// power writes how many times 2^n is.
func power(n int) string {
	switch {
	case n == 1:
		return "twice"
	case n < 10:
		return fmt.Sprint(1<<n, " times")
	}
	return fmt.Sprintf("2^%d times", n)
}

// biasProblems returns a problem for each bit that is set too often, or not
// often enough.
func (r *Report) biasProblems() []Problem {
	var never, always, uneven []int
	for b := range 64 {
		switch {
		case r.BiasOK(b) || b >= r.Width():
		case r.Ones[b] == 0:
			never = append(never, b)
		case r.Ones[b] == r.Distinct:
			always = append(always, b)
		default:
			uneven = append(uneven, b)
		}
	}
	var all []Problem
	// All the uneven bits together make collisions so much likelier.
	times := 1.0
	for _, b := range uneven {
		times *= r.likelier(b)
	}
	harmless := times < 1.1
	means := fmt.Sprintf("collisions of two moves of a position are %.3g times as likely", times)
	if harmless {
		means = "no matter in play: " + means
	} else if len(uneven) > 1 {
		means += ", by all such bits together"
	}
	for i, b := range uneven {
		if i == 5 {
			all = append(all, Problem{fmt.Sprintf("and %d more bits are as uneven", len(uneven)-i), means, harmless})
			break
		}
		all = append(all, Problem{fmt.Sprintf("bit %d is set in %d of %d keys, %.1f standard deviations from half",
			b, r.Ones[b], r.Distinct, math.Abs(r.Z(b))), means, harmless})
	}
	if never != nil {
		all = append(all, Problem{isOrAre(never) + " never set",
			fmt.Sprintf("collisions are %s as likely, as with keys of %d bits", power(len(never)), 64-len(never)), false})
	}
	if always != nil {
		all = append(all, Problem{isOrAre(always) + " set in every key",
			fmt.Sprintf("collisions are %s as likely where two positions have as many keys, or both an odd number", power(len(always))), false})
	}
	if bits, ones, ok := r.pool(); all == nil && !ok {
		all = append(all, Problem{fmt.Sprintf("%d of the %d bits of all keys are set, %.1f standard deviations from half", ones, bits, pooledZ(bits, ones)),
			fmt.Sprintf("collisions of two moves of a position are %.3g times as likely: are the keys an AND or an OR of draws?", pooledLikelier(bits, ones)), false})
	}
	return all
}

// pool counts the bits of all keys together, and those that are set. It leaves
// out bits that are alike in all keys: those of narrow keys, or of a few. ok tells
// whether chance makes the bits as uneven: the limit is that of [Alarm].
func (r *Report) pool() (bits, ones int, ok bool) {
	for _, n := range r.Ones {
		if n > 0 && n < r.Distinct {
			bits += r.Distinct
			ones += n
		}
	}
	return bits, ones, bits == 0 || tail(bits, ones) >= Alarm
}

func pooledZ(bits, ones int) float64 {
	return math.Abs(2*float64(ones)-float64(bits)) / math.Sqrt(float64(bits))
}

// pooledLikelier is as likelier, of all bits together.
func pooledLikelier(bits, ones int) float64 {
	p := float64(ones) / float64(bits)
	return math.Pow(1+math.Pow(1-2*p, 4), 64)
}

// likelier returns how many times as likely two positions agree in a bit as
// they do by chance, when four keys make the difference, as they do between
// two moves of one position: the bit is set in p of the keys, and the XOR of k
// of them is zero with a chance of (1 + (1-2p)^k) / 2.
func (r *Report) likelier(bit int) float64 {
	p := float64(r.Ones[bit]) / float64(r.Distinct)
	return 1 + math.Pow(1-2*p, 4)
}

// list puts names in a sentence, not too many of them.
func list(names []string) string {
	const most = 8
	var b strings.Builder
	for i, name := range names {
		switch {
		case i == most:
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			return b.String()
		case i > 0 && i == len(names)-1:
			b.WriteString(" and ")
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", name)
	}
	return b.String()
}

// plural writes "bit 3", or "bits 3, 5-9".
func plural(noun string, numbers []int) string {
	var b strings.Builder
	b.WriteString(noun)
	if len(numbers) > 1 {
		b.WriteString("s")
	}
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, " %d", numbers[i])
		if j > i {
			fmt.Fprintf(&b, "-%d", numbers[j])
		}
		i = j + 1
	}
	return b.String()
}

func isOrAre(bits []int) string {
	if len(bits) == 1 {
		return plural("bit", bits) + " is"
	}
	return plural("bit", bits) + " are"
}
