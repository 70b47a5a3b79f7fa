package book

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

func weighted(weights ...uint16) []Entry {
	entries := make([]Entry, len(weights))
	for i, w := range weights {
		entries[i] = Entry{Weight: w, Learn: uint32(i)}
	}
	return entries
}

// Pick draws each entry in proportion to its weight, within 5 standard deviations.
func TestPick(t *testing.T) {
	const draws = 20_000
	for _, weights := range [][]uint16{
		{1}, {65535}, {1, 1}, {1, 65535}, {0, 3, 0, 1, 0}, {5, 4, 3, 2, 1}, {65535, 65535, 65535}, {0, 7},
	} {
		entries, total := weighted(weights...), 0
		for _, w := range weights {
			total += int(w)
		}
		for name, r := range map[string]*rand.Rand{"seeded": rand.New(rand.NewPCG(1, 2)), "nil": nil} {
			drawn := make([]int, len(weights))
			for range draws {
				e, ok := Pick(entries, r)
				if !ok || e != entries[e.Learn] {
					t.Fatal(e, ok)
				}
				drawn[e.Learn]++
			}
			for i, w := range weights {
				p := float64(w) / float64(total)
				assert.InDelta(t, p*draws, drawn[i], 5*math.Sqrt(draws*p*(1-p)), "%s: entry %d of %v", name, i, weights)
			}
		}
	}
	for _, none := range [][]Entry{nil, {}, weighted(0), weighted(0, 0)} {
		e, ok := Pick(none, nil)
		assert.False(t, ok)
		assert.Zero(t, e)
	}
	entries := weighted(3, 2, 1)
	assert.Zero(t, testing.AllocsPerRun(100, func() { _, _ = Pick(entries, nil) }))
}

// The same generator and entries give the same draws, in every release.
func TestPickGolden(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	entries := weighted(1, 2, 3, 4, 5, 6)
	var drawn []uint32
	for range 16 {
		e, _ := Pick(entries, r)
		drawn = append(drawn, e.Learn)
	}
	assert.Equal(t, []uint32{5, 5, 3, 4, 5, 5, 4, 0, 4, 5, 2, 4, 3, 4, 4, 5}, drawn)
}
