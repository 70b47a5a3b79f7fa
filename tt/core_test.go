package tt

import (
	"math/bits"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// newTable is New where it does not fail.
func newTable[V any](t testing.TB, bytes int) *Table[V] {
	t.Helper()
	table, err := New[V](bytes)
	require.NoError(t, err)
	return table
}

func TestConstants(t *testing.T) {
	var factor, seal uint64 = hashFactor, sealFactor
	assert.Equal(t, uint64(1), factor*hashFactorInverse)
	assert.Equal(t, uintptr(bucketBytes), unsafe.Sizeof(bucket{}))

	// Two values have one seal only if they are far apart, as the comment of core
	// says: their products differ by less than 2^22.
	inverse := seal // Newton's iteration
	for range 6 {
		inverse *= 2 - seal*inverse
	}
	require.Equal(t, uint64(1), seal*inverse)
	for difference := uint64(1); difference < 1<<sealShift; difference++ {
		if apart := min(difference*inverse, -(difference * inverse)); apart <= 1<<41 {
			t.Fatalf("products that differ by %d are of values that differ by %d", difference, apart)
		}
	}
}

func TestAlignment(t *testing.T) {
	for n := 1; n < 2000; n += 7 {
		table := newTable[int64](t, 64*n)
		assert.Zero(t, uintptr(unsafe.Pointer(&table.c.buckets[0]))%64, "%d buckets", n)
	}
}

// pairOf returns the words of an entry.
func pairOf(k zobrist.Key, d uint64, worth, generation int) pair {
	return pair{(uint64(k)*hashFactor<<checkShift | uint64(worth+1)<<worthShift | uint64(generation)) ^ seal(d), d}
}

// Two goroutines can leave two entries of one key. What is stored last is then
// what Probe returns.
func TestTwoEntriesOfOneKey(t *testing.T) {
	for first := range perBucket {
		for second := first + 1; second < perBucket; second++ {
			table := newTable[uint64](t, 64)
			b := &table.c.buckets[0]
			for slot := range perBucket {
				k, v := zobrist.Key(100+slot), uint64(slot)
				if slot == first || slot == second {
					k = 7
				}
				b[slot] = pairOf(k, v, 9, 0)
			}
			v, ok := table.Probe(7)
			assert.True(t, ok)
			assert.Equal(t, uint64(first), v)
			table.Store(7, 1000, 0)
			v, ok = table.Probe(7)
			assert.True(t, ok)
			assert.Equal(t, uint64(1000), v)
		}
	}
}

// The two words of different stores are not found under either key, and do not
// disturb their neighbours.
func TestTornPair(t *testing.T) {
	table := newTable[uint64](t, 1<<20)
	n := uint64(len(table.c.buckets))
	for i := range uint64(1000) {
		a := zobrist.Key(zobrist.NewSplitMix64(1).At(i))
		// Another key of a's bucket.
		h := uint64(a)*hashFactor ^ (i + 1)
		other := zobrist.Key(h * hashFactorInverse)
		at, _ := bits.Mul64(h, n)
		b := &table.c.buckets[at]
		require.Equal(t, b, table.c.bucket(uint64(a)*hashFactor))
		*b = bucket{}
		b[0] = pair{pairOf(a, i, 9, 0).w, pairOf(other, 3*i+1, 9, 0).d}
		_, ok := table.Probe(a)
		assert.False(t, ok)
		_, ok = table.Probe(other)
		assert.False(t, ok)
		table.Store(a, i, 5)
		v, ok := table.Probe(a)
		assert.True(t, ok)
		assert.Equal(t, i, v)
	}
	for k, e := range table.All() {
		if v, ok := table.Probe(k); !ok || v != e.Value {
			t.Errorf("%v: %v in All, Probe: %v, %v", k, e, v, ok)
		}
	}
}

// All tells most torn pairs by their place in a table of more than 1 MiB.
func TestAllOfTornPairs(t *testing.T) {
	table := newTable[uint64](t, 64<<20)
	rng := zobrist.NewSplitMix64(3)
	for i := range table.c.buckets[:1<<16] {
		table.c.buckets[i] = bucket{{rng.Uint64(), rng.Uint64()}}
	}
	n := 0
	for range table.All() {
		n++
	}
	assert.InDelta(t, 1<<16/64, n, 200, "1 in 64 passes")
}
