package zobrist

import _ "embed"

// Polyglot returns the published numbers of the Polyglot opening books, with their rule [EnPassantPseudoLegal].
func Polyglot() *Chess {
	return NewChessFunc(ChessNumbers{
		// By kind, black before white (black pawn, white pawn, black knight ...), each square by square from a1, b1.
		Piece: func(s Square, p ChessPiece) Key {
			if p >= BlackPawn {
				return random64(64*(2*int(p-BlackPawn)) + int(s))
			}
			return random64(64*(2*int(p-WhitePawn)+1) + int(s))
		},
		Castling:  xorOfRights([]Key{random64(768), random64(769), random64(770), random64(771)}),
		EnPassant: func(ep Square) Key { return random64(772 + int(ep&7)) },
		Side:      random64(780),
	})
}

// polyglot is Polyglot's array Random64 as published, big-endian. Do not change it.
//
//go:embed polyglot_random64.dat
var polyglot string

func random64(i int) (k Key) {
	for _, b := range []byte(polyglot[8*i:][:8]) {
		k = k<<8 | Key(b)
	}
	return k
}
