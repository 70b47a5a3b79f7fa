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
	"github.com/zobrist-go/zobrist/tt"
)

// A counted position is a board and what is counted beside it, as a string.
func countedPosition(board []int, held map[string]int) string {
	return fmt.Sprint(board, held) // maps print in the order of their keys
}

// A board by XOR and counts by sum make one key. After any changes in any
// order, equal positions have equal keys and different positions different
// keys. The key finds its position in a table and its repetitions in a history.
func TestBagAndTable(t *testing.T) {
	const cells = 4
	src := zobrist.NewSplitMix64(50)
	squares := zobrist.NewTable[int, int](cells, 3, src.Split("squares"), 0)
	tokens := zobrist.NewBag(src.Split("tokens"), func(s string) uint64 { return uint64(s[0]) })
	testTwoParts(t, func(h [2]zobrist.Key) zobrist.Key { return h[0] ^ h[1] },
		func(h [2]zobrist.Key, c, old, new int, token string, by int) [2]zobrist.Key {
			return [2]zobrist.Key{squares.Replace(h[0], c, old, new), tokens.Add(h[1], token, by)}
		},
		func(board []int, held map[string]int) [2]zobrist.Key {
			return [2]zobrist.Key{squares.Hash(board), tokens.Hash(maps.All(held))}
		})
}

// A board in a Table and elements in a Set make one key.
func TestSetAndTable(t *testing.T) {
	const cells = 4
	src := zobrist.NewSplitMix64(51)
	squares := zobrist.NewTable[int, int](cells, 3, src.Split("squares"), 0)
	type counted struct {
		token string
		n     int
	}
	tokens := zobrist.NewSet(src.Split("tokens"), func(c counted) uint64 { return uint64(c.token[0])<<32 | uint64(c.n) })
	held := map[string]int{}
	testTwoParts(t, func(h [2]zobrist.Key) zobrist.Key { return h[0] ^ h[1] },
		func(h [2]zobrist.Key, c, old, new int, token string, by int) [2]zobrist.Key {
			n := held[token]
			held[token] = n + by
			return [2]zobrist.Key{squares.Replace(h[0], c, old, new), tokens.Replace(h[1], counted{token, n}, counted{token, n + by})}
		},
		func(board []int, of map[string]int) [2]zobrist.Key {
			held = maps.Clone(of)
			return [2]zobrist.Key{squares.Hash(board), tokens.Hash(func(yield func(counted) bool) {
				for _, token := range tokenNames {
					if !yield(counted{token, of[token]}) {
						return
					}
				}
			})}
		})
}

var tokenNames = []string{"a", "b", "c"}

// testTwoParts plays at random with a board of four cells and counts of tokens,
// and compares the key with a map of whole positions.
func testTwoParts(t *testing.T, key func([2]zobrist.Key) zobrist.Key,
	update func(h [2]zobrist.Key, c, old, new int, token string, by int) [2]zobrist.Key,
	scratch func(board []int, held map[string]int) [2]zobrist.Key) {
	rng := rand.New(rand.NewPCG(52, 0))
	byPosition, byKey := map[string]zobrist.Key{}, map[zobrist.Key]string{}
	table, err := tt.New[uint64](16 << 20) // large enough to lose nothing
	require.NoError(t, err)
	var line zobrist.History
	times := map[string]int{}
	number := map[string]uint64{}
	again := 0
	for range 20 {
		board, held := make([]int, 4), map[string]int{}
		h := scratch(board, held)
		for range 1000 {
			c, piece, token, by := rng.IntN(4), rng.IntN(3), tokenNames[rng.IntN(3)], 1-2*rng.IntN(2)
			if n := held[token] + by; n < 0 || n > 4 {
				by = 0
			}
			h = update(h, c, board[c], piece, token, by)
			board[c] = piece
			held[token] += by
			if held[token] == 0 {
				delete(held, token)
			}
			position, k := countedPosition(board, held), key(h)
			if want := scratch(board, held); h != want {
				require.Equal(t, want, h)
			}
			if earlier, ok := byPosition[position]; ok {
				again++
				require.Equal(t, earlier, k)
				v, ok := table.Probe(k)
				require.True(t, ok)
				require.Equal(t, number[position], v)
			} else {
				require.Empty(t, byKey[k], "two positions of one key")
				number[position] = uint64(len(number))
				table.Store(k, number[position], 1)
			}
			byPosition[position], byKey[k] = k, position
			line.Push(k)
			times[position]++
			require.Equal(t, times[position], line.Count(k))
		}
	}
	assert.Greater(t, again, 1000)
}

// A History of canonical keys XORed with the side to move counts a board that
// occurs again mirrored or turned.
func TestCanonicalAndHistory(t *testing.T) {
	const n = 3
	src := zobrist.NewSplitMix64(53)
	table := zobrist.NewTable[int, int](n*n, 3, src.Split("stones"), 0)
	side := src.Split("side").Key()
	symmetries := zobrist.SquareSymmetries[int](n)
	canonical, err := zobrist.NewCanonical(table, symmetries)
	require.NoError(t, err)
	smallest := func(board []int) string { // of the images, as text
		least := ""
		for _, g := range symmetries {
			image := make([]int, n*n)
			for c, to := range g {
				image[to] = board[c]
			}
			if s := fmt.Sprint(image); least == "" || s < least {
				least = s
			}
		}
		return least
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

// Canonical keys use all of a table, though they begin with zeros: the table
// finds as many of them as of random keys. A stored cell of the image is
// translated back to the cell of the board.
func TestCanonicalAndTable(t *testing.T) {
	const n, count = 8, 1 << 15
	symmetries := zobrist.SquareSymmetries[int](n)
	canonical, err := zobrist.NewCanonical(zobrist.NewTable[int, int](n*n, 3, zobrist.NewSplitMix64(55).Split("stones"), 0), symmetries)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(56, 0))
	type move struct{ cell uint8 }
	table, err := tt.New[move](1 << 20)
	require.NoError(t, err)
	boards, moves := make([][]int, count), make([]int, count)
	for i := range boards {
		board := make([]int, n*n)
		for c := range board {
			board[c] = rng.IntN(3)
		}
		boards[i], moves[i] = board, rng.IntN(n*n)
		k, which := canonical.Hash(board)
		table.Store(k, move{uint8(symmetries[which][moves[i]])}, 1)
	}
	found := 0
	for i, board := range boards {
		g := symmetries[rng.IntN(8)]
		image := make([]int, n*n)
		for c, to := range g {
			image[to] = board[c]
		}
		k, which := canonical.Hash(image)
		if m, ok := table.Probe(k); ok {
			found++
			require.Equal(t, g[moves[i]], slices.Index(symmetries[which], int(m.cell)))
		}
	}
	assert.Greater(t, float64(found)/count, 0.94)
}

// Othello's discs are a table like any other, so mirrored positions can share a
// key: the four first moves have one.
func TestCanonicalAndOthello(t *testing.T) {
	o := zobrist.NewOthello(57)
	canonical, err := zobrist.NewCanonical(o.Discs(), zobrist.SquareSymmetries[zobrist.Square](8))
	require.NoError(t, err)
	level := map[zobrist.OthelloPosition]bool{zobrist.OthelloStart(): true}
	var plain, shared []int
	for range 4 {
		next := map[zobrist.OthelloPosition]bool{}
		keys := map[zobrist.Key]bool{}
		for p := range level {
			for m := range movesOf(p) {
				after := p
				require.True(t, after.Play(m))
				next[after] = true
				board := make([]zobrist.Disc, 64)
				for s := range board {
					board[s] = zobrist.Disc(after.Black>>s&1)*zobrist.BlackDisc + zobrist.Disc(after.White>>s&1)*zobrist.WhiteDisc
				}
				k, _ := canonical.Hash(board)
				side := o.Hash(after) ^ o.Discs().Hash(board)
				keys[k^side] = true
			}
		}
		level = next
		plain, shared = append(plain, len(next)), append(shared, len(keys))
	}
	assert.Equal(t, []int{4, 12, 54, 236}, plain)
	assert.Equal(t, []int{1, 3, 14, 60}, shared)
}

// movesOf yields the squares of the legal moves.
func movesOf(p zobrist.OthelloPosition) iter.Seq[zobrist.Square] {
	return func(yield func(zobrist.Square) bool) {
		moves := p.Moves()
		for s := range zobrist.Square(64) {
			if moves>>s&1 != 0 && !yield(s) {
				return
			}
		}
	}
}
