package solve

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Verdict says what is wrong with one key.
type Verdict struct {
	// what is known besides the features, such as "the key does not change with the move"
	Facts  []string
	Differ []string // the features that the key lacks or wrongly has
	vague  bool     // what the move should change is not known for sure
	bug    Bug
}

// Faults says which kinds of features are wrong in which way. They are equal for keys that
// are wrong in the same way.
func (v *Verdict) Faults() (all []string) {
	for _, f := range v.bug.faults {
		name := f.kind
		// or the part of the move in it is unknown
		if !v.vague && f.role != unknown && f.kind != "side" {
			name = fmt.Sprint(f.kind, " ", f.role)
		}
		all = append(all, name)
	}
	if all == nil || v.bug.is(whole) { // neither position has them, as far as is known
		return keycheck.KindsOf(v.Differ)
	}
	return all
}

// Judge says by which features a key is wrong. Without those of the positions, right keys
// tell what the move changes.
func (n *Numbers) Judge(c Case) (v Verdict) {
	guessed := c.After == nil && c.Move != ""
	if guessed {
		var near []string // on the cells that the move names, or on none
		for _, number := range n.numbers {
			if cell, _, ok := keycheck.Cell(number.Name); !ok || strings.Contains(c.Move, cell) {
				near = append(near, number.Name)
			}
		}
		// perhaps what it did and what is wrong
		if c.Before, c.After = n.Explain(c.Want, c.WantBefore, near), []string{}; c.Before == nil {
			did, differ := n.Explain(c.Got, c.WantBefore, near), n.Explain(c.Got, c.Want, near)
			c.Before, v.vague = n.names(either(n.indices(did), n.indices(differ))), did == nil ||
				differ == nil
		}
	}
	s := n.solve(&c, false)
	slices.Sort(s.ids)
	if fact := n.fact(&c, s.ok); fact != "" {
		v.Facts = []string{fact}
		return v
	}
	v.Differ = n.names(s.ids)
	v.bug.faults = n.faults(&c, &s)
	v.bug.Lacks, v.bug.Has = n.split(&c, &s)
	v.bug.unsigned = guessed
	if guessed {
		v.bug.Lacks, v.bug.Has = v.Differ, nil
		v.bug.faults = slices.DeleteFunc(v.bug.faults, func(f fault) bool {
			return f.role == absent
		})
	}
	return v
}

// fact says what is known of a key as a whole, or if its numbers do not explain it. It
// returns "" if nothing is.
func (n *Numbers) fact(c *Case, explained bool) string {
	const few = 5 // bits: random keys differ in so few less than once in 10,000 times
	diff := c.Got ^ c.Want
	ones := bits.OnesCount64(uint64(diff))
	switch {
	case explained || len(n.numbers) == 0:
		return ""
	case c.Move != "" && diff == c.WantBefore:
		return "wrong by the whole key from before the move, as in h ^= t.Toggle(h, ...)"
	case c.Move != "" && c.Got == c.WantBefore:
		return "the key does not change with the move"
	case ones < few:
		return "they differ in " + words.Plural(ones, "bit")
	}
	return "no small set of the named keys explains the difference"
}

// Clause says what is wrong as a part of a sentence, or returns "" if nothing is known.
func (v Verdict) Clause() string {
	return strings.Join(append(slices.Clone(v.Facts), v.bug.parts()...), "; ")
}

// Lines says it in sentences without full stops.
func (v Verdict) Lines() []string {
	lines := slices.Clone(v.Facts)
	for _, part := range v.bug.parts() {
		lines = append(lines, "it "+strings.Replace(part, "wrong by: ", "is wrong by ", 1))
	}
	return lines
}
