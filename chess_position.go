package zobrist

import (
	"fmt"
	"math"
	"math/bits"
)

// StartFEN is the position in which a game of chess starts.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// CastlingRights is a set of castling rights. Short is king's side and long
// is queen's side: in Chess960 too, whatever the files of king and rook.
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

// String returns the rights as in a FEN of ordinary chess: KQkq, or "-" when
// there are none.
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

// A ChessPosition is what a FEN holds: a position of chess or Chess960.
//
//	p, err := zobrist.ParseFEN(zobrist.StartFEN)
//
// It is plain data. Positions that come from [ParseFEN] and [ChessPosition.Play]
// compare with == and are well formed: every castling right has its king and
// rook, and the en passant square has its pawn. If you fill one in by hand, you
// must make it so; and with Rooks left at zero it has the same keys as a position
// from a FEN, but is not == to it.
type ChessPosition struct {
	Board       [64]ChessPiece // by Square
	BlackToMove bool
	Castling    CastlingRights
	// Rooks holds the square of the rook of each right, in the order
	// WhiteShort, WhiteLong, BlackShort, BlackLong: in ordinary chess, and for
	// a right that is not held, h1, a1, h8 and a8. 0 stands for that corner
	// too, so that only Chess960 needs to fill this in.
	Rooks [4]Square
	// EnPassant is the square that a pawn passed over by a double push just
	// played, whether or not it can be captured there; 0 when there is none.
	EnPassant Square
	// HalfmoveClock counts the plies since the last capture or pawn move,
	// FullmoveNumber the moves of the game, up after each move of Black's.
	// No key depends on them.
	HalfmoveClock, FullmoveNumber int
}

// maxClock is the largest number a clock of a position can show; there it
// stays.
const maxClock = math.MaxInt32

// Play makes the move m: captures, castling, en passant, promotion, castling
// rights, clocks and the side to move. It does not check that the move is
// legal, only what keeps p well formed, so that [ParseFEN] reads what
// [ChessPosition.FEN] then writes:
//
//   - A move of no piece of the side to move (an empty or impossible From, one
//     of the opponent's), to an impossible square or to where it stands is a
//     null move: it passes the turn and forgets the en passant square.
//   - A piece goes wherever it is sent, and what stood there, own or not, is
//     captured. A captured king takes its castling rights along.
//   - A king castles along its rank with the rook of a right it holds, whatever
//     stands between or where they arrive; without the right it just moves.
//   - A promotion counts for a pawn on its last rank, and only to a knight,
//     bishop, rook or queen; a pawn that gets there without one stays a pawn.
//
// Play reports whether m moved a piece. When it did not, the turn was passed,
// which is right for the null move and otherwise the sign of a stale or wrong
// move. To take a move back, keep the position from before.
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

// moves reports whether m moves a piece of the side to move at all.
func (p *ChessPosition) moves(m ChessMove) bool {
	return m.From < 64 && m.To < 64 && m.From != m.To &&
		p.Board[m.From]-WhitePawn.of(p.BlackToMove) <= WhiteKing-WhitePawn
}

// move carries out a move that moves a piece; passed is the square on which an
// en passant capture is possible.
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

// lose takes castling rights away.
func (p *ChessPosition) lose(rights CastlingRights) {
	p.Castling &^= rights
	for i := range p.Rooks {
		if p.Castling>>i&1 == 0 {
			p.Rooks[i] = corner(i)
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
	first := 0 // right of the side to move
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

// corner returns the square of the rook of right i in ordinary chess.
func corner(i int) Square { return Square("\x07\x00\x3f\x38"[i]) }

// Rook returns the square of the rook of a castling right, whether or not the
// right is held: that of Rooks or, where Rooks is zero, the corner h1, a1, h8 or
// a8. It panics unless right is one of the four.
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
	return corner(i)
}

// lostRights returns the castling rights that a move ends, and perhaps some
// that are not held: those of a king that moves or is captured, and that of a
// rook that leaves its square or is captured there.
func (p *ChessPosition) lostRights(piece, captured ChessPiece, m ChessMove) CastlingRights {
	if p.rooksInCorners() {
		return kingRights[piece] | kingRights[captured] | cornerRights[m.From&63] | cornerRights[m.To&63]
	}
	return kingRights[piece] | kingRights[captured] | p.rookRights(m)
}

// rookRights is lostRights for the rooks, wherever they stand.
func (p *ChessPosition) rookRights(m ChessMove) CastlingRights {
	var lost CastlingRights
	for i := range p.Rooks {
		if s := p.rook(i); s == m.From || s == m.To {
			lost |= 1 << i
		}
	}
	return lost
}

// rooksInCorners reports, quickly, that all rooks stand as in ordinary chess.
// When some are given as 0 and some are not it may miss that.
func (p *ChessPosition) rooksInCorners() bool {
	const corners = 7 | 0<<8 | 63<<16 | 56<<24
	rooks := uint32(p.Rooks[0]) | uint32(p.Rooks[1])<<8 | uint32(p.Rooks[2])<<16 | uint32(p.Rooks[3])<<24
	return rooks == corners || rooks == 0
}

// Constant tables: the rights that go with a king, by piece, and the right of
// each corner's rook. Any byte is an index of the first.
var (
	kingRights   = [256]CastlingRights{WhiteKing: whiteRights, BlackKing: blackRights}
	cornerRights = [64]CastlingRights{7: WhiteShort, 0: WhiteLong, 63: BlackShort, 56: BlackLong}
)

// Normalize returns m with castling as the king's move of two files, such as
// e1g1, when king and rook stand where they do in ordinary chess; every other
// move as it is. Opening books and Chess960 interfaces write castling as the
// king's move to its rook, e1h1. Whether e1h1 is castling depends on the
// position: m castles when the king of the side to move goes to the square of a
// rook with which p has the right.
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
