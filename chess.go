package zobrist

import (
	"fmt"
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// Chess holds the random numbers of chess and Chess960, and an en passant rule. Hash the board
// of your engine once, and XOR what a move changes:
//
//	h ^= keys.Piece(from, piece) ^ keys.Piece(to, piece) ^ keys.Side()
//
// The key of a position is the XOR of the numbers of its pieces, its castling rights and, if the rule counts it, its
// en passant square, and of [Chess.Side] when White is to move. Two positions of Chess960 share a key if they differ
// only in which of two rooks has a castling right.
//
// A Chess is safe for concurrent use. It takes 18 KiB, which [Chess.WithEnPassant] shares.
type Chess struct {
	keys *chessKeys
	rule EnPassantRule
}

type chessKeys struct {
	side      Key
	castling  [16]Key  // by set of rights
	enPassant [256]Key // by square: any byte is an index
	table     *Table[Square, ChessPiece]
	// pieces has the table's keys square by square, 13 each. The padding keeps the index within
	// the array, even if a byte on the board isn't a piece.
	pieces [63*13 + 256]Key
}

// NewChess makes the numbers of a seed, with the rule [EnPassantPseudoLegal], in about 10 microseconds. Each kind of
// number has its own stream of [NewSplitMix64](seed), by [SplitMix64.Split]:
//
//   - "chess pieces": square by square from a1, b1 to h8, on each White's pawn to king, then
//     Black's.
//   - "chess castling": K, Q, k, q.
//   - "chess en passant": files a to h.
//   - "chess side": one number.
func NewChess(seed uint64) *Chess {
	rng := NewSplitMix64(seed)
	castling, enPassant := rng.Split("chess castling"), rng.Split("chess en passant")
	return newChess(NewTable[Square, ChessPiece](64, 13, rng.Split("chess pieces"), NoPiece), ChessNumbers{
		Castling:  xorOfRights([]Key{castling.Key(), castling.Key(), castling.Key(), castling.Key()}),
		EnPassant: func(ep Square) Key { return Key(enPassant.At(uint64(ep & 7))) },
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

// NewChessFunc makes a Chess from your engine's own numbers, with the rule
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
	k := &chessKeys{table: table, side: n.Side}
	for s := range Square(64) {
		for p := range BlackKing + 1 {
			k.pieces[13*int(s)+int(p)] = table.Key(s, p)
		}
	}
	for r := range k.castling {
		k.castling[r] = n.Castling(CastlingRights(r))
	}
	for i := range Square(16) {
		k.enPassant[enPassantSquare(i)] = n.EnPassant(enPassantSquare(i))
	}
	return &Chess{keys: k}
}

// enPassantSquare numbers the squares that a double push passes over: a3 to h3, then a6 to h6.
func enPassantSquare(i Square) Square { return 16 + 24*(i>>3) + i&7 }

// xorOfRights returns the key of a set of rights as the XOR of its rights' keys.
func xorOfRights(keys []Key) func(CastlingRights) Key {
	return func(r CastlingRights) (h Key) {
		for i, k := range keys {
			h ^= k & -Key(r>>i&1)
		}
		return h
	}
}

// WithEnPassant returns the same numbers with another rule.
func (c *Chess) WithEnPassant(rule EnPassantRule) *Chess {
	rule.check("Chess.WithEnPassant")
	return &Chess{c.numbers(), rule}
}

// EnPassantRule returns the rule by which [Chess.Hash] counts the en passant square.
func (c *Chess) EnPassantRule() EnPassantRule { return c.rule }

// numbers returns the keys, or panics if c is the zero Chess.
func (c *Chess) numbers() *chessKeys {
	if c.keys == nil {
		panic("zobrist: the zero Chess has no numbers, want one made by NewChess, NewChessFunc or Polyglot")
	}
	return c.keys
}

// Table returns the table of the pieces' numbers, in which [NoPiece] is empty.
func (c *Chess) Table() *Table[Square, ChessPiece] { return c.numbers().table }

// SubKeys returns a [SubKeys] into the five keys of correction histories, in this order: pawns,
// knights and bishops, rooks and queens, White's pieces except pawns, Black's pieces except
// pawns. Make it once. For other groups, call [NewSubKeys] with c.Table().
//
// A material key depends on the number of pieces of each kind. It needs no numbers of its own: when piece p joins n
// others of its kind, or leaves n behind, it is h = c.Table().Toggle(h, Square(n), p). A [Multiset] of pieces needs no n.
func (c *Chess) SubKeys() *SubKeys[Square, ChessPiece] {
	return NewSubKeys(c.Table(),
		[]ChessPiece{WhitePawn, BlackPawn},
		[]ChessPiece{WhiteKnight, WhiteBishop, BlackKnight, BlackBishop},
		[]ChessPiece{WhiteRook, WhiteQueen, BlackRook, BlackQueen},
		[]ChessPiece{WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing},
		[]ChessPiece{BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing})
}

// Piece is Table().Key, but faster: it returns the number of a piece on a square, 0 for [NoPiece].
func (c *Chess) Piece(s Square, p ChessPiece) Key {
	if s > 63 || p > BlackKing {
		panic("zobrist: Chess.Piece: no such piece or square, want NoPiece to BlackKing on 0 to 63")
	}
	return c.numbers().pieces[13*int(s&63)+int(p)]
}

// Castling returns the number of a set of castling rights. It panics if r has any other bit.
func (c *Chess) Castling(r CastlingRights) Key { return c.numbers().castling[r] }

// EnPassant returns the number of an en passant square, whether or not a pawn can capture there. Ask
// [EnPassantRule.Counts] first, or call [Chess.EnPassantKey] instead. EnPassant returns 0 unless ep
// is on rank 3 or 6, so you may pass 0 or 64 if there is none.
func (c *Chess) EnPassant(ep Square) Key { return c.numbers().enPassant[ep] }

// Side returns the number of the side to move. XOR it in at every change of side.
func (c *Chess) Side() Key { return c.numbers().side }

// EnPassantKey returns the number of the en passant square ep, or 0 if it is not part of the key. The rule of c decides,
// as [EnPassantRule.Counts] does, from the bitboards of both sides. Call it before and after each move:
//
//	h ^= keys.EnPassantKey(ep, &white, &black) // the square and the bitboards before the move
//	...
//	h ^= keys.EnPassantKey(ep, &white, &black) // the square and the bitboards after it
func (c *Chess) EnPassantKey(ep Square, white, black *[6]uint64) Key {
	numbers := c.numbers()
	if !c.rule.Counts(ep, white, black) {
		return 0
	}
	return numbers.enPassant[ep]
}

// ClockKey returns a number for the halfmove clock. XOR it into the key with which a search probes and stores in its
// transposition table, and prefetches from it, never into that of the position or a [History]. It is 0 below 14
// plies, and then a different number for every 8 plies: 14 to 21 and so on. So a score from a position far from a
// draw by fifty moves is not used near one, and vice versa.
//
// The numbers are the same for every [Chess]: number i is At(i) of the stream "chess clock" of [NewSplitMix64](0).
func ClockKey(halfmove int) Key {
	if halfmove < 14 {
		return 0
	}
	return Key(mix64(clockState + gamma*(uint64(halfmove-6)/8)))
}

// clockState is the state of the stream "chess clock".
const clockState = 0xa41b6c2b901c51be

// Keys yields every number with its name:
//
//   - the 768 numbers of pieces, such as "e4 P", square by square in the order of [ChessPiece];
//   - "castling K", Q, k and q if the number of each set of rights is the XOR of its rights'
//     numbers; K, Q, KQ, k, q and kq if it is the XOR of one for each colour; else all sets. If
//     the empty set's number isn't 0, its name is "castling -", and the numbers of rights and
//     colours leave it out;
//   - "en passant e" if e3 and e6 share a number, else "en passant e3", and "en passant e6"
//     after h3;
//   - "side".
func (c *Chess) Keys() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		k := c.numbers()
		for name, key := range k.table.Keys() {
			if !yield(name, key) {
				return
			}
		}
		for name, key := range k.castlingKeys {
			if !yield(name, key) {
				return
			}
		}
		for i := range Square(16) {
			ep := enPassantSquare(i)
			name := "en passant " + ep.String()
			if k.enPassant[ep] == k.enPassant[ep^56] { // a3 and a6
				name = name[:len(name)-1]
			}
			if (i < 8 || k.enPassant[ep] != k.enPassant[ep^56]) && !yield(name, k.enPassant[ep]) {
				return
			}
		}
		yield("side", k.side)
	}
}

// castlingKeys yields the numbers of castling rights, as Keys does.
func (k *chessKeys) castlingKeys(yield func(string, Key) bool) {
	none, parts := k.castling[0], []CastlingRights{WhiteShort, WhiteLong, BlackShort, BlackLong}
	if !k.castlingSplits(parts) {
		parts = []CastlingRights{whiteRights, blackRights}
	}
	if !k.castlingSplits(parts) {
		parts = []CastlingRights{AllCastling}
	}
	for i, key := range k.castling {
		r := CastlingRights(i)
		if r != 0 && len(parts) > 1 {
			key ^= none
		}
		listed := slices.ContainsFunc(parts, func(part CastlingRights) bool { return r&^part == 0 })
		if listed && (r != 0 || none != 0) && !yield("castling "+r.String(), key) {
			return
		}
	}
}

// castlingSplits reports whether each set of rights has the XOR of what each part of it adds to
// the number of the empty set.
func (k *chessKeys) castlingSplits(parts []CastlingRights) bool {
	for r, key := range k.castling {
		for _, part := range parts {
			key ^= k.castling[CastlingRights(r)&part] ^ k.castling[0]
		}
		if key != k.castling[0] {
			return false
		}
	}
	return true
}

// Hash returns the key of a position: a board by [Square], the side to move, the castling
// rights, and the square that a double push has just passed over, or 0. The rule of c says
// whether the square counts. Hash panics when a square holds a value that isn't a [ChessPiece].
// It ignores any other bits of castling than the four rights, and an ep that is not on rank 3 or 6.
//
// It looks up all 64 squares. A loop over the pieces of bitboards takes longer, unless fewer than about 18 are left.
func (c *Chess) Hash(board *[64]ChessPiece, blackToMove bool, castling CastlingRights, ep Square) Key {
	k, bad := c.numbers(), uint64(0)
	h := k.side
	if blackToMove { // in this order, no branch
		h = 0
	}
	h ^= k.castling[castling&AllCastling]
	if ep != 0 && bitboard.Counts(c.rule, board, uint8(ep), blackToMove) {
		h ^= k.enPassant[ep]
	}
	for first := 0; first < 64; first += 8 {
		b, keys := (*[8]ChessPiece)(board[first:]), (*[7*13 + 256]Key)(k.pieces[13*first:])
		h ^= keys[b[0]] ^ keys[13+int(b[1])] ^ keys[26+int(b[2])] ^ keys[39+int(b[3])] ^
			keys[52+int(b[4])] ^ keys[65+int(b[5])] ^ keys[78+int(b[6])] ^ keys[91+int(b[7])]
	}
	for first := 0; first < 64; first += 8 { // in a loop of its own, the compiler loads a rank at once
		// A byte above 127 has its high bit set. The sum sets it if a smaller one exceeds BlackKing.
		rank := eight((*[8]ChessPiece)(board[first:]))
		bad |= rank | (rank + (0x7f-uint64(BlackKing))*ones)
	}
	if bad&(0x80*ones) != 0 {
		s := slices.IndexFunc(board[:], func(p ChessPiece) bool { return p > BlackKing })
		panic(fmt.Sprintf("zobrist: Chess.Hash: the value %d on %v, want NoPiece to BlackKing", uint8(board[s]), Square(s)))
	}
	return h
}

const ones = 0x0101010101010101

// eight packs the pieces of a rank, the first in the lowest byte. The compiler turns it into one load.
func eight(b *[8]ChessPiece) uint64 {
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}
