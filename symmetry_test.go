package zobrist_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// image returns the image of a board under g, from the definition.
func image[Cell ~int8 | ~int16 | ~int, Piece any](board []Piece, g []Cell) []Piece {
	moved := make([]Piece, len(board))
	for c, p := range board {
		moved[g[c]] = p
	}
	return moved
}

func randomBoard(cells, pieces int, rng *zobrist.SplitMix64) []uint8 {
	board := make([]uint8, cells)
	for c := range board {
		board[c] = uint8(rng.Uint64() % uint64(pieces))
	}
	return board
}

func TestSymmetriesPanic(t *testing.T) {
	assert.NotPanics(t, func() {
		zobrist.SquareSymmetries[int8](11)
		zobrist.SquareSymmetries[uint8](16)
		zobrist.RectangleSymmetries[int8](1, 128)
	})
	for name, f := range map[string]func(){
		"a board of width 0 and height 0, want at least 1":   func() { zobrist.SquareSymmetries[int](0) },
		"a board of width -3 and height -3, want at least 1": func() { zobrist.SquareSymmetries[int](-3) },
		"a board of width 3 and height 0, want at least 1":   func() { zobrist.RectangleSymmetries[int](3, 0) },
		"a board of width -1 and height 1, want at least 1":  func() { zobrist.MirrorSymmetries[int](-1, 1) },
		"144 cells, more than the type Cell can number":      func() { zobrist.SquareSymmetries[int8](12) },
		"289 cells, more than the type Cell can number":      func() { zobrist.SquareSymmetries[uint8](17) },
		"129 cells, more than the type Cell can number":      func() { zobrist.RectangleSymmetries[int8](129, 1) },
		"65536 cells, more than the type Cell can number":    func() { zobrist.SquareSymmetries[int16](1 << 8) },
		"32769 cells, more than the type Cell can number":    func() { zobrist.MirrorSymmetries[int16](1<<15+1, 1) },
	} {
		assert.PanicsWithValue(t, "zobrist: symmetries of "+name, f)
	}
	const huge = int(^uint(0) >> 1)
	assert.PanicsWithValue(t, fmt.Sprintf("zobrist: symmetries of a board of width %d and height %d, larger than memory", 1<<30, huge),
		func() { zobrist.RectangleSymmetries[uint64](1<<30, huge) })
}

// Every image of a board has the canonical key of the board. The key is the
// table's key of the reported image. A table of whole boards instead of keys
// agrees.
func TestCanonicalImages(t *testing.T) {
	rng := zobrist.NewSplitMix64(5)
	boards := 20
	if testing.Short() {
		boards = 4
	}
	check := func(name string, cells, pieces int, symmetries [][]int) {
		table := zobrist.NewTable[int, uint8](cells, pieces, rng, 0)
		canonical := zobrist.NewCanonical(table, symmetries)
		for range boards {
			board := randomBoard(cells, pieces, rng)
			want := ^zobrist.Key(0)
			for _, g := range symmetries {
				want = min(want, table.Hash(image(board, g)))
			}
			for i, g := range symmetries {
				moved := image(board, g)
				k, which := canonical.Hash(moved)
				require.Equal(t, want, k, "%s: the image %d of %v", name, i, board)
				require.Equal(t, want, table.Hash(image(moved, symmetries[which])), "%s: the symmetry reported", name)
				keys := canonical.Images(moved)
				require.Len(t, keys, len(symmetries))
				for j, h := range symmetries {
					require.Equal(t, table.Hash(image(moved, h)), keys[j], "%s: Keys, symmetry %d", name, j)
					require.Equal(t, table.Permute(h).Hash(moved), keys[j], "%s: Permute, symmetry %d", name, j)
				}
				require.Equal(t, slices.Index(keys, want), which, "%s: not the first symmetry that gives the key", name)
				m, whichMin := canonical.Min(keys)
				require.Equal(t, want, m, name)
				require.Equal(t, which, whichMin, name)
			}
		}
	}
	for n := 1; n <= 19; n++ {
		check(fmt.Sprintf("square %d", n), n*n, 3, zobrist.SquareSymmetries[int](n))
	}
	for _, size := range [][2]int{{1, 1}, {1, 5}, {7, 6}, {9, 10}, {15, 4}, {8, 8}} {
		w, h := size[0], size[1]
		check(fmt.Sprint("rectangle ", size), w*h, 4, zobrist.RectangleSymmetries[int](w, h))
		check(fmt.Sprint("mirror ", size), w*h, 2, zobrist.MirrorSymmetries[int](w, h))
	}
	// Other groups: the trivial one, odd orders, the identity elsewhere than
	// first, the translations of a periodic lattice.
	check("trivial", 10, 3, [][]int{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}})
	check("thirds", 3, 3, [][]int{{1, 2, 0}, {2, 0, 1}, {0, 1, 2}})
	check("thirds, one of them twice", 3, 3, [][]int{{1, 2, 0}, {1, 2, 0}, {2, 0, 1}, {0, 1, 2}})
	check("torus", 20, 3, zobrist.TorusSymmetries[int](4, 5))
}

func TestNewCanonicalPanics(t *testing.T) {
	s := zobrist.SquareSymmetries[int](3)
	with := func(i, cell, to int) [][]int {
		c := slices.Clone(s)
		c[i] = slices.Clone(c[i])
		c[i][cell] = to
		return c
	}
	for _, test := range []struct {
		name       string
		symmetries [][]int
		want       string
	}{
		{"nil list", nil, "the symmetries are not a group: the identity is missing"},
		{"empty list", [][]int{}, "the symmetries are not a group: the identity is missing"},
		{"too few cells", [][]int{s[0], s[1][:8]}, "symmetry 1 is not a permutation of the cells: it has 8 cells, want 9"},
		{"nil symmetry", [][]int{s[0], nil}, "symmetry 1 is not a permutation of the cells: it has 0 cells, want 9"},
		{"too many cells", zobrist.SquareSymmetries[int](4), "symmetry 7 is not a permutation of the cells: it has 16 cells, want 9"},
		{"cell beyond the table", with(5, 7, 9), "symmetry 5 is not a permutation of the cells: cell 7 becomes 9, which is outside the table"},
		{"negative cell", with(2, 0, -1), "symmetry 2 is not a permutation of the cells: cell 0 becomes -1, which is outside the table"},
		{"one cell twice", with(0, 8, 3), "symmetry 0 is not a permutation of the cells: cells 3 and 8 both become 3"},
		{"no identity", s[1:], "the symmetries are not a group: the identity is missing"},
		{"only a mirror", s[1:2], "the symmetries are not a group: the identity is missing"},
		{"a quarter turn alone", [][]int{s[0], s[5]}, "the symmetries are not a group: symmetry 1 after symmetry 1 is missing"},
		{"two mirrors without the half turn", s[:3], "the symmetries are not a group: symmetry 2 after symmetry 1 is missing"},
		{"seven of eight", s[:7], "the symmetries are not a group: symmetry 4 after symmetry 3 is missing"},
	} {
		assert.PanicsWithValue(t, "zobrist: NewCanonical: "+test.want, func() { zobrist.NewCanonical(board9(), test.symmetries) }, test.name)
	}
}

// board9 returns a table of 3 x 3 cells with two kinds of stones.
func board9() *zobrist.Table[int, uint8] {
	return zobrist.NewTable[int, uint8](9, 3, zobrist.NewSplitMix64(1), 0)
}

func TestCanonicalPanics(t *testing.T) {
	c, zero := zobrist.NewCanonical(board9(), zobrist.SquareSymmetries[int](3)), new(zobrist.Canonical[int, uint8])
	keys := c.Images(make([]uint8, 9))
	const noNew = ": a zero value, want one made by its New function"
	for want, f := range map[string]func(){
		".Toggle: piece 1 on cell 9, want pieces 0 to 2 and cells 0 to 8":                             func() { c.Toggle(keys, 9, 1) },
		".Toggle: piece 1 on cell -1, want pieces 0 to 2 and cells 0 to 8":                            func() { c.Toggle(keys, -1, 1) },
		".Toggle: piece 3 on cell 0, want pieces 0 to 2 and cells 0 to 8":                             func() { c.Toggle(keys, 0, 3) },
		".Hash: a board of 8 cells, want 9":                                                           func() { c.Hash(make([]uint8, 8)) },
		".Hash: a board of 10 cells, want 9":                                                          func() { c.Hash(make([]uint8, 10)) },
		".Images: a board of 0 cells, want 9":                                                         func() { c.Images(nil) },
		".Images: a board of 8 cells, want 9":                                                         func() { c.Images(make([]uint8, 8)) },
		".Toggle: 7 keys, want one for each of 8 symmetries":                                          func() { c.Toggle(make([]zobrist.Key, 7), 0, 1) },
		".Toggle: 9 keys, want one for each of 8 symmetries":                                          func() { c.Toggle(make([]zobrist.Key, 9), 0, 1) },
		".Min: 0 keys, want one for each of 8 symmetries":                                             func() { c.Min(nil) },
		".Min: 9 keys, want one for each of 8 symmetries":                                             func() { c.Min(make([]zobrist.Key, 9)) },
		": piece 3 on the board, want 0 to 2":                                                         func() { c.Hash([]uint8{0, 0, 0, 0, 0, 0, 0, 0, 3}) },
		": piece 4 on the board, want 0 to 2":                                                         func() { c.Images([]uint8{0, 0, 4, 0, 0, 0, 0, 0, 0}) },
		".Replace: piece 1 on cell 9, want pieces 0 to 2 and cells 0 to 8":                            func() { c.Replace(keys, 9, 1, 2) },
		".Replace: piece 3 on cell 1, want pieces 0 to 2 and cells 0 to 8":                            func() { c.Replace(keys, 1, 1, 3) },
		".Move: piece 1 on cell 9, want pieces 0 to 2 and cells 0 to 8":                               func() { c.Move(keys, 0, 9, 1) },
		".Move: 9 keys, want one for each of 8 symmetries":                                            func() { c.Move(make([]zobrist.Key, 9), 0, 1, 1) },
		".WithPieces: not a permutation of the pieces: it has 2 pieces, want 3":                       func() { c.WithPieces([]uint8{0, 1}) },
		".WithPieces: not a permutation of the pieces: piece 2 becomes 3, which is outside the table": func() { c.WithPieces([]uint8{0, 1, 3}) },
		".WithPieces: piece 0 becomes 1, which becomes 2, want an exchange":                           func() { c.WithPieces([]uint8{1, 2, 0}) },
		".WithPieces: the pieces are exchanged already, want one exchange":                            func() { c.WithPieces([]uint8{0, 2, 1}).WithPieces([]uint8{0, 1, 2}) },
		".WithPieces" + noNew: func() { zero.WithPieces(nil) },
		".Move" + noNew:       func() { zero.Move(nil, 0, 0, 0) },
		".Replace" + noNew:    func() { zero.Replace(nil, 0, 0, 0) },
		".Hash" + noNew:       func() { zero.Hash(nil) },
		".Images" + noNew:     func() { zero.Images(nil) },
		".Toggle" + noNew:     func() { zero.Toggle(nil, 0, 0) },
		".Min" + noNew:        func() { zero.Min(nil) },
	} {
		assert.PanicsWithValue(t, "zobrist: Canonical"+want, f)
	}
	assert.PanicsWithValue(t, "zobrist: NewCanonical: an empty table, want one made by NewTable or NewTableFunc", func() {
		zobrist.NewCanonical(new(zobrist.Table[int, uint8]), zobrist.SquareSymmetries[int](3))
	})
	assert.Equal(t, make([]zobrist.Key, 8), keys, "a Toggle that panics changes nothing")
}

func TestCanonicalMemory(t *testing.T) {
	mirrors := zobrist.MirrorSymmetries[int](3, 3)
	c := zobrist.NewCanonical(board9(), mirrors)
	board := []uint8{1, 2, 0, 0, 1, 0, 0, 0, 2}
	k, _ := c.Hash(board)
	clear(mirrors[0])
	again, _ := c.Hash(board)
	assert.Equal(t, k, again, "the arguments are not kept")
	keys := c.Images(board)
	assert.Equal(t, 2, cap(keys), "appending to the keys does not reach those of no symmetry")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		k, _ := c.Hash(board)
		c.Toggle(keys, 4, 1)
		m, _ := c.Min(keys)
		sink ^= k ^ m
	}))
	assert.EqualValues(t, 1, testing.AllocsPerRun(100, func() { c.Images(board) }))
}
