package zobrist_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/othello"
)

// What other programs do too is measured beside them, in internal/peers.

// measure runs a benchmark of a function that does n operations in each round. It reports the
// time of one of them as ns/key. benchstat reads it.
func measure(b *testing.B, name string, n int, f func(round int)) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for round := range b.N {
			f(round)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
	})
}

// randomBoards returns n boards with about half of their cells empty (0).
func randomBoards(n, cells, pieces int) [][]piece {
	rng := rand.New(rand.NewPCG(3, 4))
	boards := make([][]piece, n)
	for i := range boards {
		boards[i] = make([]piece, cells)
		for c := range boards[i] {
			if rng.IntN(2) == 0 {
				boards[i][c] = piece(1 + rng.IntN(pieces-1))
			}
		}
	}
	return boards
}

// BenchmarkTable moves pieces on random chess boards, and hashes these.
func BenchmarkTable(b *testing.B) {
	table := zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
	boards := randomBoards(1024, 64, 13)
	h := zobrist.Key(0)
	measure(b, "op=Toggle", len(boards), func(int) {
		for i, board := range boards {
			h = table.Toggle(h, square(i%64), board[i%64])
		}
	})
	measure(b, "op=Move", len(boards), func(int) {
		for i, board := range boards {
			h = table.Move(h, square(i%64), square((i+9)%64), board[i%64])
		}
	})
	measure(b, "op=Replace", len(boards), func(int) {
		for i, board := range boards {
			h = table.Replace(h, square(i%64), board[i%64], board[(i+9)%64])
		}
	})
	rng := zobrist.NewSplitMix64(5)
	squares := make([]uint64, len(boards)) // four squares on average, as of a kind of piece
	for i := range squares {
		squares[i] = rng.Uint64()
		for range 3 {
			squares[i] &= rng.Uint64()
		}
	}
	measure(b, "op=ToggleBits", len(boards), func(int) {
		for i, bits := range squares {
			h = table.ToggleBits(h, 0, bits, piece(1+i%12))
		}
	})
	measure(b, "op=Hash", len(boards), func(int) {
		for _, board := range boards {
			h ^= table.Hash(board)
		}
	})
	sink ^= h
}

// BenchmarkOthello hashes random discs, and plays a move that flips two.
func BenchmarkOthello(b *testing.B) {
	keys, rng := zobrist.NewOthello(1), zobrist.NewSplitMix64(2)
	positions := make([]othello.Position, 1024)
	for i := range positions {
		positions[i] = othello.Position{Black: rng.Uint64(), ToMove: zobrist.BlackDisc}
		positions[i].White = rng.Uint64() &^ positions[i].Black
	}
	measure(b, "op=Hash", len(positions), func(int) {
		for _, p := range positions {
			sink ^= p.Hash(keys)
		}
	})
	measure(b, "op=After", len(positions), func(int) {
		for i, p := range positions {
			at := zobrist.Square(i % 64)
			flips := p.White&-p.White | 1<<(63-at) // two discs
			sink = keys.After(sink, zobrist.BlackDisc, at, flips)
		}
	})
}

// BenchmarkElements toggles random elements. It compares computed keys with those of
// a table that fits into the caches or does not, and additions to a Multiset.
func BenchmarkElements(b *testing.B) {
	const ops = 1024
	stream, h := zobrist.NewSplitMix64(1).Split("elements"), zobrist.Key(0)
	set, bag := zobrist.NewElements(stream, number), zobrist.NewMultiset(stream, number)
	for _, cells := range []int{1 << 6, 1 << 12, 1 << 18, 1 << 24} {
		table := zobrist.NewTable[uint64, uint8](cells, 1, zobrist.NewSplitMix64(1))
		rng := zobrist.NewSplitMix64(2)
		asked := make([]uint64, 1<<20)
		for i := range asked {
			asked[i] = rng.Uint64() % uint64(cells)
		}
		name := fmt.Sprintf("cells=%d/impl=", cells)
		measure(b, name+"Elements", ops, func(i int) {
			for _, e := range asked[i*ops%len(asked):][:ops] {
				h = set.Toggle(h, e)
			}
		})
		measure(b, name+"Multiset", ops, func(i int) {
			for _, e := range asked[i*ops%len(asked):][:ops] {
				h = bag.Add(h, e, 3)
			}
		})
		measure(b, name+"Table", ops, func(i int) {
			for _, e := range asked[i*ops%len(asked):][:ops] {
				h = table.Toggle(h, e, 0)
			}
		})
	}
	sink ^= h
}

func BenchmarkCanonical(b *testing.B) {
	for _, n := range []int{3, 8, 19} {
		table := zobrist.NewTable[int, piece](n*n, 3, zobrist.NewSplitMix64(uint64(n)), 0)
		canonical := zobrist.NewCanonical(table, zobrist.SquareSymmetries[int](n))
		boards := randomBoards(1024, n*n, 3)
		measure(b, fmt.Sprintf("n=%d/op=Hash", n), len(boards), func(int) {
			for _, board := range boards {
				k, _ := canonical.Hash(board)
				sink ^= k
			}
		})
		keys := canonical.Images(boards[0])
		measure(b, fmt.Sprintf("n=%d/op=ToggleMin", n), n*n, func(int) {
			for c, p := range boards[1] {
				canonical.Toggle(keys, c, p)
				k, _ := canonical.Min(keys)
				sink ^= k
			}
		})
	}
}

// BenchmarkHistory asks for keys of which half are there. One in eight repeats one of the last
// few. Repeats is what a search does in a node: it adds a key, looks for a repetition, and takes
// the key back.
func BenchmarkHistory(b *testing.B) {
	const ops = 1024
	for _, length := range []int{4, 8, 16, 30, 100, 400, 10_000} {
		rng := rand.New(zobrist.NewSplitMix64(3))
		var h zobrist.History
		keys, asked := make([]zobrist.Key, length), make([]zobrist.Key, ops)
		for i := range keys {
			keys[i] = zobrist.Key(rng.Uint64())
			if i > 8 && i%8 == 0 {
				keys[i] = keys[i-4]
			}
			h.Push(keys[i])
		}
		for i := range asked {
			asked[i] = zobrist.Key(rng.Uint64())
			if rng.IntN(2) == 0 {
				asked[i] = keys[rng.IntN(length)]
			}
		}
		name, n := fmt.Sprintf("n=%d/op=", length), 0
		measure(b, name+"Count", ops, func(int) {
			for _, k := range asked {
				n += h.Count(k)
			}
		})
		measure(b, name+"Contains", ops, func(int) {
			for _, k := range asked {
				if h.Contains(k) {
					n++
				}
			}
		})
		measure(b, name+"PushPop", ops, func(int) {
			for _, k := range asked {
				h.Push(k)
				sink ^= h.Pop()
			}
		})
		measure(b, name+"Repeats", ops, func(int) {
			for _, k := range asked {
				h.Push(k)
				plies, _ := h.Repeats()
				n += plies
				sink ^= h.Pop()
			}
		})
		sink ^= zobrist.Key(n)
	}
}
