package zobristtest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// counted counts the calls of a stroll's methods.
type counted struct {
	*stroll
	calls *int
}

func (g counted) Key() zobrist.Key        { *g.calls++; return g.stroll.Key() }
func (g counted) Recompute() zobrist.Key  { *g.calls++; return g.stroll.Recompute() }
func (g counted) Moves() int              { *g.calls++; return 4 }
func (g counted) Make(i int)              { *g.calls++; g.stroll.Make(i) }
func (g counted) Unmake()                 { *g.calls++; g.stroll.Unmake() }
func (g counted) Position() string        { *g.calls++; return g.stroll.Position() }
func (g counted) MoveString(i int) string { *g.calls++; return g.stroll.MoveString(i) }

// TestFewCallsPerMove limits the calls of a game's methods: if the game runs in
// another process, each call is slow.
func TestFewCallsPerMove(t *testing.T) {
	t.Parallel()
	calls, made := 0, 0
	g := counted{newStroll(strollBug{make: func(*stroll, strollState) { made++ }})().(*stroll), &calls}
	game := struct {
		zobristtest.Game
		zobristtest.Positioner
		zobristtest.MoveStringer
	}{g, g, g}
	assert.NoError(t, zobristtest.Playout(game, zobrist.NewSplitMix64(1), 100))
	perMove := float64(calls) / float64(made)
	t.Logf("%.1f calls per move", perMove)
	assert.Less(t, perMove, 14.0)
	calls, made = 0, 0
	assert.NoError(t, zobristtest.Walk(game, 5))
	perMove = float64(calls) / float64(made)
	t.Logf("%.1f calls per move in a walk", perMove)
	assert.Less(t, perMove, 14.0)
}
