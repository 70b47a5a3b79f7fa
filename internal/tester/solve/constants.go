package solve

import (
	"cmp"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// constants explains differences by one unknown number and at most two features that the
// move changes: the number must explain differences with different features. If all of
// those have an odd number of features that are known except for a constant, such as a
// king's, it is that constant.
func (n *Numbers) constants(all []solved) {
	const most = 4000 // differences
	type choice struct {
		diff zobrist.Key
		ids  []int32
		free bool
	}
	of := make(map[zobrist.Key][]choice) // by the number
	size := make(map[zobrist.Key]int)
	open := make(map[zobrist.Key]bool)
	for i := range all {
		s := &all[i]
		if s.ok || len(open) == most || open[s.diff] {
			continue
		}
		open[s.diff] = true
		for _, ids := range upToTwo(n.counted(s.changed)) {
			rest, free := equation{ids: ids, key: s.diff}.rest(n.numbers)
			of[rest] = append(of[rest], choice{s.diff, ids, free != 0})
			size[rest] += len(ids)
		}
	}
	var rests []zobrist.Key
	for rest, choices := range of {
		if len(choices) > 1 {
			rests = append(rests, rest)
		}
	}
	slices.SortFunc(rests, func(a, b zobrist.Key) int {
		return cmp.Or(cmp.Compare(len(of[b]), len(of[a])), cmp.Compare(size[a], size[b]), cmp.Compare(a, b))
	})
	found := make(map[zobrist.Key]set)
	for _, rest := range rests {
		choices := slices.DeleteFunc(of[rest], func(c choice) bool { return !open[c.diff] })
		if len(choices) < 2 {
			continue
		}
		for _, c := range choices {
			s := set{ids: c.ids, rest: rest}
			if c.free {
				s.rest = 0
			}
			found[c.diff], open[c.diff] = s, false
		}
	}
	for i := range all {
		if s, ok := found[all[i].diff]; ok && !all[i].ok {
			all[i].set, all[i].ok = s, true
		}
	}
}

// fixed finds a number that moves toggle whether the position has its feature or not, such as one
// beyond the end of a table. It is no feature then.
func (n *Numbers) fixed(all []solved) {
	count := make(map[int32]*[3]int) // of moves between positions without the feature, with it, and others
	for _, s := range all {
		if len(s.set.ids) != 1 {
			continue
		}
		id := s.set.ids[0]
		if count[id] == nil {
			count[id] = new([3]int)
		}
		switch plainRole(id, &s) {
		case absent:
			count[id][0]++
		case stays:
			count[id][1]++
		default:
			count[id][2]++
		}
	}
	for i := range all {
		if s := &all[i]; len(s.set.ids) == 1 && s.set.rest == 0 {
			if c := count[s.set.ids[0]]; min(c[0], c[1]) > max(1, c[2]) {
				s.set = set{rest: n.numbers[s.set.ids[0]].Key}
			}
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
