package zobrist

import "fmt"

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
// ep, as a bitboard: bit i is square i. So EnPassantFrom(ep)&pawns != 0, with
// the pawns of the side to move, is the rule [EnPassantPseudoLegal]. For the
// other rules, see [EnPassantOn]. EnPassantFrom returns 0 unless ep is on rank 3 or 6.
func EnPassantFrom(ep Square) uint64 {
	if rank := ep >> 3; rank != 2 && rank != 5 {
		return 0
	}
	pushed := uint64(1) << (ep ^ 8)
	return pushed&^fileA>>1 | pushed&^fileH<<1
}

// EnPassantOn reports whether the rule counts the en passant square ep: only
// then is [Chess.EnPassant](ep) in the key. It is for engines with bitboards.
// Bit i is square i, and each side has its pawns, knights, bishops, rooks,
// queens and kings, in this order:
//
//	if !zobrist.EnPassantOn(zobrist.EnPassantLegal, ep, &b.White, &b.Black) {
//		ep = 0
//	}
//
// Call it after a double push and when you read a FEN. The square says who is to
// move. It returns false if ep is not on rank 3 or 6. It panics on an unknown rule.
func EnPassantOn(rule EnPassantRule, ep Square, white, black *[6]uint64) bool {
	return ep != 0 && rule.on(ep, white, black)
}

func (r EnPassantRule) on(ep Square, white, black *[6]uint64) bool {
	r.check("EnPassantOn")
	from, mover, other := EnPassantFrom(ep), white, black
	if ep < 32 {
		mover, other = black, white
	}
	return from != 0 && (r == EnPassantAlways ||
		from&mover[0] != 0 && (r == EnPassantPseudoLegal || legalEnPassant(ep, mover, other, ep < 32)))
}

// EnPassantOn reports whether the rule counts p.EnPassant: only then is its
// number in the key. It reads only p's Board, BlackToMove and EnPassant. It
// panics on an unknown rule.
func (p *ChessPosition) EnPassantOn(rule EnPassantRule) bool {
	rule.check("ChessPosition.EnPassantOn")
	return p.EnPassant != 0 && rule.counts(&p.Board, p.EnPassant, p.BlackToMove)
}

// counts reports whether the rule counts the square passed, with black to move or not.
func (r EnPassantRule) counts(board *[64]ChessPiece, passed Square, black bool) bool {
	switch {
	case r == EnPassantAlways:
		return true
	case !beside(board, passed^8, WhitePawn.of(black)):
		return false
	case r == EnPassantPseudoLegal:
		return true
	}
	mover, other := bitboards(board, black)
	return legalEnPassant(passed, &mover, &other, black)
}

// check panics unless the rule is known.
func (r EnPassantRule) check(caller string) {
	if r > EnPassantAlways {
		panic(fmt.Sprintf("zobrist: %s: rule %d, want EnPassantPseudoLegal, EnPassantLegal or EnPassantAlways", caller, r))
	}
}

// beside reports whether a pawn stands on a square beside s.
func beside(board *[64]ChessPiece, s Square, pawn ChessPiece) bool {
	return s&7 != 0 && board[(s-1)&63] == pawn || s&7 != 7 && board[(s+1)&63] == pawn
}

// legalEnPassant reports whether a pawn of the side to move, black or not, can
// capture on passed without leaving its own king attacked, if it has a king.
func legalEnPassant(passed Square, mover, other *[6]uint64, black bool) bool {
	without := occupied(mover, other)&^(1<<(passed^8)) | 1<<passed
	for from := EnPassantFrom(passed) & mover[0]; from != 0; from &= from - 1 {
		if !attacked(mover[5], other, without&^(from&-from), !black) {
			return true
		}
	}
	return false
}
