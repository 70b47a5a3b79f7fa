package zobrist

import (
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/exp/constraints"
)

// SquareSymmetries returns the eight symmetries of an n x n board whose cells
// are numbered row by row, cell = n*row + column: the four of
// [RectangleSymmetries], and each of them after rows and columns have been
// exchanged. In order: identity, left-right mirror, top-bottom mirror, half
// turn, mirror in the diagonal through cell 0, quarter turn clockwise (when
// rows run downwards), quarter turn counter-clockwise, mirror in the other
// diagonal.
//
// A symmetry g is a permutation: what stands on cell c comes to stand on cell
// g[c]. It panics when n is less than 1 and when Cell cannot number the cells.
func SquareSymmetries[Cell constraints.Integer](n int) [][]Cell {
	return boardSymmetries[Cell](n, n, 8)
}

// RectangleSymmetries returns the four symmetries of a board of that width and
// height whose cells are numbered row by row, cell = width*row + column:
// identity, left-right mirror, top-bottom mirror, half turn. It panics when a
// size is less than 1 and when Cell cannot number the cells.
func RectangleSymmetries[Cell constraints.Integer](width, height int) [][]Cell {
	return boardSymmetries[Cell](width, height, 4)
}

// MirrorSymmetries returns the two symmetries of a board on which left and
// right are alike but top and bottom are not, such as that of Connect Four:
// identity and left-right mirror. Cells are numbered row by row, cell =
// width*row + column. It panics when a size is less than 1 and when Cell
// cannot number the cells.
func MirrorSymmetries[Cell constraints.Integer](width, height int) [][]Cell {
	return boardSymmetries[Cell](width, height, 2)
}

// boardSymmetries returns the first count of the symmetries that exchange rows
// and columns when bit 2 of their index is set, then the left and the right
// when bit 0 is, and the top and the bottom when bit 1 is.
func boardSymmetries[Cell constraints.Integer](width, height, count int) [][]Cell {
	if width < 1 || height < 1 {
		panic(fmt.Sprintf("zobrist: symmetries of a board of width %d and height %d, want at least 1", width, height))
	}
	if width > maxKeys/height {
		panic(fmt.Sprintf("zobrist: symmetries of a board of width %d and height %d, larger than memory", width, height))
	}
	if !numbers[Cell](width * height) {
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
// A position that has been searched is then known again when it comes up
// mirrored or turned, and a table of positions holds one where it would hold up
// to eight. The canonical key is the smallest of the keys of the images, the
// board itself included.
//
// A symmetry is a permutation g of the cells, and the image of a board under it
// has on cell g[c] what the board has on cell c. Symmetries are named by their
// index in the list given to [NewCanonical]: when [Canonical.Hash] reports
// symmetry i, the image under symmetries[i] has the canonical key. To keep a
// move with a canonical key, keep the cell of the image, symmetries[i][move]; to
// play it, find the cell of the board for which symmetries[i][cell] is the cell
// kept. A board that is its own image has its canonical key under several
// symmetries; the first is reported, and any of them will do.
//
// Leave out features that no symmetry changes, such as the side to move. XOR
// their keys in afterwards.
//
// As the smallest of several, a canonical key tends to begin with zeros. Its low
// bits are as good as those of any key: take the index of a hash table from
// them, or use [Key.Owner].
//
// A Canonical does not change once it is made and is safe for concurrent use.
// It takes the memory of one table for each symmetry, their number rounded up to
// a multiple of four.
type Canonical[Cell, Piece constraints.Integer] struct {
	// keys[(p*cells+c)*width+i] is the key of piece p, which stands on cell c,
	// in the image under symmetry i. All that a Toggle needs is in one place.
	keys   []Key
	cells  int
	pieces int
	order  int // how many symmetries there are
	width  int // order, rounded up to a multiple of 4
}

// NewCanonical returns the canonical keys of t, which are keys of t, under the
// given symmetries: those of [SquareSymmetries] and its like, or any other
// group, such as the translations of a periodic lattice. The symmetries may
// come in any order, and repeatedly, as they do on a board of one cell. Neither
// t nor symmetries is kept.
//
// It returns an error when a symmetry is not a permutation of the cells of t,
// naming the first that is not and the cells at fault, and when the symmetries
// are not a group: when there are none, when the identity is not among them, or
// when there are two, which it names, whose product is not. (Permutations of
// which all products are present have their inverses present too.) Without a
// group, images of one board would get different keys.
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

	// Multiply by generators, from the identity on, and take as the next
	// generator a symmetry that has not been reached. What has been reached is
	// then a group each time, which the next generator at least doubles, so
	// that there are few generators; and in the end it is the whole list.
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
// t.Permute(perm).Key(c, p) == t.Key(perm[c], p). With a symmetry of the board
// it gives keys of mirror images; see [Canonical]. It panics unless perm is a
// permutation of the cells.
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
		return fmt.Errorf("it has %d cells, the table %d", len(g), cells)
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

// Hash returns the canonical key of a board, where board[i] is the piece on
// cell i, and the index of the first symmetry that gives it: the key is the
// table's key of the image under symmetries[i]. It does not allocate and takes
// as long as a hash of each image. It panics when board does not have as many
// cells as the table, and when a piece is outside the table.
func (c *Canonical[Cell, Piece]) Hash(board []Piece) (Key, int) {
	c.mustFit("Hash", board)
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

// Images returns a new slice of the keys of a board's images, in the order of the
// symmetries: what [Canonical.Toggle] updates and [Canonical.Min] takes the
// canonical key from. It panics when board does not have as many cells as the
// table, and when a piece is outside the table.
func (c *Canonical[Cell, Piece]) Images(board []Piece) []Key {
	c.mustFit("Images", board)
	keys := make([]Key, c.width)
	for i := 0; i < c.order; i += 4 {
		four := c.four(board, i)
		copy(keys[i:], four[:])
	}
	return keys[:c.order:c.order]
}

// four returns the keys of the images under symmetry i and the three after it,
// which are zero beyond the last. One at a time takes 1.4 times as long.
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

// Toggle brings keys, as returned by [Canonical.Images], up to date after piece p
// is placed on cell, where it was not, or removed from there, where it was. To
// take a move back, toggle again, or copy the keys before. It costs about one
// table look-up for each symmetry. It panics when there are not as many keys as
// symmetries, and when the cell or the piece is outside the table.
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

// Min returns the canonical key, the smallest of keys as returned by
// [Canonical.Images] and updated by [Canonical.Toggle], and the index of the
// first symmetry that gives it: what [Canonical.Hash] returns for that board.
// It panics when there are not as many keys as symmetries.
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

// mustFit panics unless a board has as many cells as the table.
func (c *Canonical[Cell, Piece]) mustFit(method string, board []Piece) {
	if len(board) != c.cells || c.cells == 0 {
		panic(noFit("Canonical."+method, len(board), c.cells))
	}
}

// mustHaveAll panics unless there is a key for each symmetry.
func (c *Canonical[Cell, Piece]) mustHaveAll(method string, keys []Key) {
	if len(keys) != c.order || c.order == 0 {
		if c.order == 0 {
			panic(noFit("Canonical."+method, 0, 0))
		}
		panic(fmt.Sprintf("zobrist: Canonical.%s: %d keys, want one for each of %d symmetries", method, len(keys), c.order))
	}
}
