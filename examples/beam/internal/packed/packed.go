// Package packed packs a chess position into 26 bytes, to send and compare.
package packed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

// Size is the length of a packed position in bytes.
const Size = 26

// A Position is a packed position. Equal positions have equal bytes:
//
//	0-7    the occupied squares, bit i for square i, big-endian
//	8-23   the pieces on those squares in ascending order, four bits each, the
//	       high half of a byte first
//	24     the castling rights, and blackToMove
//	25     the en passant square, or 0
type Position [Size]byte

const blackToMove = 1 << 4

// Pack packs p without its clocks. It returns an error if p has more than 32 pieces, or
// if its castling is not that of ordinary chess.
func Pack(p *zobrist.ChessPosition) (packed Position, err error) {
	var standard zobrist.ChessPosition
	for i := range p.Rooks {
		if at, corner := p.Rook(1<<i), standard.Rook(1<<i); at != corner {
			return packed, fmt.Errorf("packed: a rook castles from %v, want %v as in ordinary chess", at, corner)
		}
	}
	var occupied uint64
	n := 0
	for s, piece := range p.Board {
		if piece == zobrist.NoPiece {
			continue
		}
		if n == 32 {
			return Position{}, errors.New("packed: more than 32 pieces")
		}
		occupied |= 1 << s
		packed[8+n/2] |= byte(piece) << (4 - n%2*4)
		n++
	}
	binary.BigEndian.PutUint64(packed[:8], occupied)
	packed[24] = byte(p.Castling)
	if p.BlackToMove {
		packed[24] |= blackToMove
	}
	packed[25] = byte(p.EnPassant)
	return packed, nil
}

// Unpack returns the position, with the clocks of the start of a game. It returns an
// error for bytes that Pack does not write.
func (packed *Position) Unpack() (p zobrist.ChessPosition, err error) {
	for i := range p.Rooks {
		p.Rooks[i] = p.Rook(1 << i) // the corner
	}
	p.FullmoveNumber = 1
	occupied := binary.BigEndian.Uint64(packed[:8])
	if pieces := bits.OnesCount64(occupied); pieces > 32 {
		return p, fmt.Errorf("packed: %d occupied squares, want at most 32", pieces)
	}
	n := 0
	for ; occupied != 0; occupied &= occupied - 1 {
		piece := zobrist.ChessPiece(packed[8+n/2] >> (4 - n%2*4) & 15)
		if piece == zobrist.NoPiece || piece > zobrist.BlackKing {
			return p, fmt.Errorf("packed: piece %d, want 1 to 12", piece)
		}
		p.Board[bits.TrailingZeros64(occupied)] = piece
		n++
	}
	if packed[24] >= 2*blackToMove {
		return p, fmt.Errorf("packed: rights and side %#x, want less than %#x", packed[24], 2*blackToMove)
	}
	if packed[25] >= 64 {
		return p, fmt.Errorf("packed: en passant square %d, want less than 64", packed[25])
	}
	p.Castling = zobrist.CastlingRights(packed[24] % blackToMove)
	p.BlackToMove = packed[24] >= blackToMove
	p.EnPassant = zobrist.Square(packed[25])
	return p, nil
}
