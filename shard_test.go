package zobrist_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// Do not change these values: they divide work in progress.
func TestShardGolden(t *testing.T) {
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
		got := []int{
			test.key.Shard(2), test.key.Shard(16), test.key.Shard(100),
			test.key.Shard(math.MaxInt32),
		}
		assert.Equal(t, []int{test.of2, test.of16, test.of100, test.max}, got, test.key)
		assert.Zero(t, test.key.Shard(1))
	}
}

func TestShardNests(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 1))
	for range 10_000 {
		k, n, m := zobrist.Key(rng.Uint64()), 1+rng.IntN(1000), 1+rng.IntN(1000)
		owner := k.Shard(n)
		require.True(t, 0 <= owner && owner < n, "%v of %d: %d", k, n, owner)
		require.Equal(t, owner, k.Shard(m*n)/m, "%v of %d and %d", k, n, m*n)
	}
}

func TestShardPanics(t *testing.T) {
	for _, n := range []int{0, -1, math.MinInt} {
		const want = "zobrist: Key.Shard: n is less than 1, want the number of shards"
		assert.PanicsWithValue(t, want, func() {
			zobrist.Key(1).Shard(n)
		})
	}
}

// One owner's keys use all of a transposition table: it finds as many of them as of keys that
// are not divided.
func TestShardAndTable(t *testing.T) {
	const count = 1 << 15 // half as many keys as entries
	for _, owners := range []int{1, 2, 3, 16, 64} {
		table, err := tt.New[int](1 << 20)
		require.NoError(t, err)
		random, found := zobrist.NewSplitMix64(1), 0
		var keys []zobrist.Key
		for len(keys) < count {
			if k := random.Key(); k.Shard(owners) == owners-1 {
				keys = append(keys, k)
				table.Store(k, 0, 1)
			}
		}
		for _, k := range keys {
			if _, ok := table.Probe(k); ok {
				found++
			}
		}
		assert.Greater(t, found, count*95/100, "of %d", owners)
	}
}
