package zobrist_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
)

var sink zobrist.Key

// perOp reports the time of one of the n operations that each loop did.
func perOp(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
}

type (
	square uint8
	piece  uint8
)

type tableMove struct {
	from, to square
	piece    piece
}

func randomMoves(n int) []tableMove {
	rng := rand.New(rand.NewPCG(1, 2))
	moves := make([]tableMove, n)
	for i := range moves {
		moves[i] = tableMove{square(rng.IntN(64)), square(rng.IntN(64)), piece(1 + rng.IntN(12))}
	}
	return moves
}

func BenchmarkMove(b *testing.B) {
	moves := randomMoves(1024)
	b.Run("impl=table", func(b *testing.B) {
		t := zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
		for range b.N {
			h := sink
			for _, m := range moves {
				h = t.Move(h, m.piece, m.from, m.to)
			}
			sink = h
		}
		perOp(b, len(moves))
	})
	b.Run("impl=array", func(b *testing.B) {
		for range b.N {
			h := sink
			for _, m := range moves {
				h ^= array[m.piece][m.from] ^ array[m.piece][m.to]
			}
			sink = h
		}
		perOp(b, len(moves))
	})
}

var array [13][64]zobrist.Key

func BenchmarkChessHash(b *testing.B) {
	c, positions := zobrist.Polyglot(), benchmarkPositions()
	b.Run("impl=chess", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, p := range positions {
				sink ^= c.Hash(p)
			}
		}
		perOp(b, len(positions))
	})
	b.Run("impl=table", func(b *testing.B) {
		for range b.N {
			for _, p := range positions {
				sink ^= c.Pieces().Hash(p.Board[:])
			}
		}
		perOp(b, len(positions))
	})
}

func BenchmarkChessAfter(b *testing.B) {
	moves := benchmarkMoves()
	for _, rule := range []zobrist.EnPassantRule{zobrist.EnPassantCapturable, zobrist.EnPassantLegal, zobrist.EnPassantAlways} {
		c := zobrist.Polyglot().WithEnPassant(rule)
		b.Run("rule="+rule.String(), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				for i := range moves {
					m := &moves[i]
					sink ^= c.After(0, m.position, m.move)
				}
			}
			perOp(b, len(moves))
		})
	}
}

func BenchmarkParseFEN(b *testing.B) {
	c := zobrist.Polyglot()
	var fens []string
	for _, p := range benchmarkPositions() {
		fens = append(fens, p.FEN())
	}
	b.Run("to=position", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, s := range fens {
				p, err := zobrist.ParseFEN(s)
				if err != nil {
					b.Fatal(err)
				}
				sink ^= zobrist.Key(p.HalfmoveClock)
			}
		}
		perOp(b, len(fens))
	})
	b.Run("to=key", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			for _, s := range fens {
				p, err := zobrist.ParseFEN(s)
				if err != nil {
					b.Fatal(err)
				}
				sink ^= c.Hash(&p)
			}
		}
		perOp(b, len(fens))
	})
}
