package zobrist

import (
	_ "embed"
	"encoding/binary"
)

// The published array starts with the numbers of the 12 pieces on 64 squares.
const (
	polyglotCastling  = 12 * 64 // K, Q, k, q
	polyglotEnPassant = polyglotCastling + 4
	polyglotSide      = polyglotEnPassant + 8
)

// Polyglot returns the published numbers of the Polyglot opening books, with their rule
// [EnPassantPseudoLegal].
func Polyglot() *Chess {
	return NewChessFunc(ChessNumbers{
		Piece: func(s Square, p ChessPiece) Key {
			// By kind from pawn to king, and of each kind Black's piece before White's: on each
			// the squares from a1, b1 on.
			i := 2 * int(p.Kind()-WhitePawn)
			if !p.Black() {
				i++
			}
			return random64(64*i + int(s))
		},
		Castling: xorOfRights([4]Key{
			random64(polyglotCastling),
			random64(polyglotCastling + 1),
			random64(polyglotCastling + 2),
			random64(polyglotCastling + 3),
		}),
		EnPassant: func(ep Square) Key { return random64(polyglotEnPassant + ep.File()) },
		Side:      random64(polyglotSide),
	})
}

// polyglot is Polyglot's array Random64 as published, big-endian. Do not change it.
//
//go:embed polyglot_random64.dat
var polyglot string

// random64 returns number i of the array.
func random64(i int) Key {
	return Key(binary.BigEndian.Uint64([]byte(polyglot[8*i:])))
}
