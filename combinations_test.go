package zobrist_test

import (
	"fmt"
	"maps"
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
