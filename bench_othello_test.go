package zobrist_test

import (
	"math/bits"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// othelloKeys has the keys as programs usually keep them, with their usual
// loops.
type othelloKeys struct {
	discs [3][64]zobrist.Key
	side  zobrist.Key
}

func newOthelloKeys(o *zobrist.Othello) *othelloKeys {
	k := &othelloKeys{side: o.Side()}
	for d := range k.discs {
		for square := range k.discs[d] {
			k.discs[d][square] = o.Discs().Key(zobrist.Square(square), zobrist.Disc(d))
		}
	}
	return k
}

// hashMailbox branches on the colour of each square.
func (k *othelloKeys) hashMailbox(board *[64]zobrist.Disc, toMove zobrist.Disc) zobrist.Key {
	var h zobrist.Key
	for square, d := range board {
		switch d {
		case zobrist.BlackDisc:
			h ^= k.discs[zobrist.BlackDisc][square]
		case zobrist.WhiteDisc:
			h ^= k.discs[zobrist.WhiteDisc][square]
		}
	}
	if toMove == zobrist.WhiteDisc {
		h ^= k.side
	}
	return h
}

// hashOccupied branches on whether each square is empty.
func (k *othelloKeys) hashOccupied(board *[64]zobrist.Disc, toMove zobrist.Disc) zobrist.Key {
	var h zobrist.Key
	for square, d := range board {
		if d != zobrist.NoDisc {
			h ^= k.discs[d][square]
		}
	}
	if toMove == zobrist.WhiteDisc {
		h ^= k.side
	}
	return h
}

func (k *othelloKeys) hashBits(p zobrist.OthelloPosition) zobrist.Key {
	var h zobrist.Key
	for b := p.Black; b != 0; b &= b - 1 {
		h ^= k.discs[zobrist.BlackDisc][bits.TrailingZeros64(b)]
	}
	for w := p.White; w != 0; w &= w - 1 {
		h ^= k.discs[zobrist.WhiteDisc][bits.TrailingZeros64(w)]
	}
	if p.ToMove == zobrist.WhiteDisc {
		h ^= k.side
	}
	return h
}

func (k *othelloKeys) after(h zobrist.Key, mover zobrist.Disc, at zobrist.Square, flipped uint64) zobrist.Key {
	h ^= k.discs[mover][at] ^ k.side
	for f := flipped; f != 0; f &= f - 1 {
		square := bits.TrailingZeros64(f)
		h ^= k.discs[zobrist.BlackDisc][square] ^ k.discs[zobrist.WhiteDisc][square]
	}
	return h
}

var othelloSink zobrist.Key

func BenchmarkOthelloHash(b *testing.B) {
	games, _ := othelloSample(1 << 14)
	for _, sample := range []struct {
		name      string
		positions []zobrist.OthelloPosition
	}{
		{"games", games},
		{"random", randomOthelloBoards(1 << 14)},
	} {
		positions := sample.positions
		boards := make([][64]zobrist.Disc, len(positions))
		for i, p := range positions {
			boards[i] = othelloBoard(p)
		}
		o := zobrist.NewOthello(1)
		keys := newOthelloKeys(o)
		for _, bm := range []struct {
			name string
			hash func() zobrist.Key
		}{
			{"bytes", func() (h zobrist.Key) {
				for i := range positions {
					h ^= o.Hash(positions[i])
				}
				return h
			}},
			{"bits", func() (h zobrist.Key) {
				for i := range positions {
					h ^= keys.hashBits(positions[i])
				}
				return h
			}},
			{"mailbox", func() (h zobrist.Key) {
				for i := range positions {
					h ^= keys.hashMailbox(&boards[i], positions[i].ToMove)
				}
				return h
			}},
			{"occupied", func() (h zobrist.Key) {
				for i := range positions {
					h ^= keys.hashOccupied(&boards[i], positions[i].ToMove)
				}
				return h
			}},
			{"table", func() (h zobrist.Key) {
				for i := range positions {
					h ^= o.Discs().Hash(boards[i][:])
					if positions[i].ToMove == zobrist.WhiteDisc {
						h ^= o.Side()
					}
				}
				return h
			}},
		} {
			b.Run("boards="+sample.name+"/impl="+bm.name, func(b *testing.B) {
				b.ReportAllocs()
				for range b.N {
					othelloSink ^= bm.hash()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/hash")
			})
		}
	}
}

func BenchmarkOthelloAfter(b *testing.B) {
	// So many that the processor does not learn how many discs are flipped.
	_, moves := othelloSample(1 << 16)
	o := zobrist.NewOthello(1)
	keys := newOthelloKeys(o)
	for _, bm := range []struct {
		name  string
		after func() zobrist.Key
	}{
		{"bytes", func() (h zobrist.Key) {
			for i := range moves {
				m := &moves[i]
				h = o.After(h, m.mover, m.at, m.flipped)
			}
			return h
		}},
		{"discs", func() (h zobrist.Key) {
			for i := range moves {
				m := &moves[i]
				h = keys.after(h, m.mover, m.at, m.flipped)
			}
			return h
		}},
		{"table", func() (h zobrist.Key) {
			discs, side := o.Discs(), o.Side()
			for i := range moves {
				m := &moves[i]
				h = discs.Toggle(h, m.at, m.mover) ^ side
				for f := m.flipped; f != 0; f &= f - 1 {
					h = discs.Replace(h, zobrist.Square(bits.TrailingZeros64(f)), zobrist.BlackDisc, zobrist.WhiteDisc)
				}
			}
			return h
		}},
	} {
		b.Run("impl="+bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				othelloSink ^= bm.after()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(moves)), "ns/move")
		})
	}
}

func BenchmarkOthelloFlips(b *testing.B) {
	positions, moves := othelloSample(1 << 14)
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		var flips uint64
		for i := range positions {
			flips ^= positions[i].Flips(moves[i].at)
		}
		othelloSink ^= zobrist.Key(flips)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/move")
}

func BenchmarkNewOthello(b *testing.B) {
	b.ReportAllocs()
	for i := range b.N {
		othelloSink ^= zobrist.NewOthello(uint64(i)).Side()
	}
}
