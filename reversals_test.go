package zobrist

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// The table has all moves that can be taken back, in the memory that its comment says.
func TestReversalsTable(t *testing.T) {
	r, n, pieces := Polyglot().Reversals(), 0, map[ChessPiece]int{}
	for slot, m := range r.moves {
		require.Equal(t, m.piece != NoPiece, r.changes[slot] != 0)
		if m.piece != NoPiece {
			n++
			pieces[m.piece]++
		}
	}
	require.Equal(t, 3668, n)
	require.Equal(t, map[ChessPiece]int{
		WhiteKnight: 168, WhiteBishop: 280, WhiteRook: 448, WhiteQueen: 728, WhiteKing: 210,
		BlackKnight: 168, BlackBishop: 280, BlackRook: 448, BlackQueen: 728, BlackKing: 210,
	}, pieces)
	require.LessOrEqual(t, unsafe.Sizeof(*r), uintptr(104<<10))
}
