package main

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

// An othelloMove is a legal move in a position.
type othelloMove struct {
	position zobrist.OthelloPosition
	at       zobrist.Square
	flipped  uint64
}

// othelloMoves returns n positions of random games and a legal move in each. Their order
// is random, because in game order the processor would learn the branches: with 4,096
// moves, disc by disc seems to take a third of the time.
func othelloMoves(n int) (moves []othelloMove) {
	rng := rand.New(rand.NewPCG(5, 6))
	for p, passes := zobrist.OthelloStart(), 0; len(moves) < n; {
		var legal []othelloMove
		for s := range zobrist.Square(64) {
			if flipped := p.Flips(s); flipped != 0 {
				legal = append(legal, othelloMove{p, s, flipped})
			}
		}
		if len(legal) > 0 {
			passes = 0
			moves = append(moves, legal[rng.IntN(len(legal))])
			p.Play(moves[len(moves)-1].at)
		} else if passes++; passes < 2 {
			p.Pass()
		} else {
			p, passes = zobrist.OthelloStart(), 0
		}
	}
	rng.Shuffle(n, func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	return moves
}

// discArrays has the arrays that programs usually have: black[64], white[64].
var discArrays [3][64]key

func measureOthello(b *bench) {
	o := zobrist.NewOthello(1)
	copyKeys(discArrays[:], o.Discs().Key)
	side, moves := o.Side(), othelloMoves(b.size(1<<16))
	positions := moves[:len(moves)/4]

	b.versus(row{name: "othello/after", job: "`Othello.After`", peer: "disc by disc"}, len(moves),
		func() key {
			return over(moves, func(h key, m *othelloMove) key { return o.After(h, m.position.ToMove, m.at, m.flipped) })
		},
		func() key {
			return over(moves, func(h key, m *othelloMove) key {
				h ^= discArrays[m.position.ToMove][m.at&63] ^ side
				for f := m.flipped; f != 0; f &= f - 1 {
					s := bits.TrailingZeros64(f) & 63
					h ^= discArrays[zobrist.BlackDisc][s] ^ discArrays[zobrist.WhiteDisc][s]
				}
				return h
			})
		})
	b.versus(row{name: "othello/hash", job: "`Othello.Hash`", peer: "loop over two bitboards"}, len(positions),
		func() key {
			return over(positions, func(h key, m *othelloMove) key { return h ^ o.Hash(m.position) })
		},
		func() key {
			return over(positions, func(h key, m *othelloMove) key {
				for b := m.position.Black; b != 0; b &= b - 1 {
					h ^= discArrays[zobrist.BlackDisc][bits.TrailingZeros64(b)&63]
				}
				for w := m.position.White; w != 0; w &= w - 1 {
					h ^= discArrays[zobrist.WhiteDisc][bits.TrailingZeros64(w)&63]
				}
				if m.position.ToMove == zobrist.WhiteDisc {
					h ^= side
				}
				return h
			})
		})
}
