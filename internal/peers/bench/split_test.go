package bench

import (
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// A capture is a move that may capture: captured may be NoPiece.
type capture struct {
	step
	captured zobrist.ChessPiece
}

// A keyed has the keys that a position has.
type keyed struct {
	all  key
	subs [5]key // as in Chess.SubKeys
}

// key is that of all pieces, so that both sides of a row have the same.
func (k *keyed) key() key { return k.all ^ k.subs[0] ^ k.subs[3] ^ k.subs[4] }

type split = zobrist.SubKeys[zobrist.Square, zobrist.ChessPiece]

//go:noinline
func oneToggle(t *boardTable, moves []capture, k *keyed) {
	for i := range moves {
		k.all = t.Toggle(k.all, moves[i].to, moves[i].piece)
	}
}

//go:noinline
func splitToggle(s *split, moves []capture, k *keyed) {
	for i := range moves {
		s.Toggle(k.subs[:], moves[i].to, moves[i].piece)
	}
}

//go:noinline
func oneMove(t *boardTable, moves []capture, k *keyed) {
	for i := range moves {
		k.all = t.Move(k.all, moves[i].from, moves[i].to, moves[i].piece)
	}
}

//go:noinline
func splitMove(s *split, moves []capture, k *keyed) {
	for i := range moves {
		s.Move(k.subs[:], moves[i].from, moves[i].to, moves[i].piece)
	}
}

//go:noinline
func oneCapture(t *boardTable, moves []capture, k *keyed) {
	for i := range moves {
		m := &moves[i]
		k.all = t.Toggle(t.Move(k.all, m.from, m.to, m.piece), m.to, m.captured)
	}
}

//go:noinline
func splitCapture(s *split, moves []capture, k *keyed) {
	for i := range moves {
		m := &moves[i]
		s.Move(k.subs[:], m.from, m.to, m.piece)
		s.Toggle(k.subs[:], m.to, m.captured)
	}
}

// switchCapture is what an author writes: a switch over the kinds of pieces.
//
//go:noinline
func switchCapture(moves []capture, k *keyed) {
	for i := range moves {
		m := &moves[i]
		k.add(m.piece, array[m.piece][m.from]^array[m.piece][m.to])
		if m.captured != zobrist.NoPiece {
			k.add(m.captured, array[m.captured][m.to])
		}
	}
}

func (k *keyed) add(piece zobrist.ChessPiece, number key) {
	switch piece {
	case zobrist.WhitePawn, zobrist.BlackPawn:
		k.subs[0] ^= number
		return
	case zobrist.WhiteKnight, zobrist.WhiteBishop, zobrist.BlackKnight, zobrist.BlackBishop:
		k.subs[1] ^= number
	case zobrist.WhiteRook, zobrist.WhiteQueen, zobrist.BlackRook, zobrist.BlackQueen:
		k.subs[2] ^= number
	}
	k.subs[3+(piece-1)/6] ^= number
}

func measureSplit(b *bench) {
	keys := zobrist.NewChess(1)
	t, s := keys.Table(), keys.SubKeys()
	copyKeys(array[:], t.Key)
	rng, games := rand.New(rand.NewPCG(50, 2)), newPlayed(keys, s, b.size(1<<17))
	moves := make([]capture, len(games))
	for i, g := range games { // of random games, in random order
		moves[i] = capture{step{g.p.Board[g.m.From], g.m.From, g.m.To}, g.p.Board[g.m.To]}
	}
	rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	contest := func(job, peer string, ours, theirs func(k *keyed)) {
		run := func(f func(k *keyed)) func() key {
			k := new(keyed)
			return func() key {
				*k = keyed{}
				f(k)
				return k.key()
			}
		}
		b.versus(row{job: job, peer: peer}, len(moves), run(ours), run(theirs))
	}
	contest("`SubKeys.Toggle`, five keys", "`Table.Toggle`, one key",
		func(k *keyed) { splitToggle(s, moves, k) }, func(k *keyed) { oneToggle(t, moves, k) })
	contest("`SubKeys.Move`, five keys", "`Table.Move`, one key",
		func(k *keyed) { splitMove(s, moves, k) }, func(k *keyed) { oneMove(t, moves, k) })
	capture := func(k *keyed) { splitCapture(s, moves, k) }
	contest("a move that may capture, five keys", "one key", capture, func(k *keyed) {
		oneCapture(t, moves, k)
	})
	contest("a move that may capture, five keys", "five keys by a switch", capture, func(k *keyed) {
		switchCapture(moves, k)
	})

	b.contest(row{job: "`AfterSubKeys`, five keys", peer: "`After`, one key"},
		side{ops: len(games), run: func() (h key) {
			for i := range games {
				g := &games[i]
				g.p.AfterSubKeys(s, g.k.subs[:], g.m)
			}
			return 0
		}, check: func() (h key) {
			for i := range games {
				k := games[i].k
				games[i].p.AfterSubKeys(s, k.subs[:], games[i].m)
				h ^= k.key()
			}
			return h
		}}, side{ops: len(games), run: func() (h key) {
			for i := range games {
				g := &games[i]
				g.k.all = g.p.After(keys, g.k.all, g.m)
			}
			return 0
		}, check: func() (h key) {
			for _, g := range games {
				h ^= g.k.all
				g.p.Play(g.m)
				h ^= t.Hash(g.p.Board[:])
			}
			return h
		}})
}

// A played is a move of a random game, and the keys before it.
type played struct {
	p chess.Position
	m chess.Move
	k keyed
}

func newPlayed(keys *zobrist.Chess, s *split, n int) (all []played) {
	rng := rand.New(rand.NewPCG(50, 3))
	for p, plies := chess.Start(), 0; len(all) < n; plies++ {
		legal := movegen.Legal(&p)
		if len(legal) == 0 || plies == 200 {
			p, plies = chess.Start(), 0
			continue
		}
		g := played{p: p, m: legal[rng.IntN(len(legal))]}
		g.k.all = p.Hash(keys)
		s.Hash(g.k.subs[:], p.Board[:])
		all = append(all, g)
		p.Play(g.m)
	}
	rng.Shuffle(n, func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}
