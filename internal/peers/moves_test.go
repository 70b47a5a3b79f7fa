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

// walk tests every line of depth plies, and counts the lines.
func walk(t *testing.T, h [3]zobrist.Key, p *zobrist.ChessPosition, theirs *chess.Position, depth int) int {
	if depth == 0 {
		return 1
	}
	requireNull(t, h, p, theirs)
	moves := theirs.ValidMoves()
	lines := 0
	for i := range moves {
		after, theirsAfter, keys := requireMove(t, h, p, theirs, &moves[i])
		lines += walk(t, keys, &after, theirsAfter, depth-1)
	}
	return lines
}

// trees are positions with their published numbers of legal lines, for all depths from 1,
// by the Chess Programming Wiki. The others are from M. Sedlak's collection: en passant
// captures, castling and promotions that are barely legal, or barely illegal.
var trees = []struct {
	name, fen string
	lines     []int
}{
	{"start", zobrist.StartFEN, []int{20, 400, 8902, 197281}},
	{"Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []int{48, 2039, 97862}},
	{"position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []int{14, 191, 2812, 43238}},
	{"position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []int{6, 264, 9467}},
	{"position 4 mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", []int{6, 264, 9467}},
	{"position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []int{44, 1486, 62379}},
	{"position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []int{46, 2079, 89890}},
	{"promotions", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", []int{24, 496, 9483}},
	{"both pawns leave the rank", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", nil},
	{"pawn pinned on a diagonal", "8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", nil},
	{"check by the capture", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", nil},
	{"castling gives check", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", nil},
	{"long castling gives check", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", nil},
	{"castling rights lost", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", nil},
	{"castling prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", nil},
	{"promotion gives check", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", nil},
}

// After is right for every move of the trees.
func TestAfterTrees(t *testing.T) {
	for _, c := range trees {
		t.Run(c.name, func(t *testing.T) {
			p := parseFEN(t, c.fen)
			theirs, err := readPosition(c.fen)
			require.NoError(t, err)
			depth := len(c.lines)
			if c.lines == nil {
				depth = 3
			}
			if testing.Short() {
				depth = min(depth, 2)
			}
			lines := walk(t, hashes(&p), &p, theirs, depth)
			if c.lines != nil {
				require.Equal(t, c.lines[depth-1], lines)
			}
		})
	}
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

// readPosition reads a FEN into a position of corentings/chess. Calls must not overlap,
// because that library's FEN reader keeps a buffer in a package variable.
func readPosition(fen string) (*chess.Position, error) {
	p := new(chess.Position)
	if err := p.UnmarshalText([]byte(fen)); err != nil {
		return nil, err
	}
	return p, nil
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
