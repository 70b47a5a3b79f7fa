package zobrist_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

func TestCheckStandard(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/8 w - - 0 1":                                 "White has 0 kings, want 1",
		"8/8/8/8/8/8/8/4K3 w - - 0 1":                                 "Black has 0 kings, want 1",
		"8/8/8/8/8/8/8/8 w - - 0 1":                                   "White has 0 kings, want 1",
		"4k3/8/8/8/8/8/8/K3K3 w - - 0 1":                              "White has 2 kings, want 1",
		"4k2k/8/8/8/8/8/8/K7 w - - 0 1":                               "Black has 2 kings, want 1",
		"4k3/8/8/8/8/8/8/4K2P w - - 0 1":                              "a pawn (P) on h1, want none on rank 1 or 8",
		"p3k3/8/8/8/8/8/8/4K3 w - - 0 1":                              "a pawn (p) on a8, want none on rank 1 or 8",
		"4k3/8/8/P7/8/8/PPPPPPPP/4K3 w - - 0 1":                       "",
		"4k3/pppppppp/8/q7/8/8/q7/4K3 w - - 0 1":                      "",
		"4k3/8/8/8/8/PPPPPP2/NNN5/4K1BR w - - 0 1":                    "",
		"4k3/8/8/8/8/PPPPPP2/NNNN4/2B1KBBR w - - 0 1":                 "",
		"4k3/QQQQQQQQ/8/8/8/8/8/Q3K3 b - - 0 1":                       "",
		"4k3/QQQQQQQQ/Q7/8/8/8/8/Q3K3 b - - 0 1":                      "",
		"4k3/8/8/8/8/8/8/RR3K1R w K - 0 1":                            "castling right K, but no K on e1",
		"4k3/8/8/8/8/8/8/1R2K1R1 w K - 0 1":                           "castling right K with the rook on g1, want h1",
		"4k3/8/8/8/8/8/8/1R2K2R w Q - 0 1":                            "castling right Q with the rook on b1, want a1",
		"r4k1r/8/8/8/8/8/8/4K3 w k - 0 1":                             "castling right k, but no k on e8",
		"1r2k2r/8/8/8/8/8/8/4K3 w kq - 0 1":                           "castling right q with the rook on b8, want a8",
		"4k3/8/8/8/8/8/8/4K2r w - - 0 1":                              "",
		"4k3/8/8/8/8/8/8/4K2r b - - 0 1":                              "White is in check, but Black is to move",
		"4k3/3P4/8/8/8/8/8/4K3 w - - 0 1":                             "Black is in check, but White is to move",
		"8/8/8/8/8/8/4k3/4K3 w - - 0 1":                               "Black is in check, but White is to move",
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1": "",
	} {
		p := parseFEN(t, fen)
		if want == "" {
			assert.NoError(t, p.CheckStandard(), fen)
		} else {
			assert.ErrorContains(t, p.CheckStandard(), "zobrist: not standard chess: "+want, fen)
		}
	}
	// What no FEN holds.
	for want, spoil := range map[string]func(p *zobrist.ChessPosition){
		"the value 13 on e4, want NoPiece to BlackKing":            func(p *zobrist.ChessPosition) { p.Board[28] = 13 },
		"castling right K, but no R on h1":                         func(p *zobrist.ChessPosition) { p.Board[7] = zobrist.NoPiece },
		"castling right q, but no r on a8":                         func(p *zobrist.ChessPosition) { p.Board[56] = zobrist.NoPiece },
		"en passant square e6, but no p on e5 that passed over it": func(p *zobrist.ChessPosition) { p.EnPassant = 44 },
		"en passant square -, want a square of rank 6 with White":  func(p *zobrist.ChessPosition) { p.EnPassant = 255 },
		"castling right Q with the rook on -, want a1":             func(p *zobrist.ChessPosition) { p.Rooks[1] = 255 },
	} {
		p := startPosition(0)
		spoil(&p)
		assert.ErrorContains(t, p.CheckStandard(), "zobrist: not standard chess: "+want)
	}
	p := startPosition(0)
	p.Rooks = [4]zobrist.Square{}
	assert.NoError(t, p.CheckStandard(), "zero is the corner")
	assert.Zero(t, testing.AllocsPerRun(100, func() { _ = p.CheckStandard() }))
}

// No position makes CheckStandard panic, whatever its fields hold.
func TestCheckStandardAnything(t *testing.T) {
	rng := rand.New(rand.NewPCG(38, 0))
	for range 20_000 {
		p := startPosition(0)
		for range rng.IntN(6) {
			switch rng.IntN(5) {
			case 0:
				p.Board[rng.IntN(64)] = zobrist.ChessPiece(rng.IntN(256))
			case 1:
				p.Board[rng.IntN(64)] = zobrist.ChessPiece(rng.IntN(13))
			case 2:
				p.EnPassant = zobrist.Square(rng.IntN(256))
			case 3:
				p.Castling, p.Rooks[rng.IntN(4)] = zobrist.CastlingRights(rng.IntN(256)), zobrist.Square(rng.IntN(256))
			case 4:
				p.BlackToMove = !p.BlackToMove
			}
		}
		err := p.CheckStandard()
		parsed, parseErr := zobrist.ParseFEN(p.FEN())
		if err == nil {
			require.NoError(t, parseErr, p.FEN())
			require.Equal(t, p.Board, parsed.Board)
			require.NoError(t, parsed.CheckStandard())
		}
	}
}

// Normalize leaves moves that are not of the board alone, and drops a promotion.
func TestNormalizeMisuse(t *testing.T) {
	var empty zobrist.ChessPosition
	p := castlingPosition(0)
	for _, m := range []zobrist.ChessMove{{}, {From: 4, To: 255}, {From: 255, To: 4}, {From: 4, To: 4}, {From: 4, To: 63}} {
		assert.Equal(t, m, empty.Normalize(m))
		assert.Equal(t, m, p.Normalize(m))
	}
	promoting := zobrist.ChessMove{From: 4, To: 7, Promotion: zobrist.WhiteQueen}
	assert.Equal(t, zobrist.ChessMove{From: 4, To: 6}, p.Normalize(promoting))
}
