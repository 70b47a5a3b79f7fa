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
// must be like a FEN. Otherwise it returns nil. Use the keys only to name the difference of two
// positions' keys: see [solve.Scheme.Named].
func (b *broken) fit(s *subject) []keycheck.Named {
	if s.games[0].position == nil || s.games[0].noUnmake {
		return nil
	}
	f := &fitter{subject: s, until: time.Now().Add(fitTime)}
	line := b.base.then(b.got...).standing()
	start := begin(line.from())
	if s.contain(func() { f.along(line, len(start)) }) != nil || len(f.samples) == 0 {
		return nil
	}
	rng := rand.New(zobrist.NewSplitMix64(0))
	for !f.over() && s.contain(func() { f.atRandom(start, rng) }) == nil {
		continue // what breaks, the caller knows
	}
	if len(f.samples) < fewFitted {
		return nil
	}
	return solve.Find(f.samples, 1).Named()
}

func (f *fitter) over() bool { return len(f.samples) >= mostFitted || time.Now().After(f.until) }

// sample adds the present position. It returns false if its text is not like a FEN.
func (f *fitter) sample() bool {
	text := f.do(0, Text, 0, "").Text
	if board, _, _ := strings.Cut(text, " "); !strings.Contains(board, "/") {
		return false
	}
	position, err := solve.Parse(text)
	if err == nil {
		f.samples = append(f.samples, solve.Sample{Position: position, Key: f.do(0, Recompute, 0, "").Key})
	}
	return err == nil
}

// around samples the positions after each move here.
func (f *fitter) around() {
	n := min(f.count(&f.games[0]), mostTried)
	for i := 0; i < n && !f.over(); i++ {
		f.do(0, Make, int32(i), "")
		f.sample()
		f.do(0, Unmake, 0, "")
	}
}

// along samples the positions of a line, and those after the other moves.
func (f *fitter) along(line Script, from int) {
	if _, err := f.play(line[:min(len(line), from)]); err != nil || !f.sample() {
		return
	}
	f.around()
	for ; from < len(line); from++ {
		st := line[from]
		if st.Call == Make {
			st.Arg = f.find(&f.games[0], st)
		}
		if st.Arg < 0 || f.do(0, st.Call, st.Arg, "").No {
			return
		}
		f.sample()
		f.around()
	}
}

// atRandom samples the positions of a random game.
func (f *fitter) atRandom(start Script, rng *rand.Rand) {
	_, _ = f.play(start)
	for range fitPlies {
		n := f.count(&f.games[0])
		if n == 0 || f.over() {
			return
		}
		if rng.IntN(4) == 0 {
			f.around()
		}
		f.do(0, Make, int32(rng.IntN(n)), "")
		f.sample()
	}
}
