package zobrist_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// Counts of three tokens beside a board, by sum in a Bag or by XOR in a Set.
type tokens struct {
	add  func(h zobrist.Key, token, n, by int) zobrist.Key
	hash func(counts map[int]int) zobrist.Key
}

// A board in a Table and counts beside it make one key. After any changes in any order,
// equal positions have equal keys and different positions different keys. The key finds
// its position in a table and its repetitions in a history.
func TestTwoParts(t *testing.T) {
	src := zobrist.NewSplitMix64(50)
	squares := zobrist.NewTable[int, int](4, 3, src.Split("squares"), 0)
	bag := zobrist.NewBag(src.Split("bag"), func(token int) uint64 { return uint64(token) })
	set := zobrist.NewSet(src.Split("set"), func(count [2]int) uint64 { return uint64(count[0])<<32 | uint64(count[1]) })
	for name, tokens := range map[string]tokens{
		"Bag": {
			func(h zobrist.Key, token, n, by int) zobrist.Key { return bag.Add(h, token, by) },
			func(counts map[int]int) zobrist.Key { return bag.Hash(maps.All(counts)) },
		},
		"Set": {
			func(h zobrist.Key, token, n, by int) zobrist.Key {
				return set.Replace(h, [2]int{token, n}, [2]int{token, n + by})
			},
			func(counts map[int]int) zobrist.Key {
				return set.Hash(slices.Values([][2]int{{0, counts[0]}, {1, counts[1]}, {2, counts[2]}}))
			},
		},
	} {
		rng := rand.New(rand.NewPCG(52, 0))
		numbers, byKey, times := map[string]uint64{}, map[zobrist.Key]string{}, map[string]int{}
		table, err := tt.New[uint64](16 << 20) // large enough to lose nothing
		require.NoError(t, err)
		var line zobrist.History
		for range 20 {
			board, counts := make([]int, 4), map[int]int{}
			h, held := squares.Hash(board), tokens.hash(counts)
			for range 1000 {
				c, piece, token, by := rng.IntN(4), rng.IntN(3), rng.IntN(3), 1-2*rng.IntN(2)
				if n := counts[token] + by; n < 0 || n > 4 {
					by = 0
				}
				h, held = squares.Replace(h, c, board[c], piece), tokens.add(held, token, counts[token], by)
				board[c] = piece
				counts[token] += by
				require.Equal(t, squares.Hash(board)^tokens.hash(counts), h^held, name)

				position, k := fmt.Sprint(board, counts[0], counts[1], counts[2]), h^held
				if number, ok := numbers[position]; ok {
					v, ok := table.Probe(k)
					require.True(t, ok)
					require.Equal(t, number, v)
				} else {
					numbers[position] = uint64(len(numbers))
					table.Store(k, numbers[position], 1)
				}
				require.Contains(t, []string{"", position}, byKey[k], "two positions of one key")
				byKey[k] = position
				line.Push(k)
				times[position]++
				require.Equal(t, times[position], line.Count(k))
			}
		}
		assert.Less(t, len(numbers), 19_000, "some come again")
	}
}

// A History of canonical keys XORed with the side to move counts a board that
// occurs again mirrored or turned.
func TestCanonicalAndHistory(t *testing.T) {
	const n = 3
	src := zobrist.NewSplitMix64(53)
	table := zobrist.NewTable[int, int](n*n, 3, src.Split("stones"), 0)
	side := src.Split("side").Key()
	symmetries := zobrist.SquareSymmetries[int](n)
	canonical := zobrist.NewCanonical(table, symmetries)
	smallest := func(board []int) string { // of the images, as text
		var texts []string
		for _, g := range symmetries {
			texts = append(texts, fmt.Sprint(image(board, g)))
		}
		return slices.Min(texts)
	}

	rng := rand.New(rand.NewPCG(54, 0))
	board := make([]int, n*n)
	images := canonical.Images(board)
	var line zobrist.History
	times, plain := map[string]int{}, 0
	seen := map[string]bool{}
	for ply := range 20_000 {
		c, piece := rng.IntN(n*n), rng.IntN(3)
		canonical.Toggle(images, c, board[c])
		canonical.Toggle(images, c, piece)
		board[c] = piece
		k, which := canonical.Min(images)
		whole, first := canonical.Hash(board)
		require.Equal(t, whole, k)
		require.Equal(t, first, which)
		if ply%2 == 1 {
			k ^= side
		}
		name := fmt.Sprint(smallest(board), ply%2)
		times[name]++
		line.Push(k)
		require.Equal(t, times[name], line.Count(k), name)
		seen[fmt.Sprint(board, ply%2)] = true
		plain = len(seen)
	}
	assert.Greater(t, plain, 2*len(times), "symmetric boards are counted together")
}

// Keys of different streams are unrelated: a Table, a Set, a Bag and a side to
// move of one seed, streams of similar labels, a stream of a stream, and
// neighbouring seeds. No two keys are equal, and no few of them XOR to zero.
func TestStreamsAreIndependent(t *testing.T) {
	var keys []zobrist.Key
	for seed := range uint64(3) {
		src := zobrist.NewSplitMix64(seed)
		streams := []*zobrist.SplitMix64{src}
		for _, label := range []string{"", "a", "b", "ab", "ba", "\x00", "\x00\x00", "a\x00", "chess", "chess ", "ch", "ess", "board", "boarD"} {
			streams = append(streams, src.Split(label), src.Split(label).Split("a!"))
		}
		for _, s := range streams {
			set, bag := zobrist.NewSet(s.Split("set"), number), zobrist.NewBag(s.Split("bag"), number)
			for i := range uint64(4) {
				keys = append(keys, set.Key(i), bag.Key(i))
			}
			keys = append(keys, s.Split("side").Key())
			for _, k := range zobrist.NewTable[int, int](2, 3, s).Keys() {
				keys = append(keys, k)
			}
		}
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
// Bag draws nothing. A board hashes to the same key by any of them.
func TestStreamComputedAndTabulated(t *testing.T) {
	const cells, pieces = 37, 5
	for _, label := range []string{"", "stones", "set", "bag"} {
		src := zobrist.NewSplitMix64(2026).Split(label)
		at := *src
		set, bag := zobrist.NewSet(src, number), zobrist.NewBag(src, number)
		lazy := zobrist.NewTableFunc(cells, pieces, func(c, p int) zobrist.Key { return set.Key(uint64(pieces*c + p)) })
		table := zobrist.NewTable[int, int](cells, pieces, src)
		assert.Equal(t, at.At(cells*pieces), src.Uint64(), "only the table draws")
		board, elements := make([]int, cells), make([]uint64, cells)
		for c := range cells {
			for p := range pieces {
				i := uint64(pieces*c + p)
				want := zobrist.Key(at.At(i))
				require.Equal(t, []zobrist.Key{want, want, want, want | 1}, []zobrist.Key{table.Key(c, p), set.Key(i), lazy.Key(c, p), bag.Key(i)})
			}
			board[c] = int(at.At(uint64(c)) % pieces)
			elements[c] = uint64(pieces*c + board[c])
		}
		assert.Equal(t, table.Hash(board), set.Hash(slices.Values(elements)), label)
	}
}
