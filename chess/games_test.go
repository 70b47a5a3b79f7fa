package chess_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
)

var _ = flag.Bool("long", false, "more games and positions, for minutes")

// chessGames plays random legal games from a position, each to its end or for a
// number of plies. It calls visit with every position and its legal moves.
func chessGames(
	seed uint64, games, plies int,
	start func(i int) chess.Position, visit func(p *chess.Position, legal []chess.Move),
) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range games {
		p := start(i)
		for range plies {
			legal := movegen.Legal(&p)
			visit(&p, legal)
			if len(legal) == 0 {
				break
			}
			p.Play(legal[rng.IntN(len(legal))])
		}
	}
}

func parseFEN(t testing.TB, s string) chess.Position {
	t.Helper()
	p, err := chess.ParseFEN(s)
	require.NoError(t, err, s)
	return p
}

func parseMove(t testing.TB, uci string) chess.Move {
	t.Helper()
	m, err := chess.ParseMove(uci)
	require.NoError(t, err, uci)
	return m
}

func startPosition(int) chess.Position { return sample.Must(chess.ParseFEN(chess.StartFEN)) }

// Kings and rooks with all rights, and no pawns in their way.
func castlingPosition(int) chess.Position {
	return sample.Must(chess.ParseFEN("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"))
}

// chess960Start returns one of the start positions of Chess960, from random
// arrangements with the bishops on two colours and the king between the rooks.
func chess960Start(i int) chess.Position {
	rng := rand.New(rand.NewPCG(960, uint64(i)))
	for {
		back := []byte("RNBQKBNR")
		rng.Shuffle(8, func(i, j int) { back[i], back[j] = back[j], back[i] })
		s := string(back)
		king := strings.IndexByte(s, 'K')
		between := strings.IndexByte(s, 'R') < king && king < strings.LastIndexByte(s, 'R')
		twoColours := (strings.IndexByte(s, 'B')+strings.LastIndexByte(s, 'B'))%2 == 1
		if between && twoColours {
			fen := strings.ToLower(s) + "/pppppppp/8/8/8/8/PPPPPPPP/" + s + " w KQkq - 0 1"
			return sample.Must(chess.ParseFEN(fen))
		}
	}
}

var rules = []zobrist.EnPassantRule{
	zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal, zobrist.EnPassantAlways,
}

func chessByRule(c *zobrist.Chess) map[zobrist.EnPassantRule]*zobrist.Chess {
	keys := map[zobrist.EnPassantRule]*zobrist.Chess{}
	for _, r := range rules {
		keys[r] = c.WithEnPassant(r)
	}
	return keys
}

// naiveChessKey is Hash, key by key, with the en passant rules decided by a move generator that
// shares no code with the library's.
func naiveChessKey(c *zobrist.Chess, rule zobrist.EnPassantRule, p *chess.Position) zobrist.Key {
	h := c.Castling(p.Castling)
	for s, piece := range p.Board {
		if piece != zobrist.NoPiece {
			h ^= c.Table().Key(zobrist.Square(s), piece)
		}
	}
	if !p.BlackToMove {
		h ^= c.Side()
	}
	if naiveEnPassant(rule, p) {
		h ^= c.EnPassant(p.EnPassant)
	}
	return h
}

func hashBitboards(c *zobrist.Chess, p *chess.Position) zobrist.Key {
	white, black := p.Bitboards()
	return c.HashBitboards(&white, &black, p.BlackToMove, p.Castling, p.EnPassant)
}

// naiveEnPassant reports whether a rule counts the en passant square of p.
func naiveEnPassant(rule zobrist.EnPassantRule, p *chess.Position) bool {
	rank, pawn := 4, zobrist.WhitePawn
	if p.BlackToMove {
		rank, pawn = 3, zobrist.BlackPawn
	}
	switch {
	case p.EnPassant == 0:
		return false
	case rule == zobrist.EnPassantLegal:
		return slices.ContainsFunc(movegen.Legal(p), func(m chess.Move) bool {
			return m.To == p.EnPassant && m.From&7 != m.To&7 && p.Board[m.From] == pawn
		})
	case rule == zobrist.EnPassantPseudoLegal:
		file := int(p.EnPassant & 7)
		left := file > 0 && p.Board[8*rank+file-1] == pawn
		right := file < 7 && p.Board[8*rank+file+1] == pawn
		return left || right
	}
	return true
}

func withoutEnPassant(p chess.Position) *chess.Position {
	p.EnPassant = 0
	return &p
}

var subKeys = zobrist.NewChess(50).SubKeys()

// subTables has a table for each group of subKeys.
var subTables = func() (tables []*zobrist.Table[zobrist.Square, zobrist.ChessPiece]) {
	keys := zobrist.NewChess(50)
	for _, letters := range []string{"Pp", "NBnb", "RQrq", "NBRQK", "nbrqk"} {
		var group []zobrist.ChessPiece
		for _, c := range letters {
			group = append(group, zobrist.ChessPiece(strings.IndexRune(".PNBRQKpnbrqk", c)))
		}
		tables = append(tables, keys.Table().Only(group...))
	}
	return tables
}()

// requireAfter plays m. Under each rule it compares After with Hash, with the
// naive key and with the key of the FEN parsed again. It compares AfterSubKeys with
// a table for each sub-key.
func requireAfter(
	t *testing.T, keys map[zobrist.EnPassantRule]*zobrist.Chess, p *chess.Position, m chess.Move,
) chess.Position {
	before, played := *p, *p
	played.Play(m)
	parsed, err := chess.ParseFEN(played.FEN())
	if err != nil || parsed != played {
		require.NoError(t, err, "%s %v", p.FEN(), m)
		require.Equal(t, played, parsed, "%s %v", p.FEN(), m)
	}
	for rule, c := range keys {
		want := naiveChessKey(c, rule, &played)
		after := p.After(c, p.Hash(c), m)
		if after != want || played.Hash(c) != want {
			require.Equal(t, want, after, "After: %s %v, rule %v", p.FEN(), m, rule)
			require.Equal(t, want, played.Hash(c), "Hash: %s %v, rule %v", p.FEN(), m, rule)
		}
		if hashBitboards(c, &played) != want {
			require.Equal(t, want, hashBitboards(c, &played), "HashBitboards: %s, rule %v",
				played.FEN(), rule)
		}
	}
	var got, want [5]zobrist.Key
	for g, only := range subTables {
		got[g], want[g] = only.Hash(p.Board[:]), only.Hash(played.Board[:])
	}
	p.AfterSubKeys(subKeys, got[:], m)
	if got != want {
		require.Equal(t, want, got, "AfterSubKeys: %s %v", p.FEN(), m)
	}
	if *p != before {
		require.Equal(t, before, *p, "After changed the position")
	}
	return played
}
