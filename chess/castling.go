package chess

import (
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

const (
	whiteRights = zobrist.WhiteShort | zobrist.WhiteLong
	blackRights = zobrist.BlackShort | zobrist.BlackLong
)

// The four rights have indices 0 to 3: WhiteShort, WhiteLong, BlackShort and BlackLong. Each is the
// bit of its index, so White's rights start at 0 and Black's at 2, and an odd index is a long one.
//
// corners has the squares of [Position.Rooks] in standard chess, by the index of the right.
// kingRights has both rights of a king, by piece: any byte is an index. cornerRights has the right
// of the rook in each corner. These tables are constant.
var (
	corners    = [4]zobrist.Square{7, 0, 63, 56}
	kingRights = [256]zobrist.CastlingRights{
		zobrist.WhiteKing: whiteRights,
		zobrist.BlackKing: blackRights,
	}
	cornerRights = [64]zobrist.CastlingRights{
		7:  zobrist.WhiteShort,
		0:  zobrist.WhiteLong,
		63: zobrist.BlackShort,
		56: zobrist.BlackLong,
	}
)

// kingHome returns the square of a king in standard chess, e1 or e8.
func kingHome(black bool) zobrist.Square {
	if black {
		return 60
	}
	return 4
}

func isLong(right int) bool  { return right&1 != 0 }
func isBlack(right int) bool { return right >= 2 }

// holds reports whether p has the right of this index.
func (p *Position) holds(right int) bool { return p.Castling>>right&1 != 0 }

// firstRight returns the index of the short right of the side to move. The long one is the next.
func (p *Position) firstRight() int {
	if p.BlackToMove {
		return 2
	}
	return 0
}

// Rook returns the square of the rook of a castling right, held or not: the square in p.Rooks
// or, if that is zero, the corner. It panics unless right is one of the four.
func (p *Position) Rook(right zobrist.CastlingRights) zobrist.Square {
	if right > zobrist.AllCastling || bits.OnesCount8(uint8(right)) != 1 {
		panic(fmt.Sprintf("zobrist: Position.Rook: right %d, want WhiteShort, WhiteLong, "+
			"BlackShort or BlackLong", uint8(right)))
	}
	return p.rook(bits.TrailingZeros8(uint8(right)))
}

// rook returns the square of the rook of a right.
func (p *Position) rook(right int) zobrist.Square {
	square := p.Rooks[right]
	if square == 0 {
		return corners[right]
	}
	return square
}

// rooksInCorners reports, quickly, that all rooks have the squares of standard chess. It may
// report false if only some of Rooks are 0.
func (p *Position) rooksInCorners() bool {
	return p.Rooks == corners || p.Rooks == [4]zobrist.Square{}
}

// A castling says from where to where king and rook go.
type castling struct {
	king, rook, kingTo, rookTo zobrist.Square
}

// castles reports whether the king's move m is castling: to the square of its rook, or by two files
// to the square on which castling ends, with a right that the side to move holds.
func (p *Position) castles(m Move) (castling, bool) {
	short := p.firstRight()
	if p.Castling>>short&whiteRights == 0 || m.From.Rank() != m.To.Rank() {
		return castling{}, false
	}
	for right := short; right <= short+1; right++ {
		if !p.holds(right) {
			continue
		}
		c := p.castlingOf(right, m.From)
		ontoRook := m.To == c.rook
		twoFiles := m.To == c.kingTo && byTwoSquares(m)
		if (ontoRook || twoFiles) && p.Board[c.rook] == zobrist.WhiteRook.Of(p.BlackToMove) {
			return c, true
		}
	}
	return castling{}, false
}

// castlingOf returns where king and rook go when the king on a square castles with a right.
func (p *Position) castlingOf(right int, king zobrist.Square) castling {
	const c1, d1, f1, g1 = 2, 3, 5, 6
	c := castling{
		king:   king,
		rook:   p.rook(right) & 63, // a square, even in a position that is not well formed
		kingTo: g1,
		rookTo: f1,
	}
	if isLong(right) {
		c.kingTo, c.rookTo = c1, d1
	}
	if isBlack(right) { // seven ranks up
		c.kingTo += 56
		c.rookTo += 56
	}
	return c
}

// byTwoSquares reports whether the numbers of two squares differ by 2. On one rank, these are moves
// by two files.
func byTwoSquares(m Move) bool {
	return m.To == m.From+2 || m.From == m.To+2
}

// lostRights returns the castling rights that a move of a king or rook, or a capture of one,
// ends. Some of them may not be held.
func (p *Position) lostRights(piece, captured zobrist.ChessPiece, m Move) zobrist.CastlingRights {
	lost := kingRights[piece] | kingRights[captured]
	if p.rooksInCorners() {
		return lost | cornerRights[m.From&63] | cornerRights[m.To&63]
	}
	for right := range p.Rooks {
		rook := p.rook(right)
		if rook == m.From || rook == m.To {
			lost |= 1 << right
		}
	}
	return lost
}

// lose takes rights from p. The rook of a right that is not held is in its corner.
func (p *Position) lose(rights zobrist.CastlingRights) {
	p.Castling &^= rights
	for right := range p.Rooks {
		if !p.holds(right) {
			p.Rooks[right] = corners[right]
		}
	}
}

// StandardCastling returns castling as the king's move of two files, such as e1g1, if king and rook
// stand where they do in standard chess, and every other move unchanged. Opening books and
// Chess960 interfaces write castling as the king's move to its rook, e1h1.
func (p *Position) StandardCastling(m Move) Move {
	home := kingHome(p.BlackToMove)
	if m.From != home || p.Board[home] != zobrist.WhiteKing.Of(p.BlackToMove) {
		return m
	}
	c, ok := p.castles(m)
	inCorner := c.rook == home+3 || c.rook == home-4
	if !ok || !inCorner {
		return m
	}
	return Move{From: m.From, To: c.kingTo}
}
