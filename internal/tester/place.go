package tester

import (
	"slices"

	"github.com/zobrist-go/zobrist"
)

// takeBack takes a step back.
func (l *live) takeBack(f *frame, n *node, mine bool) {
	if !n.forward() {
		return
	}
	if mine { // moves below the undo are made from here
		l.line = l.line[:len(l.line)-1]
	}
	if n.undoNode > 0 { // unless the game is spoilt
		l.exec(f, n.undoNode)
	} else if mine && !l.cursor.spoilt {
		l.setUp()
	}
}

// setUp plays the line again: from the start, in a new game. It returns false if
// that cannot load its position.
func (l *live) setUp() (ok bool) {
	l.cursor.node = 0
	l.ask(New)
	if from := l.starts[l.start]; from != "" && l.do(0, Load, 0, from).No {
		return false
	}
	for _, p := range l.line {
		l.ask(Moves)
		l.do(0, p.Call, p.Arg, "")
	}
	return true
}

// restore plays the line again if a broken law has spoilt the game, and the run goes on.
func (l *live) restore() {
	if l.cursor.spoilt {
		l.cursor.spoilt = false
		l.setUp()
	}
}

// push adds a step to the line.
func (l *live) push(st Step) {
	h := lineHash(l.start, l.line)
	h = mix(h*hashFactor + (uint64(st.Call) << 32) + uint64(st.Arg) + 1)
	l.line = append(l.line, lineMove{Step: st, hash: h})
}

// point asks at a node for the key, the key from scratch and the text. The two keys must differ by
// no more than before the step to the node, and key and text must fit all positions before. Node 0
// is the place itself, to which the last step led that was made for good.
func (l *live) point(f *frame, at int) {
	l.Positions++
	n := &l.nodes[at]
	// The two keys before the step. At the place they are what was asked last: see arrive.
	was := [2]zobrist.Key{l.keyAt(f, n.before, 0), l.keyAt(f, n.before, 1)}
	old := l.oldDifference(f, at, was)
	on, ok := l.askAll(f, n)
	if !ok {
		return
	}
	now, want := f.vals[n.ask[0]], f.vals[n.ask[1]]
	recomputes := n.ask[1] > 0
	if n.Call == Make && now.Key != was[0] {
		l.Changes++
	}
	if at == 0 && recomputes {
		f.differ = now.Key ^ want.Key
		if l.unsure { // several moves were made since, and nothing tells which is wrong
			old = f.differ
		}
	}
	// A clone or a loaded game need not be wrong by what game 0 was wrong by before, so that only
	// laws compare it.
	isJudged := recomputes && !(l.collects && on > 0)
	if isJudged && !l.judgeKeys(f, at, on, was, old) {
		return
	}
	// Nothing follows from a key that is wrong already.
	isWrong := l.collects && recomputes && now.Key != want.Key
	if n.ask[2] > 0 && !l.cursor.spoilt && !isWrong {
		l.checkRoutes(f, at, on)
	}
	for _, k := range n.ask {
		if k > 0 && on == 0 && !l.cursor.spoilt {
			l.compare(f, k)
		}
	}
}

// askAll asks for the key, the key from scratch and the text at a node, of the game that stands
// there: game on. In a game other than 0 each answer is compared at once, and ok is false if a law
// fails: the rest would show the same.
func (l *live) askAll(f *frame, n *node) (on uint8, ok bool) {
	on = n.On
	for i, k := range n.ask {
		if k == 0 {
			continue
		}
		on = l.nodes[k].On // of Clone, the clone
		l.cursor.f, l.cursor.node = f, k
		f.vals[k] = l.do(on, asked[i], 0, "")
		f.stamp[k] = f.now
		if on > 0 && l.compare(f, k) {
			return on, false
		}
	}
	return on, true
}

// judgeKeys requires that the key and the key from scratch at a node differ by old: by what they
// differed before the step, when they were was. It returns false if nothing may be compared from
// there on.
func (l *live) judgeKeys(
	f *frame, at int, on uint8, was [2]zobrist.Key, old zobrist.Key,
) (goesOn bool) {
	n := &l.nodes[at]
	now, want := f.vals[n.ask[0]], f.vals[n.ask[1]]
	var broken *Break // nil if the keys are as they should be
	if now.Key^want.Key != old {
		broken = l.wrongKeys(f, at, on)
		if broken.Law == "recompute" {
			broken.was = was
			broken.Old = old
		}
		l.fail(broken)
	}
	isMove := at > 0 && n.before == 0 // from the place
	if l.counts != nil && isMove {
		l.counts(f.steps[at], was[1]^want.Key, broken)
	}
	if broken == nil || !l.wrong(f, at) {
		return true
	}
	for _, k := range n.ask {
		f.stamp[k] = 0 // no law compares it
	}
	return false
}

// wrongKeys is the law that the two keys at a node break. If a second Recompute gives another key
// than the first, that is what is wrong: "reads".
func (l *live) wrongKeys(f *frame, at int, on uint8) *Break {
	n := &l.nodes[at]
	now, want := f.vals[n.ask[0]], f.vals[n.ask[1]]
	base := l.trail(f, at)
	read := Step{On: on, Call: Recompute}
	b := unlike("recompute", base, nil, read, now, want, -1)
	b.Got[0].Call = Key
	second := l.do(on, Recompute, 0, "")
	if second != want {
		return unlike("reads", base, Script{read}, read, second, want, -1)
	}
	return b
}

// keyAt is what a node was asked: its key (0), or its key from scratch (1).
func (l *live) keyAt(f *frame, at, i int) zobrist.Key { return f.vals[l.nodes[at].ask[i]].Key }

// oldDifference returns by how much the key was wrong already before the step to a node.
// was are the two keys there. Only the change of the difference belongs to the step.
func (l *live) oldDifference(f *frame, at int, was [2]zobrist.Key) zobrist.Key {
	switch {
	case !l.collects || !l.has(Recompute):
		return 0
	case at > 0:
		return was[0] ^ was[1]
	}
	return f.old
}

// checkRoutes compares a position with those visited before. It records a position of game 0.
func (l *live) checkRoutes(f *frame, at int, on uint8) {
	now := l.value(f, at)
	var law string
	var before *firstVisit
	if on == 0 {
		law, before = l.visit(now.Text, now.Key, l.start, l.line)
	} else {
		law, before = l.contradicts(now.Text, now.Key)
	}
	if law != "" && l.has(Recompute) {
		was := Value{Key: before.key, Text: before.text}
		b := unlike(law, l.trail(f, at), nil, Step{On: on, Call: Key}, now, was, -1)
		b.Want = nil
		b.Other = l.lineTo(before.node).then(Step{Call: Key})
		b.node = before.node
		l.fail(b)
	}
}

// A state is the values of a place, to which the game must return.
type state struct {
	Value
	at int // of the log
}

// arrive begins a new visit of the present place, and asks there.
func (l *live) arrive(f *frame) state {
	ask := l.nodes[0].ask
	f.old = f.differ
	if len(l.line) != f.base+1 { // what was asked last was not asked one move before
		f.vals[ask[0]] = Value{}
		f.vals[ask[1]] = Value{}
	}
	if len(l.line) == 0 {
		f.old = 0
	}
	l.cursor.stamp++
	f.base = len(l.line)
	f.at = l.cut + len(l.log)
	f.root = l.cursor.stamp
	f.now = l.cursor.stamp
	f.count = 0
	f.names = f.names[:0]
	l.sample.mask = 0
	l.point(f, 0)
	return state{Value: l.value(f, 0), at: f.at}
}

// step makes a move for good, unless the game refuses it.
func (l *live) step(st Step) bool {
	l.cursor.node = 0
	l.push(st)
	if l.do(0, st.Call, st.Arg, st.Text).No {
		l.line = l.line[:len(l.line)-1]
		return false
	}
	l.Calls[st.Call]++
	return true
}

// back takes moves back down to a place, and compares it with what it was. top is the
// line before any was taken back.
func (l *live) back(top Script, to int, want state) {
	l.cursor.node = 0
	l.Undone += len(l.line) - to
	for len(l.line) > to {
		last := last(l.line)
		l.line = l.line[:len(l.line)-1]
		back := last.Call.undo()
		if l.has(back) {
			l.ask(back)
			continue
		}
		// What has no undo is taken back by playing the line again, all such moves at once.
		isLast := len(l.line) == to || l.has(l.line[len(l.line)-1].Call.undo())
		if isLast {
			l.setUp()
		}
	}
	l.restored("undo", want, func() (base, script Script) { return l.base(to), top[to:].undone() })
	if !l.cursor.spoilt {
		l.sameNames(l.ask(Names), top[to:], want.at)
	}
	l.restore()
}

// restored checks that a place is what it was, after a script that should change nothing there.
func (l *live) restored(law string, want state, line func() (base, script Script)) {
	for _, c := range []Call{Key, Text} {
		was := Value{Key: want.Key}
		if c == Text {
			was = Value{Text: want.Text}
		}
		if !l.has(c) {
			continue
		}
		if now := l.ask(c); now != was {
			base, script := line()
			l.fail(unlike(law, base, script, Step{Call: c}, now, was, want.at))
			if l.collects { // a wrong text is of the same event
				return
			}
		}
	}
}

// undone returns the moves, and what takes them back.
func (s Script) undone() Script {
	all := slices.Clone(s)
	for _, st := range slices.Backward(s) {
		all = append(all, Step{Call: st.Call.undo()})
	}
	return all
}

// over reports whether to stop here.
func (l *live) over() bool {
	enough := l.limits.positions > 0 && l.Positions >= l.limits.positions
	l.late = l.late || enough || l.spent() || l.ended()
	return l.late
}

// spent reports whether the calls that may follow the first broken law are made.
func (l *live) spent() bool { return l.mostCalls > 0 && l.cut+len(l.log) > l.mostCalls }

// at calls f, which plays from a starting position. It returns the law that breaks. A game that
// stands there is played on, because some bugs show only after many moves of one game. It is set
// up anew if another game may have ended it, if a law was broken, or for a caller's onBreak.
func (l *live) at(start int, f func()) *Break {
	return l.run(func() {
		stands := start == l.start && len(l.line) == 0 && !l.broke
		isFound := l.onBreak == nil || l.collects
		if l.alone || !stands || !isFound {
			l.start = start
			l.line = l.line[:0]
			if !l.setUp() {
				return
			}
		}
		f()
	})
}

// A frame has the values of the tree's nodes at one place.
type frame struct {
	base  int // moves of the line to the place
	at    int // calls to the place
	steps []Step
	vals  []Value
	stamp []uint32
	root  uint32 // the stamp of nodes that do not depend on the move tried
	now   uint32
	names []string // of the moves, if they have names
	count int
	move  int32 // that is tried
	// by how much the key of the place is wrong, and that of the place one move before
	differ, old zobrist.Key
	then        func(move int32) // called after each move tried
}

// frame returns a frame that is in use nowhere else: the walk has one for each ply.
func (l *live) frame(depth int) *frame {
	for depth >= len(l.frames) {
		n := len(l.nodes)
		f := &frame{vals: make([]Value, n), steps: make([]Step, n), stamp: make([]uint32, n)}
		for i, n := range l.nodes {
			f.steps[i] = Step{On: n.On, Call: n.Call}
		}
		l.frames = append(l.frames, f)
	}
	return l.frames[depth]
}

// base is the script to the place after the first n moves, and steps are these moves.
func (l *live) base(n int) Script { return append(begin(l.starts[l.start]), l.steps(n)...) }

func (l *live) steps(n int) (s Script) {
	for _, p := range l.line[:n] {
		s = append(s, p.Step)
	}
	return s
}

// trail is the script to a node.
func (l *live) trail(f *frame, at int) Script {
	var s Script
	for ; at > 0; at = l.nodes[at].parent {
		s = append(s, f.steps[at])
	}
	slices.Reverse(s)
	return append(l.base(f.base), s...)
}

// bind returns the step of a node, with its variable bound to a move if there is one.
func (l *live) bind(f *frame, at int) (st Step, ok bool) {
	n := &l.nodes[at]
	st = n.Step
	if n.Call == Load {
		up := n
		for up.ask[2] == 0 || up.On > 0 { // to the text of game 0
			up = &l.nodes[up.parent]
		}
		st.Text = f.vals[up.ask[2]].Text
	}
	if n.Arg >= 0 || n.Arg == noMove {
		return st, true
	}
	of := n.parent
	for copies(l.nodes[of].Call) && of > 0 {
		of = l.nodes[of].parent
	}
	copied := of == 0 && n.parent > 0 // a copy of the place
	st.Arg = f.move
	if n.Arg != eachMove {
		count := f.count
		if n.parent > 0 {
			count = int(l.do(n.On, Moves, 0, "").Key)
		}
		if count == 0 {
			return st, false
		}
		st.Arg = int32((int(l.sample.pick) + int(someMove-n.Arg)) % count)
	}
	switch {
	case n.parent == 0 || n.Arg == eachMove:
		st.Text = f.nameOf(int(st.Arg))
	case n.Arg == someMove && copied && len(f.names) > 0: // its moves may have another order
		st.Text = f.names[int(l.sample.pick)%len(f.names)]
		st.Arg = l.find(&l.games[n.On], st)
	default:
		st.Text = l.name(&l.games[n.On], int(st.Arg))
	}
	return st, st.Arg >= 0
}

// copies reports whether a call leads to the same place in another game.
func copies(c Call) bool { return c == Clone || c == Load || c == New }

// nameOf returns the name of a move of the place, or "".
func (f *frame) nameOf(i int) string {
	if i < len(f.names) {
		return f.names[i]
	}
	return ""
}

// allowed reports whether a step can be made here. There are never two null moves in a row.
func (l *live) allowed(st Step) bool {
	if !st.forward() {
		return st.On != untouched || l.games[untouched].Game != nil
	}
	stack := l.games[st.On].stack
	afterNull := len(stack) > 0 && last(stack) == Null
	return len(stack) < l.plies && !(st.Call == Null && afterNull)
}
