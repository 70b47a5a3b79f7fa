package tester

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// Start checks that New returns a game, and the same position every time, that a move
// in one game does not change another, and that the game can load each of Starts.
func (r *Session) Start() error {
	if err := r.checkStart(); err != nil {
		return err
	}
	if !r.alone() {
		if err := r.checkApart(); err != nil {
			return err
		}
	}
	for i, from := range r.Starts {
		s, says := r.subject(), ""
		if !is[Loader](&s.games[0]) {
			says = fmt.Sprintf("%T has no method Load: see zobristtest.Loader", s.games[0].Game)
		} else if b := s.contain(func() { says = s.do(0, Load, 0, from).Text }); b != nil {
			says = b.Says
		}
		if says != "" {
			return fmt.Errorf("Config.Starts[%d], %q: %s", i, from, says)
		}
	}
	return nil
}

// probe calls f, which calls methods of a new game, and returns the law that it breaks.
func (s *subject) probe(f func()) error {
	l := &live{subject: s, record: newRecord(), plan: &plan{nodes: make([]node, 1)}}
	if b := l.run(f); b != nil {
		b.by = s.games[0].Game
		return b.asError(nil, "")
	}
	return nil
}

func (r *Session) checkStart() error {
	if err := r.checkReads(); err != nil {
		return err
	}
	var is [2]Value
	var moves [2]int
	for i := range is {
		s := newSubject(r.make, r.Verbs)
		var right zobrist.Key
		if err := s.probe(func() {
			s.ask(New)
			is[i] = s.state(0, s.has(Text))
			right, moves[i] = s.ask(Recompute).Key, s.count(&s.games[0])
		}); err != nil {
			return err
		}
		if is[i].Key != right {
			return unlike("recompute", begin(""), nil, Step{Call: Key}, is[i], Value{Key: right}, -1).asError(s, "")
		}
	}
	switch start, again := is[0], is[1]; {
	case start.Text != again.Text:
		return fmt.Errorf("newGame returns the position %q and then %q: it must always return the same position", start.Text, again.Text)
	case start.Key != again.Key:
		return fmt.Errorf("the key of a new game is %v, and %v the second time: are new keys drawn, is the generator unseeded, or does the key depend on memory that is not initialised?", start.Key, again.Key)
	case moves[0] == 0:
		return fmt.Errorf("a new game has no moves: Moves() is 0, so there is nothing to check")
	case moves[0] != moves[1]:
		return fmt.Errorf("a new game has %d moves, and %d the second time", moves[0], moves[1])
	}
	return nil
}

// checkReads checks that methods which should only read do not change the game. It tries each on
// a new game, after those that look at what it may change. Later laws would blame another method.
func (r *Session) checkReads() error {
	for _, c := range []struct{ read, look Call }{
		{Text, Text}, {Key, Text}, {Key, Key}, {Text, Key}, {Recompute, Text}, {Recompute, Key}, {Moves, Text}, {Moves, Key},
	} {
		s := newSubject(r.make, r.Verbs)
		if err := s.probe(func() {
			if s.ask(New); s.has(c.read) && s.has(c.look) {
				was := s.ask(c.look)
				if c.read != c.look { // else it may change the game back
					s.ask(c.read)
				}
				if is := s.ask(c.look); is != was {
					panic(unlike("reads", begin(""), Script{{Call: c.read}}, Step{Call: c.look}, is, was, -1))
				}
			}
		}); err != nil {
			return err
		}
	}
	return nil
}

// checkApart checks that a move in one game does not change another.
func (r *Session) checkApart() error {
	always := apart
	always.Share = 0
	r = &Session{Options: r.Options, New: r.New, Laws: []Law{always}}
	if p := r.player(newRecord(), r.limits(mostPlies)); p != nil {
		if b := p.run(func() { p.playLine(nil, false) }); b != nil && b.Law == "apart" {
			return b.asError(nil, "")
		}
	}
	return nil // walk reports other mistakes
}
