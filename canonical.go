package zobrist

import (
	"fmt"

	"golang.org/x/exp/constraints"

	"github.com/zobrist-go/zobrist/internal/group"
)

// SquareSymmetries returns the eight symmetries of an n x n board: the four of [RectangleSymmetries], then mirror in
// the diagonal through cell 0, quarter turn clockwise (when rows run downwards), quarter turn counter-clockwise,
// mirror in the other diagonal. A symmetry g takes the piece on cell c to cell g[c].
//
// All functions that return symmetries number cells row by row: cell = width*row + column.
func SquareSymmetries[Cell constraints.Integer](n int) [][]Cell {
	return boardSymmetries[Cell](n, n, 8)
}

// RectangleSymmetries returns the four symmetries of a rectangular board: identity, left-right
// mirror, top-bottom mirror, half turn.
func RectangleSymmetries[Cell constraints.Integer](width, height int) [][]Cell {
	return boardSymmetries[Cell](width, height, 4)
}

// MirrorSymmetries returns the identity and the left-right mirror, as for Connect Four, where top and bottom differ.
func MirrorSymmetries[Cell constraints.Integer](width, height int) [][]Cell {
	return boardSymmetries[Cell](width, height, 2)
}

// TorusSymmetries returns the translations of a board whose opposite edges meet, such as a
// periodic lattice. Translation i takes cell 0 to cell i.
func TorusSymmetries[Cell constraints.Integer](width, height int) [][]Cell {
	cells := boardSymmetries[Cell](width, height, 1)[0]
	symmetries := make([][]Cell, len(cells))
	for i := range symmetries {
		for c := range cells {
			symmetries[i] = append(symmetries[i], cells[(c/width+i/width)%height*width+(c+i)%width])
		}
	}
	return symmetries
}

// boardSymmetries returns the first count symmetries. Bit 2 of i exchanges rows and columns,
// then bit 0 left and right, and bit 1 top and bottom.
func boardSymmetries[Cell constraints.Integer](width, height, count int) [][]Cell {
	switch {
	case width < 1 || height < 1:
		panic(fmt.Sprintf("zobrist: symmetries of a board of width %d and height %d, want at least 1", width, height))
	case width > maxKeys/height:
		panic(fmt.Sprintf("zobrist: symmetries of a board of width %d and height %d, larger than memory", width, height))
	case !numbers[Cell](width * height):
		panic(fmt.Sprintf("zobrist: symmetries of %d cells, more than the type Cell can number", width*height))
	}
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

// A Canonical gives a board and all its images under a group of symmetries the same key: the smallest of their keys.
//
// When [Canonical.Hash] reports symmetry i, the image with the canonical key has the piece of cell c on cell
// symmetries[i][c]. To store a move with the key, store symmetries[i][move]. To play it, find the cell for which
// symmetries[i][cell] is the stored one. If several symmetries give the canonical key, any of them works.
//
// Leave out features that no symmetry changes, such as the side to move if pieces are not
// exchanged. XOR their numbers in afterwards. Index a hash table by the low bits of a canonical
// key, or by [Key.Shard], because the key tends to begin with zeros.
//
// A Canonical is safe for concurrent use. It takes the memory of one table for each symmetry,
// their number rounded up to a multiple of four.
type Canonical[Cell, Piece constraints.Integer] struct {
	// keys[(p*cells+c)*width+i] is the key of piece p in the image under symmetry i, if p is on
	// cell c of the board. All that a Toggle needs is in one place.
	keys          []Key
	cells, pieces int
	order, width  int  // how many symmetries there are; rounded up to a multiple of 4
	exchanged     bool // by WithPieces
}

// NewCanonical returns canonical keys for boards of t under symmetries such as [SquareSymmetries], in any order. They
// may repeat. NewCanonical keeps neither t nor symmetries.
//
// It panics, and names the fault, unless the symmetries are a group of permutations of t's
// cells: with the identity, and with the product of any two.
func NewCanonical[Cell, Piece constraints.Integer](t *Table[Cell, Piece], symmetries [][]Cell) *Canonical[Cell, Piece] {
	if t == nil || t.Cells() == 0 {
		panic("zobrist: NewCanonical: an empty table, want one made by NewTable or NewTableFunc")
	}
	if err := group.Check(t.Cells(), symmetries); err != nil {
		panic("zobrist: NewCanonical: " + err.Error())
	}
	order := len(symmetries)
	width := (order + 3) &^ 3
	if width > maxKeys/t.Pieces()/t.Cells() {
		panic(fmt.Sprintf("zobrist: NewCanonical: %d symmetries, tables larger than memory", order))
	}
	c := &Canonical[Cell, Piece]{make([]Key, t.Pieces()*t.Cells()*width), t.Cells(), t.Pieces(), order, width, false}
	for i, g := range symmetries {
		for p, row := range t.rows {
			for cell, to := range g {
				c.at(Cell(cell), Piece(p))[i] = row[to]
			}
		}
	}
	return c
}

// WithPieces returns canonical keys of boards whose pieces may also be exchanged, such as Black and White in Go:
// piece p becomes perm[p]. It doubles the n symmetries, and the new images come after the others. So if Hash reports
// i, symmetries[i%n] maps the cells, and the pieces are exchanged if i >= n.
//
// If the side to move matters, give it a cell that each symmetry maps to itself, with the colour to move as its
// piece, because it changes with the colours. Store values from the view of the side to move.
//
// WithPieces panics unless perm is its own inverse, and when c exchanges pieces already.
func (c *Canonical[Cell, Piece]) WithPieces(perm []Piece) *Canonical[Cell, Piece] {
	err := group.Permutation("pieces", c.pieces, perm)
	switch {
	case c.order == 0:
		panic(noFit("Canonical.WithPieces", 0, 0))
	case err != nil:
		panic("zobrist: Canonical.WithPieces: not a permutation of the pieces: " + err.Error())
	case c.exchanged:
		panic("zobrist: Canonical.WithPieces: the pieces are exchanged already, want one exchange")
	}
	d := *c
	d.order, d.width, d.exchanged = 2*c.order, (2*c.order+3)&^3, true
	d.keys = make([]Key, c.pieces*c.cells*d.width)
	for p, to := range perm {
		if perm[to] != Piece(p) {
			panic(fmt.Sprintf("zobrist: Canonical.WithPieces: piece %d becomes %d, which becomes %d, want an exchange", p, to, perm[to]))
		}
		for cell := range c.cells {
			keys := d.at(Cell(cell), Piece(p))
			copy(keys, c.at(Cell(cell), Piece(p)))
			copy(keys[c.order:], c.at(Cell(cell), to))
		}
	}
	return &d
}

// at returns the numbers of a piece on a cell, one for each symmetry.
func (c *Canonical[Cell, Piece]) at(cell Cell, p Piece) []Key {
	at := (int(p)*c.cells + int(cell)) * c.width
	return c.keys[at : at+c.order]
}

// Hash returns the canonical key of a board and the index of the first symmetry that gives it. The piece on cell i is
// board[i]. Hash does not allocate and takes as long as hashing every image.
func (c *Canonical[Cell, Piece]) Hash(board []Piece) (Key, int) {
	mustFit("Canonical.Hash", len(board), c.cells)
	best, which, four := ^Key(0), 0, [4]Key{}
	for i := range c.order {
		if i%4 == 0 {
			four = c.four(board, i)
		}
		if k := four[i%4]; k < best {
			best, which = k, i
		}
	}
	return best, which
}

// Images returns a new slice of the keys of a board's images, in the order of the symmetries,
// for [Canonical.Toggle] and [Canonical.Min].
func (c *Canonical[Cell, Piece]) Images(board []Piece) []Key {
	mustFit("Canonical.Images", len(board), c.cells)
	keys := make([]Key, c.width)
	for i := 0; i < c.order; i += 4 {
		four := c.four(board, i)
		copy(keys[i:], four[:])
	}
	return keys[:c.order:c.order]
}

// four returns the keys of the images under symmetry i and the three after it, zero beyond the
// last symmetry. One key at a time takes 1.4 times as long.
func (c *Canonical[Cell, Piece]) four(board []Piece, i int) [4]Key {
	keys, width, pieces := c.keys, c.width, c.pieces
	row := c.cells * width
	var k0, k1, k2, k3 Key
	for _, p := range board {
		if uint64(p) >= uint64(pieces) {
			panic(fmt.Sprintf("zobrist: Canonical: piece %d on the board, want 0 to %d", p, pieces-1))
		}
		at := i + int(p)*row
		k := (*[4]Key)(keys[at : at+4])
		k0 ^= k[0]
		k1 ^= k[1]
		k2 ^= k[2]
		k3 ^= k[3]
		i += width
	}
	return [4]Key{k0, k1, k2, k3}
}

// Toggle updates keys, as returned by [Canonical.Images], after piece p is placed on a cell or
// removed from it. It costs about one table look-up for each symmetry. Toggle, Move, Replace
// and Min panic unless there is a key for each symmetry.
func (c *Canonical[Cell, Piece]) Toggle(keys []Key, cell Cell, p Piece) {
	for i, k := range c.numbers("Toggle", keys, cell, p) {
		keys[i] ^= k
	}
}

// Move updates keys after piece p moves to an empty cell. For a capture, also toggle the captured piece.
func (c *Canonical[Cell, Piece]) Move(keys []Key, from, to Cell, p Piece) {
	c.change(keys, c.numbers("Move", keys, from, p), c.numbers("Move", keys, to, p))
}

// Replace updates keys after the piece on a cell changes from old to new.
func (c *Canonical[Cell, Piece]) Replace(keys []Key, cell Cell, old, new Piece) {
	c.change(keys, c.numbers("Replace", keys, cell, old), c.numbers("Replace", keys, cell, new))
}

func (c *Canonical[Cell, Piece]) change(keys, before, after []Key) {
	for i, k := range before[:len(keys)] {
		keys[i] ^= k ^ after[i]
	}
}

// numbers returns the number of a piece on a cell in each image, or panics.
func (c *Canonical[Cell, Piece]) numbers(method string, keys []Key, cell Cell, p Piece) []Key {
	c.mustHaveAll(method, keys)
	if uint64(p) >= uint64(c.pieces) || uint64(cell) >= uint64(c.cells) {
		panic(fmt.Sprintf("zobrist: Canonical.%s: piece %d on cell %d, want pieces 0 to %d and cells 0 to %d", method, p, cell, c.pieces-1, c.cells-1))
	}
	return c.at(cell, p)
}

// Min returns the smallest of keys, which is the canonical key, and the index of its first symmetry.
func (c *Canonical[Cell, Piece]) Min(keys []Key) (Key, int) {
	c.mustHaveAll("Min", keys)
	best, which := ^Key(0), 0
	for i, k := range keys {
		if k < best {
			best, which = k, i
		}
	}
	return best, which
}

// mustHaveAll panics unless there is a key for each symmetry.
func (c *Canonical[Cell, Piece]) mustHaveAll(method string, keys []Key) {
	if c.order == 0 {
		panic(noFit("Canonical."+method, 0, 0))
	}
	if len(keys) != c.order {
		panic(fmt.Sprintf("zobrist: Canonical.%s: %d keys, want one for each of %d symmetries", method, len(keys), c.order))
	}
}
