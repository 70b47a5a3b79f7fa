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

// array is what a program keeps for itself: the keys of 13 pieces, of which the
// first is empty, in an array of constant size in a package variable.
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
func tableToggle(t *zobrist.Table[square, piece], steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h = t.Toggle(h, m.from, m.piece)
	}
	return h
}

//go:noinline
func arrayToggle(steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h ^= array[m.piece][m.from]
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

// boardHash is the loop that everyone writes, less its branch: the empty piece has
// the zero key.
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

// mailboxHash is the loop of the articles.
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

// A pieceSet is the squares of a piece.
type pieceSet struct {
	set   uint64
	piece piece
}

// pieceSets returns the pieces of positions, in random order.
func pieceSets(positions []bitPosition) (sets []pieceSet, members int) {
	for i := range positions {
		for p, set := range positions[i].pieces {
			if set != 0 {
				sets = append(sets, pieceSet{set, piece(p + 1)})
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

func tableContests(positions []board, bitboards []bitPosition) []contest {
	t, steps := newBoardTable(), randomSteps(1024)
	sets, members := pieceSets(bitboards)
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
			job: "Toggle", over: "1,024 random toggles",
			ours: table("Toggle", len(steps), func() zobrist.Key { return tableToggle(t, steps) }),
			peer: arrays(len(steps), func() zobrist.Key { return arrayToggle(steps) }),
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

// bitPosition is a chess position in twelve bitboards.
type bitPosition struct {
	pieces    [12]uint64
	castling  zobrist.CastlingRights
	enPassant int8 // file, when the rule counts it, else -1
	black     bool
}

// bitKeys are the keys of a Chess in arrays of constant size.
type bitKeys struct {
	pieces    [12][64]zobrist.Key
	castling  [16]zobrist.Key
	enPassant [8]zobrist.Key
	side      zobrist.Key
}

// bitHash visits every piece of every bitboard.
//
//go:noinline
func bitHash(k *bitKeys, positions []bitPosition) (sum zobrist.Key) {
	for i := range positions {
		p := &positions[i]
		var h zobrist.Key
		for piece, b := range &p.pieces {
			for ; b != 0; b &= b - 1 {
				h ^= k.pieces[piece][bits.TrailingZeros64(b)&63]
			}
		}
		h ^= k.castling[p.castling&15]
		if p.enPassant >= 0 {
			h ^= k.enPassant[p.enPassant&7]
		}
		if !p.black {
			h ^= k.side
		}
		sum ^= h
	}
	return sum
}
