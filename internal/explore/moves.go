package explore

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// isRare reports whether a move changes castling rights, promotes, pushes a pawn past another one,
// or captures en passant.
func isRare(n *Node, m chess.Move) bool {
	p, next := &n.Board, n.Board
	next.Play(m)
	switch {
	case next.Castling != p.Castling, next.EnPassant != 0, m.Promotion != zobrist.NoPiece:
		return true
	}
	return p.EnPassant != 0 && m.To == p.EnPassant
}

// isIrreversible reports whether a move captures, or moves a pawn.
func isIrreversible(n *Node, m chess.Move) bool {
	p := &n.Board
	return p.Board[m.To] != zobrist.NoPiece || p.Board[m.From].Kind() == zobrist.WhitePawn
}
