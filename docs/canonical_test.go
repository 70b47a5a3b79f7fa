package docs_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A symmetricGame places stones on 3 x 3 points in turn, or passes: its last move. Cell 9 has
// the side to move. The key is canonical, perhaps with the colours exchanged.
type symmetricGame struct {
	board     []uint8
	images    []zobrist.Key
	line      []int
	canonical *zobrist.Canonical[int, uint8]
	position  func(board []uint8) string
}

// withSide has nine points, and the side to move on cell 9.
var withSide = zobrist.NewTable[int, uint8](10, 3, src.Split("points and side"), 0)

// symmetriesWithSide returns the symmetries of 3 x 3 points that leave cell 9 where it is.
func symmetriesWithSide() [][]int {
	var all [][]int
	for _, s := range zobrist.SquareSymmetries[int](3) {
		all = append(all, append(s, 9))
	}
	return all
}

// canonicalWithSwap gives a board, its images, and all these with the colours swapped one key.
func canonicalWithSwap() *zobrist.Canonical[int, uint8] {
	symmetries, pieces := zobrist.WithSwap(symmetriesWithSide(), []uint8{0, 2, 1})
	return zobrist.NewCanonical(withSide, symmetries, pieces...)
}

var (
	symmetries = symmetriesWithSide()
	mirrored   = zobrist.NewCanonical(withSide, symmetries)
	exchanged  = canonicalWithSwap()
)

func newSymmetric(
	canonical *zobrist.Canonical[int, uint8], position func([]uint8) string,
) func() zobristtest.Game {
	return func() zobristtest.Game {
		board := make([]uint8, 10)
		board[9] = 1
		return &symmetricGame{board, canonical.Images(board), nil, canonical, position}
	}
}

func (g *symmetricGame) Key() zobrist.Key       { k, _ := g.canonical.Min(g.images); return k }
func (g *symmetricGame) Recompute() zobrist.Key { k, _ := g.canonical.Hash(g.board); return k }
func (g *symmetricGame) Position() string       { return g.position(g.board) }
func (g *symmetricGame) Moves() int             { return len(g.moves()) }
func (g *symmetricGame) Make(i int) {
	g.line = append(g.line, g.moves()[i])
	g.place(g.line[len(g.line)-1], g.board[9])
}

func (g *symmetricGame) moves() (points []int) {
	for at, stone := range g.board {
		if stone == 0 || at == 9 {
			points = append(points, at)
		}
	}
	return points
}

func (g *symmetricGame) Unmake() {
	at := g.line[len(g.line)-1]
	g.line = g.line[:len(g.line)-1]
	g.place(at, g.board[at])
}

// place places a stone or removes it, and changes the side to move.
func (g *symmetricGame) place(at int, stone uint8) {
	if at != 9 {
		g.canonical.Toggle(g.images, at, stone)
		g.board[at] ^= stone
	}
	g.canonical.Replace(g.images, 9, g.board[9], 3-g.board[9])
	g.board[9] = 3 - g.board[9]
}

// smallestImage describes a board for zobristtest.
func smallestImage(board []uint8) string {
	var smallest []uint8
	for _, s := range symmetries {
		image := make([]uint8, len(board))
		for cell, piece := range board {
			image[s[cell]] = piece
		}
		if smallest == nil || slices.Compare(image, smallest) < 0 {
			smallest = image
		}
	}
	return fmt.Sprint(smallest)
}

// smallestOfBoth is smallestImage if the colours can be exchanged.
func smallestOfBoth(board []uint8) string {
	other := make([]uint8, len(board))
	swapped := []uint8{0, 2, 1}
	for cell, piece := range board {
		other[cell] = swapped[piece]
	}
	return min(smallestImage(board), smallestImage(other))
}

// Run passes with a canonical key if Position is the smallest image, and only then.
func TestCanonicalKeys(t *testing.T) {
	plain := func(board []uint8) string { return fmt.Sprint(board) }
	config := zobristtest.Config{Games: 5}
	t.Run("mirrored", func(t *testing.T) { config.Run(t, newSymmetric(mirrored, smallestImage)) })
	t.Run("exchanged", func(t *testing.T) {
		config.Run(t, newSymmetric(exchanged, smallestOfBoth))
	})
	const same, other = "but the positions differ", "the same position"
	assert.ErrorContains(t, zobristtest.Walk(newSymmetric(mirrored, plain)(), 3), same)
	assert.ErrorContains(t, zobristtest.Walk(newSymmetric(exchanged, smallestImage)(), 3), same)
	assert.ErrorContains(t, zobristtest.Walk(newSymmetric(mirrored, smallestOfBoth)(), 3), other)
}
