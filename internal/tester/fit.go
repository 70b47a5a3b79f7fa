package tester

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
	*subject
	samples []solve.Sample
	until   time.Time
}

// fit finds the keys of a game without Keys. It compares the keys of many positions, whose texts
// must be like a FEN: those of the line and of random games, and after the moves there. Otherwise
// it returns nil. Use the keys only to name the difference of two positions' keys: see
// [solve.Scheme.Named].
func (b *Break) fit(s *subject) []keycheck.Named {
	if !s.has(Text) || !s.has(Unmake) {
		return nil
	}
	f := &fitter{subject: s, until: time.Now().Add(fitTime)}
	line := b.Base.then(b.Got...).standing()
	start := begin(line.from())
	rng := rand.New(zobrist.NewSplitMix64(0))
	rest := line[min(len(line), len(start)):]
	for s.contain(func() { f.game(start, rest, rng) }) == nil && len(f.samples) > 0 && !f.over() {
		rest = nil // what breaks, the caller knows
	}
	if len(f.samples) < fewFitted {
		return nil
	}
	return solve.Find(f.samples, 1).Named()
}

func (f *fitter) over() bool { return len(f.samples) >= mostFitted || time.Now().After(f.until) }

// sample adds the present position if its text is like a FEN.
func (f *fitter) sample() {
	text := f.ask(Text).Text
	if board, _, _ := strings.Cut(text, " "); !strings.Contains(board, "/") {
		return
	}
	if position, err := solve.Parse(text); err == nil {
		f.samples = append(f.samples, solve.Sample{Position: position, Key: f.ask(Recompute).Key})
	}
}

// game samples the positions of a line, or of a random game.
func (f *fitter) game(start, line Script, rng *rand.Rand) {
	if _, err := f.play(start); err != nil {
		return
	}
	g := &f.games[0]
	random := line == nil
	for ply := 0; ply <= fitPlies; ply++ {
		f.sample()
		n := f.count(g)
		around := min(n, mostTried)
		if random && rng.IntN(4) > 0 {
			around = 0
		}
		for i := 0; i < around && !f.over(); i++ {
			f.do(0, Make, int32(i), "")
			f.sample()
			f.ask(Unmake)
		}
		st := Step{Call: Make}
		switch {
		case n == 0 || f.over() || len(f.samples) == 0 || !random && ply == len(line):
			return
		case random:
			st.Arg = int32(rng.IntN(n))
		case line[ply].Call == Make:
			st.Arg = f.find(g, line[ply])
		default:
			st = line[ply]
		}
		if st.Arg < 0 || f.do(0, st.Call, st.Arg, "").No {
			return
		}
	}
}
