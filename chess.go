package zobrist

import "iter"

// An EnPassantRule says when the key of a position depends on the file of its
// en passant square.
type EnPassantRule uint8

const (
	// EnPassantCapturable: when a pawn of the side to move stands beside the
	// pawn that was pushed, whether or not its capture is legal. This is the
	// rule of Polyglot's books, and costs two look-ups after a double push.
	EnPassantCapturable EnPassantRule = iota
	// EnPassantLegal: when such a capture is legal, that is, does not leave
	// the capturing side's king attacked. Positions are then the same just
	// when the FIDE Laws count them as a repetition. It costs a search for
	// attackers of the king, only when EnPassantCapturable holds.
	EnPassantLegal
	// EnPassantAlways: after every double push.
	EnPassantAlways
)

// String returns "capturable", "legal" or "always".
func (r EnPassantRule) String() string {
	switch r {
	case EnPassantCapturable:
		return "capturable"
	case EnPassantLegal:
		return "legal"
	case EnPassantAlways:
		return "always"
	}
	return "unknown rule"
}

// Chess holds the 781 keys of chess and Chess960, and an en passant rule. The
// key of a position is the XOR of the keys of its pieces, of its castling
// rights, of its en passant file where the rule says so, and of [Chess.Side]
// when White is to move. The clocks are not in it.
//
// Under each rule a position has one key, whether it comes from [ParseFEN] or
// is reached by any moves, and whether [Chess.Hash] or [Chess.After] tells it.
//
// A Chess does not change and is safe for concurrent use. It takes about 9 KiB.
type Chess struct {
	keys      *[16 * 64]Key // of piece p on square s: 64*p + s; the table's, padded
	pieces    *Table[Square, ChessPiece]
	castling  [16]Key // by set of rights
	enPassant [8]Key  // by file
	side      Key
	rule      EnPassantRule
}

// NewChess makes keys from a seed, any seed, with the rule
// [EnPassantCapturable]. The same seed gives the same keys everywhere and in
// every release. The keys come from the streams "chess pieces", "chess
// castling", "chess en passant" and "chess side" of [NewSplitMix64](seed); see
// [SplitMix64.Split]. It takes some microseconds: make one and share it.
func NewChess(seed uint64) *Chess {
	rng := NewSplitMix64(seed)
	castling, enPassant, side := rng.Split("chess castling"), rng.Split("chess en passant"), rng.Split("chess side")
	return newChess(NewTable[Square, ChessPiece](64, 13, rng.Split("chess pieces"), NoPiece),
		func(right int) Key { return Key(castling.At(uint64(right))) },
		func(file int) Key { return Key(enPassant.At(uint64(file))) },
		Key(side.At(0)))
}

// newChess makes a Chess of given keys; it takes the table over.
func newChess(pieces *Table[Square, ChessPiece], castling, enPassant func(int) Key, side Key) *Chess {
	c := &Chess{keys: new([16 * 64]Key), pieces: pieces, side: side}
	copy(c.keys[:], pieces.keys)
	pieces.keys = c.keys[:len(pieces.keys)]
	for r := range c.castling {
		for i := range 4 {
			if r>>i&1 != 0 {
				c.castling[r] ^= castling(i)
			}
		}
	}
	for f := range c.enPassant {
		c.enPassant[f] = enPassant(f)
	}
	return c
}

// WithEnPassant returns keys that are the same but for the rule. It panics on
// an unknown rule.
func (c *Chess) WithEnPassant(rule EnPassantRule) *Chess {
	if rule > EnPassantAlways {
		panic("zobrist: WithEnPassant: unknown en passant rule")
	}
	with := *c
	with.rule = rule
	return &with
}

// Pieces returns the table of the pieces' keys, in which [NoPiece] is empty.
// What it and its [Table.Only] tables say of a board is part of the key.
func (c *Chess) Pieces() *Table[Square, ChessPiece] { return c.pieces }

// Castling returns the key of a set of castling rights, the XOR of the keys of
// the four: Castling(a) ^ Castling(b) == Castling(a ^ b), and Castling(0) is
// zero. It panics on other bits than the four.
func (c *Chess) Castling(r CastlingRights) Key {
	if r > allRights {
		panic("zobrist: Castling: not a set of the four castling rights")
	}
	return c.castling[r]
}

// EnPassant returns the key of an en passant file, from 0 for a to 7 for h. It
// panics on any other.
func (c *Chess) EnPassant(file int) Key {
	if uint(file) > 7 {
		panic("zobrist: EnPassant: the file is not from 0 to 7")
	}
	return c.enPassant[file]
}

// Side returns the key of the side to move: XORed at every change of side, and
// part of the key of a position when White is to move.
func (c *Chess) Side() Key { return c.side }

// Keys yields every key by its name: the 768 pieces as "e4 P", square by
// square in the order of [ChessPiece]; "castling K", Q, k and q; "en passant a"
// to h; and "side".
func (c *Chess) Keys() iter.Seq2[string, Key] {
	return func(yield func(string, Key) bool) {
		for s := Square(0); s < 64; s++ {
			for p := WhitePawn; p <= BlackKing; p++ {
				if !yield(s.String()+" "+p.String(), c.pieces.Key(s, p)) {
					return
				}
			}
		}
		for i := range 4 {
			if !yield("castling "+"KQkq"[i:i+1], c.castling[1<<i]) {
				return
			}
		}
		for f := range 8 {
			if !yield("en passant "+"abcdefgh"[f:f+1], c.enPassant[f]) {
				return
			}
		}
		yield("side", c.side)
	}
}

// Hash returns the key of a position. It panics when the board holds a value
// that is no piece; other fields that no FEN could hold have no effect, or
// that of their low bits.
func (c *Chess) Hash(p *ChessPosition) Key {
	var h Key
	var pieces ChessPiece
	for s, piece := range &p.Board {
		h ^= c.keys[int(piece&15)<<6|s]
		pieces |= piece
	}
	_ = pieces
	h ^= c.castling[p.Castling&allRights]
	if p.EnPassant != 0 {
		h ^= c.enPassantKey(&p.Board, p.EnPassant, p.BlackToMove)
	}
	if !p.BlackToMove {
		h ^= c.side
	}
	return h
}

// key returns the key of a piece on a square, both taken modulo their range.
func (c *Chess) key(s Square, p ChessPiece) Key { return c.keys[int(p&15)<<6|int(s&63)] }

// After returns the key of the position after the move m in position p, whose
// key is h; p does not change. It is the key that [Chess.Hash] has for the
// position after [ChessPosition.Play], for every move that Play makes
// something of: all legal moves, of Chess960 too, the null move, and whatever
// else. To undo a move, keep the key from before.
func (c *Chess) After(h Key, p *ChessPosition, m ChessMove) Key {
	h ^= c.side
	if p.EnPassant != 0 {
		h ^= c.enPassantKey(&p.Board, p.EnPassant, p.BlackToMove)
	}
	if !p.moves(m) {
		return h
	}
	piece, captured := p.Board[m.From&63], p.Board[m.To&63]
	placed := piece
	lost := p.lostRights(piece, captured, m) & p.Castling
	h ^= c.castling[lost&allRights]
	switch piece {
	case WhiteKing, BlackKing:
		if castling, ok := p.castles(m); ok {
			return h ^ c.castlingKey(p, castling)
		}
	case WhitePawn, BlackPawn:
		switch {
		case m.To == p.EnPassant && p.EnPassant != 0:
			h ^= c.key(m.To^8, p.Board[m.To^8])
		case m.Promotion != NoPiece:
			placed = m.promotes(piece)
		case p.doublePush(m):
			h ^= c.pushKey(p, m)
		}
	}
	return h ^ c.key(m.From, piece) ^ c.key(m.To, captured) ^ c.key(m.To, placed)
}

// castlingKey returns what castling changes in the key of the pieces.
func (c *Chess) castlingKey(p *ChessPosition, to castling) Key {
	h := c.key(to.king, p.Board[to.king&63]) ^ c.key(to.rook, p.Board[to.rook&63])
	for _, s := range [2]Square{to.kingTo, to.rookTo} {
		if s != to.king && s != to.rook {
			h ^= c.key(s, p.Board[s&63])
		}
	}
	return h ^ c.key(to.kingTo, WhiteKing.of(p.BlackToMove)) ^ c.key(to.rookTo, WhiteRook.of(p.BlackToMove))
}

// pushKey returns the en passant key that a double push gives rise to.
func (c *Chess) pushKey(p *ChessPosition, m ChessMove) Key {
	passed := (m.From + m.To) / 2
	if c.rule != EnPassantLegal || !beside(&p.Board, m.To, WhitePawn.of(!p.BlackToMove)) {
		return c.enPassantKey(&p.Board, passed, !p.BlackToMove)
	}
	board := p.Board
	board[m.From&63], board[m.To&63] = NoPiece, WhitePawn.of(p.BlackToMove)
	return c.enPassantKey(&board, passed, !p.BlackToMove)
}

// enPassantKey returns the key of an en passant square under the rule.
func (c *Chess) enPassantKey(board *[64]ChessPiece, passed Square, black bool) Key {
	switch {
	case c.rule == EnPassantAlways,
		beside(board, passed^8, WhitePawn.of(black)) &&
			(c.rule == EnPassantCapturable || legalEnPassant(board, passed, black)):
		return c.enPassant[passed&7]
	}
	return 0
}

// beside reports whether a pawn stands on a square beside s.
func beside(board *[64]ChessPiece, s Square, pawn ChessPiece) bool {
	return s&7 != 0 && board[(s-1)&63] == pawn || s&7 != 7 && board[(s+1)&63] == pawn
}
