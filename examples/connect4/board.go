package main

import (
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

const (
	width  = 7
	height = 6
	cells  = width * height
)

// A Board is a position of Connect Four. Bit 7*column+row of a bitboard is a cell, and row 0
// is the lowest. Row 6 of each column is always empty, so that no line runs from one column
// into the next.
type Board struct {
	mine   uint64 // stones of the side to move
	all    uint64
	stones int
	images [2]zobrist.Key // the keys of the board and of its mirror image
}

const (
	bottom = 1 | 1<<7 | 1<<14 | 1<<21 | 1<<28 | 1<<35 | 1<<42
	full   = bottom * (1<<height - 1)
)

// canonical has one key for each stone of each player on each cell. A board and its mirror
// image have the same score, so both use the smaller of their two keys. The side to move has
// no key, because the number of stones determines it. The program needs no History, because
// no position of Connect Four occurs twice in a game.
var canonical = func() *zobrist.Canonical[uint8, uint8] {
	stones := zobrist.NewTable[uint8, uint8](cells, 2, zobrist.NewSplitMix64(1974).Split("stones"))
	return zobrist.NewCanonical(stones, zobrist.RectangleSymmetries[uint8](width, height)[:2])
}()

// Key returns the common key of the board and its mirror image. mirrored reports whether that
// key is the mirror image's. Play updates both keys, and Key only compares them.
func (b *Board) Key() (k zobrist.Key, mirrored bool) {
	k, symmetry := canonical.Min(b.images[:])
	return k, symmetry == 1
}

// Moves returns the cells where the side to move can play, at most one a column.
func (b *Board) Moves() uint64 {
	return (b.all + bottom) & full
}

// Play returns the board after a stone on a cell of Moves.
func (b *Board) Play(cell uint64) Board {
	after := Board{b.all ^ b.mine, b.all | cell, b.stones + 1, b.images}
	bit := bits.TrailingZeros64(cell)
	// The table numbers cells row by row, as RectangleSymmetries does.
	canonical.Toggle(after.images[:], uint8(bit%7*width+bit/7), uint8(b.stones&1))
	return after
}

// fours returns the empty cells where one more stone would make four in a row.
func (b *Board) fours(stones uint64) uint64 {
	var cells uint64
	for _, d := range [...]int{1, 6, 7, 8} { // vertical, diagonal, horizontal, diagonal
		before, after := stones<<d, stones>>d
		before2, after2 := before&(stones<<(2*d)), after&(stones>>(2*d))
		cells |= before2&(stones<<(3*d)) | before2&after | before&after2 | after2&(stones>>(3*d))
	}
	return cells & full &^ b.all
}

// Wins returns the moves that make four.
func (b *Board) Wins() uint64 {
	return b.fours(b.mine) & b.Moves()
}

// Safe returns the moves after which the other side cannot make four at once.
func (b *Board) Safe() uint64 {
	moves, threats := b.Moves(), b.fours(b.all^b.mine)
	if forced := moves & threats; forced != 0 {
		if forced&(forced-1) != 0 {
			return 0
		}
		moves = forced
	}
	return moves &^ (threats >> 1) // not below a threat
}

// column returns the column of a cell, from 1 to 7.
func column(cell uint64) int {
	return bits.TrailingZeros64(cell)/7 + 1
}

// inColumn returns the cells of a column from 1 to 7.
func inColumn(c int) uint64 {
	return (1<<height - 1) << (7 * (c - 1))
}

// Parse returns the board after the moves of a game. As usual, a move is its column, 1 to 7
// from the left.
func Parse(game string) (Board, error) {
	var b Board
	for i, c := range []byte(game) {
		if c < '1' || c > '7' {
			return b, fmt.Errorf("position %q: move %d is %q, want a column from 1 to 7",
				game, i+1, c)
		}
		move := b.Moves() & inColumn(int(c-'0'))
		if move == 0 {
			return b, fmt.Errorf("position %q: move %d: column %c is full", game, i+1, c)
		}
		if b.Wins()&move != 0 {
			return b, fmt.Errorf("position %q: the game is over, move %d makes four in a row",
				game, i+1)
		}
		b = b.Play(move)
	}
	return b, nil
}
