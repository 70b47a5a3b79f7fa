package zobrist_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

var rules = []zobrist.EnPassantRule{zobrist.EnPassantCapturable, zobrist.EnPassantLegal, zobrist.EnPassantAlways}

// naiveChessKey is Hash, key by key, with the en passant rules decided by a
// move generator that shares no code with the library's.
func naiveChessKey(c *zobrist.Chess, rule zobrist.EnPassantRule, p *zobrist.ChessPosition) zobrist.Key {
	var h zobrist.Key
	for s, piece := range p.Board {
		if piece != zobrist.NoPiece {
			h ^= c.Pieces().Key(zobrist.Square(s), piece)
		}
	}
	for _, r := range []zobrist.CastlingRights{zobrist.WhiteShort, zobrist.WhiteLong, zobrist.BlackShort, zobrist.BlackLong} {
		if p.Castling&r != 0 {
			h ^= c.Castling(r)
		}
	}
	if !p.BlackToMove {
		h ^= c.Side()
	}
	if p.EnPassant == 0 {
		return h
	}
	file := int(p.EnPassant & 7)
	switch rule {
	case zobrist.EnPassantAlways:
		h ^= c.EnPassant(file)
	case zobrist.EnPassantLegal:
		for _, m := range movegen.Legal(p) {
			if m.To == p.EnPassant && m.From&7 != m.To&7 && (p.Board[m.From] == zobrist.WhitePawn || p.Board[m.From] == zobrist.BlackPawn) {
				return h ^ c.EnPassant(file)
			}
		}
	case zobrist.EnPassantCapturable:
		rank, pawn := 4, zobrist.WhitePawn
		if p.BlackToMove {
			rank, pawn = 3, zobrist.BlackPawn
		}
		for _, f := range []int{file - 1, file + 1} {
			if f >= 0 && f < 8 && p.Board[8*rank+f] == pawn {
				return h ^ c.EnPassant(file)
			}
		}
	}
	return h
}

// requireAfter plays m and holds After against Hash, the naive key and the FEN
// parsed back, under each rule.
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
	games := 300
	if testing.Short() {
		games = 30
	}
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
