package chess

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// CheckStandard returns nil when p can be a position of standard chess. Otherwise its error
// says which of these rules p breaks, and where:
//
//   - Each side has one king, and no pawn on rank 1 or 8.
//   - A castling right has its king on e1 or e8, and its rook in the corner.
//   - A double push can have passed over the en passant square.
//   - The side that has just moved is not in check.
//
// It does not count the other pieces, does not search for a game that leads to p, and does not
// allocate unless it fails.
func (p *Position) CheckStandard() error {
	if err := p.checkPieces(); err != nil {
		return fmt.Errorf("zobrist: not standard chess: %w", err)
	}
	for i := range 4 {
		right, at := zobrist.CastlingRights(1<<i), zobrist.Square(4+56*(i/2))
		king, rook := zobrist.WhiteKing.Of(i >= 2), zobrist.WhiteRook.Of(i >= 2)
		if p.Castling&right != 0 && (p.Board[at] != king || p.rook(i) != corners[i] || p.Board[corners[i]] != rook) {
			return fmt.Errorf("zobrist: not standard chess: castling right %v, want %v on %v with its %v on %v", right, king, at, rook, corners[i])
		}
	}
	if p.EnPassant != 0 {
		if err := p.checkEnPassant(p.EnPassant); err != nil {
			return fmt.Errorf("zobrist: not standard chess: en passant square %w", err)
		}
	}
	if moved, other := bitboard.Of(&p.Board, !p.BlackToMove); bitboard.Attacked(moved[5], &other, bitboard.Occupied(&moved, &other), p.BlackToMove) {
		return fmt.Errorf("zobrist: not standard chess: %s is in check, but %s is to move", sideName(!p.BlackToMove), sideName(p.BlackToMove))
	}
	return nil
}

// checkPieces returns an error unless each side has one king and no pawn stands on rank 1 or 8.
func (p *Position) checkPieces() error {
	var count [zobrist.BlackKing + 1]int
	for s, piece := range p.Board {
		switch {
		case piece > zobrist.BlackKing:
			return fmt.Errorf("the value %d on %v, want NoPiece to BlackKing", uint8(piece), zobrist.Square(s))
		case (piece == zobrist.WhitePawn || piece == zobrist.BlackPawn) && (s < 8 || s >= 56):
			return fmt.Errorf("a pawn (%v) on %v, want none on rank 1 or 8", piece, zobrist.Square(s))
		}
		count[piece]++
	}
	for _, black := range [2]bool{false, true} {
		if n := count[zobrist.WhiteKing.Of(black)]; n != 1 {
			return fmt.Errorf("%s has %d kings, want 1", sideName(black), n)
		}
	}
	return nil
}

// checkEnPassant returns an error unless a double push just played can have passed over the square.
func (p *Position) checkEnPassant(at zobrist.Square) error {
	rank := zobrist.Square(5)
	if p.BlackToMove {
		rank = 2
	}
	pushed := zobrist.WhitePawn.Of(!p.BlackToMove)
	switch {
	case at>>3 != rank:
		return fmt.Errorf("%v, want a square of rank %d with %s to move", at, rank+1, sideName(p.BlackToMove))
	case p.Board[at] != zobrist.NoPiece:
		return fmt.Errorf("%v is not empty, so no double push passed over it", at)
	case p.Board[at^8] != pushed:
		return fmt.Errorf("%v, but no %v on %v that passed over it", at, pushed, at^8)
	case p.Board[at^24] != zobrist.NoPiece: // beyond it, seen from the pawn
		return fmt.Errorf("%v, but %v, where the pawn came from, is not empty", at, at^24)
	}
	return nil
}

func sideName(black bool) string {
	if black {
		return "Black"
	}
	return "White"
}
