package zobrist_test

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
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

// In Connect Four discs fall down, so only left and right are alike.
func ExampleMirrorSymmetries() {
	mirror := zobrist.MirrorSymmetries[int](7, 6)[1]
	fmt.Println(mirror[:7])
	// Output:
	// [6 5 4 3 2 1 0]
}

// Store the best move of a position under its canonical key. Any image of the
// position finds the move and translates it to its own board.
func ExampleCanonical() {
	symmetries := zobrist.SquareSymmetries[int](3)
	table := zobrist.NewTable[int, uint8](9, 3, zobrist.NewSplitMix64(1), 0)
	canonical := sample.Must(zobrist.NewCanonical(table, symmetries))
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

// NewCanonical refuses a list that is not a group. Two quarter turns make a
// half turn, which the first list lacks.
func ExampleNewCanonical() {
	table := zobrist.NewTable[int, uint8](9, 3, zobrist.NewSplitMix64(1), 0)
	s := zobrist.SquareSymmetries[int](3)
	_, err := zobrist.NewCanonical(table, [][]int{s[0], s[5]})
	fmt.Println(err)
	_, err = zobrist.NewCanonical(table, [][]int{s[0], s[5], s[3], s[6]}) // all turns
	fmt.Println(err)
	_, err = zobrist.NewCanonical(table, [][]int{s[0], {0, 1, 2, 3, 4, 5, 6, 7, 7}})
	fmt.Println(err)
	// Output:
	// zobrist: the symmetries are not a group: symmetry 1 after symmetry 1 is missing
	// <nil>
	// zobrist: symmetry 1 is not a permutation of the cells: cells 7 and 8 both go to 7
}

func othelloKeys() *zobrist.Canonical[int, uint8] {
	table := zobrist.NewTable[int, uint8](64, 3, zobrist.NewSplitMix64(1), 0)
	canonical := sample.Must(zobrist.NewCanonical(table, zobrist.SquareSymmetries[int](8)))
	return canonical
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

func ExampleCanonical_Min() {
	canonical := othelloKeys()
	k, i := canonical.Min([]zobrist.Key{50, 40, 30, 20, 20, 30, 40, 50})
	fmt.Println(uint64(k), i)
	// Output:
	// 20 3
}
