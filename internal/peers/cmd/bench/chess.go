package main

import (
	"math/rand/v2"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers"
)

// A corpus has positions of random legal games, and all legal moves in some of them, for
// this library and for corentings/chess. It is large and in random order: otherwise the
// processor would learn the branches. A loop over 64 boards that takes 245 ns a board
// seems to take 62.
type corpus struct {
	positions []zobrist.ChessPosition
	fens      []string
	boards    []board
	moves     []playedMove
	moved     []string // the positions after the moves
}

type playedMove struct {
	position int
	move     zobrist.ChessMove
}

// newCorpus takes one position in six from games of limited length, and the moves in some
// of them.
func newCorpus(plies, positions, withMoves int) *corpus {
	var sample []*chess.Position
	visited := 0
	for seed := uint64(1); len(sample) < positions; seed++ {
		peers.RandomGames(seed, 10, plies, func(p *chess.Position, _ []chess.Move, _ int) {
			if visited++; visited%6 == 0 && len(sample) < positions {
				sample = append(sample, p)
			}
		})
	}
	rand.New(rand.NewPCG(9, 10)).Shuffle(positions, func(i, j int) { sample[i], sample[j] = sample[j], sample[i] })
	c := &corpus{}
	for i, theirs := range sample {
		p := must(zobrist.ParseFEN(theirs.String()))
		c.positions, c.fens = append(c.positions, p), append(c.fens, theirs.String())
		var b board
		for s, man := range p.Board {
			b[s] = piece(man)
		}
		c.boards = append(c.boards, b)
		if i < withMoves {
			legal := theirs.ValidMoves()
			for j := range legal {
				c.moves = append(c.moves, playedMove{i, peers.Move(&legal[j])})
				c.moved = append(c.moved, theirs.Update(&legal[j]).String())
			}
		}
	}
	return c
}

var polyglot = zobrist.Polyglot()

// hash is Chess.Hash with keys that depend on the position's number.
func (c *corpus) hash(keys []*zobrist.Chess) func() key {
	return func() (h key) {
		for i := range c.positions {
			h ^= keys[i%len(keys)].Hash(&c.positions[i])
		}
		return h
	}
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

func fenToKey(h key, fen *string) key {
	p, err := zobrist.ParseFEN(*fen)
	check(err)
	return h ^ polyglot.Hash(&p)
}

// theirs is how corentings/chess makes Polyglot keys from FENs. Turning its 16 hexadecimal
// digits into a number does not count.
func theirs(fens []string) side {
	hasher := chess.NewZobristHasher()
	all := func(value func(string) uint64) key {
		return over(fens, func(h key, fen *string) key {
			return h ^ key(value(must(hasher.HashPosition(*fen))))
		})
	}
	return side{
		ops:   len(fens),
		run:   func() key { return all(func(digits string) uint64 { return uint64(digits[0]) }) },
		check: func() key { return all(chess.ZobristHashToUint64) },
	}
}

func measureChess(b *bench) {
	c := newCorpus(150, b.size(1<<13), 0)
	b.collecting().contest("chess/fen", side{ops: len(c.fens), run: func() key { return over(c.fens, fenToKey) }}, theirs(c.fens))
	// With 32 sets of keys in turn, the lines of a set have left L1 when it is used again.
	c.measureHash(b, "chess/hash", 1)
	c.measureHash(b, "chess/hash-cold", 32)
	// corentings/chess makes its key from the FEN of the position after the move. The time
	// of the move and the FEN does not count.
	c = newCorpus(400, b.size(1<<12), b.size(1<<11))
	b.collecting().contest("chess/after", c.after(polyglot), theirs(c.moved))
}

// measureHash compares Chess.Hash with a loop over the keys of the pieces, as programs
// without the library keep them.
func (c *corpus) measureHash(b *bench, id string, sets int) {
	var keys []*zobrist.Chess
	pieces := make([][13][64]key, sets)
	for i := range pieces {
		k := zobrist.NewChess(uint64(i))
		keys = append(keys, k)
		for p := range pieces[i] {
			for s := range pieces[i][p] {
				pieces[i][p][s] = k.Pieces().Key(zobrist.Square(s), zobrist.ChessPiece(p))
			}
		}
	}
	b.versus(id, len(c.positions), c.hash(keys), func() (sum key) {
		for i := range c.positions {
			p, k, pieces := &c.positions[i], keys[i%sets], &pieces[i%sets]
			h := k.EnPassantKey(p) ^ k.Castling(p.Castling)
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
