package zobrist_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
)

var sink zobrist.Key

// measure runs a benchmark of a function that does n operations in each round. It
// reports the time of one of them.
func measure(b *testing.B, name string, n int, f func(round int)) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for round := range b.N {
			f(round)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
	})
}

type (
	square uint8
	piece  uint8
)

type tableMove struct {
	from, to     square
	piece, other piece
}

func randomMoves(n int) []tableMove {
	rng := rand.New(rand.NewPCG(1, 2))
	moves := make([]tableMove, n)
	for i := range moves {
		moves[i] = tableMove{square(rng.IntN(64)), square(rng.IntN(64)), piece(1 + rng.IntN(12)), piece(rng.IntN(13))}
	}
	return moves
}

func chessTable() *zobrist.Table[square, piece] {
	return zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
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

// Comparisons with other programs are in internal/peers.
func BenchmarkTable(b *testing.B) {
	moves, boards, t := randomMoves(1024), randomBoards(4096, 64, 13), chessTable()
	measure(b, "Toggle", len(moves), func(int) {
		for _, m := range moves {
			sink = t.Toggle(sink, m.to, m.piece)
		}
	})
	measure(b, "Move", len(moves), func(int) {
		for _, m := range moves {
			sink = t.Move(sink, m.from, m.to, m.piece)
		}
	})
	measure(b, "Replace", len(moves), func(int) {
		for _, m := range moves {
			sink = t.Replace(sink, m.to, m.piece, m.other)
		}
	})
	measure(b, "Hash", len(boards), func(int) {
		for _, board := range boards {
			sink ^= t.Hash(board)
		}
	})
	bitboards := make([][13]uint64, len(boards))
	for i, board := range boards {
		for c, p := range board {
			bitboards[i][p] |= 1 << c
		}
	}
	measure(b, "ToggleBits", len(boards), func(int) {
		for i := range bitboards {
			for p := piece(1); p < 13; p++ {
				sink = t.ToggleBits(sink, 0, bitboards[i][p], p)
			}
		}
	})
}

func BenchmarkChessHash(b *testing.B) {
	c, positions := zobrist.Polyglot(), benchmarkPositions()
	measure(b, "games", len(positions), func(int) {
		for _, p := range positions {
			sink ^= c.Hash(p)
		}
	})
}

func BenchmarkChessAfter(b *testing.B) {
	moves := benchmarkMoves()
	for _, rule := range []zobrist.EnPassantRule{zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal, zobrist.EnPassantAlways} {
		c := zobrist.Polyglot().WithEnPassant(rule)
		measure(b, "rule="+rule.String(), len(moves), func(int) {
			for i := range moves {
				m := &moves[i]
				sink ^= c.After(0, m.position, m.move)
			}
		})
	}
}

func BenchmarkParseFEN(b *testing.B) {
	c := zobrist.Polyglot()
	var fens []string
	for _, p := range benchmarkPositions() {
		fens = append(fens, p.FEN())
	}
	measure(b, "to=key", len(fens), func(int) {
		for _, s := range fens {
			p, err := zobrist.ParseFEN(s)
			if err != nil {
				b.Fatal(err)
			}
			sink ^= c.Hash(&p)
		}
	})
}

func BenchmarkOthello(b *testing.B) {
	// So many that the processor does not learn how many discs are flipped.
	positions, moves := othelloSample(1 << 16)
	o := zobrist.NewOthello(1)
	measure(b, "Hash", len(positions), func(int) {
		for i := range positions {
			sink ^= o.Hash(positions[i])
		}
	})
	measure(b, "After", len(moves), func(int) {
		for i := range moves {
			m := &moves[i]
			sink = o.After(sink, m.mover, m.at, m.flipped)
		}
	})
	measure(b, "Flips", len(positions), func(int) {
		for i := range positions {
			sink ^= zobrist.Key(positions[i].Flips(moves[i].at))
		}
	})
	measure(b, "New", 1, func(seed int) { sink ^= zobrist.NewOthello(uint64(seed)).Side() })
}

// BenchmarkSet toggles random elements. It compares computed keys with those of
// a table that fits into the caches or does not, and additions to a Bag.
func BenchmarkSet(b *testing.B) {
	const ops = 1024
	stream, h := zobrist.NewSplitMix64(1).Split("elements"), zobrist.Key(0)
	set, bag := zobrist.NewSet(stream, number), zobrist.NewBag(stream, number)
	for _, cells := range []int{1 << 6, 1 << 12, 1 << 18, 1 << 24} {
		table := zobrist.NewTable[uint64, uint8](cells, 1, zobrist.NewSplitMix64(1))
		rng := zobrist.NewSplitMix64(2)
		asked := make([]uint64, 1<<20)
		for i := range asked {
			asked[i] = rng.Uint64() % uint64(cells)
		}
		for name, toggle := range map[string]func(e uint64){
			"Set":   func(e uint64) { h = set.Toggle(h, e) },
			"Bag":   func(e uint64) { h = bag.Add(h, e, 3) },
			"Table": func(e uint64) { h = table.Toggle(h, e, 0) },
		} {
			measure(b, fmt.Sprintf("cells=%d/impl=%s", cells, name), ops, func(i int) {
				for _, e := range asked[i*ops%len(asked):][:ops] {
					toggle(e)
				}
			})
		}
	}
	sink ^= h
}

func BenchmarkCanonical(b *testing.B) {
	for _, n := range []int{3, 8, 19} {
		table := zobrist.NewTable[int, piece](n*n, 3, zobrist.NewSplitMix64(uint64(n)), 0)
		canonical, err := zobrist.NewCanonical(table, zobrist.SquareSymmetries[int](n))
		if err != nil {
			b.Fatal(err)
		}
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

// BenchmarkHistory asks for keys of which half are there. One in eight repeats one of the
// last few.
func BenchmarkHistory(b *testing.B) {
	const ops = 1024
	for _, length := range []int{16, 100, 400, 10_000, 1_000_000} {
		rng := rand.New(zobrist.NewSplitMix64(3))
		var h zobrist.History
		keys, asked := make([]zobrist.Key, length), make([]zobrist.Key, ops)
		for i := range keys {
			if keys[i] = zobrist.Key(rng.Uint64()); i > 8 && i%8 == 0 {
				keys[i] = keys[i-4]
			}
			h.Push(keys[i])
		}
		for i := range asked {
			asked[i] = []zobrist.Key{zobrist.Key(rng.Uint64()), keys[rng.IntN(length)]}[rng.IntN(2)]
		}
		for name, ask := range map[string]func(k zobrist.Key) bool{
			"Count":    func(k zobrist.Key) bool { return h.Count(k) > 0 },
			"Contains": h.Contains,
			"PushPop":  func(k zobrist.Key) bool { h.Push(k); return h.Pop() == k },
			"Repeats":  func(k zobrist.Key) bool { h.Push(k); _, n := h.Repeats(); return h.Pop() == k && n > 1 },
		} {
			measure(b, fmt.Sprintf("op=%s/n=%d", name, length), ops, func(int) {
				for _, k := range asked {
					if ask(k) {
						sink++
					}
				}
			})
		}
	}
}
