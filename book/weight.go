package book

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// Pick draws one of the entries, each with a probability in proportion to its
// weight. It returns false when there are no entries, or when all weights are 0.
//
// The same r and entries give the same draw. Where r is nil, Pick uses the random
// generator of the process, which needs no seed and which goroutines may share.
// Pick takes time in proportion to the number of entries and does not allocate.
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

// heaviestFirst sorts entries by descending weight and keeps the order of equals.
// A hostile file has hundreds of thousands of entries of one key: those are sorted
// by the bytes of the weight, in linear time.
func heaviestFirst(entries []Entry) {
	if len(entries) <= 256 {
		slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(b.Weight, a.Weight) })
		return
	}
	from, to := entries, make([]Entry, len(entries))
	for shift := 0; shift < 16; shift += 8 {
		var place [257]int // by byte, the greatest first: where the next entry goes
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
