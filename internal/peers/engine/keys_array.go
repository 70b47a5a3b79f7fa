//go:build !table

package main

type key = uint64

// Keys are in an array of constant size, as in most engines.
var pieceKeys = func() (keys [13][128]key) {
	for p := range keys {
		for s := range keys[p] {
			keys[p][s] = uint64(number(square(s), piece(p)))
		}
	}
	return keys
}()

func toggled(h key, s square, p piece) key { return h ^ pieceKeys[p][s] }

func moved(h key, from, to square, p piece) key { return h ^ pieceKeys[p][from] ^ pieceKeys[p][to] }
