package tester

import (
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

// fit finds the keys of a game without Keys. It compares the recomputed keys of many positions,
// whose texts must be like a FEN: those of the line and of random games, and after the other moves
// there. Otherwise it returns nil. Use the keys only to name the difference of two positions'
// keys: see [solve.Numbers.Named].
func (b *Break) fit(s *subject) []keycheck.Named {
	if !s.has(Text) || !s.has(Unmake) {
		return nil
	}
	line := b.Base.then(b.Got...).standing()
	laws := []Law{{Name: "undo", Got: "m unmake", Reads: "Key"}}
	until := limits{deadline: time.Now().Add(fitTime), positions: mostFitted, plies: fitPlies, alone: true}
	l := newLive(s, laws, newRecord(line.from()), until, s.games[0].calls(nil))
	l.judge, l.scratch = func(*Break) bool { return true }, true
	_ = l.contain(func() { // what breaks, the caller knows
		l.setUp()
		if _, ok := parseFEN(s.ask(Text).Text); ok {
			l.playLine(line, false)
		}
		for seed := uint64(1); len(l.record.all) > 0 && !l.late; seed++ {
			l.playout(course{draw: drawFrom(zobrist.NewSplitMix64(seed)), plies: fitPlies})
		}
	})
	samples := l.record.samples()
	if len(samples) < fewFitted {
		return nil
	}
	return solve.Find(samples, 1).Known(nil).Named()
}

// parseFEN reads a text that is like a FEN.
func parseFEN(text string) (*solve.Position, bool) {
	board, _, _ := strings.Cut(text, " ")
	p, err := solve.Parse(text)
	return p, err == nil && strings.Contains(board, "/")
}
