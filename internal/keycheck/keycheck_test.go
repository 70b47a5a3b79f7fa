package keycheck

import (
	"flag"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
)

func draw(n int, src rand.Source) []Named {
	all := make([]Named, n)
	for i := range all {
		all[i] = Named{fmt.Sprint("k", i), zobrist.Key(src.Uint64())}
	}
	return all
}

func explained(all []Named) string {
	var b strings.Builder
	for _, p := range Analyse(all).Problems() {
		fmt.Fprintln(&b, p.Explained())
	}
	return b.String()
}

var long = flag.Bool("long", false, "more keys")

// TestSoundKeys draws sets of all sizes from several good generators. The chance that
// any of them fails is less than one in ten thousand, and the seeds are fixed.
func TestSoundKeys(t *testing.T) {
	seeds, tables, most := 300, 20, 60
	if *long {
		seeds, tables = 3000, 1000
		assert.Empty(t, explained(draw(20_000, zobrist.NewSplitMix64(3))))
	}
	for seed := range uint64(seeds) {
		n := 1 + int(seed)%most
		for name, src := range map[string]rand.Source{
			"SplitMix64": zobrist.NewSplitMix64(seed),
			"PCG":        rand.NewPCG(seed, seed),
			"ChaCha8":    rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}),
		} {
			require.Empty(t, explained(draw(n, src)), "%s, seed %d, %d keys", name, seed, n)
		}
	}
	for _, n := range []int{64, 65, 100, 361} {
		require.Empty(t, explained(draw(n, zobrist.NewSplitMix64(uint64(n)))), "%d keys", n)
	}
	for seed := range uint64(tables) {
		require.Empty(t, explained(Collect(zobrist.NewChess(seed).Keys())), seed)
	}
	assert.Empty(t, explained(nil))
	assert.Empty(t, explained(Collect(zobrist.Polyglot().Keys())))
}

// TestRankOK compares the bound with the exact chance that the rank of a square matrix of
// random bits is 4, 5 or 6 below its size.
func TestRankOK(t *testing.T) {
	for _, c := range []struct {
		keys, rank int
		ok         bool
	}{
		{64, 63, true}, {64, 60, true}, {64, 59, true}, {64, 57, false},
		{97, 63, true}, {98, 63, true}, {99, 63, false}, {104, 63, false}, {781, 63, false},
		{30, 29, true}, {29, 28, false}, {10, 9, false}, {1, 1, true}, {0, 0, true},
	} {
		r := Report{Rank: c.rank, Distinct: c.keys}
		assert.Equal(t, c.ok, r.RankOK(), "%+v", r)
	}
}

func TestTail(t *testing.T) {
	assert.InDelta(t, 1, tail(10, 5), 1e-12)
	assert.InDelta(t, 2.0/1024, tail(10, 10), 1e-15)
	assert.InDelta(t, 1, tail(0, 0), 1e-15)
	for _, c := range []struct {
		n, k  int
		exact float64
	}{
		{10, 2, 2 * 56.0 / 1024},
		{1_000_000, 502_000, 6.33e-5}, // four standard deviations
	} {
		assert.Greater(t, tail(c.n, c.k), c.exact)
		assert.Less(t, tail(c.n, c.k), 12*c.exact)
	}
	assert.Greater(t, 64*tail(36, 36), Alarm)
	assert.Less(t, 64*tail(37, 37), Alarm) // 37 heads in a row are not chance
}

func TestExpected(t *testing.T) {
	assert.InEpsilon(t, 781*780/2/math.Exp2(64), Expected(781, 2), 1e-12)
	assert.Less(t, Expected(781, 7), 1.0)
	assert.Zero(t, Expected(3, 4))
	assert.InEpsilon(t, 0.0267, Collision(1e9, 64), 0.01)
	assert.InEpsilon(t, 1.0, Collision(1e6, 32), 1e-9)
	assert.InEpsilon(t, 2.71e-8, Collision(1e6, 64), 0.01)
}

// plant returns the names of a random set of keys, and their XOR.
func plant(rng *rand.Rand, all []Named, size int) (names []string, diff zobrist.Key) {
	places := rng.Perm(len(all))[:size]
	slices.Sort(places)
	for _, p := range places {
		names = append(names, all[p].Name)
		diff ^= all[p].Key
	}
	return names, diff
}

func explain(diff zobrist.Key, all []Named) []string {
	return NewFinder(all).Explain(diff, MostSize)
}

// TestExplain plants sets of each size and finds them.
func TestExplain(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(8))
	for _, c := range []struct {
		keys  int
		sizes []int
	}{
		{1000, []int{1, 2, 3, 4}}, {301, []int{4}}, {41, []int{4}},
		{6, []int{3}},
	} {
		all := draw(c.keys, zobrist.NewSplitMix64(uint64(c.keys)))
		for _, size := range c.sizes {
			want, diff := plant(rng, all, size)
			assert.Equal(t, want, explain(diff, all), c.keys)
			assert.Less(t, NewFinder(all).ByChance(size), 1e-5, c.keys)
		}
		if c.keys > 6 {
			assert.Nil(t, explain(zobrist.Key(rng.Uint64()), all), "noise")
		}
		for i := range all {
			all[i].Key &= 0xffffffff // with narrow keys a set may be chance
		}
		assert.Equal(t, c.keys >= 300, NewFinder(all).ByChance(4) > 0.05)
	}
	assert.Nil(t, explain(1, nil))
	assert.Equal(t, []string{}, explain(0, nil))

	// Explain returns the first set with the fewest keys.
	weak := []Named{{"zero", 0}, {"a", 1}, {"b", 2}, {"c", 4}, {"c again", 4}, {"d", 8}, {"cd", 12},
		{"abcd", 15}}
	assert.Equal(t, []string{"abcd"}, explain(15, weak))
	assert.Equal(t, []string{"c"}, explain(4, weak))
	assert.Equal(t, []string{"a", "b"}, explain(3, weak))
	assert.Equal(t, []string{"a", "b", "c"}, explain(7, weak[:6]))
	assert.Equal(t, []string{"a", "b", "c", "d"}, explain(15, weak[:6]))
}

// subsets yields the size and the XOR of each set of some keys.
func subsets(all []Named) iter.Seq2[int, zobrist.Key] {
	return func(yield func(int, zobrist.Key) bool) {
		for set := range uint(1) << len(all) {
			x := zobrist.Key(0)
			for i := range all {
				if (set>>i)&1 == 1 {
					x ^= all[i].Key
				}
			}
			if !yield(bits.OnesCount(set), x) {
				return
			}
		}
	}
}

// TestSetsAll compares the counts with a count of all subsets.
func TestSetsAll(t *testing.T) {
	var all []Named
	for _, k := range []zobrist.Key{1, 2, 3, 4, 5, 6, 7, 8, 16, 24, 0x100, 0x103} {
		all = append(all, Named{k.String(), k})
	}
	r := Analyse(all)
	count := map[int]int{}
	for size, x := range subsets(all) {
		if x == 0 {
			count[size]++
		}
	}
	assert.Equal(t, count[3], r.Sets[0].Count)
	assert.Equal(t, count[4], r.Sets[1].Count)
}
