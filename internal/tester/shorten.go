package tester

import (
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
)

const longLine = 8 // plies

// keepAny makes a claim the best if it shows the law.
func (p *prover) keepAny(c Claim) bool {
	if c = c.clone(); !p.shows(&c) {
		return false
	}
	p.best = c
	return true
}

// keep makes a claim the best if it also costs less.
func (p *prover) keep(c Claim) bool {
	return c.cost() < p.best.cost() && !p.ended() && p.keepAny(c)
}

// leaveOut leaves out steps of the line, with their undos.
func (p *prover) leaveOut() {
	for _, part := range []func(c *Claim) *Script{
		func(c *Claim) *Script { return &c.Base }, func(c *Claim) *Script { return &c.Got }, func(c *Claim) *Script { return &c.Other },
	} {
		p.halve(part)
	}
}

// halve leaves out half of a script, a quarter, and so on down to single steps, until none can
// be left out.
func (p *prover) halve(part func(c *Claim) *Script) {
	length := func() int { return len(*part(&p.best)) }
	for size := max(1, length()/2); size > 0 && !p.ended(); {
		shorter := false
		for at := 0; at+size <= length() && !p.ended(); {
			if p.without(part, at, size) {
				shorter = true
			} else {
				at += max(1, size/2)
			}
		}
		if !shorter || size > 1 {
			size /= 2
		}
	}
}

// fromText begins a long line at one of its last positions, which it loads.
func (p *prover) fromText() {
	line := p.best.Base.standing()
	if p.best.plies() <= longLine || p.of.twoLines() || !p.plan.has(Load) {
		return
	}
	for stays := 0; stays < len(line)-1; stays = 2*stays + 1 {
		at := len(line) - stays
		text, _, _, ok := p.value(line[:at].then(Step{Call: Text}))
		c := p.best
		if c.Base = begin(text.Text).then(line[at:]...); ok && text.Text != "" && p.keep(c) {
			p.leaveOut()
			return
		}
	}
}

// without leaves out steps of a part. The law itself keeps its steps, but for what it takes back. A
// move that leaves one line may leave the other too.
func (p *prover) without(part func(c *Claim) *Script, at, size int) bool {
	c := p.best
	s := part(&c)
	old := *s
	*s = old.without(at, size)
	switch inBase := s == &c.Base; {
	case len(*s) == len(old), !inBase && (len(*s) == 0 || s.ending() != old.ending()):
		return false
	case c.Other != nil && !p.of.twoLines() && !slices.Equal(s.standing(), old.standing()): // both lead to one place
		return false
	case s == &c.Got && !p.of.free() && !slices.Equal(s.solid(), old.solid()) && !(p.logs && slices.Equal(s.standing(), old.standing())):
		return false
	case inBase && p.of.twoLines():
		d := c
		for _, st := range old[at:min(at+size, len(old))] {
			if i := slices.IndexFunc(d.Other, func(o Step) bool { return o.forward() && o.Text == st.Text }); i >= 0 {
				d.Other = d.Other.without(i, 1)
			}
		}
		if len(d.Other) < len(c.Other) && p.keep(d) {
			return true
		}
	}
	return p.keep(c)
}

// playShort plays random games that are shorter than the best line, until many in a row show nothing
// shorter.
func (p *prover) playShort() {
	rng, from := rand.New(zobrist.NewSplitMix64(0)), p.best.Base.from()
	rec := newRecord(from)
	for idle := 0; idle < mostShort && p.best.cost() > 8 && !p.ended(); idle++ {
		if !p.of.twoLines() {
			rec = newRecord(from)
		}
		if b := p.short(rng, rec); b != nil && b.Law == p.of.Law && b.isKey() == p.of.isKey() {
			if plain, _ := b.versions(); p.keep(plain) {
				idle, rec = 0, newRecord(from)
			}
		}
	}
}

// short plays one of these games, with the broken law and those of undo only. Most moves are moves of
// the best line. It returns the law that the game breaks.
func (p *prover) short(rng *rand.Rand, rec *record) *Break {
	var ours []string
	for _, st := range slices.Concat(p.best.Base, p.best.Got, p.best.Other) {
		ours = append(ours, st.Text)
	}
	l := p.fresh().live(p.plan, rec, p.limits)
	if l.plies = min(p.plies, p.best.plies()-1); p.of.twoLines() {
		l.plies = min(p.plies, max(1, (p.best.plies()+p.best.Other.plies())*2/3))
	}
	l.sample.only = p.plan.named(p.of.Law, "undo")
	draw := func(n int) int {
		i, names := rng.IntN(n), l.frame(0).names
		for j := 0; j < n && n == len(names) && rng.IntN(4) > 0; j++ {
			if k := (i + j) % n; slices.Contains(ours, names[k]) {
				return k
			}
		}
		return i
	}
	return l.run(func() { l.setUp(); l.playout(course{draw: draw, plies: l.plies}) })
}

// named returns the laws with these names.
func (p *plan) named(names ...string) (mask uint64) {
	for i, l := range p.laws {
		if slices.Contains(names, l.Name) {
			mask |= 1 << i
		}
	}
	return mask
}
