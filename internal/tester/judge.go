package tester

import (
	"slices"
	"time"
)

// A Break is a law that a game breaks, for a judge outside this package: after the moves of
// Base, the value A of the script Got is not B, that of Want. Of a panic there is no Want.
type Break struct {
	Law             string
	Base, Got, Want Script
	A, B            Value
	Says            string // in words, or ""
	Err             error  // of the game itself
	broken          *broken
}

func newBreak(b *broken) *Break {
	return &Break{Law: b.law, Base: b.base, Got: b.got, Want: b.want, A: b.a, B: b.b, Says: b.says, Err: b.err, broken: b}
}

// Counts of a session's laws: how often each was compared, and at how many places.
type Compared struct {
	Laws   map[string]int
	Places int
	Made   int // moves
}

// Check plays the session's lines, and then random games from its Starts until a deadline; without one, only the lines. It
// gives each broken law to the judge. A game that panics, hangs or returns an error of its own
// is given up: begin is called, and the next game follows. One subject plays all games.
func (r *Session) Check(deadline time.Time, judge func(*Break)) (c Compared) {
	r.judge = func(b *broken) bool {
		judge(newBreak(b))
		return true
	}
	rec := newRecord(r.starts()...)
	l := r.limits(playoutPlies)
	l.deadline = deadline
	c.Laws = make(map[string]int)
	count := func(p *live) {
		for i, n := range p.sample.Checked {
			c.Laws[p.pairs[i].Name] += n
		}
		c.Places, c.Made = c.Places+p.Positions, c.Made+p.Made
	}
	var p *live
	run := func(start int, f func(p *live)) {
		if p == nil {
			if p = r.player(rec, start, l); p == nil {
				return
			}
		}
		p.start, p.line = start, p.line[:0]
		b := p.run(func() { p.setUp(0); f(p) })
		if b == nil {
			return
		}
		if b.law == "panic" || b.law == "stuck" || b.law == "own" {
			judge(newBreak(b))
		}
		count(p)
		p = nil
	}
	for _, line := range r.Lines {
		if start := max(0, slices.Index(rec.starts, line.Start)); !l.ended() {
			run(start, func(p *live) { p.playLine(line) })
		}
	}
	for i := uint64(0); !l.ended() && !deadline.IsZero() && len(r.Starts) > 0; i++ {
		run(1+int(i)%len(r.Starts), func(p *live) { p.playout(r.course(r.Seed+i, p)) })
	}
	if p != nil {
		count(p)
	}
	return c
}

// playLine plays a line with the laws at each place, and takes it back.
func (l *live) playLine(line Line) {
	var steps []placed
	for _, name := range line.Moves {
		st := Step{Call: Make, Text: name}
		if name == "null" {
			st = Step{Call: Null}
		}
		steps = append(steps, placed{Step: st})
	}
	states := l.roam(course{draw: func(int) int { return -1 }, plies: l.plies, whole: true}, &steering{}, steps)
	l.back(l.line[:len(l.line):len(l.line)], 0, states[0])
}

// Prove looks for the shortest line that shows a broken law on a new game, also from another
// position, such as that of the place itself. It returns the law with this line, and whether the
// line alone shows it.
func (r *Session) Prove(b *Break, place string, within time.Duration) (short *Break, alone bool) {
	l := r.limits(playoutPlies)
	p := r.player(newRecord(r.starts()...), 0, l)
	s := r.subject()
	if p == nil || s == nil {
		return b, false
	}
	for _, base := range []Script{begin(place), b.Base} {
		of := *b.broken
		of.base, of.at, of.log = base, -1, nil
		pr := &prover{subject: s, of: &of, plan: p.plan, ctx: r.Context, plies: l.plies, asks: p.asking(), alone: l.alone}
		pr.deadline = time.Now().Add(within)
		if _, ok := pr.first(); !ok {
			continue
		}
		pr.leaveOut()
		pr.deadline = time.Time{}
		pr.shows(&pr.best)
		return newBreak(pr.done()), true
	}
	return b, false
}

// Name returns the name of a call, with the verbs of its session.
func (c Call) Name(own []Verb) string {
	if c < verbs {
		return callNames[c]
	}
	return own[c-verbs].Name
}
