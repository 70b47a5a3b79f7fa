package book

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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

// heaviestFirst sorts as a stable sort does, below and above 256 entries, where the
// method changes.
func TestHeaviestFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{0, 1, 2, 255, 256, 257, 1000} {
		for _, weights := range []int{1, 2, 255, 256, 257, 65536} {
			entries := make([]Entry, n)
			for i := range entries {
				entries[i] = Entry{Weight: uint16(rng.IntN(weights) * (65536 / weights)), Learn: uint32(i)}
			}
			want := slices.Clone(entries)
			slices.SortStableFunc(want, func(a, b Entry) int { return int(b.Weight) - int(a.Weight) })
			heaviestFirst(entries)
			require.True(t, slices.Equal(want, entries), "%d entries of %d weights", n, weights)
		}
	}
}
