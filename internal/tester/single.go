package tester

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// mostPlies limits the length of a line.
const mostPlies = 10_000

// A Single checks one game from its present position: see zobristtest.Walk and
// zobristtest.Playout.
type Single struct {
	*live
	session *Session
	start   Value
}

// Single returns the check of the only game that New returns, or an error if a method has a wrong signature.
func (r *Session) Single() (*Single, error) {
	g := r.New()
	if g == nil {
		return nil, errors.New("zobristtest: the game is nil")
	}
	if _, err := CheckMethods(r.Methods, g); err != nil {
		return nil, fmt.Errorf("zobristtest: %w", err)
	}
	single := &Single{session: r}
	s := newSubject(single.home, nil)
	s.games[0], r.one = newGame(g, r.Cloning), s
	p := compile(Laws(), nil, s.games[0].calls(nil)&^(1<<Load), true)
	single.live = newLive(s, p, newRecord(), limits{plies: mostPlies, alone: true})
	return single, nil
}

// home takes back all moves of the game. It returns an error if the game is not at its start then.
func (s *Single) home(old *game) (game, error) {
	s.left() // of New: the methods called here are watched one by one
	s.unwind()
	moved := s.state() != s.start
	if s.enter("New", -1); moved {
		return *old, errors.New("the moves taken back do not return the game to its start")
	}
	return *old, nil
}

// Walk checks every line of depth plies.
func (s *Single) Walk(depth int) error {
	w := walk{live: s.live}
	s.plies, s.sample.walks = mostPlies+1, true
	err := s.search(func() {
		s.arrive(s.frame(0))
		// Short lines first, to find a bug near the start there.
		for d := 1; d < min(depth, mostPlies); d *= 2 {
			w.walk(d)
		}
		w.cut = false
		w.walk(min(depth, mostPlies+1))
	})
	if err == nil && w.cut && depth > mostPlies {
		return fmt.Errorf("zobristtest: Walk: a line is longer than %d plies", mostPlies)
	}
	return err
}

// Playout checks a random game.
func (s *Single) Playout(src rand.Source, plies int) error {
	s.plies = max(0, min(plies, mostPlies))
	how := course{draw: drawFrom(src), plies: s.plies}
	return s.search(func() {
		how.steer = s.has(Text) && how.draw(steerEvery) == 0
		s.playout(how)
	})
}

// search calls check, and turns its failure into an error, with a shorter line if the game can
// return to its start.
func (s *Single) search(check func()) (err error) {
	b := s.run(func() { s.start = s.state(); check() })
	if b == nil {
		return nil
	}
	if err = s.session.judged(b); !b.whole() {
		_ = s.contain(func() { s.ask(New) })
	}
	return err
}
