package solve

import (
	"cmp"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// constants explains differences by one unknown number and at most two features that the
// move changes: the number must explain differences with different features. If all of
// those have an odd number of features that are known except for a constant, such as a
// king's, it is that constant.
func (n *Numbers) constants(all []solved) {
	const most = 4000 // differences
	type choice struct {
		diff zobrist.Key
		set
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
			c := choice{s.diff, set{ids, rest}}
			if free != 0 {
				c.rest = 0
			}
			of[rest], size[rest] = append(of[rest], c), size[rest]+len(ids)
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
		for _, c := range choices {
			if len(choices) > 1 {
				keycheck.Fired("constants")
				found[c.diff], open[c.diff] = c.set, false
			}
		}
	}
	for i := range all {
		if s, ok := found[all[i].diff]; ok && !all[i].ok {
			all[i].set, all[i].ok = s, true
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
