package zobrist_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

// Two keys from two seeds make a key of 128 bits. To count collisions of the
// first key, store the second under it. Here the first key has only 32 bits, so
// some keys collide.
func Example_wide() {
	const cells, pieces, empty = 42, 3, 0
	first := zobrist.NewTable[int, int](cells, pieces, zobrist.NewSplitMix64(1), empty)
	second := zobrist.NewTable[int, int](cells, pieces, zobrist.NewSplitMix64(2), empty)

	rng := rand.New(rand.NewPCG(1, 1))
	wide := map[[2]zobrist.Key]bool{}      // all positions
	check := map[zobrist.Key]zobrist.Key{} // first key to second key
	confused := 0
	for range 200_000 {
		board := make([]int, cells)
		for cell := range board {
			board[cell] = rng.IntN(pieces)
		}
		h, g := first.Hash(board)&0xffffffff, second.Hash(board)
		wide[[2]zobrist.Key{h, g}] = true
		if earlier, ok := check[h]; ok && earlier != g {
			confused++
		}
		check[h] = g
	}
	fmt.Println(len(wide), len(check), confused)
	// Output:
	// 200000 199993 7
}
