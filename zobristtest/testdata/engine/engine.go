// Package engine is the engine in docs/test-go.md: breakthrough on a board
// of 5 by 5, with its own Zobrist keys.
package engine

import (
	"fmt"
	"math/rand"
	"regexp"
	"strings"
)

const side = 5

// The linker sets these in a test of the page: a capture does not update the key, which is
// the most common bug, or the key of another feature is drawn before the others.
var forgetCaptured, newFeature string

// A Move goes from a square to a square in the next row.
type Move struct{ From, To int }

func (m Move) String() string { return square(m.From) + square(m.To) }

func square(s int) string { return string([]byte{byte('a' + s%side), byte('1' + s/side)}) }

// keys are the keys of a white piece and of a black piece on each square. blackMove
// is the key of Black to move.
var (
	keys      [2][side * side]uint64
	blackMove uint64
)

func init() {
	rng := rand.New(rand.NewSource(20))
	if newFeature != "" {
		rng.Uint64()
	}
	for man := range keys {
		for s := range keys[man] {
			keys[man][s] = rng.Uint64()
		}
	}
	blackMove = rng.Uint64()
}

// A Board is a position. Squares hold 'w', 'b' or '.'.
type Board struct {
	Hash    uint64
	squares [side * side]byte
	black   bool
	before  *Board // the position before the last move, or nil. It does not change
}

func NewBoard() *Board {
	b, _ := ParseBoard("bbbbb/...../...../...../wwwww/w")
	return b
}

var format = regexp.MustCompile(`^([wb.]{5}/){5}[wb]$`)

// ParseBoard reads what FEN writes.
func ParseBoard(fen string) (*Board, error) {
	if !format.MatchString(fen) {
		return nil, fmt.Errorf("%q: want five rows of five squares, and the side to move", fen)
	}
	rows := strings.Split(fen, "/")
	b := &Board{black: rows[side] == "b"}
	for row := range side {
		copy(b.squares[(side-1-row)*side:], rows[row])
	}
	b.Hash = b.ComputeHash()
	return b, nil
}

// Copy returns another board in the same position.
func (b *Board) Copy() *Board {
	c := *b
	return &c
}

func (b *Board) ComputeHash() uint64 {
	var h uint64
	for s, man := range b.squares {
		h ^= key(man, s)
	}
	if b.black {
		h ^= blackMove
	}
	return h
}

func key(man byte, s int) uint64 {
	if man == '.' {
		return 0
	}
	return keys[strings.IndexByte("wb", man)][s]
}

func (b *Board) LegalMoves() []Move {
	man, ahead, last := byte('w'), side, side-1
	if b.black {
		man, ahead, last = 'b', -side, 0
	}
	var moves []Move
	for s, m := range b.squares {
		if m != man || s/side == last {
			continue
		}
		for _, aside := range []int{-1, 0, 1} {
			if file := s%side + aside; file < 0 || file >= side {
				continue
			}
			to := s + ahead + aside
			if b.squares[to] == '.' || aside != 0 && b.squares[to] != man {
				moves = append(moves, Move{s, to})
			}
		}
	}
	return moves
}

func (b *Board) Do(m Move) {
	hash := b.HashAfter(m)
	man := b.squares[m.From]
	b.Pass()
	b.squares[m.From], b.squares[m.To] = '.', man
	b.Hash = hash
}

// HashAfter returns the hash after a move, without making it.
func (b *Board) HashAfter(m Move) uint64 {
	man, captured := b.squares[m.From], b.squares[m.To]
	h := b.Hash ^ blackMove ^ key(man, m.From) ^ key(man, m.To)
	if forgetCaptured == "" {
		h ^= key(captured, m.To)
	}
	return h
}

// Pass is the null move.
func (b *Board) Pass() {
	before := *b
	b.before = &before
	b.black = !b.black
	b.Hash ^= blackMove
}

func (b *Board) Undo() { *b = *b.before }

func (b *Board) FEN() string {
	var fen strings.Builder
	for row := side - 1; row >= 0; row-- {
		fen.Write(b.squares[row*side : (row+1)*side])
		fen.WriteByte('/')
	}
	if b.black {
		fen.WriteByte('b')
	} else {
		fen.WriteByte('w')
	}
	return fen.String()
}
