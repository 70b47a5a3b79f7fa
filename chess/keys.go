package chess

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// Hash returns the key of the position: [zobrist.Chess.Hash] of its fields.
func (p Position) Hash(keys *zobrist.Chess) zobrist.Key {
	return keys.Hash(&p.Board, p.BlackToMove, p.Castling, p.EnPassant)
}

// EnPassantCounts reports whether p.EnPassant is part of the key under the rule. It reads only p's
// Board, BlackToMove and EnPassant.
func (p *Position) EnPassantCounts(rule zobrist.EnPassantRule) bool {
	if rule > zobrist.EnPassantAlways {
		panic(fmt.Sprintf("zobrist: Position.EnPassantCounts: rule %d, "+
			"want EnPassantPseudoLegal, EnPassantLegal or EnPassantAlways", uint8(rule)))
	}
	return bitboard.Counts(rule, &p.Board, uint8(p.EnPassant), p.BlackToMove)
}

// EnPassantKey returns the number of p.EnPassant, or 0 if that is not part of the key under the
// rule of keys.
func (p *Position) EnPassantKey(keys *zobrist.Chess) zobrist.Key {
	// The rule of a Chess is one of the three, so EnPassantCounts need not check it.
	if !bitboard.Counts(keys.EnPassantRule(), &p.Board, uint8(p.EnPassant), p.BlackToMove) {
		return 0
	}
	return keys.EnPassant(p.EnPassant)
}

// After returns the key after the move m, for the position with key h, without making the move.
// It equals [Position.Hash] after [Position.Play], for every move that Play makes in a
// well-formed position, even an illegal one. For a move that Play refuses it returns h.
func (p *Position) After(keys *zobrist.Chess, h zobrist.Key, m Move) zobrist.Key {
	// Nine moves in ten are plain: a piece moves, perhaps captures, and perhaps ends castling
	// rights of standard chess. This function is for them. The rest goes to after, which is slower.
	if m.From > 63 || m.To > 63 || m.Promotion != zobrist.NoPiece {
		return p.after(keys, h, m)
	}
	piece, captured := p.Board[m.From], p.Board[m.To]
	black := 0
	if p.BlackToMove {
		black = 1
	}
	special := specialSteps[black&1][piece&15]>>(m.From^m.To)&1 != 0
	if special || p.EnPassant != 0 && m.To == p.EnPassant {
		return p.after(keys, h, m)
	}
	if p.Castling != 0 {
		ofKing := kingRights[piece]
		mayCastle := ofKing != 0 && (captured != zobrist.NoPiece || byTwoSquares(m))
		if mayCastle || !p.rooksInCorners() {
			return p.after(keys, h, m)
		}
		lost := ofKing | kingRights[captured] | cornerRights[m.From] | cornerRights[m.To]
		if lost != 0 {
			h ^= p.rightsKey(keys, lost)
		}
	}
	if p.EnPassant != 0 {
		h ^= p.EnPassantKey(keys)
	}
	return h ^ keys.Side() ^
		keys.Piece(m.From, piece) ^ keys.Piece(m.To, captured) ^ keys.Piece(m.To, piece)
}

// specialSteps has a bit for each value of from ^ to, by the side to move and the piece on from. It
// is set if the move may be more than a step or a capture: bit 0 if it goes nowhere, bit 16 for a
// pawn's move by two ranks, and all bits if the piece is not of the side to move. One look-up
// replaces four comparisons. It is a constant table.
var specialSteps = [2][16]uint64{
	{
		anyStep,
		1 | 1<<16, 1, 1, 1, 1, 1,
		anyStep, anyStep, anyStep, anyStep, anyStep, anyStep,
		anyStep, anyStep, anyStep,
	},
	{
		anyStep,
		anyStep, anyStep, anyStep, anyStep, anyStep, anyStep,
		1 | 1<<16, 1, 1, 1, 1, 1,
		anyStep, anyStep, anyStep,
	},
}

const anyStep = 1<<64 - 1

// after is After for all moves, plain or not.
func (p *Position) after(keys *zobrist.Chess, h zobrist.Key, m Move) zobrist.Key {
	null := m == Move{}
	if !null && !p.moves(m) {
		return h
	}
	h ^= keys.Side()
	if p.EnPassant != 0 {
		h ^= p.EnPassantKey(keys)
	}
	if null {
		return h
	}
	piece, captured := p.Board[m.From&63], p.Board[m.To&63]
	if p.Castling != 0 {
		h ^= p.rightsKey(keys, p.lostRights(piece, captured, m))
	}
	placed := piece
	pawn := piece.Kind() == zobrist.WhitePawn
	switch {
	case pawn && p.doublePush(m):
		h ^= p.pushKey(keys, m)
	case pawn && m.Promotion != zobrist.NoPiece && m.To != p.EnPassant:
		placed = m.promotes(piece)
	default:
		squares := p.specialSquares(m)
		if squares != 0 {
			return h ^ p.boardKey(keys, m, squares)
		}
	}
	return h ^ keys.Piece(m.From, piece) ^ keys.Piece(m.To, captured) ^ keys.Piece(m.To, placed)
}

// boardKey returns the change of the key by all that a move changes on some squares.
func (p *Position) boardKey(keys *zobrist.Chess, m Move, squares uint64) (change zobrist.Key) {
	next := *p
	next.move(m, p.EnPassant)
	for ; squares != 0; squares = withoutLowest(squares) {
		s := lowest(squares) & 63
		change ^= keys.Piece(s, p.Board[s]) ^ keys.Piece(s, next.Board[s])
	}
	return change
}

// specialSquares returns the squares that a promotion, a capture en passant or castling may change.
// For other moves it returns 0.
func (p *Position) specialSquares(m Move) uint64 {
	if p.Castling != 0 && kingRights[p.Board[m.From&63]] != 0 {
		_, castles := p.castles(m)
		if castles {
			return rankOf(m.From)
		}
	}
	ends := bit(m.From) | bit(m.To)
	switch {
	case m.To == p.EnPassant && p.EnPassant != 0:
		return ends | bit(pushedTo(m.To))
	case m.Promotion != zobrist.NoPiece && (m.To.Rank() == 0 || m.To.Rank() == 7):
		return ends
	}
	return 0
}

// rightsKey returns the change of the key when some rights are lost, held or not.
func (p *Position) rightsKey(keys *zobrist.Chess, lost zobrist.CastlingRights) zobrist.Key {
	held := p.Castling & zobrist.AllCastling
	return keys.Castling(held) ^ keys.Castling(held&^lost)
}

// pushKey returns the en passant number that a double push puts into the key.
func (p *Position) pushKey(keys *zobrist.Chess, m Move) zobrist.Key {
	rule, passed := keys.EnPassantRule(), middle(m)
	if rule == zobrist.EnPassantAlways {
		return keys.EnPassant(passed)
	}
	// After most pushes, no pawn stands beside the pushed one. The move does not change that.
	if !bitboard.Beside(&p.Board, uint8(passed), !p.BlackToMove) {
		return 0
	}
	if rule == zobrist.EnPassantLegal {
		after := p.Board
		after[m.From&63] = zobrist.NoPiece
		after[m.To&63] = p.Board[m.From&63]
		if !bitboard.Counts(rule, &after, uint8(passed), !p.BlackToMove) {
			return 0
		}
	}
	return keys.EnPassant(passed)
}

// AfterSubKeys updates sub-keys, such as those of [zobrist.Chess.SubKeys], for the move m, without
// making it. The keys then equal subs.Hash of the board after [Position.Play]. If Play refuses m,
// they stay unchanged.
func (p *Position) AfterSubKeys(
	subs *zobrist.SubKeys[zobrist.Square, zobrist.ChessPiece], keys []zobrist.Key, m Move,
) {
	if !p.moves(m) {
		return
	}
	squares := p.specialSquares(m)
	if squares == 0 {
		subs.Move(keys, m.From, m.To, p.Board[m.From&63])
		subs.Toggle(keys, m.To, p.Board[m.To&63])
		return
	}
	next := *p
	next.move(m, p.EnPassant)
	for ; squares != 0; squares = withoutLowest(squares) {
		s := lowest(squares) & 63
		subs.Replace(keys, s, p.Board[s], next.Board[s])
	}
}

// Irreversible reports whether m captures, moves a pawn, or loses a castling right, as castling
// does. After such a move no earlier position can come back, so push the key after it with
// [zobrist.History.PushIrreversible].
//
// There are other moves after which no earlier position can come back, such as one by which the
// chance to capture en passant passes. Irreversible returns false for them, which costs a search
// some time, but it misses no repetition. It is also false if Play refuses m, and for the null
// move, which a search pushes by PushIrreversible all the same.
func (p *Position) Irreversible(m Move) bool {
	if !p.moves(m) {
		return false
	}
	piece, captured := p.Board[m.From&63], p.Board[m.To&63]
	if piece.Kind() == zobrist.WhitePawn || captured != zobrist.NoPiece {
		return true
	}
	return p.Castling&p.lostRights(piece, captured, m) != 0
}
