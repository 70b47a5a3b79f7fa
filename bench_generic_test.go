package zobrist

import (
	"fmt"
	"slices"
	"testing"
)

func perOp(b *testing.B, ops int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(ops), "ns/each")
}

var (
	sinkKey  Key
	sinkInt  int
	sinkBool bool
)

// BenchmarkSet toggles random elements. It compares computed keys with those of
// a table that fits into the caches or does not.
func BenchmarkSet(b *testing.B) {
	const ops = 1024
	set := NewSet(NewSplitMix64(1).Split("set"), number)
	for _, cells := range []int{1 << 6, 1 << 12, 1 << 15, 1 << 18, 1 << 21, 1 << 24} {
		table := NewTable[uint64, uint8](cells, 1, NewSplitMix64(1))
		rng := NewSplitMix64(2)
		asked := make([]uint64, 1<<20)
		for i := range asked {
			asked[i] = rng.Uint64() % uint64(cells)
		}
		b.Run(fmt.Sprintf("op=Toggle/cells=%d/impl=set", cells), func(b *testing.B) {
			var h Key
			for i := range b.N {
				for _, e := range asked[i*ops%len(asked):][:ops] {
					h = set.Toggle(h, e)
				}
			}
			sinkKey ^= h
			perOp(b, ops)
		})
		b.Run(fmt.Sprintf("op=Toggle/cells=%d/impl=table", cells), func(b *testing.B) {
			var h Key
			for i := range b.N {
				for _, e := range asked[i*ops%len(asked):][:ops] {
					h = table.Toggle(h, e, 0)
				}
			}
			sinkKey ^= h
			perOp(b, ops)
		})
	}
	points := make([]latticePoint, ops)
	for i := range points {
		points[i] = latticePoint{int16(i), int16(-i), int16(i * i)}
	}
	lattice := NewSet(NewSplitMix64(1).Split("set"), latticePoint.id)
	b.Run("op=Toggle/id=struct", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, p := range points {
				sinkKey = lattice.Toggle(sinkKey, p)
			}
		}
		perOp(b, ops)
	})
	b.Run("op=Hash/id=struct", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			sinkKey ^= lattice.Hash(slices.Values(points))
		}
		perOp(b, ops)
	})
}

func BenchmarkBag(b *testing.B) {
	const ops = 1024
	bag := NewBag(NewSplitMix64(1).Split("bag"), number)
	rng := NewSplitMix64(2)
	type addition struct {
		e uint64
		n int
	}
	additions := make([]addition, ops)
	for i := range additions {
		additions[i] = addition{rng.Uint64(), int(int32(rng.Uint64()))}
	}
	b.Run("op=Add", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, a := range additions {
				sinkKey = bag.Add(sinkKey, a.e, a.n)
			}
		}
		perOp(b, ops)
	})
}

func BenchmarkCanonical(b *testing.B) {
	const ops = 1024
	for _, n := range []int{3, 8, 19} {
		rng := NewSplitMix64(uint64(n))
		table := NewTable[int, uint8](n*n, 3, rng, 0)
		canonical, err := NewCanonical(table, SquareSymmetries[int](n))
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
		b.Run(fmt.Sprintf("n=%d/op=Hash", n), func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				for _, board := range boards[i%4*ops:][:ops] {
					k, _ := canonical.Hash(board)
					sinkKey ^= k
				}
			}
			perOp(b, ops)
		})
		b.Run(fmt.Sprintf("n=%d/op=TableHash", n), func(b *testing.B) {
			for i := range b.N {
				for _, board := range boards[i%4*ops:][:ops] {
					sinkKey ^= table.Hash(board)
				}
			}
			perOp(b, ops)
		})
		keys := canonical.Images(boards[0])
		b.Run(fmt.Sprintf("n=%d/op=Toggle", n), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				for _, t := range toggles {
					canonical.Toggle(keys, t.cell, t.piece)
				}
			}
			perOp(b, ops)
		})
		b.Run(fmt.Sprintf("n=%d/op=ToggleMin", n), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				for _, t := range toggles {
					canonical.Toggle(keys, t.cell, t.piece)
					k, _ := canonical.Min(keys)
					sinkKey ^= k
				}
			}
			perOp(b, ops)
		})
	}
}

// gameKeys returns the keys of a game for BenchmarkHistory: all different, except
// that one in eight repeats one of the last few.
func gameKeys(n int, seed uint64) []Key {
	rng := NewSplitMix64(seed)
	keys := make([]Key, n)
	for i := range keys {
		keys[i] = Key(rng.Uint64())
		if i > 8 && i%8 == 0 {
			keys[i] = keys[i-2-int(rng.Uint64()%3)*2]
		}
	}
	return keys
}

func BenchmarkHistory(b *testing.B) {
	const ops = 1024
	for _, length := range []int{16, 100, 400, 10_000, 1_000_000} {
		var h History
		keys := gameKeys(length, 1)
		for _, k := range keys {
			h.Push(k)
		}
		absent := gameKeys(ops, 2)
		asked := make([]Key, ops) // half of them there
		rng := NewSplitMix64(3)
		for i := range asked {
			asked[i] = absent[i]
			if r := rng.Uint64(); r&1 == 0 {
				asked[i] = keys[r>>1%uint64(length)]
			}
		}
		b.Run(fmt.Sprintf("op=Count/n=%d", length), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				for _, k := range asked {
					sinkInt += h.Count(k)
				}
			}
			perOp(b, ops)
		})
		b.Run(fmt.Sprintf("op=Contains/n=%d", length), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				for _, k := range asked {
					sinkBool = h.Contains(k) != sinkBool
				}
			}
			perOp(b, ops)
		})
		b.Run(fmt.Sprintf("op=PushPop/n=%d", length), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				for i, k := range asked {
					push(&h, k, i&7 == 0)
					if i&15 == 15 {
						for range 16 {
							sinkKey ^= h.Pop()
						}
					}
				}
			}
			perOp(b, ops)
		})
		if length > 10_000 {
			continue
		}
		b.Run(fmt.Sprintf("op=CountByScan/n=%d", length), func(b *testing.B) {
			for range b.N {
				for _, k := range asked {
					n := 0
					for _, l := range keys {
						if l == k {
							n++
						}
					}
					sinkInt += n
				}
			}
			perOp(b, ops)
		})
	}
	// A whole game, in new memory or in that of the game before.
	for _, length := range []int{100, 400, 10_000, 1_000_000} {
		keys := gameKeys(length, 1)
		b.Run(fmt.Sprintf("op=Game/n=%d/memory=new", length), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				var h History
				for i, k := range keys {
					push(&h, k, i%16 == 0)
				}
			}
			perOp(b, length)
		})
		b.Run(fmt.Sprintf("op=Game/n=%d/memory=old", length), func(b *testing.B) {
			b.ReportAllocs()
			var h History
			for range b.N {
				for h.Len() > 0 {
					h.Pop()
				}
				for i, k := range keys {
					push(&h, k, i%16 == 0)
				}
			}
			perOp(b, length)
		})
	}
}
