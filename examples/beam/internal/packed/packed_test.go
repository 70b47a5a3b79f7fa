package packed_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/examples/beam/internal/packed"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

func TestRoundTripOfGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 0))
	seen := map[packed.Position]zobrist.ChessPosition{}
	for range 40 {
		p, err := zobrist.ParseFEN(zobrist.StartFEN)
		require.NoError(t, err)
		for range 150 {
			plain := p
			plain.HalfmoveClock, plain.FullmoveNumber = 0, 1
			small, err := packed.Pack(&p)
			require.NoError(t, err)
			got, err := small.Unpack()
			require.NoError(t, err)
			require.Equal(t, plain, got, p.FEN())
			if other, ok := seen[small]; ok {
				require.Equal(t, other, plain, "two positions, one packing")
			}
			seen[small] = plain
			moves := movegen.Legal(&p)
			if len(moves) == 0 {
				break
			}
			p.Play(moves[rng.IntN(len(moves))])
		}
	}
	require.Greater(t, len(seen), 3000)
}

func TestEveryField(t *testing.T) {
	for _, fen := range []string{
		"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
		"r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
		"4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
		"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
	} {
		p, err := zobrist.ParseFEN(fen)
		require.NoError(t, err, fen)
		small, err := packed.Pack(&p)
		require.NoError(t, err, fen)
		got, err := small.Unpack()
		require.NoError(t, err, fen)
		require.Equal(t, p, got, fen)
	}
}

func TestRefused(t *testing.T) {
	full, err := zobrist.ParseFEN("qqqqqqqq/qqqqqqqq/qqqqqqqq/qqqqqqqq/q7/8/8/8 w - - 0 1")
	require.NoError(t, err)
	_, err = packed.Pack(&full)
	require.EqualError(t, err, "packed: more than 32 pieces")

	chess960, err := zobrist.ParseFEN("4k3/8/8/8/8/8/8/1R2K3 w B - 0 1")
	require.NoError(t, err)
	_, err = packed.Pack(&chess960)
	require.ErrorContains(t, err, "want a1 as in ordinary chess")
}

func FuzzUnpack(f *testing.F) {
	p, err := zobrist.ParseFEN(zobrist.StartFEN)
	require.NoError(f, err)
	start, err := packed.Pack(&p)
	require.NoError(f, err)
	f.Add(start[:])
	f.Add(make([]byte, packed.Size))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) != packed.Size {
			return
		}
		small := packed.Position(data)
		p, err := small.Unpack()
		if err != nil {
			return
		}
		again, err := packed.Pack(&p)
		require.NoError(t, err)
		back, err := again.Unpack()
		require.NoError(t, err)
		require.Equal(t, p, back)
	})
}
