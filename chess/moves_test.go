package chess_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// All rules at every position of random games, in chess and in Chess960, with every
// move there and null moves. Positions take turns with the kinds of numbers.
func TestEveryPositionOfGames(t *testing.T) {
	t.Parallel()
	schemes := []*zobrist.Chess{zobrist.NewChess(1), zobrist.Polyglot(), ownNumbers()}
	for _, name := range slices.Sorted(maps.Keys(engines)) {
		schemes = append(schemes, zobrist.NewChessFunc(engines[name].numbers()))
	}
	n, seen := 0, map[string]int{}
	visit := func(p *chess.Position, legal []chess.Move) {
		keys := chessByRule(schemes[n%len(schemes)])
		n++
		for _, m := range legal {
			requireAfter(t, keys, p, m)
			q := *p
			require.True(t, q.Play(m), "%s %v", p.FEN(), m)
		}
		for _, m := range []chess.Move{{}, {From: 64, To: 1}, {From: 1, To: 64}, {From: 8, To: 8}} {
			passed := requireAfter(t, keys, p, m)
			requireAfter(t, keys, &passed, m)
			q := *p
			null := m == (chess.Move{})
			require.Equal(t, null, q.Play(m), "%s %v", p.FEN(), m)
			require.Equal(t, null, q != *p, "%s %v", p.FEN(), m)
		}
		checkEnPassant(t, seen, keys, p)
		checkStandardCastling(t, seen, p, legal)
		checkStandard(t, seen, p)
	}
	games := sample.Rounds(5, 8, 100)
	chessGames(2, games, 200, startPosition, visit)
	chessGames(3, games, 200, chess960Start, visit)
	chessGames(4, games, 40, castlingPosition, visit)
	for _, what := range []string{
		"en passant pseudo-legal", "en passant legal", "en passant always", "en passant uncounted",
		"normalized", "castling of Chess960", "standard true", "standard false",
		"null move in check true", "null move in check false",
	} {
		assert.Positive(t, seen[what], what)
	}
}

// The en passant part of the key is that of the rule.
func checkEnPassant(
	t *testing.T, seen map[string]int, keys map[zobrist.EnPassantRule]*zobrist.Chess,
	p *chess.Position,
) {
	for rule, c := range keys {
		want := zobrist.Key(0)
		if naiveEnPassant(rule, p) {
			want = c.EnPassant(p.EnPassant)
			seen["en passant "+rule.String()]++
		} else if p.EnPassant != 0 {
			seen["en passant uncounted"]++
		}
		require.Equal(t, want, p.EnPassantKey(c), p.FEN())
		require.Zero(t, withoutEnPassant(*p).EnPassantKey(c))
	}
	requireEnPassantCounts(t, p)
}

// requireEnPassantCounts compares EnPassantCounts and EnPassantRule.Counts with the moves of
// movegen.
func requireEnPassantCounts(t *testing.T, p *chess.Position) {
	var sets [2][6]uint64
	for s, piece := range p.Board {
		if piece != zobrist.NoPiece {
			sets[(piece-1)/6][(piece-1)%6] |= 1 << s
		}
	}
	for _, rule := range rules {
		want := naiveEnPassant(rule, p)
		require.Equal(t, want, p.EnPassantCounts(rule), "%s, %v", p.FEN(), rule)
		require.Equal(t, want, rule.Counts(p.EnPassant, &sets[0], &sets[1]), "%s, %v",
			p.FEN(), rule)
		c := zobrist.Polyglot().WithEnPassant(rule)
		require.Equal(t, p.EnPassantKey(c), c.EnPassantKey(p.EnPassant, &sets[0], &sets[1]),
			"%s, %v", p.FEN(), rule)
	}
}

// StandardCastling changes only castling. Its result plays the same, and castling of a king
// from e1 or e8 to a corner becomes the king's move of two files, as movegen has it.
func checkStandardCastling(
	t *testing.T, seen map[string]int, p *chess.Position, legal []chess.Move,
) {
	for _, from := range []zobrist.Square{4, 60, zobrist.Square(p.FullmoveNumber) % 64} {
		for to := range zobrist.Square(64) {
			m := chess.Move{From: from, To: to}
			n := p.StandardCastling(m)
			// A king and a rook that both leave their squares have castled.
			a, b := *p, *p
			played := a.Play(m)
			fromHome := from == 4 || from == 60
			toCorner := to%8 == 0 || to%8 == 7
			bothLeft := a.Board[from] == zobrist.NoPiece && a.Board[to] == zobrist.NoPiece
			castled := played && fromHome && toCorner && bothLeft
			if !castled {
				require.Equal(t, m, n, p.FEN())
				continue
			}
			seen["normalized"]++
			require.Contains(t, []string{"e1h1 e1g1", "e1a1 e1c1", "e8h8 e8g8", "e8a8 e8c8"},
				m.String()+" "+n.String())
			require.True(t, b.Play(n), "%s %v", p.FEN(), m)
			require.Equal(t, a, b, "%s %v and %v", p.FEN(), m, n)
		}
	}
	for _, m := range legal {
		require.Equal(t, m, p.StandardCastling(m), p.FEN())
		king, rook := p.Board[m.From], p.Board[m.To]
		white := king == zobrist.WhiteKing && rook == zobrist.WhiteRook
		black := king == zobrist.BlackKing && rook == zobrist.BlackRook
		if white || black {
			seen["castling of Chess960"]++
		}
	}
}

// A position of a game passes exactly when its castling rights are those of standard
// chess. After a null move, a side that was in check is refused.
func checkStandard(t *testing.T, seen map[string]int, p *chess.Position) {
	home := true
	for i, rook := range corners {
		king := zobrist.WhiteKing.Of(i >= 2)
		home = home && (p.Castling>>i&1 == 0 || p.Board[rook&56|4] == king && p.Rook(1<<i) == rook)
	}
	err := p.CheckStandard()
	require.Equal(t, home, err == nil, "%v: %v", p.FEN(), err)
	seen[fmt.Sprint("standard ", home)]++
	if null := *p; home {
		null.Play(chess.Move{})
		err := null.CheckStandard()
		check := movegen.InCheck(p)
		require.Equal(t, check, err != nil && strings.Contains(err.Error(), "is in check, but"),
			"%v: %v", p.FEN(), err)
		seen[fmt.Sprint("null move in check ", check)]++
	}
}

// The number of distinct positions after n plies, OEIS A083276. They differ by the FIDE
// Laws: an en passant square counts only if a capture is legal. Owners share them.
func TestDistinctPositions(t *testing.T) {
	t.Parallel()
	c := zobrist.NewChess(1).WithEnPassant(zobrist.EnPassantLegal)
	start := startPosition(0)
	level := map[zobrist.Key]chess.Position{start.Hash(c): start}
	for i, want := range []int{20, 400, 5362, 72078, 822518}[:sample.Rounds(4, 4, 5)] {
		next := map[zobrist.Key]chess.Position{}
		for h, p := range level {
			for _, m := range movegen.Legal(&p) {
				after := p.After(c, h, m)
				if _, ok := next[after]; !ok {
					p := p
					p.Play(m)
					next[after] = p
				}
			}
		}
		level = next
		require.Len(t, level, want, "after %d plies", i+1)
	}
	const owners = 16
	var of [owners]float64
	for h := range level {
		of[h.Shard(owners)] += owners / float64(len(level))
	}
	assert.InDelta(t, 1, slices.Max(of[:]), 0.05)
	assert.InDelta(t, 1, slices.Min(of[:]), 0.05)
}

// Single moves and the positions after them, with the rooks of castling rights as in a
// FEN, and as in a position filled in by hand: zero means the corner.
func TestPlay(t *testing.T) {
	keys := chessByRule(zobrist.NewChess(1))
	for _, c := range []struct{ why, fen, move, want string }{
		{"double push", chess.StartFEN, "e2e4",
			"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"},
		{"Black's move", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "g8f6",
			"rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2"},
		{"null move clears the en passant square", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7", "0000",
			"4k3/8/8/3pP3/8/8/8/4K3 b - - 1 7"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 7", "e5d6",
			"4k3/8/3P4/8/8/8/8/4K3 b - - 0 7"},
		{"en passant, Black", "4k3/8/8/8/Pp6/8/8/4K3 b - a3 0 1", "b4a3",
			"4k3/8/8/8/8/p7/8/4K3 w - - 0 2"},
		{"promotion", "4k3/P7/8/8/8/8/8/4K3 w - - 9 7", "a7a8n", "N3k3/8/8/8/8/8/8/4K3 b - - 0 7"},
		{"capture and promotion end a right", "rn2k3/P7/8/8/8/8/8/4K3 w q - 0 1", "a7b8q",
			"rQ2k3/8/8/8/8/8/8/4K3 b q - 0 1"},
		{"rook captured on its corner", "r3k2r/8/8/3B4/8/8/8/4K3 w kq - 0 1", "d5a8",
			"B3k2r/8/8/8/8/8/8/4K3 b k - 0 1"},
		{"rook takes rook and ends two rights", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8",
			"R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"},
		{"rook moves", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "h8g8",
			"r3k1r1/8/8/8/8/8/8/R3K2R w KQq - 1 2"},
		{"king moves", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8e7",
			"r6r/4k3/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{"king castles short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1",
			"r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
		{"king castles long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8",
			"2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{"king castles by taking its own rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1",
			"r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1"},
		{"Chess960: king and rook swap", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1",
			"4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"Chess960: the king stays", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1",
			"4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"Chess960: the rook stays", "1k6/8/8/8/8/8/8/3RK3 w Q - 0 1", "e1d1",
			"1k6/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"Chess960: the rook stands where the king goes", "1k6/8/8/8/8/8/8/2R1K3 w Q - 0 1", "e1c1",
			"1k6/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"Chess960: king on b1", "1k6/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1",
			"1k6/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"Chess960: castling with the inner rook", "2k3rr/8/8/8/8/8/8/1K6 b g - 0 1", "c8g8",
			"5rkr/8/8/8/8/8/8/1K6 w - - 1 2"},
		{"Chess960: the outer rook moves and the inner rook keeps the right",
			"1k6/8/8/8/8/8/8/2K3RR w G - 0 1", "h1h2", "1k6/8/8/8/8/8/7R/2K3R1 b K - 1 1"},
		// A single condition of After, Play or the legal en passant rule decides.
		{"the pushed pawn leaves a line to the king", "8/8/8/8/3p2k1/8/4P3/3B3K w - - 0 1", "e2e4",
			"8/8/8/8/3pP1k1/8/8/3B3K b - e3 0 1"},
		{"another pawn gives check, Black", "4k3/3p4/8/4Pp2/6K1/8/8/8 b - - 0 1", "d7d5",
			"4k3/8/8/3pPp2/6K1/8/8/8 w - d6 0 2"},
		{"another pawn does not give check, Black", "4k3/3p4/8/4P1K1/5p2/8/8/8 b - - 0 1", "d7d5",
			"4k3/8/8/3pP1K1/5p2/8/8/8 w - d6 0 2"},
		{"another pawn gives check", "8/8/8/6k1/4pP2/8/3P4/4K3 w - - 0 1", "d2d4",
			"8/8/8/6k1/3PpP2/8/8/4K3 b - d3 0 1"},
		{"another pawn does not give check", "8/8/8/5P2/4p1k1/8/3P4/4K3 w - - 0 1", "d2d4",
			"8/8/8/5P2/3Pp1k1/8/8/4K3 b - d3 0 1"},
		// The rest are illegal moves.
		{"a second king goes where castling would take the first",
			"4k3/8/8/8/8/8/K7/4K2R w K - 0 1", "a2g1", "4k3/8/8/8/8/8/8/4K1KR b - - 1 1"},
		{"without the right the king just moves", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1",
			"4k3/8/8/8/8/8/8/6KR b - - 1 1"},
		{"without the right the king captures its rook", "4k3/8/8/8/8/8/8/4K2R w - - 5 1", "e1h1",
			"4k3/8/8/8/8/8/8/7K b - - 0 1"},
		{"from an empty square", chess.StartFEN, "e4e5",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"from the opponent's piece", chess.StartFEN, "e7e5",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"a piece captures its own side", chess.StartFEN, "d1e1",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1QBNR b kq - 0 1"},
		{"a capture of the own rook ends its right", chess.StartFEN, "g1h1",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1N b Qkq - 0 1"},
		{"a captured king loses its rights", chess.StartFEN, "d1e8",
			"rnbqQbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR b KQ - 0 1"},
		{"a knight does not promote", chess.StartFEN, "g1g8q",
			"rnbqkbNr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 1"},
		{"a pawn promotes only on its last rank", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a1q",
			"4k3/8/8/8/8/8/8/P3K3 b - - 0 1"},
		{"a pawn without a promotion stays a pawn", "4k3/P7/8/8/8/8/8/4K3 w - - 9 7", "a7a8",
			"P3k3/8/8/8/8/8/8/4K3 b - - 0 7"},
		{"a double push over a piece", "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4",
			"4k3/8/8/8/4P3/4n3/8/4K3 b - - 0 1"},
		{"two ranks at once from rank 4 is not a double push", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1",
			"e4e6", "4k3/8/4P3/8/8/8/8/4K3 b - - 0 1"},
		{"a pawn backwards", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "e4e2",
			"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"},
	} {
		p, m := parseFEN(t, c.fen), parseMove(t, c.move)
		played := requireAfter(t, keys, &p, m)
		assert.Equal(t, c.want, played.FEN(), c.why)
		for byHand := range 16 {
			q := p
			for i, corner := range corners {
				if byHand>>i&1 != 0 && q.Rooks[i] == corner {
					q.Rooks[i] = 0
				}
			}
			assert.Equal(t, p.FEN(), q.FEN())
			for _, c := range keys {
				assert.Equal(t, played.Hash(c), q.After(c, q.Hash(c), m), q.FEN())
			}
			q.Play(m)
			assert.Equal(t, c.want, q.FEN(), c.why)
		}
	}
	for _, kind := range []zobrist.ChessPiece{
		zobrist.WhiteKing, zobrist.BlackKing, zobrist.WhitePawn, zobrist.BlackPawn, 13, 99,
	} {
		p := parseFEN(t, "4k3/P7/8/8/8/8/8/4K3 w - - 9 7")
		m := chess.Move{From: 48, To: 56, Promotion: kind}
		p = requireAfter(t, keys, &p, m)
		assert.Equal(t, "P3k3/8/8/8/8/8/8/4K3 b - - 0 7", p.FEN(), "promotion to %d", kind)
	}
	p := startPosition(0)
	p = requireAfter(t, keys, &p, chess.Move{From: 12, To: 28, Promotion: zobrist.WhiteQueen})
	assert.Equal(t, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", p.FEN(),
		"a double push, whatever the promotion")
	p = parseFEN(t, "8/8/8/8/8/8/8/8 b - - 2147483647 2147483647")
	p.Play(chess.Move{})
	assert.Equal(t, "8/8/8/8/8/8/8/8 w - - 2147483647 2147483647", p.FEN())
}

func TestRook(t *testing.T) {
	p := parseFEN(t, "r1k2r2/8/8/8/8/8/8/1R1K1R2 w KQq - 0 1")
	want := map[zobrist.CastlingRights]string{
		zobrist.WhiteShort: "f1", zobrist.WhiteLong: "b1",
		zobrist.BlackShort: "h8", zobrist.BlackLong: "a8",
	}
	for r := range 256 {
		right := zobrist.CastlingRights(r)
		if at, ok := want[right]; ok {
			assert.Equal(t, at, p.Rook(right).String())
		} else {
			message := fmt.Sprintf("zobrist: Position.Rook: right %d, want WhiteShort, WhiteLong, "+
				"BlackShort or BlackLong", r)
			assert.PanicsWithValue(t, message, func() { p.Rook(right) })
		}
	}
}

// Any move in random positions, legal or not, of ordinary chess and Chess960: After equals
// Hash after Play, under each rule. Few men stand around the kings and pawns that push, so that
// many a move opens or closes a line.
func TestAfterRandomMoves(t *testing.T) {
	t.Parallel()
	rng, keys := rand.New(rand.NewPCG(6, 6)), chessByRule(zobrist.NewChess(3))
	seen := map[string]int{}
	for range sample.Rounds(2_000, 10_000, 3_000_000) {
		p := chess960Start(rng.IntN(960))
		for s := range p.Board {
			if man := p.Board[s]; man.Kind() != zobrist.WhiteKing && rng.IntN(4) != 0 {
				p.Board[s] = zobrist.NoPiece
			}
		}
		for range rng.IntN(12) {
			if s := rng.IntN(64); p.Board[s].Kind() != zobrist.WhiteKing {
				kind := zobrist.WhitePawn + zobrist.ChessPiece(rng.IntN(5))
				p.Board[s] = kind.Of(rng.IntN(2) == 0)
			}
		}
		for i := range p.Rooks {
			if s := p.Rooks[i]; p.Board[s] != zobrist.WhiteRook.Of(i >= 2) {
				p.Castling &^= 1 << i
				p.Rooks[i] = corners[i]
			}
		}
		for range 10 {
			m := chess.Move{
				From:      zobrist.Square(rng.IntN(64)),
				To:        zobrist.Square(rng.IntN(64)),
				Promotion: zobrist.ChessPiece(rng.IntN(13)),
			}
			if rng.IntN(3) == 0 {
				m = placeCapturingPush(rng, &p)
			}
			before := p
			rights := p.Castling
			irreversible := p.Irreversible(m)
			captured := p.Board[m.To] != zobrist.NoPiece
			p = requireAfter(t, keys, &p, m)
			switch {
			case p == before:
				seen["refused"]++
				require.False(t, irreversible)
				continue
			case p.EnPassant != 0 && captured:
				seen["a push that captures"]++
			}
			pawn := before.Board[m.From].Kind() == zobrist.WhitePawn
			null := m == chess.Move{}
			want := !null && (pawn || captured || p.Castling != rights)
			require.Equal(t, want, irreversible, "%v %v", before, m)
			require.Equal(t, movegen.InCheck(&p), p.InCheck(), p)
			seen["made"]++
		}
	}
	t.Log(seen)
	for _, kind := range []string{"made", "refused", "a push that captures"} {
		assert.Greater(t, seen[kind], 100, kind)
	}
}

// corners has the squares of rooks in standard chess, in the order of Position.Rooks.
var corners = [4]zobrist.Square{7, 0, 63, 56}

// placeCapturingPush returns a move of a pawn by two ranks, onto a piece beside a pawn of the other
// side. It places these on p, unless a king or a rook with a right stands there.
func placeCapturingPush(rng *rand.Rand, p *chess.Position) chess.Move {
	from := zobrist.Square(9 + rng.IntN(6)) // b2 to g2
	to, beside := from+16, from+17
	if p.BlackToMove {
		from, to, beside = from^56, to^56, beside^56
	}
	place := func(s zobrist.Square, kind zobrist.ChessPiece, black bool) {
		if p.Board[s].Kind() != zobrist.WhiteKing && !slices.Contains(p.Rooks[:], s) {
			p.Board[s] = kind.Of(black)
		}
	}
	place(from, zobrist.WhitePawn, p.BlackToMove)
	place(to, zobrist.WhiteBishop, p.BlackToMove)
	place(beside, zobrist.WhitePawn, !p.BlackToMove)
	p.EnPassant = 0
	return chess.Move{From: from, To: to}
}

// A position may have several kings of a side. Castling must leave none of them attacked.
func TestCastlingWithTwoKings(t *testing.T) {
	castle := sample.Must(chess.ParseMove("e1g1"))
	for fen, want := range map[string]bool{
		"4k3/8/8/4K3/8/8/8/4K2R w K - 0 1":    true,
		"4k3/8/8/r3K3/8/8/8/4K2R w K - 0 1":   false, // the rook attacks e5
		"4k3/8/8/r1P1K3/8/8/8/4K2R w K - 0 1": true,
	} {
		p := sample.Must(chess.ParseFEN(fen))
		assert.Equal(t, want, p.Legal(castle), fen)
		assert.Equal(t, want, movegen.IsLegal(&p, castle), fen)
		assert.Equal(t, want, slices.Contains(slices.Collect(p.Moves()), castle), fen)
	}
}
