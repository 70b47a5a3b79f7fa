package zobrist_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
)

var (
	sinkInt  int
	sinkBool bool
)

// BenchmarkSet toggles random elements. It compares computed keys with those of
// a table that fits into the caches or does not.
func BenchmarkSet(b *testing.B) {
	const ops = 1024
	set := zobrist.NewSet(zobrist.NewSplitMix64(1).Split("set"), number)
	for _, cells := range []int{1 << 6, 1 << 12, 1 << 15, 1 << 18, 1 << 21, 1 << 24} {
		table := zobrist.NewTable[uint64, uint8](cells, 1, zobrist.NewSplitMix64(1))
		rng := zobrist.NewSplitMix64(2)
		asked := make([]uint64, 1<<20)
		for i := range asked {
			asked[i] = rng.Uint64() % uint64(cells)
		}
		var h zobrist.Key
		measure(b, fmt.Sprintf("op=Toggle/cells=%d/impl=set", cells), ops, func(i int) {
			for _, e := range asked[i*ops%len(asked):][:ops] {
				h = set.Toggle(h, e)
			}
		})
		measure(b, fmt.Sprintf("op=Toggle/cells=%d/impl=table", cells), ops, func(i int) {
			for _, e := range asked[i*ops%len(asked):][:ops] {
				h = table.Toggle(h, e, 0)
			}
		})
		sink ^= h
	}
	points := make([]latticePoint, ops)
	for i := range points {
		points[i] = latticePoint{int16(i), int16(-i), int16(i * i)}
	}
	lattice := zobrist.NewSet(zobrist.NewSplitMix64(1).Split("set"), latticePoint.id)
	measure(b, "op=Toggle/id=struct", ops, func(int) {
		for _, p := range points {
			sink = lattice.Toggle(sink, p)
		}
	})
	measure(b, "op=Hash/id=struct", ops, func(int) {
		sink ^= lattice.Hash(slices.Values(points))
	})
}

func BenchmarkBag(b *testing.B) {
	const ops = 1024
	bag := zobrist.NewBag(zobrist.NewSplitMix64(1).Split("bag"), number)
	rng := zobrist.NewSplitMix64(2)
	type addition struct {
		e uint64
		n int
	}
	additions := make([]addition, ops)
	for i := range additions {
		additions[i] = addition{rng.Uint64(), int(int32(rng.Uint64()))}
	}
	measure(b, "op=Add", ops, func(int) {
		for _, a := range additions {
			sink = bag.Add(sink, a.e, a.n)
		}
	})
}

func BenchmarkCanonical(b *testing.B) {
	const ops = 1024
	for _, n := range []int{3, 8, 19} {
		rng := zobrist.NewSplitMix64(uint64(n))
		table := zobrist.NewTable[int, uint8](n*n, 3, rng, 0)
		canonical, err := zobrist.NewCanonical(table, zobrist.SquareSymmetries[int](n))
		if err != nil {
			b.Fatal(err)
		}
		boards := make([][]uint8, 4*ops)
		for i := range boards {
			boards[i] = randomBoard(n*n, 3, rng)
		}
		type toggle struct {
			cell  int
			piece uint8
		}
		toggles := make([]toggle, ops)
		for i := range toggles {
			toggles[i] = toggle{int(rng.Uint64() % uint64(n*n)), 1 + uint8(rng.Uint64()%2)}
		}
		measure(b, fmt.Sprintf("n=%d/op=Hash", n), ops, func(i int) {
			for _, board := range boards[i%4*ops:][:ops] {
				k, _ := canonical.Hash(board)
				sink ^= k
			}
		})
		measure(b, fmt.Sprintf("n=%d/op=TableHash", n), ops, func(i int) {
			for _, board := range boards[i%4*ops:][:ops] {
				sink ^= table.Hash(board)
			}
		})
		keys := canonical.Images(boards[0])
		measure(b, fmt.Sprintf("n=%d/op=Toggle", n), ops, func(int) {
			for _, t := range toggles {
				canonical.Toggle(keys, t.cell, t.piece)
			}
		})
		measure(b, fmt.Sprintf("n=%d/op=ToggleMin", n), ops, func(int) {
			for _, t := range toggles {
				canonical.Toggle(keys, t.cell, t.piece)
				k, _ := canonical.Min(keys)
				sink ^= k
			}
		})
	}
}

func push(h *zobrist.History, k zobrist.Key, irreversible bool) {
	if irreversible {
		h.PushIrreversible(k)
	} else {
		h.Push(k)
	}
}

// gameKeys returns the keys of a game for BenchmarkHistory: all different, except
// that one in eight repeats one of the last few.
func gameKeys(n int, seed uint64) []zobrist.Key {
	rng := zobrist.NewSplitMix64(seed)
	keys := make([]zobrist.Key, n)
	for i := range keys {
		keys[i] = zobrist.Key(rng.Uint64())
		if i > 8 && i%8 == 0 {
			keys[i] = keys[i-2-int(rng.Uint64()%3)*2]
		}
	}
	return keys
}

func BenchmarkHistory(b *testing.B) {
	const ops = 1024
	for _, length := range []int{16, 100, 400, 10_000, 1_000_000} {
		var h zobrist.History
		keys := gameKeys(length, 1)
		for _, k := range keys {
			h.Push(k)
		}
		absent := gameKeys(ops, 2)
		asked := make([]zobrist.Key, ops) // half of them there
		rng := zobrist.NewSplitMix64(3)
		for i := range asked {
			asked[i] = absent[i]
			if r := rng.Uint64(); r&1 == 0 {
				asked[i] = keys[r>>1%uint64(length)]
			}
		}
		measure(b, fmt.Sprintf("op=Count/n=%d", length), ops, func(int) {
			for _, k := range asked {
				sinkInt += h.Count(k)
			}
		})
		measure(b, fmt.Sprintf("op=Contains/n=%d", length), ops, func(int) {
			for _, k := range asked {
				sinkBool = h.Contains(k) != sinkBool
			}
		})
		measure(b, fmt.Sprintf("op=PushPop/n=%d", length), ops, func(int) {
			for i, k := range asked {
				push(&h, k, i&7 == 0)
				if i&15 == 15 {
					for range 16 {
						sink ^= h.Pop()
					}
				}
			}
		})
	}
	// A whole game, in new memory or in that of the game before.
	for _, length := range []int{100, 400, 10_000, 1_000_000} {
		keys := gameKeys(length, 1)
		measure(b, fmt.Sprintf("op=Game/n=%d/memory=new", length), length, func(int) {
			var h zobrist.History
			for i, k := range keys {
				push(&h, k, i%16 == 0)
			}
		})
		var h zobrist.History
		measure(b, fmt.Sprintf("op=Game/n=%d/memory=old", length), length, func(int) {
			h.Reset()
			for i, k := range keys {
				push(&h, k, i%16 == 0)
			}
		})
	}
}
