package solve

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Case is a key that is wrong by the difference of Got and Want, perhaps in part since
// before the last move.
type Case struct {
	Move                  string // the last one, in any notation
	Got, Want             zobrist.Key
	GotBefore, WantBefore zobrist.Key // equal if the key was right before the move
	Before, After         []string    // the features of the two positions; nil if unknown
	Size                  int         // of what shows it: the smallest case of a bug is shown
}

// A Bug is what some cases have in common: differences in the same kinds of features, wrong
// in the same way.
type Bug struct {
	Kinds      []string    // of features, sorted; none if no feature explains the difference
	Lacks, Has []string    // in the first case
	Rest       zobrist.Key // what no feature explains of the first case's difference
	Missing    bool        // the other key lacks these features everywhere: see Learn
	Cases      []int       // the smallest first
	faults     []fault
	unsigned   bool // Lacks or Has: it is not known which
	Part       bool // of the first case's difference: another bug has the rest
}

// A solved case has the features by which its key is wrong since the last move.
type solved struct {
	ids           []int32
	mended        []int32 // nil, or what the move makes right, beside them
	ok            bool    // they explain the difference
	wrong         bool    // and the difference does not follow from what was wrong before
	diff          zobrist.Key
	id            string // of its faults
	whole         bool   // all that the move changes
	before, after []int32
	changed, due  []int32 // due: changed, but the other key lacks them
}

// Solve explains each case, and groups them by what their differences consist of, those
// with most cases first.
func (n *Numbers) Solve(cases []Case) (found []Bug) {
	all := n.solved(cases)
	if n.constants(all) {
		n.forget()
		all = n.solved(cases)
	}
	groups := make(map[string]*Bug)
	var bugs []*Bug
	for _, mended := range []bool{false, true} {
		for i := range all {
			s := &all[i]
			// it shows in keys that were right before, too
			later := !s.ok && cases[i].GotBefore != cases[i].WantBefore
			if !s.wrong || later || mended != (s.mended != nil) {
				continue
			}
			faults := n.faults(&cases[i], s)
			// what was wrong before may be so by the same bug
			s.ids = append(s.ids, s.mended...)
			if mended {
				whole := n.faults(&cases[i], s)
				if (whole[0].kind == whole[len(whole)-1].kind || whole[0].role == another) &&
					groups[fmt.Sprint(whole)] != nil {
					faults = whole
				} else {
					s.ids = s.ids[:len(s.ids)-len(s.mended)]
				}
			}
			s.id = fmt.Sprint(faults)
			if groups[s.id] == nil {
				groups[s.id] = &Bug{faults: faults}
				bugs = append(bugs, groups[s.id])
			}
			groups[s.id].Cases = append(groups[s.id].Cases, i)
		}
	}
	bugs = mixed(bugs)
	slices.SortStableFunc(bugs, func(a, b *Bug) int {
		return cmp.Compare(len(b.Cases), len(a.Cases))
	})
	for _, b := range bugs {
		n.describe(b, cases, all)
		found = append(found, *b)
	}
	return found
}

func (n *Numbers) solved(cases []Case) []solved {
	all := make([]solved, len(cases))
	for i := range cases {
		all[i] = n.solve(&cases[i], false)
	}
	return all
}

// constants reports whether two differences that nothing explains are equal without one
// feature each. What is left is the constant of numbers that are known except for one, such
// as a king's, or else the number of no known feature, such as a pawn on the last rank.
func (n *Numbers) constants(all []solved) (some bool) {
	first := make(map[[2]uint64]zobrist.Key) // the difference, by what is left and the class
	for _, s := range all {
		for _, id := range s.changed {
			number := n.numbers[id]
			at := [2]uint64{number.Free, uint64(s.diff ^ number.Key)}
			if s.ok || !s.wrong || first[at] == s.diff {
				continue
			}
			if first[at] == 0 {
				first[at] = s.diff
				continue
			}
			if number.Free == 0 {
				n.set(Number{Name: nameless + zobrist.Key(at[1]).String(), Key: zobrist.Key(at[1])})
			}
			for i := range n.numbers {
				if other := &n.numbers[i]; number.Free != 0 && other.Free == number.Free {
					other.Key, other.Free = other.Key^zobrist.Key(at[1]), 0
				}
			}
			some = true
		}
	}
	return some
}

const nameless = "number of no known feature " // what follows is the number

// solve returns what a case's key is wrong by since the last move. Learning needs none that
// only all numbers explain.
func (n *Numbers) solve(c *Case, learning bool) (s solved) {
	s.before, s.after = n.indices(c.Before), n.indices(c.After)
	near := s.after
	if c.Before != nil {
		s.changed = either(s.after, s.before)
		near = slices.Concat(s.changed, slices.DeleteFunc(slices.Clone(
			s.after,
		), func(id int32) bool {
			return !slices.Contains(s.before, id)
		}))
	}
	now, was := c.Got^c.Want^n.learntIn(s.after), c.GotBefore^c.WantBefore^n.learntIn(s.before)
	s.wrong = true
	if s.diff = now ^ was; s.diff == 0 && c.Got^c.Want != c.GotBefore^c.WantBefore {
		s.due = slices.DeleteFunc(either(s.after, s.before), func(id int32) bool {
			return !n.learnt[id]
		})
		s.ok = true
		return s
	}
	s.ids, s.ok = n.find(s.diff, s.changed, near, !learning)
	old, older := n.find(was, s.changed, near, false)
	if _, ok := n.memo[now]; !ok && older && s.ok { // what a line is wrong by grows move by move
		n.memo[now] = either(old, s.ids)
	}
	all := slices.DeleteFunc(slices.Clone(s.changed), func(id int32) bool {
		return n.numbers[id].Key == 0
	})
	s.whole = s.ok && len(all) > 2 && len(either(s.ids, all)) == 0
	switch {
	case now == 0 || s.diff == 0:
		s.wrong = false
	case was != 0 && !s.ok: // if what is left is explained, an unknown number has left the key
		if _, ok := n.find(now, s.changed, near, false); ok {
			s.wrong = false
		}
	case was != 0 && older && !s.whole: // what was wrong before is right again
		was := func(id int32) bool { return slices.Contains(old, id) }
		s.mended = slices.DeleteFunc(slices.Clone(s.ids), func(id int32) bool { return !was(id) })
		s.ids = slices.DeleteFunc(slices.Clone(s.ids), was)
		s.wrong = len(s.ids) > 0
	}
	return s
}

// either returns the features that are in one list and not in the other.
func either(a, b []int32) (ids []int32) {
	for _, id := range a {
		if !slices.Contains(b, id) {
			ids = append(ids, id)
		}
	}
	for _, id := range b {
		if !slices.Contains(a, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// learntIn returns the XOR of the numbers that a position should have in the other key,
// which lacks them.
func (n *Numbers) learntIn(ids []int32) (k zobrist.Key) {
	for _, id := range ids {
		if n.learnt[id] {
			k ^= n.numbers[id].Key
		}
	}
	return k
}

// Learn finds the numbers of features that the other keys lack, such as keys from a FEN
// whose reader ignores castling: by how much the keys of cases differ where these features
// change, as most cases agree. It returns the names of those that it finds. Solve then
// requires that a key has exactly these features more.
func (n *Numbers) Learn(cases []Case, lacks func(name string) bool) (names []string) {
	features, keys := [][]string{nil}, []zobrist.Key{0}
	for i := range cases {
		c := &cases[i]
		s := n.solve(c, true)
		changed := slices.DeleteFunc(slices.Concat(c.Before, c.After), func(name string) bool {
			return !lacks(name) || slices.Contains(c.Before, name) && slices.Contains(c.After, name)
		})
		if len(changed) > 0 && (s.diff == 0 || !s.ok) {
			features, keys = append(features, changed), append(keys, s.diff)
		}
	}
	system := newSystem(features)
	for i, key := range keys {
		system.all[i].key = key
	}
	x := agreed(system.all, system.numbers, 1).numbers(1, false)
	n.learnt = make(map[int32]bool)
	for _, e := range system.all {
		for _, id := range e.ids {
			number := x[id]
			if e.key == 0 || !e.holds(x) {
				continue
			}
			if number.Key == 0 && number.Free == 0 {
				continue
			}
			if !slices.Contains(names, number.Name) {
				n.set(number)
				n.learnt[n.ids[number.Name]] = true
				names = append(names, number.Name)
			}
		}
	}
	n.forget()
	slices.Sort(names)
	return names
}
