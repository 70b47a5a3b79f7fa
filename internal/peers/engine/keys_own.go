//go:build !table && !filled

package main

func init() {
	for p := pawn; p <= king.of(black); p++ {
		for s := range pieceKeys[p] {
			pieceKeys[p][s] = random.At(uint64(64*int(p) + s))
		}
	}
}
