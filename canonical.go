package zobrist

import (
	"fmt"
	"slices"

	"golang.org/x/exp/constraints"

	"github.com/zobrist-go/zobrist/internal/group"
)

// SquareSymmetries returns the eight symmetries of an n x n board: the four of
// [RectangleSymmetries], then mirror in the diagonal through cell 0, quarter turn clockwise (when
// rows run downwards), quarter turn counter-clockwise, mirror in the other diagonal. A symmetry g
// takes the piece on cell c to cell g[c].
//
// All functions that return symmetries number cells row by row: cell = width*row + column.
func SquareSymmetries[Cell constraints.Integer](n int) [][]Cell {
	mustBeBoard[Cell]("SquareSymmetries", n, n)
	return boardSymmetries[Cell](n, n, 8)
}

// RectangleSymmetries returns the four symmetries of a rectangular board: identity, left-right
// mirror, top-bottom mirror, half turn. Its first two, RectangleSymmetries[int](7, 6)[:2], are the
// symmetries of a game such as Connect Four, in which top and bottom differ.
func RectangleSymmetries[Cell constraints.Integer](width, height int) [][]Cell {
	mustBeBoard[Cell]("RectangleSymmetries", width, height)
	return boardSymmetries[Cell](width, height, 4)
}

// TorusSymmetries returns the translations of a board whose opposite edges meet, such as a
// periodic lattice. Translation i takes cell 0 to cell i.
func TorusSymmetries[Cell constraints.Integer](width, height int) [][]Cell {
	mustBeBoard[Cell]("TorusSymmetries", width, height)
	symmetries := make([][]Cell, 0, width*height)
	for down := range height {
		for right := range width {
			translation := make([]Cell, 0, width*height)
			for row := range height {
				for column := range width {
					toRow := (row + down) % height
					toColumn := (column + right) % width
					translation = append(translation, Cell(width*toRow+toColumn))
				}
			}
			symmetries = append(symmetries, translation)
		}
	}
	return symmetries
}

// boardSymmetries returns the first count symmetries. Bit 2 of i exchanges rows and columns,
// then bit 0 left and right, and bit 1 top and bottom.
func boardSymmetries[Cell constraints.Integer](width, height, count int) [][]Cell {
	symmetries := make([][]Cell, count)
	for i := range symmetries {
		g := make([]Cell, 0, width*height)
		for row := range height {
			for column := range width {
				r, c := row, column
				if i&4 != 0 {
					r, c = c, r
				}
				if i&1 != 0 {
					c = width - 1 - c
				}
				if i&2 != 0 {
					r = height - 1 - r
				}
				g = append(g, Cell(width*r+c))
			}
		}
		symmetries[i] = g
	}
	return symmetries
}

// mustBeBoard panics unless a board can have this size, and its cells numbers of type Cell.
func mustBeBoard[Cell constraints.Integer](caller string, width, height int) {
	switch {
	case width < 1 || height < 1:
		panic(fmt.Sprintf("zobrist: %s: a board of width %d and height %d, want at least 1",
			caller, width, height))
	case width > maxKeys/height:
		panic(fmt.Sprintf("zobrist: %s: a board of width %d and height %d, larger than memory",
			caller, width, height))
	case !canNumber[Cell](width * height):
		panic(fmt.Sprintf("zobrist: %s: %d cells, more than the type Cell can number",
			caller, width*height))
	}
}

// WithSwap returns symmetries for [NewCanonical] of a game that stays the same if two colours are
// swapped, whatever happens to the cells: Othello, tic-tac-toe, Go without komi. It returns each
// of the given symmetries twice: first all with nil for the pieces, then all with swap. Piece p
// becomes swap[p], as in []uint8{empty, white, black}.
//
//	symmetries, pieces := zobrist.WithSwap(zobrist.SquareSymmetries[int](9), swap)
//	canonical := zobrist.NewCanonical(stones, symmetries, pieces...)
//
// In most other games the colours can be swapped only together with a certain turn of the board.
// Do not use WithSwap for these, because it would give one key to positions with different results:
// see [NewCanonical].
func WithSwap[Cell, Piece constraints.Integer](
	symmetries [][]Cell, swap []Piece,
) ([][]Cell, [][]Piece) {
	n := len(symmetries)
	pieces := make([][]Piece, 2*n)
	for i := range n {
		pieces[n+i] = swap
	}
	return slices.Concat(symmetries, symmetries), pieces
}

// A Canonical gives a board and all its images under a group of symmetries the same key: the
// smallest of their keys.
//
// When [Canonical.Hash] reports symmetry i, the image with the canonical key has the piece of cell
// c on cell symmetries[i][c]. To store a move with the key, store symmetries[i][move]. To play it,
// find the cell for which symmetries[i][cell] is the stored one. If several symmetries give the
// canonical key, any of them works.
//
// If symmetries swap the colours and the side to move matters, add a cell for the side: each
// symmetry maps it to itself, and its piece is the colour to move, which changes with the colours.
// Store values from the view of the side to move. If no symmetry changes the side to move, XOR its
// number into the canonical key instead. The same is true of all other features that no symmetry
// changes.
//
// Index a hash table by the low bits of a canonical key, or by [Key.Shard], because the key tends
// to begin with zeros.
//
// A Canonical is safe for concurrent use. It takes the memory of one table for each symmetry,
// their number rounded up to a multiple of four.
type Canonical[Cell, Piece constraints.Integer] struct {
	// numbers[(p*cells+c)*width+i] is what piece p on cell c of the board adds to the key of the
	// image under symmetry i. All that a Toggle needs is in one place.
	numbers []Key
	cells   int
	pieces  int
	order   int // how many symmetries there are
	width   int // order, rounded up to a multiple of four
}

// NewCanonical returns canonical keys for boards of t under symmetries such as [SquareSymmetries],
// in any order. They may repeat. NewCanonical keeps neither t nor its other arguments.
//
// A symmetry is a permutation of cells together with one of pieces. Under symmetry i, piece p on
// cell c becomes piece pieces[i][p] on cell symmetries[i][c]. If pieces[i] is nil, or there are no
// pieces, all pieces stay as they are. Take exactly the symmetries of your game:
//
//   - Othello, tic-tac-toe, Go without komi: each symmetry of the board, with the colours as they
//     are and with the colours swapped. [WithSwap] makes them.
//   - Hex: the identity and the half turn with the colours as they are. The mirrors in both
//     diagonals swap the colours, because they swap the sides that the colours join.
//   - Checkers: the identity, and the half turn with the colours swapped.
//   - Hexapawn, and chess without castling rights: the identity and the left-right mirror with the
//     colours as they are, the top-bottom mirror and the half turn with the colours swapped.
//
// NewCanonical panics, and names the fault, unless the symmetries are a group: each is a pair of
// permutations, one of them changes nothing, and any two, one after the other, are one of them.
func NewCanonical[Cell, Piece constraints.Integer](
	t *Table[Cell, Piece], symmetries [][]Cell, pieces ...[]Piece,
) *Canonical[Cell, Piece] {
	if t == nil || t.Cells() == 0 {
		panic("zobrist: NewCanonical: an empty table, want one made by NewTable or NewTableFunc")
	}
	if err := group.Check(t.Cells(), t.Pieces(), symmetries, pieces); err != nil {
		panic("zobrist: NewCanonical: " + err.Error())
	}
	order := len(symmetries)
	width := (order + 3) &^ 3
	if width > maxKeys/t.Pieces()/t.Cells() {
		panic(fmt.Sprintf("zobrist: NewCanonical: %d symmetries, tables larger than memory", order))
	}
	c := &Canonical[Cell, Piece]{
		numbers: make([]Key, t.Pieces()*t.Cells()*width),
		cells:   t.Cells(),
		pieces:  t.Pieces(),
		order:   order,
		width:   width,
	}
	for i, g := range symmetries {
		for p := range t.Pieces() {
			becomes := Piece(p)
			if len(pieces) > 0 && pieces[i] != nil {
				becomes = pieces[i][p]
			}
			for cell, to := range g {
				c.at(Cell(cell), Piece(p))[i] = t.Key(to, becomes)
			}
		}
	}
	return c
}

// at returns the numbers of a piece on a cell, one for each symmetry.
func (c *Canonical[Cell, Piece]) at(cell Cell, p Piece) []Key {
	at := (int(p)*c.cells + int(cell)) * c.width
	return c.numbers[at : at+c.order]
}

// Hash returns the canonical key of a board and the index of the first symmetry that gives it. The
// piece on cell i is board[i]. Hash does not allocate and takes as long as hashing every image.
func (c *Canonical[Cell, Piece]) Hash(board []Piece) (Key, int) {
	mustFit("Canonical.Hash", len(board), c.cells)
	best, which := ^Key(0), 0
	var four [4]Key
	var ok bool
	for i := range c.order {
		if i%4 == 0 {
			four, ok = c.four(board, i)
			if !ok {
				panic(c.noPiece("Canonical.Hash", board))
			}
		}
		k := four[i%4]
		if k < best {
			best, which = k, i
		}
	}
	return best, which
}

// Images returns a new slice of the keys of a board's images, in the order of the symmetries. A
// search updates them with [Canonical.Toggle], [Canonical.Move] and [Canonical.Replace], and
// [Canonical.Min] gives the canonical key. For the canonical key after a move that you do not want
// to make, update a copy of the slice:
//
//	scratch = append(scratch[:0], images...)
//	canonical.Toggle(scratch, cell, piece)
//	k, i := canonical.Min(scratch)
func (c *Canonical[Cell, Piece]) Images(board []Piece) []Key {
	mustFit("Canonical.Images", len(board), c.cells)
	keys := make([]Key, c.width)
	for first := 0; first < c.order; first += 4 {
		four, ok := c.four(board, first)
		if !ok {
			panic(c.noPiece("Canonical.Images", board))
		}
		copy(keys[first:], four[:])
	}
	return keys[:c.order:c.order]
}

// four returns the keys of the images under symmetry first and the three after it, zero beyond the
// last symmetry. Four at a time, the processor does not wait for one XOR to finish before the next:
// one key at a time takes 1.4 times as long. It returns false if a value on the board is no piece.
func (c *Canonical[Cell, Piece]) four(board []Piece, first int) (keys [4]Key, ok bool) {
	numbers, width, pieces := c.numbers, c.width, c.pieces
	row := c.cells * width // from a piece to the next on the same cell
	cell := first
	var k0, k1, k2, k3 Key
	for _, p := range board {
		if uint64(p) >= uint64(pieces) {
			return keys, false
		}
		at := cell + int(p)*row
		k := (*[4]Key)(numbers[at : at+4])
		k0 ^= k[0]
		k1 ^= k[1]
		k2 ^= k[2]
		k3 ^= k[3]
		cell += width
	}
	return [4]Key{k0, k1, k2, k3}, true
}

// noPiece returns a message about the first value on a board that is no piece.
func (c *Canonical[Cell, Piece]) noPiece(caller string, board []Piece) string {
	at := slices.IndexFunc(board, func(p Piece) bool { return uint64(p) >= uint64(c.pieces) })
	return fmt.Sprintf("zobrist: %s: piece %d on the board, want 0 to %d",
		caller, board[at], c.pieces-1)
}

// Toggle updates keys, as returned by [Canonical.Images], after piece p is placed on a cell or
// removed from it. It costs about one table look-up for each symmetry. Toggle, Move, Replace
// and Min panic unless there is a key for each symmetry.
func (c *Canonical[Cell, Piece]) Toggle(keys []Key, cell Cell, p Piece) {
	for i, k := range c.mustHave("Canonical.Toggle", keys, cell, p) {
		keys[i] ^= k
	}
}

// Move updates keys after piece p moves to an empty cell. For a capture, also toggle the captured
// piece.
func (c *Canonical[Cell, Piece]) Move(keys []Key, from, to Cell, p Piece) {
	before := c.mustHave("Canonical.Move", keys, from, p)
	after := c.mustHave("Canonical.Move", keys, to, p)
	c.change(keys, before, after)
}

// Replace updates keys after the piece on a cell changes from old to new.
func (c *Canonical[Cell, Piece]) Replace(keys []Key, cell Cell, old, new Piece) {
	before := c.mustHave("Canonical.Replace", keys, cell, old)
	after := c.mustHave("Canonical.Replace", keys, cell, new)
	c.change(keys, before, after)
}

func (c *Canonical[Cell, Piece]) change(keys, before, after []Key) {
	for i, k := range before[:len(keys)] {
		keys[i] ^= k ^ after[i]
	}
}

// Min returns the smallest of keys, which is the canonical key, and the index of its first
// symmetry.
func (c *Canonical[Cell, Piece]) Min(keys []Key) (Key, int) {
	c.mustHaveKeys("Canonical.Min", keys)
	best, which := ^Key(0), 0
	for i, k := range keys {
		if k < best {
			best, which = k, i
		}
	}
	return best, which
}

// mustHave returns the numbers of a piece on a cell, one for each key. It panics unless there are
// such a piece and cell, and a key for each symmetry.
func (c *Canonical[Cell, Piece]) mustHave(caller string, keys []Key, cell Cell, p Piece) []Key {
	c.mustHaveKeys(caller, keys)
	if uint64(p) >= uint64(c.pieces) || uint64(cell) >= uint64(c.cells) {
		panic(fmt.Sprintf("zobrist: %s: piece %d on cell %d, want pieces 0 to %d and cells 0 to %d",
			caller, p, cell, c.pieces-1, c.cells-1))
	}
	return c.at(cell, p)
}

// mustHaveKeys panics unless there is a key for each symmetry.
func (c *Canonical[Cell, Piece]) mustHaveKeys(caller string, keys []Key) {
	if c.order == 0 {
		panic(doesNotFit(caller, 0, 0))
	}
	if len(keys) != c.order {
		panic(fmt.Sprintf("zobrist: %s: %d keys, want one for each of %d symmetries",
			caller, len(keys), c.order))
	}
}
