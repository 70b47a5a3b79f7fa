package docs_test

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
)

var keys = zobrist.Polyglot() // or zobrist.NewChess(seed), for keys of your own

var (
	pieceKeys     [2][6][64]uint64 // by colour, kind and square, in your engine's order
	castlingKeys  [16]uint64       // by your mask of rights
	enPassantKeys [8]uint64        // by file
	sideKey       = uint64(keys.Side())
)

func init() {
	for colour := range pieceKeys {
		for kind := range pieceKeys[colour] {
			for square := range pieceKeys[colour][kind] {
				piece := zobrist.WhitePawn + zobrist.ChessPiece(6*colour+kind)
				pieceKeys[colour][kind][square] = uint64(keys.Pieces().Key(zobrist.Square(square), piece))
			}
		}
	}
	for mask := range castlingKeys {
		castlingKeys[mask] = uint64(castlingKey(mask))
	}
	for file := range enPassantKeys {
		enPassantKeys[file] = uint64(keys.EnPassant(zobrist.Square(16 + file)))
	}
}

// rights lists the right of each bit in your mask, from the lowest bit up.
var rights = [4]zobrist.CastlingRights{
	zobrist.BlackLong, zobrist.BlackShort, zobrist.WhiteLong, zobrist.WhiteShort,
}

func castlingKey(mask int) zobrist.Key {
	var set zobrist.CastlingRights
	for bit, right := range rights {
		if mask>>bit&1 != 0 { // == 0 if a set bit means a lost right
			set |= right
		}
	}
	return keys.Castling(set)
}

func tableOfMyKeys() *zobrist.Table[int, int] {
	return zobrist.NewTableFunc(64, 12, func(square, piece int) zobrist.Key {
		return zobrist.Key(pieceKeys[piece/6][piece%6][square])
	})
}

func chessOfMyKeys() *zobrist.Chess {
	return zobrist.NewChessFunc(zobrist.ChessNumbers{
		Piece: func(square zobrist.Square, piece zobrist.ChessPiece) zobrist.Key {
			man := piece - zobrist.WhitePawn
			return zobrist.Key(pieceKeys[man/6][man%6][square])
		},
		Castling: func(set zobrist.CastlingRights) zobrist.Key {
			return zobrist.Key(castlingKeys[castlingMask(set)])
		},
		EnPassant: func(ep zobrist.Square) zobrist.Key { return zobrist.Key(enPassantKeys[ep&7]) },
		Side:      zobrist.Key(sideKey),
	})
}

// castlingMask returns your mask of a set of rights.
func castlingMask(set zobrist.CastlingRights) (mask int) {
	for bit, right := range rights {
		if set&right != 0 { // == 0 if a set bit means a lost right
			mask |= 1 << bit
		}
	}
	return mask
}

func (b *Board) hash() zobrist.Key {
	h := castlingKey(b.Castling) ^ zobrist.Key(b.enPassantKey())
	for colour := range b.Pieces {
		for kind, set := range b.Pieces[colour] {
			h = keys.Pieces().ToggleBits(h, 0, set, zobrist.WhitePawn+zobrist.ChessPiece(6*colour+kind))
		}
	}
	if !b.Black {
		h ^= keys.Side()
	}
	return h
}

// fromA8 has the library's keys for a board whose bit 0 is a8 and bit 63 is h1.
var fromA8 = func() *zobrist.Table[zobrist.Square, zobrist.ChessPiece] {
	squares := make([]zobrist.Square, 64)
	for mine := range squares {
		squares[mine] = zobrist.Square(mine ^ 56) // ^ 7, if bit 0 is h1
	}
	return keys.Pieces().Permute(squares)
}()

// forgetEnPassant forgets the square unless a pawn of the side to move can capture.
func (b *Board) forgetEnPassant() {
	mover := 0
	if b.Black {
		mover = 1
	}
	if zobrist.EnPassantFrom(zobrist.Square(b.EnPassant))&b.Pieces[mover][0] == 0 {
		b.EnPassant = 0
	}
}

func (b *Board) enPassantKey() uint64 {
	if b.EnPassant == 0 {
		return 0
	}
	return enPassantKeys[b.EnPassant&7]
}

var legalRule = keys.WithEnPassant(zobrist.EnPassantLegal)

// forgetIllegal forgets the square when the capture would leave the king in check.
func (b *Board) forgetIllegal() {
	if b.EnPassant == 0 {
		return
	}
	p := zobrist.ChessPosition{BlackToMove: b.Black, EnPassant: zobrist.Square(b.EnPassant)}
	for colour := range b.Pieces {
		for kind, set := range b.Pieces[colour] {
			for ; set != 0; set &= set - 1 {
				p.Board[bits.TrailingZeros64(set)] = zobrist.WhitePawn + zobrist.ChessPiece(6*colour+kind)
			}
		}
	}
	if legalRule.EnPassantKey(&p) == 0 {
		b.EnPassant = 0
	}
}

var pawns = keys.Pieces().Only(zobrist.WhitePawn, zobrist.BlackPawn)

// The cells of material are counts: three white knights have the key of a white
// knight on cell 3.
var material = zobrist.NewTable[int](65, 13, zobrist.NewSplitMix64(2026).Split("material"), zobrist.NoPiece)

// bookMove draws a book move by weight. ok is false if the book has none.
func bookMove(b *book.Book, p *zobrist.ChessPosition) (m zobrist.ChessMove, ok bool, err error) {
	entries, err := b.Find(keys.Hash(p))
	if err != nil {
		return m, false, err
	}
	e, ok := book.Pick(entries, nil)
	return p.Normalize(e.Move), ok, nil
}
