package tester

import (
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// keep makes a claim the best if it costs less and shows the law.
func (p *prover) keep(c claim) bool {
	if c.cost() >= p.best.cost() || p.ended() {
		return false
	}
	if c = c.clone(); !p.shows(&c) {
		return false
	}
	p.best = c
	return true
}

// leaveOut leaves out steps of the line, with their undos, and any two steps, such as one of
// each side.
func (p *prover) leaveOut() {
	for _, part := range []func(c *claim) *Script{
		func(c *claim) *Script { return &c.base },
		func(c *claim) *Script { return &c.got },
		func(c *claim) *Script { return &c.other },
	} {
		p.halve(func() int { return len(*part(&p.best)) }, func(at, size int) bool { return p.without(part, at, size) })
	}
	base := func(c *claim) *Script { return &c.base }
	for i := 0; i < len(p.best.base) && len(p.best.base) < 100; i++ {
		for j := i + 1; j < len(p.best.base) && !p.ended(); j++ {
			if !p.best.base[i].back() && !p.best.base[j].back() && p.without(base, j, 1, i) {
				i, j = 0, 0
			}
		}
	}
}

// halve leaves out half of a script, a quarter, and so on down to single steps, until none can
// be left out.
func (p *prover) halve(length func() int, without func(at, size int) bool) {
	for size := max(1, length()/2); size > 0 && !p.ended(); {
		shorter := false
		for at := 0; at+size <= length() && !p.ended(); {
			if without(at, size) {
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

// without leaves out steps of a part, and perhaps one before them. A place that both sides share
// must stay the same for both, and the law itself keeps its steps, but for what it takes back. A
// move that leaves one line may leave the other too.
func (p *prover) without(part func(c *claim) *Script, at, size int, also ...int) bool {
	c := p.best
	s := part(&c)
	old := *s
	*s = old.without(at, size)
	for _, i := range also {
		*s = s.without(i, 1)
	}
	switch {
	case len(*s) == len(old), s != &c.base && (len(*s) == 0 || ending(*s) != ending(old)):
		return false
	case s == &c.base && p.of.other == nil && c.want != nil:
		if c.wantBase == nil {
			break
		} else if at >= len(c.wantBase) || !slices.Equal(c.wantBase, old[:len(c.wantBase)]) {
			if !slices.Equal(c.base.standing(), old.standing()) {
				return false
			}
		} else if c.wantBase = append(Script{}, c.wantBase.without(at, size)...); also != nil {
			return false
		}
	case s == &c.got && !p.of.free() && !slices.Equal(c.got.solid(), old.solid()):
		return false
	case s == &c.base && p.of.other != nil:
		d := c
		for _, st := range old[at:min(at+size, len(old))] {
			if i := slices.IndexFunc(d.other, func(o Step) bool { return o.forward() && o.Text == st.Text }); i >= 0 {
				d.other = d.other.without(i, 1)
			}
		}
		if len(d.other) < len(c.other) && p.keep(d) {
			return true
		}
	}
	return p.keep(c)
}

// solid leaves out what was taken back, and the reads but for the last.
func (s Script) solid() (left Script) {
	match := s.matches()
	for i, st := range s {
		if match[i] < 0 && (!st.Call.reads() || i == len(s)-1) {
			left = append(left, st)
		}
	}
	return left
}

// replaceNulls tries to replace null moves by other moves.
func (p *prover) replaceNulls() {
	const mostOthers = 64
	for at := 0; at < len(p.best.base) && p.best.wantBase == nil && !p.ended(); at++ {
		if p.best.base[at].Call != Null || p.best.base[at].On > 0 {
			continue
		}
		match := p.best.base.matches()
		for i := 0; i < mostOthers && !p.ended(); i++ {
			c := p.best
			c.base = slices.Clone(c.base)
			c.base[at] = Step{Call: Make, Arg: int32(i)}
			if match[at] >= 0 {
				c.base[match[at]].Call = Unmake
			}
			if p.keep(c) {
				break
			}
		}
	}
}

// playShort plays random games that are shorter than the best line, with the broken law only.
// Most moves are moves of the best line.
func (p *prover) playShort() {
	rng := rand.New(zobrist.NewSplitMix64(0))
	asks := p.asks
	defer func() { p.asks = asks }()
	from := p.best.base.from()
	rec := newRecord(from)
	for idle := 0; idle < mostShort && p.best.cost() > 8 && !p.ended(); idle++ {
		if p.of.other == nil || len(rec.all) > 20_000 {
			rec = newRecord(from)
		}
		b := p.short(rng, rec)
		if b == nil || b.law != p.of.law || b.isKey() != p.of.isKey() {
			continue
		}
		lines, _ := b.versions()
		if slices.ContainsFunc(lines, p.keep) {
			idle, rec = 0, newRecord(from)
		}
	}
}

// short plays one of these games, and returns the law that it breaks.
func (p *prover) short(rng *rand.Rand, rec *record) *broken {
	ours := make(map[string]bool)
	for _, st := range slices.Concat(p.best.base, p.best.got, p.best.other) {
		ours[st.Text] = true
	}
	plies := p.best.base.plies() + p.best.got.plies() - 1
	if p.of.other != nil {
		plies = max(1, (p.best.base.plies()+p.best.got.plies()+p.best.other.plies())*2/3)
	}
	var l *live
	s := p.fresh()
	if s.contain(func() { s.do(0, New, 0, "") }) != nil {
		return nil
	}
	l = &live{subject: s, record: rec, plan: p.plan, limits: limits{plies: min(plies, p.plies), ctx: p.ctx, deadline: p.deadline, alone: p.alone}}
	l.sample = sample{spent: make(map[string]*budget), Checked: make([]int, len(p.plan.pairs)), only: p.plan.named(p.of.law)}
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
		l.setUp(0)
		if p.of.law == "apart" {
			l.keep()
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
