//go:build filled

package main

import "github.com/zobrist-go/zobrist"

// The arrays, filled once from a table of the library.
func init() {
	table := zobrist.NewTableFunc(64, 13, func(s square, p piece) zobrist.Key {
		if p == none {
			return 0
		}
		return zobrist.Key(random.At(uint64(64*int(p) + int(s))))
	})
	for p := range pieceKeys {
		for s := range pieceKeys[p] {
			pieceKeys[p][s] = uint64(table.Key(square(s), piece(p)))
		}
	}
}
