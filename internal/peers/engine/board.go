package main

import "github.com/zobrist-go/zobrist"

// Pieces are numbered as in package zobrist: pawn to king, first white, then black.
type piece uint8

const (
	none piece = iota
	pawn
	knight
	bishop
	rook
	queen
	king
)

// A square is 16*rank + file. Off the board, a bit of 0x88 is set.
type square uint8

type board struct {
	squares [128]piece
	key     key
	score   int32 // material, for White
	turn    piece // 0 for White, 6 for Black
}

type move struct {
	from, to                square
	moved, captured, placed piece // placed is a promoted queen, otherwise the same as moved
}

// Both builds have these numbers.
var random = zobrist.NewSplitMix64(10)

var sideKey = key(random.Split("side").Key())

func number(s square, p piece) zobrist.Key {
	if p == none {
		return 0
	}
	return zobrist.Key(random.At(uint64(p)<<7 | uint64(s)))
}

var worth = [13]int32{0, 100, 320, 330, 500, 900, 10_000, -100, -320, -330, -500, -900, -10_000}

// place and lift change everything except the key.
func (b *board) place(p piece, s square) {
	b.squares[s] = p
	b.score += worth[p]
}

func (b *board) lift(p piece, s square) {
	b.squares[s] = none
	b.score -= worth[p]
}

// make plays a move. keys_array.go and keys_table.go have toggled and moved.
func (b *board) make(m move) {
	if m.captured != none {
		b.lift(m.captured, m.to)
		b.key = toggled(b.key, m.to, m.captured)
	}
	b.lift(m.moved, m.from)
	b.place(m.placed, m.to)
	if m.placed == m.moved {
		b.key = moved(b.key, m.from, m.to, m.moved)
	} else {
		b.key = toggled(toggled(b.key, m.from, m.moved), m.to, m.placed)
	}
	b.key ^= sideKey
	b.turn ^= 6
}

func (b *board) unmake(m move, before key) {
	b.lift(m.placed, m.to)
	b.place(m.moved, m.from)
	if m.captured != none {
		b.place(m.captured, m.to)
	}
	b.key = before
	b.turn ^= 6
}

var steps = [7][]square{ // backward steps wrap around
	knight: {33, 31, 18, 14, 223, 225, 238, 242},
	bishop: {17, 15, 239, 241},
	rook:   {16, 1, 240, 255},
	queen:  {17, 16, 15, 1, 239, 240, 241, 255},
	king:   {17, 16, 15, 1, 239, 240, 241, 255},
}

// moves appends the moves of the side to move.
func (b *board) moves(l []move) []move {
	for s := range square(128) {
		p := b.squares[s]
		if p-b.turn-1 >= 6 { // no piece, or the other side's
			continue
		}
		kind := p - b.turn
		if kind == pawn {
			l = b.pawnMoves(l, s, p)
			continue
		}
		for _, d := range steps[kind] {
			for to := s + d; to&0x88 == 0; to += d {
				captured := b.squares[to]
				if captured-b.turn-1 >= 6 {
					l = append(l, move{s, to, p, captured, p})
				}
				if captured != none || kind == knight || kind == king {
					break
				}
			}
		}
	}
	return l
}

func (b *board) pawnMoves(l []move, s square, p piece) []move {
	up, home, last := square(16), square(1), square(7)
	if b.turn != 0 {
		up, home, last = 240, 6, 0
	}
	placed := p
	if (s+up)>>4 == last {
		placed += queen - pawn
	}
	for _, to := range [2]square{s + up - 1, s + up + 1} {
		if captured := b.squares[to&127]; to&0x88 == 0 && captured != none && captured-b.turn-1 >= 6 {
			l = append(l, move{s, to, p, captured, placed})
		}
	}
	if to := s + up; to&0x88 == 0 && b.squares[to] == none {
		l = append(l, move{s, to, p, none, placed})
		if s>>4 == home && b.squares[to+up] == none {
			l = append(l, move{s, to + up, p, none, p})
		}
	}
	return l
}
