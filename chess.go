package zobrist

import (
	"fmt"
	"iter"
	"slices"
)

// Chess holds the random numbers of chess and Chess960, and an en passant rule.
//
//	keys := zobrist.Polyglot()
//	h := keys.Hash(&p)       // once
//	h = keys.After(h, &p, m) // before each p.Play(m)
//
// The key of a position is the XOR of the numbers of its pieces, its castling
// rights and, if the rule counts it, its en passant square. When White is to
// move, the key includes [Chess.Side] too. The clocks do not matter,
// nor do the moves that led to the position.
//
// A castling right is king's side or queen's side, whatever the rook's file. So
// two positions of Chess960 share a key if they differ only in which of two
// rooks has the right.
//
// Make a Chess with [NewChess], [NewChessFunc] or [Polyglot]. The methods of
// the zero Chess panic. A Chess never changes and is safe for concurrent use.
// It takes 18 KiB, which [Chess.WithEnPassant] shares.
type Chess struct {
	keys *chessKeys
	rule EnPassantRule
}

type chessKeys struct {
	side      Key
	castling  [16]Key  // by set of rights
	enPassant [256]Key // by square: any byte is an index
	table     *Table[Square, ChessPiece]
	// pieces has the table's keys square by square, 13 each. The padding keeps
	// the index within the array, even if a byte on the board isn't a piece.
	pieces [63*13 + 256]Key
}

// NewChess makes the numbers of a seed, with the rule [EnPassantPseudoLegal].
// It takes about 10 microseconds: make one and share it.
//
// Each kind of number comes from its own stream of [NewSplitMix64](seed) (see
// [SplitMix64.Split]), in this order:
//
//   - "chess pieces": square by square from a1, b1 to h8. On each square,
//     White's pawn to king, then Black's.
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
	// Piece returns the number of a piece on a square. It is never called with
	// NoPiece, whose number is 0.
	Piece func(Square, ChessPiece) Key
	// Castling returns the number of a set of rights, for all 16 sets. If your
	// engine has one number for each right, XOR those in the set.
	Castling func(CastlingRights) Key
	// EnPassant returns the number of an en passant square, for the 16 squares
	// of ranks 3 and 6. If your engine has one for each file, use ep & 7.
	EnPassant func(Square) Key
	// Side is in the key when White is to move. If your engine's keys include
	// it when Black is to move, they equal [Chess.Hash] XOR Side. [Chess.After]
	// works for both.
	Side Key
}

// NewChessFunc makes a Chess from your engine's own numbers, with the rule
// [EnPassantPseudoLegal]. It calls each function once for each argument and
// keeps none of them. It panics if a function is nil.
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

// enPassantSquare numbers the squares that a double push passes over: a3 to h3,
// then a6 to h6.
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

// WithEnPassant returns the same numbers with another rule. It panics on an
// unknown rule.
func (c *Chess) WithEnPassant(rule EnPassantRule) *Chess {
	rule.check("Chess.WithEnPassant")
	return &Chess{c.keys, rule}
}

// Pieces returns the table of the pieces' numbers, in which [NoPiece] is empty.
func (c *Chess) Pieces() *Table[Square, ChessPiece] { return c.keys.table }

// SubKeys returns a [Split] into the five keys that correction histories use, in
// this order: pawns; minor pieces, which are knights and bishops; major pieces,
// which are rooks and queens; White's pieces but its pawns; Black's. The kings
// are only in the last two. Make it once. For other groups, call [NewSplit] with
// c.Pieces().
//
// A material key depends only on how many pieces of each kind there are. It
// needs no numbers of its own: the first piece of a kind has the number of square
// 0, the next one that of square 1, and so on. So when piece p arrives beside n
// others of its kind, or leaves n behind, it is h = c.Pieces().Toggle(h, n, p).
// A [Bag] of pieces needs no n: h = material.Add(h, p, 1), or -1.
func (c *Chess) SubKeys() *Split[Square, ChessPiece] {
	return NewSplit(c.keys.table,
		[]ChessPiece{WhitePawn, BlackPawn},
		[]ChessPiece{WhiteKnight, WhiteBishop, BlackKnight, BlackBishop},
		[]ChessPiece{WhiteRook, WhiteQueen, BlackRook, BlackQueen},
		[]ChessPiece{WhiteKnight, WhiteBishop, WhiteRook, WhiteQueen, WhiteKing},
		[]ChessPiece{BlackKnight, BlackBishop, BlackRook, BlackQueen, BlackKing})
}

// Castling returns the number of a set of castling rights. It panics with the
// runtime's index error if r has any other bit.
func (c *Chess) Castling(r CastlingRights) Key { return c.keys.castling[r] }

// EnPassant returns the number of an en passant square, whether or not a pawn
// can capture there. [Chess.EnPassantKey] asks the rule first. EnPassant
// returns 0 unless ep is on rank 3 or 6, so you may pass 0 or 64 if there is
// none.
func (c *Chess) EnPassant(ep Square) Key { return c.keys.enPassant[ep] }

// EnPassantKey returns what en passant adds to the key of position p: the
// number of p.EnPassant, or zero if the rule does not count it. It reads only
// p's Board, BlackToMove and EnPassant. With bitboards, call [EnPassantOn].
func (c *Chess) EnPassantKey(p *ChessPosition) Key {
	if p.EnPassant == 0 {
		return 0
	}
	return c.enPassantKey(&p.Board, p.EnPassant, p.BlackToMove)
}

// Side returns the number of the side to move. XOR it in at every change of
// side. The key of a position includes it when White is to move.
func (c *Chess) Side() Key { return c.keys.side }

// Keys yields every number with its name:
//
//   - the 768 numbers of pieces, such as "e4 P", square by square in the order of
//     [ChessPiece];
//   - "castling K", Q, k and q if the number of each set of rights is the XOR of
//     its rights' numbers; K, Q, KQ, k, q and kq if it is the XOR of one for each
//     colour; else all sets. If the empty set's number isn't 0, it has the
//     name "castling -", and the numbers of rights and colours leave it out;
//   - "en passant e" if e3 and e6 share a number, else "en passant e3", and "en
//     passant e6" after h3;
//   - "side".
func (c *Chess) Keys() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		k := c.keys
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
		parts = []CastlingRights{allRights}
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

// castlingSplits reports whether each set of rights has the XOR of what each part of it
// adds to the number of the empty set.
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

// piece returns the key of a piece on a square, taken modulo 64.
func (k *chessKeys) piece(s Square, p ChessPiece) Key { return k.pieces[13*int(s&63)+int(p)] }

// Hash returns the key of a position. It panics when a square holds a value
// that isn't a [ChessPiece]. Impossible values in other fields have no effect,
// or only their low bits count.
//
// It looks up all 64 squares. With bitboards, one look-up for each piece takes
// about half the time: see [Table.ToggleBits].
func (c *Chess) Hash(p *ChessPosition) Key {
	k, bad := c.keys, uint64(0)
	h := k.side
	if p.BlackToMove { // in this order, no branch
		h = 0
	}
	h ^= k.castling[p.Castling&allRights] ^ c.EnPassantKey(p)
	for first := 0; first < 64; first += 8 {
		b, keys := (*[8]ChessPiece)(p.Board[first:]), (*[7*13 + 256]Key)(k.pieces[13*first:])
		rank := eight(b) // a byte above 127 has its high bit set; the sum sets it if a smaller one exceeds BlackKing
		bad |= rank | (rank + (0x7f-uint64(BlackKing))*ones)
		h ^= keys[b[0]] ^ keys[13+int(b[1])] ^ keys[26+int(b[2])] ^ keys[39+int(b[3])] ^
			keys[52+int(b[4])] ^ keys[65+int(b[5])] ^ keys[78+int(b[6])] ^ keys[91+int(b[7])]
	}
	if bad&(0x80*ones) != 0 {
		s := slices.IndexFunc(p.Board[:], func(p ChessPiece) bool { return p > BlackKing })
		panic(fmt.Sprintf("zobrist: Chess.Hash: the value %d on %v, want NoPiece to BlackKing", uint8(p.Board[s]), Square(s)))
	}
	return h
}

const ones = 0x0101010101010101

// eight packs the pieces of a rank, the first in the lowest byte. The compiler
// turns it into one load.
func eight(b *[8]ChessPiece) uint64 {
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// After returns the key after the move m in position p, whose key is h. It
// equals [Chess.Hash] after [ChessPosition.Play], for every move in every
// well-formed position, even an illegal one. To undo a move, restore the
// earlier key.
func (c *Chess) After(h Key, p *ChessPosition, m ChessMove) Key {
	// Nine moves in ten are plain: a piece moves, perhaps captures, and perhaps ends
	// castling rights of ordinary chess. The rest goes to after.
	if m.From > 63 || m.To > 63 || m.Promotion != NoPiece || p.EnPassant != 0 {
		return c.after(h, p, m)
	}
	piece, captured := p.Board[m.From], p.Board[m.To]
	black := 0
	if p.BlackToMove {
		black = 1
	}
	if specialSteps[black&1][piece&15]>>(m.From^m.To)&1 != 0 {
		return c.after(h, p, m)
	}
	k := c.keys
	if p.Castling != 0 {
		if kingRights[piece] != 0 || !p.rooksInCorners() {
			return c.after(h, p, m)
		}
		lost := kingRights[captured] | cornerRights[m.From] | cornerRights[m.To]
		h ^= k.lose(p.Castling, lost)
	}
	from, to := 13*int(m.From), 13*int(m.To)
	return h ^ k.side ^ k.pieces[from+int(piece)] ^ k.pieces[to+int(captured)] ^ k.pieces[to+int(piece)]
}

// specialSteps[side][piece] has a bit for each value of from ^ to: it is set if
// the move may be more than a step or a capture. All bits are set for a piece
// of the other side or NoPiece, bit 0 for a move that goes nowhere, bit 16 for
// a double push. It is a constant table.
var specialSteps = [2][16]uint64{
	{anyStep, 1 | 1<<16, 1, 1, 1, 1, 1, anyStep, anyStep, anyStep, anyStep, anyStep, anyStep, anyStep, anyStep, anyStep},
	{anyStep, anyStep, anyStep, anyStep, anyStep, anyStep, anyStep, 1 | 1<<16, 1, 1, 1, 1, 1, anyStep, anyStep, anyStep},
}

const anyStep = 1<<64 - 1

// after is After for all moves, plain or not.
func (c *Chess) after(h Key, p *ChessPosition, m ChessMove) Key {
	k := c.keys
	h ^= k.side ^ c.EnPassantKey(p)
	if !p.moves(m) {
		return h
	}
	piece, captured := p.Board[m.From&63], p.Board[m.To&63]
	if p.Castling != 0 {
		h ^= k.lose(p.Castling, p.lostRights(piece, captured, m))
	}
	placed := piece
	switch piece {
	case WhiteKing, BlackKing:
		if _, ok := p.castles(m); ok {
			next := *p
			next.move(m, 0)
			for s := m.From &^ 7; s <= m.From|7; s++ {
				h ^= k.piece(s, p.Board[s]) ^ k.piece(s, next.Board[s])
			}
			return h
		}
	case WhitePawn, BlackPawn:
		switch {
		case m.To == p.EnPassant && p.EnPassant != 0:
			h ^= k.piece(m.To^8, p.Board[(m.To^8)&63])
		case m.Promotion != NoPiece:
			placed = m.promotes(piece)
		case p.doublePush(m):
			h ^= c.pushKey(p, m)
		}
	}
	return h ^ k.piece(m.From, piece) ^ k.piece(m.To, captured) ^ k.piece(m.To, placed)
}

// lose returns the change that the loss of some rights makes to the key.
func (k *chessKeys) lose(rights, lost CastlingRights) Key {
	return k.castling[rights&allRights] ^ k.castling[rights&^lost&allRights]
}

// pushKey returns the en passant key after a double push.
func (c *Chess) pushKey(p *ChessPosition, m ChessMove) Key {
	passed := (m.From + m.To) / 2
	if c.rule != EnPassantLegal || !beside(&p.Board, m.To, WhitePawn.of(!p.BlackToMove)) {
		return c.enPassantKey(&p.Board, passed, !p.BlackToMove)
	}
	board := p.Board
	board[m.From&63] = NoPiece
	return c.enPassantKey(&board, passed, !p.BlackToMove)
}

func (c *Chess) enPassantKey(board *[64]ChessPiece, passed Square, black bool) Key {
	if !c.rule.counts(board, passed, black) {
		return 0
	}
	return c.keys.enPassant[passed]
}
