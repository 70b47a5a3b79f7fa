package othello_test

import (
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/othello"
)

var sink zobrist.Key // what a benchmark computes, so that the compiler cannot leave it out

// BenchmarkPosition measures positions of random games, and their legal moves.
func BenchmarkPosition(b *testing.B) {
	z := zobrist.NewOthello(1)
	positions := othelloSample(3000)
	moves := make([][]zobrist.Square, len(positions))
	played := 0
	for i, p := range positions {
		for at := range othelloMoves(p) {
			moves[i] = append(moves[i], at)
			played++
		}
	}
	eachPosition := func(name string, f func(p othello.Position)) {
		measure(b, name, len(positions), func() {
			for _, p := range positions {
				f(p)
			}
		})
	}
	eachMove := func(name string, f func(p othello.Position, at zobrist.Square)) {
		measure(b, name, played, func() {
			for i, p := range positions {
				for _, at := range moves[i] {
					f(p, at)
				}
			}
		})
	}
	eachPosition("op=Hash", func(p othello.Position) { sink ^= p.Hash(z) })
	eachPosition("op=Moves", func(p othello.Position) { sink ^= zobrist.Key(p.Moves()) })
	eachMove("op=Flips", func(p othello.Position, at zobrist.Square) {
		sink ^= zobrist.Key(p.Flips(at))
	})
	eachMove("op=After",
		func(p othello.Position, at zobrist.Square) { sink = p.After(z, sink, at) })
	eachMove("op=Play", func(p othello.Position, at zobrist.Square) {
		p.Play(at)
		sink ^= zobrist.Key(p.Black)
	})
}

// measure runs a function that makes n operations. It reports the time of one of them.
func measure(b *testing.B, name string, n int, pass func()) {
	b.Run(name, func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			pass()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/op")
	})
}
