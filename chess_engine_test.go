package zobrist_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// publishedKeys reads Polyglot's array Random64 and makes keys of it by the
// description of the book format.
func publishedKeys(t *testing.T) *zobrist.Chess {
	text, err := os.ReadFile("testdata/polyglot_random64.txt")
	require.NoError(t, err)
	var random64 []zobrist.Key
	for _, s := range strings.Fields(string(text)) {
		k, err := strconv.ParseUint(s, 16, 64)
		require.NoError(t, err)
		random64 = append(random64, zobrist.Key(k))
	}
	require.Len(t, random64, 781)
	return zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			kind := strings.Index("pPnNbBrRqQkK", p.String())
			return random64[64*kind+8*int(s/8)+int(s%8)]
		},
		Castling: func(r zobrist.CastlingRights) (k zobrist.Key) {
			for i := range 4 {
				if r>>i&1 != 0 {
					k ^= random64[768+i]
				}
			}
			return k
		},
		EnPassant: func(ep zobrist.Square) zobrist.Key { return random64[772+int(ep&7)] },
		Side:      random64[780],
	})
}

// NewChessFunc with Polyglot's numbers equals Polyglot: key by key, on the
// published pairs, and under each rule on every position and move of random
// games.
func TestNewChessFuncIsPolyglot(t *testing.T) {
	t.Parallel()
	made, want := publishedKeys(t), zobrist.Polyglot()
	assert.Equal(t, checksum(want.Keys()), checksum(made.Keys()))
	for _, pair := range polyglotPairs(t) {
		p := parseFEN(t, pair[1])
		assert.Equal(t, pair[0], made.Hash(&p).String(), pair[1])
	}
	games := rounds(5, 12, 50)
	byRule := chessByRule(made)
	for rule, want := range chessByRule(want) {
		c := byRule[rule]
		visit := func(p *zobrist.ChessPosition, legal []zobrist.ChessMove) {
			h := c.Hash(p)
			require.Equal(t, want.Hash(p), h, p.FEN())
			require.Equal(t, want.EnPassantKey(p), c.EnPassantKey(p), p.FEN())
			for _, m := range append(legal, zobrist.ChessMove{}) {
				require.Equal(t, want.After(h, p, m), c.After(h, p, m), "%s %v", p.FEN(), m)
			}
		}
		chessGames(30, games, 150, startPosition, visit)
		chessGames(31, games, 150, chess960Start, visit)
	}
}

// NewChessFunc with the parts of NewChess gives the same keys. It asks for each
// once. TestAllKeysAreStable has their checksum.
func TestNewChessFuncOfParts(t *testing.T) {
	c := zobrist.NewChess(1)
	var asked []string
	ask := func(name string, k zobrist.Key) zobrist.Key {
		asked = append(asked, name)
		return k
	}
	numbers := zobrist.ChessNumbers{
		Piece: func(s zobrist.Square, p zobrist.ChessPiece) zobrist.Key {
			return ask(s.String()+" "+p.String(), c.Pieces().Key(s, p))
		},
		Castling:  func(r zobrist.CastlingRights) zobrist.Key { return ask("castling "+r.String(), c.Castling(r)) },
		EnPassant: func(ep zobrist.Square) zobrist.Key { return ask(ep.String(), c.EnPassant(ep)) },
		Side:      c.Side(),
	}
	made := zobrist.NewChessFunc(numbers)
	assert.Equal(t, "7f1e5a0f5b760ecc", checksum(made.Keys()))
	var names []string
	for name := range c.Keys() {
		names = append(names, name)
	}
	assert.Equal(t, names[:768], asked[:768], "each piece once, NoPiece never")
	assert.Equal(t, "castling -,castling K,castling Q,castling KQ,castling k,castling Kk,castling Qk,castling KQk,castling q,castling Kq,"+
		"castling Qq,castling KQq,castling kq,castling Kkq,castling Qkq,castling KQkq,"+
		"a3,b3,c3,d3,e3,f3,g3,h3,a6,b6,c6,d6,e6,f6,g6,h6", strings.Join(asked[768:], ","))
	for s := range zobrist.Square(255) {
		if s < 64 {
			require.Zero(t, made.Pieces().Key(s, zobrist.NoPiece))
		}
		if rank := s / 8; rank != 2 && rank != 5 {
			require.Zero(t, made.EnPassant(s), s)
		}
	}
	for name, without := range map[string]func(*zobrist.ChessNumbers){
		"Piece":     func(n *zobrist.ChessNumbers) { n.Piece = nil },
		"Castling":  func(n *zobrist.ChessNumbers) { n.Castling = nil },
		"EnPassant": func(n *zobrist.ChessNumbers) { n.EnPassant = nil },
	} {
		n := numbers
		without(&n)
		assert.PanicsWithValue(t, "zobrist: NewChessFunc: "+name+" is nil, want a function", func() { zobrist.NewChessFunc(n) })
	}
}

// If an engine has the side's key when Black is to move, its keys are ours XOR
// side. After updates them too.
func TestNewChessFuncSideOfBlack(t *testing.T) {
	c := zobrist.NewChess(4)
	p := startPosition(0)
	h := c.Hash(&p) ^ c.Side()
	for _, m := range []zobrist.ChessMove{{From: 12, To: 28}, {From: 52, To: 36}, {}} {
		h = c.After(h, &p, m)
		p.Play(m)
		require.Equal(t, c.Hash(&p)^c.Side(), h)
	}
}

// EnPassantFrom agrees with files and ranks on every square.
func TestEnPassantFromSquares(t *testing.T) {
	for ep := range 256 {
		var want uint64
		file, rank := ep%8, ep/8
		for from := range 64 {
			beside := from%8 == file-1 || from%8 == file+1
			if beside && (rank == 2 && from/8 == 3 || rank == 5 && from/8 == 4) {
				want |= 1 << from
			}
		}
		assert.Equal(t, want, zobrist.EnPassantFrom(zobrist.Square(ep)), ep)
	}
	for ep, want := range map[zobrist.Square]uint64{
		16: 1 << 25, 20: 1<<27 | 1<<29, 23: 1 << 30, // a3 e3 h3
		40: 1 << 33, 44: 1<<35 | 1<<37, 47: 1 << 38, // a6 e6 h6
	} {
		assert.Equal(t, want, zobrist.EnPassantFrom(ep), ep)
	}
}

// EnPassantFrom and the pawns of the side to move give the same rule as
// EnPassantKey, on every board of random games. The pawns it names are those
// that can capture.
func TestEnPassantFromIsTheRule(t *testing.T) {
	t.Parallel()
	games := rounds(40, 60, 400)
	c := zobrist.NewChess(1)
	squares, counted := 0, 0
	visit := func(p *zobrist.ChessPosition, legal []zobrist.ChessMove) {
		pawn := zobrist.WhitePawn
		if p.BlackToMove {
			pawn = zobrist.BlackPawn
		}
		var pawns uint64
		for s, piece := range p.Board {
			if piece == pawn {
				pawns |= 1 << s
			}
		}
		from := zobrist.EnPassantFrom(p.EnPassant) & pawns
		require.Equal(t, c.EnPassantKey(p) != 0, from != 0, p.FEN())
		var captures uint64
		for _, m := range legal {
			if p.EnPassant != 0 && m.To == p.EnPassant && p.Board[m.From] == pawn && m.From%8 != m.To%8 {
				captures |= 1 << m.From
			}
		}
		require.Zero(t, captures&^from, p.FEN())
		if p.EnPassant != 0 {
			squares++
		}
		if from != 0 {
			counted++
		}
	}
	chessGames(32, games, 120, startPosition, visit)
	chessGames(33, games, 120, chess960Start, visit)
	assert.Greater(t, counted, squares/50)
	t.Log(squares, counted)
}

// Normalize changes only castling. Its result plays the same, and castling of a
// king from e1 or e8 becomes the king's move of two files.
func TestNormalize(t *testing.T) {
	t.Parallel()
	games := rounds(8, 20, 60)
	changed, chess960 := 0, 0
	visit := func(p *zobrist.ChessPosition, legal []zobrist.ChessMove) {
		for from := range zobrist.Square(64) {
			if p.Board[from] == zobrist.NoPiece {
				continue
			}
			for to := range zobrist.Square(64) {
				m := zobrist.ChessMove{From: from, To: to}
				n := p.Normalize(m)
				// A king and a rook that both leave their squares have castled.
				a := *p
				played := a.Play(m)
				if from != 4 && from != 60 || to%8 != 0 && to%8 != 7 || a.Board[from] != zobrist.NoPiece || a.Board[to] != zobrist.NoPiece {
					if m != n {
						require.Equal(t, m, n, p.FEN())
					}
					continue
				}
				changed++
				require.Contains(t, []string{"e1h1 e1g1", "e1a1 e1c1", "e8h8 e8g8", "e8a8 e8c8"}, m.String()+" "+n.String())
				b := *p
				require.Equal(t, played, b.Play(n), "%s %v", p.FEN(), m)
				require.Equal(t, a, b, "%s %v and %v", p.FEN(), m, n)
				require.Equal(t, n, p.Normalize(n), "twice is once")
			}
		}
		// movegen has castling as the king's move of two files where it can.
		for _, m := range legal {
			require.Equal(t, m, p.Normalize(m), p.FEN())
			if p.Board[m.From]%6 == 0 && p.Board[m.To]%6 == zobrist.WhiteRook && p.Board[m.To] != zobrist.NoPiece &&
				(p.Board[m.To] >= zobrist.BlackPawn) == p.BlackToMove {
				chess960++
			}
		}
	}
	castlers := func(int) zobrist.ChessPosition { return parseFEN(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") }
	chessGames(34, games, 40, castlers, visit)
	chessGames(35, games/2, 60, chess960Start, visit)
	assert.NotZero(t, changed)
	assert.NotZero(t, chess960, "castling that Normalize leaves unchanged")

	var empty zobrist.ChessPosition
	odd := parseFEN(t, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	for _, m := range []zobrist.ChessMove{{}, {From: 4, To: 255}, {From: 255, To: 4}, {From: 4, To: 4}, {From: 4, To: 63}} {
		assert.Equal(t, m, empty.Normalize(m))
		assert.Equal(t, m, odd.Normalize(m))
	}
	promoting := zobrist.ChessMove{From: 4, To: 7, Promotion: zobrist.WhiteQueen}
	assert.Equal(t, zobrist.ChessMove{From: 4, To: 6}, odd.Normalize(promoting))
}

func TestCheckStandard(t *testing.T) {
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/8 w - - 0 1":                                 "White has 0 kings, want 1",
		"8/8/8/8/8/8/8/4K3 w - - 0 1":                                 "Black has 0 kings, want 1",
		"8/8/8/8/8/8/8/8 w - - 0 1":                                   "White has 0 kings, want 1",
		"4k3/8/8/8/8/8/8/K3K3 w - - 0 1":                              "White has 2 kings, want 1",
		"4k2k/8/8/8/8/8/8/K7 w - - 0 1":                               "Black has 2 kings, want 1",
		"4k3/8/8/8/8/8/8/P3K3 w - - 0 1":                              "a pawn (P) on a1, want none on rank 1 or 8",
		"4k2p/8/8/8/8/8/8/4K3 w - - 0 1":                              "a pawn (p) on h8, want none on rank 1 or 8",
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

// Every position of games of standard chess passes. A position of Chess960
// passes exactly when its castling rights are those of standard chess. After a
// null move, a side that was in check is refused.
func TestCheckStandardGames(t *testing.T) {
	refused, passed := 0, 0
	chessGames(36, 40, 150, startPosition, func(p *zobrist.ChessPosition, _ []zobrist.ChessMove) {
		require.NoError(t, p.CheckStandard(), p.FEN())
		null := *p
		null.Play(zobrist.ChessMove{})
		if err := null.CheckStandard(); movegen.InCheck(p) {
			require.ErrorContains(t, err, "is in check, but", p.FEN())
			refused++
		} else {
			require.NoError(t, err, p.FEN())
			passed++
		}
	})
	assert.NotZero(t, refused)
	assert.NotZero(t, passed)
	refused, passed = 0, 0
	chessGames(37, 40, 100, chess960Start, func(p *zobrist.ChessPosition, _ []zobrist.ChessMove) {
		home := true
		for i, king := range []string{"e1", "e1", "e8", "e8"} {
			if right := zobrist.CastlingRights(1 << i); p.Castling&right != 0 {
				at, err := zobrist.ParseSquare(king)
				require.NoError(t, err)
				home = home && strings.EqualFold(p.Board[at].String(), "k") && p.Rook(right).String() == []string{"h1", "a1", "h8", "a8"}[i]
			}
		}
		err := p.CheckStandard()
		require.Equal(t, home, err == nil, "%v: %v", p.FEN(), err)
		if err == nil {
			passed++
		} else {
			refused++
		}
	})
	assert.NotZero(t, refused)
	assert.NotZero(t, passed)
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
			require.NoError(t, parseErr, fmt.Sprint(p.FEN()))
			require.Equal(t, p.Board, parsed.Board)
			require.NoError(t, parsed.CheckStandard())
		}
	}
}
