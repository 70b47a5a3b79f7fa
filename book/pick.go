package book

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

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

// heaviestFirst sorts entries by descending weight, stably. It sorts long lists by the
// bytes of the weight, in linear time: a malicious file may have one key alone.
func heaviestFirst(entries []Entry) {
	if len(entries) <= 256 {
		slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(b.Weight, a.Weight) })
		return
	}
	from, to := entries, make([]Entry, len(entries))
	for shift := 0; shift < 16; shift += 8 {
		var place [257]int // where the next entry of each byte goes, greatest byte first
		digit := func(e Entry) int { return 255 - int(e.Weight>>shift&255) }
		for _, e := range from {
			place[digit(e)+1]++
		}
		for i := range 256 {
			place[i+1] += place[i]
		}
		for _, e := range from {
			to[place[digit(e)]] = e
			place[digit(e)]++
		}
		from, to = to, from
	}
}
