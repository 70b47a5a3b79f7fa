package keycheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// A Problem is a weakness of a set of keys. It is an error.
type Problem struct {
	What     string // the weakness
	Means    string // its effect in play
	Harmless bool   // it has no effect in play
	Look     string // what to look for in the source, if that is known
}

func (p Problem) Error() string { return p.What }

// Explained returns the weakness, its effect in play, and what to look for. It leaves out
// the effect if the problem before has the same.
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

// The effects of problems in play.
const (
	invisible = "a wrong key in play if two positions can differ in nothing else: both have the same key"
	shared    = "a wrong key in play if two positions can differ in just these: both have the same key"
	dependent = "a wrong key in play if two positions can differ in just these: both have the same key (leave out a key that is the XOR of others by design)"
	exclusive = "harmless in play: a position has one en passant square and one piece on a square, so no two positions differ in just these"
)

// Problems returns what is wrong with the keys.
func (r *Report) Problems() []Problem {
	all := r.copyProblems()
	sound := len(all)
	all = append(all, r.rankProblems()...)
	more := r.biasProblems()
	if stuck := slices.ContainsFunc(r.Ones[:], func(n int) bool { return n == 0 || n == r.Distinct }); len(all) == sound && !stuck {
		if groups := r.groupProblems(); groups != nil {
			more = groups // uneven bits come from them
		}
	}
	all = append(append(all, more...), r.poorProblems()...)
	for _, sets := range []Sets{r.Triples, r.Quads} {
		p := Problem{Means: dependent, What: list(sets.Example) + " have XOR zero"}
		if sets.Exclusive {
			p.Means, p.Harmless = exclusive, true
		}
		if sets.Count > 1 {
			p.What = fmt.Sprintf("%d sets of %d keys have XOR zero, such as %s", sets.Count, sets.Size, list(sets.Example))
		}
		if sets.Count > 0 {
			all = append(all, p)
		}
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

// copyProblems returns problems for keys that are zero, shared or narrow.
func (r *Report) copyProblems() (all []Problem) {
	switch zero := slices.DeleteFunc(slices.Clone(r.Zero), r.zeroByDesign); {
	case len(zero) == 1:
		all = append(all, Problem{Means: invisible, What: fmt.Sprintf("the key of %s is zero: it changes nothing", list(zero))})
	case len(zero) > 1:
		all = append(all, Problem{Means: invisible, What: fmt.Sprintf("%d keys are zero and change nothing: %s", len(zero), list(zero))})
	}
	for i, names := range r.Shared {
		if i == 3 {
			all = append(all, Problem{Means: shared, What: fmt.Sprintf("and %d more keys have several names", len(r.Shared)-i)})
			break
		}
		all = append(all, Problem{Means: shared, What: list(names) + " have the same key"})
	}
	if width := r.Width(); width < 64 {
		high := make([]int, 64-width)
		for i := range high {
			high[i] = width + i
		}
		all = append(all, Problem{
			What:  fmt.Sprintf("the keys have %d bits, want 64: %s never set", width, isOrAre(high)),
			Means: fmt.Sprintf("collisions are %s as likely", power(64-width)),
			Look:  sourceOf(r.dead()),
		})
	}
	return all
}

// rankProblems returns a problem for each rank that is too low, but for narrow keys.
func (r *Report) rankProblems() (all []Problem) {
	for _, rank := range r.Ranks {
		if rank.OK() || rank.Rank == min(rank.Keys, rank.below(r.Width())) {
			continue
		}
		what := fmt.Sprintf("%s: rank %d over GF(2), want %d", rank.Bits, rank.Rank, rank.Most())
		if len(rank.Dependent) > 0 && rank.Keys >= rank.Width {
			what += ": " + plural(rank.Dependent) + " can be computed from the others"
		}
		all = append(all, Problem{What: what, Means: rank.means()})
	}
	return all
}

// Sound says what [Report.Problems] looks for and did not find, as far as it was searched.
func (r *Report) Sound() string {
	text := "none zero, shared, or the XOR of two or three others; no uneven or dependent bits"
	if r.Distinct > r.Quads.Keys {
		text += fmt.Sprintf(" (three others: among the first %d)", r.Quads.Keys)
	}
	return text
}

// exclude reports whether, by their names, no two positions can differ in just these
// keys. A position has at most one en passant square, and at most one piece on each
// square. So two positions differ in at most two en passant keys, and in at most two
// keys of one square.
func exclude(names []string) bool {
	count := make(map[string]int)
	for _, name := range names {
		group, _, ok := onCell(name)
		if strings.HasPrefix(strings.ToLower(name), "en passant ") {
			group, ok = "en passant", true
		}
		if ok {
			if count[group]++; count[group] > 2 {
				return true
			}
		}
	}
	return false
}

// onCell divides a name such as "e4 P" or "17 2". A cell is a number, or a square.
func onCell(name string) (cell, piece string, ok bool) {
	cell, piece, ok = strings.Cut(name, " ")
	square := len(cell) == 2 && 'a' <= cell[0] && cell[0] <= 'h' && '1' <= cell[1] && cell[1] <= '8'
	if !square {
		_, err := strconv.Atoi(cell)
		square = err == nil
	}
	return cell, piece, ok && square && !strings.Contains(piece, " ")
}

// means returns the effect of a rank that is too low.
func (r Rank) means() string {
	times := power(r.Most() - r.Rank)
	switch {
	case r.Keys < r.Width:
		return "some keys are the XOR of others: a wrong key in play if two positions can differ in just these"
	case r.Width == 64:
		return fmt.Sprintf("collisions are %s as likely, as with keys of %d bits", times, r.Rank)
	}
	return fmt.Sprintf("collisions are %s as likely in a table that uses only these bits as index, or keeps only these", times)
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
		part := strconv.Itoa(bits[i])
		first := i
		for i+1 < len(bits) && bits[i+1] == bits[i]+1 {
			i++
		}
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
