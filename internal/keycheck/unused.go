package keycheck

import "github.com/zobrist-go/zobrist"

// Unused returns the names of the keys that are in none of the changes: differences between
// the keys of two positions. It finds the keys of a change that is the XOR of up to three
// keys and up to two of the most common keys, such as the side to move. It also returns how
// many changes it cannot explain. If there are any, a key that seems unused may be in one of
// these. Unused leaves out zero keys, and all but the first of equal keys. It explains
// nothing with more than [MostQuadruples] keys, or after over returns true.
func Unused(all []Named, changes map[zobrist.Key]struct{}, over func() bool) (unused []string, unexplained int) {
	const mostCommon = 4
	f := newFinder(all)
	if len(f.keys) > MostQuadruples {
		return nil, len(changes)
	}
	pairs := newPairs(f.keys)
	for i := range f.keys {
		for j := i + 1; j < len(f.keys); j++ {
			pairs.add(i, j)
		}
	}
	count := make([]int, len(f.keys))
	find := func(change uint64) bool {
		if change == 0 {
			return true
		}
		if i := f.index(change); i >= 0 {
			count[i]++
			return true
		}
		if i, j, ok := pairs.find(change); ok {
			count[i]++
			count[j]++
			return true
		}
		for i, k := range f.keys {
			if j, l, ok := pairs.find(change ^ k); ok {
				count[i]++
				count[j]++
				count[l]++
				return true
			}
		}
		return false
	}
	var left []uint64
	for change := range changes {
		if over() || !find(uint64(change)) {
			left = append(left, uint64(change))
		}
	}
	var common []uint64
	taken := make(map[int]bool)
	for range min(mostCommon, len(f.keys)) {
		best := -1
		for i, n := range count {
			if n > 0 && !taken[i] && (best < 0 || n > count[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		taken[best] = true
		common = append(common, f.keys[best])
	}
	explain := func(change uint64) bool {
		for i, k := range common {
			if find(change ^ k) {
				return true
			}
			for _, l := range common[:i] {
				if find(change ^ k ^ l) {
					return true
				}
			}
		}
		return false
	}
	for _, change := range left {
		if over() || !explain(change) {
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
