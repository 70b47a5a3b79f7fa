package zobrist

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// Chess holds the random numbers of chess and Chess960, and an en passant rule. Hash the board
// of your engine once, and XOR what a move changes:
//
//	h ^= z.Piece(from, piece) ^ z.Piece(to, piece) ^ z.Side()
//
// The key of a position is the XOR of the numbers of its pieces, of its castling rights, of its en
// passant square if that is part of the key under the rule, and of [Chess.Side] when White is to
// move. Two positions of Chess960 share a key if they differ only in which of two rooks has a
// castling right.
//
// Sides are a bool: true means Black.
//
// Make a Chess once and share it: it is safe for concurrent use. It takes 18 KiB, which
// [Chess.WithEnPassant] shares.
type Chess struct {
	numbers *chessNumbers
	rule    EnPassantRule
}

type chessNumbers struct {
	side      Key
	castling  [16]Key  // by set of rights
	enPassant [256]Key // by square: any byte is an index
	table     *Table[Square, ChessPiece]
	// pieces has the table's numbers square by square, 13 each. After the last square there is room
	// for the largest byte, so that Hash needs no check in its loop, even if a byte isn't a piece.
	pieces [63*13 + 256]Key
}

// NewChess returns a Chess whose numbers are generated from seed, with the rule
// [EnPassantPseudoLegal]. Each kind of number has its own stream of [NewSplitMix64](seed), by
// [SplitMix64.Split]:
//
//   - "chess pieces": square by square from a1, b1 to h8, on each White's pawn to king, then
//     Black's.
//   - "chess castling": K, Q, k, q.
//   - "chess en passant": files a to h.
//   - "chess side": one number.
func NewChess(seed uint64) *Chess {
	rng := NewSplitMix64(seed)
	table := NewTable[Square, ChessPiece](64, 13, rng.Split("chess pieces"), NoPiece)
	castling := rng.Split("chess castling")
	enPassant := rng.Split("chess en passant")
	return newChess(table, ChessNumbers{
		Castling: xorOfRights([4]Key{
			castling.Key(), castling.Key(), castling.Key(), castling.Key(),
		}),
		EnPassant: func(ep Square) Key { return Key(enPassant.At(uint64(ep.File()))) },
		Side:      rng.Split("chess side").Key(),
	})
}

// ChessNumbers are the random numbers of a chess engine: see [NewChessFunc].
type ChessNumbers struct {
	// Piece returns the number of a piece on a square. It is never called with NoPiece.
	Piece func(Square, ChessPiece) Key
	// Castling returns the number of each of the 16 sets of rights. If your engine has one for
	// each right, XOR those in the set.
	Castling func(CastlingRights) Key
	// EnPassant returns the number of each of the 16 squares of ranks 3 and 6. If your engine
	// has one for each file, use ep & 7.
	EnPassant func(Square) Key
	// Side is in the key when White is to move. If your engine's keys include it when Black is
	// to move, they equal [Chess.Hash] XOR Side, and moves change them in the same way.
	Side Key
}

// NewChessFunc returns a Chess with your engine's own numbers, with the rule
// [EnPassantPseudoLegal]. It calls each function once for each argument.
func NewChessFunc(n ChessNumbers) *Chess {
	switch {
	case n.Piece == nil:
		panic("zobrist: NewChessFunc: Piece is nil, want a function")
	case n.Castling == nil:
		panic("zobrist: NewChessFunc: Castling is nil, want a function")
	case n.EnPassant == nil:
		panic("zobrist: NewChessFunc: EnPassant is nil, want a function")
	}
	return newChess(NewTableFunc(64, 13, func(s Square, p ChessPiece) Key {
		if p == NoPiece {
			return 0
		}
		return n.Piece(s, p)
	}), n)
}

func newChess(table *Table[Square, ChessPiece], n ChessNumbers) *Chess {
	numbers := &chessNumbers{table: table, side: n.Side}
	for s := range Square(64) {
		for p := range BlackKing + 1 {
			numbers.pieces[13*int(s)+int(p)] = table.Key(s, p)
		}
	}
	for r := range numbers.castling {
		numbers.castling[r] = n.Castling(CastlingRights(r))
	}
	for _, rank := range []Square{a3, a6} {
		for file := range Square(8) {
			numbers.enPassant[rank+file] = n.EnPassant(rank + file)
		}
	}
	return &Chess{numbers: numbers}
}

// The first squares of the ranks that a double push passes over.
const (
	a3 Square = 16
	a6 Square = 40
)

// xorOfRights returns a function that returns the XOR of the numbers of the rights in a set.
func xorOfRights(numbers [4]Key) func(CastlingRights) Key {
	return func(rights CastlingRights) (h Key) {
		for i, number := range numbers {
			if rights>>i&1 != 0 {
				h ^= number
			}
		}
		return h
	}
}

// WithEnPassant returns a Chess with the same numbers and the given rule.
func (c *Chess) WithEnPassant(rule EnPassantRule) *Chess {
	rule.mustBeKnown("Chess.WithEnPassant")
	return &Chess{c.mustBeMade("zobrist: Chess.WithEnPassant" + zeroChess), rule}
}

// EnPassantRule returns the rule that decides when the en passant square is part of the key.
func (c *Chess) EnPassantRule() EnPassantRule { return c.rule }

// mustBeMade returns the numbers, or panics with a message if c is the zero Chess. The message is a
// constant for each method, because putting it together here would make every method slower.
func (c *Chess) mustBeMade(message string) *chessNumbers {
	if c.numbers == nil {
		panic(message)
	}
	return c.numbers
}

const zeroChess = ": the zero Chess has no numbers, " +
	"want one made by NewChess, NewChessFunc or Polyglot"

// Table returns the table of the pieces' numbers, in which [NoPiece] is empty. It is for what
// [Chess.Piece] cannot do, such as [Table.ToggleBits] and [NewSubKeys].
func (c *Chess) Table() *Table[Square, ChessPiece] {
	return c.mustBeMade("zobrist: Chess.Table" + zeroChess).table
}

// SubKeys returns a [SubKeys] with the five keys of correction histories, in this order: pawns,
// knights and bishops, rooks and queens, White's pieces except pawns, Black's pieces except
// pawns. Make it once. For other groups, call [NewSubKeys] with c.Table().
//
// A material key depends on the number of pieces of each kind. It needs no numbers of its own: when
// piece p joins n others of its kind, or leaves n behind, update it by h = c.Table().Toggle(h,
// Square(n), p). If you do not know n, use a [Multiset] of pieces.
func (c *Chess) SubKeys() *SubKeys[Square, ChessPiece] {
	return NewSubKeys(c.mustBeMade("zobrist: Chess.SubKeys"+zeroChess).table,
		[]ChessPiece{WhitePawn, BlackPawn},
		[]ChessPiece{WhiteKnight, WhiteBishop, BlackKnight, BlackBishop},
		[]ChessPiece{WhiteRook, WhiteQueen, BlackRook, BlackQueen},
		[]ChessPiece{WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing},
		[]ChessPiece{BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing})
}

// Piece returns the number of a piece on a square, which is 0 for [NoPiece]. It panics if p is not
// a piece or s not a square.
func (c *Chess) Piece(s Square, p ChessPiece) Key {
	if s > 63 || p > BlackKing {
		panic("zobrist: Chess.Piece: no such piece or square, want NoPiece to BlackKing on 0 to 63")
	}
	return c.mustBeMade("zobrist: Chess.Piece" + zeroChess).pieces[13*int(s)+int(p)]
}

// Castling returns the number of a set of castling rights. It panics if r has a bit other than the
// four rights.
func (c *Chess) Castling(r CastlingRights) Key {
	return c.mustBeMade("zobrist: Chess.Castling" + zeroChess).castling[r]
}

// EnPassant returns the number of an en passant square, whether or not a pawn can capture there.
// Ask [EnPassantRule.Counts] first, or call [Chess.EnPassantKey] instead. EnPassant returns 0
// unless ep is on rank 3 or 6, so you may pass 0 or 64 if there is none.
func (c *Chess) EnPassant(ep Square) Key {
	return c.mustBeMade("zobrist: Chess.EnPassant" + zeroChess).enPassant[ep]
}

// Side returns the number of the side to move. XOR it in at every change of side.
func (c *Chess) Side() Key {
	return c.mustBeMade("zobrist: Chess.Side" + zeroChess).side
}

// ClockKey returns a number for the halfmove clock. XOR it into the key with which a search probes
// and stores in its transposition table, and prefetches from it, never into that of the position or
// a [History]. It is 0 below 14 plies, and then a different number for every 8 plies: 14 to 21 and
// so on. So a score from a position far from a draw by fifty moves is not used near one, and vice
// versa.
//
// The numbers are the same for every [Chess]: number i is At(i) of the stream "chess clock" of
// [NewSplitMix64](0).
func ClockKey(halfmove int) Key {
	if halfmove < 14 {
		return 0
	}
	i := uint64(halfmove-14) / 8
	return Key(mix64(clockState + gamma*(i+1)))
}

// clockState is the state of the stream "chess clock".
const clockState = 0xa41b6c2b901c51be

// Hash returns the key of a position: a board by [Square], the side to move, the castling rights,
// and the square that a double push has just passed over, or 0. The rule of c says whether the
// square is part of the key: see [EnPassantRule]. Hash panics when a square holds a value that
// isn't a [ChessPiece]. It ignores any other bits of castling than the four rights.
//
// An engine that has a board by square as well as bitboards is faster with Hash than with
// [Chess.HashBitboards], unless few pieces are left.
func (c *Chess) Hash(
	board *[64]ChessPiece, blackToMove bool, castling CastlingRights, ep Square,
) Key {
	numbers := c.mustBeMade("zobrist: Chess.Hash" + zeroChess)
	h := numbers.side
	if blackToMove { // in this order, the compiler makes no branch of it
		h = 0
	}
	h ^= numbers.castling[castling&AllCastling]
	if ep != 0 && bitboard.Counts(c.rule, board, uint8(ep), blackToMove) {
		h ^= numbers.enPassant[ep]
	}
	for first := 0; first < 64; first += 8 {
		rank := (*[8]ChessPiece)(board[first:])
		keys := (*[7*13 + 256]Key)(numbers.pieces[13*first:]) // of this rank
		h ^= keys[rank[0]] ^ keys[13+int(rank[1])] ^
			keys[26+int(rank[2])] ^ keys[39+int(rank[3])] ^
			keys[52+int(rank[4])] ^ keys[65+int(rank[5])] ^
			keys[78+int(rank[6])] ^ keys[91+int(rank[7])]
	}
	if !allPieces(board) {
		panicNoPiece(board)
	}
	return h
}

const (
	inEachByte = 0x0101010101010101
	highBits   = 0x80 * inEachByte
	// Adding this sets the high bit of a byte that exceeds BlackKing. A byte above 127 has its high
	// bit set already, and may carry into the next byte, which does not matter then.
	maxPieces = (0x7f - uint64(BlackKing)) * inEachByte
)

// eight packs the pieces of a rank, the first in the lowest byte. The compiler turns it into one
// load.
func eight(b *[8]ChessPiece) uint64 {
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// allPieces reports whether no value on the board exceeds BlackKing. It looks at a rank at once.
func allPieces(board *[64]ChessPiece) bool {
	tooLarge := uint64(0) // the high bit of a byte is set if a piece exceeds BlackKing
	for first := 0; first < 64; first += 8 {
		rank := eight((*[8]ChessPiece)(board[first:]))
		tooLarge |= rank | (rank + maxPieces)
	}
	return tooLarge&highBits == 0
}

func panicNoPiece(board *[64]ChessPiece) {
	for s, piece := range board {
		if piece > BlackKing {
			panic(fmt.Sprintf("zobrist: Chess.Hash: the value %d on %v, want NoPiece to BlackKing",
				uint8(piece), Square(s)))
		}
	}
}

// HashBitboards returns the key that [Chess.Hash] gives the same position, from the bitboards of
// both sides: bit i is [Square] i, and each side has its pawns, knights, bishops, rooks, queens and
// kings, in this order. No bit may be set in two of them.
func (c *Chess) HashBitboards(
	white, black *[6]uint64, blackToMove bool, castling CastlingRights, ep Square,
) Key {
	numbers := c.mustBeMade("zobrist: Chess.HashBitboards" + zeroChess)
	h := numbers.castling[castling&AllCastling]
	if !blackToMove {
		h ^= numbers.side
	}
	if ep != 0 && bitboard.CountsSets(c.rule, uint8(ep), white, black, blackToMove) {
		h ^= numbers.enPassant[ep]
	}
	for kind := range white {
		h ^= numbers.hashSet(white[kind], WhitePawn+ChessPiece(kind))
		h ^= numbers.hashSet(black[kind], BlackPawn+ChessPiece(kind))
	}
	return h
}

// hashSet returns the XOR of the numbers of a piece on a set of squares.
func (n *chessNumbers) hashSet(squares uint64, piece ChessPiece) (h Key) {
	for ; squares != 0; squares &= squares - 1 { // without its lowest bit
		square := bits.TrailingZeros64(squares)
		h ^= n.pieces[13*square+int(piece)]
	}
	return h
}

// Keys yields every number with its name:
//
//   - the 768 numbers of pieces, such as "e4 P", square by square in the order of [ChessPiece];
//   - "castling K", Q, k and q if the number of each set of rights is the XOR of its rights'
//     numbers; K, Q, KQ, k, q and kq if it is the XOR of one for each colour; else all sets. If
//     the empty set's number isn't 0, its name is "castling -". It is then in every key, and the
//     numbers of rights and colours are what they add to it;
//   - "en passant e" if e3 and e6 share a number, else "en passant e3", and "en passant e6"
//     after h3;
//   - "side".
func (c *Chess) Keys() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		numbers := c.mustBeMade("zobrist: Chess.Keys" + zeroChess)
		for name, key := range numbers.table.Keys() {
			if !yield(name, key) {
				return
			}
		}
		for name, key := range numbers.castlingKeys {
			if !yield(name, key) {
				return
			}
		}
		for name, key := range numbers.enPassantKeys {
			if !yield(name, key) {
				return
			}
		}
		yield("side", numbers.side)
	}
}

// castlingKeys yields the numbers of castling rights, as Keys does.
func (n *chessNumbers) castlingKeys(yield func(string, Key) bool) {
	parts := n.castlingParts()
	none := n.castling[0]
	for i, key := range n.castling {
		rights := CastlingRights(i)
		if rights == 0 && none == 0 {
			continue
		}
		if rights != 0 && len(parts) > 1 {
			key ^= none // its number is "castling -"
		}
		isListed := slices.ContainsFunc(parts, rights.isPartOf)
		if isListed && !yield("castling "+rights.String(), key) {
			return
		}
	}
}

// isPartOf reports whether all rights of r are in the set.
func (r CastlingRights) isPartOf(set CastlingRights) bool { return r|set == set }

// castlingParts returns the smallest sets of rights that have numbers of their own: the four
// rights, the rights of each colour, or all of them.
func (n *chessNumbers) castlingParts() []CastlingRights {
	single := []CastlingRights{WhiteShort, WhiteLong, BlackShort, BlackLong}
	if n.castlingSplits(single) {
		return single
	}
	colours := []CastlingRights{whiteRights, blackRights}
	if n.castlingSplits(colours) {
		return colours
	}
	return []CastlingRights{AllCastling}
}

// castlingSplits reports whether the number of each set of rights is that of the empty set, XOR
// what each part of the set adds to it.
func (n *chessNumbers) castlingSplits(parts []CastlingRights) bool {
	none := n.castling[0]
	for i, key := range n.castling {
		sum := none
		for _, part := range parts {
			sum ^= n.castling[CastlingRights(i)&part] ^ none
		}
		if sum != key {
			return false
		}
	}
	return true
}

// enPassantKeys yields the numbers of en passant squares, as Keys does.
func (n *chessNumbers) enPassantKeys(yield func(string, Key) bool) {
	for file := range Square(8) {
		name := "en passant " + (a3 + file).String()
		if n.ofFile(file) {
			name = strings.TrimSuffix(name, "3")
		}
		if !yield(name, n.enPassant[a3+file]) {
			return
		}
	}
	for file := range Square(8) {
		name := "en passant " + (a6 + file).String()
		if !n.ofFile(file) && !yield(name, n.enPassant[a6+file]) {
			return
		}
	}
}

// ofFile reports whether the two en passant squares of a file share a number.
func (n *chessNumbers) ofFile(file Square) bool {
	return n.enPassant[a3+file] == n.enPassant[a6+file]
}
