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

// Counts reports whether the rule counts the en passant square ep: only then is its number part of the key. Call it
// after a double push and when you read a FEN, and forget the square if it returns false. [Chess.EnPassantKey] returns
// the number.
//
// Bit i of a bitboard is square i. Each side has its pawns, knights, bishops, rooks, queens and kings, in this order.
// White is to move if ep is on rank 6, and Black if it is on rank 3. Counts returns false for all other squares, so you
// may pass 0 or 64 if there is none. It panics if the rule is unknown.
func (r EnPassantRule) Counts(ep Square, white, black *[6]uint64) bool {
	return ep != 0 && r.counts(ep, white, black)
}

// counts is Counts for a square that isn't 0. They are apart so that the compiler can inline Counts, which an engine
// calls for every key.
func (r EnPassantRule) counts(ep Square, white, black *[6]uint64) bool {
	r.check("EnPassantRule.Counts")
	return bitboard.CountsSets(r, uint8(ep), white, black)
}

// check panics unless the rule is known.
func (r EnPassantRule) check(caller string) {
	if r > EnPassantAlways {
		panic(fmt.Sprintf("zobrist: %s: rule %d, want EnPassantPseudoLegal, EnPassantLegal or EnPassantAlways", caller, r))
	}
}
