package zobrist_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/zobrist-go/zobrist"
)

var sink zobrist.Key

// perOp reports the time of one operation. Each loop did n of them.
func perOp(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
}

// measure runs a benchmark of a function that does n operations in each round.
func measure(b *testing.B, name string, n int, f func(round int)) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for round := range b.N {
			f(round)
		}
		perOp(b, n)
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

// Comparisons with other ways are in internal/peers.
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
	measure(b, "HashSeq", len(boards), func(int) {
		for _, board := range boards {
			sink ^= t.HashSeq(func(yield func(square, piece) bool) {
				for c, p := range board {
					if p != 0 && !yield(square(c), p) {
						return
					}
				}
			})
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

// The time for a cell as the board grows, with three pieces.
func BenchmarkHashCells(b *testing.B) {
	for _, cells := range []int{9, 64, 361, 10_000, 1_000_000} {
		t := zobrist.NewTable[int, piece](cells, 3, zobrist.NewSplitMix64(1), 0)
		boards := randomBoards(max(1, 100_000/cells), cells, 3)
		measure(b, fmt.Sprintf("cells=%d", cells), len(boards)*cells, func(int) {
			for _, board := range boards {
				sink ^= t.Hash(board)
			}
		})
	}
}

// The time as the number of keys grows: toggles of random cells, and making the
// table.
func BenchmarkToggleKeys(b *testing.B) {
	for keys := 100; keys <= 10_000_000; keys *= 10 {
		t := zobrist.NewTable[uint32, uint8](keys, 1, zobrist.NewSplitMix64(1))
		rng := rand.New(rand.NewPCG(5, 6))
		cells := make([]uint32, 1<<16)
		for i := range cells {
			cells[i] = uint32(rng.IntN(keys))
		}
		measure(b, fmt.Sprintf("keys=%d", keys), 1024, func(i int) {
			h := sink
			for _, c := range cells[i%64*1024 : i%64*1024+1024] {
				h = t.Toggle(h, c, 0)
			}
			sink = h
		})
	}
}

func BenchmarkNewTable(b *testing.B) {
	for keys := 100; keys <= 10_000_000; keys *= 10 {
		measure(b, fmt.Sprintf("keys=%d", keys), keys, func(int) {
			sink ^= zobrist.NewTable[int, int](keys, 1, zobrist.NewSplitMix64(1)).Key(0, 0)
		})
	}
}

func BenchmarkNew(b *testing.B) {
	measure(b, "keys=chess", 1, func(seed int) { sink ^= zobrist.NewChess(uint64(seed)).Side() })
	measure(b, "keys=polyglot", 1, func(int) { sink ^= zobrist.Polyglot().Side() })
}

// All cores read one table: the time for a key and core does not grow.
func BenchmarkParallel(b *testing.B) {
	moves, t := randomMoves(1024), chessTable()
	b.RunParallel(func(pb *testing.PB) {
		var h zobrist.Key
		for pb.Next() {
			for _, m := range moves {
				h = t.Move(h, m.from, m.to, m.piece)
			}
		}
		runtime.KeepAlive(h)
	})
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1024*float64(runtime.GOMAXPROCS(0)), "ns/key/core")
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
