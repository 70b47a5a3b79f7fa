package zobrist_test

import (
	"fmt"
	"hash/fnv"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// checksum is FNV-1a of every name and key, in their order.
func checksum(keys iter.Seq2[string, zobrist.Key]) string {
	h := fnv.New64a()
	for name, k := range keys {
		fmt.Fprintf(h, "%s %v\n", name, k)
	}
	return fmt.Sprintf("%016x", h.Sum64())
}

// Do not change the expected values: keys are API, and books, caches and stores
// hold them.
func TestAllKeysAreStable(t *testing.T) {
	for name, c := range map[string]struct {
		keys iter.Seq2[string, zobrist.Key]
		want string
	}{
		"Polyglot":     {zobrist.Polyglot().Keys(), "0018b9976645fc10"},
		"NewChess 1":   {zobrist.NewChess(1).Keys(), "7f1e5a0f5b760ecc"},
		"NewChess 2":   {zobrist.NewChess(2).Keys(), "1521e03d15e521b3"},
		"NewOthello 1": {zobrist.NewOthello(1).Keys(), "181d86fb7f0de82a"},
		"NewOthello 2": {zobrist.NewOthello(2).Keys(), "3d55e55fa4eab6cd"},
	} {
		assert.Equal(t, c.want, checksum(c.keys), name)
	}
}

// Each key is the draw that the documentation says.
func TestKeysByStream(t *testing.T) {
	for _, seed := range []uint64{0, 1, 1 << 63} {
		src := zobrist.NewSplitMix64(seed)
		draw := func(label string) func() zobrist.Key {
			stream := src.Split(label)
			return func() zobrist.Key { return zobrist.Key(stream.Uint64()) }
		}

		chess := zobrist.NewChess(seed)
		next := draw("chess pieces")
		for s := range zobrist.Square(64) {
			for p := zobrist.WhitePawn; p <= zobrist.BlackKing; p++ {
				require.Equal(t, next(), chess.Pieces().Key(s, p), "%v %v", s, p)
			}
			require.Zero(t, chess.Pieces().Key(s, zobrist.NoPiece))
		}
		next = draw("chess castling")
		for _, r := range []zobrist.CastlingRights{zobrist.WhiteShort, zobrist.WhiteLong, zobrist.BlackShort, zobrist.BlackLong} {
			require.Equal(t, next(), chess.Castling(r), r)
		}
		next = draw("chess en passant")
		for file := range 8 {
			require.Equal(t, chess.EnPassant(zobrist.Square(16+file)), chess.EnPassant(zobrist.Square(40+file)))
			require.Equal(t, next(), chess.EnPassant(zobrist.Square(40+file)), file)
		}
		for r := range zobrist.CastlingRights(16) {
			require.Equal(t, chess.Castling(r), chess.Castling(r&1)^chess.Castling(r&2)^chess.Castling(r&4)^chess.Castling(r&8), r)
		}
		require.Equal(t, draw("chess side")(), chess.Side())

		othello := zobrist.NewOthello(seed)
		next = draw("othello discs")
		for s := range zobrist.Square(64) {
			require.Equal(t, next(), othello.Discs().Key(s, zobrist.BlackDisc), s)
			require.Equal(t, next(), othello.Discs().Key(s, zobrist.WhiteDisc), s)
			require.Zero(t, othello.Discs().Key(s, zobrist.NoDisc))
		}
		require.Equal(t, draw("othello side")(), othello.Side())
	}
}

// NewChessFunc with the parts of NewChess gives the same keys. It asks for each once,
// and never for NoPiece.
func TestNewChessFuncOfParts(t *testing.T) {
	c := zobrist.NewChess(1)
	var asked, names []string
	numbers := zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			asked = append(asked, s.String()+" "+p.String())
			return c.Pieces().Key(s, p)
		},
		Castling: func(r zobrist.CastlingRights) zobrist.Key {
			asked = append(asked, r.String())
			return c.Castling(r)
		},
		EnPassant: func(ep zobrist.Square) zobrist.Key {
			asked = append(asked, ep.String())
			return c.EnPassant(ep)
		},
		Side: c.Side(),
	}
	made := zobrist.NewChessFunc(numbers)
	assert.Equal(t, checksum(c.Keys()), checksum(made.Keys()))
	for name := range c.Keys() {
		names = append(names, name)
	}
	assert.Equal(t, names[:768], asked[:768])
	assert.Equal(t, "- K Q KQ k Kk Qk KQk q Kq Qq KQq kq Kkq Qkq KQkq "+
		"a3 b3 c3 d3 e3 f3 g3 h3 a6 b6 c6 d6 e6 f6 g6 h6", strings.Join(asked[768:], " "))
	for s := range zobrist.Square(255) {
		if rank := s / 8; rank != 2 && rank != 5 {
			require.Zero(t, made.EnPassant(s), s)
		}
	}
	for name, n := range map[string]zobrist.ChessNumbers{
		"Piece":     {Castling: numbers.Castling, EnPassant: numbers.EnPassant},
		"Castling":  {Piece: numbers.Piece, EnPassant: numbers.EnPassant},
		"EnPassant": {Piece: numbers.Piece, Castling: numbers.Castling},
	} {
		assert.PanicsWithValue(t, "zobrist: NewChessFunc: "+name+" is nil, want a function", func() { zobrist.NewChessFunc(n) })
	}
}

// When an en passant square counts under each rule.
func TestEnPassantRules(t *testing.T) {
	for _, c := range []struct {
		fen                string
		pseudoLegal, legal bool
		why                string
	}{
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", false, false, "nobody beside"},
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
		{"b5k1/8/8/3pP3/8/8/6K1/8 w - d6 0 1", true, false, "the captured pawn shielded the king on the long diagonal"},
		{"b5k1/8/8/3pP3/8/5N2/6K1/8 w - d6 0 1", true, true, "so does a knight"},
		{"7k/8/8/KPp4r/8/8/8/8 w - c6 0 1", true, false, "both pawns leave the rank"},
		{"7k/8/8/1Pp4r/8/8/8/K7 w - c6 0 1", true, true, "nothing to uncover"},
		{"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", true, false, "both pawns leave the rank, Black"},
		{"6k1/8/5b2/3pP3/3K4/8/8/8 w - d6 0 1", true, false, "pinned on the diagonal"},
		{"6k1/8/8/3pP3/2K5/8/8/8 w - d6 0 1", true, true, "the pushed pawn gives check and is taken"},
		{"6k1/8/8/3pP3/8/2n5/8/3K4 w - d6 0 1", true, false, "in check by a knight"},
		{"2q3k1/8/8/3pP3/8/8/8/2K5 w - d6 0 1", true, false, "in check on a file"},
		{"6k1/8/8/3pP3/8/8/8/8 w - d6 0 1", true, true, "no king, nothing to leave in check"},
		{"5k2/5b2/8/3pP3/8/1K6/8/8 w - d6 0 1", true, false, "the captured pawn shielded the king on a diagonal"},
		{"1r4k1/8/8/pP6/7P/8/8/1K6 w - a6 0 1", true, false, "the a file does not wrap to a pawn that could capture"},
		{"6k1/2p5/3K4/4Pp2/8/8/8/8 w - f6 0 1", true, false, "in check by a pawn"},
		{"6k1/4p3/3K4/1Pp5/8/8/8/8 w - c6 0 1", true, false, "in check by a pawn of the other side"},
		{"8/8/3Kk3/1Pp5/8/8/8/8 w - c6 0 1", true, false, "beside the other king"},
	} {
		p := parseFEN(t, c.fen)
		for rule, keys := range chessByRule(zobrist.NewChess(5)) {
			counts := []bool{c.pseudoLegal, c.legal, true}[rule]
			assert.Equal(t, counts, naiveEnPassant(rule, &p), "naive: %s: %s, rule %v", c.why, c.fen, rule)
			assert.Equal(t, counts, keys.EnPassantKey(&p) == keys.EnPassant(p.EnPassant), "%s: %s, rule %v", c.why, c.fen, rule)
			assert.Equal(t, naiveChessKey(keys, rule, &p), keys.Hash(&p), "%s: %s, rule %v", c.why, c.fen, rule)
		}
	}
}

func TestChessMisusePanics(t *testing.T) {
	c := zobrist.NewChess(1)
	assertIndexPanics(t, 16, func() { c.Castling(16) })
	assertIndexPanics(t, 255, func() { c.Castling(255) })
	for of, f := range map[string]func(){
		"Chess.WithEnPassant":       func() { c.WithEnPassant(3) },
		"EnPassantOn":               func() { zobrist.EnPassantOn(3, 40, &[6]uint64{}, &[6]uint64{}) },
		"ChessPosition.EnPassantOn": func() { (&zobrist.ChessPosition{}).EnPassantOn(3) },
	} {
		assert.PanicsWithValue(t, "zobrist: "+of+": rule 3, want EnPassantPseudoLegal, EnPassantLegal or EnPassantAlways", f)
	}
	for s := range 64 {
		for _, bad := range []zobrist.ChessPiece{13, 14, 16, 64, 127, 128, 200, 255} {
			p := startPosition(0)
			p.Board[s] = bad
			want := fmt.Sprintf("zobrist: Chess.Hash: the value %d on %v, want NoPiece to BlackKing", uint8(bad), zobrist.Square(s))
			assert.PanicsWithValue(t, want, func() { c.Hash(&p) })
		}
	}
	// Garbage elsewhere does no harm.
	for _, fen := range []string{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "8/8/8/8/8/8/8/K7 w - - 0 1", startFEN} {
		p := parseFEN(t, fen)
		for _, odd := range []zobrist.Square{0, 5, 64, 255} {
			p.Castling, p.Rooks[0], p.Rooks[1] = 15, odd, odd
			for from := range zobrist.Square(255) {
				for _, to := range []zobrist.Square{0, 1, 2, 3, 4, 5, 6, 7, 63, 64, 255} {
					m, q := zobrist.ChessMove{From: from, To: to, Promotion: zobrist.ChessPiece(from)}, p
					q.Play(m)
					assert.Equal(t, c.Hash(&q), c.After(c.Hash(&p), &p, m), "%s %v, rooks %d", fen, m, odd)
					_ = q.FEN()
				}
			}
		}
		p.Castling, p.EnPassant, p.Rooks = 255, 255, [4]zobrist.Square{255, 254, 253, 252}
		for _, keys := range chessByRule(c) {
			keys.Hash(&p)
			keys.After(0, &p, zobrist.ChessMove{From: 4, To: 255, Promotion: 255})
			keys.After(0, &p, zobrist.ChessMove{From: 12, To: 28})
		}
	}
}

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
