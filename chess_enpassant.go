package zobrist

// An EnPassantRule says when the key of a position depends on its en passant
// square.
type EnPassantRule uint8

const (
	// EnPassantPseudoLegal counts the square when a pawn of the side to move
	// stands beside the pawn that was pushed, even if its capture is illegal.
	// It is the rule of Polyglot's books.
	EnPassantPseudoLegal EnPassantRule = iota
	// EnPassantLegal counts the square when such a capture is legal. Positions
	// are then the same exactly when the FIDE Laws count them as a repetition.
	EnPassantLegal
	// EnPassantAlways counts the square after every double push.
	EnPassantAlways
)

// String returns "pseudo-legal", "legal" or "always".
func (r EnPassantRule) String() string {
	if r > EnPassantAlways {
		return "unknown rule"
	}
	return [...]string{"pseudo-legal", "legal", "always"}[r]
}

// EnPassantFrom returns the squares from which a pawn captures en passant on
// ep, as a bitboard: bit i is square i. With bitboards, the rule
// [EnPassantPseudoLegal] takes one mask:
//
//	if zobrist.EnPassantFrom(ep)&pawns != 0 { // of the side to move
//		h ^= keys.EnPassant(ep)
//	}
//
// It returns 0 unless ep is on rank 3 or 6.
func EnPassantFrom(ep Square) uint64 {
	if rank := ep >> 3; rank != 2 && rank != 5 {
		return 0
	}
	const fileA, fileH = 0x0101010101010101, 0x8080808080808080
	pushed := uint64(1) << (ep ^ 8)
	return pushed&^fileA>>1 | pushed&^fileH<<1
}

// beside reports whether a pawn stands on a square beside s.
func beside(board *[64]ChessPiece, s Square, pawn ChessPiece) bool {
	return s&7 != 0 && board[(s-1)&63] == pawn || s&7 != 7 && board[(s+1)&63] == pawn
}

// legalEnPassant reports whether a pawn of the side to move, black or not, can
// capture on passed without leaving its own king attacked, if it has a king.
func legalEnPassant(board *[64]ChessPiece, passed Square, black bool) bool {
	pawn := WhitePawn.of(black)
	pushed := passed ^ 8
	for _, from := range [2]Square{pushed - 1, pushed + 1} {
		if from>>3 != pushed>>3 || board[from&63] != pawn {
			continue
		}
		after := *board
		after[from&63], after[pushed&63], after[passed&63] = NoPiece, NoPiece, pawn
		if !kingAttacked(&after, black) {
			return true
		}
	}
	return false
}
