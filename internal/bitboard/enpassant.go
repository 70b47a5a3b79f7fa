package bitboard

// The rules by which an en passant square is part of a key, as in zobrist.EnPassantRule.
const (
	PseudoLegal = iota
	Legal
	Always
)

// Counts reports whether a rule counts the en passant square passed, with White or Black to move.
func Counts[P, Rule ~uint8](rule Rule, board *[64]P, passed uint8, black bool) bool {
	switch {
	case !canPass(passed, black):
		return false
	case rule == Always:
		return true
	case !Beside(board, passed, black):
		return false
	case rule == PseudoLegal:
		return true
	}
	own, other := Of(board)
	if black {
		own, other = other, own
	}
	return LegalEnPassant(passed, &own, &other, black)
}

// CountsSets is Counts with the bitboards of both sides.
func CountsSets[Rule ~uint8](
	rule Rule, passed uint8, white, black *[6]uint64, blackToMove bool,
) bool {
	own, other := white, black
	if blackToMove {
		own, other = black, white
	}
	switch {
	case !canPass(passed, blackToMove):
		return false
	case rule == Always:
		return true
	case capturers(passed, blackToMove)&own[pawns] == 0:
		return false
	case rule == PseudoLegal:
		return true
	}
	return LegalEnPassant(passed, own, other, blackToMove)
}

// canPass reports whether a double push can have passed over a square: it is on rank 6 with White
// to move, on rank 3 with Black to move.
func canPass(passed uint8, black bool) bool {
	if black {
		return passed>>3 == 2
	}
	return passed>>3 == 5
}

// capturers returns the squares from which a pawn of White, or of Black, captures on the square
// passed. They are those that a pawn of the other side attacks from there.
func capturers(passed uint8, black bool) uint64 { return Pawn(1<<passed, !black) }

// pushedTo returns the square of the pawn that passed over a square: it is one rank beyond rank 3,
// and one before rank 6.
func pushedTo(passed uint8) uint8 { return passed ^ 8 }

// Beside reports whether a pawn of the side to move, White or Black, stands beside the pawn that
// passed over a square. It needs no bitboards, which take longer to make.
func Beside[P ~uint8](board *[64]P, passed uint8, black bool) bool {
	pawn := P(whitePawn)
	if black {
		pawn = blackPawn
	}
	// The masks only tell the compiler that these are squares of the board.
	pushed := pushedTo(passed)
	left := pushed&7 != 0 && board[(pushed-1)&63] == pawn
	right := pushed&7 != 7 && board[(pushed+1)&63] == pawn
	return left || right
}

// LegalEnPassant reports whether a pawn of the side to move, White or Black, can capture on the
// square passed without leaving its own king attacked, if it has a king.
func LegalEnPassant(passed uint8, own, other *[6]uint64, black bool) bool {
	pushed := uint64(1) << pushedTo(passed)
	occupied := Occupied(own, other)&^pushed | 1<<passed
	for left := capturers(passed, black) & own[pawns]; left != 0; left &= left - 1 {
		capturer := left & -left // the lowest bit
		if !Attacked(own[kings], other, pushed, occupied&^capturer, !black) {
			return true
		}
	}
	return false
}
