package tester

import (
	"fmt"
	"slices"
	"time"

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
		s := r.subject()
		if s.games[0].loads == nil {
			return fmt.Errorf("Config.Starts[%d], %q: %T has no method Load, which Config.Starts needs: see zobristtest.Loader", i, from, s.games[0].Game)
		}
		var v Value
		if b := s.contain(func() { v = s.do(0, Load, 0, from) }); b != nil {
			return fmt.Errorf("Config.Starts[%d], %q: %s", i, from, b.says)
		} else if v.No {
			return fmt.Errorf("Config.Starts[%d], %q: %s", i, from, v.Text)
		}
	}
	return nil
}

// A beginning is what every new game must have.
type beginning struct {
	key, recomputed zobrist.Key
	text            string
	moves           int
}

func (s *subject) beginning() (is beginning) {
	is.key, is.recomputed = s.do(0, Key, 0, "").Key, s.do(0, Recompute, 0, "").Key
	if s.games[0].position != nil {
		is.text = s.do(0, Text, 0, "").Text
	}
	is.moves = int(s.do(0, Moves, 0, "").Key)
	return is
}

func (r *Session) checkStart() error {
	var two [2]*subject
	for i := range two {
		if g, err := r.newGame(); err != nil {
			return err
		} else if g == nil {
			return fmt.Errorf("zobristtest: newGame returned nil")
		} else {
			two[i] = newSubject(func(*game) (game, error) { return newGame(g, r.Cloning), nil }, r.Verbs)
			if b := two[i].contain(func() { two[i].do(0, New, 0, "") }); b != nil {
				return b.err
			}
		}
	}
	if err := r.checkReads(); err != nil {
		return err
	}
	var is [2]beginning
	for i, s := range two {
		l := newLive(s, nil, newRecord(), limits{})
		if b := l.run(func() { is[i] = s.beginning() }); b != nil {
			return b.asError(nil, "")
		}
	}
	start, again := is[0], is[1]
	switch {
	case start.key != start.recomputed:
		b := broken{law: "recompute", base: begin(""), got: Script{{Call: Key}}, a: Value{Key: start.key}, b: Value{Key: start.recomputed}}
		return b.asError(two[0], "")
	case start.text != again.text:
		return fmt.Errorf("newGame returns the position %q and then %q: it must always return the same position", start.text, again.text)
	case start.key != again.key:
		return fmt.Errorf("the key of a new game is %v, and %v the second time: are new keys drawn, or is the generator unseeded?", start.key, again.key)
	case start.moves == 0:
		return fmt.Errorf("a new game has no moves: Moves() is 0, so there is nothing to check")
	case start.moves != again.moves:
		return fmt.Errorf("a new game has %d moves, and %d the second time", start.moves, again.moves)
	}
	return checkOrder(two[0], two[0], two[1])
}

// checkOrder checks that the moves of a new game keep their order when asked again, and in
// another game.
func checkOrder(all ...*subject) error {
	var names []string
	for i, s := range all {
		l := newLive(s, nil, newRecord(), limits{})
		if b := l.run(func() { s.do(0, Names, 0, "") }); b != nil {
			return b.asError(nil, "")
		}
		now := s.games[0].listed
		for j := range min(len(now), len(names)) {
			if names[j] != now[j] {
				return fmt.Errorf("the order of moves at the start changes: move %d is %s, and %s when asked again: keep the list of moves of each position, or sort it", j, names[j], now[j])
			}
		}
		if i == 0 {
			names = slices.Clone(now)
		}
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
		l := newLive2(s)
		var before, after Value
		if b := l.run(func() {
			if s.do(0, New, 0, ""); s.games[0].position == nil && (c.read == Text || c.look == Text) {
				return
			}
			before = s.do(0, c.look, 0, "")
			s.do(0, c.read, 0, "")
			after = s.do(0, c.look, 0, "")
		}); b != nil {
			return b.asError(nil, "")
		}
		if before != after {
			method := map[Call]string{Text: "Position", Key: "Key", Recompute: "Recompute", Moves: "Moves"}[c.read]
			what, was, is := "key", before.Key.String(), after.Key.String()
			if c.look == Text {
				what, was, is = "position", before.Text, after.Text
			}
			return fmt.Errorf("%s() changes the %s of a new game from %q to %q: it must restore what it changes, or work on a copy", method, what, was, is)
		}
	}
	return nil
}

// newLive2 is a live runner without laws, for a game that is not made yet.
func newLive2(s *subject) *live {
	return &live{subject: s, record: newRecord(), plan: &plan{nodes: make([]node, 1)}}
}

// checkApart checks that a move in one game does not change another.
func (r *Session) checkApart() error {
	p := r.player(newRecord(), 0, limits{plies: mostPlies})
	b := p.run(func() {
		p.keep()
		for i := range min(p.count(&p.games[0]), mostTried) {
			p.step(Step{Call: Make, Arg: int32(i), Text: p.name(&p.games[0], i)})
			p.lookAtKept()
			p.do(0, Unmake, 0, "")
			p.line = p.line[:0]
		}
	})
	if b != nil && b.law == "apart" {
		return b.asError(nil, "")
	}
	return nil // walk reports other mistakes
}

// judged looks for a shorter line, and turns a broken law into an error.
func (r *Session) judged(b *broken, first state, p *live) error {
	if b.law == "own" || b.law == "stuck" || b.law == "gone" {
		return b.asError(nil, "")
	}
	if p != nil && !p.noUnmake() && !p.alone { // also undoes changes in state that games share
		_ = p.contain(func() {
			for len(p.games[0].stack) > 0 {
				p.do(0, last(p.games[0].stack).undo(), 0, "")
			}
		})
	}
	if err := r.sameStart(first); err != nil {
		return fmt.Errorf("%w\n(first seen as: %w)", err, b.asError(r.subject(), ""))
	}
	if b.law == "twins" {
		return b.asError(nil, "")
	}
	s := r.subject()
	if s == nil {
		return b.asError(nil, "")
	}
	l := r.limits(playoutPlies)
	if p == nil {
		p = r.player(newRecord(r.starts()...), 0, l)
	}
	within := shrinkTime / time.Duration(max(1, r.Haste))
	if repeatsSeed() {
		within /= 4 // the first run has looked longer
	}
	if r.Unhurried {
		within = 0
	}
	pr := &prover{subject: s, of: b, plan: p.plan, ctx: r.Context, plies: l.plies, asks: p.asking(), alone: l.alone}
	short, note := pr.prove(within)
	return short.asError(r.subject(), note)
}

func (l *live) noUnmake() bool { return l.games[0].noUnmake }

// asking returns the reads that are asked after each step.
func (l *live) asking() (reads []Call) {
	for _, c := range []Call{Key, Recompute, Text} {
		if l.can>>c&1 > 0 {
			reads = append(reads, c)
		}
	}
	return reads
}
