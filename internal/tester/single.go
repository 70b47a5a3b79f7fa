package tester

import (
	"errors"
	"fmt"
	"math/rand/v2"
)

// mostPlies limits the length of a line. A walk has a frame of some 8 KiB for each ply of a game
// with all methods, so that a game that never ends takes about 80 MiB.
const mostPlies = 10_000

// single calls check with a runner of the only game that New returns, from its present
// position. It turns the laws that break into an error, with shorter lines if the game can
// return to its start.
func (r *Session) single(check func(p *live)) error {
	g := r.New()
	if g == nil {
		return errors.New("zobristtest: the game is nil")
	}
	if _, err := CheckMethods(r.Methods, g); err != nil {
		return fmt.Errorf("zobristtest: %w", err)
	}
	var start Value
	s := newSubject(nil, nil)
	s.make = func(old *game) (game, error) { // takes back all moves
		s.left() // of New: the methods called here are watched one by one
		s.unwind()
		moved := s.state() != start
		s.enter("New", -1)
		if moved {
			return *old, errors.New("the moves taken back do not return the game to its start")
		}
		return *old, nil
	}
	s.games[0] = newGame(g, r.Cloning)
	r.onlyGame = s
	can := s.games[0].calls(nil) &^ (1 << Load)
	laws := compile(Laws(), nil, can, true)
	p := newLive(s, laws, newRecord(""), limits{plies: mostPlies + 1, alone: true})
	b := p.run(func() { start = s.state() })
	if b == nil {
		r.collectFrom(p)
		b = p.run(func() { check(p) })
	}
	if b != nil {
		if r.facts.numbers == nil {
			r.collectFrom(p)
		}
		r.lost(p, b)
	}
	r.played = p.cut + len(p.log)
	items := r.newItems()
	if items != nil && (b == nil || !b.keepsLine()) {
		_ = s.contain(func() { s.ask(New) })
	}
	return errors.Join(items...)
}

// SingleWalk checks every line of depth plies of the only game: see zobristtest.Walk.
func (r *Session) SingleWalk(depth int) error {
	var w walk
	err := r.single(func(p *live) {
		w.live, p.sample.walks = p, true
		p.arrive(p.frame(0))
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

// SinglePlayout checks a random game of the only game: see zobristtest.Playout.
func (r *Session) SinglePlayout(src rand.Source, plies int) error {
	return r.single(func(p *live) {
		p.plies = max(0, min(plies, mostPlies))
		how := course{draw: drawFrom(src), plies: p.plies}
		how.steer = p.has(Text) && how.draw(steerEvery) == 0
		p.playout(how)
	})
}
