//go:build filled

package main

import "github.com/zobrist-go/zobrist"

// The arrays, filled once from a table of the library.

type key = uint64

const variant = "filled"

var pieceKeys [13][64]key

func init() {
	table := zobrist.NewTableFunc(64, 13, randomKey)
	for p := range pieceKeys {
		for s := range pieceKeys[p] {
			pieceKeys[p][s] = uint64(table.Key(square(s), piece(p)))
		}
	}
}

func randomKey(s square, p piece) zobrist.Key {
	if p == none {
		return 0
	}
	return zobrist.Key(random.At(uint64(64*int(p) + int(s))))
}

func (b *board) put(p piece, s square) {
	b.place(p, s)
	b.key ^= pieceKeys[p][s]
}

func (b *board) remove(p piece, s square) {
	b.lift(p, s)
	b.key ^= pieceKeys[p][s]
}

func (b *board) shift(p piece, from, to square) {
	b.lift(p, from)
	b.place(p, to)
	b.key ^= pieceKeys[p][from] ^ pieceKeys[p][to]
}
