package board

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gamekeys"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// A Birthday runs trials of how many positions it takes until two of them share a key that is
// cut to a few bits. Each trial uses the keys of the next seed and plays random games. It
// counts the positions after every legal move on the way, as a search sees them, each
// position once.
type Birthday struct {
	Bits   int
	Trials []int // how many positions each took, including the two that met
	Tried  int   // how many this trial has seen so far

	game  string
	start notation.Position
	set   *gamekeys.Set // of this trial
	seed  uint64
	rng   *rand.Rand
	seen  map[uint32]zobrist.Key // the whole keys, by cut key
	p     notation.Position
	ply   int
}

// NewBirthday starts the experiment with keys cut to bits bits, from 8 to 32.
func NewBirthday(game string, bits int, seed uint64) (*Birthday, error) {
	if bits < 8 || bits > 32 {
		return nil, fmt.Errorf("keys of %d bits, want 8 to 32", bits)
	}
	start, err := notation.Start(game)
	if err != nil {
		return nil, err
	}
	b := &Birthday{Bits: bits, game: game, start: start, seed: seed}
	return b, b.trial()
}

func (b *Birthday) trial() (err error) {
	if b.set, err = gamekeys.New(b.game, fmt.Sprint(b.seed), ""); err != nil {
		return err
	}
	b.rng = rand.New(zobrist.NewSplitMix64(b.seed).Split("birthday"))
	b.seed++
	b.seen = make(map[uint32]zobrist.Key)
	b.Tried, b.ply, b.p = 0, 0, b.start
	return nil
}

// Step plays one ply, and starts the next trial when two positions have met.
func (b *Birthday) Step() {
	const longest = 200 // plies of a game
	positions := b.next()
	if slices.ContainsFunc(positions, b.meets) {
		b.Trials = append(b.Trials, b.Tried)
		_ = b.trial() // the first trial had no error
		return
	}
	if b.ply++; len(positions) == 0 || b.ply > longest {
		b.ply, b.p = 0, b.start
		return
	}
	b.p = positions[b.rng.IntN(len(positions))]
}

// meets reports whether another position had the same cut key as p.
func (b *Birthday) meets(p notation.Position) bool {
	h := b.set.Hash(p)
	cut := uint32(h) & uint32(1<<b.Bits-1)
	other, there := b.seen[cut]
	if there && other == h {
		return false // the same position
	}
	b.seen[cut] = h
	b.Tried++
	return there
}

// next returns the positions after each legal move.
func (b *Birthday) next() (positions []notation.Position) {
	switch p := b.p.(type) {
	case notation.Chess:
		for _, m := range movegen.Legal(&p.Position) {
			after := p
			after.Play(m)
			positions = append(positions, after)
		}
	case notation.Othello:
		for moves := p.Moves(); moves != 0; moves &= moves - 1 {
			after, at := p, zobrist.Square(bits.TrailingZeros64(moves))
			after.Play(at)
			positions = append(positions, after)
		}
		if passed, err := p.Next(notation.Pass); err == nil {
			return []notation.Position{passed}
		}
	}
	return positions
}
