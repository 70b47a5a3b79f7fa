package tester

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A live runner stands at a place of a game, runs the laws' tree there,
// and takes back what it made.
type live struct {
	*subject
	*plan
	*record
	limits
	Result
	line   []lineMove // the moves made and not taken back
	start  int        // the number of the starting position
	frames []*frame
	cursor struct {
		f      *frame
		node   int // that is executed now, or 0
		stamp  uint32
		spoilt bool // a broken law has spoilt the game: see restore
	}
	sample sample
	// gets each broken law, and says whether the run goes on; if nil, it ends
	onBreak   func(*Break) bool
	scratch   bool // a wrong key does not end a line
	mostTries int  // the most moves that are tried in a position of a line

	// Broken laws are collected: a line goes on after a wrong key, and only what a step
	// changes in the difference of the two keys is its own.
	collects  bool
	unsure    bool // moves were made since the keys were asked for
	broke     bool // a law was broken
	missed    bool // what follows a move was not looked at, since a law was broken
	mostCalls int  // of the log, if a law was broken; 0 for no limit
	// gets the moves compared after the first broken law
	counts func(step Step, change zobrist.Key, wrong *Break)
}

const (
	mostTried     = 256     // moves that are tried in a position: chess has at most 218
	mostMoveLists = 1 << 14 // lines whose moves are remembered: about a megabyte
)

// newLive returns a live runner of the game of a subject.
func newLive(s *subject, p *plan, rec *record, l limits) *live {
	return &live{
		subject: s, record: rec, limits: l, plan: p, mostTries: mostTried,
		sample: sample{Checked: make([]int, len(p.pairs))},
	}
}

// cutLog forgets what was called, once the log is long, except for what leads to the place. A proof
// makes all calls of the log, which must not take long.
func (l *live) cutLog() {
	if len(l.log) < mostLogged {
		return
	}
	l.cut += len(l.log)
	l.log = l.log[:0]
	l.texts = map[int]string{1: l.starts[l.start]} // step 0 is New, and step 1 may be Load
	for _, st := range l.base(len(l.line)) {
		l.log = append(l.log, logged{st.On, st.Call, st.Arg})
	}
}

// look asks for the moves of the place, and makes the checks that only read. What is asked anyway
// comes first, then the names of the moves, which steps with a move need, and then what laws
// compare: one move and other reads, each in a game that nothing has spoilt.
func (l *live) look(f *frame) {
	l.cutLog()
	h := mix(l.sample.salt + lineHash(l.start, l.line))
	l.sample.pick = uint32(h >> 40)
	l.sample.mask = l.chosen(-1)
	for _, ask := range l.phase[asking] {
		l.all(f, l.nodes[ask].kids)
	}
	l.restore()
	l.exec(f, l.names)
	f.count = l.games[0].moves
	f.names = append(f.names[:0], l.games[0].listed...)
	goesOn := l.onBreak == nil || l.collects
	if l.sameNames(f.vals[l.names], nil, -1) && goesOn {
		l.duplicateNames(f)
	}
	l.all(f, l.phase[comparing])
	l.all(f, l.phase[first])
	l.all(f, l.phase[reading])
	l.restore() // a null move may follow that stays
}

// all executes those nodes that are needed, and makes each move if something follows it.
func (l *live) all(f *frame, nodes []int) {
	for _, k := range nodes {
		if l.needed(k) || f.then != nil && k == l.made {
			l.exec(f, k)
		}
	}
}

// tries runs the laws for moves of the place, from one of them on. It calls
// then, if not nil, after each.
func (l *live) tries(f *frame, from, n int, then func(move int32)) {
	f.then = then
	if g, ok := l.games[0].Game.(Foreseer); ok {
		g.Foresee(from, min(n, f.count))
	}
	for j := range min(n, f.count) {
		f.move = int32((from + j) % f.count)
		l.sample.mask = l.chosen(int(f.move))
		l.cursor.stamp++
		f.now = l.cursor.stamp
		l.all(f, l.phase[trying])
		f.now = f.root
		l.restore()
		if l.over() {
			break
		}
	}
	f.then = nil
}

// asides runs laws that do not depend on each move.
func (l *live) asides(f *frame) {
	l.sample.mask = l.chosen(-1)
	for _, k := range l.phase[asides] {
		if l.needed(k) && !l.over() {
			l.exec(f, k)
			l.restore()
		}
	}
}

// sameNames compares the moves of the place with those of an earlier visit after the same line, or
// remembers them and returns true. turn was made and taken back since that visit.
func (l *live) sameNames(now Value, turn Script, at int) (first bool) {
	line := lineHash(l.start, l.line)
	was, ok := l.moveLists[line]
	switch {
	case !ok && len(l.moveLists) < mostMoveLists:
		l.moveLists[line] = now.Key
		return true
	case ok && was != now.Key:
		b := unlike("moves", l.base(len(l.line)), turn.undone(), Step{Call: Names}, now,
			Value{Key: was}, at)
		b.Says = otherMoves
		l.fail(b)
	}
	return false
}

// duplicateNames reports two moves with one name.
func (l *live) duplicateNames(f *frame) {
	first := make(map[string]int, len(f.names))
	for i, name := range f.names {
		if j, ok := first[name]; ok {
			l.sameNames(l.list(&l.games[0]), nil, -1)
			says := fmt.Sprintf(
				"moves %d and %d have the same name, %q: the moves of a position need different "+
					"names", j, i, name)
			l.fail(&Break{Law: "duplicate names", Claim: Claim{Base: l.base(f.base)}, Says: says})
		}
		first[name] = i
	}
}

// exec makes the step of a node, compares what it gives, executes the nodes below it, and takes the
// step back.
func (l *live) exec(f *frame, at int) {
	n := &l.nodes[at]
	if l.cursor.spoilt || !l.allowed(n.Step) {
		return
	}
	// the key of a position that is loaded need not be as wrong
	if l.collects && n.On == loading && f.differ != 0 {
		return
	}
	st, ok := l.bind(f, at)
	if !ok {
		return
	}
	mine := n.On == 0 && n.forward()
	if l.makeStep(f, at, st, mine).No {
		l.refused(f, at, mine)
		return
	}
	if n.Call < verbs {
		l.Calls[n.Call]++
	}
	// A read is compared at once. After a step that leads to another position, its keys are asked
	// for and compared. Only then it is known whether the key is wrong there, in which case the
	// laws below are not compared.
	l.compare(f, at)
	if n.ask[0] > 0 {
		l.point(f, at)
	}
	if mine && n.Call == Make {
		l.Made++
	}
	wrong := l.wrong(f, at)
	if !wrong {
		l.below(f, n)
	}
	if f.then != nil && at == l.made {
		l.goOn(f, !wrong || l.collects)
	}
	l.takeBack(f, n, mine)
}

// makeStep makes the step of a node, and keeps what it returns. mine: the step is one of the line.
func (l *live) makeStep(f *frame, at int, st Step, mine bool) (v Value) {
	f.steps[at] = st
	l.cursor.f, l.cursor.node = f, at
	if mine {
		l.push(st)
	}
	// A second game that is there already need not be new: it loads a position next.
	isThere := st.Call == New && !l.alone && l.games[st.On].Game != nil
	if !isThere {
		v = l.do(st.On, st.Call, st.Arg, st.Text)
	}
	f.vals[at] = v
	f.stamp[at] = f.now
	return v
}

// goOn calls what follows a move, unless a broken law has spoilt the game or ends the line.
func (l *live) goOn(f *frame, may bool) {
	if l.cursor.spoilt || !may {
		l.missed = true
		return
	}
	mask := l.sample.mask
	f.then(f.move)
	l.sample.mask = mask
}

// wrong reports whether the key is wrong at a node. Nothing is compared from there on.
func (l *live) wrong(f *frame, at int) bool {
	n := &l.nodes[at]
	differ := l.keyAt(f, at, 0) ^ l.keyAt(f, at, 1)
	switch {
	case l.onBreak == nil || l.scratch || n.ask[1] == 0:
		return false
	case !l.collects:
		return differ != 0
	}
	before := f.differ
	if n.before > 0 {
		before = l.keyAt(f, n.before, 0) ^ l.keyAt(f, n.before, 1)
	}
	return at > 0 && n.On == 0 && differ != before
}

// stops reports whether a line ends here because the key is wrong. A line whose broken laws
// are collected goes on.
func (l *live) stops(f *frame) bool { return !l.collects && l.wrong(f, 0) }

// below executes the nodes below one, but for the last, which takes it back.
func (l *live) below(f *frame, n *node) {
	for _, k := range n.kids {
		switch {
		case k == n.undoNode:
		case n.asks(k): // it was asked
			l.all(f, l.nodes[k].kids)
		case l.needed(k):
			l.exec(f, k)
		}
	}
	if n.Call == New && l.alone {
		l.setUp()
	}
}

// refused looks at a step that the game did not make: a null move, a Load, a Try.
func (l *live) refused(f *frame, at int, mine bool) {
	if mine {
		l.line = l.line[:len(l.line)-1]
	}
	n := &l.nodes[at]
	switch {
	case n.Call >= verbs: // it is compared with nothing
		f.stamp[at] = 0
	case n.Call != Null:
		law := strings.Replace(n.Call.Name(nil), "try", "Try", 1)
		l.fail(&Break{Law: law, Claim: Claim{Base: l.trail(f, n.parent), Got: Script{f.steps[at]}},
			A: f.vals[at]})
	case mine && l.nodes[n.parent].ask[0] > 0: // a place
		l.unchanged(f, n.parent)
	}
}

// unchanged checks that a null move that the game refused changed nothing.
func (l *live) unchanged(f *frame, at int) {
	line := func() (base, script Script) {
		return l.trail(f, at), Script{{Call: Null, Arg: noMove}}
	}
	l.restored("refused", state{Value: l.value(f, at)}, line)
}

// value is the key and the text at a node.
func (l *live) value(f *frame, at int) Value {
	ask := l.nodes[at].ask
	return Value{Key: f.vals[ask[0]].Key, Text: f.vals[ask[2]].Text}
}

// compare makes the checks that a node completes, and reports whether one fails.
func (l *live) compare(f *frame, at int) (fails bool) {
	n := &l.nodes[at]
	for _, c := range n.checks {
		isChosen := (l.sample.mask>>c.law)&1 == 1
		wasExecuted := f.stamp[c.other] == f.now || f.stamp[c.other] == f.root
		if !isChosen || !wasExecuted {
			continue
		}
		if n.Call == Key && n.parent > 0 && l.nodes[n.parent].back() {
			l.Undone++
		}
		l.sample.Checked[c.pair]++
		if l.cursor.spoilt && l.collects { // it is the same event
			return true
		}
		if f.vals[at] != f.vals[c.other] {
			fails = true
			l.unequal(f, &l.pairs[c.pair]) // onBreak gets them all
		}
	}
	return fails
}

// unequal reports a broken pair.
func (l *live) unequal(f *frame, p *pair) {
	b := &Break{Law: p.Name, Of: p.Law, Claim: Claim{Base: l.base(f.base)}, at: f.at}
	ask := l.nodes[0].ask
	b.was = [2]zobrist.Key{f.vals[ask[0]].Key, f.vals[ask[1]].Key}
	b.A = f.vals[last(p.paths[0])]
	b.B = f.vals[last(p.paths[1])]
	for _, at := range p.paths[0] {
		b.Got = append(b.Got, f.steps[at])
	}
	for _, at := range p.paths[1] {
		b.Want = append(b.Want, f.steps[at])
	}
	if b.Got.ending().Call == Names {
		b.Says = otherMoves
	}
	l.fail(b)
}
