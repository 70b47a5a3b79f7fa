package main

import (
	"github.com/corentings/chess/v2"

	"github.com/zobrist-go/zobrist"
)

var polyglot = zobrist.Polyglot()

// chessHash takes another set of keys for each position.
//
//go:noinline
func chessHash(keys []*zobrist.Chess, positions []zobrist.ChessPosition) (h zobrist.Key) {
	for i := range positions {
		h ^= keys[i%len(keys)].Hash(&positions[i])
	}
	return h
}

// A chessArray has the keys of the pieces as programs without the library keep them.
type chessArray struct {
	pieces [13][64]zobrist.Key
	rest   *zobrist.Chess
}

//go:noinline
func chessLoop(keys []*chessArray, positions []zobrist.ChessPosition) (sum zobrist.Key) {
	for i := range positions {
		p, k := &positions[i], keys[i%len(keys)]
		h := k.rest.EnPassantKey(p) ^ k.rest.Castling(p.Castling)
		for s, man := range p.Board {
			h ^= k.pieces[man][s]
		}
		if !p.BlackToMove {
			h ^= k.rest.Side()
		}
		sum ^= h
	}
	return sum
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

// theirFENToKey makes Polyglot keys with corentings/chess. value turns their form, 16
// hexadecimal digits, into a number.
//
//go:noinline
func theirFENToKey(fens []string, value func(string) uint64) (h zobrist.Key) {
	hasher := chess.NewZobristHasher()
	for _, s := range fens {
		key, err := hasher.HashPosition(s)
		if err != nil {
			panic(err)
		}
		h ^= zobrist.Key(value(key))
	}
	return h
}

// theirs is how corentings/chess makes a Polyglot key from a FEN. Turning the digits into
// a number does not count.
func theirs(fens []string) side {
	return side{
		ops:   len(fens),
		run:   func() zobrist.Key { return theirFENToKey(fens, func(s string) uint64 { return uint64(s[0]) }) },
		check: func() zobrist.Key { return theirFENToKey(fens, chess.ZobristHashToUint64) },
	}
}

// after runs Chess.After for all moves. While timed, it returns the change of the key.
func (c *corpus) after(keys *zobrist.Chess) side {
	return side{
		ops: len(c.moves),
		run: func() zobrist.Key { return chessAfter(keys, c.moves) },
		check: func() (h zobrist.Key) {
			for _, m := range c.moves {
				h ^= keys.After(keys.Hash(m.position), m.position, m.move)
			}
			return h
		},
	}
}

func measureChess(b *bench) error {
	c, err := newCorpus(150, b.size(1<<13), 0)
	if err != nil {
		return err
	}
	n := len(c.positions)
	err = b.collecting().contest("chess/fen",
		side{ops: n, run: func() zobrist.Key { return fenToKey(polyglot, c.fens) }}, theirs(c.fens))
	if err != nil {
		return err
	}
	// With 32 sets of keys in turn, the lines of a set have left L1 when it is used again.
	for id, sets := range map[string]int{"chess/hash": 1, "chess/hash-cold": 32} {
		var keys []*zobrist.Chess
		var arrays []*chessArray
		for seed := range sets {
			k := zobrist.NewChess(uint64(seed))
			a := &chessArray{rest: k}
			for p := range a.pieces {
				for s := range a.pieces[p] {
					a.pieces[p][s] = k.Pieces().Key(zobrist.Square(s), zobrist.ChessPiece(p))
				}
			}
			keys, arrays = append(keys, k), append(arrays, a)
		}
		err := b.contest(id,
			side{ops: n, run: func() zobrist.Key { return chessHash(keys, c.positions) }},
			side{ops: n, run: func() zobrist.Key { return chessLoop(arrays, c.positions) }})
		if err != nil {
			return err
		}
	}
	if !b.wants("chess/after") {
		return nil
	}
	// corentings/chess makes its key from the FEN of the position after the move. The time
	// of the move and the FEN does not count.
	if c, err = newCorpus(400, b.size(1<<12), b.size(1<<11)); err != nil {
		return err
	}
	return b.collecting().contest("chess/after", c.after(polyglot), theirs(c.moved))
}
