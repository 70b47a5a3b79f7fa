package main

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

type (
	square uint8
	piece  uint8
	board  [64]piece
)

// array has the keys of 13 pieces, the first of them empty, in a package variable of
// constant size, as programs without the library keep them.
var array [13][64]zobrist.Key

func newBoardTable() *zobrist.Table[square, piece] {
	t := zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
	for p := range array {
		for s := range array[p] {
			array[p][s] = t.Key(square(s), piece(p))
		}
	}
	return t
}

type step struct {
	piece, other piece
	from, to     square
}

func randomSteps(n int) []step {
	rng := rand.New(rand.NewPCG(1, 2))
	steps := make([]step, n)
	for i := range steps {
		steps[i] = step{piece(1 + rng.IntN(12)), piece(rng.IntN(13)), square(rng.IntN(64)), square(rng.IntN(64))}
	}
	return steps
}

type boardTable = zobrist.Table[square, piece]

//go:noinline
func tableToggle(t *boardTable, steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h = t.Toggle(h, m.to, m.piece)
	}
	return h
}

//go:noinline
func arrayToggle(steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h ^= array[m.piece][m.to]
	}
	return h
}

//go:noinline
func tableMove(t *boardTable, steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h = t.Move(h, m.from, m.to, m.piece)
	}
	return h
}

//go:noinline
func arrayMove(steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h ^= array[m.piece][m.from] ^ array[m.piece][m.to]
	}
	return h
}

//go:noinline
func tableReplace(t *boardTable, steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h = t.Replace(h, m.to, m.piece, m.other)
	}
	return h
}

//go:noinline
func arrayReplace(steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h ^= array[m.piece][m.to] ^ array[m.other][m.to]
	}
	return h
}

//go:noinline
func tableHash(t *boardTable, boards []board) (h zobrist.Key) {
	for i := range boards {
		h ^= t.Hash(boards[i][:])
	}
	return h
}

// plainHash needs no branch, because the empty piece has the zero key.
//
//go:noinline
func plainHash(boards []board) (h zobrist.Key) {
	for i := range boards {
		for s, p := range boards[i] {
			h ^= array[p][s]
		}
	}
	return h
}

// mailboxHash is the usual loop, from the articles.
//
//go:noinline
func mailboxHash(boards []board) (h zobrist.Key) {
	for i := range boards {
		for s, p := range boards[i] {
			if p != 0 {
				h ^= array[p][s]
			}
		}
	}
	return h
}

// A pieceSet has the squares of one kind of piece.
type pieceSet struct {
	set   uint64
	piece piece
}

// pieceSets returns the pieces of positions as bitboards, in random order.
func pieceSets(positions []board) (sets []pieceSet, members int) {
	for i := range positions {
		var pieces [13]uint64
		for s, p := range positions[i] {
			pieces[p] |= 1 << s
		}
		for p, set := range pieces {
			if set != 0 && p != 0 {
				sets = append(sets, pieceSet{set, piece(p)})
				members += bits.OnesCount64(set)
			}
		}
	}
	rand.New(rand.NewPCG(13, 14)).Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	return sets, members
}

//go:noinline
func tableBits(t *boardTable, sets []pieceSet) (h zobrist.Key) {
	for _, s := range sets {
		h = t.ToggleBits(h, 0, s.set, s.piece)
	}
	return h
}

//go:noinline
func arrayBits(sets []pieceSet) (h zobrist.Key) {
	for _, s := range sets {
		for b := s.set; b != 0; b &= b - 1 {
			h ^= array[s.piece][bits.TrailingZeros64(b)]
		}
	}
	return h
}

func measureTable(b *bench) error {
	c, err := newCorpus(150, b.size(1<<13), 0)
	if err != nil {
		return err
	}
	t, steps := newBoardTable(), randomSteps(1<<14)
	sets, members := pieceSets(c.boards)
	hash := func() zobrist.Key { return tableHash(t, c.boards) }
	for _, row := range []struct {
		name       string
		ops        int
		ours, peer func() zobrist.Key
	}{
		{"toggle", len(steps), func() zobrist.Key { return tableToggle(t, steps) }, func() zobrist.Key { return arrayToggle(steps) }},
		{"move", len(steps), func() zobrist.Key { return tableMove(t, steps) }, func() zobrist.Key { return arrayMove(steps) }},
		{"replace", len(steps), func() zobrist.Key { return tableReplace(t, steps) }, func() zobrist.Key { return arrayReplace(steps) }},
		{"bits", members, func() zobrist.Key { return tableBits(t, sets) }, func() zobrist.Key { return arrayBits(sets) }},
		{"hash", len(c.boards), hash, func() zobrist.Key { return mailboxHash(c.boards) }},
		{"hash-plain", len(c.boards), hash, func() zobrist.Key { return plainHash(c.boards) }},
	} {
		if err := b.contest("table/"+row.name, side{ops: row.ops, run: row.ours}, side{ops: row.ops, run: row.peer}); err != nil {
			return err
		}
	}
	return nil
}
