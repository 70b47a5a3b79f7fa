package zobrist_test

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/tt"
)

var (
	engineKeys      = zobrist.NewChess(7)
	engineSubKeys   = engineKeys.SubKeys()
	engineReversals = engineKeys.Reversals()
)

// An engineState is what a move cannot take back by itself, so make saves it.
type engineState struct {
	key       zobrist.Key
	sub       [5]zobrist.Key // pawns, minor and major pieces, White's and Black's other pieces
	enPassant zobrist.Square // 0 for none
	castling  zobrist.CastlingRights
	clock     int
}

type engineBoard struct {
	pieces [2][6]uint64 // of White and Black: pawns, knights, bishops, rooks, queens, kings
	black  bool         // to move
	engineState
	line zobrist.History
}

func newEngineBoard(fen string) (*engineBoard, error) {
	p, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	b := &engineBoard{black: p.BlackToMove}
	b.pieces[0], b.pieces[1] = p.Bitboards()
	b.castling, b.enPassant, b.clock = p.Castling, p.EnPassant, p.HalfmoveClock
	b.key = engineKeys.HashBitboards(&b.pieces[0], &b.pieces[1], b.black, b.castling, b.enPassant)
	engineSubKeys.Hash(b.sub[:], p.Board[:])
	b.line.Push(b.key)
	return b, nil
}

func (b *engineBoard) side() int {
	if b.black {
		return 1
	}
	return 0
}

// toggle puts a piece on a square or removes it, in the bitboards and in all keys.
func (b *engineBoard) toggle(side, kind int, square zobrist.Square) {
	piece := zobrist.WhitePawn + zobrist.ChessPiece(6*side+kind)
	b.pieces[side][kind] ^= 1 << square
	b.key ^= engineKeys.Piece(square, piece)
	engineSubKeys.Toggle(b.sub[:], square, piece)
}

// toggleRights takes the castling rights and the en passant square out of the key, or puts them in.
func (b *engineBoard) toggleRights() {
	b.key ^= engineKeys.Castling(b.castling)
	b.key ^= engineKeys.EnPassantKey(b.enPassant, &b.pieces[0], &b.pieces[1])
}

// kindOn returns the kind of a side's piece on a square, or -1.
func (b *engineBoard) kindOn(side int, square zobrist.Square) int {
	return slices.IndexFunc(b.pieces[side][:], func(set uint64) bool { return set>>square&1 != 0 })
}

// lostRights are lost by a move from or to a square.
var lostRights = map[zobrist.Square]zobrist.CastlingRights{
	0: zobrist.WhiteLong, 4: zobrist.WhiteShort | zobrist.WhiteLong, 7: zobrist.WhiteShort,
	56: zobrist.BlackLong, 60: zobrist.BlackShort | zobrist.BlackLong, 63: zobrist.BlackShort,
}

// make makes a legal move of standard chess.
func (b *engineBoard) make(m chess.Move) {
	const pawn, rook, king = 0, 3, 5
	us, them := b.side(), 1-b.side()
	kind, captured := b.kindOn(us, m.From), b.kindOn(them, m.To)
	passed, castling := b.enPassant, b.castling
	b.toggleRights()
	b.enPassant = 0
	b.toggle(us, kind, m.From)
	if captured >= 0 {
		b.toggle(them, captured, m.To)
	}
	if kind == pawn && m.To == passed && passed != 0 {
		b.toggle(them, pawn, m.To^8)
	}
	if kind == pawn && m.From^m.To == 16 {
		b.enPassant = (m.From + m.To) / 2
	}
	if kind == king && m.To == m.From+2 {
		b.toggle(us, rook, m.To+1)
		b.toggle(us, rook, m.To-1)
	}
	if kind == king && m.From == m.To+2 {
		b.toggle(us, rook, m.To-2)
		b.toggle(us, rook, m.To+1)
	}
	arrives := kind
	if m.Promotion != zobrist.NoPiece {
		arrives = int(m.Promotion.Kind() - zobrist.WhitePawn)
	}
	b.toggle(us, arrives, m.To)
	b.castling &^= lostRights[m.From] | lostRights[m.To]
	b.toggleRights()
	b.black = !b.black
	b.key ^= engineKeys.Side()
	b.clock++
	if kind == pawn || captured >= 0 {
		b.clock = 0
	}
	if b.clock == 0 || b.castling != castling {
		b.line.PushIrreversible(b.key)
	} else {
		b.line.Push(b.key)
	}
}

// drawn reports whether the position is a draw by repetition, or can be made one by a move.
func (b *engineBoard) drawn() bool {
	var occupied uint64
	for _, side := range b.pieces {
		for _, set := range side {
			occupied |= set
		}
	}
	_, upcoming := engineReversals.Upcoming(&b.line, occupied, b.black)
	_, count := b.line.Repeats()
	return upcoming || count >= 3
}

// A chess engine with bitboards: all keys by moves, compared with those of package chess, and a
// transposition table.
func Example_bitboards() {
	b, err := newEngineBoard(chess.StartFEN)
	if err != nil {
		fmt.Println(err)
		return
	}
	table, err := tt.New[int32](1 << 20)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer table.Close()
	p := chess.Start()
	wrong, draws := 0, 0
	for _, uci := range []string{
		"e2e4", "d7d5", "e4d5", "c7c5", "d5c6", "g8f6", "c6b7", "e8d7", "b7a8q", "f6g8",
		"g1f3", "g8f6", "f1e2", "f6g8", "e1g1", "g8f6", "e2d3", "f6g8", "d3e2",
	} {
		m, err := chess.ParseMove(uci)
		if err != nil || !p.Legal(m) {
			fmt.Println(uci, err)
			return
		}
		b.make(m)
		p.Play(m)
		var sub [5]zobrist.Key
		engineSubKeys.Hash(sub[:], p.Board[:])
		if b.key != p.Hash(engineKeys) || b.sub != sub {
			wrong++
		}
		if b.drawn() {
			draws++
		}
		table.Store(b.key^zobrist.ClockKey(b.clock), int32(len(uci)), 1)
	}
	_, found := table.Probe(b.key ^ zobrist.ClockKey(b.clock))
	fmt.Println("wrong keys:", wrong, "draws in reach:", draws, "found:", found)
	// Output: wrong keys: 0 draws in reach: 4 found: true
}
