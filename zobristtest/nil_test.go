package zobristtest_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/zobristtest"
)

func TestWalkNil(t *testing.T) {
	assert.EqualError(t, zobristtest.Walk(nil, 1), "zobristtest: the game is nil")
}

// A twofold engine has two bugs that nothing explains: each clone has a wrong key, and Undo of a
// capture leaves another wrong one.
type twofold struct {
	p    chess.Position
	h    zobrist.Key
	undo []twofold
}

var twofoldKeys = zobrist.NewChess(1)

func (e *twofold) SetFEN(fen string) error {
	p, err := chess.ParseFEN(fen)
	if err == nil {
		*e = twofold{p: p, h: p.Hash(twofoldKeys)}
	}
	return err
}

func (e *twofold) Move(uci string) error {
	m, err := chess.ParseMove(uci)
	before := twofold{p: e.p, h: e.h}
	if err != nil || !e.p.Play(m) {
		return errors.New("illegal")
	}
	e.undo = append(e.undo, before)
	e.h = e.p.Hash(twofoldKeys)
	return nil
}

func (e *twofold) Undo() {
	last := e.undo[len(e.undo)-1]
	captured := strings.Count(e.p.FEN(), "/") == 7 && men(&e.p) < men(&last.p)
	e.p, e.h, e.undo = last.p, last.h, e.undo[:len(e.undo)-1]
	if captured {
		e.h ^= 0x123456789abcdef1
	}
}

func men(p *chess.Position) (n int) {
	for _, man := range p.Board {
		if man != zobrist.NoPiece {
			n++
		}
	}
	return n
}

func (e *twofold) Key() zobrist.Key { return e.h }
func (e *twofold) Clone() zobristtest.ChessEngine {
	return &twofold{p: e.p, h: e.h ^ 0xfedcba9876543217}
}
