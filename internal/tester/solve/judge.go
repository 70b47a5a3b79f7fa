package solve

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A Verdict says what is wrong with one key.
type Verdict struct {
	Facts  []string // what is known besides the features, such as "it is half of the right key"
	Differ []string // the features that the key lacks or wrongly has
	Cause  string   // a guess, or ""
	Vague  bool     // what the move should change is not known for sure
	bug    Bug
}

// Faults says which kinds of features are wrong in which way. They are equal for keys that are
// wrong in the same way.
func (v *Verdict) Faults() (all []string) {
	for _, f := range v.bug.faults {
		name := f.kind
		if !v.Vague && f.role != unknown && f.kind != "side" { // or the part of the move in it is unknown
			name = fmt.Sprint(f.kind, " ", f.role, f.rest)
		}
		all = append(all, name)
	}
	if all == nil { // neither position has them, as far as is known
		all = keycheck.KindsOf(v.Differ)
	}
	return all
}

// noSet is what is said of a key of which nothing is known.
const noSet = "no small set of the named keys explains the difference"

// Open reports whether nothing is known of the difference: it may consist of many features.
func (v *Verdict) Open() bool { return slices.Contains(v.Facts, noSet) }

// Simple reports whether one or two features explain the difference.
func (v *Verdict) Simple() bool { return len(v.Differ) == 1 || len(v.Differ) == 2 }

// Judge says by which features a key is wrong, and guesses why. If the features of the two
// positions are unknown, but the right keys are not, they and the name of the move tell what the
// move should change.
func (n *Numbers) Judge(c Case) (v Verdict) {
	guessed, founded := c.After == nil && c.Move != "", true
	if guessed {
		founded = n.guess(&c)
	}
	s := n.solve(&c, false)
	slices.Sort(s.ids)
	v.Vague = !founded
	if fact := n.fact(&c, s.ok); fact != "" {
		v.Facts = []string{fact}
		return v
	}
	v.Differ = n.names(s.ids)
	v.bug.faults = n.faults(&c, &s)
	v.bug.Lacks, v.bug.Has = n.split(&c, &s)
	if v.bug.unsigned = guessed; v.bug.unsigned {
		v.bug.Lacks, v.bug.Has = v.Differ, nil
		v.bug.faults = slices.DeleteFunc(v.bug.faults, func(f fault) bool { return f.role == absent })
		others := slices.DeleteFunc(slices.Clone(s.ids), func(id int32) bool {
			return s.roleOf(id) != absent || keycheck.KindOf(n.numbers[id].Name) != "piece"
		})
		if 2*len(others) > len(s.ids) { // what the move should change is something else
			v.bug.faults = nil
		}
	}
	if c.Move != "" && c.Before != nil && founded {
		v.Cause = v.bug.What()
	}
	return v
}

// fact says what is known of a key as a whole, or if its numbers do not explain it. It returns
// "" if nothing is.
func (n *Numbers) fact(c *Case, explained bool) string {
	const few = 5 // bits: random keys differ in so few less than once in 10,000 times
	diff := c.Got ^ c.Want
	ones := bits.OnesCount64(uint64(diff))
	switch {
	case c.Got == zobrist.Key(bits.ReverseBytes64(uint64(c.Want))):
		return "it is the right key with its bytes in reverse order"
	case c.Got != 0 && (c.Got == c.Want&0xffffffff || c.Got == c.Want>>32):
		return "it is half of the right key: 32 of its 64 bits"
	case explained || len(n.numbers) == 0:
		return ""
	case c.Move != "" && diff == c.WantBefore:
		return "wrong by the whole key from before the move, as in h ^= t.Toggle(h, ...)"
	case c.Move != "" && c.Got == c.WantBefore:
		return "the key does not change with the move"
	case ones < few:
		return "they differ in " + words.Plural(ones, "bit")
	}
	return noSet
}

// guess finds the features that a move should change, and tells from its name which of them
// leave the key, and which come. It returns false if the right keys do not show what changes.
func (n *Numbers) guess(c *Case) bool {
	var near []string // on the cells that the move names, or on none
	for _, number := range n.numbers {
		if cell, _, ok := keycheck.Cell(number.Name); !ok || named(c.Move, cell) > 0 {
			near = append(near, number.Name)
		}
	}
	changed, founded := n.Explain(c.Want, c.WantBefore, near), true
	if changed == nil {
		did, differ := n.Explain(c.Got, c.WantBefore, near), n.Explain(c.Got, c.Want, near)
		founded = did != nil && differ != nil
		changed = n.names(either(n.indices(did), n.indices(differ)))
	}
	keycheck.Fired("guess")
	pieces := slices.DeleteFunc(slices.Clone(changed), func(name string) bool { return keycheck.KindOf(name) != "piece" })
	to := "" // the last of the cells in the move's name
	for _, name := range pieces {
		if cell, _, _ := keycheck.Cell(name); named(c.Move, cell) > named(c.Move, to) {
			to = cell
		}
	}
	_, promotion, _ := strings.Cut(c.Move, to)
	promotion = strings.Trim(promotion, "=()+# !?")
	c.Before, c.After = []string{}, []string{}
	for _, name := range changed {
		cell, piece, _ := keycheck.Cell(name)
		other := func(like func(at, man string) bool) bool { // of the pieces that change
			return slices.ContainsFunc(pieces, func(other string) bool {
				at, man, _ := keycheck.Cell(other)
				return other != name && like(at, man)
			})
		}
		elsewhere := other(func(at, man string) bool { return at != cell && man == piece })
		promoted := strings.EqualFold(promotion, piece) && other(func(at, man string) bool { return at != cell && (man < "a") == (piece < "a") })
		switch kind := keycheck.KindOf(name); {
		case kind == "castling", kind == "side":
			c.Before = append(c.Before, name)
		case kind != "piece", to == "", cell != to && other(func(at, _ string) bool { return at == cell }): // which of two comes?
		case cell == to && (elsewhere || promoted || !other(func(at, _ string) bool { return at == to })):
			c.After = append(c.After, name)
		case !elsewhere || named(c.Move, cell) > 0 || other(func(at, man string) bool { return at == to && man == piece }):
			c.Before = append(c.Before, name)
		}
	}
	return founded
}

// Clause says what is wrong as a part of a sentence, with a guess in brackets, or returns "" if
// nothing is known.
func (v Verdict) Clause() string {
	clause := strings.Join(append(slices.Clone(v.Facts), v.bug.parts()...), "; ")
	if v.Cause != "" {
		clause += " (" + v.Cause + "?)"
	}
	return clause
}

// Lines says it in sentences without full stops.
func (v Verdict) Lines() []string {
	lines := slices.Clone(v.Facts)
	for _, part := range v.bug.parts() {
		lines = append(lines, "it "+strings.Replace(part, "wrong by: ", "is wrong by ", 1))
	}
	if v.Cause != "" {
		lines = append(lines, "perhaps: "+v.Cause)
	}
	return lines
}
