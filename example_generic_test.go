package zobrist_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// The facts that hold in a state of a planning problem are strings. Their
// numbers are their 64-bit FNV-1a hashes, which are the same everywhere.
func ExampleNewSet() {
	fnv1a := func(s string) uint64 {
		h := fnv.New64a()
		h.Write([]byte(s))
		return h.Sum64()
	}
	facts := zobrist.NewSet(1, fnv1a)

	state := facts.Hash(slices.Values([]string{"robot in kitchen", "cup on table", "door open"}))
	fmt.Println(state)
	state = facts.Replace(state, "robot in kitchen", "robot in hall")
	state = facts.Toggle(state, "door open")
	fmt.Println(state == facts.Hash(slices.Values([]string{"cup on table", "robot in hall"})))
	// Output:
	// 18539adbba645eee
	// true
}

// An atom on an unbounded lattice, packed into 64 bits: three coordinates of 20
// bits, negative ones too, and four bits for the element.
func ExampleSet() {
	type atom struct {
		x, y, z int
		element uint64
	}
	const iron, copper = 0, 1
	atoms := zobrist.NewSet(2026, func(a atom) uint64 {
		const bits, mask = 20, 1<<20 - 1
		return a.element<<(3*bits) | uint64(a.x&mask)<<(2*bits) | uint64(a.y&mask)<<bits | uint64(a.z&mask)
	})

	h := atoms.Hash(slices.Values([]atom{{0, 0, 0, iron}, {1, 1, 1, iron}, {-1, 1, 1, copper}}))
	after := atoms.Replace(h, atom{-1, 1, 1, copper}, atom{-2, 2, 2, copper}) // a jump
	back := atoms.Replace(after, atom{-2, 2, 2, copper}, atom{-1, 1, 1, copper})
	fmt.Println(after != h, back == h)
	// Output:
	// true true
}

func number(i uint64) uint64 { return i }

// The key of a number is a draw of SplitMix64, whether it is tabulated or not.
func ExampleSet_Key() {
	set := zobrist.NewSet(1234567, number)
	stream := zobrist.NewSplitMix64(1234567).Split("set")
	fmt.Println(set.Key(0), set.Key(9) == zobrist.Key(stream.At(9)))
	// Output: 575013167aee95a5 true
}

func ExampleSet_Toggle() {
	set := zobrist.NewSet(1, number)
	var h zobrist.Key // of the empty set
	h = set.Toggle(h, 1_000_000_007)
	fmt.Println(h == set.Key(1_000_000_007))
	h = set.Toggle(h, 1_000_000_007)
	fmt.Println(h)
	// Output:
	// true
	// 0000000000000000
}

func ExampleSet_Replace() {
	set := zobrist.NewSet(1, number)
	h := set.Hash(slices.Values([]uint64{2, 3, 5}))
	h = set.Replace(h, 5, 7)
	fmt.Println(h == set.Hash(slices.Values([]uint64{2, 3, 7})))
	// Output:
	// true
}

// Hash takes any iterator; the order does not matter.
func ExampleSet_Hash() {
	live := map[[2]int32]bool{{0, 1}: true, {1, 2}: true, {2, 0}: true, {2, 1}: true, {2, 2}: true} // a glider
	cells := zobrist.NewSet(1970, func(c [2]int32) uint64 {
		return uint64(uint32(c[0]))<<32 | uint64(uint32(c[1]))
	})
	fmt.Println(cells.Hash(maps.Keys(live)))
	// Output:
	// 07463a9398fe7138
}

// The men in hand of a game of shogi: captured men change sides and may be
// dropped later, and there may be up to eighteen pawns.
func ExampleNewBag() {
	type inHand struct {
		gote bool
		man  byte
	}
	hands := zobrist.NewBag(1, func(h inHand) uint64 {
		if h.gote {
			return 256 + uint64(h.man)
		}
		return uint64(h.man)
	})

	var h zobrist.Key // both hands are empty
	h = hands.Add(h, inHand{man: 'P'}, 1)
	h = hands.Add(h, inHand{man: 'P'}, 1)
	h = hands.Add(h, inHand{true, 'R'}, 1)
	h = hands.Add(h, inHand{man: 'P'}, -1) // a drop
	fmt.Println(h == hands.Key(inHand{man: 'P'})+hands.Key(inHand{true, 'R'}))
	// Output:
	// true
}

// Counts may be large, and two of a kind do not cancel. The index of a hash
// table comes from the high bits.
func ExampleBag() {
	molecules := zobrist.NewBag(1, func(s string) uint64 {
		h := fnv.New64a()
		h.Write([]byte(s))
		return h.Sum64()
	})
	h := molecules.Hash(maps.All(map[string]int{"H2": 2_000_000_000, "O2": 1_000_000_000}))
	h = molecules.Add(h, "H2", -2) // 2 H2 + O2 -> 2 H2O
	h = molecules.Add(h, "O2", -1)
	h = molecules.Add(h, "H2O", 2)
	fmt.Println(h == molecules.Hash(maps.All(map[string]int{"H2": 1_999_999_998, "O2": 999_999_999, "H2O": 2})))

	const bits = 20
	index := h >> (64 - bits)
	fmt.Println(index < 1<<bits)
	// Output:
	// true
	// true
}

func ExampleBag_Key() {
	bag := zobrist.NewBag(1, number)
	fmt.Println(bag.Key(0), bag.Key(1), bag.Key(2)) // odd numbers
	// Output:
	// 3f2202ebd0202e37 0a1825357c8f1f33 b72b7773d1c1c2f3
}

func ExampleBag_Add() {
	rack := zobrist.NewBag(1, func(tile rune) uint64 { return uint64(tile) })
	var h zobrist.Key
	for _, tile := range "ENGINES" {
		h = rack.Add(h, tile, 1)
	}
	fmt.Println(h == rack.Add(rack.Add(rack.Add(rack.Add(rack.Add(0, 'N', 2), 'E', 2), 'S', 1), 'I', 1), 'G', 1))
	fmt.Println(rack.Add(rack.Add(h, 'E', 3), 'E', -3) == h)
	// Output:
	// true
	// true
}

func ExampleBag_Hash() {
	bag := zobrist.NewBag(1, number)
	h := bag.Hash(maps.All(map[uint64]int{10: 3, 11: 1, 12: 0}))
	fmt.Println(h == 3*bag.Key(10)+bag.Key(11))
	// Output:
	// true
}

// What stands on cell c comes to stand on cell g[c].
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

// In Connect Four men fall downwards, so that only left and right are alike.
func ExampleMirrorSymmetries() {
	mirror := zobrist.MirrorSymmetries[int](7, 6)[1]
	fmt.Println(mirror[:7])
	// Output:
	// [6 5 4 3 2 1 0]
}

// The best move of a position, stored under its canonical key, is found for
// every image of the position, and given back as a move there.
func ExampleCanonical() {
	symmetries := zobrist.SquareSymmetries[int](3)
	table := zobrist.NewTable[int, uint8](9, 3, zobrist.NewSplitMix64(1), 0)
	canonical, err := zobrist.NewCanonical(table, symmetries)
	if err != nil {
		panic(err)
	}
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

// A list that is not a group is refused: after two quarter turns a board has
// been turned by half.
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

func othello() *zobrist.Canonical[int, uint8] {
	table := zobrist.NewTable[int, uint8](64, 3, zobrist.NewSplitMix64(1), 0)
	canonical, err := zobrist.NewCanonical(table, zobrist.SquareSymmetries[int](8))
	if err != nil {
		panic(err)
	}
	return canonical
}

// The four first moves of Othello are one.
func ExampleCanonical_Hash() {
	canonical := othello()
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
	canonical := othello()
	keys := canonical.Images(make([]uint8, 64))
	fmt.Println(len(keys), keys[0]) // the empty board
	// Output:
	// 8 0000000000000000
}

// In a search the keys of all images are kept up move by move.
func ExampleCanonical_Toggle() {
	canonical := othello()
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
	canonical := othello()
	k, i := canonical.Min([]zobrist.Key{50, 40, 30, 20, 20, 30, 40, 50})
	fmt.Println(uint64(k), i)
	// Output:
	// 20 3
}

// A king walks about; a position that occurs for the third time is a draw.
func ExampleHistory() {
	table := zobrist.NewTable[int, int](64, 13, zobrist.NewSplitMix64(1))
	const king, pawn = 5, 0
	var game zobrist.History

	h := table.Toggle(table.Toggle(0, 4, king), 12, pawn)
	game.Push(h)
	for _, move := range []struct{ piece, from, to int }{
		{king, 4, 5}, {king, 5, 4}, // 4 a second time
		{pawn, 12, 20}, // nothing before it can come back
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

// The irreversible move's own position can be repeated.
func ExampleHistory_PushIrreversible() {
	var game zobrist.History
	game.Push(0xa)
	game.PushIrreversible(0xb)
	fmt.Println(game.Count(0xa), game.Count(0xb), game.Contains(0xa))
	// Output: 0 1 true
}

// A search asks before it pushes a child's key, one ply further: a position
// that repeats one of the search itself is a draw at once, one that repeats a
// position of the game before it is not yet.
func ExampleHistory_Last() {
	var line zobrist.History
	for _, k := range []zobrist.Key{0xa, 0xb, 0xc, 0xd} { // the game
		line.Push(k)
	}
	root := line.Len()
	line.Push(0xe) // a move of the search
	line.Push(0xf)

	for _, child := range []zobrist.Key{0xd, 0xe, 0xb, 0x1} {
		plies, ok := line.Last(child)
		inside := ok && plies+1 <= line.Len()-root
		fmt.Println(child&0xf, plies, ok, inside)
	}
	// Output:
	// 000000000000000d 2 true false
	// 000000000000000e 1 true true
	// 000000000000000b 4 true false
	// 0000000000000001 0 false false
}

// Each thread of a search takes over the game, and then goes its own way.
func ExampleHistory_CopyFrom() {
	var game, thread zobrist.History
	game.Push(0xa)
	game.Push(0xb)

	thread.CopyFrom(&game)
	thread.Push(0xa)
	fmt.Println(thread.Count(0xa), game.Count(0xa))
	// Output: 2 1
}

func ExampleHistory_Reset() {
	var game zobrist.History
	game.Push(0xa)
	game.Reset() // a new game
	fmt.Println(game.Len(), game.Contains(0xa))
	// Output: 0 false
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

func ExampleHistory_Len() {
	var game zobrist.History
	game.Push(0xa)
	game.PushIrreversible(0xa)
	fmt.Println(game.Len())
	game.Pop()
	fmt.Println(game.Len())
	// Output:
	// 2
	// 1
}
