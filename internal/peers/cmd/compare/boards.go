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

// randomBoards have a piece on half of their cells.
func randomBoards(n int) []board {
	rng := rand.New(rand.NewPCG(3, 4))
	boards := make([]board, n)
	for i := range boards {
		for s := range boards[i] {
			if rng.IntN(2) == 0 {
				boards[i][s] = piece(1 + rng.IntN(12))
			}
		}
	}
	return boards
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
func tableReplace(t *zobrist.Table[square, piece], steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h = t.Replace(h, m.from, m.piece, 13-m.piece)
	}
	return h
}

//go:noinline
func arrayReplace(steps []step) (h zobrist.Key) {
	for _, m := range steps {
		h ^= array[m.piece][m.from] ^ array[13-m.piece][m.from]
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

// noBranchHash is mailboxHash where the empty piece has the zero key.
//
//go:noinline
func noBranchHash(boards []board) (h zobrist.Key) {
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

// randomSets have a quarter of their bits set.
func randomSets(n int) (sets []pieceSet, members int) {
	rng := rand.New(rand.NewPCG(15, 16))
	sets = make([]pieceSet, n)
	for i := range sets {
		sets[i] = pieceSet{rng.Uint64() & rng.Uint64(), piece(1 + rng.IntN(12))}
		members += bits.OnesCount64(sets[i].set)
	}
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

func bitsContest(t *zobrist.Table[square, piece], over string, sets []pieceSet, members int) contest {
	return contest{
		job: "ToggleBits", over: over, target: 1.05,
		ours: side{name: "Table.ToggleBits", ops: members, run: func() zobrist.Key { return tableBits(t, sets) }},
		peer: side{name: "bit loop over arrays", ops: members, run: func() zobrist.Key { return arrayBits(sets) }},
	}
}

func tableContests(positions []board, bitboards []bitPosition) []contest {
	t, steps, random := newBoardTable(), randomSteps(1024), randomBoards(4096)
	const (
		arrays  = "array of constant size"
		mailbox = "mailbox loop"
	)
	sets, members := pieceSets(bitboards)
	random4, members4 := randomSets(4096)
	return []contest{
		{
			job: "Move", over: "1,024 random moves",
			ours: side{name: "Table.Move", ops: len(steps), run: func() zobrist.Key { return tableMove(t, steps) }},
			peer: side{name: arrays, ops: len(steps), run: func() zobrist.Key { return arrayMove(steps) }},
		}, {
			job: "Toggle", over: "1,024 random toggles",
			ours: side{name: "Table.Toggle", ops: len(steps), run: func() zobrist.Key { return tableToggle(t, steps) }},
			peer: side{name: arrays, ops: len(steps), run: func() zobrist.Key { return arrayToggle(steps) }},
		}, {
			job: "Replace", over: "1,024 random replacements",
			ours: side{name: "Table.Replace", ops: len(steps), run: func() zobrist.Key { return tableReplace(t, steps) }},
			peer: side{name: arrays, ops: len(steps), run: func() zobrist.Key { return arrayReplace(steps) }},
		}, {
			job: "Hash", over: "4,096 random boards", target: 0.2,
			ours: side{name: "Table.Hash", ops: len(random), run: func() zobrist.Key { return tableHash(t, random) }},
			peer: side{name: mailbox, ops: len(random), run: func() zobrist.Key { return mailboxHash(random) }},
		}, {
			job: "Hash", over: "4,096 random boards",
			ours: side{name: "Table.Hash", ops: len(random), run: func() zobrist.Key { return tableHash(t, random) }},
			peer: side{name: "the same loop without a branch", ops: len(random), run: func() zobrist.Key { return noBranchHash(random) }},
		}, {
			job: "Hash", over: report.Thousands(len(positions)) + " chess positions", target: 0.2,
			ours: side{name: "Table.Hash", ops: len(positions), run: func() zobrist.Key { return tableHash(t, positions) }},
			peer: side{name: mailbox, ops: len(positions), run: func() zobrist.Key { return mailboxHash(positions) }},
		},
		bitsContest(t, report.Thousands(len(sets))+" pieces of chess positions", sets, members),
		bitsContest(t, "4,096 random sets of 16", random4, members4),
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

// tableBitHash is a full hash by ToggleBits.
//
//go:noinline
func tableBitHash(c *zobrist.Chess, positions []bitPosition) (sum zobrist.Key) {
	t := c.Pieces()
	for i := range positions {
		p := &positions[i]
		h := c.Castling(p.castling)
		for piece, b := range &p.pieces {
			h = t.ToggleBits(h, 0, b, zobrist.ChessPiece(piece+1))
		}
		if p.enPassant >= 0 {
			h ^= c.EnPassant(int(p.enPassant))
		}
		if !p.black {
			h ^= c.Side()
		}
		sum ^= h
	}
	return sum
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
