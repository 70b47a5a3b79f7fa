package main

import (
	"fmt"
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
var array [13][64]key

type step struct {
	piece, other piece
	from, to     square
}

// A pieceSet has the squares of one kind of piece.
type pieceSet struct {
	set   uint64
	piece piece
}

// pieceSets returns the pieces of positions as bitboards, in random order.
func pieceSets(boards []board) (sets []pieceSet, members int) {
	for i := range boards {
		var pieces [13]uint64
		for s, p := range boards[i] {
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

func measureTable(b *bench) {
	c := newCorpus(150, b.size(1<<13), 0)
	t := zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
	for p := range array {
		for s := range array[p] {
			array[p][s] = t.Key(square(s), piece(p))
		}
	}
	rng, steps := rand.New(rand.NewPCG(1, 2)), make([]step, 1<<14)
	for i := range steps {
		steps[i] = step{piece(1 + rng.IntN(12)), piece(rng.IntN(13)), square(rng.IntN(64)), square(rng.IntN(64))}
	}
	sets, members := pieceSets(c.boards)
	hash := func() key { return over(c.boards, func(h key, b *board) key { return h ^ t.Hash(b[:]) }) }

	b.versus("table/toggle", len(steps),
		func() key { return over(steps, func(h key, s *step) key { return t.Toggle(h, s.to, s.piece) }) },
		func() key { return over(steps, func(h key, s *step) key { return h ^ array[s.piece][s.to] }) })
	b.versus("table/move", len(steps),
		func() key { return over(steps, func(h key, s *step) key { return t.Move(h, s.from, s.to, s.piece) }) },
		func() key {
			return over(steps, func(h key, s *step) key { return h ^ array[s.piece][s.from] ^ array[s.piece][s.to] })
		})
	b.versus("table/replace", len(steps),
		func() key {
			return over(steps, func(h key, s *step) key { return t.Replace(h, s.to, s.piece, s.other) })
		},
		func() key {
			return over(steps, func(h key, s *step) key { return h ^ array[s.piece][s.to] ^ array[s.other][s.to] })
		})
	b.versus("table/bits", members,
		func() key {
			return over(sets, func(h key, s *pieceSet) key { return t.ToggleBits(h, 0, s.set, s.piece) })
		},
		func() key {
			return over(sets, func(h key, s *pieceSet) key {
				for b := s.set; b != 0; b &= b - 1 {
					h ^= array[s.piece][bits.TrailingZeros64(b)]
				}
				return h
			})
		})
	b.versus("table/hash", len(c.boards), hash, func() key {
		return over(c.boards, func(h key, b *board) key { // the usual loop, from the articles
			for s, p := range b {
				if p != 0 {
					h ^= array[p][s]
				}
			}
			return h
		})
	})
	b.versus("table/hash-plain", len(c.boards), hash, func() key {
		return over(c.boards, func(h key, b *board) key { // the empty piece has the zero key
			for s, p := range b {
				h ^= array[p][s]
			}
			return h
		})
	})
}

// measureSet compares computed keys with the same keys in a table. The numbering function
// of the set returns the element itself.
func measureSet(b *bench) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1_000, 300_000, 10_000_000} {
		id, n := fmt.Sprintf("set/%d", n), b.size(n)
		set := zobrist.NewSet(zobrist.NewSplitMix64(1), func(e uint64) uint64 { return e })
		t := zobrist.NewTable[uint64, uint8](n, 1, zobrist.NewSplitMix64(1))
		elements := make([]uint64, b.size(1<<18))
		for i := range elements {
			elements[i] = rng.Uint64N(uint64(n))
		}
		b.versus(id, len(elements),
			func() key { return over(elements, func(h key, e *uint64) key { return set.Toggle(h, *e) }) },
			func() key { return over(elements, func(h key, e *uint64) key { return t.Toggle(h, *e, 0) }) })
	}
}
