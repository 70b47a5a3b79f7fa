package docs_test

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// This is the engine of chess-engine.md. It has bitboards, castling bits in its
// own order, and its own arrays of keys. keys_test.go has the page's code about
// keys and threads, word for word.

// A Board has a bitboard for each colour (White first) and each kind (pawn to king). Bit 0 is a1.
type Board struct {
	Pieces    [2][6]uint64
	Black     bool // to move
	Castling  int  // q, k, Q, K from the lowest bit on; see rights
	EnPassant int  // the square on which a pawn can capture en passant, or 0

	Hash, MaterialHash zobrist.Key
	Sub                [5]zobrist.Key
}

const (
	pawn = iota
	knight
	bishop
	rook
	queen
	king
)

// set sets the board up, as from a FEN.
func set(p *chess.Position) *Board {
	b := &Board{
		Black:     p.BlackToMove,
		Castling:  castlingMask(p.Castling),
		EnPassant: int(p.EnPassant),
	}
	for square, piece := range p.Board {
		if piece != zobrist.NoPiece {
			colour, kind := int(piece-zobrist.WhitePawn)/6, int(piece-zobrist.WhitePawn)%6
			b.Pieces[colour][kind] |= 1 << square
		}
	}
	b.forgetEnPassant()
	b.Hash = b.hash()
	split.Hash(b.Sub[:], p.Board[:])
	for _, colour := range []int{0, 1} {
		for kind, set := range b.Pieces[colour] {
			for n := range bits.OnesCount64(set) {
				b.MaterialHash = material(b.MaterialHash, colour, kind, n)
			}
		}
	}
	return b
}

// on returns the kind of the colour's piece on a square, or -1.
func (b *Board) on(colour, square int) int {
	for kind, set := range b.Pieces[colour] {
		if set>>square&1 != 0 {
			return kind
		}
	}
	return -1
}

// toggle places a piece, or takes it off, and all keys follow.
func (b *Board) toggle(colour, kind, square int) {
	set := &b.Pieces[colour][kind]
	before := bits.OnesCount64(*set)
	*set ^= 1 << square
	b.update(colour, kind, square)
	others := min(before, bits.OnesCount64(*set))
	b.MaterialHash = material(b.MaterialHash, colour, kind, others)
}

// Make makes a legal move.
func (b *Board) Make(m chess.Move) {
	own, other := 0, 1
	if b.Black {
		own, other = 1, 0
	}
	from, to := int(m.From), int(m.To)
	kind := b.on(own, from)
	passed := b.EnPassant

	b.Hash ^= b.enPassantKey()
	b.EnPassant = 0
	b.toggle(own, kind, from)
	switch captured := b.on(other, to); {
	case captured >= 0:
		b.toggle(other, captured, to)
	case kind == pawn && to == passed && passed != 0:
		b.toggle(other, pawn, to^8)
	case kind == pawn && (from-to == 16 || to-from == 16):
		b.EnPassant = (from + to) / 2
	case kind == king && (from-to == 2 || to-from == 2):
		corner, beside := to|7, to-1
		if to < from {
			corner, beside = to&^7, to+1
		}
		b.toggle(own, rook, corner)
		b.toggle(own, rook, beside)
	}
	if m.Promotion != zobrist.NoPiece {
		kind = int(m.Promotion-zobrist.WhitePawn) % 6
	}
	b.toggle(own, kind, to)

	b.Hash ^= castlingNumbers[b.Castling]
	b.Castling &^= loses[from] | loses[to]
	b.Hash ^= castlingNumbers[b.Castling]
	b.Black = !b.Black
	b.Hash ^= sideNumber
	b.forgetEnPassant()
	b.Hash ^= b.enPassantKey()
}

// loses has the rights that end when a piece leaves the square, or takes there.
var loses = [64]int{0: 1 << 2, 4: 1<<2 | 1<<3, 7: 1 << 3, 56: 1 << 0, 60: 1<<0 | 1<<1, 63: 1 << 1}

// engine is the page's engine as RunChess sees it.
type engine struct {
	b    *Board
	line []Board // to undo
}

func (e *engine) SetFEN(fen string) error {
	p, err := chess.ParseFEN(fen)
	if err == nil {
		e.b, e.line = set(&p), nil
	}
	return err
}

func (e *engine) Move(uci string) error {
	m, err := chess.ParseMove(uci)
	e.line = append(e.line, *e.b)
	e.b.Make(m)
	return err
}

func (e *engine) Undo() {
	*e.b = e.line[len(e.line)-1]
	e.line = e.line[:len(e.line)-1]
}

func (e *engine) Null() bool {
	e.line = append(e.line, *e.b)
	e.b.makeNull()
	return true
}

func (e *engine) UndoNull()        { e.Undo() }
func (e *engine) Key() zobrist.Key { return e.b.Hash }
