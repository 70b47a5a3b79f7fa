package bench

import (
	"math/rand/v2"

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

// sample returns n positions of random legal games of limited length, one in six of them.
func sample(start string, plies, n int) []chess.Position {
	rng := rand.New(rand.NewPCG(9, 10))
	var all []chess.Position
	for len(all) < 6*n {
		p := must(chess.ParseFEN(start))
		for range plies {
			legal := movegen.Legal(&p)
			if len(legal) == 0 {
				break
			}
			all = append(all, p)
			p.Play(legal[rng.IntN(len(legal))])
		}
	}
	return shuffled(all)[:n:n]
}

func shuffled[T any](x []T) []T {
	rand.New(rand.NewPCG(13, 14)).Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })
	return x
}

// newCorpus takes all legal moves in the first withMoves of the positions.
func newCorpus(positions []chess.Position, withMoves int) *corpus {
	c := &corpus{positions: positions}
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

// hash is Position.Hash with keys that depend on the position's number.
func (c *corpus) hash(keys ...*zobrist.Chess) func() key {
	return func() (h key) {
		for i := range c.positions {
			h ^= c.positions[i].Hash(keys[i&(len(keys)-1)])
		}
		return h
	}
}

// after is Position.After for all moves. While timed, it returns the change of the key.
func (c *corpus) after(keys *zobrist.Chess) side {
	return side{
		ops: len(c.moves),
		run: func() (h key) {
			for i := range c.moves {
				m := &c.moves[i]
				h ^= c.positions[m.position].After(keys, 0, m.move)
			}
			return h
		},
		check: func() (h key) {
			for i := range c.moves {
				m := &c.moves[i]
				p := &c.positions[m.position]
				h ^= p.After(keys, p.Hash(keys), m.move)
			}
			return h
		},
	}
}

// play makes all moves and hashes the positions after them.
func (c *corpus) play(keys *zobrist.Chess) side {
	return side{ops: len(c.moves), run: func() (h key) {
		for i := range c.moves {
			m := &c.moves[i]
			p := c.positions[m.position]
			p.Play(m.move)
			h ^= p.Hash(keys)
		}
		return h
	}}
}

func measureChess(b *bench) {
	c := newCorpus(sample(chess.StartFEN, 150, b.size(1<<13)), 0)
	hasher := corentings.NewZobristHasher()
	theirs := func(value func(string) uint64) func() key { // value gets the 16 digits of their key
		return func() (h key) {
			for _, fen := range c.fens {
				h ^= key(value(must(hasher.HashPosition(fen))))
			}
			return h
		}
	}
	b.collecting(row{job: "FEN to key: `ParseFEN`, `Position.Hash`", peer: "corentings/chess"},
		side{ops: len(c.fens), run: func() (h key) {
			for _, fen := range c.fens {
				p := must(chess.ParseFEN(fen))
				h ^= p.Hash(polyglot)
			}
			return h
		}},
		side{ops: len(c.fens), run: theirs(func(digits string) uint64 {
			return uint64(digits[0])
		}), check: theirs(corentings.ZobristHashToUint64)})
	c.measureHash(b, "`Position.Hash`, warm L1", 1)
	// the keys of a set have left L1 when it is used again
	c.measureHash(b, "`Position.Hash`, cold L1", 32)
	size := b.size(1 << 11)
	c = newCorpus(sample(chess.StartFEN, 400, size), size)
	b.contest(row{job: "`Position.After`", peer: "`Play`, `Hash`"}, c.after(polyglot),
		c.play(polyglot))
}

// measureHash compares Position.Hash with a loop over the keys of the pieces, as programs
// without the library keep them. Both use a number of sets of keys in turn, a power of 2.
func (c *corpus) measureHash(b *bench, job string, sets int) {
	var keys []*zobrist.Chess
	pieces := make([][13][64]key, sets)
	for i := range pieces {
		keys = append(keys, zobrist.NewChess(uint64(i)))
		copyKeys(pieces[i][:], keys[i].Table().Key)
	}
	b.versus(row{job: job, peer: "loop over an array"}, len(c.positions), c.hash(keys...),
		func() (sum key) {
			for i := range c.positions {
				p, k, pieces := &c.positions[i], keys[i&(sets-1)], &pieces[i&(sets-1)]
				h := p.EnPassantKey(k) ^ k.Castling(p.Castling)
				for s, man := range p.Board {
					h ^= pieces[man][s]
				}
				if !p.BlackToMove {
					h ^= k.Side()
				}
				sum ^= h
			}
			return sum
		})
}
