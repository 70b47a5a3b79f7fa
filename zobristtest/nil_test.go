package zobristtest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist/zobristtest"
)

func TestWalkNil(t *testing.T) {
	assert.EqualError(t, zobristtest.Walk(nil, 1), "zobristtest: the game is nil")
}

// A twofold engine has two bugs that nothing explains: each clone has a wrong key, and Undo of a
// capture or of a pawn's move leaves another wrong one.
type twofold struct {
	libraryEngine
	undo []libraryEngine
}

func (e *twofold) SetFEN(fen string) error {
	e.undo = nil
	return e.libraryEngine.SetFEN(fen)
}

func (e *twofold) Move(uci string) error {
	e.undo = append(e.undo, e.libraryEngine)
	return e.libraryEngine.Move(uci)
}

func (e *twofold) Undo() {
	last := len(e.undo) - 1
	if e.p.HalfmoveClock == 0 {
		e.undo[last].h ^= 0x123456789abcdef1
	}
	e.libraryEngine, e.undo = e.undo[last], e.undo[:last]
}

func (e *twofold) Clone() zobristtest.ChessEngine {
	c := &twofold{libraryEngine: e.libraryEngine}
	c.h ^= 0xfedcba9876543217
	return c
}
