// Package chess has positions, FEN and moves of chess and Chess960 for programs that have none.
// The numbers of their keys are a [zobrist.Chess].
//
//	keys := zobrist.Polyglot()
//	p, err := chess.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
//	h := p.Hash(keys)        // once
//	h = p.After(keys, h, m)  // before each p.Play(m)
//
// To undo a move, restore the earlier position and key. The package does not list moves and
// does not check that a move is legal.
package chess

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

// StartFEN is the starting position of chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Start returns the starting position of chess.
func Start() Position {
	p, _ := ParseFEN(StartFEN)
	return p
}

const (
	whiteRights = zobrist.WhiteShort | zobrist.WhiteLong
	blackRights = zobrist.BlackShort | zobrist.BlackLong
)

// A Position is a position of chess or Chess960, with everything a FEN holds.
//
// Positions from [ParseFEN] and [Position.Play] compare with == and are well formed: every castling right has its
// king and rook, and the en passant square has its pawn. A position that you fill in by hand must be well formed too.
// If its Rooks are zero, it has the same keys as a position from a FEN, but is not == to it.
type Position struct {
	Board       [64]zobrist.ChessPiece // by Square
	BlackToMove bool
	Castling    zobrist.CastlingRights
	// Rooks holds the square of the rook of each right, in the order WhiteShort, WhiteLong,
	// BlackShort, BlackLong. It is the corner (h1, a1, h8, a8) in standard chess, and if the
	// right is not held. Zero also means the corner, so only Chess960 needs Rooks.
	Rooks [4]zobrist.Square
	// EnPassant is the square that a double push has just passed over, whether or not a pawn
	// can capture there, or 0, which prints as a1.
	EnPassant zobrist.Square
	// HalfmoveClock counts the plies since the last capture or pawn move. FullmoveNumber goes
	// up after each move by Black. No key depends on them.
	HalfmoveClock, FullmoveNumber int
}

// maxClock is the largest value of a clock. A clock that reaches it stops.
const maxClock = math.MaxInt32

// Play makes the move m, even an illegal one, and keeps p well formed:
//
//   - The null move, which is the zero Move, passes the turn and clears the en passant square.
//   - A piece goes to any square and captures any piece there, even its own side's. A captured
//     king loses its castling rights.
//   - A king castles along its rank with the rook of a right it holds, whatever stands in
//     between or on the new squares. Without the right it just moves.
//   - A pawn promotes only on its last rank, and only to a knight, bishop, rook or queen.
//     Without a promotion it stays a pawn there.
//
// Play returns false and changes nothing if From does not hold a piece of the side to move, To
// is not a square, or From and To are equal.
func (p *Position) Play(m Move) bool {
	moves := p.moves(m)
	if !moves && m != (Move{}) {
		return false
	}
	if p.HalfmoveClock < maxClock {
		p.HalfmoveClock++
	}
	if p.BlackToMove && p.FullmoveNumber < maxClock {
		p.FullmoveNumber++
	}
	passed := p.EnPassant
	p.EnPassant = 0
	if moves {
		p.move(m, passed)
	}
	p.BlackToMove = !p.BlackToMove
	return true
}

// moves reports whether m moves a piece of the side to move.
func (p *Position) moves(m Move) bool {
	return m.From < 64 && m.To < 64 && m.From != m.To &&
		p.Board[m.From]-zobrist.WhitePawn.Of(p.BlackToMove) <= zobrist.WhiteKing-zobrist.WhitePawn
}

// move makes a move of a piece. passed is the square on which an en passant capture is possible.
func (p *Position) move(m Move, passed zobrist.Square) {
	piece, captured := p.Board[m.From], p.Board[m.To]
	lost := p.lostRights(piece, captured, m)
	switch piece {
	case zobrist.WhiteKing, zobrist.BlackKing:
		if c, ok := p.castles(m); ok {
			p.Board[c.king], p.Board[c.rook] = zobrist.NoPiece, zobrist.NoPiece
			p.Board[c.kingTo], p.Board[c.rookTo] = piece, zobrist.WhiteRook.Of(p.BlackToMove)
			p.lose(lost)
			return
		}
	case zobrist.WhitePawn, zobrist.BlackPawn:
		p.HalfmoveClock = 0
		switch {
		case m.To == passed && passed != 0:
			p.Board[m.To^8] = zobrist.NoPiece
		case p.doublePush(m):
			p.EnPassant = (m.From + m.To) / 2
		case m.Promotion != zobrist.NoPiece:
			piece = m.promotes(piece)
		}
	}
	if captured != zobrist.NoPiece {
		p.HalfmoveClock = 0
	}
	p.Board[m.From], p.Board[m.To] = zobrist.NoPiece, piece
	p.lose(lost)
}

func (p *Position) lose(rights zobrist.CastlingRights) {
	p.Castling &^= rights
	for i := range p.Rooks {
		if p.Castling>>i&1 == 0 {
			p.Rooks[i] = corners[i]
		}
	}
}

// doublePush reports whether a pawn's move is a double push, over an empty square.
func (p *Position) doublePush(m Move) bool {
	from, to := zobrist.Square(1), zobrist.Square(3)
	if p.BlackToMove {
		from, to = 6, 4
	}
	return m.From>>3 == from && m.To == m.From&7|to<<3 && p.Board[(m.From+m.To)/2] == zobrist.NoPiece
}

// promotes returns what a pawn becomes on m.To.
func (m Move) promotes(pawn zobrist.ChessPiece) zobrist.ChessPiece {
	kind, last := m.Promotion.Kind(), zobrist.Square(7)
	if pawn.Black() {
		last = 0
	}
	if m.To>>3 != last || kind < zobrist.WhiteKnight || kind > zobrist.WhiteQueen {
		return pawn
	}
	return kind.Of(pawn.Black())
}

// A castling says where king and rook go.
type castling struct {
	king, rook, kingTo, rookTo zobrist.Square
}

// castles reports whether the king's move m is castling.
func (p *Position) castles(m Move) (castling, bool) {
	first := 0 // first right of the side to move
	if p.BlackToMove {
		first = 2
	}
	if p.Castling>>first&whiteRights == 0 || m.From>>3 != m.To>>3 {
		return castling{}, false
	}
	twoFiles := m.From-m.To == 2 || m.To-m.From == 2
	for i := first; i < first+2; i++ {
		if p.Castling>>i&1 == 0 {
			continue
		}
		c := castling{king: m.From, rook: p.rook(i) & 63, kingTo: zobrist.Square(56*(first/2) + 6), rookTo: zobrist.Square(56*(first/2) + 5)}
		if i&1 != 0 {
			c.kingTo, c.rookTo = c.kingTo-4, c.rookTo-2
		}
		if p.Board[c.rook] == zobrist.WhiteRook.Of(p.BlackToMove) && (m.To == c.rook || m.To == c.kingTo && twoFiles) {
			return c, true
		}
	}
	return castling{}, false
}

// Rook returns the square of the rook of a castling right, held or not: the square in p.Rooks
// or, if that is zero, the corner. It panics unless right is one of the four.
func (p *Position) Rook(right zobrist.CastlingRights) zobrist.Square {
	if right <= zobrist.AllCastling && bits.OnesCount8(uint8(right)) == 1 {
		return p.rook(bits.TrailingZeros8(uint8(right)))
	}
	panic(fmt.Sprintf("zobrist: Position.Rook: right %d, want WhiteShort, WhiteLong, BlackShort or BlackLong", uint8(right)))
}

// rook returns the square of the rook of right i.
func (p *Position) rook(i int) zobrist.Square {
	if s := p.Rooks[i]; s != 0 {
		return s
	}
	return corners[i]
}

// lostRights returns the castling rights that a move of a king or rook, or a capture of one,
// ends. Some of them may not be held.
func (p *Position) lostRights(piece, captured zobrist.ChessPiece, m Move) zobrist.CastlingRights {
	lost := kingRights[piece] | kingRights[captured]
	if p.rooksInCorners() {
		return lost | cornerRights[m.From&63] | cornerRights[m.To&63]
	}
	for i := range p.Rooks {
		if s := p.rook(i); s == m.From || s == m.To {
			lost |= 1 << i
		}
	}
	return lost
}

// rooksInCorners reports, quickly, that all rooks have the squares of standard chess. It may
// report false if only some of Rooks are 0.
func (p *Position) rooksInCorners() bool {
	return p.Rooks == corners || p.Rooks == [4]zobrist.Square{}
}

// corners has the squares of [Position.Rooks] in standard chess. kingRights has both rights of a king, by piece: any
// byte is an index. cornerRights has the right of the rook in each corner. These tables are constant.
var (
	corners      = [4]zobrist.Square{7, 0, 63, 56}
	kingRights   = [256]zobrist.CastlingRights{zobrist.WhiteKing: whiteRights, zobrist.BlackKing: blackRights}
	cornerRights = [64]zobrist.CastlingRights{7: zobrist.WhiteShort, 0: zobrist.WhiteLong, 63: zobrist.BlackShort, 56: zobrist.BlackLong}
)

// StandardCastling returns castling as the king's move of two files, such as e1g1, if king and rook
// stand where they do in standard chess, and every other move unchanged. Opening books and
// Chess960 interfaces write castling as the king's move to its rook, e1h1.
func (p *Position) StandardCastling(m Move) Move {
	home := zobrist.Square(4)
	if p.BlackToMove {
		home = 60
	}
	if m.From != home || p.Board[home] != zobrist.WhiteKing.Of(p.BlackToMove) {
		return m
	}
	if c, ok := p.castles(m); ok && (c.rook == home+3 || c.rook == home-4) {
		return Move{From: m.From, To: c.kingTo}
	}
	return m
}
