package keycheck

import (
	"fmt"
	"math"
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

// change draws n keys from SplitMix64 and spoils each.
func change(n int, spoil func(i int, k zobrist.Key) zobrist.Key) []Named {
	all := draw(n, zobrist.NewSplitMix64(1))
	for i := range all {
		all[i].Key = spoil(i, all[i].Key)
	}
	return all
}

func problems(all []Named) string {
	var b strings.Builder
	for _, p := range Analyse(all).Problems() {
		fmt.Fprintln(&b, p.Explained())
	}
	return b.String()
}

// lcg is the C library's rand(): 31 bits per call, with weak low bits.
type lcg uint32

func (l *lcg) next() uint64 {
	*l = *l*1103515245 + 12345
	return uint64(*l >> 1)
}

func TestWeakKeys(t *testing.T) {
	l := lcg(1)
	for _, c := range []struct {
		name string
		keys []Named
		want []string
	}{
		{"odd", change(781, func(_ int, k zobrist.Key) zobrist.Key { return k | 1 }),
			[]string{"bit 0 is set in every key"}},
		{"rank 18", change(781, func(_ int, k zobrist.Key) zobrist.Key {
			return k&^(3<<18) | (k^k>>3)&1<<18 | (k>>1^k>>7)&1<<19
		}), []string{
			"all 64 bits: rank 62 over GF(2), want 64: bits 18-19 can be computed from the others",
			"low 32 bits: rank 30 over GF(2), want 32: bits 18-19 can be computed from the others",
		}},
		{"32 bits", change(781, func(_ int, k zobrist.Key) zobrist.Key { return k & math.MaxUint32 }),
			[]string{"the keys have 32 bits, want 64: bits 32-63 are never set"}},
		{"a range off by one", change(781, func(i int, k zobrist.Key) zobrist.Key {
			if i%64 == 63 {
				return 0
			}
			return k
		}), []string{`12 keys are zero and change nothing: "k63", "k127", "k191", "k255", "k319", "k383", "k447", "k511" and 4 more`}},
		{"one zero", change(20, func(i int, k zobrist.Key) zobrist.Key { return k * zobrist.Key(i) }),
			[]string{`the key of "k0" is zero: it changes nothing`}},
		{"sharing", append(draw(99, zobrist.NewSplitMix64(1)), Named{"again", zobrist.Key(zobrist.NewSplitMix64(1).At(5))}),
			[]string{`"k5" and "again" have the same key`}},
		{"the sum of two", change(99, func(i int, k zobrist.Key) zobrist.Key {
			if s := zobrist.NewSplitMix64(1); i == 98 {
				return zobrist.Key(s.At(3) ^ s.At(70))
			}
			return k
		}), []string{`"k3", "k70" and "k98" have XOR zero`}},
		{"the sum of three", change(99, func(i int, k zobrist.Key) zobrist.Key {
			if s := zobrist.NewSplitMix64(1); i == 50 {
				return zobrist.Key(s.At(3) ^ s.At(70) ^ s.At(71))
			}
			return k
		}), []string{`"k3", "k50", "k70" and "k71" have XOR zero`}},
		{"counting", change(200, func(i int, _ zobrist.Key) zobrist.Key { return zobrist.Key(i + 1) }),
			[]string{"the keys have 8 bits, want 64: bits 8-63 are never set", "sets of 3 keys have XOR zero", "sets of 4"}},
		{"a bit set in a third", change(781, func(i int, k zobrist.Key) zobrist.Key {
			if i%3 == 0 {
				return k &^ (1 << 40)
			}
			return k
		}), []string{"bit 40 is set in 245 of 781 keys, 10.4 standard deviations from half"}},
		{"rand()", change(781, func(int, zobrist.Key) zobrist.Key { return zobrist.Key(l.next()<<32 | l.next()) }),
			[]string{"can be computed"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := problems(c.keys)
			for _, want := range c.want {
				assert.Contains(t, got, want)
			}
		})
	}
}

// TestSoundKeys draws sets of all sizes from several good generators. The chance that
// any of them fails is less than one in ten thousand, and the seeds are fixed.
func TestSoundKeys(t *testing.T) {
	seeds, most := 3000, 60
	if testing.Short() {
		seeds = 300
	}
	for seed := range uint64(seeds) {
		n := 1 + int(seed)%most
		for name, src := range map[string]rand.Source{
			"SplitMix64": zobrist.NewSplitMix64(seed),
			"PCG":        rand.NewPCG(seed, seed),
			"ChaCha8":    rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8)}),
		} {
			require.Empty(t, problems(draw(n, src)), "%s, seed %d, %d keys", name, seed, n)
		}
	}
	for seed := range uint64(20) {
		n := []int{64, 65, 100, 361, 781}[seed%5]
		require.Empty(t, problems(draw(n, zobrist.NewSplitMix64(seed))), "seed %d, %d keys", seed, n)
	}
	assert.Empty(t, problems(nil))
	if !testing.Short() {
		assert.Empty(t, problems(draw(20_000, zobrist.NewSplitMix64(3))))
	}
}

func TestLimits(t *testing.T) {
	all := draw(MostTriples+1, zobrist.NewSplitMix64(3))
	all[MostTriples].Key = all[3].Key ^ all[70].Key // the first key that is not searched
	f := newFinder(all)
	assert.Equal(t, Sets{Size: 3, Keys: MostTriples}, f.triples())
	assert.Equal(t, Sets{Size: 4, Keys: MostQuadruples}, f.quads())
	triples := newFinder(all[1:]).triples()
	assert.Equal(t, 1, triples.Count)
	assert.Equal(t, []string{"k3", "k70", "k10000"}, triples.Example)
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
		r := Rank{Width: 64, Rank: c.rank, Keys: c.keys}
		assert.Equal(t, c.ok, r.OK(), "%+v", r)
	}
}

func TestTail(t *testing.T) {
	assert.InDelta(t, 1, tail(10, 5), 1e-12)
	assert.InDelta(t, 2.0/1024, tail(10, 10), 1e-15)
	assert.InDelta(t, 2*(1+10+45)/1024.0, tail(10, 2), 1e-13)
	assert.InEpsilon(t, 1.0, tail(1_000_000, 500_500)/0.3178, 0.01) // one standard deviation
	assert.Greater(t, 64*tail(36, 36), Alarm)
	assert.Less(t, 64*tail(37, 37), Alarm) // 37 heads in a row are not chance
}

func TestBiasLimit(t *testing.T) {
	for _, n := range []int{0, 1, 5, 36, 37, 100, 781} {
		r := &Report{Distinct: n}
		most := 0
		for r.Ones[0] = 0; r.Ones[0] <= n; r.Ones[0]++ {
			if r.BiasOK(0) {
				most = r.Ones[0]
			}
		}
		r.Ones[0] = most
		assert.InDelta(t, r.Z(0), r.BiasLimit(), 1e-12, "%d keys", n)
	}
}

func TestExpected(t *testing.T) {
	assert.InEpsilon(t, 781*780/2/math.Exp2(64), Expected(781, 2), 1e-12)
	assert.Less(t, Expected(781, 7), 1.0)
	assert.Zero(t, Expected(3, 4))
	assert.InEpsilon(t, 0.0267, Collision(1e9, 64), 0.01)
	assert.InEpsilon(t, 1.0, Collision(1e6, 32), 1e-9)
	assert.InEpsilon(t, 2.71e-8, Collision(1e6, 64), 0.01)
}

// TestExplain plants sets of each size and finds them.
func TestExplain(t *testing.T) {
	all := draw(1000, zobrist.NewSplitMix64(7))
	rng := rand.New(zobrist.NewSplitMix64(8))
	for size := 1; size <= 4; size++ {
		var diff zobrist.Key
		places := rng.Perm(len(all))[:size]
		slices.Sort(places)
		var want []string
		for _, p := range places {
			diff ^= all[p].Key
			want = append(want, all[p].Name)
		}
		assert.Equal(t, want, Explain(diff, all))
	}
	assert.Nil(t, Explain(zobrist.Key(rng.Uint64()), all), "noise")
	assert.Nil(t, Explain(1, nil))
	assert.Equal(t, []string{}, Explain(0, all))

	// Explain returns the first set with the fewest keys.
	weak := []Named{{"zero", 0}, {"a", 1}, {"b", 2}, {"c", 4}, {"c again", 4}, {"d", 8}, {"cd", 12}, {"abcd", 15}}
	assert.Equal(t, []string{"abcd"}, Explain(15, weak))
	assert.Equal(t, []string{"c"}, Explain(4, weak))
	assert.Equal(t, []string{"a", "b"}, Explain(3, weak))
	assert.Equal(t, []string{"a", "b", "c"}, Explain(7, weak[:6]))
	assert.Equal(t, []string{"a", "b", "c", "d"}, Explain(15, weak[:6]))
}

// TestExplainMore plants larger sets among fewer keys.
func TestExplainMore(t *testing.T) {
	for n, sizes := range map[int][]int{301: {4}, 300: {4, 5}, 162: {5}, 41: {5}, 40: {5, 6, 20, 39, 40}, 6: {6}} {
		all := draw(n, zobrist.NewSplitMix64(uint64(n)))
		assert.Equal(t, map[int]int{40: 40, 6: 6, 301: 4}[n]+map[int]int{300: 5, 162: 5, 41: 5}[n], Reach(all))
		rng := rand.New(zobrist.NewSplitMix64(8))
		for _, size := range sizes {
			var diff zobrist.Key
			places := rng.Perm(n)[:size]
			slices.Sort(places)
			var want []string
			for _, p := range places {
				diff ^= all[p].Key
				want = append(want, all[p].Name)
			}
			assert.Equal(t, want, Explain(diff, all), n)
			assert.Less(t, ByChance(all, size), 1e-5, n)
		}
		if n > 6 {
			assert.Nil(t, Explain(zobrist.Key(rng.Uint64()), all), "noise")
		}
		for i := range all {
			all[i].Key &= 0xffffffff // with narrow keys a set may be chance
		}
		if n >= 300 {
			assert.Greater(t, ByChance(all, 4), 0.05)
		}
	}
}

// TestExplainAll compares Explain with a search of all subsets of a few weak keys.
func TestExplainAll(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(9))
	for range 200 {
		all := make([]Named, 1+rng.IntN(9))
		for i := range all {
			all[i] = Named{fmt.Sprint(i), zobrist.Key(rng.IntN(64))}
		}
		diff := zobrist.Key(1 + rng.IntN(63))
		got := Explain(diff, all)
		fewest := len(all) + 1
		for set := 1; set < 1<<len(all); set++ {
			size, x := 0, zobrist.Key(0)
			for i := range all {
				if set>>i&1 != 0 {
					size++
					x ^= all[i].Key
				}
			}
			if x == diff {
				fewest = min(fewest, size)
			}
		}
		if fewest > min(len(all), Reach(all)) {
			require.Nil(t, got)
			continue
		}
		require.Len(t, got, fewest, "%v %v", diff, all)
		for _, name := range got {
			var i int
			fmt.Sscan(name, &i)
			diff ^= all[i].Key
		}
		require.Zero(t, diff)
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
	for set := range 1 << len(all) {
		size, x := 0, zobrist.Key(0)
		for i := range all {
			if set>>i&1 != 0 {
				size++
				x ^= all[i].Key
			}
		}
		if x == 0 {
			count[size]++
		}
	}
	assert.Equal(t, count[3], r.Triples.Count)
	assert.Equal(t, count[4], r.Quads.Count)
}

func BenchmarkAnalyse(b *testing.B) {
	for _, n := range []int{781, 1000, 3000} {
		all := draw(n, zobrist.NewSplitMix64(1))
		b.Run(fmt.Sprint("keys=", n), func(b *testing.B) {
			for range b.N {
				Analyse(all)
			}
		})
	}
}

func BenchmarkExplain(b *testing.B) {
	for _, n := range []int{781, 1000, 3000} {
		all := draw(n, zobrist.NewSplitMix64(1))
		b.Run(fmt.Sprintf("noise/keys=%d", n), func(b *testing.B) {
			for range b.N {
				Explain(0x1234567812345678, all)
			}
		})
	}
}
