package zobrist

import (
	"slices"

	"golang.org/x/exp/constraints"
)

// A Board keeps pieces and their key together, so that you cannot change one and forget the other.
// If a program sets a cell twice to the same piece, as when it removes a captured stone twice, the
// key stays right.
//
// Other features, such as the side to move, join the key by XOR: b.Key() ^ side. To undo a move,
// set the cells to what [Board.Set] returned, in reverse order.
//
// The zero Board has no cells and is good only for [Board.CopyFrom]. Only one goroutine may change
// a Board at a time. Do not copy a Board by assignment, because the copies would share their cells.
type Board[Cell, Piece constraints.Integer] struct {
	_ noCopy

	table  *Table[Cell, Piece]
	pieces []Piece // by cell
	key    Key
}

// NewBoard returns a board with the given pieces: pieces[i] is the piece on cell i. NewBoard
// copies them. It panics unless there is one for each cell of the table, and the table has a number
// for each of them.
func NewBoard[Cell, Piece constraints.Integer](
	t *Table[Cell, Piece], pieces []Piece,
) *Board[Cell, Piece] {
	if t == nil {
		panic("zobrist: NewBoard: the table is nil, want one made by NewTable or NewTableFunc")
	}
	mustFit("NewBoard", len(pieces), t.Cells())
	return &Board[Cell, Piece]{
		table:  t,
		pieces: slices.Clone(pieces),
		key:    t.Hash(pieces),
	}
}

// At returns the piece on cell c.
func (b *Board[Cell, Piece]) At(c Cell) Piece { return b.pieces[c] }

// Set puts piece p on cell c, updates the key, and returns the piece that was there before.
func (b *Board[Cell, Piece]) Set(c Cell, p Piece) (old Piece) {
	old = b.pieces[c]
	b.key = b.table.Replace(b.key, c, old, p) // panics before anything has changed
	b.pieces[c] = p
	return old
}

// Key returns the key of the pieces, as [Table.Hash] does.
func (b *Board[Cell, Piece]) Key() Key { return b.key }

// Pieces returns a copy of the pieces, by cell.
func (b *Board[Cell, Piece]) Pieces() []Piece { return slices.Clone(b.pieces) }

// CopyFrom makes b an independent copy of src, and reuses the memory of b. A search that copies
// its positions instead of undoing moves calls it with a board of its own for each ply.
func (b *Board[Cell, Piece]) CopyFrom(src *Board[Cell, Piece]) {
	b.table = src.table
	b.key = src.key
	b.pieces = append(b.pieces[:0], src.pieces...)
}
