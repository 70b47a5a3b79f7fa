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
	from      []int    // index of the first move of each position
	moved     []string // the positions after the moves
}

type playedMove struct {
	position *zobrist.ChessPosition
	move     zobrist.ChessMove
}

// newCorpus takes one position in six from games of limited length, and the moves in some
// of them.
func newCorpus(plies, positions, withMoves int) (*corpus, error) {
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
	c := &corpus{positions: make([]zobrist.ChessPosition, 0, positions)}
	for i, p := range sample {
		if err := c.add(p, i < withMoves); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (c *corpus) add(theirs *chess.Position, moves bool) error {
	fen := theirs.String()
	p, err := zobrist.ParseFEN(fen)
	if err != nil {
		return err
	}
	c.positions = append(c.positions, p)
	at := &c.positions[len(c.positions)-1]
	c.fens = append(c.fens, fen)
	c.from = append(c.from, len(c.moves))
	var b board
	for s, man := range p.Board {
		b[s] = piece(man)
	}
	c.boards = append(c.boards, b)
	if !moves {
		return nil
	}
	legal := theirs.ValidMoves()
	for i := range legal {
		c.moves = append(c.moves, playedMove{at, peers.Move(&legal[i])})
		c.moved = append(c.moved, theirs.Update(&legal[i]).String())
	}
	return nil
}

// legal returns the moves of position i, or none if i has no moves in the corpus.
func (c *corpus) legal(i int) []playedMove {
	if i+1 < len(c.from) {
		return c.moves[c.from[i]:c.from[i+1]]
	}
	return c.moves[c.from[i]:]
}
