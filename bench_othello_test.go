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

func BenchmarkOthelloHash(b *testing.B) {
	games, _ := othelloSample(1 << 14)
	o := zobrist.NewOthello(1)
	keys := newOthelloKeys(o)
	for name, positions := range map[string][]zobrist.OthelloPosition{"games": games, "random": randomOthelloBoards(1 << 14)} {
		boards := make([][64]zobrist.Disc, len(positions))
		for i, p := range positions {
			boards[i] = othelloBoard(p)
		}
		run := func(impl string, hash func(i int) zobrist.Key) {
			measure(b, "boards="+name+"/impl="+impl, len(positions), func(int) {
				for i := range positions {
					sink ^= hash(i)
				}
			})
		}
		run("bytes", func(i int) zobrist.Key { return o.Hash(positions[i]) })
		run("bits", func(i int) zobrist.Key { return keys.hashBits(positions[i]) })
		run("occupied", func(i int) zobrist.Key { return keys.hashOccupied(&boards[i], positions[i].ToMove) })
		run("table", func(i int) zobrist.Key { return o.Discs().Hash(boards[i][:]) })
	}
}

func BenchmarkOthelloAfter(b *testing.B) {
	// So many that the processor does not learn how many discs are flipped.
	_, moves := othelloSample(1 << 16)
	o := zobrist.NewOthello(1)
	keys := newOthelloKeys(o)
	measure(b, "impl=bytes", len(moves), func(int) {
		for i := range moves {
			m := &moves[i]
			sink = o.After(sink, m.mover, m.at, m.flipped)
		}
	})
	measure(b, "impl=discs", len(moves), func(int) {
		for i := range moves {
			m := &moves[i]
			sink = keys.after(sink, m.mover, m.at, m.flipped)
		}
	})
}

func BenchmarkOthelloFlips(b *testing.B) {
	positions, moves := othelloSample(1 << 14)
	measure(b, "games", len(positions), func(int) {
		for i := range positions {
			sink ^= zobrist.Key(positions[i].Flips(moves[i].at))
		}
	})
}

func BenchmarkNewOthello(b *testing.B) {
	measure(b, "keys", 1, func(seed int) { sink ^= zobrist.NewOthello(uint64(seed)).Side() })
}
