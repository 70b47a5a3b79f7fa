package kit

import (
	"math/rand/v2"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

const (
	mostFitted = 6000 // positions
	fewFitted  = 50
	fitTime    = time.Second
	fitPlies   = 120
)

// A fitter collects positions and their recomputed keys.
type fitter struct {
	*checker
	samples []solve.Sample
	until   time.Time
}

// fitKeys finds the keys of a game without Keys. It compares the keys of many
// positions, whose texts must be like a FEN. Otherwise it returns nil. Use the keys
// only to name the difference of two positions' keys: see [solve.Scheme.Named].
func fitKeys(fail *failure, fresh func(from string) *player, l limits) []keycheck.Named {
	p := fresh(fail.from)
	if p == nil || p.keys != nil || p.features != nil || p.position == nil || !fail.named() {
		return nil
	}
	f := &fitter{checker: newChecker(p, nil, limits{plies: fitPlies, ctx: l.ctx, deadline: l.deadline}), until: time.Now().Add(fitTime)}
	if p.contain(func() { f.alongLine(fail.line) }) != nil || len(f.samples) == 0 {
		return nil
	}
	rng := rand.New(zobrist.NewSplitMix64(0))
	for !f.over() {
		if f.player = fresh(fail.from); f.player == nil {
			return nil
		}
		if f.contain(func() { f.atRandom(rng) }) != nil {
			break // the caller knows a failure already
		}
	}
	if len(f.samples) < fewFitted {
		return nil
	}
	return solve.Find(f.samples, 1).Named()
}

func (f *fitter) over() bool {
	return len(f.samples) >= mostFitted || time.Now().After(f.until) || f.ended()
}

// sample adds the present position. It returns false if its text is not like a FEN.
func (f *fitter) sample() bool {
	text := f.Position()
	if board, _, _ := strings.Cut(text, " "); !strings.Contains(board, "/") {
		return false
	}
	position, err := solve.Parse(text)
	if err == nil {
		f.samples = append(f.samples, solve.Sample{Position: position, Key: f.Recompute()})
	}
	return err == nil
}

// around samples the positions after each of the n moves here.
func (f *fitter) around(n int) {
	for i := range min(n, mostTried) {
		if f.over() {
			return
		}
		f.make(move{index: i, name: "?"})
		f.sample()
		f.Unmake()
	}
}

// alongLine samples the positions of a line, and those after the other moves.
func (f *fitter) alongLine(line []move) {
	if !f.sample() {
		return
	}
	f.around(f.Moves())
	for _, m := range standing(line) {
		i := f.find(m, f.Moves())
		if m.isNull() && f.null != nil {
			if !f.Null() {
				return
			}
		} else if i >= 0 {
			f.make(move{index: i, name: m.name})
		} else {
			return
		}
		f.sample()
		f.around(f.Moves())
	}
}

// atRandom samples the positions of a random game.
func (f *fitter) atRandom(rng *rand.Rand) {
	for range fitPlies {
		n := f.Moves()
		if n == 0 || f.over() {
			return
		}
		if rng.IntN(4) == 0 {
			f.around(n)
		}
		f.make(move{index: rng.IntN(n), name: "?"})
		f.sample()
	}
}
