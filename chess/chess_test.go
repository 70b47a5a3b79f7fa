package chess_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// When an en passant square counts under each rule.
func TestEnPassantRules(t *testing.T) {
	for _, c := range []struct {
		fen                string
		pseudoLegal, legal bool
		why                string
	}{
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", false, false,
			"nobody beside"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true, true, "one side"},
		{"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", true, true, "both sides"},
		{"4k3/8/8/pP6/8/8/8/4K3 w - a6 0 1", true, true, "a file"},
		{"4k3/8/8/6Pp/8/8/8/4K3 w - h6 0 1", true, true, "h file"},
		{"4k3/8/7P/p7/8/8/8/4K3 w - a6 0 1", false, false, "a does not wrap to h6"},
		{"4k3/8/8/p7/7P/8/8/4K3 w - a6 0 1", false, false, "a does not wrap to h4"},
		{"4k3/8/8/7p/P7/8/8/4K3 w - h6 0 1", false, false, "h does not wrap to a4"},
		{"4k3/8/P7/7p/8/8/8/4K3 w - h6 0 1", false, false, "h does not wrap to a6"},
		{"4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", true, true, "Black on the a file"},
		{"4k3/8/8/7p/P7/7p/8/4K3 b - a3 0 1", false, false, "Black, no wrap"},
		{"4k3/8/8/8/6pP/8/8/4K3 b - h3 0 1", true, true, "Black on the h file"},
		{"4k3/8/8/3pp3/8/8/8/4K3 w - d6 0 1", false, false, "the pawn beside is of the same side"},
		{"4k3/8/8/3pN3/8/8/8/4K3 w - d6 0 1", false, false, "a knight beside"},
		{"4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true, false, "pinned on the file"},
		{"4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", true, true, "one pinned, one not"},
		{"b5k1/8/8/3pP3/8/8/6K1/8 w - d6 0 1", true, false,
			"the captured pawn shielded the king on the long diagonal"},
		{"b5k1/8/8/3pP3/8/5N2/6K1/8 w - d6 0 1", true, true, "so does a knight"},
		{"7k/8/8/KPp4r/8/8/8/8 w - c6 0 1", true, false, "both pawns leave the rank"},
		{"7k/8/8/1Pp4r/8/8/8/K7 w - c6 0 1", true, true, "nothing to uncover"},
		{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", true, false, "both pawns leave the rank, Black"},
		{"6k1/8/5b2/3pP3/3K4/8/8/8 w - d6 0 1", true, false, "pinned on the diagonal"},
		{"6k1/8/8/3pP3/2K5/8/8/8 w - d6 0 1", true, true,
			"the pushed pawn gives check and is taken"},
		{"6k1/8/8/3pP3/8/2n5/8/3K4 w - d6 0 1", true, false, "in check by a knight"},
		{"2q3k1/8/8/3pP3/8/8/8/2K5 w - d6 0 1", true, false, "in check on a file"},
		{"6k1/8/8/3pP3/8/8/8/8 w - d6 0 1", true, true, "no king, nothing to leave in check"},
		{"5k2/5b2/8/3pP3/8/1K6/8/8 w - d6 0 1", true, false,
			"the captured pawn shielded the king on a diagonal"},
		{"1r4k1/8/8/pP6/7P/8/8/1K6 w - a6 0 1", true, false,
			"the a file does not wrap to a pawn that could capture"},
		{"6k1/2p5/3K4/4Pp2/8/8/8/8 w - f6 0 1", true, false, "in check by a pawn"},
		{"6k1/4p3/3K4/1Pp5/8/8/8/8 w - c6 0 1", true, false,
			"in check by a pawn of the other side"},
		{"8/8/3Kk3/1Pp5/8/8/8/8 w - c6 0 1", true, false, "beside the other king"},
	} {
		p := parseFEN(t, c.fen)
		turned := colourFlipped(p) // the rules treat both sides alike
		for rule, keys := range chessByRule(zobrist.NewChess(5)) {
			counts := true // after every double push
			switch rule {
			case zobrist.EnPassantPseudoLegal:
				counts = c.pseudoLegal
			case zobrist.EnPassantLegal:
				counts = c.legal
			}
			for _, p := range []chess.Position{p, turned} {
				assert.Equal(t, counts, naiveEnPassant(rule, &p), "naive: %s: %v, %v", c.why, p,
					rule)
				counted := p.EnPassantKey(keys) == keys.EnPassant(p.EnPassant)
				assert.Equal(t, counts, counted, "%s: %v, %v", c.why, p, rule)
				assert.Equal(t, naiveChessKey(keys, rule, &p), p.Hash(keys), "%s: %v, %v", c.why, p,
					rule)
				white, black := p.Bitboards()
				assert.Equal(t, counts, rule.Counts(p.EnPassant, &white, &black), "%s: %v, %v",
					c.why, p, rule)
			}
		}
	}
}

// colourFlipped returns the position with the sides swapped and the ranks upside down.
func colourFlipped(p chess.Position) chess.Position {
	turned := p
	for s, piece := range p.Board {
		turned.Board[s^56] = piece.Of(!piece.Black())
	}
	turned.BlackToMove = !p.BlackToMove
	turned.EnPassant = p.EnPassant ^ 56
	turned.Castling = p.Castling>>2 | p.Castling<<2&zobrist.AllCastling
	return turned
}

// An en passant square that is not on rank 6 with White to move, or on rank 3 with Black to move,
// is not part of any key, whatever stands on the board.
func TestEnPassantSquareOfNoPush(t *testing.T) {
	for _, fen := range []string{
		chess.StartFEN,
		"4k3/8/8/8/3PP3/8/8/4K3 b - e3 0 1",
		"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
		"4k3/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/4K3 w - - 0 1",
		"PPPPPPPP/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/pppppppp/PPPPPPPP/pppppppp w - - 0 1",
	} {
		for _, black := range []bool{false, true} {
			p := parseFEN(t, fen)
			p.BlackToMove = black
			for square := range zobrist.Square(255) {
				rank := square.Rank()
				if black && rank == 2 || !black && rank == 5 {
					continue
				}
				requireNoEnPassant(t, p, square)
			}
			requireNoEnPassant(t, p, 255)
		}
	}
}

func requireNoEnPassant(t *testing.T, p chess.Position, square zobrist.Square) {
	none, with := p, p
	none.EnPassant, with.EnPassant = 0, square
	for rule, keys := range chessByRule(zobrist.NewChess(5)) {
		require.False(t, with.EnPassantCounts(rule), "%s %d, %v", p.FEN(), square, rule)
		require.Zero(t, with.EnPassantKey(keys), "%s %d, %v", p.FEN(), square, rule)
		h := none.Hash(keys)
		require.Equal(t, h, with.Hash(keys), "%s %d, %v", p.FEN(), square, rule)
		require.Equal(t, h, hashBitboards(keys, &with), "%s %d, %v", p.FEN(), square, rule)
		for _, m := range []chess.Move{{}, {From: 4, To: 3}, {From: 60, To: 59}} {
			played := with
			played.Play(m)
			require.Equal(t, played.Hash(keys), with.After(keys, h, m), "%s %d", p.FEN(), square)
		}
	}
}

func TestCheckStandard(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, want 1"},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 0 kings, want 1"},
		{"8/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings, want 1"},
		{"4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "White has 2 kings, want 1"},
		{"4k2k/8/8/8/8/8/8/K7 w - - 0 1", "Black has 2 kings, want 1"},
		{"4k3/8/8/8/8/8/8/4K2P w - - 0 1", "a pawn (P) on h1, want none on rank 1 or 8"},
		{"p3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn (p) on a8, want none on rank 1 or 8"},
		{"4k3/8/8/P7/8/8/PPPPPPPP/4K3 w - - 0 1", ""},
		{"4k3/pppppppp/8/q7/8/8/q7/4K3 w - - 0 1", ""},
		{"4k3/8/8/8/8/PPPPPP2/NNN5/4K1BR w - - 0 1", ""},
		{"4k3/8/8/8/8/PPPPPP2/NNNN4/2B1KBBR w - - 0 1", ""},
		{"4k3/QQQQQQQQ/8/8/8/8/8/Q3K3 b - - 0 1", ""},
		{"4k3/QQQQQQQQ/Q7/8/8/8/8/Q3K3 b - - 0 1", ""},
		{"4k3/8/8/8/8/8/8/RR3K1R w K - 0 1", "castling right K, want K on e1 with its R on h1"},
		{"4k3/8/8/8/8/8/8/1R2K1R1 w K - 0 1", "castling right K, want K on e1 with its R on h1"},
		{"4k3/8/8/8/8/8/8/1R2K2R w Q - 0 1", "castling right Q, want K on e1 with its R on a1"},
		{"r4k1r/8/8/8/8/8/8/4K3 w k - 0 1", "castling right k, want k on e8 with its r on h8"},
		{"1r2k2r/8/8/8/8/8/8/4K3 w kq - 0 1", "castling right q, want k on e8 with its r on a8"},
		{"4k3/8/8/8/8/8/8/4K2r w - - 0 1", ""},
		{"4k3/8/8/8/8/8/8/4K2r b - - 0 1", "White is in check, but Black is to move"},
		{"4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", "Black is in check, but White is to move"},
		{"8/8/8/8/8/8/4k3/4K3 w - - 0 1", "Black is in check, but White is to move"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", ""},
	} {
		p := parseFEN(t, c.fen)
		err := p.CheckStandard()
		if c.want == "" {
			assert.NoError(t, err, c.fen)
		} else {
			assert.ErrorContains(t, err, "zobrist: not standard chess: "+c.want, c.fen)
		}
	}
	// What no FEN holds.
	moreBits := chess.Start()
	moreBits.Castling |= 0xf0
	assert.NoError(t, moreBits.CheckStandard(), "other bits than the four rights are ignored")
	type position = chess.Position
	for want, spoil := range map[string]func(p *position){
		"the value 13 on e4, want NoPiece to BlackKing": func(p *position) {
			p.Board[28] = 13
		},
		"castling right K, want K on e1 with its R on h1": func(p *position) {
			p.Board[7] = zobrist.NoPiece
		},
		"castling right q, want k on e8 with its r on a8": func(p *position) {
			p.Board[56] = zobrist.NoPiece
		},
		"en passant square e6, but no p on e5 that passed over it": func(p *position) {
			p.EnPassant = 44
		},
		"en passant square -, want a square of rank 6 with White": func(p *position) {
			p.EnPassant = 255
		},
		"castling right Q, want K on e1 with its R on a1": func(p *position) {
			p.Rooks[1] = 255
		},
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

// InCheck asks for each king of the side to move, if there are any.
func TestInCheckKings(t *testing.T) {
	for fen, want := range map[string]bool{
		"8/8/8/8/8/8/8/K3K2r w - - 0 1": true,
		"8/8/8/8/8/8/8/r3K2K w - - 0 1": true,
		"8/8/8/8/8/8/r7/4K2K w - - 0 1": false,
		"8/8/8/8/8/8/r7/k7 w - - 0 1":   false,
	} {
		p := parseFEN(t, fen)
		assert.Equal(t, want, p.InCheck(), fen)
	}
}

// StandardCastling leaves moves that are not of the board alone, and drops a promotion.
func TestStandardCastlingMisuse(t *testing.T) {
	var empty chess.Position
	p := castlingPosition(0)
	for _, m := range []chess.Move{
		{}, {From: 4, To: 255}, {From: 255, To: 4}, {From: 4, To: 4}, {From: 4, To: 63},
	} {
		assert.Equal(t, m, empty.StandardCastling(m))
		assert.Equal(t, m, p.StandardCastling(m))
	}
	promoting := chess.Move{From: 4, To: 7, Promotion: zobrist.WhiteQueen}
	assert.Equal(t, chess.Move{From: 4, To: 6}, p.StandardCastling(promoting))
}

// Garbage outside the board does no harm.
func TestGarbageFields(t *testing.T) {
	c := zobrist.NewChess(1)
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/8/8/8/8/8/K7 w - - 0 1", chess.StartFEN,
	} {
		p := parseFEN(t, fen)
		for _, odd := range []zobrist.Square{0, 5, 64, 255} {
			p.Castling, p.Rooks[0], p.Rooks[1] = 15, odd, odd
			for from := range zobrist.Square(255) {
				for _, to := range []zobrist.Square{0, 1, 2, 3, 4, 5, 6, 7, 63, 64, 255} {
					m, q := chess.Move{From: from, To: to, Promotion: zobrist.ChessPiece(from)}, p
					if !q.Play(m) {
						require.Equal(t, p, q, "%s %v", fen, m)
						_ = p.Irreversible(m)
					}
					after := p.After(c, p.Hash(c), m)
					assert.Equal(t, q.Hash(c), after, "%s %v, rooks %d", fen, m, odd)
					_ = q.FEN()
				}
			}
		}
		p.Castling, p.EnPassant, p.Rooks = 255, 255, [4]zobrist.Square{255, 254, 253, 252}
		for _, keys := range chessByRule(c) {
			p.Hash(keys)
			p.After(keys, 0, chess.Move{From: 4, To: 255, Promotion: 255})
			p.After(keys, 0, chess.Move{From: 12, To: 28})
		}
	}
	_, err := chess.Position{Castling: 1}.MarshalText()
	assert.ErrorContains(t, err, `right "K", want exactly one king on rank 1`)
	_, err = chess.Move{From: 3, To: 3}.MarshalText()
	assert.ErrorContains(t, err, "from and to are both d1")
	p, m := startPosition(0), chess.Move{From: 12, To: 28}
	assert.Error(t, p.UnmarshalText([]byte("8 w - -")))
	assert.Error(t, m.UnmarshalText([]byte("e2e9")))
	assert.Equal(t, []any{startPosition(0), chess.Move{From: 12, To: 28}}, []any{p, m},
		"an error changes nothing")
	assert.PanicsWithValue(t, "zobrist: Position.EnPassantCounts: rule 3, "+
		"want EnPassantPseudoLegal, EnPassantLegal or EnPassantAlways",
		func() { (&chess.Position{}).EnPassantCounts(3) })
}

// No method of a position allocates but those that return text.
func TestAllocations(t *testing.T) {
	p := parseFEN(t, "rr2k1rr/8/8/2PpP3/8/8/8/RR2K1RR w GBgb d6 0 1")
	fen, text := p.FEN(), make([]byte, 0, 128)
	capture := chess.Move{From: 34, To: 43}
	castle := chess.Move{From: 4, To: 1}
	quiet := chess.Move{From: 7, To: 15}
	var subs [5]zobrist.Key
	for _, c := range chessByRule(zobrist.Polyglot()) {
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			q, err := chess.ParseFEN(fen)
			h := q.After(c, q.Hash(c), capture) ^ q.After(c, 0, castle) ^ q.EnPassantKey(c)
			text = q.AppendFEN(text[:0])
			q.AfterSubKeys(subKeys, subs[:], capture)
			q.AfterSubKeys(subKeys, subs[:], castle)
			q.AfterSubKeys(subKeys, subs[:], quiet)
			played := q.Irreversible(castle) && q.Play(castle)
			if err != nil || !played || q.InCheck() || h == 0 {
				t.Error(q.String(), err)
			}
		}))
	}
}
