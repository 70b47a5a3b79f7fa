package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Moves keep the board's key, and can be taken back.
func TestKeys(t *testing.T) {
	recomputed := func(b *board) (h key) {
		for s, p := range b.squares {
			h ^= key(number(square(s), p))
		}
		if b.turn != 0 {
			h ^= sideKey
		}
		return h
	}
	var check func(b *board, depth int)
	check = func(b *board, depth int) {
		require.Equal(t, recomputed(b), b.key)
		if depth == 0 {
			return
		}
		for _, m := range b.moves(nil) {
			before := *b
			b.make(m)
			check(b, depth-1)
			b.unmake(m, before.key)
			require.Equal(t, before, *b)
		}
	}
	for _, fen := range positions {
		check(parse(fen), 2)
	}
	var perft func(b *board, depth int) int
	perft = func(b *board, depth int) (nodes int) {
		if depth == 0 {
			return 1
		}
		for _, m := range b.moves(nil) {
			before := b.key
			b.make(m)
			nodes += perft(b, depth-1)
			b.unmake(m, before)
		}
		return nodes
	}
	require.Equal(t, 8902, perft(parse(positions[0]), 3), "three plies from the start have no castling, en passant or check")
}
