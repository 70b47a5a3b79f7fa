package main

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

type (
	square uint8
	piece  uint8
	color  uint8
)

// Pieces are numbered as in package zobrist, from pawn to king, white and black.
const (
	none piece = iota
	pawn
	knight
	bishop
	rook
	queen
	king
)

const noSquare square = 64

const (
	white color = iota
	black
)

func (p piece) of(c color) piece { return p + 6*piece(c) }

// board is a position as bitboards and as squares, as most engines have it.
type board struct {
	pieces    [13]uint64
	sides     [2]uint64
	squares   [64]piece
	key       key
	score     int32 // material and squares, for White
	turn      color
	castling  uint8  // KQkq from the lowest bit up
	enPassant square // or noSquare; only where a pawn may capture
}

// undo is what a move cannot be taken back without.
type undo struct {
	key       key
	score     int32
	captured  piece
	castling  uint8
	enPassant square
}

// parse sets up a position by the library's reader.
func parse(fen string) *board {
	p, err := zobrist.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	b := &board{castling: uint8(p.Castling), enPassant: noSquare}
	for s, man := range p.Board {
		if man != zobrist.NoPiece {
			b.put(piece(man), square(s))
		}
	}
	if p.BlackToMove {
		b.turn = black
	} else {
		b.key ^= sideKey
	}
	b.key ^= castlingKeys[b.castling]
	if p.EnPassant != 0 && pawnAttacks[b.turn^1][p.EnPassant]&b.pieces[pawn.of(b.turn)] != 0 {
		b.enPassant = square(p.EnPassant)
		b.key ^= enPassantKeys[b.enPassant&7]
	}
	return b
}

// place and lift change everything but the key.
func (b *board) place(p piece, s square) {
	b.pieces[p] |= 1 << s
	b.sides[colorOf[p]] |= 1 << s
	b.squares[s] = p
	b.score += worth[p][s]
}

func (b *board) lift(p piece, s square) {
	b.pieces[p] &^= 1 << s
	b.sides[colorOf[p]] &^= 1 << s
	b.squares[s] = none
	b.score -= worth[p][s]
}

// make makes a pseudo-legal move. Key by key: put, remove and shift are those of
// keys_arrays.go or keys_table.go.
func (b *board) make(m move) undo {
	from, to := m.from(), m.to()
	p, captured := b.squares[from], b.squares[to]
	u := undo{b.key, b.score, captured, b.castling, b.enPassant}
	us, them := b.turn, b.turn^1
	b.key ^= sideKey
	if b.enPassant != noSquare {
		b.key ^= enPassantKeys[b.enPassant&7]
		b.enPassant = noSquare
	}
	if captured != none {
		b.remove(captured, to)
	}
	if lost := castlingLost[from] | castlingLost[to]; b.castling&lost != 0 {
		b.key ^= castlingKeys[b.castling] ^ castlingKeys[b.castling&^lost]
		b.castling &^= lost
	}
	switch m.kind() {
	case promotion:
		b.remove(p, from)
		b.put(m.promoted(), to)
	case capturePassing:
		b.shift(p, from, to)
		b.remove(pawn.of(them), to^8)
	case castle:
		b.shift(p, from, to)
		rookFrom, rookTo := rookSquares(to)
		b.shift(rook.of(us), rookFrom, rookTo)
	case doublePush:
		b.shift(p, from, to)
		if passed := (from + to) / 2; pawnAttacks[us][passed]&b.pieces[pawn.of(them)] != 0 {
			b.enPassant = passed
			b.key ^= enPassantKeys[passed&7]
		}
	default:
		b.shift(p, from, to)
	}
	b.turn = them
	return u
}

// unmake takes it back.
func (b *board) unmake(m move, u undo) {
	b.turn ^= 1
	from, to := m.from(), m.to()
	p := b.squares[to]
	b.lift(p, to)
	if m.kind() == promotion {
		p = pawn.of(b.turn)
	}
	b.place(p, from)
	switch m.kind() {
	case capturePassing:
		b.place(pawn.of(b.turn^1), to^8)
	case castle:
		rookFrom, rookTo := rookSquares(to)
		b.lift(rook.of(b.turn), rookTo)
		b.place(rook.of(b.turn), rookFrom)
	}
	if u.captured != none {
		b.place(u.captured, to)
	}
	b.key, b.score, b.castling, b.enPassant = u.key, u.score, u.castling, u.enPassant
}

func rookSquares(kingTo square) (from, to square) {
	if kingTo&7 == 6 {
		return kingTo + 1, kingTo - 1
	}
	return kingTo - 2, kingTo + 1
}

func (b *board) kingSquare(c color) square {
	return square(bits.TrailingZeros64(b.pieces[king.of(c)]))
}

// attacked reports whether a square is attacked by a side.
func (b *board) attacked(s square, by color) bool {
	all := b.sides[white] | b.sides[black]
	return pawnAttacks[by^1][s]&b.pieces[pawn.of(by)] != 0 ||
		knightAttacks[s]&b.pieces[knight.of(by)] != 0 ||
		kingAttacks[s]&b.pieces[king.of(by)] != 0 ||
		bishopAttacks(s, all)&(b.pieces[bishop.of(by)]|b.pieces[queen.of(by)]) != 0 ||
		rookAttacks(s, all)&(b.pieces[rook.of(by)]|b.pieces[queen.of(by)]) != 0
}

// Tables that every engine has.
var (
	pawnAttacks                [2][64]uint64 // by the side that attacks
	knightAttacks, kingAttacks [64]uint64
	rays                       [8][64]uint64 // four up, then four down
	castlingLost               [64]uint8
	colorOf                    [13]color
	worth                      [13][64]int32
	castlingKeys               [16]key
	enPassantKeys              [8]key
	sideKey                    key
)

// random is the engine's own source of keys.
var random = zobrist.NewSplitMix64(10)

func init() {
	step := func(s, file, rank int) uint64 {
		if file, rank = s&7+file, s>>3+rank; file < 0 || file > 7 || rank < 0 || rank > 7 {
			return 0
		}
		return 1 << (8*rank + file)
	}
	directions := [8][2]int{{1, 0}, {-1, 1}, {0, 1}, {1, 1}, {-1, 0}, {1, -1}, {0, -1}, {-1, -1}}
	for s := range 64 {
		pawnAttacks[white][s] = step(s, -1, 1) | step(s, 1, 1)
		pawnAttacks[black][s] = step(s, -1, -1) | step(s, 1, -1)
		for _, d := range [8][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			knightAttacks[s] |= step(s, d[0], d[1])
		}
		for i, d := range directions {
			kingAttacks[s] |= step(s, d[0], d[1])
			for n := 1; n < 8; n++ {
				rays[i][s] |= step(s, n*d[0], n*d[1])
			}
		}
	}
	castlingLost[4], castlingLost[7], castlingLost[0] = 3, 1, 2
	castlingLost[60], castlingLost[63], castlingLost[56] = 12, 4, 8
	for i, value := range []int32{100, 320, 330, 500, 900, 0} {
		for s := range 64 {
			center := int32(min(s&7, 7-s&7) + min(s>>3, 7-s>>3))
			worth[1+i][s] = value + 4*center + int32(s>>3)
			worth[7+i][s^56] = -worth[1+i][s]
			colorOf[7+i] = black
		}
	}
	other := random.Split("other")
	for i := range castlingKeys {
		for bit := range 4 {
			if i>>bit&1 != 0 {
				castlingKeys[i] ^= key(other.At(uint64(bit)))
			}
		}
	}
	for i := range enPassantKeys {
		enPassantKeys[i] = key(other.At(uint64(4 + i)))
	}
	sideKey = key(other.At(12))
}

func firstUp(direction int, s square, all uint64) uint64 {
	ray := rays[direction][s]
	if blockers := ray & all; blockers != 0 {
		ray ^= rays[direction][bits.TrailingZeros64(blockers)&63]
	}
	return ray
}

func firstDown(direction int, s square, all uint64) uint64 {
	ray := rays[direction][s]
	if blockers := ray & all; blockers != 0 {
		ray ^= rays[direction][(63-bits.LeadingZeros64(blockers))&63]
	}
	return ray
}

func rookAttacks(s square, all uint64) uint64 {
	return firstUp(0, s, all) | firstUp(2, s, all) | firstDown(4, s, all) | firstDown(6, s, all)
}

func bishopAttacks(s square, all uint64) uint64 {
	return firstUp(1, s, all) | firstUp(3, s, all) | firstDown(5, s, all) | firstDown(7, s, all)
}
