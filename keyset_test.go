package zobrist_test

import (
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

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
				for n := range 10_000 {
					k := key(rng.Uint64N(5000))
					if set.Contains(k) != model[k] {
						t.Fatalf("round %d: Contains(%v) is %v before Add", round, k, !model[k])
					}
					if set.Add(k) == model[k] {
						t.Fatalf("round %d: Add(%v) is %v", round, k, model[k])
					}
					model[k] = true
					if !set.Contains(k) || set.Len() != len(model) {
						t.Fatalf("round %d: after Add(%v), Len is %d, want %d, or Contains false",
							round, k, set.Len(), len(model))
					}
					if n%4999 == 0 {
						requireAll(t, model, &set)
					}
				}
				requireAll(t, model, &set)
				for i := range uint64(6000) {
					k := key(i)
					if set.Contains(k) != model[k] {
						t.Fatalf("round %d: Contains(%v) is %v", round, k, !model[k])
					}
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

// probesPerKey returns how many slots a new set looks at while it adds the keys, as an average.
func probesPerKey(keys iter.Seq[zobrist.Key]) float64 {
	var set zobrist.KeySet
	probes := 0
	for k := range keys {
		slots := zobrist.Slots(&set)
		probes += zobrist.Probes(&set, k)
		set.Add(k)
		if zobrist.Slots(&set) == slots {
			continue
		}
		// The set has grown. How far keys are from home, in all, does not depend on the order in
		// which they came, so to put them into the new slots took as many probes as to find them.
		for old := range set.All() {
			probes += zobrist.Probes(&set, old)
		}
	}
	return float64(probes) / float64(set.Len())
}

// Adding a key looks at few slots, whatever the kind of keys, and also if the keys come from the
// All of another set.
func TestKeySetProbes(t *testing.T) {
	// Random slots take 6.3 probes per key right after the set has grown: 3.7 to add a key between
	// 3/8 and 3/4 of the slots, and 1.3 for each key that moves, twice as often as there are keys.
	const few = 8
	for kind, key := range kindsOfKeys {
		var source zobrist.KeySet
		for n := range 4 {
			// A quarter more of 2^14 slots each time, from 3/8 to 3/4.
			for i := source.Len(); i < (3+n)<<11; i++ {
				source.Add(key(uint64(i)))
			}
			fromAll := probesPerKey(source.All())
			assert.Less(t, fromAll, float64(few), "%s: %d keys", kind, source.Len())
			bad := probesPerKey(zobrist.InOrderOfSlots(&source))
			assert.Greater(t, bad, 40*float64(few), "%s: the order that All avoids", kind)
		}
	}
}

// The keys of one shard, which a program adds to the set of that shard, use all slots of it.
func TestKeySetOfOneShard(t *testing.T) {
	for _, shards := range []int{2, 3, 16, 100, 4096} {
		var keys []zobrist.Key
		for i := uint64(0); len(keys) < 3000; i++ {
			k := zobrist.Key(zobrist.NewSplitMix64(1).At(i))
			if k.Shard(shards) == shards-1 {
				keys = append(keys, k)
			}
		}
		assert.Less(t, probesPerKey(slices.Values(keys)), 8.0, "%d shards", shards)
	}
}

func BenchmarkKeySet(b *testing.B) {
	for _, kind := range []string{"random", "canonical", "small"} {
		for _, n := range []int{1e3, 1e4, 1e5, 1e6, 1e7} {
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
