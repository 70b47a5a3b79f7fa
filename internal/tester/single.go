package tester

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// mostPlies limits the length of a line.
const mostPlies = 10_000

// A Single checks one game from its present position: see zobristtest.Walk and
// zobristtest.Playout.
type Single struct {
	*live
	start  Value
	within time.Duration // to look for a shorter line
}

var errNotHome = errors.New("the moves taken back do not return the game to its start")

// NewSingle returns the check of a game, or an error if a method has a wrong signature.
func NewSingle(g Game, methods []Method, cloning Cloning, haste time.Duration) (*Single, error) {
	if g == nil {
		return nil, errors.New("zobristtest: the game is nil")
	}
	if _, err := CheckMethods(methods, g); err != nil {
		return nil, fmt.Errorf("zobristtest: %w", err)
	}
	single := &Single{within: shrinkTime / haste}
	s := newSubject(single.home, nil)
	s.games[0] = newGame(g, cloning)
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
		return *old, errNotHome
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

// search calls check, and turns its failure into an error. It shortens the line if
// the game can return to its start.
func (s *Single) search(check func()) error {
	b, note := s.run(func() { s.start = s.state(); check() }), ""
	switch {
	case b == nil:
		return nil
	case b.whole():
		return b.asError(nil, "")
	case s.contain(func() { s.ask(New) }) == nil:
		b, _, note = s.prover(s.subject, b).prove(s.within)
	}
	err := b.asError(s.subject, note)
	_ = s.contain(func() { s.ask(New) })
	return err
}
