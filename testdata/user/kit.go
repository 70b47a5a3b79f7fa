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

type engine struct{}

func (*engine) SetFEN(fen string) error { return nil }
func (*engine) Move(uci string) error   { return nil }
func (*engine) Key() zobrist.Key        { return 0 }

// SubKeys is the signature that RunChess looks for.
func (*engine) SubKeys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) { yield("pawn", 0) }
}
