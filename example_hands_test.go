package zobrist_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// A board with hands and a side to move, as in shogi: here 3 x 3 cells and one
// kind of piece. In the table of hands, a cell is a player and a piece is the
// count of pieces in hand. No count is declared empty: an empty hand has a key
// too.
func Example_hands() {
	const empty, black, white = 0, 1, 2
	const most = 4 // pieces in the game
	src := zobrist.NewSplitMix64(2026)
	board := zobrist.NewTable[int, int](9, 3, src.Split("board"), empty)
	hands := zobrist.NewTable[int, int](2, most+1, src.Split("hands"))
	side := src.Split("side").Key() // in the key when White is to move

	scratch := func(cells []int, held []int, whiteToMove bool) zobrist.Key {
		h := board.Hash(cells) ^ hands.Hash(held)
		if whiteToMove {
			h ^= side
		}
		return h
	}
	h := scratch([]int{black, 0, 0, 0, white, 0, 0, 0, white}, []int{1, 0}, false)

	// Black captures on 4 and has two pieces in hand.
	h = board.Replace(h, 4, white, empty)
	h = board.Move(h, 0, 4, black)
	h = hands.Replace(h, 0, 1, 2)
	h ^= side
	fmt.Println(h == scratch([]int{0, 0, 0, 0, black, 0, 0, 0, white}, []int{2, 0}, true))

	h ^= side // White passes

	// Black drops a piece on 7.
	h = hands.Replace(h, 0, 2, 1)
	h = board.Toggle(h, 7, black)
	h ^= side
	fmt.Println(h == scratch([]int{0, 0, 0, 0, black, 0, 0, black, white}, []int{1, 0}, true))
	// Output:
	// true
	// true
}
