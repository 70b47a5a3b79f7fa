package main

import (
	"iter"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

var (
	_ func(iter.Seq2[string, zobrist.Key]) error                                = zobristtest.CheckKeys
	_ func(zobristtest.Game, int) error                                         = zobristtest.Walk
	_ func(*testing.T, func() zobristtest.ChessEngine)                          = zobristtest.RunChess
	_ func(zobristtest.ChessConfig, *testing.T, func() zobristtest.ChessEngine) = zobristtest.ChessConfig.Run
	_ zobristtest.Nuller                                                        = nuller{}
	_ zobristtest.ChessEngine                                                   = (*engine)(nil)
	_                                                                           = zobristtest.ChessConfig{Seed: 1, Starts: []string{}, Sequential: true, Unseeded: true, Chess960: true, Accept: []string{}}
)

type nuller struct{}

func (nuller) Null() bool { return false }
func (nuller) UndoNull()  {}

// An engine has the methods that RunChess needs, and some that it can use.
type engine struct {
	keys *zobrist.Chess
	p    zobrist.ChessPosition
	line []zobrist.ChessPosition
}

func (e *engine) SetFEN(fen string) (err error) {
	e.p, err = zobrist.ParseFEN(fen)
	return err
}

func (e *engine) Move(uci string) error {
	m, err := zobrist.ParseMove(uci)
	if err == nil {
		e.line = append(e.line, e.p)
		e.p.Play(m)
	}
	return err
}

func (e *engine) Undo() {
	e.p, e.line = e.line[len(e.line)-1], e.line[:len(e.line)-1]
}

func (e *engine) Key() zobrist.Key { return e.keys.Hash(&e.p) }

func TestZobrist(t *testing.T) {
	zobristtest.RunChess(t, func() zobristtest.ChessEngine { return &engine{keys: zobrist.Polyglot()} })
}
