package zobrist_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// combinations lists every pair of parts that a page, an example or a doc comment
// puts together, and the tests that put them together.
var combinations = []struct{ parts, tests string }{
	// Where keys go.
	{"Owner, tt", "TestOwnerAndTable"},
	{"Owner, History", "TestOwnerAndHistory"},
	{"Owner, Owner: machines, then threads", "TestOwnerOfThreads"},
	{"Owner, Canonical", "TestOwnerSpreads TestOwnerAndTable"},
	{"Owner, Bag", "TestOwnerSpreads TestOwnerAndTable"},
	{"Owner, book", "TestOwnerAndBook"},
	{"Owner, text, JSON and SQL: the same key", "TestKeyText TestKeyValueAndScan"},
	{"Owner, Chess, the distinct positions", "TestOwnerSpreads"},
	{"Key, text, a real database (internal/sql has one)", "TestKeyValueAndScan"},
	// Where keys come from.
	{"Set, Table, Bag: streams of one seed", "TestStreamsAreIndependent"},
	{"Set, Table, Bag: one stream, computed and tabulated", "TestStreamComputedAndTabulated"},
	{"SplitMix64.Key, Table: the side to move", "TestStreamsAreIndependent"},
	{"Chess, Othello: the labels of their streams", "TestKeysByStream"},
	{"Table, Table: two seeds, 128 bits", "Example_wide TestStreamsAreIndependent"},
	// Keys of one hash.
	{"Bag, Table: XOR", "TestBagAndTable"},
	{"Set, Table: XOR", "TestSetAndTable"},
	{"Table, Table: a board and hands", "Example_hands TestNewGames"},
	{"Only, ToggleBits", "TestEngine"},
	{"Only, Chess.Pieces, a material key", "Example_subkeys"},
	{"Only, tt", "TestOnlyAndTable"},
	{"Permute, Chess.Pieces: squares from a8", "TestEngine"},
	{"Canonical, the side to move", "TestCanonicalAndHistory"},
	{"Canonical, History", "TestCanonicalAndHistory"},
	{"Canonical, tt", "TestCanonicalAndTable TestMirror"},
	{"Canonical, Othello", "TestCanonicalAndOthello"},
	{"ToggleBits, Hash", "TestTableToggleBitsFrom"},
	// Chess and Othello.
	{"Chess, History, each en passant rule", "TestChessAndHistory"},
	{"Chess, tt, each en passant rule", "TestChessAndTable"},
	{"Chess, book, FEN, Normalize", "TestFENAndBook"},
	{"NewChessFunc, Polyglot, each en passant rule", "TestNewChessFuncIsPolyglot"},
	{"NewChessFunc, History, tt, book", "TestChessAndHistory TestChessAndTable TestFENAndBook"},
	{"EnPassantFrom, EnPassantKey", "TestEnPassantFromIsTheRule"},
	{"CheckStandard, FEN, Play", "TestCheckStandardGames"},
	{"Othello, tt", "TestOthelloAndTable"},
	{"Table, History: superko", "TestAgainstPlainList"},
	// The kit and threads.
	{"zobristtest, Chess", "TestChess"},
	{"zobristtest, Othello", "TestOthello"},
	{"zobristtest, Bag, Table, 128 bits", "TestSums TestZobristHalves"},
	{"History, threads", "TestThreads"},
	{"tt, threads", "TestConcurrentUse"},
}

// Every listed test exists, in this package or in one that uses it.
func TestCombinationsAreTested(t *testing.T) {
	var tests strings.Builder
	for _, glob := range []string{"*_test.go", "*/*_test.go", "*/*/*_test.go"} {
		files, err := filepath.Glob(glob)
		require.NoError(t, err)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			tests.Write(text)
		}
	}
	for _, c := range combinations {
		for _, name := range strings.Fields(c.tests) {
			assert.Contains(t, tests.String(), "func "+name+"(", c.parts)
		}
	}
}

// owners are the numbers of owners. The tests try one owner of each.
var owners = []int{1, 2, 3, 4, 16, 64, 1000}

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

// One owner's keys use all of a transposition table: it finds as many of them
// as of keys that are not divided.
func TestOwnerAndTable(t *testing.T) {
	t.Parallel()
	const bytes, count = 1 << 20, 1 << 15 // half as many keys as entries
	for name, kind := range kindsOfKeys {
		share := map[int]float64{}
		for _, n := range owners {
			if n > rounds(4, 4, 1000) || n > 64 && name == "Canonical" {
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
				again := float64(found) / count
				if n == 1 {
					share[1] = again
				}
				assert.InDelta(t, share[1], again, 0.01, "%s keys: owner %d of %d", name, owner, n)
			}
		}
		assert.Greater(t, share[1], 0.94, name)
	}
}

// Machines divide the keys, and each machine divides its own among threads: by
// Owner(machines*threads), by low or high bits, or by a product. Every thread
// gets the same number of keys.
func TestOwnerOfThreads(t *testing.T) {
	const machines, threads, count = 4, 8, 1 << 16
	const gamma = 0x9e3779b97f4a7c15
	divide := map[string]func(zobrist.Key) int{
		"Owner of all threads": func(k zobrist.Key) int { return k.Owner(machines*threads) % threads },
		"low bits":             func(k zobrist.Key) int { return int(k % threads) },
		"high bits":            func(k zobrist.Key) int { return int(k >> 61) },
		"product":              func(k zobrist.Key) int { return int(k * gamma >> 61) },
	}
	for machine := range machines {
		keys := ownedBy(kindsOfKeys["random"](), machine, machines, count)
		for _, k := range keys {
			require.Equal(t, machine, k.Owner(machines*threads)/threads)
		}
		for name, thread := range divide {
			var got [threads]int
			for _, k := range keys {
				got[thread(k)]++
			}
			const mean = count / threads
			for i, n := range got {
				assert.InDelta(t, mean, n, 5*math.Sqrt(mean), "%s: machine %d, thread %d", name, machine, i)
			}
		}
	}
}

// Keys of different streams are unrelated: a Table, a Set, a Bag and a side to
// move of one seed, a stream of a stream, and neighbouring seeds. No two keys
// are equal, and no few of them XOR to zero.
func TestStreamsAreIndependent(t *testing.T) {
	const cells, pieces = 20, 3
	number := func(i uint64) uint64 { return i }
	var keys []zobrist.Key
	for seed := range uint64(3) {
		src := zobrist.NewSplitMix64(seed)
		for _, stream := range []string{"board", "boarD", "board "} {
			table := zobrist.NewTable[int, int](cells, pieces, src.Split(stream))
			for _, k := range table.Keys() {
				keys = append(keys, k)
			}
		}
		set, bag := zobrist.NewSet(src.Split("set"), number), zobrist.NewBag(src.Split("bag"), number)
		inner := zobrist.NewSet(src.Split("set").Split("set"), number)
		for i := range uint64(cells * pieces) {
			keys = append(keys, set.Key(i), bag.Key(i), inner.Key(i))
		}
		keys = append(keys, src.Split("side").Key())
	}
	pairs := map[zobrist.Key][2]int{} // the XOR of two keys, and which they are
	for i, a := range keys {
		for j, b := range keys[:i] {
			k := a ^ b
			if other, ok := pairs[k]; ok || k == 0 {
				require.Fail(t, "two equal keys, or four that XOR to zero", "keys %d, %d %v", i, j, other)
			}
			pairs[k] = [2]int{i, j}
		}
	}
	// As different as random keys: half of the bits, and so for every bit.
	for bit := 1; bit < 64; bit++ { // the lowest of a Bag's keys is always set
		ones := 0
		for _, k := range keys {
			ones += int(k >> bit & 1)
		}
		assert.InDelta(t, len(keys)/2, ones, 5*math.Sqrt(float64(len(keys)))/2, "bit %d", bit)
	}
}

// A key computed from a stream equals the tabulated key, and making a Set or a
// Bag draws nothing.
func TestStreamComputedAndTabulated(t *testing.T) {
	const cells, pieces = 37, 5
	for _, label := range []string{"", "stones", "set", "bag"} {
		src := zobrist.NewSplitMix64(2026).Split(label)
		number := func(e [2]int) uint64 { return uint64(pieces*e[0] + e[1]) }
		set, bag := zobrist.NewSet(src, number), zobrist.NewBag(src, number)
		lazy := zobrist.NewTableFunc(cells, pieces, func(c, p int) zobrist.Key { return set.Key([2]int{c, p}) })
		first, at := src.At(0), *src
		table := zobrist.NewTable[int, int](cells, pieces, src)
		assert.Equal(t, uint64(set.Key([2]int{})), first)
		for c := range cells {
			for p := range pieces {
				want := zobrist.Key(at.At(uint64(pieces*c + p)))
				require.Equal(t, want, table.Key(c, p))
				require.Equal(t, want, set.Key([2]int{c, p}), "src has been drawn from since")
				require.Equal(t, want, lazy.Key(c, p))
				require.Equal(t, want|1, bag.Key([2]int{c, p}))
			}
		}
		assert.Equal(t, at.At(cells*pieces), src.Uint64(), "only the table draws")

		// A board hashes to the same key by any of them.
		rng := rand.New(rand.NewPCG(41, 0))
		board := make([]int, cells)
		for c := range board {
			board[c] = rng.IntN(pieces)
		}
		assert.Equal(t, table.Hash(board), set.Hash(func(yield func([2]int) bool) {
			for c, p := range board {
				if !yield([2]int{c, p}) {
					return
				}
			}
		}), fmt.Sprintf("label %q", label))
	}
}
