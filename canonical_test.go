package zobrist_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// image returns the image of a board under a symmetry, from the definition: piece p on cell c
// becomes pieces[p] on cell g[c]. If pieces is nil, pieces stay as they are.
func image[Piece ~uint8](board []Piece, g []int, pieces []Piece) []Piece {
	moved := make([]Piece, len(board))
	for c, p := range board {
		if pieces != nil {
			p = pieces[p]
		}
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
		zobrist.TorusSymmetries[int8](1, 128)
	})
	const tooSmall, tooMany = ", want at least 1", " cells, more than the type Cell can number"
	for want, f := range map[string]func(){
		"SquareSymmetries: a board of width 0 and height 0" + tooSmall: func() {
			zobrist.SquareSymmetries[int](0)
		},
		"SquareSymmetries: a board of width -3 and height -3" + tooSmall: func() {
			zobrist.SquareSymmetries[int](-3)
		},
		"RectangleSymmetries: a board of width 3 and height 0" + tooSmall: func() {
			zobrist.RectangleSymmetries[int](3, 0)
		},
		"TorusSymmetries: a board of width -1 and height 1" + tooSmall: func() {
			zobrist.TorusSymmetries[int](-1, 1)
		},
		"SquareSymmetries: 144" + tooMany:    func() { zobrist.SquareSymmetries[int8](12) },
		"SquareSymmetries: 289" + tooMany:    func() { zobrist.SquareSymmetries[uint8](17) },
		"RectangleSymmetries: 129" + tooMany: func() { zobrist.RectangleSymmetries[int8](129, 1) },
		"SquareSymmetries: 65536" + tooMany:  func() { zobrist.SquareSymmetries[int16](1 << 8) },
		"TorusSymmetries: 32769" + tooMany:   func() { zobrist.TorusSymmetries[int16](1<<15+1, 1) },
	} {
		assert.PanicsWithValue(t, "zobrist: "+want, f)
	}
	const huge = int(^uint(0) >> 1)
	want := "zobrist: RectangleSymmetries: a board of width %d and height %d, larger than memory"
	assert.PanicsWithValue(t, fmt.Sprintf(want, 1<<30, huge),
		func() { zobrist.RectangleSymmetries[uint64](1<<30, huge) })
}

// checkImages compares all methods with the definition, on random boards of random pieces.
func checkImages(
	t *testing.T, boards, cells, pieceCount int, symmetries [][]int, pieces ...[]uint8,
) {
	t.Helper()
	src := zobrist.NewSplitMix64(uint64(cells))
	table := zobrist.NewTable[int, uint8](cells, pieceCount, src, 0)
	canonical := zobrist.NewCanonical(table, symmetries, pieces...)
	images := func(board []uint8) (all [][]uint8) {
		for i, g := range symmetries {
			var becomes []uint8
			if len(pieces) > 0 {
				becomes = pieces[i]
			}
			all = append(all, image(board, g, becomes))
		}
		return all
	}
	for range boards {
		board := randomBoard(cells, pieceCount, src)
		var want []zobrist.Key
		for _, moved := range images(board) {
			want = append(want, table.Hash(moved))
		}
		require.Equal(t, want, canonical.Images(board))
		least := slices.Min(want)
		for _, moved := range images(board) {
			k, which := canonical.Hash(moved)
			require.Equal(t, least, k, "an image of %v", board)
			require.Equal(t, least, table.Hash(images(moved)[which]), "the symmetry reported")
			keys := canonical.Images(moved)
			first := slices.Index(keys, least)
			require.Equal(t, first, which, "the first symmetry that gives the key")
			minimum, whichMin := canonical.Min(keys)
			require.Equal(t, least, minimum)
			require.Equal(t, which, whichMin)
		}
		checkUpdates(t, canonical, board, src, pieceCount)
	}
}

// checkUpdates compares Toggle, Move and Replace with Images, in random changes of a board.
func checkUpdates(
	t *testing.T, canonical *zobrist.Canonical[int, uint8], board []uint8,
	src *zobrist.SplitMix64, pieceCount int,
) {
	rng := rand.New(src)
	keys := canonical.Images(board)
	for range 5 {
		from, to := rng.IntN(len(board)), rng.IntN(len(board))
		p := uint8(rng.IntN(pieceCount))
		canonical.Replace(keys, from, board[from], p)
		board[from] = p
		if to != from { // what was on to goes to from
			canonical.Move(keys, from, to, p)
			canonical.Move(keys, to, from, board[to])
			board[from], board[to] = board[to], board[from]
		}
		require.Equal(t, canonical.Images(board), keys)
		canonical.Toggle(keys, to, 0) // the empty piece
		require.Equal(t, canonical.Images(board), keys)
	}
}

func TestCanonicalImages(t *testing.T) {
	boards := 20
	if testing.Short() {
		boards = 4
	}
	for n := 1; n <= 19; n++ {
		checkImages(t, boards, n*n, 3, zobrist.SquareSymmetries[int](n))
	}
	swap := []uint8{0, 2, 1}
	for _, size := range [][2]int{{1, 1}, {1, 5}, {7, 6}, {9, 10}, {15, 4}, {8, 8}} {
		width, height := size[0], size[1]
		rectangle := zobrist.RectangleSymmetries[int](width, height)
		checkImages(t, boards, width*height, 4, rectangle)
		checkImages(t, boards, width*height, 2, rectangle[:2])
		checkImages(t, boards, width*height, 3, rectangle, nil, nil, swap, swap)
		checkImages(t, boards, width*height, 3, rectangle, nil, swap, swap, nil)
		symmetries, pieces := zobrist.WithSwap(rectangle, swap)
		checkImages(t, boards, width*height, 3, symmetries, pieces...)
	}
	// Other groups: the trivial one, odd orders, the identity elsewhere than first, the
	// translations of a periodic lattice, and pieces that are rotated.
	checkImages(t, boards, 10, 3, [][]int{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}})
	thirds := [][]int{{1, 2, 0}, {2, 0, 1}, {0, 1, 2}}
	checkImages(t, boards, 3, 3, thirds)
	checkImages(t, boards, 3, 3, append(thirds, thirds[0])) // one of them twice
	checkImages(t, boards, 20, 3, zobrist.TorusSymmetries[int](4, 5))
	up, down := []uint8{0, 2, 3, 1}, []uint8{0, 3, 1, 2}
	checkImages(t, boards, 3, 4, thirds, up, down, []uint8{0, 1, 2, 3})
	checkImages(t, boards, 3, 4, thirds, down, up, nil)
	same := []int{0, 1, 2}
	checkImages(t, boards, 3, 4, [][]int{same, same, same}, up, down, nil)
}

// Permute by a symmetry has the keys of its images.
func TestPermuteIsAnImage(t *testing.T) {
	src := zobrist.NewSplitMix64(6)
	table := zobrist.NewTable[int, uint8](20, 3, src, 0)
	symmetries := zobrist.TorusSymmetries[int](4, 5)
	canonical := zobrist.NewCanonical(table, symmetries)
	board := randomBoard(20, 3, src)
	for i, g := range symmetries {
		assert.Equal(t, canonical.Images(board)[i], table.Permute(g).Hash(board), i)
	}
}

// WithSwap returns each symmetry twice, and changes neither of its arguments.
func TestWithSwap(t *testing.T) {
	given := zobrist.RectangleSymmetries[int](2, 1)[:2]
	swap := []uint8{0, 2, 1}
	symmetries, pieces := zobrist.WithSwap(given, swap)
	assert.Equal(t, [][]int{{0, 1}, {1, 0}, {0, 1}, {1, 0}}, symmetries)
	assert.Equal(t, [][]uint8{nil, nil, swap, swap}, pieces)
	assert.Equal(t, [][]int{{0, 1}, {1, 0}}, given)
}

func TestNewCanonicalPanics(t *testing.T) {
	s := zobrist.SquareSymmetries[int](3)
	with := func(i, cell, to int) [][]int {
		changed := slices.Clone(s)
		changed[i] = slices.Clone(changed[i])
		changed[i][cell] = to
		return changed
	}
	const (
		notGroup    = "the symmetries are not a group: "
		noCells     = " is not a permutation of the cells: "
		noPieces    = " is not a permutation of the pieces: "
		doesNotMove = " is missing: it moves the cells as symmetry "
	)
	swap, keep := []uint8{0, 2, 1}, []uint8{0, 1, 2}
	for _, test := range []struct {
		name       string
		symmetries [][]int
		pieces     [][]uint8
		want       string
	}{
		{"nil list", nil, nil, notGroup + "the identity is missing"},
		{"empty list", [][]int{}, nil, notGroup + "the identity is missing"},
		{"too few cells", [][]int{s[0], s[1][:8]}, nil,
			"symmetry 1" + noCells + "it has 8 cells, want 9"},
		{"nil symmetry", [][]int{s[0], nil}, nil,
			"symmetry 1" + noCells + "it has 0 cells, want 9"},
		{"too many cells", zobrist.SquareSymmetries[int](4), nil,
			"symmetry 0" + noCells + "it has 16 cells, want 9"},
		{"cell beyond the table", with(5, 7, 9), nil,
			"symmetry 5" + noCells + "cell 7 becomes 9, which is outside the table"},
		{"negative cell", with(2, 0, -1), nil,
			"symmetry 2" + noCells + "cell 0 becomes -1, which is outside the table"},
		{"one cell twice", with(0, 8, 3), nil,
			"symmetry 0" + noCells + "cells 3 and 8 both become 3"},
		{"no identity", s[1:], nil, notGroup + "the identity is missing"},
		{"only a mirror", s[1:2], nil, notGroup + "the identity is missing"},
		{"a quarter turn alone", [][]int{s[0], s[5]}, nil,
			notGroup + "symmetry 1 after symmetry 1 is missing"},
		{"two mirrors without the half turn", s[:3], nil,
			notGroup + "symmetry 2 after symmetry 1 is missing"},
		{"seven of eight", s[:7], nil, notGroup + "symmetry 4 after symmetry 3 is missing"},
		{"a mirror, a diagonal and a quarter turn", [][]int{s[0], s[1], s[4], s[5]}, nil,
			notGroup + "symmetry 2 after symmetry 1 is missing"},
		// Products with the latest generator alone would be complete.
		{"a mirror, a diagonal and the other quarter turn", [][]int{s[0], s[1], s[4], s[6]}, nil,
			notGroup + "symmetry 1 after symmetry 2 is missing"},

		{"too few lists of pieces", s[:2], [][]uint8{nil},
			"1 permutations of pieces for 2 symmetries, want one for each, or none"},
		{"too few pieces", s[:2], [][]uint8{nil, {0, 1}},
			"symmetry 1" + noPieces + "it has 2 pieces, want 3"},
		{"a piece beyond the table", s[:2], [][]uint8{nil, {0, 1, 3}},
			"symmetry 1" + noPieces + "piece 2 becomes 3, which is outside the table"},
		{"a piece twice", s[:2], [][]uint8{{1, 0, 1}, nil},
			"symmetry 0" + noPieces + "pieces 0 and 2 both become 1"},
		{"the identity swaps the pieces", s[:2], [][]uint8{swap, nil},
			notGroup + "the identity is missing"},
		{"both mirrors swap, and the half turn too", s[:4], [][]uint8{nil, swap, swap, swap},
			notGroup + "symmetry 2 after symmetry 1" + doesNotMove +
				"3 does, but makes the pieces [0 1 2], not [0 2 1]"},
		{"a quarter turn swaps, and the half turn too", [][]int{s[0], s[5], s[3], s[6]},
			[][]uint8{keep, swap, swap, keep},
			notGroup + "symmetry 1 after symmetry 1" + doesNotMove +
				"2 does, but makes the pieces [0 1 2], not [0 2 1]"},
		{"a rotation of the pieces alone", [][]int{s[0], s[0]}, [][]uint8{nil, {1, 2, 0}},
			notGroup + "symmetry 1 after symmetry 1" + doesNotMove +
				"0 does, but makes the pieces [2 0 1], not [0 1 2]"},
	} {
		assert.PanicsWithValue(t, "zobrist: NewCanonical: "+test.want, func() {
			zobrist.NewCanonical(board9(), test.symmetries, test.pieces...)
		}, test.name)
	}
	for _, table := range []*zobrist.Table[int, uint8]{nil, new(zobrist.Table[int, uint8])} {
		want := "zobrist: NewCanonical: an empty table, want one made by NewTable or NewTableFunc"
		assert.PanicsWithValue(t, want, func() { zobrist.NewCanonical(table, s) })
	}
}

// board9 returns a table of 3 x 3 cells with two kinds of stones.
func board9() *zobrist.Table[int, uint8] {
	return zobrist.NewTable[int, uint8](9, 3, zobrist.NewSplitMix64(1), 0)
}

func TestCanonicalPanics(t *testing.T) {
	c := zobrist.NewCanonical(board9(), zobrist.SquareSymmetries[int](3))
	zero := new(zobrist.Canonical[int, uint8])
	images := c.Images(make([]uint8, 9))
	none, seven, nine := []zobrist.Key{}, make([]zobrist.Key, 7), make([]zobrist.Key, 9)
	const (
		outside   = ", want pieces 0 to 2 and cells 0 to 8"
		wantEight = " keys, want one for each of 8 symmetries"
		zeroValue = ": the zero value has no numbers, want one made by its New function"
	)
	for want, f := range map[string]func(){
		"Toggle: piece 1 on cell 9" + outside:  func() { c.Toggle(images, 9, 1) },
		"Toggle: piece 1 on cell -1" + outside: func() { c.Toggle(images, -1, 1) },
		"Toggle: piece 3 on cell 0" + outside:  func() { c.Toggle(images, 0, 3) },
		"Replace: piece 1 on cell 9" + outside: func() { c.Replace(images, 9, 1, 2) },
		"Replace: piece 3 on cell 1" + outside: func() { c.Replace(images, 1, 1, 3) },
		"Move: piece 1 on cell 9" + outside:    func() { c.Move(images, 0, 9, 1) },
		"Toggle: 7" + wantEight:                func() { c.Toggle(seven, 0, 1) },
		"Toggle: 9" + wantEight:                func() { c.Toggle(nine, 0, 1) },
		"Move: 9" + wantEight:                  func() { c.Move(nine, 0, 1, 1) },
		"Replace: 7" + wantEight:               func() { c.Replace(seven, 0, 1, 2) },
		"Min: 0" + wantEight:                   func() { c.Min(none) },
		"Min: 9" + wantEight:                   func() { c.Min(nine) },
		"Hash: a board of 8 cells, want 9":     func() { c.Hash(make([]uint8, 8)) },
		"Hash: a board of 10 cells, want 9":    func() { c.Hash(make([]uint8, 10)) },
		"Images: a board of 0 cells, want 9":   func() { c.Images(nil) },
		"Images: a board of 8 cells, want 9":   func() { c.Images(make([]uint8, 8)) },
		"Hash: piece 3 on the board, want 0 to 2": func() {
			c.Hash([]uint8{0, 0, 0, 0, 0, 0, 0, 0, 3})
		},
		"Images: piece 4 on the board, want 0 to 2": func() {
			c.Images([]uint8{0, 0, 4, 0, 0, 0, 0, 0, 0})
		},
		"Move" + zeroValue:    func() { zero.Move(nil, 0, 0, 0) },
		"Replace" + zeroValue: func() { zero.Replace(nil, 0, 0, 0) },
		"Hash" + zeroValue:    func() { zero.Hash(nil) },
		"Images" + zeroValue:  func() { zero.Images(nil) },
		"Toggle" + zeroValue:  func() { zero.Toggle(nil, 0, 0) },
		"Min" + zeroValue:     func() { zero.Min(nil) },
	} {
		assert.PanicsWithValue(t, "zobrist: Canonical."+want, f)
	}
	assert.Equal(t, make([]zobrist.Key, 8), images, "a Toggle that panics changes nothing")
}

func TestCanonicalMemory(t *testing.T) {
	mirrors := zobrist.RectangleSymmetries[int](3, 3)[:2]
	swap := []uint8{0, 2, 1}
	pieces := [][]uint8{nil, swap}
	c := zobrist.NewCanonical(board9(), mirrors, pieces...)
	board := []uint8{1, 2, 0, 0, 1, 0, 0, 0, 2}
	k, _ := c.Hash(board)
	clear(mirrors[0])
	clear(swap)
	clear(pieces)
	again, _ := c.Hash(board)
	assert.Equal(t, k, again, "the arguments are not kept")

	images := c.Images(board)
	assert.Equal(t, 2, cap(images), "appending to the keys does not reach those of no symmetry")
	scratch := make([]zobrist.Key, 0, 2)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		k, _ := c.Hash(board)
		scratch = append(scratch[:0], images...)
		c.Toggle(scratch, 4, 1)
		m, _ := c.Min(scratch)
		sink ^= k ^ m
	}))
	assert.EqualValues(t, 1, testing.AllocsPerRun(100, func() { c.Images(board) }))
}

// Othello.Canonical is Canonical.Hash of the discs.
func TestOthelloCanonical(t *testing.T) {
	keys := zobrist.NewOthello(1)
	canonical := zobrist.NewCanonical(keys.Table(), zobrist.SquareSymmetries[zobrist.Square](8))
	rng := rand.New(rand.NewPCG(48, 0))
	for i := range 2000 {
		black, white := rng.Uint64(), rng.Uint64()
		if i%3 == 0 { // symmetric
			black, white = 0x8142241818244281, 0x0000182424180000
		}
		white &^= black
		board := make([]zobrist.Disc, 64)
		for s := range board {
			board[s] = zobrist.Disc(black>>s&1 | white>>s&1<<1)
		}
		want, which := canonical.Hash(board)
		for _, side := range []zobrist.Disc{zobrist.BlackDisc, zobrist.WhiteDisc} {
			got, i := keys.Canonical(black, white, side)
			if side == zobrist.WhiteDisc {
				want ^= keys.Side()
			}
			require.Equal(t, want, got, "%016x %016x", black, white)
			require.Equal(t, which, i, "%016x %016x", black, white)
		}
	}
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		sink, _ = keys.Canonical(3, 1<<20, zobrist.BlackDisc)
	}))
}
