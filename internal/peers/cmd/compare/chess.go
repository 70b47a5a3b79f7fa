package main

import (
	"math/rand/v2"

	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers"
	"github.com/zobrist-go/zobrist/internal/peers/report"
)

// A corpus has positions of random legal games, and all legal moves in some of them, for
// this library and for corentings/chess. It is large and in random order: otherwise the
// processor would learn the branches.
type corpus struct {
	positions []zobrist.ChessPosition
	fens      []string
	boards    []board
	withMoves int // number of positions that have moves
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
	c := &corpus{positions: make([]zobrist.ChessPosition, 0, positions), withMoves: withMoves}
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

var polyglot = zobrist.Polyglot()

//go:noinline
func chessHash(c *zobrist.Chess, positions []zobrist.ChessPosition) (h zobrist.Key) {
	for i := range positions {
		h ^= c.Hash(&positions[i])
	}
	return h
}

//go:noinline
func chessAfter(c *zobrist.Chess, moves []playedMove) (h zobrist.Key) {
	for i := range moves {
		h ^= c.After(0, moves[i].position, moves[i].move)
	}
	return h
}

//go:noinline
func fenToKey(c *zobrist.Chess, fens []string) (h zobrist.Key) {
	for _, s := range fens {
		p, err := zobrist.ParseFEN(s)
		if err != nil {
			panic(err)
		}
		h ^= c.Hash(&p)
	}
	return h
}

// theirFENToKey ends with a key in 16 hexadecimal digits, the form of their keys.
//
//go:noinline
func theirFENToKey(fens []string) (h zobrist.Key) {
	hasher := chess.NewZobristHasher()
	for _, s := range fens {
		key, err := hasher.HashPosition(s)
		if err != nil {
			panic(err)
		}
		h ^= zobrist.Key(key[0])
	}
	return h
}

func checkTheirFENToKey(fens []string) (h zobrist.Key) {
	hasher := chess.NewZobristHasher()
	for _, s := range fens {
		key, err := hasher.HashPosition(s)
		if err != nil {
			panic(err)
		}
		h ^= zobrist.Key(chess.ZobristHashToUint64(key))
	}
	return h
}

func (c *corpus) hash() side {
	return side{name: "Chess.Hash", ops: len(c.positions), run: func() zobrist.Key { return chessHash(polyglot, c.positions) }}
}

// after runs Chess.After for all moves. While timed, it returns the change of the key.
func (c *corpus) after(keys *zobrist.Chess) side {
	return side{
		name: "Chess.After", ops: len(c.moves),
		run: func() zobrist.Key { return chessAfter(keys, c.moves) },
		check: func() (h zobrist.Key) {
			for _, m := range c.moves {
				h ^= keys.After(keys.Hash(m.position), m.position, m.move)
			}
			return h
		},
	}
}

// fenContest compares the ways from a FEN to a key.
func (c *corpus) fenContest() contest {
	return contest{
		job: "FEN to key", over: report.Thousands(len(c.positions)) + " chess positions", target: 0.2, peer: theirs(c.fens),
		ours: side{name: "ParseFEN, Chess.Hash", ops: len(c.fens), run: func() zobrist.Key { return fenToKey(polyglot, c.fens) }},
	}
}

// moveContest compares keys after moves. corentings/chess makes its key from the FEN of
// the position after the move. The time of the move and the FEN does not count.
func (c *corpus) moveContest() contest {
	return contest{job: "key after a move", over: report.Thousands(len(c.moves)) + " legal moves", ours: c.after(polyglot), peer: theirs(c.moved)}
}

// theirs is how corentings/chess makes a Polyglot key from a FEN.
func theirs(fens []string) side {
	return side{
		name: "corentings/chess, Polyglot key", ops: len(fens),
		run: func() zobrist.Key { return theirFENToKey(fens) }, check: func() zobrist.Key { return checkTheirFENToKey(fens) },
	}
}
