package zobrist_test

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A symmetry g takes the letter on cell c to cell g[c].
func ExampleSquareSymmetries() {
	for _, g := range zobrist.SquareSymmetries[int](3) {
		image := make([]byte, 9)
		for c, letter := range []byte("abcdefghi") {
			image[g[c]] = letter
		}
		fmt.Printf("%s/%s/%s\n", image[:3], image[3:6], image[6:])
	}
	// Output:
	// abc/def/ghi
	// cba/fed/ihg
	// ghi/def/abc
	// ihg/fed/cba
	// adg/beh/cfi
	// gda/heb/ifc
	// cfi/beh/adg
	// ifc/heb/gda
}

func ExampleRectangleSymmetries() {
	for _, g := range zobrist.RectangleSymmetries[uint8](3, 2) {
		fmt.Println(g)
	}
	// Output:
	// [0 1 2 3 4 5]
	// [2 1 0 5 4 3]
	// [3 4 5 0 1 2]
	// [5 4 3 2 1 0]
}

// Store the best move of a position under its canonical key. Any image of the
// position finds the move and translates it to its own board.
func ExampleCanonical() {
	symmetries := zobrist.SquareSymmetries[int](3)
	table := zobrist.NewTable[int, uint8](9, 3, zobrist.NewSplitMix64(1), 0)
	canonical := zobrist.NewCanonical(table, symmetries)
	best := make(map[zobrist.Key]int)

	const x, o = 1, 2
	k, i := canonical.Hash([]uint8{
		x, x, 0,
		o, o, 0,
		0, 0, 0,
	})
	best[k] = symmetries[i][2] // x wins on the right of the top row

	k, i = canonical.Hash([]uint8{
		0, 0, 0,
		0, o, o,
		0, x, x,
	})
	fmt.Println(slices.Index(symmetries[i], best[k])) // x wins on the left of the bottom row
	// Output:
	// 6
}

// The symmetries of a board on which mirror images differ: all turns. Without the half
// turn, NewCanonical panics, because two quarter turns make a half turn.
func ExampleNewCanonical() {
	table := zobrist.NewTable[int, uint8](9, 3, zobrist.NewSplitMix64(1), 0)
	s := zobrist.SquareSymmetries[int](3)
	canonical := zobrist.NewCanonical(table, [][]int{s[0], s[5], s[3], s[6]})
	for _, board := range [][]uint8{
		{1, 2, 0, 0, 0, 0, 0, 0, 0},
		{0, 0, 1, 0, 0, 2, 0, 0, 0},
		{0, 2, 1, 0, 0, 0, 0, 0, 0},
	} {
		fmt.Println(canonical.Hash(board))
	}
	defer func() { fmt.Println(recover()) }()
	zobrist.NewCanonical(table, [][]int{s[0], s[5]})
	// Output:
	// 8ff668b112844158 2
	// 8ff668b112844158 1
	// 007ad2483f437cb2 0
	// zobrist: NewCanonical: the symmetries are not a group: symmetry 1 after symmetry 1 is missing
}

func othelloKeys() *zobrist.Canonical[int, uint8] {
	table := zobrist.NewTable[int, uint8](64, 3, zobrist.NewSplitMix64(1), 0)
	return zobrist.NewCanonical(table, zobrist.SquareSymmetries[int](8))
}

// The four first moves of Othello have the same canonical key.
func ExampleCanonical_Hash() {
	canonical := othelloKeys()
	keys := make(map[zobrist.Key]bool)
	for _, first := range []struct{ at, flipped int }{{19, 27}, {26, 27}, {37, 36}, {44, 36}} {
		board := make([]uint8, 64)
		board[27], board[28], board[35], board[36] = 2, 1, 1, 2
		board[first.at], board[first.flipped] = 1, 1
		k, _ := canonical.Hash(board)
		keys[k] = true
	}
	fmt.Println(len(keys))
	// Output:
	// 1
}

func ExampleCanonical_Images() {
	canonical := othelloKeys()
	keys := canonical.Images(make([]uint8, 64))
	fmt.Println(len(keys), keys[0]) // the empty board
	// Output:
	// 8 0000000000000000
}

// A search updates the keys of all images move by move.
func ExampleCanonical_Toggle() {
	canonical := othelloKeys()
	board := make([]uint8, 64)
	keys := canonical.Images(board)

	board[19] = 1
	canonical.Toggle(keys, 19, 1)
	k, i := canonical.Min(keys)
	fresh, j := canonical.Hash(board)
	fmt.Println(k == fresh, i == j)

	canonical.Toggle(keys, 19, 1) // taken back
	fmt.Println(keys[0])
	// Output:
	// true true
	// 0000000000000000
}

// On a torus the pattern may begin anywhere.
func ExampleTorusSymmetries() {
	table := zobrist.NewTable[int, uint8](6, 3, zobrist.NewSplitMix64(1), 0)
	canonical := zobrist.NewCanonical(table, zobrist.TorusSymmetries[int](3, 2))
	here, _ := canonical.Hash([]uint8{
		1, 2, 0,
		0, 0, 0,
	})
	there, _ := canonical.Hash([]uint8{
		0, 0, 0,
		2, 0, 1,
	})
	fmt.Println(here == there)
	// Output: true
}

// In Othello, a position is as good as the one with the colours swapped and the other side to
// move. The side to move has a cell of its own, the last one.
func ExampleWithSwap() {
	const empty, black, white = 0, 1, 2
	turns := zobrist.SquareSymmetries[int](3)
	for i := range turns {
		turns[i] = append(turns[i], 9)
	}
	symmetries, pieces := zobrist.WithSwap(turns, []uint8{empty: empty, black: white, white: black})
	table := zobrist.NewTable[int, uint8](10, 3, zobrist.NewSplitMix64(1), empty)
	canonical := zobrist.NewCanonical(table, symmetries, pieces...)

	blackToMove, i := canonical.Hash([]uint8{
		black, white, empty,
		empty, empty, empty,
		empty, empty, empty,
		black,
	})
	whiteToMove, j := canonical.Hash([]uint8{
		empty, empty, white,
		empty, empty, black,
		empty, empty, empty,
		white,
	})
	fmt.Println(blackToMove == whiteToMove, "swapped:", pieces[i] != nil, pieces[j] != nil)
	// Output: true swapped: true false
}

// In Hex, Black joins top and bottom, and White left and right. So a mirror in a diagonal swaps the
// colours too. The half turn keeps them.
func ExampleNewCanonical_hex() {
	const empty, black, white = 0, 1, 2
	swap := []uint8{empty: empty, black: white, white: black}
	s := zobrist.SquareSymmetries[int](3)
	identity, halfTurn, diagonal, otherDiagonal := s[0], s[3], s[4], s[7]
	table := zobrist.NewTable[int, uint8](9, 3, zobrist.NewSplitMix64(1), empty)
	canonical := zobrist.NewCanonical(table,
		[][]int{identity, halfTurn, diagonal, otherDiagonal},
		nil, nil, swap, swap)

	blackHasWon, _ := canonical.Hash([]uint8{
		black, white, empty,
		black, white, empty,
		black, empty, empty,
	})
	whiteHasWon, _ := canonical.Hash([]uint8{
		white, white, white,
		black, black, empty,
		empty, empty, empty,
	})
	nobodyHasWon, _ := canonical.Hash([]uint8{
		white, black, empty,
		white, black, empty,
		white, empty, empty,
	})
	fmt.Println(blackHasWon == whiteHasWon, blackHasWon == nobodyHasWon)
	// Output: true false
}

// The canonical key after a move, which is not made: it updates a copy of the images.
func ExampleCanonical_Images_candidate() {
	canonical := othelloKeys()
	board := make([]uint8, 64)
	images := canonical.Images(board)
	scratch := make([]zobrist.Key, 0, len(images))
	seen := make(map[zobrist.Key]bool)
	for cell := range board {
		scratch = append(scratch[:0], images...)
		canonical.Toggle(scratch, cell, 1)
		k, _ := canonical.Min(scratch)
		seen[k] = true
	}
	fmt.Println("64 first stones, different ones:", len(seen))
	// Output: 64 first stones, different ones: 10
}

// A piece moves on all images.
func ExampleCanonical_Move() {
	canonical := othelloKeys()
	board := make([]uint8, 64)
	board[3] = 1
	keys := canonical.Images(board)
	canonical.Move(keys, 3, 60, 1) // to its mirror image
	before, _ := canonical.Hash(board)
	after, _ := canonical.Min(keys)
	fmt.Println(before == after)
	// Output: true
}

// A disc is flipped on all images.
func ExampleCanonical_Replace() {
	canonical := othelloKeys()
	board := make([]uint8, 64)
	board[27] = 1
	keys := canonical.Images(board)
	canonical.Replace(keys, 27, 1, 2)
	board[27] = 2
	fmt.Println(slices.Equal(keys, canonical.Images(board)))
	// Output: true
}
