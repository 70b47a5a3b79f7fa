//go:build !table

package main

type key = uint64

// The peer: keys in an array of constant size, as engines have them. What fills
// it is in keys_own.go or keys_filled.go.
var pieceKeys [13][64]key

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
