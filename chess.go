package zobrist

import (
	"fmt"
	"iter"
	"slices"
)

// Chess holds the 781 keys of chess and Chess960, and an en passant rule.
//
//	keys := zobrist.Polyglot()
//	h := keys.Hash(&p)       // once
//	h = keys.After(h, &p, m) // before each p.Play(m)
//
// The key of a position is the XOR of the keys of its pieces, its castling
// rights and, if the rule counts it, its en passant file. When White is to
// move, the key includes [Chess.Side] too. The clocks do not matter.
//
// The key depends on the rule, but not on the moves that led to the position:
// [Chess.After], move by move, gives the same key as [ParseFEN] and
// [Chess.Hash].
//
// As in Polyglot, a castling key stands for king's side or queen's side,
// whatever the rook's file. So two positions of Chess960 share a key if they
// differ only in which of two rooks has the right.
//
// Make a Chess with [NewChess], [NewChessFunc] or [Polyglot]. The zero Chess
// has no keys, and methods that need them panic. A Chess never changes and is
// safe for concurrent use. It takes 88 KiB, which it shares with the results of
// [Chess.WithEnPassant].
type Chess struct {
	keys *chessKeys
	rule EnPassantRule
}

type chessKeys struct {
	side      Key
	castling  [16]Key // by set of rights
	enPassant [8]Key  // by file
	table     *Table[Square, ChessPiece]
	// pieces has the table's keys square by square, 13 each. The padding keeps
	// the index within the array, even if a byte on the board isn't a piece.
	pieces [63*13 + 256]Key
	ranks  [8]rankKeys
}

// NewChess makes keys from any seed, with the rule [EnPassantPseudoLegal]. The
// same seed gives the same keys everywhere and in every release. It takes some
// 50 microseconds: make one and share it.
//
// Each kind of key comes from its own stream of [NewSplitMix64](seed) (see
// [SplitMix64.Split]), in this order:
//
//   - "chess pieces": square by square from a1, b1 to h8. On each square,
//     White's pawn to king, then Black's.
//   - "chess castling": K, Q, k, q.
//   - "chess en passant": files a to h.
//   - "chess side": one key.
func NewChess(seed uint64) *Chess {
	rng := NewSplitMix64(seed)
	var castling [4]Key
	for i, src := 0, rng.Split("chess castling"); i < len(castling); i++ {
		castling[i] = src.Key()
	}
	var enPassant [8]Key
	for i, src := 0, rng.Split("chess en passant"); i < len(enPassant); i++ {
		enPassant[i] = src.Key()
	}
	pieces := NewTable[Square, ChessPiece](64, 13, rng.Split("chess pieces"), NoPiece)
	return newChess(pieces, castling, enPassant, rng.Split("chess side").Key())
}

// NewChessFunc makes a Chess from your engine's own numbers, with the rule
// [EnPassantPseudoLegal]. It has the arguments of zobristtest.ChessKeys:
//
//   - piece returns the key of a piece on a square. NewChessFunc calls it once
//     for each square and piece, but never with [NoPiece], which has the zero
//     key.
//   - castling has the keys of the rights K, Q, k and q. The key of a set of
//     rights is the XOR of its rights' keys.
//   - enPassant has the keys of the files a to h.
//   - side is in the key when White is to move. If your engine's keys have it
//     when Black is to move, each is the key of [Chess.Hash] XOR side.
//     [Chess.After] updates both kinds.
//
// Two kinds of engines do not fit: those with sixteen independent castling
// keys, one for each set of rights, and those whose en passant keys depend on
// the rank. NewChessFunc panics when piece is nil.
func NewChessFunc(piece func(Square, ChessPiece) Key, castling [4]Key, enPassant [8]Key, side Key) *Chess {
	if piece == nil {
		panic("zobrist: NewChessFunc: piece is nil, want a function")
	}
	pieces := NewTableFunc(64, 13, func(s Square, p ChessPiece) Key {
		if p == NoPiece {
			return 0
		}
		return piece(s, p)
	})
	return newChess(pieces, castling, enPassant, side)
}

// newChess makes a Chess of the given keys.
func newChess(table *Table[Square, ChessPiece], castling [4]Key, enPassant [8]Key, side Key) *Chess {
	k := &chessKeys{table: table, enPassant: enPassant, side: side}
	for s := range Square(64) {
		for p := range BlackKing + 1 {
			k.pieces[13*int(s)+int(p)] = table.Key(s, p)
		}
	}
	for rank := range k.ranks {
		k.ranks[rank].fill(table, Square(8*rank))
	}
	for r := range k.castling {
		for i := range 4 {
			if r>>i&1 != 0 {
				k.castling[r] ^= castling[i]
			}
		}
	}
	return &Chess{keys: k}
}

// WithEnPassant returns the same keys with another rule. It panics on an
// unknown rule.
func (c *Chess) WithEnPassant(rule EnPassantRule) *Chess {
	if rule > EnPassantAlways {
		panic(fmt.Sprintf("zobrist: Chess.WithEnPassant: rule %d, want EnPassantPseudoLegal, EnPassantLegal or EnPassantAlways", rule))
	}
	return &Chess{c.keys, rule}
}

// Pieces returns the table of the pieces' keys, in which [NoPiece] is empty.
// The table's hash of a board is part of the position's key. [Table.Only] makes
// a table for a smaller part.
func (c *Chess) Pieces() *Table[Square, ChessPiece] { return c.keys.table }

// Castling returns the key of a set of castling rights: the XOR of the keys of
// its rights. So Castling(a) ^ Castling(b) == Castling(a ^ b), and Castling(0)
// is zero. It panics with the runtime's index error if r has any other bit.
func (c *Chess) Castling(r CastlingRights) Key { return c.keys.castling[r] }

// EnPassant returns the key of an en passant file, from 0 for a to 7 for h. Any
// other file panics with the runtime's index error.
func (c *Chess) EnPassant(file int) Key { return c.keys.enPassant[file] }

// EnPassantKey returns the en passant part of the key of position p: the key of
// the file of p.EnPassant, or zero if there is no such square or the rule does
// not count it. An engine with its own board can call it instead of
// implementing the rule. It reads only p's Board, BlackToMove and EnPassant.
func (c *Chess) EnPassantKey(p *ChessPosition) Key {
	if p.EnPassant == 0 {
		return 0
	}
	return c.enPassantKey(&p.Board, p.EnPassant, p.BlackToMove)
}

// Side returns the key of the side to move. XOR it in at every change of side.
// The key of a position includes it when White is to move.
func (c *Chess) Side() Key { return c.keys.side }

// Keys yields every key with its name: the 768 keys of pieces, such as "e4 P",
// square by square in the order of [ChessPiece]; "castling K", Q, k and q; "en
// passant a" to h; and "side".
func (c *Chess) Keys() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		for name, k := range c.keys.table.Keys() {
			if !yield(name, k) {
				return
			}
		}
		for i := range 4 {
			if !yield("castling "+"KQkq"[i:i+1], c.keys.castling[1<<i]) {
				return
			}
		}
		for f := range 8 {
			if !yield("en passant "+"abcdefgh"[f:f+1], c.keys.enPassant[f]) {
				return
			}
		}
		yield("side", c.keys.side)
	}
}

// sideKey returns the key of the side to move, without a branch.
func (c *Chess) sideKey(black bool) Key {
	white := Key(1)
	if black {
		white = 0
	}
	return c.keys.side & -white
}

// piece returns the key of a piece on a square, taken modulo 64.
func (k *chessKeys) piece(s Square, p ChessPiece) Key { return k.pieces[13*int(s&63)+int(p)] }

// Hash returns the key of a position. It panics when a square holds a value
// that isn't a [ChessPiece]. Impossible values in other fields have no effect,
// or only their low bits count.
func (c *Chess) Hash(p *ChessPosition) Key {
	k, b := c.keys, &p.Board
	r0, r1, r2, r3 := eight(b, 0), eight(b, 8), eight(b, 16), eight(b, 24)
	h := k.ranks[0].key(r0) ^ k.ranks[1].key(r1) ^ k.ranks[2].key(r2) ^ k.ranks[3].key(r3)
	bad := tooLarge(r0) | tooLarge(r1) | tooLarge(r2) | tooLarge(r3)
	r0, r1, r2, r3 = eight(b, 32), eight(b, 40), eight(b, 48), eight(b, 56)
	g := k.ranks[4].key(r0) ^ k.ranks[5].key(r1) ^ k.ranks[6].key(r2) ^ k.ranks[7].key(r3)
	bad |= tooLarge(r0) | tooLarge(r1) | tooLarge(r2) | tooLarge(r3)
	if bad&(0x80*ones) != 0 {
		panic(noPieceOn(&p.Board))
	}
	return h ^ g ^ k.castling[p.Castling&allRights] ^ c.EnPassantKey(p) ^ c.sideKey(p.BlackToMove)
}

// After returns the key after the move m in position p, whose key is h. It
// equals [Chess.Hash] after [ChessPosition.Play], for every move in every
// well-formed position: legal moves, also in Chess960, the null move, and
// nonsense. After does not change p. To undo a move, restore the earlier key.
func (c *Chess) After(h Key, p *ChessPosition, m ChessMove) Key {
	// Nine moves in ten are plain: a piece moves, perhaps captures, and perhaps
	// ends castling rights of ordinary chess. The rest goes to after, by rarely
	// taken branches.
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
		h ^= k.castling[p.Castling&lost&allRights]
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
		h ^= k.castling[p.Castling&p.lostRights(piece, captured, m)&allRights]
	}
	placed := piece
	switch piece {
	case WhiteKing, BlackKing:
		if castling, ok := p.castles(m); ok {
			return h ^ k.castles(p, castling)
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

// castles returns the change that castling makes to the key of the pieces.
func (k *chessKeys) castles(p *ChessPosition, to castling) Key {
	h := k.piece(to.king, p.Board[to.king&63]) ^ k.piece(to.rook, p.Board[to.rook&63])
	for _, s := range [2]Square{to.kingTo, to.rookTo} {
		if s != to.king && s != to.rook {
			h ^= k.piece(s, p.Board[s&63])
		}
	}
	return h ^ k.piece(to.kingTo, WhiteKing.of(p.BlackToMove)) ^ k.piece(to.rookTo, WhiteRook.of(p.BlackToMove))
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

// enPassantKey returns the key of an en passant square under the rule.
func (c *Chess) enPassantKey(board *[64]ChessPiece, passed Square, black bool) Key {
	if c.rule != EnPassantAlways && !beside(board, passed^8, WhitePawn.of(black)) ||
		c.rule == EnPassantLegal && !legalEnPassant(board, passed, black) {
		return 0
	}
	return c.keys.enPassant[passed&7]
}

// noPieceOn says which square holds a value that isn't a piece.
func noPieceOn(b *[64]ChessPiece) string {
	s := slices.IndexFunc(b[:], func(p ChessPiece) bool { return p > BlackKing })
	return fmt.Sprintf("zobrist: Chess.Hash: the value %d on %v, want NoPiece to BlackKing", uint8(b[s]), Square(s))
}
