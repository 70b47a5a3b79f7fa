package peers_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mathext/prng"

	"github.com/zobrist-go/zobrist"
)

// twister draws 64 bits from a 32-bit Mersenne Twister. The first draw gives the high
// bits.
type twister struct{ *prng.MT19937 }

func (t twister) Uint64() uint64 {
	high := uint64(t.Uint32())
	return high<<32 | uint64(t.Uint32())
}

// The keys match a published chess example in C++. Its generator is std::mt19937, seeded
// with 01234567. In C++ as in Go, a leading zero makes the literal octal: 342391.
func TestPublishedExample(t *testing.T) {
	const empty = 12 // after PNBRQKpnbrqk
	src := twister{prng.NewMT19937()}
	src.Seed(01234567)
	table := zobrist.NewTable[int, int](64, 13, src, empty)

	board := make([]int, 64)
	for row, pieces := range []string{
		"---K----",
		"-R----Q-",
		"--------",
		"-P----p-",
		"-----p--",
		"--------",
		"p---b--q",
		"----n--k",
	} {
		for column, letter := range pieces {
			piece := empty
			for i, l := range "PNBRQKpnbrqk" {
				if l == letter {
					piece = i
				}
			}
			board[8*row+column] = piece
		}
	}

	const (
		start   = zobrist.Key(14226429382419125366)
		stepped = zobrist.Key(15124945578233295113)
	)
	require.Equal(t, start, table.Hash(board))
	h := table.Move(start, 3, 2, 5)
	require.Equal(t, stepped, h, "white king from cell 3 to cell 2")
	require.Equal(t, start, table.Move(h, 2, 3, 5), "and back")

	board[2], board[3] = 5, empty
	require.Equal(t, stepped, table.Hash(board))
}
