package zobrist_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// kindsOfKeys returns key i of each kind that programs have.
var kindsOfKeys = map[string]func(i uint64) zobrist.Key{
	"random": func(i uint64) zobrist.Key { return zobrist.Key(zobrist.NewSplitMix64(1).At(i)) },
	"canonical": func(i uint64) zobrist.Key { // the smallest of 16
		src := zobrist.NewSplitMix64(i)
		least := src.Key()
		for range 15 {
			least = min(least, src.Key())
		}
		return least
	},
	"small":     func(i uint64) zobrist.Key { return zobrist.Key(i) },
	"even":      func(i uint64) zobrist.Key { return zobrist.Key(2 * i) },
	"high bits": func(i uint64) zobrist.Key { return zobrist.Key(i << 40) },
	"few bits":  func(i uint64) zobrist.Key { return zobrist.Key(i&1023 | i>>10<<54) },
	"of one shard": func(i uint64) zobrist.Key {
		src := zobrist.NewSplitMix64(i)
		for {
			if k := src.Key(); k.Shard(16) == 3 {
				return k
			}
		}
	},
}

// A KeySet does what a map does, with keys that come again, and with the key 0.
func TestKeySetAgainstMap(t *testing.T) {
	for kind, key := range kindsOfKeys {
		t.Run(kind, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(68, 1))
			var set zobrist.KeySet
			for round := range 3 {
				model := map[zobrist.Key]bool{}
				require.False(t, set.Contains(0))
				for n := range 20_000 {
					k := key(rng.Uint64N(10_000))
					require.Equal(t, model[k], set.Contains(k), "%v before Add", k)
					require.Equal(t, !model[k], set.Add(k), "%v", k)
					require.True(t, set.Contains(k))
					model[k] = true
					require.Equal(t, len(model), set.Len())
					if n%4999 == 0 {
						requireAll(t, model, &set)
					}
				}
				requireAll(t, model, &set)
				for i := range uint64(11_000) {
					require.Equal(t, model[key(i)], set.Contains(key(i)), "round %d", round)
				}
				set.Reset()
				requireAll(t, nil, &set)
			}
		})
	}
}

// requireAll requires that the set yields each key of the model once.
func requireAll(t *testing.T, model map[zobrist.Key]bool, set *zobrist.KeySet) {
	t.Helper()
	want := slices.Sorted(maps.Keys(model))
	got := slices.Sorted(set.All())
	require.True(t, slices.Equal(want, got), "%d keys, want %d", len(got), len(want))
	require.Equal(t, len(want), set.Len())
}

// The zero key is a key like others, in a set without slots too.
func TestKeySetZeroKey(t *testing.T) {
	var set zobrist.KeySet
	assert.False(t, set.Contains(0))
	assert.True(t, set.Add(0))
	assert.False(t, set.Add(0))
	assert.True(t, set.Contains(0))
	assert.False(t, set.Contains(1))
	assert.Equal(t, 1, set.Len())
	assert.Equal(t, []zobrist.Key{0}, slices.Collect(set.All()))
	assert.True(t, set.Add(1))
	assert.Equal(t, 2, set.Len())
	set.Reset()
	assert.False(t, set.Contains(0))
	assert.Zero(t, set.Len())
}

// All stops when the loop does, at each place.
func TestKeySetAllStops(t *testing.T) {
	var set zobrist.KeySet
	for k := range zobrist.Key(100) {
		set.Add(k)
	}
	for stop := 1; stop <= 100; stop++ {
		n := 0
		for range set.All() {
			n++
			if n == stop {
				break
			}
		}
		require.Equal(t, stop, n)
	}
}

// A set takes at most 24 bytes per key, and at most 16 on average over all sizes.
func TestKeySetMemory(t *testing.T) {
	var set zobrist.KeySet
	sum, sizes := 0.0, 0.0
	for n := 1; n <= 200_000; n++ {
		set.Add(zobrist.Key(n))
		if n < 100 { // the first slots are 16
			continue
		}
		perKey := 8 * float64(zobrist.Slots(&set)) / float64(n)
		require.LessOrEqual(t, perKey, 24.0, n)
		sum += perKey / float64(n) // each doubling of the size counts the same
		sizes += 1 / float64(n)
	}
	assert.Less(t, sum/sizes, 16.0)
	assert.Zero(t, testing.AllocsPerRun(1, func() {
		set.Reset()
		for n := 1; n <= 200_000; n++ {
			set.Add(zobrist.Key(n))
		}
	}), "Reset keeps the memory")
}

// Filling a set from another's All takes linear time. If All yielded the keys in the order of their
// slots, 2^17 keys would take over a hundred times as long as in random order.
func TestKeySetFilledFromAnother(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes most of a minute, and much longer on an emulated machine")
	}
	for kind, key := range kindsOfKeys {
		var source zobrist.KeySet
		for i := range uint64(1 << 17) {
			source.Add(key(i))
		}
		shuffled := slices.Collect(source.All())
		rand.New(rand.NewPCG(1, 1)).Shuffle(len(shuffled), func(i, j int) {
			shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
		})
		inRandomOrder := leastTime(func() {
			var set zobrist.KeySet
			for _, k := range shuffled {
				set.Add(k)
			}
		})
		fromAll := leastTime(func() {
			var set zobrist.KeySet
			for k := range source.All() {
				set.Add(k)
			}
		})
		assert.Less(t, fromAll, 10*inRandomOrder, kind)
		t.Logf("%s: %v from All, %v in random order", kind, fromAll, inRandomOrder)
	}
}

func leastTime(f func()) time.Duration {
	least := time.Hour
	for range 3 {
		start := time.Now()
		f()
		least = min(least, time.Since(start))
	}
	return least
}

func BenchmarkKeySet(b *testing.B) {
	for _, kind := range []string{"random", "canonical", "small"} {
		for _, n := range []int{1e3, 1e5, 1e6, 1e7} {
			keys := make([]zobrist.Key, n)
			for i := range keys {
				keys[i] = kindsOfKeys[kind](uint64(i))
			}
			b.Run(fmt.Sprintf("%s/%d/KeySet.Add", kind, n), func(b *testing.B) {
				perKey(b, n, func() {
					var set zobrist.KeySet
					for _, k := range keys {
						set.Add(k)
					}
				})
			})
			b.Run(fmt.Sprintf("%s/%d/map", kind, n), func(b *testing.B) {
				perKey(b, n, func() {
					set := map[zobrist.Key]struct{}{}
					for _, k := range keys {
						set[k] = struct{}{}
					}
				})
			})
		}
	}
}

// perKey runs a function b.N times and reports nanoseconds and bytes allocated for each of n keys.
func perKey(b *testing.B, n int, f func()) {
	b.ReportAllocs()
	for range b.N {
		f()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
}
