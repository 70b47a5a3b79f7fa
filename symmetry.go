package zobrist

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/exp/constraints"
)

// SquareSymmetries returns the eight symmetries of an n x n board whose cells
// are numbered row by row, cell = n*row + column. They are the four of
// [RectangleSymmetries], then mirror in the diagonal through cell 0, quarter
// turn clockwise (when rows run downwards), quarter turn counter-clockwise,
// mirror in the other diagonal. A symmetry g takes the piece on cell c to cell
// g[c].
//
// SquareSymmetries, RectangleSymmetries and MirrorSymmetries panic if a size is
// less than 1, or if the type Cell cannot number the cells.
func SquareSymmetries[Cell constraints.Integer](n int) [][]Cell {
	return boardSymmetries[Cell](n, n, 8)
}

// RectangleSymmetries returns the four symmetries of a rectangular board whose
// cells are numbered as for [SquareSymmetries]: identity, left-right mirror,
// top-bottom mirror, half turn.
func RectangleSymmetries[Cell constraints.Integer](width, height int) [][]Cell {
	return boardSymmetries[Cell](width, height, 4)
}

// MirrorSymmetries returns the identity and the left-right mirror: the
// symmetries of a board such as that of Connect Four, where top and bottom
// differ. Cells are numbered as for [SquareSymmetries].
func MirrorSymmetries[Cell constraints.Integer](width, height int) [][]Cell {
	return boardSymmetries[Cell](width, height, 2)
}

// boardSymmetries returns the first count symmetries. Bit 2 of i exchanges rows and
// columns, then bit 0 left and right, and bit 1 top and bottom.
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

// A Canonical gives a board and all its images under a group of symmetries the
// same key.
//
//	key, symmetry := canonical.Hash(board)
//
// A table then stores one position instead of up to eight. The canonical key is
// the smallest key of the images, which include the board itself.
//
// A symmetry is a permutation g of the cells: in the image, the piece of cell c
// is on cell g[c]. When [Canonical.Hash] reports i, the image under
// symmetries[i], as given to [NewCanonical], has the canonical key.
//
// To store a move with a canonical key, store symmetries[i][move], a cell of
// the image. To play it, find the cell of the board for which
// symmetries[i][cell] is the stored cell. If several symmetries give the
// canonical key, Hash reports the first, and any of them works.
//
// Leave out features that no symmetry changes, such as the side to move. XOR
// their numbers in afterwards.
//
// A canonical key tends to begin with zeros. Index a hash table by its low
// bits, or by [Key.Owner].
//
// Make a Canonical once and share it: it never changes, is safe for concurrent
// use, and takes the memory of one table for each symmetry, with the number of
// symmetries rounded up to a multiple of four.
type Canonical[Cell, Piece constraints.Integer] struct {
	// keys[(p*cells+c)*width+i] is the key of piece p in the image under symmetry i,
	// if p is on cell c of the board. All that a Toggle needs is in one place.
	keys   []Key
	cells  int
	pieces int
	order  int // how many symmetries there are
	width  int // order, rounded up to a multiple of 4
}

// NewCanonical returns canonical keys for boards of t under the given
// symmetries. Each canonical key is the key that t has for an image. Use
// [SquareSymmetries] and its like, or any other group, such as the translations
// of a periodic lattice. Symmetries may be in any order and may repeat.
// NewCanonical keeps neither t nor symmetries.
//
// It returns an error, which names the fault, unless the symmetries are a group
// of permutations of t's cells: with the identity, and with the product of any
// two.
func NewCanonical[Cell, Piece constraints.Integer](t *Table[Cell, Piece], symmetries [][]Cell) (*Canonical[Cell, Piece], error) {
	if t == nil || t.Cells() == 0 {
		panic("zobrist: NewCanonical: an empty table, want one made by NewTable or NewTableFunc")
	}
	if err := checkGroup(t.Cells(), symmetries); err != nil {
		return nil, err
	}
	order := len(symmetries)
	width := (order + 3) &^ 3
	if width > maxKeys/t.Pieces()/t.Cells() {
		panic(fmt.Sprintf("zobrist: NewCanonical: %d symmetries, tables larger than memory", order))
	}
	c := &Canonical[Cell, Piece]{cells: t.Cells(), pieces: t.Pieces(), order: order, width: width}
	c.keys = make([]Key, c.pieces*c.cells*width)
	for i, g := range symmetries {
		for p, row := range t.rows {
			for cell, to := range g {
				c.keys[(p*c.cells+cell)*width+i] = row[to]
			}
		}
	}
	return c, nil
}

// checkGroup returns an error unless the symmetries are a group of permutations
// of the cells 0 to cells-1.
func checkGroup[Cell constraints.Integer](cells int, symmetries [][]Cell) error {
	if len(symmetries) == 0 {
		return errors.New("zobrist: no symmetries, want at least the identity")
	}
	places := make(map[string]int) // of a permutation, as text, in symmetries
	for i, g := range symmetries {
		if err := checkPermutation(cells, g); err != nil {
			return fmt.Errorf("zobrist: symmetry %d is not a permutation of the cells: %w", i, err)
		}
		s := permutationText(g)
		if _, repeated := places[s]; !repeated {
			places[s] = i
		}
	}
	product := make([]Cell, cells)
	for c := range product {
		product[c] = Cell(c)
	}
	identity, ok := places[permutationText(product)]
	if !ok {
		return errors.New("zobrist: the symmetries are not a group: the identity is missing")
	}

	// Multiply by generators, starting from the identity. The next generator is a
	// symmetry not reached so far: it at least doubles the group. So there are few.
	var generators []int
	group := []int{identity}
	reached := map[int]bool{identity: true}
	for next, g := range symmetries {
		if reached[places[permutationText(g)]] {
			continue
		}
		generators = append(generators, next)
		for n := 0; n < len(group); n++ {
			for _, j := range generators {
				for c := range product {
					product[c] = symmetries[j][symmetries[group[n]][c]]
				}
				place, ok := places[permutationText(product)]
				if !ok {
					return fmt.Errorf("zobrist: the symmetries are not a group: symmetry %d after symmetry %d is missing", j, group[n])
				}
				if !reached[place] {
					reached[place] = true
					group = append(group, place)
				}
			}
		}
	}
	return nil
}

// permutationText returns a text that no other permutation has.
func permutationText[Cell constraints.Integer](g []Cell) string {
	b := make([]byte, 0, 2*len(g))
	for _, c := range g {
		b = binary.AppendUvarint(b, uint64(c))
	}
	return string(b)
}

// Permute returns the table for a board whose cells are renamed by perm:
// t.Permute(perm).Key(c, p) == t.Key(perm[c], p). If perm is a symmetry of the
// board, the keys are those of mirror images; see [Canonical]. It panics unless
// perm is a permutation of the cells.
func (t *Table[Cell, Piece]) Permute(perm []Cell) *Table[Cell, Piece] {
	if err := checkPermutation(t.Cells(), perm); err != nil {
		panic("zobrist: Permute: not a permutation of the cells: " + err.Error())
	}
	permuted := newTable[Cell, Piece]("Permute", t.Cells(), t.Pieces())
	for p, row := range t.rows {
		for c, g := range perm {
			permuted.rows[p][c] = row[g]
		}
	}
	return permuted
}

func checkPermutation[Cell constraints.Integer](cells int, g []Cell) error {
	if len(g) != cells {
		return fmt.Errorf("it has %d cells, want %d", len(g), cells)
	}
	from := make([]int, cells) // one more than the cell that goes there
	for c, to := range g {
		if uint64(to) >= uint64(cells) {
			return fmt.Errorf("cell %d goes to %d, which is outside the table", c, to)
		}
		if from[to] != 0 {
			return fmt.Errorf("cells %d and %d both go to %d", from[to]-1, c, to)
		}
		from[to] = c + 1
	}
	return nil
}

// Hash returns the canonical key of a board and the index of the first symmetry
// that gives it. On the board, board[i] is the piece on cell i. Hash does not
// allocate and takes as long as hashing every image. It panics when board does
// not have as many cells as the table, and when a piece is outside the table.
func (c *Canonical[Cell, Piece]) Hash(board []Piece) (Key, int) {
	mustFit("Canonical.Hash", len(board), c.cells)
	best, which := ^Key(0), 0
	for i := 0; i < c.order; i += 4 {
		four := c.four(board, i)
		for j, k := range four[:min(4, c.order-i)] {
			if k < best {
				best, which = k, i+j
			}
		}
	}
	return best, which
}

// Images returns a new slice of the keys of a board's images, in the order of
// the symmetries. [Canonical.Toggle] updates them, and [Canonical.Min] finds
// the canonical key among them. It panics when [Canonical.Hash] does.
func (c *Canonical[Cell, Piece]) Images(board []Piece) []Key {
	mustFit("Canonical.Images", len(board), c.cells)
	keys := make([]Key, c.width)
	for i := 0; i < c.order; i += 4 {
		four := c.four(board, i)
		copy(keys[i:], four[:])
	}
	return keys[:c.order:c.order]
}

// four returns the keys of the images under symmetry i and the three after it, zero
// beyond the last symmetry. One key at a time takes 1.4 times as long.
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

// Toggle updates keys, as returned by [Canonical.Images], after piece p is
// placed on a cell or removed from it. To take a move back, toggle again or
// restore a copy. It costs about one table look-up for each symmetry. It panics
// when there are not as many keys as symmetries, and when the cell or the piece
// is outside the table.
func (c *Canonical[Cell, Piece]) Toggle(keys []Key, cell Cell, p Piece) {
	c.mustHaveAll("Toggle", keys)
	if uint64(p) >= uint64(c.pieces) || uint64(cell) >= uint64(c.cells) {
		panic(fmt.Sprintf("zobrist: Canonical.Toggle: piece %d on cell %d, want pieces 0 to %d and cells 0 to %d", p, cell, c.pieces-1, c.cells-1))
	}
	at := (int(p)*c.cells + int(cell)) * c.width
	for i, k := range c.keys[at : at+len(keys)] {
		keys[i] ^= k
	}
}

// Min returns the smallest of keys, which is the canonical key, and the index
// of the first symmetry that gives it, as [Canonical.Hash] does. It panics when
// there are not as many keys as symmetries.
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
