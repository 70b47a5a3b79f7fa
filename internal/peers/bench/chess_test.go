package bench

import (
	"math/rand/v2"
	"slices"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// A corpus has positions of random legal games, and all legal moves in some of them. It is
// large and in random order: otherwise the processor would learn the branches. A loop over
// 64 boards that takes 245 ns a board seems to take 62.
type corpus struct {
	positions []zobrist.ChessPosition
	fens      []string
	moves     []playedMove
}

type playedMove struct {
	position int
	move     zobrist.ChessMove
}

// newCorpus takes one position in six from random games of limited length, and the moves
// in some of them.
func newCorpus(plies, positions, withMoves int) *corpus {
	rng := rand.New(rand.NewPCG(9, 10))
	var sample []zobrist.ChessPosition
	for len(sample) < 6*positions {
		p := must(zobrist.ParseFEN(zobrist.StartFEN))
		for range plies {
			legal := movegen.Legal(&p)
			if len(legal) == 0 {
				break
			}
			sample = append(sample, p)
			p.Play(legal[rng.IntN(len(legal))])
		}
	}
	rng.Shuffle(len(sample), func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
	c := &corpus{positions: slices.Clone(sample[:positions])}
	for i := range c.positions {
		p := &c.positions[i]
		c.fens = append(c.fens, p.FEN())
		if i < withMoves {
			for _, m := range movegen.Legal(p) {
				c.moves = append(c.moves, playedMove{i, m})
			}
		}
	}
	return c
}

var polyglot = zobrist.Polyglot()

func (c *corpus) hash() key {
	return over(c.positions, func(h key, p *zobrist.ChessPosition) key { return h ^ polyglot.Hash(p) })
}

// after is Chess.After for all moves. While timed, it returns the change of the key.
func (c *corpus) after(keys *zobrist.Chess) side {
	return side{
		ops: len(c.moves),
		run: func() key {
			return over(c.moves, func(h key, m *playedMove) key { return h ^ keys.After(0, &c.positions[m.position], m.move) })
		},
		check: func() key {
			return over(c.moves, func(h key, m *playedMove) key {
				p := &c.positions[m.position]
				return h ^ keys.After(keys.Hash(p), p, m.move)
			})
		},
	}
}

func measureChess(b *bench) {
	c := newCorpus(150, b.size(1<<13), 0)
	hasher := chess.NewZobristHasher()
	theirs := func(value func(string) uint64) func() key { // value gets the 16 digits of their key
		return func() key {
			return over(c.fens, func(h key, fen *string) key { return h ^ key(value(must(hasher.HashPosition(*fen)))) })
		}
	}
	b.collecting(row{job: "FEN to key: `ParseFEN`, `Chess.Hash`", peer: "corentings/chess"},
		side{ops: len(c.fens), run: func() key {
			return over(c.fens, func(h key, fen *string) key {
				p := must(zobrist.ParseFEN(*fen))
				return h ^ polyglot.Hash(&p)
			})
		}},
		side{ops: len(c.fens), run: theirs(func(digits string) uint64 { return uint64(digits[0]) }), check: theirs(chess.ZobristHashToUint64)})

	var pieces [13][64]key // as programs without the library keep them
	copyKeys(pieces[:], polyglot.Pieces().Key)
	b.versus(row{job: "`Chess.Hash`, warm L1", peer: "loop over an array"}, len(c.positions), c.hash, func() key {
		return over(c.positions, func(sum key, p *zobrist.ChessPosition) key {
			h := polyglot.EnPassantKey(p) ^ polyglot.Castling(p.Castling)
			for s, man := range p.Board {
				h ^= pieces[man][s]
			}
			if !p.BlackToMove {
				h ^= polyglot.Side()
			}
			return sum ^ h
		})
	})
	c = newCorpus(400, b.size(1<<12), b.size(1<<11))
	b.contest(row{job: "`Chess.After`", peer: "`Play`, `Hash`"}, c.after(polyglot), side{ops: len(c.moves), run: func() key {
		return over(c.moves, func(h key, m *playedMove) key {
			p := c.positions[m.position]
			p.Play(m.move)
			return h ^ polyglot.Hash(&p)
		})
	}})
}
