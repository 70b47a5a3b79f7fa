package zobrist_test

import (
	"maps"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

var rules = []zobrist.EnPassantRule{zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal, zobrist.EnPassantAlways}

// naiveChessKey is Hash, key by key, with the en passant rules decided by a
// move generator that shares no code with the library's.
func naiveChessKey(c *zobrist.Chess, rule zobrist.EnPassantRule, p *zobrist.ChessPosition) zobrist.Key {
	var h zobrist.Key
	for s, piece := range p.Board {
		if piece != zobrist.NoPiece {
			h ^= c.Pieces().Key(zobrist.Square(s), piece)
		}
	}
	h ^= c.Castling(p.Castling)
	if !p.BlackToMove {
		h ^= c.Side()
	}
	if p.EnPassant == 0 {
		return h
	}
	file := int(p.EnPassant & 7)
	switch rule {
	case zobrist.EnPassantAlways:
		h ^= c.EnPassant(p.EnPassant)
	case zobrist.EnPassantLegal:
		for _, m := range movegen.Legal(p) {
			if m.To == p.EnPassant && m.From&7 != m.To&7 && (p.Board[m.From] == zobrist.WhitePawn || p.Board[m.From] == zobrist.BlackPawn) {
				return h ^ c.EnPassant(p.EnPassant)
			}
		}
	case zobrist.EnPassantPseudoLegal:
		rank, pawn := 4, zobrist.WhitePawn
		if p.BlackToMove {
			rank, pawn = 3, zobrist.BlackPawn
		}
		for _, f := range []int{file - 1, file + 1} {
			if f >= 0 && f < 8 && p.Board[8*rank+f] == pawn {
				return h ^ c.EnPassant(p.EnPassant)
			}
		}
	}
	return h
}

// requireAfter plays m. Under each rule it compares After with Hash, with the
// naive key and with the key of the FEN parsed again.
func requireAfter(t *testing.T, keys map[zobrist.EnPassantRule]*zobrist.Chess, p *zobrist.ChessPosition, m zobrist.ChessMove) zobrist.ChessPosition {
	before, played := *p, *p
	played.Play(m)
	parsed, err := zobrist.ParseFEN(played.FEN())
	if err != nil || parsed != played {
		require.NoError(t, err, "%s %v", p.FEN(), m)
		require.Equal(t, played, parsed, "%s %v", p.FEN(), m)
	}
	for rule, c := range keys {
		want := naiveChessKey(c, rule, &played)
		after := c.After(c.Hash(p), p, m)
		if after != want || c.Hash(&played) != want || c.Hash(&parsed) != want {
			require.Equal(t, want, after, "After: %s %v, rule %v", p.FEN(), m, rule)
			require.Equal(t, want, c.Hash(&played), "Hash: %s %v, rule %v", p.FEN(), m, rule)
		}
	}
	if *p != before {
		require.Equal(t, before, *p, "After changed the position")
	}
	return played
}

func chessByRule(c *zobrist.Chess) map[zobrist.EnPassantRule]*zobrist.Chess {
	keys := map[zobrist.EnPassantRule]*zobrist.Chess{}
	for _, r := range rules {
		keys[r] = c.WithEnPassant(r)
	}
	return keys
}

func parseFEN(t testing.TB, s string) zobrist.ChessPosition {
	t.Helper()
	p, err := zobrist.ParseFEN(s)
	require.NoError(t, err, s)
	return p
}

// Every move of random games, in chess and in Chess960, and every null move.
func TestAfterRandomGames(t *testing.T) {
	t.Parallel()
	games := rounds(10, 15, 100)
	keys := chessByRule(zobrist.NewChess(1))
	visit := func(p *zobrist.ChessPosition, legal []zobrist.ChessMove) {
		for _, m := range legal {
			requireAfter(t, keys, p, m)
		}
		passed := requireAfter(t, keys, p, zobrist.ChessMove{})
		if p.EnPassant == 0 {
			for _, c := range keys {
				h := c.Hash(p)
				require.Equal(t, h, c.After(c.After(h, p, zobrist.ChessMove{}), &passed, zobrist.ChessMove{}))
			}
		}
	}
	chessGames(2, games, 200, startPosition, visit)
	chessGames(3, games, 200, chess960Start, visit)
}

// Every move of the trees of positions known for their special moves.
func TestAfterTrees(t *testing.T) {
	t.Parallel()
	keys := chessByRule(zobrist.Polyglot())
	var walk func(p *zobrist.ChessPosition, depth int)
	walk = func(p *zobrist.ChessPosition, depth int) {
		for _, m := range movegen.Legal(p) {
			played := requireAfter(t, keys, p, m)
			if depth > 1 {
				walk(&played, depth-1)
			}
		}
	}
	for _, c := range []struct {
		fen   string
		depth int
	}{
		{startFEN, 4},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3},
		{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3},
		{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2},
		{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 3},
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 2},
	} {
		p := parseFEN(t, c.fen)
		walk(&p, min(c.depth, rounds(2, 3, 4)))
	}
}

// The number of distinct positions after n plies, OEIS A083276. They differ by
// the FIDE Laws: an en passant square counts only if a capture is legal.
func TestDistinctPositions(t *testing.T) {
	t.Parallel()
	require.NotEmpty(t, distinctKeys(t))
}

var distinct struct {
	once sync.Once
	keys []zobrist.Key
}

// distinctKeys returns the keys of the positions after four plies, with -long five. It
// counts those after fewer plies too.
func distinctKeys(t *testing.T) []zobrist.Key {
	distinct.once.Do(func() {
		counts := []int{20, 400, 5362, 72078, 822518}[:rounds(4, 4, 5)]
		c := zobrist.NewChess(1).WithEnPassant(zobrist.EnPassantLegal)
		start := startPosition(0)
		level := map[zobrist.Key]zobrist.ChessPosition{c.Hash(&start): start}
		for i, want := range counts {
			next := map[zobrist.Key]zobrist.ChessPosition{}
			for h, p := range level {
				for _, m := range movegen.Legal(&p) {
					after := c.After(h, &p, m)
					if _, ok := next[after]; !ok {
						p := p
						p.Play(m)
						if i == len(counts)-1 {
							p = zobrist.ChessPosition{} // only counted
						}
						next[after] = p
					}
				}
			}
			level = next
			require.Len(t, level, want, "after %d plies", i+1)
		}
		distinct.keys = slices.Collect(maps.Keys(level))
	})
	return distinct.keys
}

// In each position, a single condition of After, Play or the legal en passant
// rule decides.
func TestMovesOfOneCondition(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		want      string // the position after the move
		counts    bool   // whether en passant counts there by the legal rule
	}{
		// The pawn that is pushed leaves a line to the king.
		{"8/8/8/8/3p2k1/8/4P3/3B3K w - - 0 1", "e2e4", "8/8/8/8/3pP1k1/8/8/3B3K b - e3 0 1", false},
		// Another pawn gives check, from the side from which it can and from the other.
		{"4k3/3p4/8/4Pp2/6K1/8/8/8 b - - 0 1", "d7d5", "4k3/8/8/3pPp2/6K1/8/8/8 w - d6 0 2", false},
		{"4k3/3p4/8/4P1K1/5p2/8/8/8 b - - 0 1", "d7d5", "4k3/8/8/3pP1K1/5p2/8/8/8 w - d6 0 2", true},
		{"8/8/8/6k1/4pP2/8/3P4/4K3 w - - 0 1", "d2d4", "8/8/8/6k1/3PpP2/8/8/4K3 b - d3 0 1", false},
		{"8/8/8/5P2/4p1k1/8/3P4/4K3 w - - 0 1", "d2d4", "8/8/8/5P2/3Pp1k1/8/8/4K3 b - d3 0 1", true},
		// A second king, two squares from where castling would take the first,
		// but on another rank.
		{"4k3/8/8/8/8/8/K7/4K2R w K - 0 1", "a2g1", "4k3/8/8/8/8/8/8/4K1KR b - - 1 1", false},
	} {
		p, after := parseFEN(t, c.fen), parseFEN(t, c.fen)
		m, err := zobrist.ParseMove(c.move)
		require.NoError(t, err)
		require.True(t, after.Play(m))
		assert.Equal(t, c.want, after.FEN())
		for rule, keys := range chessByRule(zobrist.NewChess(3)) {
			assert.Equal(t, naiveChessKey(keys, rule, &after), keys.Hash(&after), "%s %s, %v", c.fen, c.move, rule)
			assert.Equal(t, keys.Hash(&after), keys.After(keys.Hash(&p), &p, m), "%s %s, %v", c.fen, c.move, rule)
			if rule == zobrist.EnPassantLegal {
				assert.Equal(t, c.counts, keys.EnPassantKey(&after) != 0, "%s %s", c.fen, c.move)
			}
		}
	}
}

// EnPassantKey is the part of the key that the en passant square gives. Play
// reports whether a piece moved.
func TestEnPassantKeyAndPlayed(t *testing.T) {
	for rule, keys := range chessByRule(zobrist.Polyglot()) {
		counted := 0
		chessGames(5, 10, 60, startPosition, func(p *zobrist.ChessPosition, legal []zobrist.ChessMove) {
			without := *p
			without.EnPassant = 0
			require.Equal(t, keys.Hash(p)^keys.Hash(&without), keys.EnPassantKey(p))
			require.Zero(t, keys.EnPassantKey(&without))
			if keys.EnPassantKey(p) != 0 {
				counted++
			}
			for _, m := range legal {
				q := *p
				require.True(t, q.Play(m), "%s %v", p.FEN(), m)
			}
			for _, m := range []zobrist.ChessMove{{}, {From: 64, To: 1}, {From: 1, To: 64}, {From: 8, To: 8}} {
				q := *p
				require.False(t, q.Play(m), "%s %v", p.FEN(), m)
				require.Equal(t, !p.BlackToMove, q.BlackToMove)
			}
		})
		assert.NotZero(t, counted, rule)
	}
}
