package main

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/report"
)

// othelloKeys are the keys as programs usually keep them.
type othelloKeys struct {
	discs [3][64]zobrist.Key // by colour, as one writes them: black[64], white[64]
	side  zobrist.Key
}

type othelloBoard struct {
	discs  [64]zobrist.Disc
	toMove zobrist.Disc
}

type othelloMove struct {
	mover   zobrist.Disc
	at      zobrist.Square
	flipped uint64
}

// othelloSample returns n positions of random games and a legal move in each,
// in random order: in the order of the games the processor learns the branches.
func othelloSample(n int) ([]zobrist.OthelloPosition, []othelloMove) {
	rng := rand.New(rand.NewPCG(5, 6))
	start, err := zobrist.ParseOthello("---------------------------OX------XO--------------------------- X")
	if err != nil {
		panic(err)
	}
	var positions []zobrist.OthelloPosition
	var moves []othelloMove
	p, passes := start, 0
	for len(positions) < n {
		var legal []zobrist.Square
		for s := range zobrist.Square(64) {
			if p.Flips(s) != 0 {
				legal = append(legal, s)
			}
		}
		if len(legal) == 0 {
			p.Pass()
			if passes++; passes == 2 {
				p, passes = start, 0
			}
			continue
		}
		passes = 0
		at := legal[rng.IntN(len(legal))]
		positions = append(positions, p)
		moves = append(moves, othelloMove{p.ToMove, at, p.Flips(at)})
		p.Play(at)
	}
	rng.Shuffle(n, func(i, j int) {
		positions[i], positions[j] = positions[j], positions[i]
		moves[i], moves[j] = moves[j], moves[i]
	})
	return positions, moves
}

//go:noinline
func othelloHash(o *zobrist.Othello, positions []zobrist.OthelloPosition) (h zobrist.Key) {
	for i := range positions {
		h ^= o.Hash(positions[i])
	}
	return h
}

// othelloMailbox is the loop of the articles.
//
//go:noinline
func othelloMailbox(k *othelloKeys, boards []othelloBoard) (sum zobrist.Key) {
	for i := range boards {
		b := &boards[i]
		var h zobrist.Key
		for s, d := range &b.discs {
			if d != zobrist.NoDisc {
				h ^= k.discs[d][s]
			}
		}
		if b.toMove == zobrist.WhiteDisc {
			h ^= k.side
		}
		sum ^= h
	}
	return sum
}

//go:noinline
func othelloBits(k *othelloKeys, positions []zobrist.OthelloPosition) (sum zobrist.Key) {
	for i := range positions {
		p := &positions[i]
		var h zobrist.Key
		for b := p.Black; b != 0; b &= b - 1 {
			h ^= k.discs[zobrist.BlackDisc][bits.TrailingZeros64(b)&63]
		}
		for w := p.White; w != 0; w &= w - 1 {
			h ^= k.discs[zobrist.WhiteDisc][bits.TrailingZeros64(w)&63]
		}
		if p.ToMove == zobrist.WhiteDisc {
			h ^= k.side
		}
		sum ^= h
	}
	return sum
}

//go:noinline
func othelloAfter(o *zobrist.Othello, moves []othelloMove) (h zobrist.Key) {
	for i := range moves {
		m := &moves[i]
		h = o.After(h, m.mover, m.at, m.flipped)
	}
	return h
}

//go:noinline
func othelloDiscByDisc(k *othelloKeys, moves []othelloMove) (h zobrist.Key) {
	for i := range moves {
		m := &moves[i]
		h ^= k.discs[m.mover][m.at&63] ^ k.side
		for f := m.flipped; f != 0; f &= f - 1 {
			s := bits.TrailingZeros64(f) & 63
			h ^= k.discs[zobrist.BlackDisc][s] ^ k.discs[zobrist.WhiteDisc][s]
		}
	}
	return h
}

// randomOthello returns n boards on which every square is empty, black or white
// with equal chances.
func randomOthello(n int) []zobrist.OthelloPosition {
	rng := rand.New(rand.NewPCG(11, 12))
	positions := make([]zobrist.OthelloPosition, n)
	for i := range positions {
		p := &positions[i]
		p.ToMove = zobrist.BlackDisc + zobrist.Disc(rng.IntN(2))
		for s := range 64 {
			switch rng.IntN(3) {
			case 1:
				p.Black |= 1 << s
			case 2:
				p.White |= 1 << s
			}
		}
	}
	return positions
}

func newOthelloBoard(p zobrist.OthelloPosition) (b othelloBoard) {
	b.toMove = p.ToMove
	for s := range b.discs {
		b.discs[s] = zobrist.Disc(p.Black>>s&1 | p.White>>s&1<<1)
	}
	return b
}

// othelloContests hashes n positions, and makes four times as many moves: they
// have so few branches that the processor learns fewer by heart.
func othelloContests(n int) []contest {
	o := zobrist.NewOthello(1)
	k := &othelloKeys{side: o.Side()}
	for d := range k.discs {
		for s := range k.discs[d] {
			k.discs[d][s] = o.Discs().Key(zobrist.Square(s), zobrist.Disc(d))
		}
	}
	games, moves := othelloSample(4 * n)
	var contests []contest
	for _, sample := range []struct {
		name      string
		positions []zobrist.OthelloPosition
	}{{"Othello positions", games[:n]}, {"random Othello boards", randomOthello(n)}} {
		boards := make([]othelloBoard, n)
		for i, p := range sample.positions {
			boards[i] = newOthelloBoard(p)
		}
		over := report.Thousands(n) + " " + sample.name
		hash := side{name: "Othello.Hash", ops: n, run: func() zobrist.Key { return othelloHash(o, sample.positions) }}
		contests = append(contests, contest{
			job: "Othello Hash", over: over, ours: hash,
			peer: side{name: "mailbox loop", ops: n, run: func() zobrist.Key { return othelloMailbox(k, boards) }},
		}, contest{
			job: "Othello Hash", over: over, ours: hash,
			peer: side{name: "loop over two bitboards", ops: n, run: func() zobrist.Key { return othelloBits(k, sample.positions) }},
		})
	}
	return append(contests, contest{
		job: "Othello key after a move", over: report.Thousands(len(moves)) + " legal moves", target: 0.6,
		ours: side{name: "Othello.After", ops: len(moves), run: func() zobrist.Key { return othelloAfter(o, moves) }},
		peer: side{name: "disc by disc", ops: len(moves), run: func() zobrist.Key { return othelloDiscByDisc(k, moves) }},
	})
}
