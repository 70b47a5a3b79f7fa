package zobristtest_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

const (
	startFEN  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	kiwipete  = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	promotion = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
)

// hunt checks a game as Run does, but faster.
func hunt(newGame func() zobristtest.Game) error {
	depth := 2
	if newGame().Moves() < 30 {
		depth = 4
	}
	if err := zobristtest.Walk(newGame(), depth); err != nil {
		return err
	}
	for seed := range uint64(20) {
		if err := zobristtest.Playout(newGame(), zobrist.NewSplitMix64(seed), 100); err != nil {
			return err
		}
	}
	return nil
}

// not returns a bug: the update of the key ignores features of this kind.
func not(kind string) chessBug {
	return chessBug{update: func(f feature) int {
		if f.kind == kind {
			return 0
		}
		return 1
	}}
}

// when returns a bug: the update of the key ignores features for which is returns
// true.
func when(is func(f feature) bool) chessBug {
	return chessBug{update: func(f feature) int {
		if is(f) {
			return 0
		}
		return 1
	}}
}

// A chessMutant is chess with a mistake.
type chessMutant struct {
	name string
	fen  string
	bug  chessBug
	want []string // parts of the message
}

func chessMutants() []chessMutant {
	chess := zobrist.NewChess(2026)
	always := chess.WithEnPassant(zobrist.EnPassantAlways)
	return []chessMutant{
		// En passant.
		{"en passant hashed when nobody can capture", startFEN, chessBug{
			recompute: func(g *chessGame) zobrist.Key { return always.Hash(&g.position) },
		}, []string{"key after a2a4: got ", "want ", `wrong by: "en passant`}},
		{"en passant left in after a null move", startFEN, chessBug{
			null: func(g *chessGame) {
				g.position.Play(zobrist.ChessMove{})
				g.key ^= g.keys.Side()
			},
		}, []string{" null: got ", `wrong by: "en passant `}},
		{"en passant left in by a move", kiwipete, not("en passant gone"), []string{`wrong by: "en passant `}},
		{"en passant not put in", kiwipete, not("en passant"), []string{`wrong by: "en passant `}},
		{"en passant different by FEN and by moves", startFEN, chessBug{
			update: func(f feature) int { return 1 },
			after: func(g *chessGame, m zobrist.ChessMove) zobrist.Key {
				return always.After(g.key, &g.position, m)
			},
			recompute: func(g *chessGame) zobrist.Key { return g.key }, // hides the mistake from the check of Recompute
		}, []string{"After(", `wrong by: "en passant `}},
		{"en passant in the key after every double push, but not in the position", startFEN, enPassantAlways(), []string{", in the same position \"", `wrong by: "en passant `}},

		// Castling.
		{"castling rights not updated", kiwipete, not("castling"), []string{`wrong by: "castling `, "(a castling right that is lost stays in the key?)"}},
		{"rook captured on its corner", kiwipete, when(func(f feature) bool {
			return f.kind == "castling" && f.was.Board[f.move.From] != zobrist.WhiteKing && f.was.Board[f.move.From] != zobrist.BlackKing &&
				f.was.Board[f.move.To] != zobrist.NoPiece
		}), []string{`wrong by: "castling `}},
		{"castling forgets the rook", kiwipete, not("rook"), []string{`wrong by: "f1 R", "h1 R"`}},
		{"castling rights share a key", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", chessBug{keys: func(name string, key zobrist.Key) zobrist.Key {
			if strings.HasPrefix(name, "castling") {
				return chess.Castling(zobrist.WhiteShort)
			}
			return key
		}}, []string{"the same as ", "but the positions differ"}},

		// Captures and promotions.
		{"captured piece left in", startFEN, not("captured"),
			[]string{"key after ", `wrong by: "`, "(the captured piece stays in the key?)"}},
		{"captured piece toggled twice", startFEN, chessBug{update: func(f feature) int {
			if f.kind == "captured" {
				return 2
			}
			return 1
		}}, []string{"(the captured piece stays in the key?)"}},
		{"pawn captured en passant left in", kiwipete, not("victim"), []string{`wrong by: "`, "(a piece that is captured on another square, as en passant, stays in the key?)"}},
		{"promoted to a pawn", promotion, chessBug{update: func(f feature) int { return 1 },
			after: func(g *chessGame, m zobrist.ChessMove) zobrist.Key {
				if m.Promotion == zobrist.NoPiece {
					return chess.After(g.key, &g.position, m)
				}
				return chess.After(g.key, &g.position, m) ^ chess.Pieces().Key(m.To, m.Promotion) ^ chess.Pieces().Key(m.To, g.position.Board[m.From])
			},
		}, []string{"After(", "at the start: returns ", `wrong by: "`}},
		{"promoted piece missing", promotion, not("promoted"), []string{"(the piece is not put on its new square in the key?)"}},
		{"piece captured by a promotion left in", promotion, when(func(f feature) bool {
			return f.kind == "captured" && f.move.Promotion != zobrist.NoPiece
		}), []string{`wrong by: "`, "(the captured piece stays in the key?)"}},
		{"moved piece left behind", startFEN, not("from"), []string{"(the piece that moves stays in the key where it came from?)"}},
		{"moved piece not put down", startFEN, not("to"), []string{"key after b1c3: got ", `wrong by: "c3 N" (the piece is not put on its new square in the key?)`}},

		// Undo and pass.
		{"Unmake does not restore", startFEN, chessBug{unmake: func(g *chessGame, last chessState) {
			g.key = g.keys.Hash(&g.position) ^ g.keys.Side()
		}}, []string{"key at the start, b1c3 taken back: got ", "as before", `wrong by: "side"`}},
		{"Unmake forgets the castling rights", kiwipete, chessBug{unmake: func(g *chessGame, last chessState) {
			g.key = last.key
			g.position.Castling &^= zobrist.WhiteShort
		}}, []string{"taken back: the position is ", "Qkq", "KQkq"}},
		{"null move does not change the key", startFEN, chessBug{null: func(g *chessGame) {
			g.position.Play(zobrist.ChessMove{})
		}}, []string{"key after null: got ", `wrong by: "side" (the side to move does not change in the key?)`}},
		{"null move not in Recompute", startFEN, chessBug{recompute: func(g *chessGame) zobrist.Key {
			p := g.position
			p.BlackToMove = false
			return g.keys.Hash(&p)
		}}, []string{`wrong by: "side"`}},
		{"UndoNull does not restore", startFEN, chessBug{undoNull: func(g *chessGame, last chessState) {}},
			[]string{"key at the start, null undone: got ", `wrong by: "side"`}},

		// After.
		{"After makes the move", startFEN, chessBug{after: func(g *chessGame, m zobrist.ChessMove) zobrist.Key {
			g.position.Play(m)
			return g.keys.After(g.key, &g.position, m)
		}}, []string{"After(b1c3) at the start changes the position from"}},
		{"After changes the key", startFEN, chessBug{after: func(g *chessGame, m zobrist.ChessMove) zobrist.Key {
			g.key = g.keys.After(g.key, &g.position, m)
			return g.key
		}}, []string{"After(b1c3) at the start changes the key from "}},

		// Tables.
		{"an index range off by one", startFEN, chessBug{keys: func(name string, key zobrist.Key) zobrist.Key {
			if name[:1] == "h" {
				return 0
			}
			return key
		}}, []string{"the same as ", "but the positions differ"}},
		{"two features share a key", startFEN, chessBug{keys: func(name string, key zobrist.Key) zobrist.Key {
			if name == "a4 P" {
				return chess.Pieces().Key(16, zobrist.WhitePawn) // a3
			}
			return key
		}}, []string{"the same as after a2a3, but the positions differ"}},

		// Moves.
		{"moves are lost", startFEN, chessBug{moves: func(g *chessGame, n int) int {
			if g.unmade > 0 {
				return n - 1
			}
			return n
		}}, []string{"at the start, ", " taken back: Moves() is 19, and was 20 before"}},
		{"a negative number of moves", startFEN, chessBug{moves: func(g *chessGame, n int) int {
			if len(g.before) == 1 {
				return -n
			}
			return n
		}}, []string{"after ", ": Moves() is -20"}},
	}
}

func TestBrokenChess(t *testing.T) {
	t.Parallel()
	for _, c := range chessMutants() {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := hunt(newChessGame(c.fen, c.bug))
			require.Error(t, err)
			for _, want := range c.want {
				assert.Contains(t, err.Error(), want)
			}
			_, problem := reproduces(newChessGame(c.fen, c.bug), err.Error())
			assert.Empty(t, problem)
		})
	}
}

// enPassantAlways has the en passant file in the key after every double push, but in
// the position only if a pawn can capture.
func enPassantAlways() chessBug {
	always := zobrist.NewChess(2026).WithEnPassant(zobrist.EnPassantAlways)
	return chessBug{
		recompute: func(g *chessGame) zobrist.Key { return always.Hash(&g.position) },
		make:      func(g *chessGame, m zobrist.ChessMove) zobrist.Key { return always.After(g.key, &g.position, m) },
	}
}

func TestStartsOfChess(t *testing.T) {
	t.Parallel()
	config := zobristtest.Config{Starts: []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", // castling
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq -",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", // en passant, and pins
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",   // promotion
	}}
	config.Run(t, newLoadedChess(startFEN, chessBug{}))
}

// TestEnPassantInEveryKey has the en passant file in the key when nobody can capture, but
// not in the position. The message must not say that Load is wrong.
func TestEnPassantInEveryKey(t *testing.T) {
	t.Parallel()
	_, err := zobristtest.Config{Games: 2, Seed: 1}.Walk(newLoadedChess(startFEN, enPassantAlways()))
	require.Error(t, err)
	assert.Contains(t, err.Error(), `, in the same position "`)
	assert.NotContains(t, err.Error(), "castling")
}

// unnamed is a chess game without Keys.
type unnamed struct {
	zobristtest.Game
	zobristtest.Positioner
	zobristtest.MoveStringer
}

func newUnnamed(fen string, bug chessBug) func() zobristtest.Game {
	newGame := newChessGame(fen, bug)
	return func() zobristtest.Game { return withoutKeys(newGame()) }
}

// TestNamesWithoutKeys has games without Keys whose Position is a FEN.
func TestNamesWithoutKeys(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		fen  string
		bug  chessBug
		want string
	}{
		{"captured piece left in", startFEN, not("captured"), `wrong by: "[a-h][1-8] [PNBRQpnbrq]" \(the captured piece stays in the key\?\)`},
		{"castling", kiwipete, not("castling"), `wrong by: "castling [KQkq]"`},
		{"en passant", kiwipete, not("en passant"), `wrong by: "en passant [a-h]"`},
		{"side", startFEN, not("side"), `wrong by: "side" \(the side to move does not change in the key\?\)`},
		{"promotion", promotion, not("promoted"), `wrong by: "[a-h][18] [QRBNqrbn]" \(the piece is not put on its new square in the key\?\)`},
		{"rook in castling", kiwipete, not("rook"), `wrong by: "[a-h][18] [Rr]", "[a-h][18] [Rr]"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := zobristtest.Config{Games: 20, Seed: 1}.Walk(newUnnamed(c.fen, c.bug))
			matches(t, c.want, err)
		})
	}
	// Without a FEN, the kit cannot name the keys.
	_, err := zobristtest.Config{Games: 1}.Walk(func() zobristtest.Game {
		return withoutKeys(newStroll(strollBug{make: func(s *stroll, was strollState) { s.key++ }})())
	})
	assert.ErrorContains(t, err, "(add a Keys method to see which keys are wrong)")
}
