package tester

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/report"
)

const (
	// ShrinkCalls is how many calls of a game in another process may look for a shorter line,
	// which take a few seconds. A game in Go is faster, and gets shrinkInGo of them, which take
	// less than a second. With a log of all calls a single attempt is long, so it gets logTimes
	// as many. Calls are counted, and not timed, so that a report does not depend on how busy
	// the machine is.
	ShrinkCalls = 30_000
	shrinkInGo  = 10 * ShrinkCalls
	logTimes    = 10
	// A slow game made few calls while it was played, and gets playedTimes as many to look for
	// a shorter line, but at least fewShrink: with these, about a hundred attempts can be made
	// at a line of fifty moves.
	playedTimes = 2
	fewShrink   = 10_000

	// A line made of the log that is longer than mostShown plies, and than the line that broke the
	// law, is not shown: it has moves that are needed only for what they leave behind.
	mostShown = 60
	// A line of more plies begins at a position that is loaded, if a line from there shows
	// the law, too. Eight plies are read and played through from the start as easily as a
	// position is set up.
	longLine = 8

	// Attempts with the log begin with so many of its last calls. Each has logGrowth times as many
	// as the one before it, so that all together cost at most a third more than the last.
	firstLogged = 64
	logGrowth   = 4
	// To begin at a position that is loaded gets one call in loadPart: it tries few lines.
	loadPart = 4
)

// cost orders claims: shorter ones cost less.
func (c *Claim) cost() int { return c.Base.cost() + c.Got.cost() + c.Other.cost() }

// plies counts the moves that a message shows.
func (c *Claim) plies() int { return c.Base.plies() + c.Got.plies() }

// parts returns the scripts from which steps may be left out.
func (c *Claim) parts() [3]*Script { return [3]*Script{&c.Base, &c.Got, &c.Other} }

func (c Claim) clone() Claim {
	return Claim{
		Base:  slices.Clone(c.Base),
		Got:   slices.Clone(c.Got),
		Want:  slices.Clone(c.Want),
		Other: slices.Clone(c.Other),
	}
}

// A prover looks for the shortest scripts that break a law, on new games.
type prover struct {
	*subject
	limits
	calls int // to the game, so far
	most  int // no shorter line is looked for after so many calls
	of    *Break
	best  Break               // the shortest that was shown
	loads bool                // a line may begin at a text
	same  func(c *Break) bool // it belongs to the group; nil if all do
	logs  bool                // the best claim is made of the log
}

// value returns the value of a script on a new game, which may be made of the first one.
func (p *prover) value(s Script) (v Value, b *Break, ok bool) {
	p.log = p.log[:0]
	p.texts = map[int]string{}
	p.cut = 0
	clear(p.games[1:])
	defer func() { p.calls += len(p.log) }()
	b = p.contain(func() {
		v, ok = p.play(s)
		if p.of.Law == "two games" { // the games share what is not taken back
			p.unwind()
		}
	})
	return v, b, ok && b == nil
}

// shows reports whether a claim breaks the law as it was first broken. It adds the names of moves,
// and the values.
func (p *prover) shows(c *Break) bool {
	got := slices.Concat(c.Base, c.Got)
	v, broken, ok := p.value(got)
	copy(c.Base, got)
	copy(c.Got, got[len(c.Base):])
	c.A = v
	if p.of.fails() {
		if p.of.Law == "load" || p.of.Law == "Try" {
			return ok && v.No
		}
		return p.failsAlike(c, broken)
	}
	return ok && p.differs(c, got)
}

// differs reports whether the two sides of a claim have different values, as those of the law had,
// and adds that of the other side. got is the side whose value is known.
func (p *prover) differs(c *Break, got Script) bool {
	of := p.of
	want := c.Other
	if want == nil {
		want = slices.Concat(c.Base, c.Want)
	}
	v, _, ok := p.value(want)
	c.B = v
	switch {
	case !ok:
		return false
	case of.twoLines():
		return p.contradict(c, got, want)
	// where a bug has made other moves legal, the calls of the log may lead elsewhere
	case c.Other != nil && !sameMoves(got.standing(), want.standing()):
		return false
	case of.Old == 0 && !p.differAlike(c):
		return false
	}
	if c.Other == nil {
		copy(c.Want, want[len(c.Base):])
	}
	if of.Old != 0 { // only what the last move changes in the difference is wrong
		c.Old = p.oldDifference(c.Base)
		if c.difference() == 0 {
			return false
		}
	}
	return p.same == nil || p.same(c)
}

// differAlike reports whether the values of a claim differ in what those of the law differ: in
// their keys, or in what is no key, such as a text.
func (p *prover) differAlike(c *Break) bool {
	switch {
	case c.A == c.B:
		return false
	case p.of.Says != "": // a list of moves
		return true
	}
	return p.of.isKey() == (c.A.Key != c.B.Key)
}

// sameMoves reports whether two scripts make the same calls, by the names of moves.
func sameMoves(a, b Script) bool {
	return slices.EqualFunc(a, b, func(one, other Step) bool {
		return one.Call == other.Call && one.name() == other.name()
	})
}

// oldDifference returns by how much the key is wrong before the last move of a line.
func (p *prover) oldDifference(line Script) zobrist.Key {
	if !line.ending().forward() {
		return 0
	}
	before := line[:len(line)-1]
	got, _, _ := p.value(before.then(Step{Call: Key}))
	want, _, _ := p.value(before.then(Step{Call: Recompute}))
	return got.Key ^ want.Key
}

// sameGroup returns a function that says whether another claim belongs to a group, or nil if all
// do that break its law. A shorter line may be wrong in fewer kinds of features, or in those of a
// group that is shown together with this one, but not in those of another item.
func (r *Session) sameGroup(g *group, b *Break) func(c *Break) bool {
	if r.onBreak != nil || r.facts.numbers == nil || !b.isKey() {
		return nil
	}
	r.facts.numbers.tried = 0 // while the game was played, all may have been used up
	return func(c *Break) bool {
		c.was = b.was // only whether the key changes with the move depends on it
		if b.unchanged() {
			c.was[0] = c.A.Key
		}
		kinds := r.facts.kindsOfMove(c)
		return slices.Equal(kinds, g.kinds) || r.facts.mayShow(g, kinds)
	}
}

// failsAlike reports whether the law that a claim broke, or nil, is the one that was broken first,
// and in a call of the same method. It adds what the law says.
func (p *prover) failsAlike(c, broken *Break) bool {
	if broken == nil {
		return false
	}
	c.Says = broken.Says
	if broken.Law != p.of.Law {
		return false
	}
	return p.of.Law != "panic" || last(p.log).call == p.of.Got.ending().Call
}

// contradict reports whether two lines to positions have the texts that contradict their keys.
func (p *prover) contradict(c *Break, lines ...Script) bool {
	collide := c.Law == "collision"
	if (c.A.Key == c.B.Key) != collide {
		return false
	}
	for i, at := range []*Value{&c.A, &c.B} {
		s := slices.Clone(lines[i])
		s[len(s)-1].Call = Text
		v, _, ok := p.value(s)
		at.Text = v.Text
		if !ok {
			return false
		}
	}
	return (c.A.Text != c.B.Text) == collide
}

// logs returns claims that may show the law with more and more of what was called before.
func (b *Break) logs() (all []Claim) {
	end := len(b.log)
	for end > 0 && b.log[end-1].Call.reads() {
		end--
	}
	if b.fails() { // by the last call
		end = max(0, len(b.log)-1)
	}
	isKnown := b.Want != nil && b.at > 0 && b.at <= end // the log tells where the place is
	if isKnown && !slices.ContainsFunc(b.log[b.at:end], Step.anew) {
		return []Claim{b.since(b.at, b.at, end), b.since(0, b.at, end)}
	}
	// The last 64 calls, the last 256, and so on until all are in it.
	for size := firstLogged; size < logGrowth*end; size *= logGrowth {
		all = append(all, b.since(max(0, end-size), -1, end))
	}
	return all
}

// anew reports whether a step begins another line of game 0.
func (s Step) anew() bool { return s.On == 0 && (s.Call == New || s.Call == Load) }

// since is the claim with the calls of the log from one on, and what stood there. If the log does
// not tell where the place is, the other side of the law is the line alone.
func (b *Break) since(from, place, end int) Claim {
	c := Claim{Want: b.Want, Other: b.Other}
	if len(b.Got) > 0 {
		c.Got = b.Got[len(b.Got)-1:]
	}
	if place > 0 {
		c.Got = slices.Concat(b.log[place:end], c.Got)
		end = place
	} else if b.Want != nil && b.Law != "recompute" && b.Law != "two games" {
		c.Other = slices.Concat(b.Base, b.Want)
	}
	c.Base = b.log[from:end]
	if from > 0 {
		c.Base = slices.Concat(b.log[:from].standing(), c.Base)
	}
	return c
}

// prove looks for the shortest scripts that break a law, with so many calls. It returns the law
// with these scripts, how they show it, as Prove does, and notes on that. Only those for which
// same is true show it, if it is not nil.
func (r *Session) prove(
	b *Break, calls int, same func(c *Break) bool,
) (short *Break, shows int, notes []report.Fact) {
	r.startAgain()
	s := r.subject()
	if s == nil {
		return b, 0, nil
	}
	notAlone := []report.Fact{{Topic: report.LineNotAlone}}
	p := &prover{
		subject: s,
		limits:  limits{ctx: r.Context},
		of:      b,
		loads:   r.onlyGame == nil && s.allows(Load),
		same:    same,
	}
	p.logs = !p.keepAny(b.Claim)
	if p.logs && !slices.ContainsFunc(b.logs(), p.keepAny) {
		if b.Law != "two games" && len(b.log) > 0 {
			notes = notAlone
		}
		return b, 0, notes
	}
	p.shorten(calls)
	r.startAgain()
	if !p.shows(&p.best) {
		return b, 0, notAlone
	}
	r.startAgain()
	if p.best.plies() > max(mostShown, b.plies()) || p.logs && !p.keepLastGame() {
		notes = append(notAlone, report.Fact{Topic: report.SameCalls})
		return b, 0, notes
	}
	if p.logs {
		return &p.best, 1, nil
	}
	return &p.best, 2, nil
}

// startAgain starts the program again, if it is another process.
func (r *Session) startAgain() {
	if r.Anew != nil {
		r.Anew()
	}
}

// shorten makes the best claim shorter, with so many calls. The order matters: each step has less
// to do after the one before it.
func (p *prover) shorten(calls int) {
	if p.logs {
		calls *= logTimes
	}
	p.allow(calls)
	c := p.best.Claim
	c.Base = c.Base.filter(func(i, _ int) bool { return !c.Base[i].Call.reads() })
	p.keep(c)
	// A second time, because what was left out at the end may have needed an earlier step.
	p.leaveOut()
	p.leaveOut()
	c = p.best.Claim
	if len(c.Got) > 1 && len(c.Want) > 1 && c.Got[0] == c.Want[0] && c.Got[0].Call == Make {
		// Perhaps what is wrong was so before the move.
		c.Got = c.Got[1:]
		c.Want = c.Want[1:]
		p.keep(c)
	}
	p.allow(calls / loadPart)
	p.fromText()
}

// keepLastGame leaves out all games but the last, and reports whether that shows the law.
func (p *prover) keepLastGame() bool {
	c := p.best.Claim
	for i, st := range c.Base {
		if st.On == 0 && st.Call == New {
			c.Base = p.best.Base[i:]
		}
	}
	return p.keepAny(c)
}

// keepAny makes a claim the best if it shows the law.
func (p *prover) keepAny(c Claim) bool {
	b := *p.of
	b.Claim = c.clone()
	if !p.shows(&b) {
		return false
	}
	p.best = b
	return true
}

// allow allows so many more calls.
func (p *prover) allow(calls int) { p.most = p.calls + calls }

// exhausted reports whether no shorter line is looked for any more.
func (p *prover) exhausted() bool { return p.calls >= p.most || p.ended() }

// keep makes a claim the best if it also costs less.
func (p *prover) keep(c Claim) bool {
	return c.cost() < p.best.cost() && !p.exhausted() && p.keepAny(c)
}

// leaveOut leaves out steps of each script, with their undos: halves, quarters, and
// so on down to single steps.
func (p *prover) leaveOut() {
	for part := range p.best.parts() {
		length := func() int { return len(*p.best.parts()[part]) }
		for size := max(1, length()/2); size > 0; size /= 2 {
			for at := 0; at+size <= length() && !p.exhausted(); {
				if !p.without(part, at, size) {
					at += max(1, size/2)
				}
			}
		}
	}
}

// fromText begins a long line at one of its last positions, which it loads. Of two long
// lines, only their ends stay.
func (p *prover) fromText() {
	line := p.best.Base.standing()
	if p.best.plies() <= longLine || !p.loads {
		return
	}
	if p.of.twoLines() {
		p.keep(Claim{
			Base:  begin(p.best.A.Text),
			Got:   p.best.Got,
			Other: begin(p.best.B.Text).then(p.best.Other.ending()),
		})
		return
	}
	for stays := 0; stays < len(line)-1; stays = 2*stays + 1 {
		at := len(line) - stays
		text, _, ok := p.value(line[:at].then(Step{Call: Text}))
		c := p.best.Claim
		c.Base = begin(text.Text).then(line[at:]...)
		if ok && text.Text != "" && p.keep(c) {
			p.leaveOut()
			return
		}
	}
}

// without leaves out steps of a part of the best claim, with their undos, and keeps the rest if it
// shows the law. Of the base everything may go. What must stay elsewhere:
//   - the last step of the other parts, since it is what the law compares;
//   - where the other side is a line of its own, the moves that stand, since both must lead to one
//     place. (Of two lines to different places, a move may leave both.)
//   - the steps of the law itself, except those that are taken back: it would be another law. If
//     the claim is made of the log, the law is only its end, and the moves that stand suffice.
//   - where a clone is called, the steps that lead to it: the log may have clones of other places.
func (p *prover) without(part, at, size int) bool {
	c := p.best.Claim
	s := c.parts()[part]
	old := *s
	*s = old.without(at, size)
	if len(*s) == len(old) {
		return false
	}
	isBase := s == &c.Base
	isGot := s == &c.Got
	clonesAlike := !p.logs || c.clonesAs(&p.best.Claim)
	endsAlike := len(*s) > 0 && s.ending() == old.ending()
	leadsThere := slices.Equal(s.standing(), old.standing()) &&
		slices.Equal(s.on(loading).standing(), old.on(loading).standing())
	isSameLaw := p.of.Law == "two games" || slices.Equal(s.solid(), old.solid()) ||
		p.logs && leadsThere
	switch {
	case !isBase && !endsAlike, !clonesAlike:
		return false
	case p.of.twoLines():
		left := old[at:min(at+size, len(old))]
		return isBase && p.withoutInBoth(c, left) || p.keep(c)
	case c.Other != nil && !leadsThere:
		return false
	case isGot && !isSameLaw:
		return false
	}
	return p.keep(c)
}

// clonesAs reports whether the clone that a claim calls stands where it does in another one: in the
// law's own steps if these make it, or else in those before.
func (c *Claim) clonesAs(other *Claim) bool {
	calls := slices.ContainsFunc(other.Got, func(st Step) bool { return st.On == 1 })
	switch {
	case !calls:
		return true
	case other.Got.has(Clone):
		return slices.Equal(c.Got.cloned(), other.Got.cloned())
	}
	return slices.Equal(c.Base.cloned(), other.Base.cloned())
}

// withoutInBoth leaves out of the other line, too, the moves that were left out of a claim's base.
func (p *prover) withoutInBoth(c Claim, left Script) bool {
	all := len(c.Other)
	for _, st := range left {
		is := func(other Step) bool { return other.forward() && other.Text == st.Text }
		if i := slices.IndexFunc(c.Other, is); i >= 0 {
			c.Other = c.Other.without(i, 1)
		}
	}
	return len(c.Other) < all && p.keep(c)
}
