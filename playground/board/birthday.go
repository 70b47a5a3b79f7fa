package board

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// A Birthday runs trials of how many positions it takes until two of them share a key
// that is cut to a few bits. Each trial uses the keys of the next seed and plays random
// games. It counts the positions after every legal move on the way, as a search sees
// them, each position once.
type Birthday struct {
	Bits   int
	Trials []int // how many positions each took, including the two that met
	Tried  int   // how many this trial has seen so far

	chess *zobrist.Chess // of this trial, or nil
	disc  *zobrist.Othello
	seed  uint64
	rng   *rand.Rand
	seen  map[uint32]zobrist.Key // the whole keys, by cut key
	p     zobrist.ChessPosition
	q     zobrist.OthelloPosition
	h     zobrist.Key
	ply   int
}

// NewBirthday starts the experiment with keys cut to bits bits, from 8 to 32.
func NewBirthday(game string, bits int, seed uint64) (*Birthday, error) {
	if bits < 8 || bits > 32 {
		return nil, fmt.Errorf("keys of %d bits, want 8 to 32", bits)
	}
	if game != "chess" && game != "othello" {
		return nil, fmt.Errorf("game %q, want chess or othello", game)
	}
	b := &Birthday{Bits: bits, seed: seed}
	b.trial(game)
	return b, nil
}

// Expect returns the number of random keys of that many bits at which the odds are even
// that two are equal.
func Expect(bits int) float64 { return math.Sqrt(2 * math.Ln2 * math.Exp2(float64(bits))) }

// trial starts the next trial.
func (b *Birthday) trial(game string) {
	if game == "chess" {
		b.chess = zobrist.NewChess(b.seed)
	} else {
		b.disc = zobrist.NewOthello(b.seed)
	}
	b.rng = rand.New(zobrist.NewSplitMix64(b.seed).Split("birthday"))
	b.seed++
	b.seen = make(map[uint32]zobrist.Key)
	b.Tried = 0
	b.restart()
}

// restart starts a game.
func (b *Birthday) restart() {
	b.ply = 0
	if b.chess != nil {
		b.p = start("chess").(notation.Chess).ChessPosition
		b.h = b.chess.Hash(&b.p)
	} else {
		b.q = zobrist.OthelloStart()
		b.h = b.disc.Hash(b.q)
	}
}

// Step plays one ply, and starts the next trial when two positions have met.
func (b *Birthday) Step() {
	met, over := false, false
	if b.chess != nil {
		met, over = b.chessPly()
	} else {
		met, over = b.othelloPly()
	}
	switch {
	case met:
		b.Trials = append(b.Trials, b.Tried)
		if b.chess != nil {
			b.trial("chess")
		} else {
			b.trial("othello")
		}
	case over:
		b.restart()
	}
}

// meets reports whether another position had the same cut key as h.
func (b *Birthday) meets(h zobrist.Key) bool {
	cut := uint32(h) & uint32(1<<b.Bits-1)
	other, there := b.seen[cut]
	if there && other == h {
		return false // the same position
	}
	b.seen[cut] = h
	b.Tried++
	return there
}

func (b *Birthday) chessPly() (met, over bool) {
	const longest = 200 // plies of a game
	moves := movegen.Legal(&b.p)
	for _, m := range moves {
		if b.meets(b.chess.After(b.h, &b.p, m)) {
			return true, false
		}
	}
	if len(moves) == 0 || b.ply == longest {
		return false, true
	}
	m := moves[b.rng.IntN(len(moves))]
	b.h = b.chess.After(b.h, &b.p, m)
	b.p.Play(m)
	b.ply++
	return false, false
}

func (b *Birthday) othelloPly() (met, over bool) {
	moves := b.q.Moves()
	if moves == 0 {
		if b.q.Pass(); b.q.Moves() == 0 {
			return false, true
		}
		b.h ^= b.disc.Side()
		return b.meets(b.h), false
	}
	chosen, next := b.rng.IntN(bits.OnesCount64(moves)), b.h
	var at zobrist.Square
	for set := moves; set != 0; set &= set - 1 {
		s := zobrist.Square(bits.TrailingZeros64(set))
		h := b.disc.After(b.h, b.q.ToMove, s, b.q.Flips(s))
		if b.meets(h) {
			return true, false
		}
		if chosen == 0 {
			at, next = s, h
		}
		chosen--
	}
	b.q.Play(at)
	b.h = next
	return false, false
}
