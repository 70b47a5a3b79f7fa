package zobrist_test

import (
	"encoding/json"
	"fmt"
	"log"

	"github.com/zobrist-go/zobrist"
)

// A board of your own with a side to move: Connect Four. Number the cells and
// the pieces, declare one piece empty, and draw each kind of key from its own
// stream.
func Example() {
	const (
		width, height = 7, 6
		empty         = 0
		red, yellow   = 1, 2
	)
	src := zobrist.NewSplitMix64(2026)
	discs := zobrist.NewTable[int, int](width*height, 3, src.Split("discs"), empty)
	side := src.Split("side").Key() // in the key when yellow is to move

	board := make([]int, width*height) // row by row, the lowest first
	mover, h := red, discs.Hash(board) // zero: the board is empty and red begins
	for _, column := range []int{3, 3, 4} {
		cell := column
		for board[cell] != empty {
			cell += width
		}
		board[cell] = mover
		h = discs.Toggle(h, cell, mover) ^ side
		mover = red + yellow - mover
	}
	fmt.Println(h, h == discs.Hash(board)^side)

	board[4], mover = empty, red // the last move taken back: the same XORs
	h = discs.Toggle(h, 4, red) ^ side
	fmt.Println(h, h == discs.Hash(board))
	// Output:
	// 1ecd1be4aa2d41a9 true
	// 7c8071b8fdd2e792 true
}

func ExampleKey() {
	var h zobrist.Key = 0x463b96181691fc9c
	index, check := h&(1<<20-1), uint16(h>>48) // of a transposition table
	fmt.Println(h)
	fmt.Printf("%#x %#x\n", uint64(index), check)
	// Output:
	// 463b96181691fc9c
	// 0x1fc9c 0x463b
}

func ExampleParseKey() {
	fmt.Println(zobrist.ParseKey("463b96181691fc9c"))
	fmt.Println(zobrist.ParseKey("0xABC"))
	_, err := zobrist.ParseKey("12z4")
	fmt.Println(err)
	// Output:
	// 463b96181691fc9c <nil>
	// 0000000000000abc <nil>
	// zobrist: key "12z4": character 3 is 'z', want a hexadecimal digit
}

func ExampleKey_Format() {
	k := zobrist.Key(0xabc)
	fmt.Printf("%v %x %016X %d\n", k, k, k, k)
	// Output: 0000000000000abc abc 0000000000000ABC 2748
}

func ExampleKey_MarshalText() {
	b, err := json.Marshal(map[zobrist.Key]string{0x463b96181691fc9c: "start"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(b))
	// Output: {"463b96181691fc9c":"start"}
}

// Four machines divide the positions. The key of a position decides which
// machine gets it, whichever machine finds it.
func ExampleKey_Shard() {
	var outgoing [4][]zobrist.Key
	rng := zobrist.NewSplitMix64(1)
	for range 1000 {
		k := rng.Key()
		owner := k.Shard(len(outgoing))
		outgoing[owner] = append(outgoing[owner], k)
	}
	fmt.Println(len(outgoing[0]), len(outgoing[1]), len(outgoing[2]), len(outgoing[3]))
	// Output: 257 256 247 240
}

// Store a key in a BIGINT or INTEGER column as an int64, because database/sql refuses a uint64
// whose high bit is set. No bit is lost:
//
//	db.Exec("INSERT INTO positions (key, eval) VALUES ($1, $2)", int64(key), eval)
//	rows.Scan(&column, &eval)
func ExampleKey_database() {
	key := zobrist.Key(0xffffffffffffffff)
	column := int64(key)
	back := zobrist.Key(column)
	fmt.Println(column, back)
	// Output: -1 ffffffffffffffff
}

func ExampleSplitMix64() {
	rng := zobrist.NewSplitMix64(1234567)
	fmt.Println(rng.Uint64(), rng.Uint64())
	// Output: 6457827717110365317 3203168211198807973
}

func ExampleNewSplitMix64() {
	keys := zobrist.NewTable[int, int](64, 13, zobrist.NewSplitMix64(2026))
	fmt.Println(keys.Key(0, 0))
	// Output: db9c559891948d23
}

func ExampleSplitMix64_Uint64() {
	rng := zobrist.NewSplitMix64(0)
	fmt.Printf("%x\n", rng.Uint64())
	// Output: e220a8397b1dcdaf
}

// Give a feature with one key its own stream.
func ExampleSplitMix64_Key() {
	src := zobrist.NewSplitMix64(1234567)
	side := src.Split("side").Key()
	fmt.Println(side, src.Key())
	// Output: c0c5068ee2cdd0b1 599ed017fb08fc85
}

func ExampleSplitMix64_At() {
	rng := zobrist.NewSplitMix64(7)
	third := rng.At(2)
	rng.Uint64()
	rng.Uint64()
	fmt.Println(rng.Uint64() == third)
	// Output: true
}

// Give each kind of key its own stream. A kind added next year then leaves
// today's keys unchanged.
func ExampleSplitMix64_Split() {
	rng := zobrist.NewSplitMix64(1)
	stones := zobrist.NewTable[int, int](361, 3, rng.Split("stones"), 0)
	ko := zobrist.NewTable[int, int](361, 1, rng.Split("ko"))
	fmt.Println(stones.Key(60, 1))
	fmt.Println(ko.Key(60, 0))
	// Output:
	// 74fe20797e57d927
	// 87d1fe321d813603
}

func newStones() *zobrist.Table[int, int] {
	return zobrist.NewTable[int, int](9, 3, zobrist.NewSplitMix64(1), 0)
}

func ExampleTable() {
	const empty, black, white = 0, 1, 2
	keys := newStones()
	h := keys.Toggle(0, 4, black)
	h = keys.Replace(h, 4, black, white) // flipped
	h = keys.Move(h, 4, 5, white)
	fmt.Println(h == keys.Hash([]int{0, 0, 0, 0, empty, white, 0, 0, 0}))
	// Output: true
}

func ExampleNewTable() {
	// 8 x 8 cells and 12 pieces. Piece 0 is the empty square, whose key is
	// always zero.
	src := zobrist.NewSplitMix64(1)
	keys := zobrist.NewTable[uint8, uint8](64, 13, src.Split("pieces"), 0)
	side := src.Split("side").Key()
	fmt.Println(keys.Key(28, 0), keys.Key(28, 1), side)
	// Output: 0000000000000000 09e89d611071c170 159e5dcfdb6b8d19
}

// Use published keys, or compute keys by your own rule.
func ExampleNewTableFunc() {
	keys := zobrist.NewTableFunc(64, 2, func(cell, piece int) zobrist.Key {
		return zobrist.Key(zobrist.NewSplitMix64(99).At(uint64(64*piece + cell)))
	})
	fmt.Println(keys.Cells(), keys.Pieces(), keys.Key(63, 1))
	// Output: 64 2 8ec0deb92d1c68d6
}

func ExampleTable_Key() {
	keys := newStones()
	fmt.Println(keys.Key(4, 1))
	// Output: 491718de357e3da8
}

func ExampleTable_Move() {
	keys := newStones()
	h := keys.Hash([]int{1, 0, 0, 0, 2, 0, 0, 0, 0})
	h = keys.Move(h, 0, 8, 1)
	fmt.Println(h == keys.Hash([]int{0, 0, 0, 0, 2, 0, 0, 0, 1}))
	// Output: true
}

func ExampleTable_Replace() {
	keys := newStones()
	h := keys.Hash([]int{1, 0, 0, 0, 2, 0, 0, 0, 0})
	h = keys.Replace(h, 4, 2, 1) // a capture, a flip, a promotion
	fmt.Println(h == keys.Hash([]int{1, 0, 0, 0, 1, 0, 0, 0, 0}))
	// Output: true
}

// Bit i of a bitboard is cell i. A board of more than 64 cells takes several
// words: the 361 points of a Go board take six.
func ExampleTable_ToggleBits() {
	keys := newStones()
	const black, white = 1, 2
	h := keys.ToggleBits(0, 0, 0b000_001_001, black) // cells 0 and 3
	h = keys.ToggleBits(h, 0, 0b100_010_000, white)  // cells 4 and 8
	fmt.Println(h == keys.Hash([]int{1, 0, 0, 1, 2, 0, 0, 0, 2}))

	points := zobrist.NewTable[int, int](19*19, 3, zobrist.NewSplitMix64(2026).Split("stones"), 0)
	stones := [6]uint64{0: 1 << 3, 5: 1 << 40} // points 3 and 360
	h = 0
	for i, word := range stones {
		h = points.ToggleBits(h, 64*i, word, black)
	}
	fmt.Println(h == points.Key(3, black)^points.Key(360, black))
	// Output:
	// true
	// true
}

func ExampleTable_Hash() {
	keys := newStones()
	fmt.Println(keys.Hash([]int{1, 0, 0, 0, 2, 0, 0, 0, 0}))
	// Output: 5a497162fd633b57
}

// A type with a String method names its values.
func ExampleTable_Keys() {
	discs := zobrist.NewTable[zobrist.Square, zobrist.Disc](
		64, 3, zobrist.NewSplitMix64(1), zobrist.NoDisc,
	)
	for name, key := range discs.Keys() {
		fmt.Println(name, key)
		if name == "b1 Black" {
			break
		}
	}
	// Output:
	// a1 Black 910a2dec89025cc1
	// a1 White beeb8da1658eec67
	// b1 Black f893a2eefb32555e
}

func ExampleTable_Only() {
	keys := newStones()
	black := keys.Only(1)
	board := []int{1, 0, 2, 0, 2, 0, 0, 0, 0}
	fmt.Println(black.Hash(board) == keys.Key(0, 1))
	// Output: true
}

func ExampleTable_Permute() {
	keys := newStones()
	mirror := keys.Permute([]int{2, 1, 0, 5, 4, 3, 8, 7, 6}) // left and right
	a, b := []int{1, 2, 0, 0, 0, 0, 0, 0, 0}, []int{0, 2, 1, 0, 0, 0, 0, 0, 0}
	fmt.Println(mirror.Hash(a) == keys.Hash(b))
	// Output: true
}
