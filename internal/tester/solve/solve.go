package solve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A Place is a move after which a law was tried.
type Place struct {
	Move       string   // in any notation
	Traits     []string // what can be said of the move, such as "that capture", the most general first
	Ply, Clock int
}

// A Case is a key that breaks a law. It is wrong by the difference of Got and Want, of which
// some may be from before the last move.
type Case struct {
	Place
	Law                   string
	Got, Want             zobrist.Key
	GotBefore, WantBefore zobrist.Key // equal if the key was right before the move
	Before, After         []string    // the features of the two positions; nil if unknown
	Size                  int         // of what shows it: the smallest case of a bug is shown
}

// A Bug is what some cases have in common: their differences consist of the same kinds of
// features, wrong in the same way.
type Bug struct {
	Law        string
	Kinds      []string    // of features, sorted; none if no feature explains the difference
	Lacks, Has []string    // in the first case
	Rest       zobrist.Key // a number that no feature has, or the whole difference if that is unexplained
	Same       bool        // all cases have the same difference
	Missing    bool        // the other key lacks these features everywhere: see Learn
	Where      string      // what all cases have in common and no right one, or ""
	Cases      []int       // the smallest first
	faults     []fault
	unsigned   bool                // Lacks or Has: it is not known which
	voted      bool                // see constants
	like       func(p *Place) bool // whether Where holds for a place; nil without Where
}

// A fault is a way in which features of a kind are wrong.
type fault struct {
	kind string
	role role
	has  bool // the key has the feature wrongly, or lacks it
}

// A role is what the move should do to a feature.
type role int

const (
	unknown  role = iota // the positions are unknown
	leaves               // its square is where the move begins
	captured             // another piece comes to its square
	removed              // it leaves another square, and comes nowhere
	aside                // it leaves another square, and comes elsewhere: a rook in castling
	comes                // its square is where the move ends
	beside               // it comes to another square
	stays                // it does not change
	absent               // neither position has it
	whole                // with all others that the move changes
	missing              // it changes as it should, but the other key lacks it
)

// name returns a string that is equal for equal bugs.
func nameOf(faults []fault) string { return fmt.Sprint(faults) }

// Kind returns the kind of a feature, as names of bugs have it.
func Kind(feature string) string {
	lower := strings.ToLower(feature)
	first, _, two := strings.Cut(lower, " ")
	switch {
	case first == "castling":
		return "castling"
	case strings.HasPrefix(lower, "en passant"):
		return "en-passant"
	case strings.Contains(lower, " in hand"), first == "hand":
		return "hand"
	case strings.HasPrefix(lower, "halfmove clock"):
		return "clock"
	case strings.Contains(lower, " checks"):
		return "checks"
	case first == "side", first == "turn", first == "player", strings.Contains(lower, "to move"):
		return "side"
	case two && first != "field":
		return "piece"
	}
	return "field"
}

// Kinds returns the kinds of some features, sorted.
func Kinds(features []string) (kinds []string) {
	for _, name := range features {
		kinds = append(kinds, Kind(name))
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// A solved case has the features by which its key is wrong since the last move.
type solved struct {
	at            int
	set           set
	ok            bool
	diff          zobrist.Key
	voted         bool // by constants
	whole         bool // all that the move changes
	before, after []int32
	changed, due  []int32 // due: changed, but the other key lacks them
}

// Solve explains each case, and groups them by what their differences consist of. right are
// places where the laws hold, for what only the wrong ones have in common.
func (n *Numbers) Solve(cases []Case, right []Place) []Bug {
	all := make([]solved, 0, len(cases))
	for i := range cases {
		s, wrong := n.solve(&cases[i], false)
		if s.at = i; wrong {
			all = append(all, s)
		}
		if !wrong || s.due != nil {
			right = append(right, cases[i].Place)
		}
	}
	n.constants(all)
	groups := make(map[string]*Bug)
	var bugs []*Bug
	times := make(map[zobrist.Key]int)
	for _, s := range all {
		if !s.ok {
			times[s.diff]++
		}
	}
	for _, s := range all {
		c := &cases[s.at]
		faults := n.faults(c, &s)
		id := c.Law + nameOf(faults)
		switch {
		case !s.ok && times[s.diff] > 1:
			id = fmt.Sprint(c.Law, s.diff)
		case s.set.rest != 0 && len(s.set.ids) > 0:
			id += "rest"
		case s.set.rest != 0:
			id += fmt.Sprint("rest", s.set.rest)
		}
		b := groups[id]
		if b == nil {
			b = &Bug{Law: c.Law, faults: faults, Rest: s.set.rest, Same: !s.ok}
			if groups[id] = b; !s.ok {
				b.Rest = s.diff
			}
			bugs = append(bugs, b)
		}
		b.voted = b.voted || s.voted
		if len(b.Cases) == 0 || c.Size < cases[b.Cases[0]].Size {
			b.Cases = slices.Insert(b.Cases, 0, s.at)
			b.Lacks, b.Has = n.split(c, &s)
		} else {
			b.Cases = append(b.Cases, s.at)
		}
		b.Same = b.Same && b.Rest == s.diff
	}
	return finish(mixed(bugs), cases, right)
}

// solve returns what a case's key is wrong by since the last move. wrong is false if that
// follows from what was wrong before. Learning needs no difference that only all numbers
// explain.
func (n *Numbers) solve(c *Case, learning bool) (s solved, wrong bool) {
	if c.Before != nil {
		s.before = n.indices(c.Before)
	}
	s.after = n.indices(c.After)
	for _, id := range s.after {
		if !slices.Contains(s.before, id) {
			s.changed = append(s.changed, id)
		}
	}
	near := s.after
	if c.Before != nil {
		for _, id := range s.before {
			if !slices.Contains(s.after, id) {
				s.changed = append(s.changed, id)
			}
		}
		near = append(s.changed[:len(s.changed):len(s.changed)], slices.DeleteFunc(slices.Clone(s.after), func(id int32) bool { return slices.Contains(s.changed, id) })...)
	} else {
		s.changed = nil
	}
	now, was := c.Got^c.Want, c.GotBefore^c.WantBefore
	s.diff = now ^ was
	if s.set, s.ok = n.find(s.diff, s.changed, near); !s.ok && !learning {
		s.set, s.ok = n.among(s.diff)
	}
	old, older := n.find(was, s.changed, near)
	if _, ok := n.memo[now]; !ok && older && s.ok { // what a line is wrong by grows move by move
		n.memo[now] = set{ids: either(old.ids, s.set.ids)}
	}
	s.whole = s.ok && len(s.changed) > 2 && len(either(s.set.ids, s.changed)) == 0
	due := n.due(&s)
	if due != nil && s.ok && (c.Before != nil || s.diff != 0) {
		s.set.ids = either(s.set.ids, due)
		if s.set.lacks = nil; len(s.set.ids) == 0 {
			s.due = due
			return s, s.diff != 0
		}
		return s, true
	}
	if now == 0 || s.diff == 0 {
		return s, false
	}
	if was != 0 && !s.ok { // what is left is explained, so an unknown number has left the key
		if _, ok := n.find(now, s.changed, near); ok {
			return s, false
		}
	}
	if !s.ok && c.Before != nil { // for constants: without what the other key lacks
		for _, id := range due {
			s.diff ^= n.numbers[id].Key
		}
	}
	if was != 0 && older && s.ok && !s.whole { // what was wrong before is right again
		s.set.ids = slices.DeleteFunc(slices.Clone(s.set.ids), func(id int32) bool { return slices.Contains(old.ids, id) })
		return s, len(s.set.ids) > 0
	}
	return s, true
}

// either returns the features that are in one list and not in the other.
func either(a, b []int32) (ids []int32) {
	for i, list := range [][]int32{a, b} {
		for _, id := range list {
			if !slices.Contains([][]int32{b, a}[i], id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// due returns the features that the move changes and that the other key lacks.
func (n *Numbers) due(s *solved) (ids []int32) {
	if len(n.learnt) == 0 {
		return nil
	}
	changed := s.changed
	if s.before == nil {
		changed = s.after
	}
	for _, id := range changed {
		if n.learnt[id] {
			ids = append(ids, id)
		}
	}
	return ids
}

// Learn finds the numbers of features that the other keys lack, such as keys from a FEN
// whose reader ignores castling: by how much the keys of cases differ where these features
// change. Most of the cases with the same changes must agree. It returns the names of those
// that it finds, and which part of the cases agree. Solve then requires that a key has
// exactly these features more.
func (n *Numbers) Learn(cases []Case, lacks func(name string) bool) (names []string, part float64) {
	for _, c := range cases {
		for _, name := range slices.Concat(c.Before, c.After) {
			if _, ok := n.ids[name]; !ok && lacks(name) {
				n.ids[name] = int32(len(n.numbers))
				n.numbers = append(n.numbers, Number{Name: name})
			}
		}
	}
	type votes struct {
		ids   []int32
		diff  zobrist.Key
		times int
	}
	of := make(map[uint64]map[zobrist.Key]*votes)
	for i := range cases {
		s, _ := n.solve(&cases[i], true)
		ids := slices.DeleteFunc(slices.Clone(s.changed), func(id int32) bool { return !lacks(n.numbers[id].Name) })
		if len(ids) == 0 || s.diff != 0 && s.ok {
			continue
		}
		slices.Sort(ids)
		l := label(ids)
		if of[l] == nil {
			of[l] = make(map[zobrist.Key]*votes)
		}
		if of[l][s.diff] == nil {
			of[l][s.diff] = &votes{ids: ids, diff: s.diff}
		}
		of[l][s.diff].times++
	}
	var best []*votes
	total, agree := 0, 0
	for _, diffs := range of {
		var most *votes
		for _, v := range diffs {
			if total += v.times; v.diff != 0 && (most == nil || v.times > most.times || v.times == most.times && v.diff < most.diff) {
				most = v
			}
		}
		if most != nil && (most.times > 1 || diffs[0] == nil) {
			best = append(best, most)
		}
	}
	slices.SortFunc(best, func(a, b *votes) int {
		return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(len(a.ids), len(b.ids)), slices.Compare(a.ids, b.ids))
	})
	f := newFit(len(n.numbers))
	shown := make(map[int32]bool)
	for _, v := range best {
		if f.add(v.diff, v.ids) {
			agree += v.times
			for _, id := range v.ids {
				shown[id] = true
			}
		}
	}
	n.learnt = make(map[int32]bool)
	for i, number := range f.numbers(1) {
		if id := int32(i); shown[id] && (number.Key != 0 || number.Free != 0) {
			n.numbers[i].Key, n.numbers[i].Free = number.Key, number.Free
			n.learnt[id] = true
			names = append(names, n.numbers[i].Name)
		}
	}
	n.forget()
	return names, float64(agree) / max(float64(total), 1)
}

// constants explains differences by one unknown number and at most two features that the
// move changes: the number must explain differences with different features. If all of
// those have an odd number of features that are known except for a constant, such as a
// king's, it is that constant.
func (n *Numbers) constants(all []solved) {
	const most = 4000 // differences
	type choice struct {
		diff zobrist.Key
		ids  []int32
	}
	of := make(map[zobrist.Key][]choice)
	open := make(map[zobrist.Key]bool)
	for i := range all {
		s := &all[i]
		if s.ok || len(open) == most || open[s.diff] {
			continue
		}
		open[s.diff] = true
		for _, ids := range upToTwo(s.changed) {
			rest := s.diff
			for _, id := range ids {
				rest ^= n.numbers[id].Key
			}
			of[rest] = append(of[rest], choice{s.diff, ids})
		}
	}
	size := func(rest zobrist.Key) (size int) {
		for _, c := range of[rest] {
			size += len(c.ids)
		}
		return size
	}
	rests := make([]zobrist.Key, 0, len(of))
	for rest, choices := range of {
		if len(choices) > 1 {
			rests = append(rests, rest)
		}
	}
	slices.SortFunc(rests, func(a, b zobrist.Key) int {
		return cmp.Or(cmp.Compare(len(of[b]), len(of[a])), cmp.Compare(size(a), size(b)), cmp.Compare(a, b))
	})
	found := make(map[zobrist.Key]set)
	for _, rest := range rests {
		choices := slices.DeleteFunc(of[rest], func(c choice) bool { return !open[c.diff] })
		for _, c := range choices {
			if len(choices) < 2 {
				break
			}
			s := set{ids: c.ids, rest: rest}
			if n.free(c.ids) != 0 {
				s.rest = 0
			}
			found[c.diff], open[c.diff] = s, false
		}
	}
	for i := range all {
		if s, ok := found[all[i].diff]; ok && !all[i].ok {
			all[i].set, all[i].ok, all[i].voted = s, true, true
		}
	}
}

// upToTwo returns the subsets with at most two elements, the smallest first.
func upToTwo(ids []int32) [][]int32 {
	all := [][]int32{nil}
	for _, a := range ids {
		all = append(all, []int32{a})
	}
	for i, a := range ids {
		for _, b := range ids[i+1:] {
			all = append(all, []int32{a, b})
		}
	}
	return all
}

// free returns the label of the constant except for which a set is known.
func (n *Numbers) free(ids []int32) (free uint64) {
	for _, id := range ids {
		free ^= n.numbers[id].Free
	}
	return free
}
