package explore

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// A Sort says what is particular about a move. Moves of one sort take the same path through an
// engine's code, or nearly, so that a key is more likely to go wrong in a sort that is new.
type Sort struct {
	Piece, Captured, Promoted zobrist.ChessPiece
	Lost                      zobrist.CastlingRights // of both sides
	Passant                   Passant
	Push                      Push
}

// A Passant says what a move does with the en passant square of the position before.
type Passant uint8

const (
	NoPassant       Passant = iota // there was none
	LeavesPassant                  // no pawn could capture there
	DeclinesPassant                // a pawn could capture there
	CapturesPassant
	CapturesPusher // it captures the pawn that has just made a double push
)

// A Push says whether a move is a double push, and whether a pawn can then capture en passant.
type Push uint8

const (
	NoPush Push = iota
	PlainPush
	PushPast
)

// SortOf returns the sort of a legal move.
func SortOf(p *chess.Position, m chess.Move) Sort {
	after := *p
	after.Play(m)
	s := Sort{
		Piece:    p.Board[m.From],
		Captured: p.Board[m.To], // in castling, perhaps the own rook
		Promoted: m.Promotion,
		Lost:     p.Castling &^ after.Castling,
	}
	const rank = 8 // between the square that was passed and that of the pawn
	switch {
	case p.EnPassant == 0:
	case m.To == p.EnPassant && s.Piece.Kind() == zobrist.WhitePawn:
		s.Passant = CapturesPassant
	case m.To == p.EnPassant^rank:
		s.Passant = CapturesPusher
	case p.EnPassantCounts(zobrist.EnPassantPseudoLegal):
		s.Passant = DeclinesPassant
	default:
		s.Passant = LeavesPassant
	}
	switch {
	case after.EnPassant == 0:
	case after.EnPassantCounts(zobrist.EnPassantPseudoLegal):
		s.Push = PushPast
	default:
		s.Push = PlainPush
	}
	return s
}

// isRare reports whether a move changes castling rights, promotes, pushes a pawn past another one,
// or captures en passant.
func isRare(n *Node, m chess.Move) bool {
	s := SortOf(&n.Board, m)
	return s.Lost != 0 || s.Push != NoPush || s.Promoted != zobrist.NoPiece ||
		s.Passant == CapturesPassant
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
	s := SortOf(p, m)
	files := int(m.From.File()) - int(m.To.File())
	own := s.Captured != zobrist.NoPiece && s.Captured.Black() == p.BlackToMove
	far := files > 1 || files < -1
	switch {
	case s.Promoted != zobrist.NoPiece:
		return Promotion
	case s.Piece.Kind() == zobrist.WhiteKing && (own || far):
		return Castling
	case s.Passant == CapturesPassant:
		return PassantCapture
	case s.Push != NoPush:
		return DoublePush
	case s.Captured != zobrist.NoPiece:
		return Capture
	}
	return Plain
}
