package zobristtest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A spoiler is a right game but for a method that changes it, by a move.
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

// positioned is a spoiler that tells its position.
type positioned struct{ *spoiler }

func (g positioned) Position() string {
	defer g.spoil("Position")
	return g.Game.(zobristtest.Positioner).Position()
}

// A method that changes what it tells of is named, and nothing else is blamed.
func TestReads(t *testing.T) {
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
