package movegen

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/chess"
)

// perft counts the lines of depth legal moves.
func perft(p *position, depth int) (n int) {
	if depth == 0 {
		return 1
	}
	for _, m := range Legal(p) {
		after := *p
		after.Play(m)
		n += perft(&after, depth-1)
	}
	return n
}

// Published perft numbers: the start position, "Kiwipete" and positions 3 to 6 of the Chess
// Programming Wiki, and positions of the wiki's Chess960 suite.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		fen    string
		leaves []int
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", []int{20, 400, 8902}},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int{48, 2039}},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int{14, 191, 2812}},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int{6, 264, 9467}},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int{44, 1486}},
		{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
			[]int{46, 2079}},
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
			[]int{21, 528, 12189}},
		{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []int{21, 807, 18002}},
		{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []int{20, 479, 10471}},
		// A black pawn beside a1. The value of a1 also means no en passant square.
		{"4k3/8/8/8/8/8/1p6/4K3 b - - 0 1", []int{9, 40}},
		{"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", []int{22, 593, 13440}},
	} {
		p, err := chess.ParseFEN(c.fen)
		require.NoError(t, err)
		for i, want := range c.leaves {
			if testing.Short() && want > 3000 {
				continue
			}
			require.Equal(t, want, perft(&p, i+1), "%s depth %d", c.fen, i+1)
		}
	}
}
