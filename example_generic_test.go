package zobrist_test

import (
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// The facts in a state of a planning problem are strings. Number them by 64-bit
// FNV-1a, which gives the same numbers everywhere.
func ExampleNewElements() {
	fnv1a := func(s string) uint64 {
		h := fnv.New64a()
		h.Write([]byte(s))
		return h.Sum64()
	}
	facts := zobrist.NewElements(zobrist.NewSplitMix64(1).Split("set"), fnv1a)

	state := facts.Hash(slices.Values([]string{"robot in kitchen", "cup on table", "door open"}))
	fmt.Println(state)
	state = facts.Replace(state, "robot in kitchen", "robot in hall")
	state = facts.Toggle(state, "door open")
	fmt.Println(state == facts.Hash(slices.Values([]string{"cup on table", "robot in hall"})))
	// Output:
	// 18539adbba645eee
	// true
}

// An atom on a huge lattice, packed into 64 bits: three coordinates of 20 bits,
// negative ones too, and four bits for the element.
func ExampleElements() {
	type atom struct {
		x, y, z int
		element uint64
	}
	const iron, copper = 0, 1
	atoms := zobrist.NewElements(zobrist.NewSplitMix64(2026).Split("set"), func(a atom) uint64 {
		const bits, mask = 20, 1<<20 - 1
		x, y, z := uint64(a.x&mask), uint64(a.y&mask), uint64(a.z&mask)
		return a.element<<(3*bits) | x<<(2*bits) | y<<bits | z
	})

	h := atoms.Hash(slices.Values([]atom{{0, 0, 0, iron}, {1, 1, 1, iron}, {-1, 1, 1, copper}}))
	after := atoms.Replace(h, atom{-1, 1, 1, copper}, atom{-2, 2, 2, copper}) // a jump
	back := atoms.Replace(after, atom{-2, 2, 2, copper}, atom{-1, 1, 1, copper})
	fmt.Println(after != h, back == h)
	// Output:
	// true true
}

func number(i uint64) uint64 { return i }

// The key of number i is draw i of the stream, counted from 0.
func ExampleElements_Key() {
	set := zobrist.NewElements(zobrist.NewSplitMix64(1234567).Split("set"), number)
	stream := zobrist.NewSplitMix64(1234567).Split("set")
	fmt.Println(set.Key(0), set.Key(9) == zobrist.Key(stream.At(9)))
	// Output: 575013167aee95a5 true
}

func ExampleElements_Replace() {
	set := zobrist.NewElements(zobrist.NewSplitMix64(1).Split("set"), number)
	h := set.Hash(slices.Values([]uint64{2, 3, 5}))
	h = set.Replace(h, 5, 7)
	fmt.Println(h == set.Hash(slices.Values([]uint64{2, 3, 7})))
	// Output:
	// true
}

// Hash takes any iterator; the order does not matter.
func ExampleElements_Hash() {
	// a glider
	live := map[[2]int32]bool{{0, 1}: true, {1, 2}: true, {2, 0}: true, {2, 1}: true, {2, 2}: true}
	cells := zobrist.NewElements(zobrist.NewSplitMix64(1970).Split("set"), func(c [2]int32) uint64 {
		return uint64(uint32(c[0]))<<32 | uint64(uint32(c[1]))
	})
	fmt.Println(cells.Hash(maps.Keys(live)))
	// Output:
	// 07463a9398fe7138
}

// The players of a trading game hold goods, in counts without a bound.
func ExampleNewMultiset() {
	type stock struct {
		player int
		good   byte
	}
	stocks := zobrist.NewMultiset(zobrist.NewSplitMix64(1).Split("bag"), func(s stock) uint64 {
		return uint64(s.player)<<8 | uint64(s.good)
	})

	var h zobrist.Key // nobody has anything
	h = stocks.Add(h, stock{0, 'W'}, 300)
	h = stocks.Add(h, stock{1, 'O'}, 5)
	h = stocks.Add(h, stock{0, 'W'}, -100) // a trade
	h = stocks.Add(h, stock{1, 'W'}, 100)
	wheat := 200*stocks.Key(stock{0, 'W'}) + 100*stocks.Key(stock{1, 'W'})
	fmt.Println(h == wheat+5*stocks.Key(stock{1, 'O'}))
	// Output:
	// true
}

// Counts may be large, and two of a kind do not cancel. The index of a hash
// table comes from the high bits.
func ExampleMultiset() {
	molecules := zobrist.NewMultiset(zobrist.NewSplitMix64(1).Split("bag"), func(s string) uint64 {
		h := fnv.New64a()
		h.Write([]byte(s))
		return h.Sum64()
	})
	h := molecules.Hash(maps.All(map[string]int{"H2": 2_000_000_000, "O2": 1_000_000_000}))
	h = molecules.Add(h, "H2", -2) // 2 H2 + O2 -> 2 H2O
	h = molecules.Add(h, "O2", -1)
	h = molecules.Add(h, "H2O", 2)
	fmt.Println(h == molecules.Hash(maps.All(map[string]int{
		"H2": 1_999_999_998, "O2": 999_999_999, "H2O": 2,
	})))

	const bits = 20
	index := h >> (64 - bits)
	fmt.Println(index < 1<<bits)
	// Output:
	// true
	// true
}

func ExampleMultiset_Key() {
	bag := zobrist.NewMultiset(zobrist.NewSplitMix64(1).Split("bag"), number)
	fmt.Println(bag.Key(0), bag.Key(1), bag.Key(2)) // odd numbers
	// Output:
	// 3f2202ebd0202e37 0a1825357c8f1f33 b72b7773d1c1c2f3
}

func ExampleMultiset_Add() {
	rack := zobrist.NewMultiset(zobrist.NewSplitMix64(1).Split("bag"), func(tile rune) uint64 {
		return uint64(tile)
	})
	var h zobrist.Key
	for _, tile := range "ENGINES" {
		h = rack.Add(h, tile, 1)
	}
	counts := map[rune]int{'N': 2, 'E': 2, 'S': 1, 'I': 1, 'G': 1}
	fmt.Println(h == rack.Hash(maps.All(counts)))
	fmt.Println(rack.Add(rack.Add(h, 'E', 3), 'E', -3) == h)
	// Output:
	// true
	// true
}

func ExampleMultiset_Hash() {
	bag := zobrist.NewMultiset(zobrist.NewSplitMix64(1).Split("bag"), number)
	h := bag.Hash(maps.All(map[uint64]int{10: 3, 11: 1, 12: 0}))
	fmt.Println(h == 3*bag.Key(10)+bag.Key(11))
	// Output:
	// true
}

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
