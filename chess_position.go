package zobrist

import (
	"fmt"
	"math"
	"math/bits"
)

// StartFEN is the starting position of chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// CastlingRights is a set of castling rights. Short is king's side and long is
// queen's side. The names do not depend on the files of king and rook, even in
// Chess960.
type CastlingRights uint8

// The four rights, as bits.
const (
	WhiteShort CastlingRights = 1 << iota
	WhiteLong
	BlackShort
	BlackLong
)

const (
	whiteRights = WhiteShort | WhiteLong
	blackRights = BlackShort | BlackLong
	allRights   = whiteRights | blackRights
)

// String returns the rights as in a FEN of ordinary chess, such as KQkq, or "-"
// for an empty set.
func (r CastlingRights) String() string {
	if r&allRights == 0 {
		return "-"
	}
	var b []byte
	for i := range 4 {
		if r>>i&1 != 0 {
			b = append(b, "KQkq"[i])
		}
	}
	return string(b)
}

// A ChessPosition is a position of chess or Chess960, with everything a FEN
// holds.
//
// Positions from [ParseFEN] and [ChessPosition.Play] compare with == and are
// well formed: every castling right has its king and rook, and the en passant
// square has its pawn. A position that you fill in by hand must be well formed
// too. If its Rooks are zero, it has the same keys as a position from a FEN,
// but is not == to it.
type ChessPosition struct {
	Board       [64]ChessPiece // by Square
	BlackToMove bool
	Castling    CastlingRights
	// Rooks holds the square of the rook of each right, in the order
	// WhiteShort, WhiteLong, BlackShort, BlackLong. In ordinary chess these are
	// the corners h1, a1, h8, a8. A right that is not held has its corner too.
	// Zero also means the corner: only Chess960 needs this field.
	Rooks [4]Square
	// If the last move was a double push, EnPassant is the square that the pawn
	// passed over, whether or not a pawn can capture there. Otherwise it is 0.
	EnPassant Square
	// HalfmoveClock counts the plies since the last capture or pawn move.
	// FullmoveNumber counts the moves of the game and goes up after each move
	// by Black. No key depends on them.
	HalfmoveClock, FullmoveNumber int
}

// maxClock is the largest value of a clock. A clock that reaches it stops.
const maxClock = math.MaxInt32

// Play makes the move m. It does not check that the move is legal, but keeps p
// well formed, so that [ParseFEN] reads the result of [ChessPosition.FEN]:
//
//   - A move is a null move if From does not hold a piece of the side to move,
//     if To is not a square, or if From and To are equal. It passes the turn
//     and clears the en passant square.
//   - A piece goes to any square and captures any piece there, even its own
//     side's. A captured king loses its castling rights.
//   - A king castles along its rank with the rook of a right it holds, whatever
//     stands in between or on the new squares. Without the right it just moves.
//   - A pawn promotes only on its last rank, and only to a knight, bishop, rook
//     or queen. Without a promotion it stays a pawn there.
//
// Play reports whether m moved a piece. False means that it only passed the
// turn: for any move but the null move, m is stale or wrong. To take a move
// back, restore the earlier position.
func (p *ChessPosition) Play(m ChessMove) bool {
	if p.HalfmoveClock < maxClock {
		p.HalfmoveClock++
	}
	if p.BlackToMove && p.FullmoveNumber < maxClock {
		p.FullmoveNumber++
	}
	passed := p.EnPassant
	p.EnPassant = 0
	moved := p.moves(m)
	if moved {
		p.move(m, passed)
	}
	p.BlackToMove = !p.BlackToMove
	return moved
}

// moves reports whether m moves a piece of the side to move.
func (p *ChessPosition) moves(m ChessMove) bool {
	return m.From < 64 && m.To < 64 && m.From != m.To &&
		p.Board[m.From]-WhitePawn.of(p.BlackToMove) <= WhiteKing-WhitePawn
}

// move makes a move of a piece. passed is the square on which an en passant
// capture is possible.
func (p *ChessPosition) move(m ChessMove, passed Square) {
	piece, captured := p.Board[m.From], p.Board[m.To]
	lost := p.lostRights(piece, captured, m)
	switch piece {
	case WhiteKing, BlackKing:
		if c, ok := p.castles(m); ok {
			p.Board[c.king], p.Board[c.rook] = NoPiece, NoPiece
			p.Board[c.kingTo], p.Board[c.rookTo] = piece, WhiteRook.of(p.BlackToMove)
			p.lose(lost)
			return
		}
	case WhitePawn, BlackPawn:
		p.HalfmoveClock = 0
		switch {
		case m.To == passed && passed != 0:
			p.Board[m.To^8] = NoPiece
		case m.Promotion != NoPiece:
			piece = m.promotes(piece)
		case p.doublePush(m):
			p.EnPassant = (m.From + m.To) / 2
		}
	}
	if captured != NoPiece {
		p.HalfmoveClock = 0
	}
	p.Board[m.From], p.Board[m.To] = NoPiece, piece
	p.lose(lost)
}

func (p *ChessPosition) lose(rights CastlingRights) {
	p.Castling &^= rights
	for i := range p.Rooks {
		if p.Castling>>i&1 == 0 {
			p.Rooks[i] = corners[i]
		}
	}
}

// doublePush reports whether a pawn's move is a double push, over an empty
// square.
func (p *ChessPosition) doublePush(m ChessMove) bool {
	from, to := Square(1), Square(3)
	if p.BlackToMove {
		from, to = 6, 4
	}
	return m.From>>3 == from && m.To == m.From&7|to<<3 && p.Board[(m.From+m.To)/2] == NoPiece
}

// promotes returns what a pawn becomes on m.To.
func (m ChessMove) promotes(pawn ChessPiece) ChessPiece {
	kind, black := m.Promotion, pawn == BlackPawn
	if kind >= BlackPawn {
		kind -= blackOffset
	}
	last := Square(7)
	if black {
		last = 0
	}
	if m.To>>3 != last || kind < WhiteKnight || kind > WhiteQueen {
		return pawn
	}
	return kind.of(black)
}

// A castling says where king and rook go.
type castling struct {
	king, rook, kingTo, rookTo Square
}

// castles reports whether the king's move m is castling.
func (p *ChessPosition) castles(m ChessMove) (castling, bool) {
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
		c := castling{king: m.From, rook: p.rook(i) & 63, kingTo: Square(56*(first/2) + 6), rookTo: Square(56*(first/2) + 5)}
		if i&1 != 0 {
			c.kingTo, c.rookTo = c.kingTo-4, c.rookTo-2
		}
		if p.Board[c.rook] == WhiteRook.of(p.BlackToMove) && (m.To == c.rook || m.To == c.kingTo && twoFiles) {
			return c, true
		}
	}
	return castling{}, false
}

// Rook returns the square of the rook of a castling right, whether or not the
// right is held: the square in p.Rooks or, if that is zero, the corner. It
// panics unless right is one of the four.
func (p *ChessPosition) Rook(right CastlingRights) Square {
	switch right {
	case WhiteShort, WhiteLong, BlackShort, BlackLong:
		return p.rook(bits.TrailingZeros8(uint8(right)))
	}
	panic(fmt.Sprintf("zobrist: ChessPosition.Rook: right %d, want WhiteShort, WhiteLong, BlackShort or BlackLong", uint8(right)))
}

// rook returns the square of the rook of right i.
func (p *ChessPosition) rook(i int) Square {
	if s := p.Rooks[i]; s != 0 {
		return s
	}
	return corners[i]
}

// lostRights returns the castling rights that a move of a king or rook, or a capture
// of one, ends. Some of them may not be held.
func (p *ChessPosition) lostRights(piece, captured ChessPiece, m ChessMove) CastlingRights {
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

// rooksInCorners reports, quickly, that all rooks have the squares of ordinary
// chess. It may report false if only some of Rooks are 0.
func (p *ChessPosition) rooksInCorners() bool {
	return p.Rooks == corners || p.Rooks == [4]Square{}
}

// corners has the squares of [ChessPosition.Rooks] in ordinary chess. kingRights has both
// rights of a king, by piece: any byte is an index. cornerRights has the right of the rook
// in each corner. These tables are constant.
var (
	corners      = [4]Square{7, 0, 63, 56}
	kingRights   = [256]CastlingRights{WhiteKing: whiteRights, BlackKing: blackRights}
	cornerRights = [64]CastlingRights{7: WhiteShort, 0: WhiteLong, 63: BlackShort, 56: BlackLong}
)

// Normalize returns castling as the king's move of two files, such as e1g1, if
// king and rook stand where they do in ordinary chess. It returns every other
// move unchanged. Opening books and Chess960 interfaces write castling as the
// king's move to its rook, e1h1.
func (p *ChessPosition) Normalize(m ChessMove) ChessMove {
	home := Square(4)
	if p.BlackToMove {
		home = 60
	}
	if m.From != home || p.Board[home] != WhiteKing.of(p.BlackToMove) {
		return m
	}
	if c, ok := p.castles(m); ok && (c.rook == home+3 || c.rook == home-4) {
		return ChessMove{From: m.From, To: c.kingTo}
	}
	return m
}
