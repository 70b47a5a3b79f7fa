package zobrist

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"golang.org/x/exp/constraints"

	"github.com/zobrist-go/zobrist/internal/group"
)

// A Table holds one random number for each piece on each cell of a board.
//
// Number the cells from 0 to Cells()-1 and the pieces from 0 to Pieces()-1. Cells can be
// squares, points of a lattice or players' hands. Pieces can be pieces, tiles or counts.
//
// An empty piece, declared when the table is made, has the number zero on every cell. So your code
// need not ask whether a move captures. These two lines are right in both cases:
//
//	h = t.Toggle(h, from, moved)
//	h = t.Replace(h, to, captured, moved) // captured is the empty piece if there was none
//
// A Table is safe for concurrent use. It takes 8.5 bytes per number and 24 bytes per piece.
type Table[Cell, Piece constraints.Integer] struct {
	// rows[p][c] is the key of piece p on cell c. The rows are views of one slice, piece after
	// piece, in order.
	rows [][]Key
	// blocks[i*len(rows)+p] is cells 16*i to 16*i+15 of rows[p]. It saves Hash the checks of cells.
	blocks []*[16]Key
}

// NewTable makes a table of random numbers.
//
// It draws the numbers from src, a source of math/rand/v2 such as [SplitMix64]: cell by cell,
// pieces ascending, one draw for every piece that is not in empty. It does not keep src. Give
// every table its own stream ([SplitMix64.Split]), because equal sources give equal tables.
//
// Write the type of the cells, as in NewTable[int](64, 13, src, uint8(0)), because Go cannot infer
// it. Write the type of the pieces too, unless Go can infer it from an empty piece.
func NewTable[Cell, Piece constraints.Integer](
	cells, pieces int, src rand.Source, empty ...Piece,
) *Table[Cell, Piece] {
	t := newTable[Cell, Piece]("NewTable", cells, pieces)
	if src == nil {
		panic("zobrist: NewTable: src is nil, want a source of random numbers")
	}
	isEmpty := make([]bool, pieces)
	for _, e := range empty {
		t.mustHave("NewTable", e)
		isEmpty[e] = true
	}
	for c := range cells {
		for p, row := range t.rows {
			if !isEmpty[p] {
				row[c] = Key(src.Uint64())
			}
		}
	}
	return t
}

// NewTableFunc makes a table of the numbers that key returns: published ones, or those of your
// engine. It calls key once for every cell and piece, cell by cell, pieces ascending. A piece
// whose number is zero on every cell is an empty piece.
func NewTableFunc[Cell, Piece constraints.Integer](
	cells, pieces int, key func(Cell, Piece) Key,
) *Table[Cell, Piece] {
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

// maxKeys is more than any memory holds. Above it, make would panic or the program would end,
// with a message that does not name the table.
const maxKeys = min(math.MaxInt/8, 1<<40)

func newTable[Cell, Piece constraints.Integer](
	caller string, cells, pieces int,
) *Table[Cell, Piece] {
	mustBeSize[Cell, Piece](caller, cells, pieces)
	t := &Table[Cell, Piece]{
		rows:   make([][]Key, pieces),
		blocks: make([]*[16]Key, cells/16*pieces),
	}
	keys := make([]Key, cells*pieces)
	for p := range t.rows {
		row := keys[p*cells : (p+1)*cells : (p+1)*cells]
		t.rows[p] = row
		for i := range cells / 16 {
			t.blocks[i*pieces+p] = (*[16]Key)(row[16*i:])
		}
	}
	return t
}

// mustBeSize panics unless a table can have that many cells and pieces.
func mustBeSize[Cell, Piece constraints.Integer](caller string, cells, pieces int) {
	var problem string
	switch {
	case cells < 1 || pieces < 1:
		problem = fmt.Sprintf("%d cells and %d pieces, want at least one of each", cells, pieces)
	case !canNumber[Cell](cells):
		problem = fmt.Sprintf("%d cells, more than the type Cell can number", cells)
	case !canNumber[Piece](pieces):
		problem = fmt.Sprintf("%d pieces, more than the type Piece can number", pieces)
	case cells > maxKeys/pieces:
		problem = fmt.Sprintf("%d cells times %d pieces, a table larger than memory", cells, pieces)
	default:
		return
	}
	panic("zobrist: " + caller + ": " + problem)
}

// canNumber reports whether the type can number n things from 0 on.
func canNumber[Number constraints.Integer](n int) bool {
	last := uint64(n - 1)
	return uint64(Number(last)) == last
}

// Key returns the number of piece p on cell c.
func (t *Table[Cell, Piece]) Key(c Cell, p Piece) Key { return t.rows[p][c] }

// Toggle places piece p on cell c of the board with key h, or removes it, and returns the new
// key. Assign the result, h = t.Toggle(h, c, p). Do not XOR it into h.
func (t *Table[Cell, Piece]) Toggle(h Key, c Cell, p Piece) Key { return h ^ t.rows[p][c] }

// Move returns the key after piece p moves to an empty cell. The same call moves the piece
// back. For a capture, also toggle the captured piece.
func (t *Table[Cell, Piece]) Move(h Key, from, to Cell, p Piece) Key {
	row := t.rows[p]
	return h ^ row[from] ^ row[to]
}

// Replace returns the key after the piece on cell c changes from old to new: a flipped disc, a
// capture, a promotion, a count that goes from 3 to 4.
func (t *Table[Cell, Piece]) Replace(h Key, c Cell, old, new Piece) Key {
	return h ^ t.rows[old][c] ^ t.rows[new][c]
}

// ToggleBits toggles piece p on every cell whose bit is set, and returns the new key. Bit i, of
// value 1<<i, is cell first+i. So first is 0 on a board of at most 64 cells, and 64*w for word w of
// a larger one. Start a full hash from h = 0:
//
//	h = t.ToggleBits(h, 64*w, words[w], p)
//
// To update the key after a word has changed in whatever way, toggle the bits that differ:
//
//	h = t.ToggleBits(h, 64*w, before^after, p)
//
// This is right for all changes at once, even if a planner adds a fact that was true already. A
// loop that toggles each added fact would remove that one from the key.
func (t *Table[Cell, Piece]) ToggleBits(h Key, first Cell, set uint64, p Piece) Key {
	row := t.rows[p][first:]
	for ; set != 0; set &= set - 1 {
		h ^= row[bits.TrailingZeros64(set)]
	}
	return h
}

// Hash returns the key of a whole board: board[i] is the piece on cell i. It takes the same time
// for every position.
func (t *Table[Cell, Piece]) Hash(board []Piece) Key {
	mustFit("Table.Hash", len(board), t.Cells())
	var h Key
	// Sixteen cells at a time, whose numbers need no check of the cell. The two statements let the
	// processor work on two chains of XORs.
	rest, blocks := board, t.blocks
	for len(rest) >= 16 {
		b := (*[16]Piece)(rest)
		k := blocks[:len(t.rows)]
		h ^= k[b[0]][0] ^ k[b[1]][1] ^ k[b[2]][2] ^ k[b[3]][3] ^
			k[b[4]][4] ^ k[b[5]][5] ^ k[b[6]][6] ^ k[b[7]][7]
		h ^= k[b[8]][8] ^ k[b[9]][9] ^ k[b[10]][10] ^ k[b[11]][11] ^
			k[b[12]][12] ^ k[b[13]][13] ^ k[b[14]][14] ^ k[b[15]][15]
		rest = rest[16:]
		blocks = blocks[len(t.rows):]
	}
	for c := len(board) - len(rest); c < len(board); c++ {
		h ^= t.rows[board[c]][c]
	}
	return h
}

// Diff returns the key of the board after, if h is the key of the board before: it replaces the
// pieces of all cells that differ. It is for programs that have two states and no move. A program
// that has the move updates the key faster.
func (t *Table[Cell, Piece]) Diff(h Key, before, after []Piece) Key {
	mustFit("Table.Diff", len(before), t.Cells())
	mustFit("Table.Diff", len(after), t.Cells())
	for c, old := range before {
		if after[c] != old {
			h = t.Replace(h, Cell(c), old, after[c])
		}
	}
	return h
}

// Keys yields every number with its name, cell by cell, pieces ascending, except those of empty
// pieces. The name is fmt.Sprint(cell, " ", piece), so a type with a String method names its
// values.
func (t *Table[Cell, Piece]) Keys() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		empty := make([]bool, len(t.rows))
		for p, row := range t.rows {
			isNumber := func(k Key) bool { return k != 0 }
			empty[p] = !slices.ContainsFunc(row, isNumber)
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

// Only returns a table of the same size in which all but the given pieces have the number zero.
// Toggle every piece in it to update a second key, such as a pawn key, without a branch. [SubKeys]
// updates several such keys.
func (t *Table[Cell, Piece]) Only(pieces ...Piece) *Table[Cell, Piece] {
	only := newTable[Cell, Piece]("Table.Only", t.Cells(), t.Pieces())
	for _, p := range pieces {
		t.mustHave("Table.Only", p)
		copy(only.rows[p], t.rows[p])
	}
	return only
}

// Permute returns the table for a board whose cells are renamed by perm: t.Permute(perm).Key(c,
// p) == t.Key(perm[c], p). If perm is a symmetry of the board, the keys are those of mirror
// images. Permute panics unless perm is a permutation of the cells.
func (t *Table[Cell, Piece]) Permute(perm []Cell) *Table[Cell, Piece] {
	if err := group.Permutation("cell", "cells", t.Cells(), perm); err != nil {
		panic("zobrist: Table.Permute: not a permutation of the cells: " + err.Error())
	}
	permuted := newTable[Cell, Piece]("Table.Permute", t.Cells(), t.Pieces())
	for p, row := range t.rows {
		for c, g := range perm {
			permuted.rows[p][c] = row[g]
		}
	}
	return permuted
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

// has reports whether p is a piece of the table. A negative one is a large unsigned integer.
func (t *Table[Cell, Piece]) has(p Piece) bool { return uint64(p) < uint64(len(t.rows)) }

// mustHave panics unless p is a piece of the table.
func (t *Table[Cell, Piece]) mustHave(caller string, p Piece) {
	if !t.has(p) {
		panic(fmt.Sprintf("zobrist: %s: piece %d, want 0 to %d", caller, p, len(t.rows)-1))
	}
}

// mustFit panics unless a board of that many cells fits a table of want cells.
func mustFit(caller string, cells, want int) {
	if cells != want || want == 0 {
		panic(doesNotFit(caller, cells, want))
	}
}

// doesNotFit says why a board does not fit the table.
func doesNotFit(caller string, cells, want int) string {
	if want == 0 {
		return "zobrist: " + caller +
			": the zero value has no numbers, want one made by its New function"
	}
	return fmt.Sprintf("zobrist: %s: a board of %d cells, want %d", caller, cells, want)
}
