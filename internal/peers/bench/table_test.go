package bench

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

// array has the keys of 13 pieces, the first of them empty, in a package variable of
// constant size, as programs without the library keep them.
var array [13][64]key

// copyKeys copies the keys of a table.
func copyKeys[P ~uint8](to [][64]key, of func(zobrist.Square, P) key) {
	for p := range to {
		for s := range to[p] {
			to[p][s] = of(zobrist.Square(s), P(p))
		}
	}
}

type step struct {
	piece    zobrist.ChessPiece
	from, to zobrist.Square
}

// A pieceSet has the squares of one kind of piece.
type pieceSet struct {
	set   uint64
	piece zobrist.ChessPiece
}

// pieceSets returns the pieces of positions as bitboards, in random order.
func pieceSets(positions []chess.Position) (sets []pieceSet, members int) {
	for i := range positions {
		var pieces [13]uint64
		for s, p := range positions[i].Board {
			pieces[p] |= 1 << s
		}
		for p, set := range pieces {
			if set != 0 && p != 0 {
				sets = append(sets, pieceSet{set, zobrist.ChessPiece(p)})
				members += bits.OnesCount64(set)
			}
		}
	}
	return shuffled(sets), members
}

type boardTable = zobrist.Table[zobrist.Square, zobrist.ChessPiece]

// These loops are functions of their own, as in a program that has them. Inlined into other
// code, the loop of Move takes 1.04 to 1.20 times as long as arrays: the compiler keeps
// other things in registers.

//go:noinline
func tableToggle(t *boardTable, steps []step) (h key) {
	for _, m := range steps {
		h = t.Toggle(h, m.to, m.piece)
	}
	return h
}

//go:noinline
func arrayToggle(steps []step) (h key) {
	for _, m := range steps {
		h ^= array[m.piece][m.to]
	}
	return h
}

//go:noinline
func tableMove(t *boardTable, steps []step) (h key) {
	for _, m := range steps {
		h = t.Move(h, m.from, m.to, m.piece)
	}
	return h
}

//go:noinline
func arrayMove(steps []step) (h key) {
	for _, m := range steps {
		h ^= array[m.piece][m.from] ^ array[m.piece][m.to]
	}
	return h
}

//go:noinline
func tableBits(t *boardTable, sets []pieceSet) (h key) {
	for _, s := range sets {
		h = t.ToggleBits(h, 0, s.set, s.piece)
	}
	return h
}

//go:noinline
func arrayBits(sets []pieceSet) (h key) {
	for _, s := range sets {
		for b := s.set; b != 0; b &= b - 1 {
			h ^= array[s.piece][bits.TrailingZeros64(b)]
		}
	}
	return h
}

func measureTable(b *bench) {
	positions := sample(chess.StartFEN, 150, b.size(1<<13))
	t := zobrist.NewTable[zobrist.Square, zobrist.ChessPiece](64, 13, zobrist.NewSplitMix64(1), 0)
	copyKeys(array[:], t.Key)
	rng, steps := rand.New(rand.NewPCG(1, 2)), make([]step, 1<<14)
	for i := range steps {
		steps[i] = step{zobrist.ChessPiece(1 + rng.IntN(12)), zobrist.Square(rng.IntN(64)),
			zobrist.Square(rng.IntN(64))}
	}
	sets, members := pieceSets(positions)
	loop := func(job, peer string, ops int, ours, theirs func() key) {
		b.versus(row{job: job, peer: peer}, ops, ours, theirs)
	}
	loop("`Table.Toggle`, nothing else", "array", len(steps),
		func() key { return tableToggle(t, steps) }, func() key { return arrayToggle(steps) })
	loop("`Table.Move`, nothing else", "array", len(steps),
		func() key { return tableMove(t, steps) }, func() key { return arrayMove(steps) })
	loop("`Table.ToggleBits`, a piece", "bit loop over arrays", members,
		func() key { return tableBits(t, sets) }, func() key { return arrayBits(sets) })
	hash := func() (h key) {
		for i := range positions {
			h ^= t.Hash(positions[i].Board[:])
		}
		return h
	}
	// The empty piece has the zero key, so a careful author has no branch.
	loop("`Table.Hash`, chess board", "loop without a branch",
		len(positions), hash, func() (h key) {
			for i := range positions {
				for s, p := range positions[i].Board {
					h ^= array[p][s]
				}
			}
			return h
		})
	loop("`Table.Hash`, chess board", "loop that skips empty squares",
		len(positions), hash, func() (h key) {
			for i := range positions {
				for s, p := range positions[i].Board {
					if p != 0 {
						h ^= array[p][s]
					}
				}
			}
			return h
		})
}
