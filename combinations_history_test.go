package zobrist

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// One owner's keys use all of a History. A look-up takes as few steps as for
// undivided keys, for any owner of any number of owners.
func TestOwnerAndHistory(t *testing.T) {
	const count = 20_000
	steps := func(owner, n int) float64 {
		src := NewSplitMix64(60)
		var h History
		for h.Len() < count {
			if k := src.Key(); k.Owner(n) == owner {
				h.Push(k)
			}
		}
		assert.Greater(t, h.indexed, count*9/10, "most are in the hash table")
		return float64(h.steps()) / count
	}
	one := steps(0, 1)
	assert.Less(t, one, 1.0)
	for _, n := range []int{2, 3, 4, 16, 64, 1000} {
		if testing.Short() && n > 64 {
			continue
		}
		for _, owner := range slices.Compact([]int{0, n / 2, n - 1}) {
			assert.InDelta(t, one, steps(owner, n), 0.1, "owner %d of %d", owner, n)
		}
	}
}

// steps returns how many slots the searches for all keys pass over.
func (h *History) steps() int {
	steps := 0
	for _, o := range h.list[1 : h.indexed+1] {
		found := h.find(o.key)
		for i := h.home(o.key); &h.slots[i&uint64(len(h.slots)-1)] != found; i++ {
			steps++
		}
	}
	return steps
}
