package book

import "math/rand/v2"

// Pick draws one entry at random, in proportion to the weights. ok is false if there
// are no entries or all weights are 0.
//
// The same entries and an r in the same state give the same draw. If r is nil, Pick
// uses the random generator of the process, which needs no seed and which goroutines
// may share. Pick takes O(n) time for n entries and does not allocate.
func Pick(entries []Entry, r *rand.Rand) (e Entry, ok bool) {
	var total uint64
	for _, e := range entries {
		total += uint64(e.Weight)
	}
	if total == 0 {
		return Entry{}, false
	}
	draw := rand.Uint64N
	if r != nil {
		draw = r.Uint64N
	}
	for i, at := 0, draw(total); ; i++ {
		weight := uint64(entries[i].Weight)
		if at < weight {
			return entries[i], true
		}
		at -= weight
	}
}
