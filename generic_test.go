package zobrist_test

import (
	"iter"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

type latticePoint struct{ x, y, z int16 }

func (p latticePoint) id() uint64 {
	return uint64(uint16(p.x))<<32 | uint64(uint16(p.y))<<16 | uint64(uint16(p.z))
}

// Do not change: keys are API. Stored keys would not be found again.
func TestElementsAndMultisetGolden(t *testing.T) {
	stream := zobrist.NewSplitMix64(1234567)
	s := zobrist.NewElements(stream.Split("set"), number)
	b := zobrist.NewMultiset(stream.Split("bag"), number)
	h := b.Add(b.Add(0, 0, 3), 1, -2)
	stream = zobrist.NewSplitMix64(2026)
	points := zobrist.NewElements(stream.Split("set"), latticePoint.id)
	bag := zobrist.NewMultiset(stream.Split("bag"), latticePoint.id)
	for want, k := range map[string]zobrist.Key{
		"575013167aee95a5": s.Key(0), "97c90c135ea6c710": s.Key(1), "ef0a9b57659524cf": s.Key(2),
		"fb2877c94c614c76": points.Key(latticePoint{}),
		"238c311f89f57482": points.Key(latticePoint{1, -2, 3}),
		"60689188d53c13c1": b.Key(0), "8787dee99acc5a31": b.Key(1), "c207b8afd5b4d86b": b.Key(2),
		"1229f6c74a1b86e1": h, "17a9758aca1b86e1": b.Add(h, 7, math.MinInt32),
		"b8048a114f40b201": bag.Key(latticePoint{1, -2, 3}),
	} {
		assert.Equal(t, want, k.String())
	}
}

// Random toggles and replacements, compared with a plain set.
func TestElementsAgainstNaive(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(4))
	point := func() latticePoint {
		return latticePoint{int16(rng.IntN(5) - 2), int16(rng.IntN(5) - 2), math.MinInt16}
	}
	s := zobrist.NewElements(zobrist.NewSplitMix64(7).Split("set"), latticePoint.id)
	set := make(map[latticePoint]bool)
	var h zobrist.Key
	for range 5000 {
		e, f := point(), point()
		if set[e] && !set[f] && rng.IntN(2) == 0 {
			h = s.Replace(h, e, f)
			delete(set, e)
			set[f] = true
		} else {
			h = s.Toggle(h, e)
			if set[e] {
				delete(set, e)
			} else {
				set[e] = true
			}
		}
		var want zobrist.Key
		for e := range set {
			want ^= zobrist.Key(zobrist.NewSplitMix64(7).Split("set").At(e.id()))
		}
		require.Equal(t, want, h)
		require.Equal(t, want, s.Hash(maps.Keys(set)))
	}
	assert.Zero(t, s.Hash(maps.Keys(map[latticePoint]bool{})))
	assert.Zero(
		t, s.Hash(slices.Values([]latticePoint{{}, {1, 1, 1}, {}, {1, 1, 1}})),
		"an element that comes twice cancels",
	)
	assert.Equal(t, h, s.Replace(h, latticePoint{}, latticePoint{}))
}

func TestNewElementsPanics(t *testing.T) {
	src := zobrist.NewSplitMix64(1)
	assert.PanicsWithValue(t, "zobrist: NewElements: id is nil, want a function", func() {
		zobrist.NewElements[int](src, nil)
	})
	assert.PanicsWithValue(t, "zobrist: NewMultiset: id is nil, want a function", func() {
		zobrist.NewMultiset[int](src, nil)
	})
	const noStream = ": src is nil, want a stream, such as NewSplitMix64(seed).Split(name)"
	assert.PanicsWithValue(t, "zobrist: NewElements"+noStream, func() {
		zobrist.NewElements(nil, number)
	})
	assert.PanicsWithValue(t, "zobrist: NewMultiset"+noStream, func() {
		zobrist.NewMultiset(nil, number)
	})
}

// counts are the ends of the range, and where conversions go wrong.
var counts = []int{0, 1, -1, 2, -2, 3, 15, 16, 17, 127, 128, -128, 255, 256, 32767, -32768, 65536,
	math.MaxInt32 - 1, math.MaxInt32, -math.MaxInt32, math.MinInt32, math.MaxInt, math.MinInt}

func init() {
	if math.MaxInt > math.MaxInt32 {
		n := math.MaxInt32
		counts = append(counts, n+1, -n-2) // 2^31, which no int of 32 bits holds
	}
}

// Compared with sums of products without a modulus.
func TestMultisetAgainstNaive(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(6))
	modulus := new(big.Int).Lsh(big.NewInt(1), 64)
	b := zobrist.NewMultiset(zobrist.NewSplitMix64(11).Split("bag"), number)
	naive := func(bag map[uint64]*big.Int) zobrist.Key {
		sum := new(big.Int)
		for e, n := range bag {
			key := new(big.Int).SetUint64(zobrist.NewSplitMix64(11).Split("bag").At(e) | 1)
			sum.Add(sum, key.Mul(key, n))
		}
		return zobrist.Key(sum.Mod(sum, modulus).Uint64())
	}
	bag := make(map[uint64]*big.Int)
	var h zobrist.Key
	for range 5000 {
		e, n := rng.Uint64N(6), counts[rng.IntN(len(counts))]
		if rng.IntN(2) == 0 {
			n = rng.IntN(20) - 10
		}
		before := h
		h = b.Add(h, e, n)
		if bag[e] == nil {
			bag[e] = new(big.Int)
		}
		bag[e].Add(bag[e], big.NewInt(int64(n)))
		require.Equal(t, naive(bag), h)
		halves := func(yield func(uint64, int) bool) { // in any order, elements more than once
			_ = yield(e, n-n/2) && yield(e+1, n) && yield(e, n/2)
		}
		require.Equal(t, b.Add(b.Add(0, e, n), e+1, n), b.Hash(halves))
		require.Equal(t, before, h-b.Key(e)*zobrist.Key(uint64(int64(n))))
		if n != math.MinInt { // which has no opposite
			require.Equal(t, before, b.Add(h, e, -n), "taking away %d", n)
		}
	}
}

func TestGenericAllocs(t *testing.T) {
	src := zobrist.NewSplitMix64(1)
	s := zobrist.NewElements(src.Split("set"), latticePoint.id)
	b := zobrist.NewMultiset(src.Split("bag"), latticePoint.id)
	p, q := latticePoint{1, 2, 3}, latticePoint{3, 2, 1}
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		sink = s.Replace(s.Toggle(sink, p), p, q) + b.Add(sink, q, -3)
	}))
	var all iter.Seq[latticePoint] = slices.Values([]latticePoint{p, q})
	assert.LessOrEqual(t, testing.AllocsPerRun(100, func() { sink = s.Hash(all) }), 3.0)
}

// The methods of a zero value panic with a message that says what to do, or with the
// runtime's index error. Only sums of nothing are 0.
func TestZeroElementsAndMultiset(t *testing.T) {
	var set zobrist.Elements[int]
	var bag zobrist.Multiset[int]
	for want, verbs := range map[string][]func(){
		"zobrist: Elements.Key: the zero value has no numbers, want one made by NewElements": {
			func() { set.Key(1) },
			func() { set.Toggle(0, 1) },
			func() { set.Replace(0, 1, 2) },
			func() { set.Hash(slices.Values([]int{1})) },
		},
		"zobrist: Multiset.Key: the zero value has no numbers, want one made by NewMultiset": {
			func() { bag.Key(1) },
			func() { bag.Add(0, 1, 2) },
			func() { bag.Hash(maps.All(map[int]int{1: 2})) },
		},
	} {
		for _, f := range verbs {
			assert.PanicsWithValue(t, want, f)
		}
	}
	assert.Zero(t, set.Hash(slices.Values([]int(nil))))
	assert.Zero(t, bag.Hash(maps.All(map[int]int(nil))))
}
