package zobrist_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// checkSplit makes random changes on a board, and compares each key after each of them
// with that of its own table, and sometimes with the keys of the whole board.
func checkSplit(t *testing.T, changes int, table *zobrist.Table[square, piece], groups ...[]piece) {
	rng := rand.New(rand.NewPCG(uint64(len(groups)), 50))
	split, cells, pieces := zobrist.NewSubKeys(table, groups...), table.Cells(), table.Pieces()
	board, keys := make([]piece, cells), make([]zobrist.Key, len(groups))
	split.Hash(keys, board)
	want := make([]zobrist.Key, len(groups))
	only := make([]*zobrist.Table[square, piece], len(groups))
	for g, group := range groups {
		only[g] = table.Only(group...)
		want[g] = only[g].Hash(board)
	}
	require.Equal(t, want, keys)
	for i := range changes {
		from, to, p := square(rng.IntN(cells)), square(rng.IntN(cells)), piece(rng.IntN(pieces))
		switch i % 3 {
		case 0: // a move, perhaps onto a piece, which it captures
			if from == to {
				continue
			}
			p, captured := board[from], board[to]
			split.Move(keys, from, to, p)
			split.Toggle(keys, to, captured)
			board[from], board[to] = 0, p
			for g := range want {
				want[g] = only[g].Toggle(only[g].Move(want[g], from, to, p), to, captured)
			}
		case 1:
			split.Replace(keys, to, board[to], p)
			for g := range want {
				want[g] = only[g].Replace(want[g], to, board[to], p)
			}
			board[to] = p
		case 2: // something that is not on the board, and back
			split.Toggle(keys, to, p)
			for g := range want {
				require.Equal(t, only[g].Toggle(want[g], to, p), keys[g])
			}
			split.Toggle(keys, to, p)
		}
		if !slices.Equal(want, keys) {
			require.Equal(t, want, keys, "change %d", i)
		}
		if i%100 == 0 {
			fresh := slices.Repeat([]zobrist.Key{1}, len(groups))
			split.Hash(fresh, board)
			require.Equal(t, want, fresh)
		}
	}
}

// A SubKeys has the keys that a table of each group has.
func TestSubKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(50, 1))
	src := zobrist.NewSplitMix64(50)
	chess := zobrist.NewTable[square, piece](64, 13, src, 0)
	checkSplit(t, sample.Rounds(100_000, 3_000_000, 10_000_000), chess, // the groups of SubKeys
		[]piece{1, 7}, []piece{2, 3, 8, 9}, []piece{4, 5, 10, 11},
		[]piece{2, 3, 4, 5, 6}, []piece{8, 9, 10, 11, 12})
	checkSplit(t, 1000, chess)
	checkSplit(t, 1000, chess, nil, []piece{1, 1, 1}, []piece{0})
	all := []piece{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}
	checkSplit(t, 1000, chess, all)
	checkSplit(t, 1000, chess, all, all)
	checkSplit(t, 1000, chess, all, all[1:3], all, all[2:])
	for range 200 {
		pieces := 1 + rng.IntN(20)
		table := zobrist.NewTable[square, piece](1+rng.IntN(200), pieces, src, 0)
		groups := make([][]piece, rng.IntN(9))
		for g := range groups {
			for range rng.IntN(4) {
				groups[g] = append(groups[g], piece(rng.IntN(pieces)))
			}
		}
		checkSplit(t, 300, table, groups...)
	}
	// no piece is empty, and one is in no group
	full, keys := zobrist.NewTable[square, piece](2, 2, src), []zobrist.Key{9}
	zobrist.NewSubKeys(full, []piece{1}).Hash(keys, []piece{0, 1})
	assert.Equal(t, full.Key(1, 1), keys[0])
}

// The groups of Chess.SubKeys have the pieces that its comment says.
func TestChessSubKeys(t *testing.T) {
	keys := zobrist.NewChess(1)
	split := keys.SubKeys()
	groups := [...][]int{
		zobrist.WhitePawn:   {0},
		zobrist.WhiteKnight: {1, 3},
		zobrist.WhiteBishop: {1, 3},
		zobrist.WhiteRook:   {2, 3},
		zobrist.WhiteQueen:  {2, 3},
		zobrist.WhiteKing:   {3},
		zobrist.BlackPawn:   {0},
		zobrist.BlackKnight: {1, 4},
		zobrist.BlackBishop: {1, 4},
		zobrist.BlackRook:   {2, 4},
		zobrist.BlackQueen:  {2, 4},
		zobrist.BlackKing:   {4},
	}
	for p := zobrist.NoPiece; p <= zobrist.BlackKing; p++ {
		var got [5]zobrist.Key
		split.Toggle(got[:], 5, p)
		var in []int
		for g, k := range got {
			if k != 0 {
				require.Equal(t, keys.Table().Key(5, p), k)
				in = append(in, g)
			}
		}
		assert.Equal(t, groups[p], in, p)
	}
}

func TestSubKeysPanics(t *testing.T) {
	table := zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
	split := zobrist.NewSubKeys(table, []piece{1}, []piece{2})
	wide := zobrist.NewSubKeys(table, []piece{1}, []piece{1}, []piece{1})
	keys, zero := make([]zobrist.Key, 3), new(zobrist.SubKeys[square, piece])
	for want, f := range map[string]func(){
		"NewSubKeys: an empty table, want one made by NewTable or NewTableFunc": func() {
			zobrist.NewSubKeys[square, piece](nil)
		},
		"NewSubKeys: group 1: piece 13, want 0 to 12": func() {
			zobrist.NewSubKeys(table, []piece{1}, []piece{2, 13})
		},
		"SubKeys.Hash: a board of 63 cells, want 64": func() {
			split.Hash(keys[:2], make([]piece, 63))
		},
		"SubKeys.Hash: 3 keys, want one for each of 2 groups": func() {
			split.Hash(keys, make([]piece, 64))
		},
		"SubKeys.Hash: the zero value has no numbers, want one made by its New function": func() {
			zero.Hash(nil, nil)
		},
	} {
		assert.PanicsWithValue(t, "zobrist: "+want, f)
	}
	for name, f := range map[string]func(){
		"an empty table": func() {
			zobrist.NewSubKeys(new(zobrist.Table[square, piece]))
		},
		"a piece":           func() { split.Toggle(keys, 1, 13) },
		"a piece of a wide": func() { wide.Move(keys, 1, 2, 13) },
		"a cell":            func() { split.Toggle(keys, 64, 1) },
		"a cell of a wide":  func() { wide.Toggle(keys, 64, 1) },
		"from":              func() { split.Move(keys, 64, 1, 1) },
		"to":                func() { split.Move(keys, 1, 64, 1) },
		"too few keys":      func() { split.Toggle(keys[:1], 1, 2) },
		"too few of a wide": func() { wide.Toggle(keys[:2], 1, 1) },
		"a piece on a board": func() {
			split.Hash(keys[:2], slices.Repeat([]piece{13}, 64))
		},
		"a cell for a piece of no group":           func() { split.Toggle(keys, 64, 5) },
		"a cell of a wide for a piece of no group": func() { wide.Toggle(keys, 64, 5) },
		"Toggle of the zero":                       func() { zero.Toggle(keys, 0, 0) },
		"Move of the zero":                         func() { zero.Move(keys, 0, 0, 0) },
		"Replace of the zero":                      func() { zero.Replace(keys, 0, 0, 0) },
		"negative": func() {
			zobrist.NewSubKeys(
				zobrist.NewTable[int, int](2, 2, zobrist.NewSplitMix64(1)), []int{1},
			).Toggle(keys, 0, -1)
		},
		"negative cell": func() {
			zobrist.NewSubKeys(
				zobrist.NewTable[int, int](2, 2, zobrist.NewSplitMix64(1)), []int{1},
			).Toggle(keys, -1, 1)
		},
	} {
		assert.Panics(t, f, name)
	}
}
