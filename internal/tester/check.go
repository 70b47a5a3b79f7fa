package tester

import (
	"slices"
	"time"
)

// Check plays the session's lines, but for at most a time, and then random games from its Starts,
// until a time after its beginning; without one, only the lines. It gives each broken law to the
// judge. A game that panics, hangs or returns an error of its own is given up, and a new one
// follows. One subject plays all games. Check returns how often each law was compared, and at how
// many places.
func (r *Session) Check(lines, games time.Duration, judge func(*Break)) (laws map[string]int, places int) {
	began := time.Now()
	r.judge = judge
	rec := newRecord(r.starts()...)
	l := r.limits(playoutPlies)
	if lines > 0 {
		l.deadline = began.Add(lines)
	}
	laws = make(map[string]int)
	var p *live
	count := func() {
		if p != nil {
			for _, law := range p.compared() {
				laws[law.name] += law.times
			}
			places += p.Positions
		}
		p = nil
	}
	run := func(start int, f func()) {
		if p == nil {
			if p = r.player(rec, l); p == nil {
				return
			}
		}
		p.deadline = l.deadline
		if b := p.at(start, f); b != nil {
			if b.Law == "panic" || b.Law == "stuck" || b.Law == "own" {
				judge(b)
			}
			count()
		}
	}
	for _, line := range r.Lines {
		if start := max(0, slices.Index(rec.starts, line.Start)); !l.ended() {
			run(start, func() { p.playLine(line.script()) })
		}
	}
	l.deadline = began.Add(games)
	for i := uint64(0); games > 0 && !l.ended() && len(r.Starts) > 0; i++ {
		run(1+int(i)%len(r.Starts), func() { p.playout(r.course(r.Seed+i, p)) })
	}
	count()
	return laws, places
}

// Prove looks for the shortest line that shows a broken law on a new game, also from another
// position, such as that of the place itself. It returns the law with this line, and whether the
// line alone shows it. If not, and the last call failed, it looks among the calls before.
func (r *Session) Prove(b *Break, place string, within time.Duration) (short *Break, alone bool) {
	const most = 1024 // calls
	p := r.player(newRecord(r.starts()...), r.limits(playoutPlies))
	s := r.subject()
	if p == nil || s == nil {
		return b, false
	}
	from := max(0, len(b.log)-most)
	log := slices.Concat(b.log[:from].standing(), b.log[from:])
	for i, base := range []Script{begin(place), b.Base, b.Base} {
		of := *b
		if of.Base, of.at, of.log = base, -1, nil; i == 2 {
			if of.log = log; !b.fails() {
				break
			}
		}
		pr := p.prover(s, &of)
		pr.deadline = time.Now().Add(within)
		if _, ok := pr.first(); ok {
			pr.leaveOut()
			if pr.deadline = (time.Time{}); pr.shows(&pr.best) {
				return pr.done(), i < 2
			}
		}
	}
	return b, false
}
