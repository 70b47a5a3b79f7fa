package zobrist_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
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

// Sixteen owners get the same number of keys of each kind. An owner's keys fill
// a table like random keys, with the index that suits their kind.
func TestOwnerSpreads(t *testing.T) {
	t.Parallel()
	const owners, bits = 16, 16
	low := func(k zobrist.Key) zobrist.Key { return k & (1<<bits - 1) }
	high := func(k zobrist.Key) zobrist.Key { return k >> (64 - bits) }
	type index = func(zobrist.Key) zobrist.Key
	for name, kind := range map[string]struct {
		keys    []zobrist.Key
		indices map[string]index
	}{
		"chess":     {distinctKeys(t), map[string]index{"low": low, "high": high}},
		"Canonical": {ownedBy(kindsOfKeys["Canonical"](), 0, 1, 100_000), map[string]index{"low": low}},
		"Bag":       {ownedBy(kindsOfKeys["Bag"](), 0, 1, 100_000), map[string]index{"high": high}},
	} {
		of := make([][]zobrist.Key, owners)
		for _, k := range kind.keys {
			owner := k.Owner(owners)
			of[owner] = append(of[owner], k)
		}
		mean := float64(len(kind.keys)) / owners
		for owner, keys := range of {
			assert.LessOrEqual(t, float64(len(keys)), 1.05*mean, "%s: owner %d", name, owner)
			for bits, index := range kind.indices {
				slots := map[zobrist.Key]bool{}
				for _, k := range keys {
					slots[index(k)] = true
				}
				want := (1 << 16) * (1 - math.Exp(-float64(len(keys))/(1<<16)))
				assert.InEpsilon(t, want, len(slots), 0.02, "%s: slots of owner %d by %s bits", name, owner, bits)
			}
		}
	}
}
