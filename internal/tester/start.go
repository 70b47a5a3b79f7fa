package tester

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist/internal/report"
)

// Start checks that New returns a game, and the same position every time, and that the
// game can load each of Starts.
func (r *Session) Start() error {
	if b := r.asking(nil); b != nil {
		return r.asError(b)
	}
	var starts [2]report.Start
	for i := range starts {
		if err := r.probe(func(s *subject) {
			now := s.state()
			right := s.ask(Recompute)
			if now.Key != right.Key {
				claim := Claim{Base: begin(""), Got: Script{{Call: Key}},
					Want: Script{{Call: Recompute}}}
				panic(&Break{Law: "recompute", Claim: claim, A: now, B: right, at: -1})
			}
			n := s.count(&s.games[0])
			if n == 0 {
				panic(&Break{Law: "moves", Says: "Moves() is 0, so there is nothing to check"})
			}
			starts[i] = report.Start{Key: now.Key, Position: now.Text, Moves: n}
		}); err != nil {
			return err
		}
	}
	if starts[0] != starts[1] {
		return report.StartsDiffer(starts[0], starts[1])
	}
	for i, from := range r.Starts {
		s, says := r.subject(), ""
		if !is[Loader](&s.games[0]) {
			says = fmt.Sprintf("%T has no method Load: see zobristtest.Loader", s.games[0].Game)
		} else if b := s.contain(func() { says = s.do(0, Load, 0, from).Text }); b != nil {
			says = b.Says
		}
		if says != "" {
			return report.BadStart(i, from, says)
		}
	}
	return nil
}

// probe calls f with a new game, and returns the law that it breaks.
func (r *Session) probe(f func(s *subject)) error {
	s := newSubject(r.make, r.Verbs)
	b := s.contain(func() {
		s.ask(New)
		f(s)
	})
	if b == nil {
		return nil
	}
	hasMoved := slices.ContainsFunc(s.log, func(c logged) bool { return c.call == Make })
	if b.Base == nil && hasMoved {
		b.item.Line = &report.Line{Where: "in a random game", Is: report.Fails, Says: b.Says}
		return b
	}
	return r.asError(b)
}

// readings lists each method that should only read, with what may show that it does not. Those that
// look at what the same method may change come first, so that no other method is blamed.
func readings() []struct{ read, look Call } {
	return []struct{ read, look Call }{
		{Text, Text}, {Key, Text}, {Key, Key}, {Text, Key},
		{Recompute, Text}, {Recompute, Key}, {Moves, Text}, {Moves, Key},
	}
}

// asking returns the law that a method breaks which should only read, but changes the game at a
// place of a line of moves and undos. Other laws would blame another method.
func (r *Session) asking(line Script) *Break {
	s := r.subject()
	for i := 0; i <= len(line) && s != nil; i++ {
		base := line[:i].standing()
		for _, c := range readings() {
			b := s.contain(func() { s.readsOnly(base, c.read, c.look) })
			if b != nil && b.Law == "reads" {
				return b
			}
		}
	}
	return nil
}

// readsOnly plays a line, and panics with the law that is broken if a call
// changes what another returns.
func (s *subject) readsOnly(base Script, read, look Call) {
	if _, ok := s.play(base); !ok || !s.allows(read) || !s.allows(look) {
		return
	}
	was := s.ask(look)
	if read != look { // else a second call may change the game back
		s.ask(read)
	}
	if now := s.ask(look); now != was {
		panic(unlike("reads", base, Script{{Call: read}}, Step{Call: look}, now, was, -1))
	}
}
