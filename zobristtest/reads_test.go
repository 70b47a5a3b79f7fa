package zobristtest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A spoiler is a game with one mistake: one of its methods makes a move.
type spoiler struct {
	zobristtest.Game
	method string
}

func (g *spoiler) spoil(method string) {
	if g.method == method {
		g.Make(0)
	}
}

func (g *spoiler) Key() zobrist.Key       { defer g.spoil("Key"); return g.Game.Key() }
func (g *spoiler) Recompute() zobrist.Key { defer g.spoil("Recompute"); return g.Game.Recompute() }
func (g *spoiler) Moves() int             { defer g.spoil("Moves"); return g.Game.Moves() }

// positioned is a spoiler with Position.
type positioned struct{ *spoiler }

func (g positioned) Position() string {
	defer g.spoil("Position")
	return g.Game.(zobristtest.Positioner).Position()
}

// TestReadingMethodThatMoves checks that the message names the method that changes
// the game.
func TestReadingMethodThatMoves(t *testing.T) {
	t.Parallel()
	newGame := newChessGame(startFEN, chessBug{})
	for _, method := range []string{"Key", "Recompute", "Moves"} {
		err := zobristtest.CheckStart(func() zobristtest.Game { return &spoiler{newGame(), method} })
		assert.ErrorContains(t, err, method+`() changes the key of a new game from "`)
	}
	for _, method := range []string{"Key", "Recompute", "Moves", "Position"} {
		err := zobristtest.CheckStart(func() zobristtest.Game { return positioned{&spoiler{newGame(), method}} })
		assert.ErrorContains(t, err, method+`() changes the position of a new game from "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq`)
	}
	assert.NoError(t, zobristtest.CheckStart(func() zobristtest.Game { return positioned{&spoiler{newGame(), ""}} }))
}
