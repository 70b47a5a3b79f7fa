package chess

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// CheckStandard returns nil when p can be a position of standard chess. Otherwise its error
// says which of these rules p breaks, and where:
//
//   - Each side has one king, and no pawn on rank 1 or 8.
//   - A castling right has its king on e1 or e8, and its rook in the corner.
//   - A double push can have passed over the en passant square.
//   - The side that has just moved is not in check.
//
// CheckStandard accepts any number of the other pieces, and positions that no game can reach. It
// does not allocate unless it fails.
func (p *Position) CheckStandard() error {
	if err := p.checkPieces(); err != nil {
		return fmt.Errorf("zobrist: not standard chess: %w", err)
	}
	for right := range 4 {
		if p.holds(right) && !p.isStandard(right) {
			black := isBlack(right)
			return fmt.Errorf("zobrist: not standard chess: castling right %v, "+
				"want %v on %v with its %v on %v",
				zobrist.CastlingRights(1<<right),
				zobrist.WhiteKing.Of(black), kingHome(black),
				zobrist.WhiteRook.Of(black), corners[right])
		}
	}
	if p.EnPassant != 0 {
		if err := p.checkEnPassant(p.EnPassant); err != nil {
			return fmt.Errorf("zobrist: not standard chess: en passant square %w", err)
		}
	}
	turned := *p
	turned.BlackToMove = !p.BlackToMove
	if turned.InCheck() {
		return fmt.Errorf("zobrist: not standard chess: %s is in check, but %s is to move",
			sideName(turned.BlackToMove), sideName(p.BlackToMove))
	}
	return nil
}

// isStandard reports whether king and rook of a right stand where they do in standard chess.
func (p *Position) isStandard(right int) bool {
	black, corner := isBlack(right), corners[right]
	return p.Board[kingHome(black)] == zobrist.WhiteKing.Of(black) &&
		p.rook(right) == corner && p.Board[corner] == zobrist.WhiteRook.Of(black)
}

// checkPieces returns an error unless each side has one king and no pawn stands on rank 1 or 8.
func (p *Position) checkPieces() error {
	var count [zobrist.BlackKing + 1]int
	for i, piece := range p.Board {
		square := zobrist.Square(i)
		if piece > zobrist.BlackKing {
			return fmt.Errorf("the value %d on %v, want NoPiece to BlackKing", uint8(piece), square)
		}
		rank := square.Rank()
		if piece.Kind() == zobrist.WhitePawn && (rank == 0 || rank == 7) {
			return fmt.Errorf("a pawn (%v) on %v, want none on rank 1 or 8", piece, square)
		}
		count[piece]++
	}
	for _, black := range [2]bool{false, true} {
		n := count[zobrist.WhiteKing.Of(black)]
		if n != 1 {
			return fmt.Errorf("%s has %d kings, want 1", sideName(black), n)
		}
	}
	return nil
}

// checkEnPassant returns an error unless a double push just played can have passed over the square.
func (p *Position) checkEnPassant(at zobrist.Square) error {
	rank := 5
	if p.BlackToMove {
		rank = 2
	}
	if at.Rank() != rank {
		return fmt.Errorf("%v, want a square of rank %d with %s to move",
			at, rank+1, sideName(p.BlackToMove))
	}
	pawn := zobrist.WhitePawn.Of(!p.BlackToMove)
	from, to := pushedFrom(at), pushedTo(at)
	switch {
	case p.Board[at] != zobrist.NoPiece:
		return fmt.Errorf("%v is not empty, so no double push passed over it", at)
	case p.Board[to] != pawn:
		return fmt.Errorf("%v, but no %v on %v that passed over it", at, pawn, to)
	case p.Board[from] != zobrist.NoPiece:
		return fmt.Errorf("%v, but %v, where the pawn came from, is not empty", at, from)
	}
	return nil
}

func sideName(black bool) string {
	if black {
		return "Black"
	}
	return "White"
}
