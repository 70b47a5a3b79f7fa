package zobrist

import (
	"fmt"

	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// An EnPassantRule says when an en passant square is part of the key of a position. A square
// that no double push can have passed over never is: it must be on rank 6 with White to move, or on
// rank 3 with Black to move.
type EnPassantRule uint8

const (
	// EnPassantPseudoLegal includes the square if a pawn of the side to move stands beside the pawn
	// that was pushed, even if its capture is illegal. It is the rule of Polyglot's books.
	EnPassantPseudoLegal EnPassantRule = iota
	// EnPassantLegal includes the square if such a capture is legal. In standard chess, two
	// positions then have the same key exactly when the FIDE Laws treat them as the same position.
	// In Chess960 two positions can also share a key that differ in the rook of a castling right:
	// see [Chess].
	EnPassantLegal
	// EnPassantAlways includes the square after every double push.
	EnPassantAlways
)

// String returns "pseudo-legal", "legal" or "always", and "unknown rule" for any other value.
func (r EnPassantRule) String() string {
	switch r {
	case EnPassantPseudoLegal:
		return "pseudo-legal"
	case EnPassantLegal:
		return "legal"
	case EnPassantAlways:
		return "always"
	}
	return "unknown rule"
}

// Counts reports whether the en passant square ep is part of the key under the rule. Call it after
// a double push and when you read a FEN, and forget the square if it returns false.
// [Chess.EnPassantKey] returns the number.
//
// Bit i of a bitboard is square i. Each side has its pawns, knights, bishops, rooks, queens and
// kings, in this order. White is to move if ep is on rank 6, and Black if it is on rank 3. Counts
// returns false for all other squares, so you may pass 0 or 64 if there is none. It panics if the
// rule is unknown.
func (r EnPassantRule) Counts(ep Square, white, black *[6]uint64) bool {
	return ep != 0 && r.counts(ep, white, black)
}

// counts is Counts for a square that isn't 0. They are apart so that the compiler can inline
// Counts, which an engine calls for every key.
func (r EnPassantRule) counts(ep Square, white, black *[6]uint64) bool {
	r.mustBeKnown("EnPassantRule.Counts")
	blackToMove := ep.Rank() == 2
	return bitboard.CountsSets(r, uint8(ep), white, black, blackToMove)
}

// mustBeKnown panics unless the rule is one of the three. The caller is a Type.Method.
func (r EnPassantRule) mustBeKnown(caller string) {
	if r > EnPassantAlways {
		panic(fmt.Sprintf("zobrist: %s: rule %d, want EnPassantPseudoLegal, EnPassantLegal or "+
			"EnPassantAlways", caller, uint8(r)))
	}
}

// EnPassantKey returns the number of the en passant square ep, or 0 if it is not part of the key.
// The rule of c decides, as [EnPassantRule.Counts] does, from the bitboards of both sides. Call it
// before and after each move:
//
//	h ^= z.EnPassantKey(ep, &white, &black) // the square and the bitboards before the move
//	...
//	h ^= z.EnPassantKey(ep, &white, &black) // the square and the bitboards after it
func (c *Chess) EnPassantKey(ep Square, white, black *[6]uint64) Key {
	numbers := c.mustBeMade("zobrist: Chess.EnPassantKey" + zeroChess)
	if !c.rule.Counts(ep, white, black) {
		return 0
	}
	return numbers.enPassant[ep]
}
