package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

//go:noinline
func setToggle(s *zobrist.Set[uint64], elements []uint64) (h zobrist.Key) {
	for _, e := range elements {
		h = s.Toggle(h, e)
	}
	return h
}

//go:noinline
func elementToggle(t *zobrist.Table[uint64, uint8], elements []uint64) (h zobrist.Key) {
	for _, e := range elements {
		h = t.Toggle(h, e, 0)
	}
	return h
}

// measureSet compares computed keys with the same keys in a table. The numbering function
// of the set returns the element itself.
func measureSet(b *bench) error {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1_000, 300_000, 10_000_000} {
		id := fmt.Sprintf("set/%d", n)
		if !b.wants(id) {
			continue
		}
		n := b.size(n)
		set := zobrist.NewSet(zobrist.NewSplitMix64(1), func(e uint64) uint64 { return e })
		t := zobrist.NewTable[uint64, uint8](n, 1, zobrist.NewSplitMix64(1))
		elements := make([]uint64, b.size(1<<18))
		for i := range elements {
			elements[i] = rng.Uint64N(uint64(n))
		}
		err := b.contest(id,
			side{ops: len(elements), run: func() zobrist.Key { return setToggle(set, elements) }},
			side{ops: len(elements), run: func() zobrist.Key { return elementToggle(t, elements) }})
		if err != nil {
			return err
		}
	}
	return nil
}
