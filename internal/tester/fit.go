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

// fit finds the keys of a game without Keys. It compares the keys of many positions, whose texts
// must be like a FEN. Otherwise it returns nil. Use the keys only to name the difference of two
// positions' keys: see [solve.Scheme.Named].
func (b *broken) fit(s *subject) []keycheck.Named {
	var samples []solve.Sample
	until := time.Now().Add(fitTime)
	over := func() bool { return len(samples) >= mostFitted || time.Now().After(until) }
	sample := func() bool {
		text := s.do(0, Text, 0, "").Text
		if board, _, _ := strings.Cut(text, " "); !strings.Contains(board, "/") {
			return false
		}
		position, err := solve.Parse(text)
		if err == nil {
			samples = append(samples, solve.Sample{Position: position, Key: s.do(0, Recompute, 0, "").Key})
		}
		return err == nil
	}
	around := func() {
		for i := range min(s.count(&s.games[0]), mostTried) {
			if over() {
				return
			}
			s.do(0, Make, int32(i), "")
			sample()
			s.do(0, Unmake, 0, "")
		}
	}
	if s.games[0].position == nil || s.games[0].noUnmake {
		return nil
	}
	line := b.base.then(b.got...).standing()
	if s.contain(func() {
		if _, err := s.play(line[:min(len(line), len(begin(line.from())))]); err != nil || !sample() {
			return
		}
		around()
		for i := len(begin(line.from())); i < len(line); i++ {
			st := line[i]
			if st.Arg = s.find(&s.games[0], st); st.Call == Null {
				st.Arg = 0
			}
			if st.Arg < 0 || s.do(0, st.Call, st.Arg, "").No {
				return
			}
			sample()
			around()
		}
	}) != nil || len(samples) == 0 {
		return nil
	}
	rng := rand.New(zobrist.NewSplitMix64(0))
	for !over() {
		if s.contain(func() {
			_, _ = s.play(begin(line.from()))
			for range fitPlies {
				n := s.count(&s.games[0])
				if n == 0 || over() {
					return
				}
				if rng.IntN(4) == 0 {
					around()
				}
				s.do(0, Make, int32(rng.IntN(n)), "")
				sample()
			}
		}) != nil {
			break // the caller knows what is wrong
		}
	}
	if len(samples) < fewFitted {
		return nil
	}
	return solve.Find(samples, 1).Named()
}
