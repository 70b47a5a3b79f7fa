package zobrist_test

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/exp/constraints"

	"github.com/zobrist-go/zobrist"
)

func TestNewTableDrawOrder(t *testing.T) {
	draws := 0
	src := sourceFunc(func() uint64 { draws++; return uint64(draws) })
	table := zobrist.NewTable[int, int](3, 4, src, 2)
	assert.Equal(t, 9, draws)
	assert.Equal(t, 3, table.Cells())
	assert.Equal(t, 4, table.Pieces())
	want := [3][4]zobrist.Key{{1, 2, 0, 3}, {4, 5, 0, 6}, {7, 8, 0, 9}}
	var calls []string
	fromFunc := zobrist.NewTableFunc(3, 4, func(c int8, p uint16) zobrist.Key {
		calls = append(calls, fmt.Sprintf("%d.%d", c, p))
		return want[c][p]
	})
	assert.Equal(t, "0.0 0.1 0.2 0.3 1.0 1.1 1.2 1.3 2.0 2.1 2.2 2.3", strings.Join(calls, " "))
	for c := range 3 {
		for p := range 4 {
			assert.Equal(t, want[c][p], table.Key(c, p), "cell %d piece %d", c, p)
			assert.Equal(t, want[c][p], fromFunc.Key(int8(c), uint16(p)))
		}
	}
}

type sourceFunc func() uint64

func (f sourceFunc) Uint64() uint64 { return f() }

// Every method, compared with the sum over a map, on boards of many sizes.
func TestTableAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, size := range [][2]int{
		{1, 1}, {1, 2}, {2, 3}, {3, 1}, {7, 5}, {9, 3}, {15, 2}, {16, 3}, {32, 4}, {64, 13},
		{63, 13}, {65, 14}, {361, 3}, {100, 256},
	} {
		cells, pieces := size[0], size[1]
		empty := uint8(rng.IntN(pieces))
		table := zobrist.NewTable[uint16](
			cells, pieces, zobrist.NewSplitMix64(uint64(cells)), empty,
		)
		naive := func(board []uint8) (h zobrist.Key) {
			for c, p := range board {
				if p != empty {
					h ^= table.Key(uint16(c), p)
				}
			}
			return h
		}
		board := make([]uint8, cells)
		for i := range board {
			board[i] = empty
		}
		assert.Zero(t, table.Hash(board), "the key of the empty board")
		var h zobrist.Key
		for range 500 {
			c, p := uint16(rng.IntN(cells)), uint8(rng.IntN(pieces))
			to := uint16(rng.IntN(cells))
			switch rng.IntN(3) {
			case 0:
				h = table.Replace(h, c, board[c], p)
				board[c] = p
			case 1: // take away
				h = table.Toggle(h, c, board[c])
				board[c] = empty
			case 2: // a move, with or without a capture
				if to != c {
					h = table.Toggle(table.Move(h, c, to, board[c]), to, board[to])
					board[to], board[c] = board[c], empty
				}
			}
			require.Equal(t, naive(board), h)
			require.Equal(t, h, table.Hash(board))
		}
	}
}

func TestTableOnlyAndPermute(t *testing.T) {
	table := zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
	pawns := table.Only(1, 7, 7)
	flip := make([]square, 64)
	for i := range flip {
		flip[i] = square(i ^ 56)
	}
	flipped := table.Permute(flip)
	for c := range square(64) {
		for p := range piece(13) {
			want := table.Key(c, p)
			assert.Equal(t, table.Key(c^56, p), flipped.Key(c, p))
			if p != 1 && p != 7 {
				want = 0
			}
			assert.Equal(t, want, pawns.Key(c, p))
		}
	}
	assert.Zero(t, table.Only().Hash(make([]piece, 64)))
	const wrong = "zobrist: Table.Permute: not a permutation of the cells: "
	assert.PanicsWithValue(t, wrong+"it has 63 cells, want 64", func() { table.Permute(flip[1:]) })
	flip[0] = flip[1]
	assert.PanicsWithValue(t, wrong+"cells 0 and 1 both become 57", func() { table.Permute(flip) })
	flip[0] = 64
	assert.PanicsWithValue(t, wrong+"cell 0 becomes 64, which is outside the table", func() {
		table.Permute(flip)
	})
}

// Any cell can be the first, in a table with more cells than the type of a bit's
// number can count: first+i never wraps around.
func TestTableToggleBitsFrom(t *testing.T) {
	testToggleBitsFrom[int](t, 361)
	testToggleBitsFrom[uint8](t, 256)
	testToggleBitsFrom[int8](t, 128)
	testToggleBitsFrom[uint64](t, 81)
	testToggleBitsFrom[int16](t, 1)
	testToggleBitsFrom[int](t, 9)
	testToggleBitsFrom[int8](t, 63)
}

func testToggleBitsFrom[Cell constraints.Integer](t *testing.T, cells int) {
	rng := rand.New(zobrist.NewSplitMix64(80))
	table := zobrist.NewTable[Cell, uint8](cells, 3, zobrist.NewSplitMix64(81), 0)
	for first := range cells {
		for range 20 {
			h, set := zobrist.Key(rng.Uint64()), rng.Uint64()
			if left := cells - first; left < 64 {
				set &= 1<<left - 1
				outside := uint64(1) << (left + rng.IntN(64-left))
				assert.Panics(t, func() {
					table.ToggleBits(h, Cell(first), set|outside, 1)
				}, "%d %x", first, outside)
			}
			want := h
			for i := range 64 {
				if set>>i&1 != 0 {
					want = table.Toggle(want, Cell(first+i), 2)
				}
			}
			require.Equal(t, want, table.ToggleBits(h, Cell(first), set, 2), "%d %x", first, set)
		}
	}
	// A whole board, word by word.
	board, words := make([]uint8, cells), make([]uint64, (cells+63)/64)
	for c := range board {
		board[c] = uint8(rng.IntN(2))
		words[c/64] |= uint64(board[c]) << (c % 64)
	}
	var h zobrist.Key
	for i, word := range words {
		h = table.ToggleBits(h, Cell(64*i), word, 1)
	}
	require.Equal(t, table.Hash(board), h)
	require.Equal(t, zobrist.Key(5), table.ToggleBits(5, 0, 0, 2))
	if cells < 64 {
		assertIndexPanics(t, int64(cells), func() { table.ToggleBits(0, 0, 1<<cells, 1) })
		assertIndexPanics(t, 63, func() { table.ToggleBits(0, 0, 1<<63|1, 0) })
	}
}

func TestTableKeys(t *testing.T) {
	const cells, pieces = 5, 4
	table := zobrist.NewTable[zobrist.Square, zobrist.Disc](
		cells, pieces, zobrist.NewSplitMix64(1), zobrist.NoDisc, 3,
	)
	var names []string
	for name, k := range table.Keys() {
		s, d := zobrist.Square(len(names)/2), zobrist.Disc(len(names)%2+1)
		require.Equal(t, table.Key(s, d), k)
		names = append(names, name)
	}
	assert.Equal(
		t,
		"a1 Black,a1 White,b1 Black,b1 White,c1 Black,c1 White,d1 Black,d1 White,e1 Black,e1 White",
		strings.Join(names, ","),
	)
	for name := range zobrist.NewTable[int, int](2, 2, zobrist.NewSplitMix64(1)).Keys() {
		assert.Equal(t, "0 0", name)
		break // may be left early
	}
	// A key that happens to be zero is not an empty piece's.
	published := zobrist.NewTableFunc(2, 2, func(c, p int) zobrist.Key { return zobrist.Key(c) })
	names = nil
	for name := range published.Keys() {
		names = append(names, name)
	}
	assert.Equal(t, []string{"0 0", "0 1", "1 0", "1 1"}, names)
}

// assertIndexPanics asserts that f panics with the runtime's index error, which
// names the index. (Where int has 32 bits, it prints 1<<31 as a negative one.)
func assertIndexPanics(t *testing.T, index int64, f func(), message ...any) {
	t.Helper()
	defer func() {
		t.Helper()
		err, ok := recover().(runtime.Error)
		if assert.True(t, ok, message...) {
			named := index
			if strconv.IntSize == 32 && index == 1<<31 {
				named = -index
			}
			assert.ErrorContains(t, err, fmt.Sprintf("index out of range [%d]", named), message...)
		}
	}()
	f()
}

// An index outside the table panics, even if a flat index would be inside, or
// if a conversion to 32 bits would bring it inside.
func TestTableMisusePanics(t *testing.T) {
	table := zobrist.NewTable[int64, int64](64, 13, zobrist.NewSplitMix64(1), 0)
	outside := []int64{
		-1, -64, 64, 1 << 31, 1 << 32, 1<<32 + 1, 1 << 58, 1 << 61, math.MaxInt64, math.MinInt64,
		math.MinInt64 + 1,
	}
	for _, x := range append(outside, 13, 12+13) {
		uses := map[string]func(){
			"Key: piece":        func() { table.Key(1, x) },
			"Toggle: piece":     func() { table.Toggle(0, 1, x) },
			"Move: piece":       func() { table.Move(0, 1, 2, x) },
			"Replace: old":      func() { table.Replace(0, 1, x, 0) },
			"Replace: new":      func() { table.Replace(0, 1, 0, x) },
			"ToggleBits: piece": func() { table.ToggleBits(0, 0, 1, x) },
		}
		if x < 0 || x >= 64 {
			maps.Copy(uses, map[string]func(){
				"Key: cell":     func() { table.Key(x, 1) },
				"Toggle: cell":  func() { table.Toggle(0, x, 1) },
				"Move: from":    func() { table.Move(0, x, 2, 1) },
				"Move: to":      func() { table.Move(0, 2, x, 1) },
				"Replace: cell": func() { table.Replace(0, x, 0, 1) },
			})
			for _, set := range []uint64{1, 1 << 1, 1 << 63, math.MaxUint64} {
				assert.Panics(t, func() {
					table.ToggleBits(0, x, set, 1)
				}, "first cell %d, set %x", x, set)
			}
		}
		for i := range 64 {
			uses[fmt.Sprint("Hash: cell ", i)] = func() {
				board := make([]int64, 64)
				board[i] = x
				table.Hash(board)
			}
		}
		for name, use := range uses {
			assertIndexPanics(t, x, use, "%s %d", name, x)
		}
		want := fmt.Sprintf(": piece %d, want 0 to 12", x)
		assert.PanicsWithValue(t, "zobrist: Table.Only"+want, func() { table.Only(x) })
		assert.PanicsWithValue(t, "zobrist: NewTable"+want, func() {
			zobrist.NewTable[int](4, 13, zobrist.NewSplitMix64(1), x)
		})
	}
	small := zobrist.NewTable[int8, int8](128, 100, zobrist.NewSplitMix64(1))
	for _, x := range []int8{-1, -128, -28} {
		assertIndexPanics(t, int64(x), func() { small.Key(x, 0) })
		assertIndexPanics(t, int64(x), func() { small.Key(0, x) })
	}
	for _, cells := range []int{0, 1, 63, 65, 128} {
		assert.PanicsWithValue(t, fmt.Sprintf(
			"zobrist: Table.Hash: a board of %d cells, want 64", cells,
		), func() {
			table.Hash(make([]int64, cells))
		})
	}
	src := zobrist.NewSplitMix64(1)
	for want, f := range map[string]func(){
		"Table.Hash: the zero value has no numbers, want one made by its New function": func() {
			new(zobrist.Table[int, int]).Hash(nil)
		},
		"NewTable: 0 cells and 1 pieces, want at least one of each": func() {
			zobrist.NewTable[int, int](0, 1, src)
		},
		"NewTable: 1 cells and 0 pieces, want at least one of each": func() {
			zobrist.NewTable[int, int](1, 0, src)
		},
		"NewTable: -1 cells and 1 pieces, want at least one of each": func() {
			zobrist.NewTable[int, int](-1, 1, src)
		},
		"NewTable: 257 cells, more than the type Cell can number": func() {
			zobrist.NewTable[uint8, int](257, 1, src)
		},
		"NewTable: 129 cells, more than the type Cell can number": func() {
			zobrist.NewTable[int8, int](129, 1, src)
		},
		"NewTable: 129 pieces, more than the type Piece can number": func() {
			zobrist.NewTable[int, int8](1, 129, src)
		},
		"NewTable: 1073741824 cells times 2048 pieces, a table larger than memory": func() {
			zobrist.NewTable[int64, int64](1<<30, 1<<11, src)
		},
		"NewTableFunc: 0 cells and 1 pieces, want at least one of each": func() {
			zobrist.NewTableFunc(0, 1, func(int, int) zobrist.Key { return 1 })
		},
		"NewTable: src is nil, want a source of random numbers": func() {
			zobrist.NewTable[int, int](1, 1, nil)
		},
		"NewTableFunc: key is nil, want a function": func() {
			zobrist.NewTableFunc[int, int](1, 1, nil)
		},
		fmt.Sprintf(
			"NewTable: %d cells times %d pieces, a table larger than memory", math.MaxInt,
			math.MaxInt,
		): func() {
			zobrist.NewTable[int, int](math.MaxInt, math.MaxInt, src)
		},
	} {
		assert.PanicsWithValue(t, "zobrist: "+want, f)
	}
	assert.NotPanics(t, func() { zobrist.NewTable[uint8, int8](256, 128, src) })
}
