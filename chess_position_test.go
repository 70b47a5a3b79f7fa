package zobrist_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

func TestSquares(t *testing.T) {
	for s := range zobrist.Square(64) {
		at, err := zobrist.ParseSquare(s.String())
		require.NoError(t, err)
		assert.Equal(t, s, at)
	}
	assert.Equal(t, "e4", zobrist.Square(28).String())
	assert.Equal(t, "-", zobrist.Square(64).String())
	for _, bad := range []string{"", "e", "e44", "i1", "a0", "a9", "E4", "4e", "é"} {
		_, err := zobrist.ParseSquare(bad)
		assert.ErrorContains(t, err, "zobrist: square ", bad)
	}
}

func TestChessNames(t *testing.T) {
	assert.Equal(t, "P", zobrist.WhitePawn.String())
	assert.Equal(t, "k", zobrist.BlackKing.String())
	assert.Equal(t, ".", zobrist.NoPiece.String())
	assert.Equal(t, "?", zobrist.ChessPiece(13).String())
	assert.Equal(t, "Kq", (zobrist.WhiteShort | zobrist.BlackLong).String())
	assert.Equal(t, "-", zobrist.CastlingRights(0).String())
	assert.Equal(t, "unknown rule", zobrist.EnPassantRule(3).String())
}

func TestRook(t *testing.T) {
	rights := []zobrist.CastlingRights{zobrist.WhiteShort, zobrist.WhiteLong, zobrist.BlackShort, zobrist.BlackLong}
	for fen, want := range map[string]string{
		startFEN:                                 "h1 a1 h8 a8",
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":          "h1 a1 h8 a8",
		"r1k2r2/8/8/8/8/8/8/1R1K1R2 w KQq - 0 1": "f1 b1 h8 a8",
	} {
		p := parseFEN(t, fen)
		var at []string
		for i, r := range rights {
			at = append(at, p.Rook(r).String())
			assert.Equal(t, p.Rooks[i], p.Rook(r))
		}
		assert.Equal(t, want, strings.Join(at, " "), fen)
	}
	var p zobrist.ChessPosition
	for r := range 256 {
		if r := zobrist.CastlingRights(r); !slices.Contains(rights, r) {
			assert.PanicsWithValue(t, fmt.Sprintf("zobrist: ChessPosition.Rook: right %d, want WhiteShort, WhiteLong, BlackShort or BlackLong", uint8(r)), func() { p.Rook(r) })
		}
	}
}

func TestParseMove(t *testing.T) {
	for s, want := range map[string]zobrist.ChessMove{
		"0000":  {},
		"e2e4":  {From: 12, To: 28},
		"a1h8":  {From: 0, To: 63},
		"e7e8q": {From: 52, To: 60, Promotion: zobrist.WhiteQueen},
		"e7e8N": {From: 52, To: 60, Promotion: zobrist.WhiteKnight},
		"a2b1r": {From: 8, To: 1, Promotion: zobrist.BlackRook},
		"h2h1b": {From: 15, To: 7, Promotion: zobrist.BlackBishop},
	} {
		m, err := zobrist.ParseMove(s)
		require.NoError(t, err, s)
		assert.Equal(t, want, m)
	}
	assert.Equal(t, "e7e8q", zobrist.ChessMove{From: 52, To: 60, Promotion: zobrist.WhiteQueen}.String())
	for s, want := range map[string]string{
		"": "want two squares", "e2": "want two squares", "e2e4e5": "want two squares",
		"e2e9": `to "e9"`, "z2e4": `from "z2"`, "e2e2": "from and to are both e2",
		"e7e8k": `promotion to "k"`, "e7e8p": `promotion to "p"`, "e4e5q": "promotion on e5, want rank 1 or 8",
		"e2-e4": `to "-e"`,
	} {
		m, err := zobrist.ParseMove(s)
		assert.ErrorContains(t, err, want, s)
		assert.Zero(t, m)
	}
}

// Single moves and the positions after them.
func TestPlay(t *testing.T) {
	for _, c := range []struct{ why, fen, move, want string }{
		{"double push", startFEN, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{"Black's move", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8f6", "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"},
		{"null move clears the en passant square", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7", "0000", "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 7"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 7", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 7"},
		{"en passant, Black", "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", "b4a3", "4k3/8/8/8/8/p7/8/4K3 w - - 0 2"},
		{"promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 9 7", "a7a8n", "N3k3/8/8/8/8/8/8/4K3 b - - 0 7"},
		{"capture and promotion end a right", "rn2k3/P7/8/8/8/8/8/4K3 w q - 0 1", "a7b8q", "rQ2k3/8/8/8/8/8/8/4K3 b q - 0 1"},
		{"rook captured on its corner", "r3k2r/8/8/3B4/8/8/8/4K3 w kq - 0 1", "d5a8", "B3k2r/8/8/8/8/8/8/4K3 b k - 0 1"},
		{"rook takes rook and ends two rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"},
		{"rook moves", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "h8g8", "r3k1r1/8/8/8/8/8/8/R3K2R w KQq - 1 2"},
		{"king moves", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8e7", "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{"king castles short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
		{"king castles long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{"king castles by taking its own rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"},
		{"Chess960: king and rook swap", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"Chess960: the king stays", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"Chess960: the rook stays", "1k6/8/8/8/8/8/8/3RK3 w Q - 0 1", "e1d1", "1k6/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"Chess960: the rook stands where the king goes", "1k6/8/8/8/8/8/8/2R1K3 w Q - 0 1", "e1c1", "1k6/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"Chess960: king on b1", "1k6/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "1k6/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"Chess960: castling with the inner rook", "2k3rr/8/8/8/8/8/8/1K6 b g - 0 1", "c8g8", "5rkr/8/8/8/8/8/8/1K6 w - - 1 2"},
		{"Chess960: the outer rook moves and the inner rook keeps the right", "1k6/8/8/8/8/8/8/2K3RR w G - 0 1", "h1h2", "1k6/8/8/8/8/8/7R/2K3R1 b K - 1 1"},
		// The rest are illegal moves.
		{"without the right the king just moves", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "4k3/8/8/8/8/8/8/6KR b - - 1 1"},
		{"without the right the king captures its rook", "4k3/8/8/8/8/8/8/4K2R w - - 5 1", "e1h1", "4k3/8/8/8/8/8/8/7K b - - 0 1"},
		{"from an empty square", startFEN, "e4e5", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
		{"from the opponent's piece", startFEN, "e7e5", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
		{"a piece captures its own side", startFEN, "d1e1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1QBNR b kq - 0 1"},
		{"a capture of the own rook ends its right", startFEN, "g1h1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1N b Qkq - 0 1"},
		{"a captured king loses its rights", startFEN, "d1e8", "rnbqQbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQ - 0 1"},
		{"a knight does not promote", startFEN, "g1g8q", "rnbqkbNr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1"},
		{"a pawn without a promotion stays a pawn", "4k3/P7/8/8/8/8/8/4K3 w - - 9 7", "a7a8", "P3k3/8/8/8/8/8/8/4K3 b - - 0 7"},
		{"a double push over a piece", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/4P3/4n3/8/4K3 b - - 0 1"},
		{"two ranks at once from rank 4 is not a double push", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e6", "4k3/8/4P3/8/8/8/8/4K3 b - - 0 1"},
		{"a pawn backwards", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e2", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"},
	} {
		m, err := zobrist.ParseMove(c.move)
		require.NoError(t, err, c.why)
		p := parseFEN(t, c.fen)
		requireAfter(t, chessByRule(zobrist.NewChess(1)), &p, m)
		p.Play(m)
		assert.Equal(t, c.want, p.FEN(), c.why)
	}
	for _, kind := range []zobrist.ChessPiece{zobrist.WhiteKing, zobrist.BlackKing, zobrist.WhitePawn, zobrist.BlackPawn, 13, 99} {
		p := parseFEN(t, "4k3/P7/8/8/8/8/8/4K3 w - - 9 7")
		m := zobrist.ChessMove{From: 48, To: 56, Promotion: kind}
		requireAfter(t, chessByRule(zobrist.NewChess(1)), &p, m)
		p.Play(m)
		assert.Equal(t, "P3k3/8/8/8/8/8/8/4K3 b - - 0 7", p.FEN(), "promotion to %d", kind)
	}
	p := parseFEN(t, "8/8/8/8/8/8/8/8 b - - 2147483647 2147483647")
	p.Play(zobrist.ChessMove{})
	assert.Equal(t, "8/8/8/8/8/8/8/8 w - - 2147483647 2147483647", p.FEN())
}

// In a position filled in by hand, rooks of zero mean the corners.
func TestRooksByHand(t *testing.T) {
	keys := chessByRule(zobrist.NewChess(1))
	p := parseFEN(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	p.Rooks = [4]zobrist.Square{}
	assert.Equal(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", p.FEN())
	for _, c := range []struct{ move, want string }{
		{"a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"},
		{"h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
		{"e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
		{"e1a1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"},
	} {
		m, _ := zobrist.ParseMove(c.move)
		q := p
		q.Play(m)
		assert.Equal(t, c.want, q.FEN())
		for _, c := range keys {
			assert.Equal(t, c.Hash(&q), c.After(c.Hash(&p), &p, m))
		}
		p.Rooks = [4]zobrist.Square{0, 0, 63, 0} // some of them named
	}
}

// Any move on any position: After equals Hash after Play, and the FEN parses.
// Repeated moves make nonsense of every kind.
func TestAfterNonsenseMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	keys := chessByRule(zobrist.NewChess(2))
	fens := []string{
		startFEN, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"rr2k1rr/8/8/8/8/8/8/RR2K1RR w BGah - 0 1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
		"4k3/P6P/8/2PpP3/8/8/p6p/4K3 w - d6 0 1", "rk5r/8/4k3/8/8/4K3/8/RK5R b KQkq - 0 1",
	}
	games := rounds(40, 100, 400)
	for range games {
		for _, fen := range fens {
			p := parseFEN(t, fen)
			for range 30 {
				m := zobrist.ChessMove{From: zobrist.Square(rng.IntN(70)), To: zobrist.Square(rng.IntN(70))}
				if rng.IntN(3) == 0 {
					m.Promotion = zobrist.ChessPiece(rng.IntN(20))
				}
				if rng.IntN(4) == 0 { // back ranks, where it matters
					m.From, m.To = m.From&7|m.From&1*56, m.To&7|m.To&2*28
				}
				p = requireAfter(t, keys, &p, m)
			}
		}
	}
}
