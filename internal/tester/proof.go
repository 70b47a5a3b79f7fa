package tester

import (
	"context"
	"slices"
	"time"
)

const (
	shrinkTime = time.Second // to look for a shorter line
	mostShort  = 200         // short games in a row that show nothing shorter
	mostShown  = 60          // steps of a line that a message shows

	// Notes on what else is needed to reproduce a bug.
	notAlone   = "\n(the line alone does not show it on a new game)"
	onlyAsking = "\n(it shows only if Key, Recompute and the like are called after each move)"
	onlyPlain  = "\n(it does not show if Key is called after each move)"
)

// A claim is two scripts that break a law: base and got, and wantBase and want or, of two lines
// to positions, other. If wantBase is nil, it is base.
type claim struct {
	base, got, wantBase, want, other Script
}

func (c *claim) cost() int { return c.base.cost() + c.got.cost() + c.other.cost() }

// A prover looks for the shortest scripts that break a law, on new games.
type prover struct {
	*subject
	of       *broken
	best     claim
	a, b     Value // of the scripts shown last
	says     string
	plan     *plan
	deadline time.Time
	ctx      context.Context
	plies    int
	alone    bool   // only one game can exist at a time
	asks     []Call // after each step; nil: ask only at the end
}

func (p *prover) ended() bool {
	return p.ctx != nil && p.ctx.Err() != nil || !p.deadline.IsZero() && time.Now().After(p.deadline)
}

// fresh forgets what was called, but for the first game: the next may be made of it.
func (p *prover) fresh() *subject {
	s := p.subject
	s.log, s.texts, s.cut, s.valid = s.log[:0], s.texts[:0], 0, 0
	clear(s.games[1:])
	return s
}

// value returns the value of a script, and of a read after it.
func (p *prover) value(s Script, then *Step) (v, w Value, b *broken, err error) {
	if p.asks != nil {
		s = s.asking(p.asks)
	}
	f := p.fresh()
	if b = f.contain(func() {
		if v, err = f.play(s); err == nil && then != nil {
			w = f.do(then.On, then.Call, 0, "")
		}
	}); b != nil {
		err = errGone
	}
	return v, w, b, err
}

// asking adds reads after each step that changes a game.
func (s Script) asking(reads []Call) (long Script) {
	for i, st := range s {
		if long = append(long, st); !st.Call.reads() && i < len(s)-1 {
			on := st.On
			if st.Call == Clone {
				on = 1
			}
			for _, c := range reads {
				if st.Call != New || i+1 == len(s) || s[i+1].Call != Load {
					long = append(long, Step{On: on, Call: c})
				}
			}
		}
	}
	return long
}

// shows reports whether a claim breaks the law in the way in which it was first broken.
func (p *prover) shows(c *claim) bool {
	of := p.of
	got := slices.Concat(c.base, c.got)
	switch {
	case of.want == nil && of.other == nil:
		v, _, b, _ := p.value(got, nil)
		named(c, got)
		if of.law == "load" || of.law == "Try" {
			p.a = v
			return b == nil && v.No
		}
		if b == nil || b.law != of.law || of.law == "panic" && p.log[len(p.log)-1].call != ending(of.got).Call {
			return false
		}
		p.says = b.says
		return true
	case of.law == "recompute":
		v, w, b, err := p.value(got, &c.want[0])
		named(c, got)
		p.a, p.b = v, w
		return b == nil && err == nil && v != w
	}
	if of.law == "apart" {
		return p.showsApart(c)
	}
	v, _, b, err := p.value(got, nil)
	listed, moves := slices.Clone(p.games[ending(got).On].listed), p.games[ending(got).On].moves
	stack := p.games[0].stack
	if named(c, got); b != nil || err != nil || of.law == "refused" && len(stack) > 0 && last(stack) == Null {
		return false
	}
	if of.other != nil {
		return p.showsTwo(c, got, v)
	}
	wantBase := c.wantBase
	if wantBase == nil {
		wantBase = c.base
	}
	want := slices.Concat(wantBase, c.want)
	w, _, b, err := p.value(want, nil)
	if b != nil || err != nil || v == w || of.isKey() != (v.Key != w.Key && of.says == "") && of.says == "" {
		return false
	}
	copy(wantBase, want)
	copy(c.want, want[len(wantBase):])
	p.a, p.b = v, w
	if g := &p.games[ending(want).On]; of.law == "moves" || ending(got).Call == Choice {
		if p.says = differentMoves(listed, g.listed, moves, g.moves); ending(got).Call == Choice && ending(got).On == spare && moves > g.moves {
			return false
		}
	}
	return true
}

// showsApart reports whether the moves of one game change another.
func (p *prover) showsApart(c *claim) bool {
	f := p.fresh()
	var v, w Value
	var err error
	got := slices.Clone(c.got)
	if f.contain(func() {
		if w, err = f.play(slices.Concat(c.base, c.want)); err == nil {
			v, err = f.goOn(got)
		}
		for g := &f.games[0]; len(g.stack) > 0; {
			f.do(0, last(g.stack).undo(), 0, "")
		}
	}) != nil || err != nil || v == w {
		return false
	}
	c.got, p.a, p.b = got, v, w
	return true
}

func ending(s Script) Step { return s[len(s)-1] }

// named copies the names of moves, which play has found, back to a claim.
func named(c *claim, got Script) {
	copy(c.base, got)
	copy(c.got, got[len(c.base):])
}

// showsTwo reports whether two lines contradict each other.
func (p *prover) showsTwo(c *claim, got Script, v Value) bool {
	w, _, b, err := p.value(c.other, nil)
	if b != nil || err != nil || (v.Key == w.Key) != (p.of.law == "collision") {
		return false
	}
	end := func(s Script) (Value, bool) {
		s = slices.Clone(s)
		s[len(s)-1].Call = Text
		v, _, b, err := p.value(s, nil)
		return v, b == nil && err == nil
	}
	x, ok := end(got)
	y, ok2 := end(c.other)
	if !ok || !ok2 || (x.Text == y.Text) != (p.of.law == "routes") {
		return false
	}
	p.a, p.b = Value{Key: v.Key, Text: x.Text}, Value{Key: w.Key, Text: y.Text}
	return true
}

// versions returns claims that may show the law, the simplest first: the line alone, or without
// a clone or a Load in it; and with all that was called before.
func (b *broken) versions() (lines, logs []claim) {
	plain := claim{base: b.base, got: b.got, want: b.want, other: b.other}
	for len(plain.got) > 1 && len(plain.want) > 1 && plain.got[0] == plain.want[0] { // both begin alike
		plain.base = plain.base.then(plain.got[0])
		plain.got, plain.want = plain.got[1:], plain.want[1:]
	}
	for _, on := range []uint8{1, spare} {
		if c, ok := plain.moved(on, false); ok {
			lines = append(lines, c)
		}
	}
	if c, ok := plain.moved(spare, true); ok {
		lines = append(lines, c)
	}
	lines = append(lines, plain)
	if turn := slices.IndexFunc(plain.got, Step.back); b.law == "undo" && turn > 0 { // a move may have been tried there
		c := plain
		c.got = slices.Insert(slices.Clone(c.got), turn, Step{Call: Make}, Step{Call: Unmake})
		lines = append(lines, c)
	}
	end := len(b.log)
	for end > 0 && b.log[end-1].Call.reads() {
		end--
	}
	if b.want == nil && b.other == nil { // the last call fails
		end = max(0, len(b.log)-1)
	}
	for size := 64; size < end; size *= 4 {
		logs = append(logs, b.since(end-size, end))
	}
	if end > 0 {
		logs = append(logs, b.since(0, end))
	}
	return lines, logs
}

// since is the claim with the calls of the log from one on, and what stood there.
func (b *broken) since(from, end int) claim {
	head := b.log[:from].standing()
	c := claim{base: slices.Concat(head, b.log[from:end]), got: b.got, wantBase: b.base, want: b.want, other: b.other}
	if len(b.got) > 0 {
		c.got = b.got[len(b.got)-1:]
	}
	if b.law == "recompute" || b.want == nil {
		c.wantBase = nil
	} else if b.at >= from && b.at <= end {
		c.wantBase = slices.Concat(Script{{Call: New}}, head, b.log[from:b.at])[1:]
	}
	return c
}

// moved is a claim whose moves in a copy are made in game 0: without the clone or the Load, or, if
// loads, after the Load and nothing else. There is none if the game moves on after it was copied.
func (c claim) moved(on uint8, loads bool) (claim, bool) {
	copied, moved := false, false
	for _, st := range slices.Concat(c.base, c.got) {
		if copied = copied || st.On == on || on == 1 && st.Call == Clone; copied && st.On == 0 && st.forward() {
			return c, false
		}
		moved = moved || st.On == on && st.forward()
	}
	move := func(s Script) (left Script) {
		for _, st := range s {
			drop := st.Call == Clone || st.On == on && (st.Call == New || st.Call == Load)
			if loads {
				drop = st.On != on
			}
			if st.On = 0; !drop {
				left = append(left, st)
			}
		}
		return left
	}
	d := claim{base: move(c.base), got: move(c.got), want: move(c.want), other: c.other}
	return d, moved && ending(c.got).On == on && (len(c.want) == 0 || len(d.want) > 0)
}

// prove looks for the shortest scripts that break a law, within about a time; zero is no limit.
// It returns the law with these scripts, and notes on what else is needed.
func (p *prover) prove(within time.Duration) (b *broken, note string) {
	began := time.Now()
	until := func(tenths time.Duration) {
		if within > 0 {
			p.deadline = began.Add(within * tenths / 10)
		}
	}
	until(20) // replaying the whole line matters more than a shorter one
	plain, ok := p.first()
	if !ok {
		b = p.of
		switch {
		case p.ended() || b.law == "apart":
		case len(b.log) == 0:
		default:
			note = notAlone + "\n(it does not recur when the same calls are made again: does it depend on time, another goroutine, the order of a map, or an unseeded generator?)"
		}
		return b, note
	}
	if !plain && within == 0 { // a log is long
		within = shrinkTime
		began = time.Now()
	}
	if c := p.best.clone(); !plain {
		c.base = slices.DeleteFunc(c.base, func(st Step) bool { return st.Call.reads() })
		if c.wantBase != nil {
			c.wantBase = slices.DeleteFunc(c.wantBase, func(st Step) bool { return st.Call.reads() })
		}
		if p.shows(&c) {
			p.best = c
		}
	}
	until(4)
	p.leaveOut()
	until(8)
	if plain {
		p.playShort()
	}
	until(10)
	p.leaveOut()
	p.replaceNulls()
	until(12)
	if p.best.base.plies()+p.best.got.plies() > max(mostShown, p.of.base.plies()+p.of.got.plies()) {
		return p.of, notAlone + "\n(the same calls show it again: moves that were taken back are needed, or an earlier game)"
	}
	note = p.explain()
	p.shows(&p.best)
	return p.done(), note
}

// first finds the first version that shows the law: asking only at the end of the line, or after
// each step, or as all was called. It reports whether that needs no log.
func (p *prover) first() (plain, ok bool) {
	lines, logs := p.of.versions()
	reads := p.asks
	for i, try := range []struct {
		asks     []Call
		versions []claim
	}{{nil, lines}, {reads, lines}, {nil, logs}} {
		p.asks = try.asks
		for _, c := range try.versions {
			if c = c.clone(); p.shows(&c) {
				p.best = c
				return i < 2, true
			}
		}
	}
	return false, false
}

func (c claim) clone() claim {
	return claim{slices.Clone(c.base), slices.Clone(c.got), slices.Clone(c.wantBase), slices.Clone(c.want), slices.Clone(c.other)}
}

// done is the law with the best claim.
func (p *prover) done() *broken {
	b := *p.of
	b.base, b.got, b.want, b.other, b.a, b.b = p.best.base, p.best.got, p.best.want, p.best.other, p.a, p.b
	if b.says != "" && p.says != "" {
		b.says = p.says
	}
	return &b
}

// explain returns a note if the line shows the bug only with calls after each move, or only
// without them.
func (p *prover) explain() string {
	switch p.of.law {
	case "recompute", "undo", "After", "routes", "collision":
	default:
		return ""
	}
	if p.best.base.plies()+p.best.got.plies()+p.best.other.plies() < 2 {
		return ""
	}
	if p.asks != nil {
		return onlyAsking
	}
	c := p.best
	a, b, says := p.a, p.b, p.says
	p.asks = []Call{Key, Recompute}
	shown := p.shows(&c)
	if p.asks, p.a, p.b, p.says = nil, a, b, says; shown || p.ended() {
		return ""
	}
	return onlyPlain
}
