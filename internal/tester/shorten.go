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

// playShort plays random games that are shorter than the best line, with the broken law only.
// Most moves are moves of the best line.
func (p *prover) playShort() {
	rng := rand.New(zobrist.NewSplitMix64(0))
	asks := p.asks
	defer func() { p.asks = asks }()
	from := p.best.Base.from()
	rec := newRecord(from)
	for idle := 0; idle < mostShort && p.best.cost() > 8 && !p.ended(); idle++ {
		if !p.of.twoLines() || len(rec.all) > 20_000 {
			rec = newRecord(from)
		}
		b := p.short(rng, rec)
		if b == nil || b.Law != p.of.Law || b.isKey() != p.of.isKey() {
			continue
		}
		if plain, _ := b.versions(); p.keep(plain) {
			idle, rec = 0, newRecord(from)
		}
	}
}

// short plays one of these games, and returns the law that it breaks.
func (p *prover) short(rng *rand.Rand, rec *record) *Break {
	ours := make(map[string]bool)
	for _, st := range slices.Concat(p.best.Base, p.best.Got, p.best.Other) {
		ours[st.Text] = true
	}
	limits := p.limits
	limits.plies = min(p.plies, p.best.plies()-1)
	if p.of.twoLines() {
		limits.plies = min(p.plies, max(1, (p.best.plies()+p.best.Other.plies())*2/3))
	}
	s := p.fresh()
	if s.contain(func() { s.ask(New) }) != nil {
		return nil
	}
	l := s.live(p.plan, rec, limits)
	l.sample.only = p.plan.named(p.of.Law)
	draw := func(n int) int {
		i := rng.IntN(n)
		names := l.frame(0).names
		if n != len(names) || rng.IntN(4) == 0 {
			return i // any move
		}
		for j := range n {
			if k := (i + j) % n; ours[names[k]] {
				return k
			}
		}
		return i
	}
	return l.run(func() {
		l.setUp()
		if p.of.Law == "apart" {
			l.do(kept, New, 0, "")
		}
		l.playout(course{draw: draw, plies: l.plies})
	})
}

// named returns the laws with a name. For a rule of the runner these are laws that make moves.
func (p *plan) named(name string) (mask uint64) {
	for _, name := range []string{name, "undo"} {
		for i, l := range p.laws {
			if l.Name == name && !l.Rare {
				mask |= 1 << i
			}
		}
		if mask != 0 {
			return mask
		}
	}
	return 1 << 63 // none
}
