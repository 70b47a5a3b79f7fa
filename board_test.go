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

// After any changes, the board has the pieces of a slice, and the key of a full hash.
func TestBoardAgainstSlice(t *testing.T) {
	src := zobrist.NewSplitMix64(68)
	rng := rand.New(src)
	for range 50 {
		cells, pieces := 1+rng.IntN(200), 1+rng.IntN(20)
		table := zobrist.NewTable[int16, uint8](cells, pieces, src, 0)
		want := randomBoard(cells, pieces, src)
		given := slices.Clone(want)
		board := zobrist.NewBoard(table, given)
		clear(given)
		for range 200 {
			c, p := rng.IntN(cells), uint8(rng.IntN(pieces))
			old := board.Set(int16(c), p)
			require.Equal(t, want[c], old)
			want[c] = p
			require.Equal(t, p, board.At(int16(c)))
			require.Equal(t, want, board.Pieces())
			require.Equal(t, table.Hash(want), board.Key())
		}
		clear(board.Pieces())
		require.Equal(t, want, board.Pieces(), "Pieces is a copy")
	}
}

// Old pieces in reverse order take a line of moves back, whatever cells it touched.
func TestBoardUndo(t *testing.T) {
	table := board9()
	board := zobrist.NewBoard(table, []uint8{1, 2, 0, 0, 1, 0, 0, 0, 2})
	before, key := board.Pieces(), board.Key()
	cells := []int{0, 4, 4, 0, 8, 4}
	var old []uint8
	for i, c := range cells {
		old = append(old, board.Set(c, uint8(i%3)))
	}
	for i, c := range slices.Backward(cells) {
		board.Set(c, old[i])
	}
	assert.Equal(t, before, board.Pieces())
	assert.Equal(t, key, board.Key())
}

func TestBoardCopyFrom(t *testing.T) {
	small := zobrist.NewBoard(board9(), make([]uint8, 9))
	src := zobrist.NewSplitMix64(2)
	table := zobrist.NewTable[int, uint8](20, 3, src, 0)
	large := zobrist.NewBoard(table, randomBoard(20, 3, src))
	var zero zobrist.Board[int, uint8]
	zero.CopyFrom(large)
	assert.Equal(t, large.Pieces(), zero.Pieces())
	assert.Equal(t, large.Key(), zero.Key())
	zero.Set(3, 1-zero.At(3)%2)
	assert.NotEqual(t, large.Key(), zero.Key(), "the copy is independent")
	zero.CopyFrom(small)
	assert.Equal(t, small.Pieces(), zero.Pieces())
	small.Set(4, 2)
	assert.Equal(t, make([]uint8, 9), zero.Pieces())
	key := small.Key()
	small.CopyFrom(small)
	assert.Equal(t, key, small.Key())
	assert.EqualValues(t, 2, small.At(4))
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		zero.CopyFrom(small)
		sink ^= zero.Key()
		zero.Set(1, 2)
	}))
}

func TestBoardPanics(t *testing.T) {
	table := board9()
	board := zobrist.NewBoard(table, make([]uint8, 9))
	for want, f := range map[string]func(){
		"NewBoard: a board of 8 cells, want 9": func() {
			zobrist.NewBoard(table, make([]uint8, 8))
		},
		"NewBoard: the table is nil, want one made by NewTable or NewTableFunc": func() {
			zobrist.NewBoard[int, uint8](nil, nil)
		},
		"NewBoard: the zero value has no numbers, want one made by its New function": func() {
			zobrist.NewBoard(new(zobrist.Table[int, uint8]), nil)
		},
		"Table.Diff: a board of 8 cells, want 9": func() {
			table.Diff(0, make([]uint8, 8), make([]uint8, 9))
		},
		"Table.Diff: a board of 10 cells, want 9": func() {
			table.Diff(0, make([]uint8, 9), make([]uint8, 10))
		},
	} {
		assert.PanicsWithValue(t, "zobrist: "+want, f)
	}
	wrong := []uint8{0, 0, 0, 0, 9, 0, 0, 0, 0}
	var zero zobrist.Board[int, uint8]
	for name, f := range map[string]func(){
		"a piece outside the table":      func() { board.Set(4, 3) },
		"a cell outside the board":       func() { board.Set(9, 1) },
		"a negative cell":                func() { board.Set(-1, 1) },
		"a look at a cell outside":       func() { board.At(9) },
		"a change of the zero board":     func() { zero.Set(0, 0) },
		"a piece on a board to be made":  func() { zobrist.NewBoard(table, wrong) },
		"a piece on the board after":     func() { table.Diff(0, make([]uint8, 9), wrong) },
		"a copy of a board that is nil":  func() { zero.CopyFrom(nil) },
		"the key of a board that is nil": func() { (*zobrist.Board[int, uint8])(nil).Key() },
	} {
		assert.Panics(t, f, name)
	}
	assert.Equal(t, make([]uint8, 9), board.Pieces(), "a Set that panics changes nothing")
	assert.Zero(t, board.Key())
	assert.Zero(t, zero.Key())
	assert.Empty(t, zero.Pieces())
}

func TestDiff(t *testing.T) {
	src := zobrist.NewSplitMix64(69)
	for cells := 1; cells < 100; cells++ {
		table := zobrist.NewTable[int, uint8](cells, 5, src, 0)
		before, after := randomBoard(cells, 5, src), randomBoard(cells, 5, src)
		h := table.Hash(before)
		assert.Equal(t, table.Hash(after), table.Diff(h, before, after))
		assert.Equal(t, h, table.Diff(h, before, before))
		side := src.Key()
		withSide := table.Diff(h^side, before, after)
		assert.Equal(t, table.Hash(after)^side, withSide, "other features stay")
	}
}

// A Board is compared with a slice of pieces and a key that a careful program updates.
func BenchmarkBoard(b *testing.B) {
	for _, cells := range []int{81, 1e3, 1e5, 1e6, 1e7} {
		table := zobrist.NewTable[int, uint8](cells, 3, zobrist.NewSplitMix64(1), 0)
		changes := make([]int, 4096)
		rng := rand.New(rand.NewPCG(1, 1))
		for i := range changes {
			changes[i] = rng.IntN(cells)
		}
		b.Run(fmt.Sprint(cells, "/Board.Set"), func(b *testing.B) {
			board := zobrist.NewBoard(table, make([]uint8, cells))
			for i := range b.N {
				board.Set(changes[i%len(changes)], uint8(i%3))
			}
			sink ^= board.Key()
		})
		b.Run(fmt.Sprint(cells, "/slice and Table.Replace"), func(b *testing.B) {
			pieces := make([]uint8, cells)
			h := table.Hash(pieces)
			for i := range b.N {
				c, p := changes[i%len(changes)], uint8(i%3)
				h = table.Replace(h, c, pieces[c], p)
				pieces[c] = p
			}
			sink ^= h
		})
		b.Run(fmt.Sprint(cells, "/map and Table.Replace"), func(b *testing.B) {
			pieces := map[int]uint8{}
			var h zobrist.Key
			for i := range b.N {
				c, p := changes[i%len(changes)], uint8(i%3)
				h = table.Replace(h, c, pieces[c], p)
				pieces[c] = p
			}
			sink ^= h
		})
	}
}
