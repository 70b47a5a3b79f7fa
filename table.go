package zobrist

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"

	"golang.org/x/exp/constraints"
)

// A Table holds one random key for each piece on each cell of a board.
//
//	keys := zobrist.NewTable[int, int](19*19, 3, src.Split("stones"), empty)
//	h = keys.Replace(h, cell, empty, black)
//
// Cells are numbered from 0 to Cells()-1 and pieces from 0 to Pieces()-1; what
// they stand for is up to you: squares, points of a lattice, cells of a puzzle,
// players' hands; pieces, atoms, tiles, counts.
//
// A piece that is declared empty when the table is made has the zero key on
// every cell. Placing, removing or moving it changes nothing, so a capture
// needs no branch: h = t.Replace(h, to, captured, moved), whatever stood there.
//
// A cell or a piece outside the table panics with the runtime's index error,
// negative ones too. A Table does not change once it is made and is safe for
// concurrent use. It takes 8.5 bytes a key and 24 bytes a piece. Tables are made
// by [NewTable] and [NewTableFunc]; the zero Table has no cells.
type Table[Cell, Piece constraints.Integer] struct {
	// rows[p][c] is the key of piece p on cell c. The rows are views of one
	// slice, piece after piece, in order.
	rows [][]Key
	// blocks[i*len(rows)+p] is cells 16*i to 16*i+15 of rows[p], so that Hash
	// need not check cells.
	blocks []*[16]Key
}

// NewTable makes a table of random keys.
//
//	keys := zobrist.NewTable[int, int](64, 3, zobrist.NewSplitMix64(2026), 0)
//
// It draws them from src, a source of math/rand/v2 such as [SplitMix64], cell by
// cell, pieces ascending, one draw for every piece that is not in empty; src is
// not kept. The same source gives the same table everywhere. The type arguments
// cannot be inferred: write them, as above.
//
// Give every table, and every other kind of key of a game, a stream of its own,
// for two tables drawn from equal sources have equal keys:
//
//	src := zobrist.NewSplitMix64(2026)
//	keys := zobrist.NewTable[int, int](64, 3, src.Split("discs"), 0)
//	side := src.Split("side").Key()
//
// It panics unless cells and pieces are at least 1, the types Cell and Piece can
// number them all, src is not nil, and the empty pieces are in the table.
func NewTable[Cell, Piece constraints.Integer](cells, pieces int, src rand.Source, empty ...Piece) *Table[Cell, Piece] {
	t := newTable[Cell, Piece]("NewTable", cells, pieces)
	if src == nil {
		panic("zobrist: NewTable: src is nil, want a source of random numbers")
	}
	drawn := make([]bool, pieces)
	for i := range drawn {
		drawn[i] = true
	}
	for _, e := range empty {
		t.mustHave("NewTable: empty", e)
		drawn[e] = false
	}
	for c := range cells {
		for p, row := range t.rows {
			if drawn[p] {
				row[c] = Key(src.Uint64())
			}
		}
	}
	return t
}

// NewTableFunc makes a table of the keys that key returns: keys published by
// others, or those of an engine that exists. It calls key once for every cell
// and piece, cell by cell, pieces ascending. A piece whose key is zero
// everywhere is an empty piece.
//
// It panics unless cells and pieces are at least 1, the types Cell and Piece can
// number them all, and key is not nil.
func NewTableFunc[Cell, Piece constraints.Integer](cells, pieces int, key func(Cell, Piece) Key) *Table[Cell, Piece] {
	t := newTable[Cell, Piece]("NewTableFunc", cells, pieces)
	if key == nil {
		panic("zobrist: NewTableFunc: key is nil, want a function")
	}
	for c := range cells {
		for p, row := range t.rows {
			row[c] = key(Cell(c), Piece(p))
		}
	}
	return t
}

// maxKeys is more than any memory holds; make would panic above it, or the
// program end, with a message that does not name the table.
const maxKeys = min(math.MaxInt/8, 1<<40)

func newTable[Cell, Piece constraints.Integer](caller string, cells, pieces int) *Table[Cell, Piece] {
	if cells < 1 || pieces < 1 {
		panic(fmt.Sprintf("zobrist: %s: %d cells and %d pieces, want at least one of each", caller, cells, pieces))
	}
	if !numbers[Cell](cells) {
		panic(fmt.Sprintf("zobrist: %s: %d cells, more than the type Cell can number", caller, cells))
	}
	if !numbers[Piece](pieces) {
		panic(fmt.Sprintf("zobrist: %s: %d pieces, more than the type Piece can number", caller, pieces))
	}
	if cells > maxKeys/pieces {
		panic(fmt.Sprintf("zobrist: %s: %d cells times %d pieces, a table larger than memory", caller, cells, pieces))
	}
	t := &Table[Cell, Piece]{make([][]Key, pieces), make([]*[16]Key, cells/16*pieces)}
	keys := make([]Key, cells*pieces)
	for p := range t.rows {
		t.rows[p], keys = keys[:cells:cells], keys[cells:]
		for i := range cells / 16 {
			t.blocks[i*pieces+p] = (*[16]Key)(t.rows[p][16*i:])
		}
	}
	return t
}

// numbers reports whether the type can number n things from 0 on.
func numbers[Number constraints.Integer](n int) bool {
	last := uint64(n - 1)
	return uint64(Number(last)) == last
}

// Key returns the key of piece p on cell c.
func (t *Table[Cell, Piece]) Key(c Cell, p Piece) Key {
	return t.rows[p][c]
}

// Toggle returns the key of a board of key h after piece p is placed on cell c,
// where it was not, or removed from there, where it was. It is the whole new key:
// assign it, h = t.Toggle(h, c, p), and do not XOR it into h.
func (t *Table[Cell, Piece]) Toggle(h Key, c Cell, p Piece) Key {
	return h ^ t.rows[p][c]
}

// Move returns the key after piece p moves from one cell to another, which is
// empty: two toggles in one. The same call moves it back. For a capture, toggle
// what stood there as well.
func (t *Table[Cell, Piece]) Move(h Key, from, to Cell, p Piece) Key {
	row := t.rows[p]
	return h ^ row[from] ^ row[to]
}

// Replace returns the key after the piece on cell c changes from old to new: a
// disc flipped, a piece captured or promoted, a count that goes from 3 to 4.
func (t *Table[Cell, Piece]) Replace(h Key, c Cell, old, new Piece) Key {
	return h ^ t.rows[old][c] ^ t.rows[new][c]
}

// ToggleBits returns the key after piece p is placed on, or removed from, every
// cell whose bit is set: bit i, of value 1<<i, is cell first+i. It is
// [Table.Toggle] for bitboards. On a board of at most 64 cells first is 0. A
// larger board is kept in several words, and takes a call for each:
//
//	for i, word := range stones { // 64 points a word
//		h = t.ToggleBits(h, 64*i, word, black)
//	}
//
// From h = 0 it is a full hash, piece by piece. It takes about a nanosecond a
// bit. It panics when a bit stands for a cell outside the table, and when first
// is negative or greater than Cells(). The index in the panic's message counts
// from first.
func (t *Table[Cell, Piece]) ToggleBits(h Key, first Cell, set uint64, p Piece) Key {
	row := t.rows[p][first:]
	for ; set != 0; set &= set - 1 {
		h ^= row[bits.TrailingZeros64(set)]
	}
	return h
}

// Hash returns the key of a whole board: board[i] is the piece on cell i. It
// takes the same time whatever stands where. It panics unless board has exactly
// as many cells as the table.
func (t *Table[Cell, Piece]) Hash(board []Piece) Key {
	t.mustFit("Table.Hash", len(board))
	var h Key
	rest, blocks := board, t.blocks
	for len(rest) >= 16 {
		b, k := (*[16]Piece)(rest), blocks[:len(t.rows)]
		h ^= k[b[0]][0] ^ k[b[1]][1] ^ k[b[2]][2] ^ k[b[3]][3] ^
			k[b[4]][4] ^ k[b[5]][5] ^ k[b[6]][6] ^ k[b[7]][7]
		h ^= k[b[8]][8] ^ k[b[9]][9] ^ k[b[10]][10] ^ k[b[11]][11] ^
			k[b[12]][12] ^ k[b[13]][13] ^ k[b[14]][14] ^ k[b[15]][15]
		rest, blocks = rest[16:], blocks[len(t.rows):]
	}
	for c := len(board) - len(rest); c < len(board); c++ {
		h ^= t.rows[board[c]][c]
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

// Keys yields every key that is not an empty piece's, cell by cell, pieces
// ascending, with its name: fmt.Sprint(cell, " ", piece), so that a type with a
// String method names its values.
func (t *Table[Cell, Piece]) Keys() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		empty := make([]bool, len(t.rows))
		for p, row := range t.rows {
			empty[p] = true
			for _, k := range row {
				if k != 0 {
					empty[p] = false
					break
				}
			}
		}
		for c := range t.Cells() {
			for p, row := range t.rows {
				if !empty[p] && !yield(fmt.Sprint(Cell(c), " ", Piece(p)), row[c]) {
					return
				}
			}
		}
	}
}

// Only returns a table of the same size and keys in which every piece but
// those named has the zero key: a pawn table, or one for each side. A key
// maintained with it by the same calls depends on those pieces alone. It panics
// when a piece is outside the table.
func (t *Table[Cell, Piece]) Only(pieces ...Piece) *Table[Cell, Piece] {
	only := newTable[Cell, Piece]("Only", t.Cells(), t.Pieces())
	for _, p := range pieces {
		t.mustHave("Only", p)
		copy(only.rows[p], t.rows[p])
	}
	return only
}

// Cells returns the number of cells.
func (t *Table[Cell, Piece]) Cells() int {
	if len(t.rows) == 0 {
		return 0
	}
	return len(t.rows[0])
}

// Pieces returns the number of pieces, empty ones included.
func (t *Table[Cell, Piece]) Pieces() int { return len(t.rows) }

// mustHave panics unless p is a piece of the table.
func (t *Table[Cell, Piece]) mustHave(caller string, p Piece) {
	if uint64(p) >= uint64(len(t.rows)) {
		panic(fmt.Sprintf("zobrist: %s: piece %d, want 0 to %d", caller, p, len(t.rows)-1))
	}
}

// noFit says why a board does not fit.
func noFit(caller string, cells, want int) string {
	if want == 0 {
		return fmt.Sprintf("zobrist: %s: a zero value, want one made by its New function", caller)
	}
	return fmt.Sprintf("zobrist: %s: a board of %d cells, want %d", caller, cells, want)
}

// mustFit panics unless a board of that many cells is one of the table's.
func (t *Table[Cell, Piece]) mustFit(caller string, cells int) {
	if cells != t.Cells() || cells == 0 {
		panic(noFit(caller, cells, t.Cells()))
	}
}
