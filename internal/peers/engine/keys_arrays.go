//go:build !table && !filled

package main

// The peer: keys of the engine's own, in an array of constant size.

type key = uint64

const variant = "arrays"

var pieceKeys [13][64]key

func init() {
	for p := pawn; p <= king.of(black); p++ {
		for s := range pieceKeys[p] {
			pieceKeys[p][s] = random.At(uint64(64*int(p) + s))
		}
	}
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
