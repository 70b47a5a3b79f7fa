package main

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/report"
)

type (
	square uint8
	piece  uint8
	board  [64]piece
)

const empty piece = 0

type step struct {
	piece    piece
	from, to square
}

// array has the keys of 13 pieces, the first of them empty, in a package variable of
// constant size, as programs without the library keep them.
var array [13][64]zobrist.Key

func newBoardTable() *zobrist.Table[square, piece] {
	t := zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), empty)
	for p := range array {
		for s := range array[p] {
			array[p][s] = t.Key(square(s), piece(p))
		}
	}
	return t
}

func randomSteps(n int) []step {
	rng := rand.New(rand.NewPCG(1, 2))
	steps := make([]step, n)
	for i := range steps {
		steps[i] = step{piece(1 + rng.IntN(12)), square(rng.IntN(64)), square(rng.IntN(64))}
	}
	return steps
}

//go:noinline
func tableMove(t *zobrist.Table[square, piece], steps []step) (h zobrist.Key) {
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
func tableHash(t *zobrist.Table[square, piece], boards []board) (h zobrist.Key) {
	for i := range boards {
		h ^= t.Hash(boards[i][:])
	}
	return h
}

// boardHash is the usual loop without its branch: the empty piece has the zero key.
//
//go:noinline
func boardHash(boards []board) (h zobrist.Key) {
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
			if p != empty {
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
			if set != 0 && piece(p) != empty {
				sets = append(sets, pieceSet{set, piece(p)})
				members += bits.OnesCount64(set)
			}
		}
	}
	rand.New(rand.NewPCG(13, 14)).Shuffle(len(sets), func(i, j int) { sets[i], sets[j] = sets[j], sets[i] })
	return sets, members
}

//go:noinline
func tableBits(t *zobrist.Table[square, piece], sets []pieceSet) (h zobrist.Key) {
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

func tableContests(positions []board) []contest {
	t, steps := newBoardTable(), randomSteps(1024)
	sets, members := pieceSets(positions)
	table := func(name string, ops int, run func() zobrist.Key) side {
		return side{name: "Table." + name, ops: ops, run: run}
	}
	arrays := func(ops int, run func() zobrist.Key) side {
		return side{name: "array of constant size", ops: ops, run: run}
	}
	hash := table("Hash", len(positions), func() zobrist.Key { return tableHash(t, positions) })
	over := report.Thousands(len(positions)) + " chess positions"
	return []contest{
		{
			job: "Move", over: "1,024 random moves",
			ours: table("Move", len(steps), func() zobrist.Key { return tableMove(t, steps) }),
			peer: arrays(len(steps), func() zobrist.Key { return arrayMove(steps) }),
		}, {
			job: "Hash", over: over, target: 0.2, ours: hash,
			peer: side{name: "mailbox loop", ops: len(positions), run: func() zobrist.Key { return mailboxHash(positions) }},
		}, {
			job: "Hash", over: over, ours: hash,
			peer: side{name: "the same loop without a branch", ops: len(positions), run: func() zobrist.Key { return boardHash(positions) }},
		}, {
			job: "ToggleBits", over: report.Thousands(len(sets)) + " pieces of chess positions", target: 1.05,
			ours: table("ToggleBits", members, func() zobrist.Key { return tableBits(t, sets) }),
			peer: side{name: "bit loop over arrays", ops: members, run: func() zobrist.Key { return arrayBits(sets) }},
		},
	}
}
