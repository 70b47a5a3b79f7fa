package zobrist

import (
	"iter"
	"math"
	"math/rand/v2"
	"unsafe"

	"golang.org/x/exp/constraints"
)

// A Table holds one random key for each piece on each cell of a board. Cells
// are numbered from 0 to Cells()-1 and pieces from 0 to Pieces()-1; what they
// stand for is the caller's affair: squares, points of a lattice, cells of a
// puzzle, players' hands; men, atoms, tiles, counts.
//
// A piece that is declared empty when the table is made has the zero key on
// every cell. To place it, take it or move it changes nothing, so that a
// capture needs no branch: h = t.Replace(h, to, captured, moved), whatever
// stood there.
//
// Every method that takes a cell or a piece panics when it is outside the
// table, negative ones included. A Table does not change once it is made and
// is safe for concurrent use. It takes 8 bytes a key.
type Table[Cell, Piece constraints.Integer] struct {
	keys   []Key // the key of piece p on cell c is keys[p*cells+c]
	cells  uint64
	pieces uint64
}

const (
	errRange = "zobrist: cell or piece outside the table"
	errBoard = "zobrist: Hash: the board does not have as many cells as the table"
)

// NewTable makes a table of random keys. It draws them from src cell by cell,
// pieces ascending, one draw for every piece that is not in empty; src is not
// kept. The same source gives the same table everywhere.
//
// It panics unless cells and pieces are at least 1, all of them can be told
// apart by the types Cell and Piece, src is not nil, and the empty pieces are in
// range.
func NewTable[Cell, Piece constraints.Integer](cells, pieces int, src rand.Source, empty ...Piece) *Table[Cell, Piece] {
	if src == nil {
		panic("zobrist: NewTable: src is nil")
	}
	t := newTable[Cell, Piece](cells, pieces)
	t.mustHave(empty)
	for c := range t.cells {
	pieces:
		for p := range t.pieces {
			for _, e := range empty {
				if p == uint64(e) {
					continue pieces
				}
			}
			t.keys[p*t.cells+c] = Key(src.Uint64())
		}
	}
	return t
}

// NewTableFunc makes a table of the keys that key returns: keys published by
// others, or made in another order. It calls key once for every cell and
// piece, cell by cell, pieces ascending. A piece whose key is zero everywhere
// is an empty piece.
//
// It panics unless cells and pieces are at least 1, all of them can be told
// apart by the types Cell and Piece, and key is not nil.
func NewTableFunc[Cell, Piece constraints.Integer](cells, pieces int, key func(Cell, Piece) Key) *Table[Cell, Piece] {
	if key == nil {
		panic("zobrist: NewTableFunc: key is nil")
	}
	t := newTable[Cell, Piece](cells, pieces)
	for c := range t.cells {
		for p := range t.pieces {
			t.keys[p*t.cells+c] = key(Cell(c), Piece(p))
		}
	}
	return t
}

func newTable[Cell, Piece constraints.Integer](cells, pieces int) *Table[Cell, Piece] {
	if cells < 1 || pieces < 1 {
		panic("zobrist: a table needs at least one cell and one piece")
	}
	last, lastPiece := uint64(cells-1), uint64(pieces-1)
	if uint64(Cell(last)) != last {
		panic("zobrist: more cells than the type Cell can number")
	}
	if uint64(Piece(lastPiece)) != lastPiece {
		panic("zobrist: more pieces than the type Piece can number")
	}
	// No make of that size would panic with a message of its own.
	if uint64(cells) > min(math.MaxInt/8, 1<<44)/uint64(pieces) {
		panic("zobrist: a table larger than memory")
	}
	return &Table[Cell, Piece]{
		keys:   make([]Key, cells*pieces),
		cells:  uint64(cells),
		pieces: uint64(pieces),
	}
}

// Key returns the key of piece p on cell c.
func (t *Table[Cell, Piece]) Key(c Cell, p Piece) Key {
	if uint64(p) >= t.pieces || uint64(c) >= t.cells {
		panic(errRange)
	}
	return at(t.row(uint64(p)), uint64(c))
}

// row points to the keys of piece p, and at reads the key of cell c there,
// neither checking anything: every caller has compared the cell and the piece
// with the table's bounds, and p*cells + c < len(keys) follows. The compiler
// cannot see that, and its third check costs more than the two: BENCHMARKS.md
// has the figures for this, the only use of package unsafe.
func (t *Table[Cell, Piece]) row(p uint64) unsafe.Pointer {
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(t.keys)), p*t.cells*8)
}

func at(row unsafe.Pointer, c uint64) Key {
	return *(*Key)(unsafe.Add(row, c*8))
}

// Toggle returns the key after piece p is placed on cell c, where it was not,
// or removed from there, where it was, for a board of key h.
func (t *Table[Cell, Piece]) Toggle(h Key, c Cell, p Piece) Key {
	if uint64(p) >= t.pieces || uint64(c) >= t.cells {
		panic(errRange)
	}
	return h ^ at(t.row(uint64(p)), uint64(c))
}

// Move returns the key after piece p steps from one cell to another, which is
// empty: two toggles in one. Move it back by the same call. (A capture is a
// Move and a [Table.Toggle] of what stood there.)
func (t *Table[Cell, Piece]) Move(h Key, p Piece, from, to Cell) Key {
	if uint64(p) >= t.pieces || uint64(from) >= t.cells || uint64(to) >= t.cells {
		panic(errRange)
	}
	row := t.row(uint64(p))
	return h ^ at(row, uint64(from)) ^ at(row, uint64(to))
}

// Replace returns the key after the piece on cell c changes from old to new: a
// disc flipped, a man captured or promoted, a counter that goes from 3 to 4.
func (t *Table[Cell, Piece]) Replace(h Key, c Cell, old, new Piece) Key {
	if uint64(old) >= t.pieces || uint64(new) >= t.pieces || uint64(c) >= t.cells {
		panic(errRange)
	}
	column := unsafe.Add(unsafe.Pointer(unsafe.SliceData(t.keys)), uint64(c)*8)
	return h ^ at(column, uint64(old)*t.cells) ^ at(column, uint64(new)*t.cells)
}

// Hash returns the key of a whole board: board[i] is the piece on cell i. It
// takes the same time whatever stands where. It panics unless board has
// exactly as many cells as the table.
func (t *Table[Cell, Piece]) Hash(board []Piece) Key {
	if uint64(len(board)) != t.cells {
		panic(errBoard)
	}
	cells, pieces, keys := t.cells, t.pieces, t.row(0)
	var h Key
	c := 0
	for ; c < len(board)-3; c += 4 {
		p0, p1, p2, p3 := uint64(board[c]), uint64(board[c+1]), uint64(board[c+2]), uint64(board[c+3])
		if p0 >= pieces || p1 >= pieces || p2 >= pieces || p3 >= pieces {
			panic(errRange)
		}
		column := unsafe.Add(keys, c*8)
		h ^= at(column, p0*cells) ^ at(column, p1*cells+1) ^ at(column, p2*cells+2) ^ at(column, p3*cells+3)
	}
	for ; c < len(board); c++ {
		h ^= t.Key(Cell(c), board[c])
	}
	return h
}

// HashSeq returns the key of the pieces that occupied yields, each with its
// cell: the convenience for boards that are not a slice. A pair that comes
// twice cancels itself. A function literal in the call costs no more than the
// loop it stands for; an iterator kept in a variable costs a call an element.
func (t *Table[Cell, Piece]) HashSeq(occupied iter.Seq2[Cell, Piece]) Key {
	var h Key
	for c, p := range occupied {
		h ^= t.Key(c, p)
	}
	return h
}

// Only returns a table of the same size and keys in which every piece but
// those named has the zero key: a pawn table, or one for each side. A key kept
// up with it by the same calls tells apart just what those pieces do.
func (t *Table[Cell, Piece]) Only(pieces ...Piece) *Table[Cell, Piece] {
	t.mustHave(pieces)
	only := newTable[Cell, Piece](t.Cells(), t.Pieces())
	for _, p := range pieces {
		row := uint64(p) * t.cells
		copy(only.keys[row:row+t.cells], t.keys[row:])
	}
	return only
}

// Permute returns the table for a board whose cells are renamed by perm:
// t.Permute(perm).Key(c, p) == t.Key(perm[c], p). With a symmetry of the board
// it gives keys of mirror images; see [Canonical]. It panics unless perm is a
// permutation of the cells.
func (t *Table[Cell, Piece]) Permute(perm []Cell) *Table[Cell, Piece] {
	if uint64(len(perm)) != t.cells {
		panic("zobrist: Permute: the permutation does not have as many cells as the table")
	}
	seen := make([]bool, len(perm))
	permuted := newTable[Cell, Piece](t.Cells(), t.Pieces())
	for c, g := range perm {
		if uint64(g) >= t.cells || seen[g] {
			panic("zobrist: Permute: not a permutation of the cells")
		}
		seen[g] = true
		for row := 0; row < len(t.keys); row += len(perm) {
			permuted.keys[row+c] = t.keys[row+int(g)]
		}
	}
	return permuted
}

// Cells returns the number of cells.
func (t *Table[Cell, Piece]) Cells() int { return int(t.cells) }

// Pieces returns the number of pieces, empty ones included.
func (t *Table[Cell, Piece]) Pieces() int { return int(t.pieces) }

func (t *Table[Cell, Piece]) mustHave(pieces []Piece) {
	for _, p := range pieces {
		if uint64(p) >= t.pieces {
			panic(errRange)
		}
	}
}
