package zobrist

import (
	"fmt"

	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// An EnPassantRule says when the key of a position depends on its en passant square.
type EnPassantRule uint8

const (
	// EnPassantPseudoLegal counts the square when a pawn of the side to move stands beside the
	// pawn that was pushed, even if its capture is illegal. It is the rule of Polyglot's books.
	EnPassantPseudoLegal EnPassantRule = iota
	// EnPassantLegal counts the square when such a capture is legal. Positions are then the
	// same exactly when the FIDE Laws count them as a repetition.
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

// EnPassantOn reports whether the rule counts the en passant square ep: only then is [Chess.EnPassant](ep) in the
// key. Call it after a double push and when you read a FEN. It is for engines with bitboards: bit i is square i, and
// each side has its pawns, knights, bishops, rooks, queens and kings, in this order. The square says who is to move.
//
// EnPassantOn returns false if ep is not on rank 3 or 6.
func EnPassantOn(rule EnPassantRule, ep Square, white, black *[6]uint64) bool {
	return ep != 0 && rule.on(ep, white, black)
}

func (r EnPassantRule) on(ep Square, white, black *[6]uint64) bool {
	r.check("EnPassantOn")
	from, mover, other := bitboard.EnPassantFrom(uint8(ep)), white, black
	if ep < 32 {
		mover, other = black, white
	}
	return from != 0 && (r == EnPassantAlways || from&mover[0] != 0 &&
		(r == EnPassantPseudoLegal || bitboard.LegalEnPassant(uint8(ep), mover, other, ep < 32)))
}

// check panics unless the rule is known.
func (r EnPassantRule) check(caller string) {
	if r > EnPassantAlways {
		panic(fmt.Sprintf("zobrist: %s: rule %d, want EnPassantPseudoLegal, EnPassantLegal or EnPassantAlways", caller, r))
	}
}
