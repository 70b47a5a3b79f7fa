package zobrist_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/tt"
)

// Do not change these values: they divide work in progress.
func TestOwnerGolden(t *testing.T) {
	for _, test := range []struct {
		key                   zobrist.Key
		of2, of16, of100, max int
	}{
		{0, 0, 0, 0, 0},
		{1, 0, 5, 33, 726207246},
		{2, 1, 13, 85, 1843993674},
		{0x463b96181691fc9c, 0, 3, 22, 491813910},
		{0x823c9b50fd114196, 0, 1, 7, 162812936},
		{0x8000000000000000, 0, 2, 14, 316749650},
		{math.MaxUint64, 1, 11, 70, 1516776189},
	} {
		got := []int{test.key.Owner(2), test.key.Owner(16), test.key.Owner(100), test.key.Owner(math.MaxInt32)}
		assert.Equal(t, []int{test.of2, test.of16, test.of100, test.max}, got, test.key)
		assert.Zero(t, test.key.Owner(1))
	}
}

func TestOwnerNests(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 1))
	for range 10_000 {
		k, n, m := zobrist.Key(rng.Uint64()), 1+rng.IntN(1000), 1+rng.IntN(1000)
		owner := k.Owner(n)
		require.True(t, 0 <= owner && owner < n, "%v of %d: %d", k, n, owner)
		require.Equal(t, owner, k.Owner(m*n)/m, "%v of %d and %d", k, n, m*n)
	}
}

func TestOwnerPanics(t *testing.T) {
	for _, n := range []int{0, -1, math.MinInt} {
		assert.PanicsWithValue(t, "zobrist: Key.Owner: n is less than 1, want the number of owners", func() { zobrist.Key(1).Owner(n) })
	}
}

// kindsOfKeys yields keys of each kind, without end.
var kindsOfKeys = map[string]func() func() zobrist.Key{
	"random": func() func() zobrist.Key { return zobrist.NewSplitMix64(1).Split("random").Key },
	"counted": func() func() zobrist.Key { // the computed keys of a Set, in order
		i := uint64(0)
		set := zobrist.NewSet(zobrist.NewSplitMix64(1).Split("set"), func(i uint64) uint64 { return i })
		return func() zobrist.Key { i++; return set.Key(i) }
	},
	"Bag": func() func() zobrist.Key {
		i := 0
		bag := zobrist.NewBag(zobrist.NewSplitMix64(1).Split("bag"), func(e int) uint64 { return uint64(e) })
		return func() zobrist.Key { i++; return bag.Add(bag.Add(0, i&1023, 16), 1024+(i>>10), 16) }
	},
	"Canonical": func() func() zobrist.Key { // the smallest of eight
		src := zobrist.NewSplitMix64(1).Split("images")
		return func() zobrist.Key {
			k := src.Key()
			for range 7 {
				k = min(k, src.Key())
			}
			return k
		}
	},
}

// ownedBy returns the first keys of one owner, all different.
func ownedBy(next func() zobrist.Key, owner, n, count int) []zobrist.Key {
	keys := make([]zobrist.Key, 0, count)
	for len(keys) < count {
		if k := next(); k.Owner(n) == owner {
			keys = append(keys, k)
		}
	}
	return keys
}

type index = func(zobrist.Key) zobrist.Key

func lowBits(k zobrist.Key) zobrist.Key  { return k & (1<<16 - 1) }
func highBits(k zobrist.Key) zobrist.Key { return k >> (64 - 16) }

// checkOwners checks that sixteen owners get the same number of keys, and that an
// owner's keys fill a table of 2^16 slots like random keys.
func checkOwners(t *testing.T, name string, keys []zobrist.Key, indices ...index) {
	const owners, slots = 16, 1 << 16
	var of [owners][]zobrist.Key
	for _, k := range keys {
		of[k.Owner(owners)] = append(of[k.Owner(owners)], k)
	}
	for owner, own := range of {
		assert.LessOrEqual(t, float64(len(own)), 1.05*float64(len(keys))/owners, "%s: owner %d", name, owner)
		for i, index := range indices {
			used := map[zobrist.Key]bool{}
			for _, k := range own {
				used[index(k)] = true
			}
			want := slots * (1 - math.Exp(-float64(len(own))/slots))
			assert.InEpsilon(t, want, len(used), 0.02, "%s: slots of owner %d, index %d", name, owner, i)
		}
	}
}

// One owner's keys of each kind use all of a transposition table: it finds as many of
// them as of keys that are not divided.
func TestOwnerAndTable(t *testing.T) {
	t.Parallel()
	checkOwners(t, "Canonical", ownedBy(kindsOfKeys["Canonical"](), 0, 1, 100_000), lowBits)
	checkOwners(t, "Bag", ownedBy(kindsOfKeys["Bag"](), 0, 1, 100_000), highBits)
	const bytes, count = 1 << 20, 1 << 15 // half as many keys as entries
	for name, kind := range kindsOfKeys {
		undivided := 0.0
		for _, n := range []int{1, 2, 3, 4, 16, 64, 1000} {
			if n > sample.Rounds(4, 4, 1000) || n > 64 && name == "Canonical" {
				continue
			}
			for _, owner := range slices.Compact([]int{0, n / 2, n - 1}) {
				table, err := tt.New[uint64](bytes)
				require.NoError(t, err)
				keys := ownedBy(kind(), owner, n, count)
				for _, k := range keys {
					table.Store(k, uint64(k), 1)
				}
				found := 0
				for _, k := range keys {
					if v, ok := table.Probe(k); ok {
						require.Equal(t, uint64(k), v)
						found++
					}
				}
				share := float64(found) / count
				if n == 1 {
					undivided = share
				}
				assert.InDelta(t, undivided, share, 0.01, "%s keys: owner %d of %d", name, owner, n)
			}
		}
		assert.Greater(t, undivided, 0.94, name)
	}
}
