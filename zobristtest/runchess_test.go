package zobristtest_test

import (
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// libraryEngine is a chess engine on the library's keys.
type libraryEngine struct {
	keys *zobrist.Chess
	p    zobrist.ChessPosition
	h    zobrist.Key
}

func (e *libraryEngine) SetFEN(fen string) (err error) {
	if e.p, err = zobrist.ParseFEN(fen); err == nil {
		e.h = e.keys.Hash(&e.p)
	}
	return err
}

func (e *libraryEngine) Move(uci string) error {
	m, err := zobrist.ParseMove(uci)
	if err == nil {
		e.h = e.keys.After(e.h, &e.p, m)
		e.p.Play(m)
	}
	return err
}

func (e *libraryEngine) Key() zobrist.Key { return e.h }

var polyglot = zobrist.Polyglot()

func TestRunChessSound(t *testing.T) {
	zobristtest.RunChess(t, func() zobristtest.ChessEngine { return &libraryEngine{keys: polyglot} })
}
