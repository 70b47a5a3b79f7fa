package keycheck

import (
	"cmp"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// Unused returns the names of the keys that are in none of the changes: differences between
// the keys of two positions. It finds the keys of a change that is the XOR of up to three
// keys and up to two of the most common keys, such as the side to move. It also returns how
// many changes it cannot explain. If there are any, a key that seems unused may be in one of
// these. Unused leaves out zero keys, and all but the first of equal keys. It explains
// nothing with more than [MostQuadruples] keys, or after over returns true.
func Unused(all []Named, changes map[zobrist.Key]struct{}, over func() bool) (unused []string, unexplained int) {
	const mostCommon = 4
	f := newFinder(all)
	n := len(f.keys)
	if n > MostQuadruples {
		return nil, len(changes)
	}
	pairs := f.pairs(func(int, int, *entry) {})
	count := make([]int, n)
	find := func(change uint64) bool {
		for size := 1; change != 0; size++ {
			if size > 3 {
				return false
			}
			if set := f.find(change, size, 0, n, &pairs); set != nil {
				for _, i := range set {
					count[i]++
				}
				break
			}
		}
		return true
	}
	var left []uint64
	for change := range changes {
		if over() || !find(uint64(change)) {
			left = append(left, uint64(change))
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(count[j], count[i]) })
	var common []uint64 // the most common keys, and the XORs of two of them
	for at, i := range order[:min(n, mostCommon)] {
		if count[i] > 0 {
			common = append(common, f.keys[i])
			for _, j := range order[:at] {
				common = append(common, f.keys[i]^f.keys[j])
			}
		}
	}
	for _, change := range left {
		if over() || !slices.ContainsFunc(common, func(k uint64) bool { return find(change ^ k) }) {
			unexplained++
		}
	}
	for i, n := range count {
		if n == 0 {
			unused = append(unused, f.names[i])
		}
	}
	return unused, unexplained
}
