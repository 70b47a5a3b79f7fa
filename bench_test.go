package zobrist_test

import (
	"fmt"
	"math/bits"
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

// The hand-written peer: arrays of constant size.
var array [13][64]zobrist.Key

func chessTable() *zobrist.Table[square, piece] {
	return zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
}

// benchmarkVerb compares the table with the arrays in a loop over the same
// random moves.
func benchmarkVerb(b *testing.B, table func(*zobrist.Table[square, piece], []tableMove, zobrist.Key) zobrist.Key, arrays func([]tableMove, zobrist.Key) zobrist.Key) {
	moves, t := randomMoves(1024), chessTable()
	measure(b, "impl=table", len(moves), func(int) {
		sink = table(t, moves, sink)
	})
	measure(b, "impl=array", len(moves), func(int) {
		sink = arrays(moves, sink)
	})
}

func BenchmarkToggle(b *testing.B) {
	benchmarkVerb(b, func(t *zobrist.Table[square, piece], moves []tableMove, h zobrist.Key) zobrist.Key {
		for _, m := range moves {
			h = t.Toggle(h, m.to, m.piece)
		}
		return h
	}, func(moves []tableMove, h zobrist.Key) zobrist.Key {
		for _, m := range moves {
			h ^= array[m.piece][m.to]
		}
		return h
	})
}

func BenchmarkMove(b *testing.B) {
	benchmarkVerb(b, func(t *zobrist.Table[square, piece], moves []tableMove, h zobrist.Key) zobrist.Key {
		for _, m := range moves {
			h = t.Move(h, m.from, m.to, m.piece)
		}
		return h
	}, func(moves []tableMove, h zobrist.Key) zobrist.Key {
		for _, m := range moves {
			h ^= array[m.piece][m.from] ^ array[m.piece][m.to]
		}
		return h
	})
}

func BenchmarkReplace(b *testing.B) {
	benchmarkVerb(b, func(t *zobrist.Table[square, piece], moves []tableMove, h zobrist.Key) zobrist.Key {
		for _, m := range moves {
			h = t.Replace(h, m.to, m.piece, m.other)
		}
		return h
	}, func(moves []tableMove, h zobrist.Key) zobrist.Key {
		for _, m := range moves {
			h ^= array[m.piece][m.to] ^ array[m.other][m.to]
		}
		return h
	})
}

// A full hash of twelve bitboards.
func BenchmarkToggleBits(b *testing.B) {
	boards := make([][13]uint64, 4096)
	for i, board := range randomBoards(len(boards), 64, 13) {
		for c, p := range board {
			boards[i][p] |= 1 << c
		}
	}
	t := chessTable()
	measure(b, "impl=table", len(boards), func(int) {
		h := sink
		for i := range boards {
			for p := piece(1); p < 13; p++ {
				h = t.ToggleBits(h, 0, boards[i][p], p)
			}
		}
		sink = h
	})
	measure(b, "impl=array", len(boards), func(int) {
		h := sink
		for i := range boards {
			for p := piece(1); p < 13; p++ {
				for set := boards[i][p]; set != 0; set &= set - 1 {
					h ^= array[p][bits.TrailingZeros64(set)]
				}
			}
		}
		sink = h
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

// The usual loop has a branch that is unpredictable, unless a benchmark shows
// it the same board again and again.
func BenchmarkHash(b *testing.B) {
	boards := randomBoards(4096, 64, 13)
	run := func(name string, hash func([]piece) zobrist.Key) {
		measure(b, "impl="+name, len(boards), func(int) {
			for _, board := range boards {
				sink ^= hash(board)
			}
		})
	}
	t := chessTable()
	run("table", t.Hash)
	run("branch", func(board []piece) (h zobrist.Key) {
		for c, p := range board {
			if p != 0 {
				h ^= array[p][c]
			}
		}
		return h
	})
	run("nobranch", func(board []piece) (h zobrist.Key) {
		for c, p := range board {
			h ^= array[p][c]
		}
		return h
	})
	run("seq", func(board []piece) zobrist.Key {
		return t.HashSeq(func(yield func(square, piece) bool) {
			for c, p := range board {
				if p != 0 && !yield(square(c), p) {
					return
				}
			}
		})
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
	measure(b, "impl=chess", len(positions), func(int) {
		for _, p := range positions {
			sink ^= c.Hash(p)
		}
	})
	measure(b, "impl=table", len(positions), func(int) {
		for _, p := range positions {
			sink ^= c.Pieces().Hash(p.Board[:])
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
