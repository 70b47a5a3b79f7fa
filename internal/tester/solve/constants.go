package solve

import (
	"cmp"
	"maps"
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
	type choices struct {
		of   map[zobrist.Key]set // by the difference
		size int                 // of the sets
	}
	by, tried := make(map[zobrist.Key]*choices), make(map[zobrist.Key]bool) // by the number
	for _, s := range all {
		if s.ok || !s.wrong || len(tried) == most || tried[s.diff] {
			continue
		}
		tried[s.diff] = true
		for _, ids := range upToTwo(n.counted(s.changed)) {
			rest, free := equation{ids: ids, key: s.diff}.rest(n.numbers)
			if by[rest] == nil {
				by[rest] = &choices{of: make(map[zobrist.Key]set)}
			}
			by[rest].size += len(ids)
			if by[rest].of[s.diff] = (set{ids, rest}); free != 0 {
				by[rest].of[s.diff] = set{ids: ids}
			}
		}
	}
	numbers := slices.SortedFunc(maps.Keys(by), func(a, b zobrist.Key) int {
		return cmp.Or(len(by[b].of)-len(by[a].of), by[a].size-by[b].size, cmp.Compare(a, b))
	})
	found := make(map[zobrist.Key]set)
	for _, number := range numbers {
		of := by[number].of
		maps.DeleteFunc(of, func(diff zobrist.Key, _ set) bool { _, ok := found[diff]; return ok })
		if len(of) > 1 {
			keycheck.Fired("constants")
			maps.Copy(found, of)
		}
	}
	for i := range all {
		if s, ok := found[all[i].diff]; ok && !all[i].ok {
			all[i].ids = slices.DeleteFunc(slices.Clone(s.ids), func(id int32) bool { return slices.Contains(all[i].old, id) })
			all[i].rest, all[i].ok = s.rest, true
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
