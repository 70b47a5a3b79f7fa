package chess

import (
	"iter"
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// Moves yields the legal moves of p as it was at the call, so the loop may play them on p. Their
// order is the same each time, but may differ in another release.
//
// Castling is the king's move of two files if king and rook stand where they do in standard chess,
// and else, in Chess960, the king's move to its rook. A pawn on the last rank is promoted to each
// of the four pieces of its own colour.
//
// A move is legal if the other side cannot capture a king after it. So a side without a king may
// move as if it were never in check. Moves does not ask whether the game is over.
func (p Position) Moves() iter.Seq[Move] {
	return func(yield func(Move) bool) {
		var g generator
		g.start(&p)
		g.each(yield)
	}
}

// Legal reports whether m is a legal move, as [Position.Moves] defines it. Castling may be written
// in both forms, by two files or to the square of the rook, as [Position.Play] takes it. The piece
// of a promotion may be of either colour. A Promotion with any other move is not legal.
//
// Ask it before you play a move that comes from outside, such as from an opening book or a
// transposition table.
func (p *Position) Legal(m Move) bool {
	if !p.moves(m) {
		return false
	}
	var g generator
	g.start(p)
	piece := p.Board[m.From]
	if piece.Kind() == zobrist.WhiteKing {
		c, castles := p.castles(m)
		if castles {
			return m.Promotion == zobrist.NoPiece && g.mayCastle(c)
		}
	}
	if g.targets(m.From)>>m.To&1 == 0 || g.exposesKing(m.From, m.To) {
		return false
	}
	if piece.Kind() == zobrist.WhitePawn && onLastRank(piece, m.To) {
		return m.promotes(piece) != piece
	}
	return m.Promotion == zobrist.NoPiece
}

// InCheck reports whether a king of the side to move is attacked.
func (p *Position) InCheck() bool {
	white, black := p.Bitboards()
	occupied := bitboard.Occupied(&white, &black)
	if p.BlackToMove {
		return bitboard.Attacked(black[kings], &white, 0, occupied, false)
	}
	return bitboard.Attacked(white[kings], &black, 0, occupied, true)
}

// Bitboards returns the pawns, knights, bishops, rooks, queens and kings of White and of Black, for
// [zobrist.Chess.HashBitboards], [zobrist.EnPassantRule.Counts] and engines. Bit i is
// [zobrist.Square] i.
func (p *Position) Bitboards() (white, black [6]uint64) { return bitboard.Of(&p.Board) }

// Indices of [Position.Bitboards].
const (
	pawns = iota
	knights
	bishops
	rooks
	queens
	kings
)

// sides returns the bitboards of the side to move and of the other side.
func (p *Position) sides() (own, other [6]uint64) {
	white, black := p.Bitboards()
	if p.BlackToMove {
		return black, white
	}
	return white, black
}

// A generator has what the moves of a position depend on.
type generator struct {
	p         *Position
	own       [6]uint64 // the bitboards of the side to move
	other     [6]uint64
	ownPieces uint64
	occupied  uint64
	passed    uint64 // the en passant square, or nothing
	captures  uint64 // where a pawn can capture: the other side's pieces and passed
	// mayExpose has the pieces whose moves can leave a king attacked: the kings themselves, pinned
	// pieces, and in check all of them. A capture en passant can too, because two pieces vanish.
	mayExpose uint64
}

func (g *generator) start(p *Position) {
	g.p = p
	g.own, g.other = p.sides()
	g.ownPieces = bitboard.All(&g.own)
	otherPieces := bitboard.All(&g.other)
	g.occupied = g.ownPieces | otherPieces
	if p.EnPassantCounts(zobrist.EnPassantAlways) {
		g.passed = bit(p.EnPassant)
	}
	g.captures = otherPieces | g.passed

	if g.attacked(g.own[kings], 0, g.occupied) {
		g.mayExpose = g.ownPieces
	} else {
		g.mayExpose = g.own[kings] | g.pinned()
	}
}

// attacked reports whether the other side attacks one of the squares, without its pieces on gone.
func (g *generator) attacked(squares, gone, occupied uint64) bool {
	return bitboard.Attacked(squares, &g.other, gone, occupied, !g.p.BlackToMove)
}

// pinned returns the pieces without which a king would be attacked. They are among the pieces that
// a queen on the square of the king could reach.
func (g *generator) pinned() (pinned uint64) {
	king := g.own[kings]
	shields := bitboard.Rook(king, g.occupied) | bitboard.Bishop(king, g.occupied)
	for left := shields & g.ownPieces; left != 0; left = withoutLowest(left) {
		piece := bit(lowest(left))
		if g.attacked(king, 0, g.occupied&^piece) {
			pinned |= piece
		}
	}
	return pinned
}

// each yields all legal moves.
func (g *generator) each(yield func(Move) bool) {
	for left := g.ownPieces; left != 0; left = withoutLowest(left) {
		from := lowest(left)
		for targets := g.targets(from); targets != 0; targets = withoutLowest(targets) {
			to := lowest(targets)
			if !g.exposesKing(from, to) && !g.yieldMove(from, to, yield) {
				return
			}
		}
	}
	g.eachCastling(yield)
}

// promotions are the white pieces that a pawn can become.
var promotions = [4]zobrist.ChessPiece{
	zobrist.WhiteQueen, zobrist.WhiteRook, zobrist.WhiteBishop, zobrist.WhiteKnight,
}

// yieldMove yields the move between two squares or, if a pawn promotes, the four moves.
func (g *generator) yieldMove(from, to zobrist.Square, yield func(Move) bool) bool {
	piece := g.p.Board[from]
	if piece.Kind() != zobrist.WhitePawn || !onLastRank(piece, to) {
		return yield(Move{From: from, To: to})
	}
	for _, promotion := range promotions {
		if !yield(Move{From: from, To: to, Promotion: promotion.Of(g.p.BlackToMove)}) {
			return false
		}
	}
	return true
}

// targets returns the squares to which the piece on a square can go, if its king could be left
// attacked, without castling.
func (g *generator) targets(from zobrist.Square) uint64 {
	at := bit(from)
	switch g.p.Board[from].Kind() {
	case zobrist.WhitePawn:
		return g.pawnTargets(at)
	case zobrist.WhiteKnight:
		return bitboard.Knight(at) &^ g.ownPieces
	case zobrist.WhiteBishop:
		return bitboard.Bishop(at, g.occupied) &^ g.ownPieces
	case zobrist.WhiteRook:
		return bitboard.Rook(at, g.occupied) &^ g.ownPieces
	case zobrist.WhiteQueen:
		lines := bitboard.Rook(at, g.occupied) | bitboard.Bishop(at, g.occupied)
		return lines &^ g.ownPieces
	case zobrist.WhiteKing:
		return bitboard.King(at) &^ g.ownPieces
	}
	return 0
}

func (g *generator) pawnTargets(at uint64) uint64 {
	const rank3, rank6 = 0xff << 16, 0xff << 40
	captures := bitboard.Pawn(at, g.p.BlackToMove) & g.captures
	if g.p.BlackToMove {
		push := at >> 8 &^ g.occupied
		doublePush := (push & rank6) >> 8 &^ g.occupied
		return captures | push | doublePush
	}
	push := at << 8 &^ g.occupied
	doublePush := (push & rank3) << 8 &^ g.occupied
	return captures | push | doublePush
}

// exposesKing reports whether a move between two squares leaves a king of its side attacked.
func (g *generator) exposesKing(from, to zobrist.Square) bool {
	piece, target := bit(from), bit(to)
	enPassant := target == g.passed && g.own[pawns]&piece != 0
	if g.mayExpose&piece == 0 && !enPassant {
		return false
	}
	captured := target
	occupied := g.occupied&^piece | target
	if enPassant {
		captured = bit(pushedTo(to))
		occupied &^= captured
	}
	king := g.own[kings]
	if king&piece != 0 {
		king = king&^piece | target
	}
	return g.attacked(king, captured, occupied)
}

// eachCastling yields the castling moves that are legal.
func (g *generator) eachCastling(yield func(Move) bool) {
	short := g.p.firstRight()
	for right := short; right <= short+1; right++ {
		rook := g.p.rook(right)
		king := g.own[kings] & rankOf(rook)
		if !g.p.holds(right) || king == 0 {
			continue
		}
		c := g.p.castlingOf(right, lowest(king))
		if g.mayCastle(c) && !yield(g.p.StandardCastling(Move{From: c.king, To: c.rook})) {
			return
		}
	}
}

// mayCastle reports whether castling with a right that is held is legal: no piece except king and
// rook stands where one of them goes or passes, and the king goes from, over and to squares that
// are not attacked.
func (g *generator) mayCastle(c castling) bool {
	king, rook := bit(c.king), bit(c.rook)
	if g.own[rooks]&rook == 0 {
		return false
	}
	// In Chess960 a rook that leaves its square can open a line to the king.
	others := g.occupied &^ (king | rook)
	path := squaresBetween(c.king, c.kingTo)
	if (path|squaresBetween(c.rook, c.rookTo))&others != 0 {
		return false
	}
	for left := path; left != 0; left = withoutLowest(left) {
		there := bit(lowest(left))
		kingThere := g.own[kings]&^king | there
		if g.attacked(kingThere, 0, others|there) {
			return false
		}
	}
	return true
}

// squaresBetween returns the squares from a to b of one rank, with both ends.
func squaresBetween(a, b zobrist.Square) uint64 {
	upToLast := bit(max(a, b))<<1 - 1 // also if it is h8, whose bit is shifted out
	beforeFirst := bit(min(a, b)) - 1
	return upToLast &^ beforeFirst
}

// bit returns the bitboard of a square.
func bit(s zobrist.Square) uint64 { return 1 << (s & 63) }

// lowest returns the first square of a bitboard.
func lowest(squares uint64) zobrist.Square {
	return zobrist.Square(bits.TrailingZeros64(squares))
}

// withoutLowest returns a bitboard without its first square.
func withoutLowest(squares uint64) uint64 { return squares & (squares - 1) }

// rankOf returns the eight squares of the rank of a square.
func rankOf(s zobrist.Square) uint64 { return 0xff << (s & 56) }
