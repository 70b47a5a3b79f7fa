//go:build table

package main

import "github.com/zobrist-go/zobrist"

// The library's verbs in place of the arrays, with the same keys.

type key = zobrist.Key

var pieceKeys = zobrist.NewTableFunc(64, 13, func(s square, p piece) zobrist.Key {
	if p == none {
		return 0
	}
	return zobrist.Key(random.At(uint64(64*int(p) + int(s))))
})

func (b *board) put(p piece, s square) {
	b.place(p, s)
	b.key = pieceKeys.Toggle(b.key, s, p)
}

func (b *board) remove(p piece, s square) {
	b.lift(p, s)
	b.key = pieceKeys.Toggle(b.key, s, p)
}

func (b *board) shift(p piece, from, to square) {
	b.lift(p, from)
	b.place(p, to)
	b.key = pieceKeys.Move(b.key, from, to, p)
}
