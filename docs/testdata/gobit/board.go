// Package engine is the engine of docs/test-go.md: a position of the library, with GoBit's bug.
package engine

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

var z = zobrist.NewChess(2026)

// A Board is a position and its key.
type Board struct {
	Hash uint64
	pos  chess.Position
}

// Parse sets up a FEN.
func (b *Board) Parse(fen string) (err error) {
	if b.pos, err = chess.ParseFEN(fen); err == nil {
		b.Hash = uint64(b.pos.Hash(z))
	}
	return err
}

// Make makes a move. It forgets the castling right of a rook that is captured.
func (b *Board) Make(uci string) error {
	m, err := chess.ParseMove(uci)
	if err != nil {
		return err
	}
	h := b.pos.After(z, zobrist.Key(b.Hash), m)
	captured := zobrist.CastlingRights(0)
	for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
		capture := b.pos.Board[m.From].Black() != b.pos.Board[m.To].Black()
		if capture && b.pos.Castling&right != 0 && b.pos.Rook(right) == m.To {
			captured |= right
		}
	}
	b.pos.Play(m)
	b.Hash = uint64(h ^ z.Castling(captured))
	return nil
}
