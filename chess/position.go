// Package chess provides positions, FEN, moves and keys of chess and Chess960, for programs without
// a board of their own. Their keys are computed with the random numbers of a [zobrist.Chess].
//
//	z := zobrist.Polyglot()
//	p, err := chess.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
//	h := p.Hash(z)           // once
//	for m := range p.Moves() {
//		after := p.After(z, h, m) // the key after m
//		next := p
//		next.Play(m)              // next.Hash(z) == after
//	}
//
// To undo a move, restore the earlier position and key. [Position.Play] makes illegal moves too:
// ask [Position.Legal] before you play a move that comes from outside.
package chess

import (
	"math"

	"github.com/zobrist-go/zobrist"
)

// StartFEN is the starting position of chess.
const StartFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Start returns the starting position of chess.
func Start() Position {
	p, _ := ParseFEN(StartFEN)
	return p
}

// A Position is a position of chess or Chess960, with everything a FEN holds.
//
// Positions from [ParseFEN] and [Position.Play] compare with == and are well formed: every castling
// right has its king and rook, and the en passant square has its pawn. A position that you fill in
// by hand must be well formed too. If its Rooks are zero, it has the same keys as a position from a
// FEN, but is not == to it.
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
	return m.From < 64 && m.To < 64 && m.From != m.To && p.hasToMove(p.Board[m.From])
}

// hasToMove reports whether a piece is of the side to move.
func (p *Position) hasToMove(piece zobrist.ChessPiece) bool {
	first, last := zobrist.WhitePawn, zobrist.WhiteKing
	if p.BlackToMove {
		first, last = zobrist.BlackPawn, zobrist.BlackKing
	}
	return first <= piece && piece <= last
}

// move makes a move of a piece. passed is the square on which an en passant capture is possible.
func (p *Position) move(m Move, passed zobrist.Square) {
	piece, captured := p.Board[m.From], p.Board[m.To]
	lost := p.lostRights(piece, captured, m)
	switch piece {
	case zobrist.WhiteKing, zobrist.BlackKing:
		if c, ok := p.castles(m); ok {
			// First both squares become empty, because in Chess960 the king may go where the rook
			// stands, and the rook where the king stands.
			p.Board[c.king], p.Board[c.rook] = zobrist.NoPiece, zobrist.NoPiece
			p.Board[c.kingTo] = piece
			p.Board[c.rookTo] = zobrist.WhiteRook.Of(p.BlackToMove)
			p.lose(lost)
			return
		}
	case zobrist.WhitePawn, zobrist.BlackPawn:
		p.HalfmoveClock = 0
		switch {
		case m.To == passed && passed != 0:
			p.Board[pushedTo(m.To)] = zobrist.NoPiece
		case p.doublePush(m):
			p.EnPassant = middle(m)
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

// doublePush reports whether a pawn's move is a double push, over an empty square.
func (p *Position) doublePush(m Move) bool {
	rank, up := 1, 16 // of White: from rank 2, two rows of squares up
	if p.BlackToMove {
		rank, up = 6, -16
	}
	return m.From.Rank() == rank && int(m.To)-int(m.From) == up &&
		p.Board[middle(m)] == zobrist.NoPiece
}

// middle returns the square that a double push passes over.
func middle(m Move) zobrist.Square { return (m.From + m.To) / 2 }

// pushedTo returns the square of the pawn that passed over an en passant square: on rank 4 for a
// square of rank 3, and on rank 5 for one of rank 6. These ranks differ in one bit.
func pushedTo(passed zobrist.Square) zobrist.Square { return passed ^ 8 }

// pushedFrom returns the square that this pawn came from: on rank 2 or 7.
func pushedFrom(passed zobrist.Square) zobrist.Square { return passed ^ 24 }

// promotes returns what a pawn becomes on m.To.
func (m Move) promotes(pawn zobrist.ChessPiece) zobrist.ChessPiece {
	kind := m.Promotion.Kind()
	if !onLastRank(pawn, m.To) || kind < zobrist.WhiteKnight || kind > zobrist.WhiteQueen {
		return pawn
	}
	return kind.Of(pawn.Black())
}

// onLastRank reports whether a square is on the rank on which a pawn promotes.
func onLastRank(pawn zobrist.ChessPiece, s zobrist.Square) bool {
	if pawn.Black() {
		return s.Rank() == 0
	}
	return s.Rank() == 7
}
