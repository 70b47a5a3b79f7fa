package zobrist_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// A king moves to and fro. When a position occurs for the third time, it is a
// draw.
func ExampleHistory() {
	table := zobrist.NewTable[int, int](64, 13, zobrist.NewSplitMix64(1))
	const king, pawn = 5, 0
	var game zobrist.History

	h := table.Toggle(table.Toggle(0, 4, king), 12, pawn)
	game.Push(h)
	for _, move := range []struct{ piece, from, to int }{
		{king, 4, 5}, {king, 5, 4}, // back on 4: the second time
		{pawn, 12, 20}, // no earlier position can occur again
		{king, 4, 5}, {king, 5, 4}, {king, 4, 3}, {king, 3, 4},
	} {
		h = table.Move(h, move.from, move.to, move.piece)
		if move.piece == pawn {
			game.PushIrreversible(h)
		} else {
			game.Push(h)
		}
		fmt.Print(game.Count(h), " ")
		if game.Count(h) == 3 {
			fmt.Println("draw")
		}
	}
	// Output:
	// 1 2 1 1 2 1 3 draw
}

func ExampleHistory_Push() {
	var game zobrist.History
	game.Push(0xa)
	game.Push(0xb)
	game.Push(0xa)
	fmt.Println(game.Count(0xa))
	// Output: 2
}

// The position after the irreversible move can be repeated.
func ExampleHistory_PushIrreversible() {
	var game zobrist.History
	game.Push(0xa)
	game.PushIrreversible(0xb)
	fmt.Println(game.Count(0xa), game.Count(0xb), game.Contains(0xa))
	// Output: 0 1 true
}

// A search asks about the key of a child, one ply further, before it pushes
// that key. If the child repeats a position of the search itself, it is a draw
// at once. If it repeats a position of the game before the search, it is not a
// draw yet.
func ExampleHistory_Ago() {
	var line zobrist.History
	for _, k := range []zobrist.Key{0xa, 0xb, 0xc, 0xd} { // the game
		line.Push(k)
	}
	root := line.Len()
	line.Push(0xe) // a move of the search
	line.Push(0xf)

	for _, child := range []zobrist.Key{0xd, 0xe, 0xb, 0x1} {
		plies, ok := line.Ago(child)
		inside := ok && plies+1 <= line.Len()-root
		fmt.Println(child&0xf, plies, ok, inside)
	}
	// Output:
	// 000000000000000d 2 true false
	// 000000000000000e 1 true true
	// 000000000000000b 4 true false
	// 0000000000000001 0 false false
}

// A search asks at the entry of a node, after it has pushed the node's key. A
// position that repeats one of the search itself is a draw at once. One that
// repeats the root, or a position of the game before it, is a draw the third time.
func ExampleHistory_Repeats() {
	var line zobrist.History
	for _, k := range []zobrist.Key{0xa, 0xb, 0xc, 0xd} { // the game; 0xd is the root
		line.Push(k)
	}
	root := line.Len()
	drawn := func() bool {
		ply := line.Len() - root
		plies, count := line.Repeats()
		return plies > 0 && plies < ply || count >= 3
	}
	for _, k := range []zobrist.Key{0xe, 0xc, 0xd, 0xe, 0xd} { // moves of the search
		line.Push(k)
		plies, count := line.Repeats()
		fmt.Println(k&0xf, plies, count, drawn())
	}
	// Output:
	// 000000000000000e 0 1 false
	// 000000000000000c 3 2 false
	// 000000000000000d 3 2 false
	// 000000000000000e 3 2 true
	// 000000000000000d 2 3 true
}

// Each thread of a search copies the game and then goes its own way.
func ExampleHistory_CopyFrom() {
	var game, thread zobrist.History
	game.Push(0xa)
	game.Push(0xb)

	thread.CopyFrom(&game)
	thread.Push(0xa)
	fmt.Println(thread.Count(0xa), game.Count(0xa))
	// Output: 2 1
}

func ExampleHistory_All() {
	var game zobrist.History
	game.Push(0xb)
	game.PushIrreversible(0xa)
	for k := range game.All() {
		fmt.Println(k)
	}
	// Output:
	// 000000000000000b
	// 000000000000000a
}

// Pop takes back an irreversible move too.
func ExampleHistory_Pop() {
	var game zobrist.History
	game.Push(0xa)
	game.Push(0xa)
	game.PushIrreversible(0xb)
	fmt.Println(game.Count(0xa), game.Pop(), game.Count(0xa))
	// Output:
	// 0 000000000000000b 2
}

// A key that was never pushed counts zero.
func ExampleHistory_Count() {
	var game zobrist.History
	for _, k := range []zobrist.Key{0xa, 0xb, 0xa, 0xc, 0xa} {
		game.Push(k)
	}
	fmt.Println(game.Count(0xa), game.Count(0xb), game.Count(0xd))
	// Output:
	// 3 1 0
}

// Retaking a ko at once would repeat the whole board.
func ExampleHistory_Contains() {
	const black, white = 1, 2
	stones := zobrist.NewTable[int, int](16, 3, zobrist.NewSplitMix64(1), 0)
	var game zobrist.History
	h := stones.Hash([]int{
		0, black, white, 0,
		black, white, 0, white,
		0, black, white, 0,
		0, 0, 0, 0,
	})
	game.Push(h)

	h = stones.Toggle(stones.Toggle(h, 6, black), 5, white) // black takes
	fmt.Println(game.Contains(h))
	game.Push(h)
	h = stones.Toggle(stones.Toggle(h, 5, white), 6, black) // white would retake
	fmt.Println(game.Contains(h))
	// Output:
	// false
	// true
}
