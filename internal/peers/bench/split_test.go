package bench

import (
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

// A capture is a move that may capture: captured is NoPiece in two of three.
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

type split = zobrist.Split[zobrist.Square, zobrist.ChessPiece]

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
	t, s := keys.Pieces(), keys.SubKeys()
	copyKeys(array[:], t.Key)
	rng, moves := rand.New(rand.NewPCG(50, 2)), make([]capture, 1<<17)
	for i := range moves { // pieces as often as they move in games, about
		men := [2]zobrist.ChessPiece{zobrist.ChessPiece("\x01\x01\x01\x02\x02\x03\x03\x04\x04\x05\x05\x06"[rng.IntN(12)]), zobrist.ChessPiece("\x01\x01\x01\x02\x03\x04\x05"[rng.IntN(7)])}
		men[1-i%2] += 6
		moves[i] = capture{step{men[0], zobrist.Square(rng.IntN(64)), zobrist.Square(rng.IntN(64))}, men[1]}
		if rng.IntN(3) > 0 {
			moves[i].captured = zobrist.NoPiece
		}
	}
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
	contest("`Split.Toggle`, five keys", "`Table.Toggle`, one key",
		func(k *keyed) { splitToggle(s, moves, k) }, func(k *keyed) { oneToggle(t, moves, k) })
	contest("`Split.Move`, five keys", "`Table.Move`, one key",
		func(k *keyed) { splitMove(s, moves, k) }, func(k *keyed) { oneMove(t, moves, k) })
	capture := func(k *keyed) { splitCapture(s, moves, k) }
	contest("a move that may capture, five keys", "one key", capture, func(k *keyed) { oneCapture(t, moves, k) })
	contest("a move that may capture, five keys", "five keys by a switch", capture, func(k *keyed) { switchCapture(moves, k) })
}
