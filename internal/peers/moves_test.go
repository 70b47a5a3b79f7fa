package peers_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/corentings/chess/v2"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// chessKeys are the same keys under the three en passant rules.
var chessKeys = [3]*zobrist.Chess{
	zobrist.Polyglot(),
	zobrist.Polyglot().WithEnPassant(zobrist.EnPassantLegal),
	zobrist.Polyglot().WithEnPassant(zobrist.EnPassantAlways),
}

func hashes(p *zobrist.ChessPosition) (h [3]zobrist.Key) {
	for i, c := range chessKeys {
		h[i] = c.Hash(p)
	}
	return h
}

func parseFEN(t testing.TB, fen string) zobrist.ChessPosition {
	t.Helper()
	p, err := zobrist.ParseFEN(fen)
	require.NoError(t, err, fen)
	return p
}

// requireMove plays the move m in p, whose keys are h, and in theirs, the same position
// of corentings/chess. A nil m is a null move. Under every rule, requireMove requires
// the same key from After, from Hash of the new position, and from Hash of its FEN read
// back. Both libraries must write the same FEN. Both follow the FEN standard: the en
// passant square is there after every double push.
func requireMove(t *testing.T, h [3]zobrist.Key, p *zobrist.ChessPosition, theirs *chess.Position, m *chess.Move) (zobrist.ChessPosition, *chess.Position, [3]zobrist.Key) {
	var move zobrist.ChessMove
	if m != nil {
		move = uciMove(m)
	}
	played, theirsAfter := *p, theirs.Update(m)
	played.Play(move)
	fen := played.FEN()
	if want := theirsAfter.String(); fen != want {
		require.Equal(t, want, fen, "%s %v", p.FEN(), move)
	}
	parsed, err := zobrist.ParseFEN(fen)
	if err != nil || parsed != played {
		require.NoError(t, err, "%s %v", p.FEN(), move)
		require.Equal(t, played, parsed, "%s %v", p.FEN(), move)
	}
	want := hashes(&played)
	if got := hashes(&parsed); got != want {
		require.Equal(t, want, got, "by FEN: %s %v", p.FEN(), move)
	}
	for i, c := range chessKeys {
		if got := c.After(h[i], p, move); got != want[i] {
			require.Equal(t, want[i], got, "After, rule %d: %s %v", i, p.FEN(), move)
		}
	}
	return played, theirsAfter, want
}

// requireNull makes two null moves. They restore the key, but without the en passant
// square if one was set.
func requireNull(t *testing.T, h [3]zobrist.Key, p *zobrist.ChessPosition, theirs *chess.Position) {
	passed, theirsPassed, once := requireMove(t, h, p, theirs, nil)
	_, _, twice := requireMove(t, once, &passed, theirsPassed, nil)
	want := h
	if p.EnPassant != 0 {
		forgotten := *p
		forgotten.EnPassant = 0
		want = hashes(&forgotten)
	}
	require.Equal(t, want, twice, "%s: two null moves", p.FEN())
}

// After is right for every move of random games. Only After updates the keys. The
// library's own plain move generator finds the same moves.
func TestAfterRandomGames(t *testing.T) {
	games := 2000
	if testing.Short() {
		games = 60
	}
	hasher := chess.NewZobristHasher()
	start := parseFEN(t, zobrist.StartFEN)
	p, h := start, hashes(&start)
	randomGames(1, games, 90, func(theirs *chess.Position, legal []chess.Move, next int) {
		fen := theirs.String()
		require.Equal(t, fen, p.FEN())
		board := fromBoard(theirs)
		board.HalfmoveClock, board.FullmoveNumber = p.HalfmoveClock, p.FullmoveNumber
		require.True(t, board == p, fen)
		require.Equal(t, hashes(&p), h, fen)
		polyglot, err := hasher.HashPosition(fen)
		require.NoError(t, err)
		require.Equal(t, polyglot, h[0].String(), "corentings' Polyglot key: %s", fen)
		requireNull(t, h, &p, theirs)
		ours, names := []string{}, []string{}
		for _, m := range movegen.Legal(&p) {
			ours = append(ours, m.String())
		}
		for i := range legal {
			names = append(names, uciMove(&legal[i]).String())
		}
		require.ElementsMatch(t, names, ours, fen)

		after, keys := start, hashes(&start) // for the next game
		for i := range legal {
			a, _, k := requireMove(t, h, &p, theirs, &legal[i])
			if i == next {
				after, keys = a, k
			}
		}
		p, h = after, keys
	})
}

// uciMove translates a move of corentings/chess, by its UCI notation.
func uciMove(m *chess.Move) zobrist.ChessMove {
	to, err := zobrist.ParseMove(m.String())
	if err != nil {
		panic(err)
	}
	return to
}

// randomGames plays random legal games from the start position with corentings/chess.
// Each game ends by the rules or after the given number of plies. The same seed gives
// the same games. randomGames calls visit with every position, its legal moves, and the
// index of the next move, which is -1 at the end of a game.
func randomGames(seed uint64, games, plies int, visit func(p *chess.Position, legal []chess.Move, next int)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for range games {
		p := chess.StartingPosition()
		for ply := 0; ; ply++ {
			legal := p.ValidMoves()
			if len(legal) == 0 || ply == plies {
				visit(p, legal, -1)
				break
			}
			next := rng.IntN(len(legal))
			visit(p, legal, next)
			p = p.Update(&legal[next])
		}
	}
}

var pieces = map[chess.Piece]zobrist.ChessPiece{
	chess.NoPiece:   zobrist.NoPiece,
	chess.WhitePawn: zobrist.WhitePawn, chess.BlackPawn: zobrist.BlackPawn,
	chess.WhiteKnight: zobrist.WhiteKnight, chess.BlackKnight: zobrist.BlackKnight,
	chess.WhiteBishop: zobrist.WhiteBishop, chess.BlackBishop: zobrist.BlackBishop,
	chess.WhiteRook: zobrist.WhiteRook, chess.BlackRook: zobrist.BlackRook,
	chess.WhiteQueen: zobrist.WhiteQueen, chess.BlackQueen: zobrist.BlackQueen,
	chess.WhiteKing: zobrist.WhiteKing, chess.BlackKing: zobrist.BlackKing,
}

// fromBoard translates a position of corentings/chess, except its clocks.
func fromBoard(from *chess.Position) zobrist.ChessPosition {
	p := zobrist.ChessPosition{
		BlackToMove:    from.Turn() == chess.Black,
		FullmoveNumber: 1,
	}
	for s := range p.Board {
		p.Board[s] = pieces[from.Board().Piece(chess.Square(s))]
	}
	for i, right := range "KQkq" {
		p.Rooks[i] = p.Rook(1 << i) // the corner
		if strings.ContainsRune(from.CastleRights().String(), right) {
			p.Castling |= 1 << i
		}
	}
	if s := from.EnPassantSquare(); s != chess.NoSquare {
		p.EnPassant = zobrist.Square(s)
	}
	return p
}
