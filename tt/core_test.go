package tt

import (
	"math/bits"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// newTable is New without an error.
func newTable[V any](t testing.TB, bytes int) *Table[V] {
	t.Helper()
	table, err := New[V](bytes)
	require.NoError(t, err)
	return table
}

func TestHashAndSealConstants(t *testing.T) {
	var factor, seal uint64 = hashFactor, sealFactor
	assert.Equal(t, uint64(1), factor*hashFactorInverse)
	assert.Equal(t, uintptr(bucketBytes), unsafe.Sizeof(bucket{}))

	// Values with the same seal are far apart, as the comment of core says. Their
	// products differ by less than 2^22.
	inverse := seal // Newton's iteration
	for range 6 {
		inverse *= 2 - seal*inverse
	}
	require.Equal(t, uint64(1), seal*inverse)
	for difference := uint64(1); difference < 1<<sealShift; difference++ {
		if apart := min(difference*inverse, -(difference * inverse)); apart <= 1<<41 {
			t.Fatalf("values that differ by %[2]d have products that differ by %[1]d", difference, apart)
		}
	}
}

// pairOf returns the words of an entry.
func pairOf(k zobrist.Key, d uint64, worth, generation int) pair {
	return pair{(uint64(k)*hashFactor<<checkShift | uint64(worth+1)<<worthShift | uint64(generation)) ^ seal(d), d}
}

// Two goroutines can leave two entries with the same key. Probe then returns what is
// stored next.
func TestStoreUpdatesTheEntryThatProbeReturns(t *testing.T) {
	for first := range perBucket {
		for second := first + 1; second < perBucket; second++ {
			for _, store := range []func(*Table[uint64], zobrist.Key, uint64, int){(*Table[uint64]).Store, (*Table[uint64]).StoreMax} {
				table := newTable[uint64](t, 64)
				for slot := range perBucket {
					k := zobrist.Key(100 + slot)
					if slot == first || slot == second {
						k = 7
					}
					table.c.buckets[0][slot] = pairOf(k, uint64(slot), 9, 0)
				}
				requireValue(t, table, 7, uint64(first))
				store(table, 7, 1000, 9)
				requireValue(t, table, 7, 1000)
			}
		}
	}
}

// requireValue requires that Probe finds a value.
func requireValue(t *testing.T, table *Table[uint64], k zobrist.Key, want uint64) {
	t.Helper()
	v, ok := table.Probe(k)
	require.True(t, ok)
	require.Equal(t, want, v)
}

// Probe rejects a pair of words from two stores under both keys. Later stores and All
// work as usual.
func TestProbeRejectsATornPair(t *testing.T) {
	table := newTable[uint64](t, 1<<20)
	n := uint64(len(table.c.buckets))
	for i := range uint64(1000) {
		a := zobrist.Key(zobrist.NewSplitMix64(1).At(i))
		// Another key in a's bucket.
		h := uint64(a)*hashFactor ^ (i + 1)
		other := zobrist.Key(h * hashFactorInverse)
		at, _ := bits.Mul64(h, n)
		b := &table.c.buckets[at]
		require.Equal(t, b, table.c.bucket(uint64(a)*hashFactor))
		*b = bucket{}
		b[0] = pair{pairOf(a, i, 9, 0).w, pairOf(other, 3*i+1, 9, 0).d}
		for _, k := range []zobrist.Key{a, other} {
			_, ok := table.Probe(k)
			assert.False(t, ok)
		}
		table.Store(a, i, 5)
		requireValue(t, table, a, i)
	}
	for k, e := range table.All() {
		if v, ok := table.Probe(k); !ok || v != e.Value {
			t.Errorf("%v: %v in All, Probe: %v, %v", k, e, v, ok)
		}
	}
}

// In a table of more than 1 MiB, All rejects most torn pairs by their bucket.
func TestAllRejectsMostTornPairs(t *testing.T) {
	table := newTable[uint64](t, 64<<20)
	rng := zobrist.NewSplitMix64(3)
	for i := range table.c.buckets[:1<<16] {
		table.c.buckets[i] = bucket{{rng.Uint64(), rng.Uint64()}}
	}
	n := 0
	for range table.All() {
		n++
	}
	assert.InDelta(t, 1<<16/64, n, 200, "1 in 64 passes in a table of 64 MiB")
}
