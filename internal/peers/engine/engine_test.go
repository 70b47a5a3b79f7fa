package main

import "testing"

// The key that moves keep is that of the board, which perft visits; its counts
// are the published ones.
func TestKeys(t *testing.T) {
	for _, p := range positions {
		var check func(b *board, depth int)
		check = func(b *board, depth int) {
			if want := b.recomputed(); b.key != want {
				t.Fatalf("%s: the key is %x, want %x", p.fen, b.key, want)
			}
			if depth == 0 {
				return
			}
			var l moveList
			b.generate(&l, false)
			for _, m := range l.moves[:l.n] {
				before := *b
				u := b.make(m)
				if !b.attacked(b.kingSquare(b.turn^1), b.turn) {
					check(b, depth-1)
				}
				if b.unmake(m, u); *b != before {
					t.Fatalf("%s: a move does not come back", p.fen)
				}
			}
		}
		b := parse(p.fen)
		check(b, 2)
		if nodes, _ := b.perft(perftDepth); nodes != p.perft {
			t.Errorf("%s: perft %d, want %d", p.fen, nodes, p.perft)
		}
	}
}

// recomputed is the key by definition, from the library's random numbers.
func (b *board) recomputed() key {
	h := castlingKeys[b.castling]
	for s, p := range b.squares {
		if p != none {
			h ^= key(random.At(uint64(64*int(p) + s)))
		}
	}
	if b.enPassant != noSquare {
		h ^= enPassantKeys[b.enPassant&7]
	}
	if b.turn == white {
		h ^= sideKey
	}
	return h
}
