package bench

import (
	"math/rand/v2"
	"slices"

	corentings "github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// A corpus has positions of random legal games, and all legal moves in some of them. It is
// large and in random order: otherwise the processor would learn the branches. A loop over
// 64 boards that takes 245 ns a board seems to take 62.
type corpus struct {
	positions []chess.Position
	fens      []string
	moves     []playedMove
}

type playedMove struct {
	position int
	move     chess.Move
}

// newCorpus takes one position in six from random games of limited length, and the moves
// in some of them.
func newCorpus(plies, positions, withMoves int) *corpus {
	rng := rand.New(rand.NewPCG(9, 10))
	var sample []chess.Position
	for len(sample) < 6*positions {
		p := must(chess.ParseFEN(chess.StartFEN))
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
	return over(c.positions, func(h key, p *chess.Position) key { return h ^ p.Hash(polyglot) })
}

// after is Chess.After for all moves. While timed, it returns the change of the key.
func (c *corpus) after(keys *zobrist.Chess) side {
	return side{
		ops: len(c.moves),
		run: func() key {
			return over(c.moves, func(h key, m *playedMove) key { return h ^ c.positions[m.position].After(keys, 0, m.move) })
		},
		check: func() key {
			return over(c.moves, func(h key, m *playedMove) key {
				p := &c.positions[m.position]
				return h ^ p.After(keys, p.Hash(keys), m.move)
			})
		},
	}
}

func measureChess(b *bench) {
	c := newCorpus(150, b.size(1<<13), 0)
	hasher := corentings.NewZobristHasher()
	theirs := func(value func(string) uint64) func() key { // value gets the 16 digits of their key
		return func() key {
			return over(c.fens, func(h key, fen *string) key { return h ^ key(value(must(hasher.HashPosition(*fen)))) })
		}
	}
	b.collecting(row{job: "FEN to key: `ParseFEN`, `Chess.Hash`", peer: "corentings/chess"},
		side{ops: len(c.fens), run: func() key {
			return over(c.fens, func(h key, fen *string) key {
				p := must(chess.ParseFEN(*fen))
				return h ^ p.Hash(polyglot)
			})
		}},
		side{ops: len(c.fens), run: theirs(func(digits string) uint64 { return uint64(digits[0]) }), check: theirs(corentings.ZobristHashToUint64)})

	var pieces [13][64]key // as programs without the library keep them
	copyKeys(pieces[:], polyglot.Pieces().Key)
	b.versus(row{job: "`Chess.Hash`, warm L1", peer: "loop over an array"}, len(c.positions), c.hash, func() key {
		return over(c.positions, func(sum key, p *chess.Position) key {
			h := p.EnPassantKey(polyglot) ^ polyglot.Castling(p.Castling)
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
			return h ^ p.Hash(polyglot)
		})
	}})
}
