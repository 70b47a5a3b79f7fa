package zobristtest_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A boardGame is a chessGame with the methods Load and Clone, and no null move in check.
type boardGame struct{ *chessGame }

func newBoardGame() zobristtest.Game {
	return &boardGame{newChessGame(startFEN, chessBug{})().(*chessGame)}
}

func (g *boardGame) Null() bool {
	return !movegen.InCheck(&g.position) && g.chessGame.Null()
}

func (g *boardGame) Load(position string) (err error) {
	p, err := zobrist.ParseFEN(position + " 0 1") // the clocks
	if err == nil {
		g.chessGame = &chessGame{keys: g.keys, position: p, bug: g.bug}
		g.key = g.Recompute()
	}
	return err
}

func (g *boardGame) Clone() zobristtest.Game {
	c := *g.chessGame
	c.before = slices.Clone(g.before)
	return &boardGame{&c}
}

func TestZobristPositions(t *testing.T) {
	config := zobristtest.Config{Starts: []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", // castling
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq -",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", // en passant, and pins
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -",   // promotion
	}}
	config.Run(t, newBoardGame)
}

// TestEnPassantInEveryKey uses a Position that does not follow the engine's own rule. It
// shows an en passant key that is in the hash when nobody can capture.
func TestEnPassantInEveryKey(t *testing.T) {
	always := zobrist.NewChess(2026).WithEnPassant(zobrist.EnPassantAlways)
	newGame := func() zobristtest.Game {
		return &boardGame{newChessGame(startFEN, chessBug{
			make:      func(g *chessGame, m zobrist.ChessMove) zobrist.Key { return always.After(g.key, &g.position, m) },
			recompute: func(g *chessGame) zobrist.Key { return always.Hash(&g.position) },
		})().(*chessGame)}
	}
	_, err := zobristtest.Config{Games: 2, Seed: 1}.Walk(newGame)
	require.Error(t, err)
	assert.Contains(t, err.Error(), `, in the same position "`) // not: Load is wrong
	assert.NotContains(t, err.Error(), "castling")
	assert.Error(t, newGame().(zobristtest.Loader).Load("8/8"))
}
