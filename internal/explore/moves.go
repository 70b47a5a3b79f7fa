package explore

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// isRare reports whether a move changes castling rights, promotes, pushes a pawn by two ranks,
// or captures en passant.
func isRare(n *Node, m chess.Move) bool {
	after := n.Board
	after.Play(m)
	return after.Castling != n.Board.Castling || after.EnPassant != 0 ||
		m.Promotion != zobrist.NoPiece || capturesPassant(&n.Board, m)
}

// capturesPassant reports whether a move captures en passant.
func capturesPassant(p *chess.Position, m chess.Move) bool {
	return p.EnPassant != 0 && m.To == p.EnPassant &&
		p.Board[m.From].Kind() == zobrist.WhitePawn
}

// isIrreversible reports whether a move captures, or moves a pawn.
func isIrreversible(n *Node, m chess.Move) bool {
	p := &n.Board
	return p.Board[m.To] != zobrist.NoPiece || p.Board[m.From].Kind() == zobrist.WhitePawn
}

// A Kind is what a move is by the rules, whatever piece makes it.
type Kind uint8

const (
	Plain Kind = iota
	Capture
	DoublePush
	PassantCapture
	Castling
	Promotion
)

// KindOf returns the kind of a legal move. A promotion that captures is a promotion.
func KindOf(p *chess.Position, m chess.Move) Kind {
	after := *p
	after.Play(m)
	piece, captured := p.Board[m.From].Kind(), p.Board[m.To]
	files := m.From.File() - m.To.File()
	far := files > 1 || files < -1
	ownRook := captured != zobrist.NoPiece && captured.Black() == p.BlackToMove // of Chess960
	switch {
	case m.Promotion != zobrist.NoPiece:
		return Promotion
	case piece == zobrist.WhiteKing && (ownRook || far):
		return Castling
	case capturesPassant(p, m):
		return PassantCapture
	case after.EnPassant != 0:
		return DoublePush
	case captured != zobrist.NoPiece:
		return Capture
	}
	return Plain
}
