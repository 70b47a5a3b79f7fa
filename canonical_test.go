package zobrist_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// The images of WithPieces come after the others, as the definition says. Move, Replace and Toggle agree with Images.
func TestCanonicalWithPieces(t *testing.T) {
	src, rng := zobrist.NewSplitMix64(47), rand.New(rand.NewPCG(47, 0))
	for range 30 {
		width, height, pieces := 1+rng.IntN(5), 1+rng.IntN(5), 1+rng.IntN(6)
		symmetries := [][][]int{zobrist.SquareSymmetries[int](width), zobrist.RectangleSymmetries[int](width, height),
			zobrist.MirrorSymmetries[int](width, height), zobrist.TorusSymmetries[int](width, height)}[rng.IntN(4)]
		cells := len(symmetries[0])
		table := zobrist.NewTable[int, uint8](cells, pieces, src)
		perm := randomExchange(pieces, rng)
		plain := zobrist.NewCanonical(table, symmetries)
		c := plain.WithPieces(perm)
		board := randomBoard(cells, pieces, src)
		keys := c.Images(board)
		for range 20 {
			var want []zobrist.Key
			exchanged := make([]uint8, cells)
			for i, p := range board {
				exchanged[i] = perm[p]
			}
			for _, b := range [][]uint8{board, exchanged} {
				for _, g := range symmetries {
					want = append(want, table.Hash(image(b, g)))
				}
			}
			require.Equal(t, want, keys)
			require.Equal(t, want, c.Images(board))
			k, i := c.Hash(board)
			require.Equal(t, slices.Min(want), k)
			require.Equal(t, slices.Index(want, k), i)
			least, j := c.Min(keys)
			require.Equal(t, []any{k, i}, []any{least, j})
			other, _ := c.Hash(exchanged)
			require.Equal(t, k, other)

			from, to, p := rng.IntN(cells), rng.IntN(cells), uint8(rng.IntN(pieces))
			c.Replace(keys, from, board[from], p)
			board[from] = p
			if to != from { // onto a piece: p arrives there, what was there arrives here
				c.Move(keys, from, to, p)
				c.Move(keys, to, from, board[to])
				board[from], board[to] = board[to], board[from]
			}
		}
	}
}

func randomExchange(n int, rng *rand.Rand) []uint8 {
	perm := make([]uint8, n)
	order := rng.Perm(n)
	for i := range perm {
		perm[i] = uint8(i)
	}
	for i := 0; i+1 < n; i += 2 {
		if rng.IntN(3) > 0 {
			perm[order[i]], perm[order[i+1]] = uint8(order[i+1]), uint8(order[i])
		}
	}
	return perm
}

// Othello.Canonical is Canonical.Hash of the discs.
func TestOthelloCanonical(t *testing.T) {
	keys := zobrist.NewOthello(1)
	canonical := zobrist.NewCanonical(keys.Table(), zobrist.SquareSymmetries[zobrist.Square](8))
	rng := rand.New(rand.NewPCG(48, 0))
	for i := range 2000 {
		black, white := rng.Uint64(), rng.Uint64()
		if i%3 == 0 { // symmetric
			black, white = 0x8142241818244281, 0x0000182424180000
		}
		white &^= black
		board := make([]zobrist.Disc, 64)
		for s := range board {
			board[s] = zobrist.Disc(black>>s&1 | white>>s&1<<1)
		}
		want, which := canonical.Hash(board)
		for _, side := range []zobrist.Disc{zobrist.BlackDisc, zobrist.WhiteDisc} {
			got, i := keys.Canonical(black, white, side)
			if side == zobrist.WhiteDisc {
				want ^= keys.Side()
			}
			require.Equal(t, []any{want, which}, []any{got, i}, "%016x %016x", black, white)
		}
	}
	assert.Zero(t, testing.AllocsPerRun(100, func() { sink, _ = keys.Canonical(3, 1<<20, zobrist.BlackDisc) }))
}
