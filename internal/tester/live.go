package tester

import (
	"context"
	"fmt"
	"time"

	"github.com/zobrist-go/zobrist"
)

// A live runner stands at a place of a game, runs the laws' tree there, and takes back what
// it made.
type live struct {
	*subject
	*plan
	*record
	limits
	Counts
	line   []placed // the moves made and not taken back
	start  int      // the number of the starting position
	frames []*frame
	cursor struct {
		f     *frame
		node  int // that is executed now, or 0
		stamp uint32
		dirty bool // a broken law has spoilt the game: see mend
	}
	idle    state // of the game in which no move is made
	sample  sample
	later   later
	judge   func(*broken) bool // gets each broken law; if nil or false, the first ends the run
	changed *changed           // if not nil, collects what moves change
}

// later is what is reported only if nothing else is wrong.
type later struct {
	twins *broken // the first two moves with one name
	load  *broken // the first position of a rare text that Load sets up wrongly
	more  string  // says that a loaded position has more moves
}

// limits say where a run stops.
type limits struct {
	deadline  time.Time       // zero: no limit
	ctx       context.Context // nil: no limit
	stop      func() bool     // nil: no limit
	positions int             // stop after this number; 0: no limit
	plies     int             // the length of the longest line, null moves included
	alone     bool            // only one game can exist at a time
	late      bool            // one of the limits is reached
}

// ended reports whether the time is up.
func (l limits) ended() bool {
	return l.ctx != nil && l.ctx.Err() != nil || l.stop != nil && l.stop() || !l.deadline.IsZero() && time.Now().After(l.deadline)
}

// A sample says which laws are checked now.
type sample struct {
	mask    uint64
	salt    uint64 // of the random game: its seed repeats the sample
	pick    uint32 // chooses the move x
	repeats bool   // the game is repeated by its seed: make every check that it may have made
	only    uint64 // if not 0: the laws to check
	walks   bool   // all lines: no laws with a budget
	spent   map[string]*budget
	began   time.Time // the time that counts for budgets
	Checked []int     // comparisons of each pair
}

// A budget counts what a check costs.
type budget struct {
	times int
	calls uint64
	time  time.Duration
}

const (
	// No optional method takes more than about a quarter of the calls and of the time. The
	// first oftenMoves moves get every check, and the first fewTimes of a budget are free.
	oftenMoves  = 1000
	rareShare   = 8 // a law with this share is never checked more often
	fewTimes    = 8
	budgetShare = 4

	mostTried  = 256 // moves that are tried in a position
	mostVisits = 1 << 14
	keptEvery  = 4
)

// A frame has the values of the tree's nodes at one place.
type frame struct {
	base  int // moves of the line to the place
	at    int // calls to the place
	vals  []Value
	args  []int32
	label []string // names of moves that are not tried at the place
	stamp []uint32
	root  uint32 // the stamp of nodes that do not depend on the move tried
	now   uint32
	count int
	names []string
	then  func(move int32) // called after each move tried
}

func (l *live) frame(depth int) *frame {
	for depth >= len(l.frames) {
		n := len(l.nodes)
		l.frames = append(l.frames, &frame{vals: make([]Value, n), args: make([]int32, n), label: make([]string, n), stamp: make([]uint32, n)})
	}
	return l.frames[depth]
}

// base is the script to the place after the first n moves.
func (l *live) base(n int) Script {
	s := begin(l.starts[l.start])
	for _, p := range l.line[:n] {
		s = append(s, p.Step)
	}
	return s
}

// trail is the script to a node.
func (l *live) trail(f *frame, at int) Script {
	var s Script
	for ; at > 0; at = l.nodes[at].parent {
		s = append(Script{l.bound(f, at)}, s...)
	}
	return append(l.base(f.base), s...)
}

// bound is the step of a node as it was made.
func (l *live) bound(f *frame, at int) Step {
	st := l.nodes[at].Step
	st.Arg = f.args[at]
	if n := l.nodes[at]; n.parent == 0 && st.On == 0 && n.Arg < 0 && st.Arg >= 0 && int(st.Arg) < len(f.names) {
		st.Text = f.names[st.Arg]
	} else if st.Call == Make {
		st.Text = f.label[at]
	}
	if st.Call == Load {
		st.Text = f.vals[l.textOf(at)].Text
	}
	return st
}

// textOf returns the node of the text that a Load sets up.
func (l *live) textOf(at int) int {
	for at = l.nodes[at].parent; l.nodes[at].ask[2] == 0 || l.nodes[at].On > 0; {
		at = l.nodes[at].parent
	}
	return l.nodes[at].ask[2]
}

// tries runs the laws for moves of the place, from one of them on. It calls then, if not nil,
// in the position after each.
func (l *live) tries(f *frame, from, n int, then func(move int32)) {
	defer func(was func(int32)) { f.then = was }(f.then)
	f.then = then
	for j := range min(n, f.count) {
		i := (from + j) % f.count
		l.sample.mask = l.chosen(i)
		l.cursor.stamp++
		f.now = l.cursor.stamp
		for _, k := range l.each {
			if l.nodes[k].laws&l.sample.mask != 0 {
				l.exec(f, k, int32(i))
			}
		}
		f.now = f.root
		if l.mend(); l.over() {
			return
		}
	}
}

// look asks for the moves of the place, and makes the checks that only read.
func (l *live) look(f *frame) {
	l.forgetLog()
	h := mix(l.sample.salt + lineHash(l.start, l.line))
	l.sample.pick = uint32(h >> 40)
	l.sample.mask = l.chosen(-1)
	for _, ask := range l.nodes[0].ask {
		for _, k := range l.nodes[ask].kids {
			if ask > 0 && l.nodes[k].laws&l.sample.mask != 0 {
				l.exec(f, k, none)
			}
		}
	}
	for _, k := range l.reads {
		if c := l.nodes[k].Call; c == Names || l.nodes[k].laws&l.sample.mask != 0 && c != Choice {
			if l.exec(f, k, none); l.nodes[k].Call == Names {
				l.named(f, k)
				for _, k := range l.firsts {
					if l.nodes[k].laws&l.sample.mask != 0 {
						l.exec(f, k, l.choose(f, k))
					}
				}
			}
		}
	}
}

// named compares the moves with those of an earlier visit after the same line.
func (l *live) named(f *frame, at int) {
	g := &l.games[0]
	f.count, f.names = g.moves, append(f.names[:0], g.listed...)
	choice := Value{Key: zobrist.Key(f.count)}
	for _, name := range f.names {
		choice.Key += zobrist.Key(hash(name) * hashFactor)
	}
	for _, k := range l.reads {
		if l.nodes[k].Call == Choice {
			f.vals[k], f.stamp[k] = choice, f.root
		}
	}
	if l.later.twins == nil && len(f.names) < mostVisits {
		first := make(map[string]int, len(f.names))
		for i, name := range f.names {
			if j, ok := first[name]; ok {
				l.later.twins = &broken{law: "twins", base: l.base(f.base), says: fmt.Sprintf("moves %d and %d have the same name, %q: the moves of a position need different names", j, i, name)}
				break
			}
			first[name] = i
		}
	}
	line := lineHash(l.start, l.line)
	was, ok := l.visits[line]
	switch {
	case !ok && len(l.visits) < mostVisits:
		l.visits[line] = Value{Key: f.vals[at].Key, Text: fmt.Sprint(f.count)}
	case ok && was.Key != f.vals[at].Key:
		b := &broken{law: "moves", base: l.base(f.base), got: Script{{Call: Names}}, want: Script{{Call: Names}}, a: f.vals[at], b: was, at: -1}
		b.says = "the moves had other names after the same line before"
		if now := fmt.Sprint(f.count); now != was.Text {
			b.says = fmt.Sprintf("Moves() is %s, and was %s after the same moves before", now, was.Text)
		}
		l.fail(b)
	}
	if ask := l.nodes[0].ask[2]; ask > 0 {
		l.sameMoves(f.vals[ask].Text, f.count, choice, l.start, l.line)
	}
}

// asides runs laws that do not depend on each move: before the moves are tried, or after.
func (l *live) asides(f *frame, nodes []int) {
	l.sample.mask = l.chosen(-1)
	for _, k := range nodes {
		n := &l.nodes[k]
		if n.laws&l.sample.mask == 0 || l.over() {
			continue
		}
		law := &l.laws[first(n.laws)]
		b := l.sample.spent[law.Name]
		if b == nil {
			b = &budget{}
			l.sample.spent[law.Name] = b
		}
		if law.Budget && (l.sample.walks || l.tooMuch(b)) {
			continue
		}
		calls, began := l.calls.Load(), time.Time{}
		if law.Budget {
			began = time.Now()
		}
		l.exec(f, k, l.choose(f, k))
		if b.times++; law.Budget {
			b.calls, b.time = b.calls+l.calls.Load()-calls, b.time+time.Since(began)
		}
		l.mend()
	}
}

func first(laws uint64) (bit int) {
	for ; laws>>bit&1 == 0; bit++ {
		continue
	}
	return bit
}

// tooMuch reports whether a check has cost enough. With Config.Games only the calls count.
func (l *live) tooMuch(b *budget) bool {
	if l.sample.repeats || b.times < fewTimes {
		return false
	}
	return budgetShare*b.calls > l.calls.Load() || !l.deadline.IsZero() && budgetShare*b.time > time.Since(l.sample.began)
}

// mix is the finalizer of SplitMix64.
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// chosen returns the laws that are checked for a move tried here, or for the place.
func (l *live) chosen(move int) (mask uint64) {
	if l.sample.only > 0 {
		return l.sample.only
	}
	h := mix(l.sample.salt + lineHash(l.start, l.line) + uint64(move)*hashFactor)
	for i := range l.laws {
		law := &l.laws[i]
		often := law.Share == 0 || !law.Budget && law.Share < rareShare && l.Made < oftenMoves
		if law.Budget {
			b := l.sample.spent[law.Name]
			often = b == nil || b.times < fewTimes
		}
		if !law.Rare && (often || mix(h+uint64(len(law.Name)*64+law.Share))%uint64(law.Share) == 0) {
			mask |= 1 << i
		}
	}
	return mask
}

// choose returns the argument of a step: for x a move.
func (l *live) choose(f *frame, at int) int32 {
	n := &l.nodes[at]
	if n.Arg != some && n.Arg != other {
		return none
	}
	g := &l.games[n.On]
	count := f.count
	if n.parent > 0 {
		count = int(l.do(n.On, Moves, 0, "").Key)
	}
	if count == 0 {
		return -1
	}
	pick := int(l.sample.pick) % count
	if n.Arg == other {
		pick = (pick + 1) % count
	}
	if n.On > 0 && n.Arg == some && len(f.names) > 0 && (l.nodes[n.parent].Call == Clone || l.nodes[n.parent].Call == Load) {
		f.label[at] = f.names[int(l.sample.pick)%len(f.names)]
		return l.find(g, Step{Arg: int32(pick), Text: f.label[at]})
	}
	if n.parent > 0 {
		f.label[at] = l.name(g, pick)
	}
	return int32(pick)
}

// allowed reports whether a step can be made here. There are never two null moves in a row.
func (l *live) allowed(n *node) bool {
	if !n.forward() {
		return true
	}
	stack := l.games[n.On].stack
	return len(stack) < l.plies && (n.Call != Null || len(stack) == 0 || stack[len(stack)-1] != Null)
}

// exec makes the step of a node and those below it, and takes it back.
func (l *live) exec(f *frame, at int, arg int32) {
	n := &l.nodes[at]
	if arg < 0 && arg != none || l.cursor.dirty || !l.allowed(n) {
		return
	}
	mine := n.On == 0 && n.forward()
	if f.args[at] = max(0, arg); arg == none && n.Call >= verbs {
		f.args[at] = none
	}
	l.cursor.f, l.cursor.node = f, at
	if mine {
		if l.changed != nil && n.Call == Make {
			l.changed.look(l)
		}
		l.push(l.bound(f, at))
	}
	v := l.call1(f, n, at)
	f.vals[at], f.stamp[at] = v, f.now
	if v.No {
		l.refused(f, at, mine)
		return
	}
	switch {
	case n.Call == Clone:
		l.Clones++
	case n.Call == Load:
		l.Loaded++
	case mine && n.Call == Null:
		l.Nulls++
	}
	l.compare(f, at)
	if n.ask[0] > 0 && l.point(f, at) == 0 && n.parent == 0 && n.Arg == each {
		l.sample.mask |= l.chosenRare()
	}
	if mine && n.Call == Make {
		l.tried(f, at)
	}
	l.below(f, n)
	if mine && f.then != nil && n.parent == 0 && n.Call == Make && n.Arg == each && !l.cursor.dirty {
		then, mask, now := f.then, l.sample.mask, f.now
		f.then = nil
		then(arg)
		f.then, l.sample.mask, f.now = then, mask, now
	}
	l.home(f, n, mine)
}

// chosenRare returns the laws that are checked where a word of the text is new.
func (l *live) chosenRare() (mask uint64) {
	if l.sample.only > 0 {
		return 0
	}
	for i, law := range l.laws {
		if !law.Budget && (!law.Rare || l.later.load == nil) {
			mask |= 1 << i
		}
	}
	return mask
}

// call1 makes the call of a node.
func (l *live) call1(f *frame, n *node, at int) Value {
	switch {
	case n.Call == New && l.games[n.On].Game != nil && !l.alone:
		return Value{} // it need not be new
	case n.Call == Load:
		return l.do(n.On, Load, 0, f.vals[l.textOf(at)].Text)
	}
	return l.do(n.On, n.Call, f.args[at], l.bound(f, at).Text)
}

// tried counts a move.
func (l *live) tried(f *frame, at int) {
	l.Made++
	ask := l.nodes[l.nodes[at].parent].ask[0]
	if ask > 0 && f.vals[l.nodes[at].ask[0]].Key != f.vals[ask].Key {
		l.Changes++
	}
	if l.changed != nil {
		l.changed.add(l, f.vals[l.nodes[at].ask[0]].Key^f.vals[ask].Key)
	}
}

// below executes the nodes below one, but for the last, which takes it back.
func (l *live) below(f *frame, n *node) {
	for _, k := range n.kids {
		c := &l.nodes[k]
		switch {
		case k == n.wayBack || c.laws&l.sample.mask == 0:
		case n.asks(k):
			for _, kk := range c.kids {
				if l.nodes[kk].laws&l.sample.mask != 0 {
					l.exec(f, kk, none)
				}
			}
		case c.Arg == each && c.Call.reads():
			l.exec(f, k, f.args[c.parent])
		default:
			l.exec(f, k, l.choose(f, k))
		}
	}
	if n.Call == New && l.alone {
		l.resume(f)
	}
}

// home takes a step back.
func (l *live) home(f *frame, n *node, mine bool) {
	if !n.forward() {
		return
	}
	here := len(l.line)
	defer func() {
		if mine {
			l.line = l.line[:here-1]
		}
	}()
	switch {
	case l.cursor.dirty:
	case n.wayBack > 0 && l.nodes[n.wayBack].laws&l.sample.mask != 0:
		if mine { // moves below it are made from here
			l.line = l.line[:here-1]
		}
		l.exec(f, n.wayBack, none)
	case n.On > 0 && l.can>>Unmake&1 == 0:
		l.cursor.node = 0
		l.makeAgain(f, n)
	default:
		l.cursor.node = 0
		l.undo(n.On, n.Call, f)
	}
}

// makeAgain sets another game up again, which cannot take its last step back: it is loaded again,
// or cloned again if game 0 has not moved since.
func (l *live) makeAgain(f *frame, n *node) {
	var steps []int
	moved := false // game 0
	for at := n.parent; at > 0; at = l.nodes[at].parent {
		switch m := &l.nodes[at]; {
		case m.Call == Load && m.On == n.On:
			l.do(n.On, Load, 0, f.vals[l.textOf(at)].Text)
			for i := len(steps) - 1; i >= 0; i-- {
				st := l.nodes[steps[i]].Step
				l.do(n.On, st.Call, f.args[steps[i]], "")
			}
			return
		case m.Call == Clone && n.On == 1:
			if len(steps) == 0 && !moved {
				l.do(0, Clone, 0, "")
			}
			return
		case m.forward() && m.On == n.On:
			steps = append(steps, at)
		case m.forward():
			moved = true
		}
	}
}

// undo takes back the last step of a game. A game that cannot is set up again.
func (l *live) undo(on uint8, call Call, f *frame) {
	if l.can>>Unmake&1 > 0 || call == Null {
		l.do(on, call.undo(), 0, "")
		return
	}
	if on == 0 && f != nil {
		l.setUp(len(l.line) - 1)
	}
}

// setUp plays the first n moves of the line again: from the start, in a new game.
func (l *live) setUp(n int) {
	l.do(0, New, 0, "")
	if from := l.starts[l.start]; from != "" {
		l.do(0, Load, 0, from)
	}
	for _, p := range l.line[:n] {
		l.do(0, Moves, 0, "")
		l.do(0, p.Call, p.Arg, "")
	}
}

// resume plays the line again after another game has ended this one, or after a broken law has
// spoilt it.
func (l *live) resume(f *frame) {
	if l.setUp(len(l.line)); f == nil || len(l.line) != f.base {
		return
	}
	for i, c := range []Call{Key, 0, Text} {
		k := l.nodes[0].ask[i]
		if c == 0 || k == 0 {
			continue
		}
		if v := l.do(0, c, 0, ""); v != f.vals[k] {
			l.fail(&broken{law: "again", base: l.base(f.base), got: Script{{Call: c}}, want: Script{{Call: c}}, a: v, b: f.vals[k], at: -1,
				says: "Load, in a new game with the same moves after it,"})
		}
	}
}

// mend plays the line again if a broken law has spoilt the game, and the judge wants to go on.
func (l *live) mend() {
	if l.cursor.dirty {
		l.cursor.dirty = false
		l.resume(nil)
	}
}

// push adds a step to the line.
func (l *live) push(st Step) {
	h := lineHash(l.start, l.line)
	l.line = append(l.line, placed{Step: st, hash: mix(h*hashFactor + uint64(st.Call)<<32 + uint64(st.Arg) + 1)})
}

// refused looks at a step that the game did not make: a null move, a Load, a Try.
func (l *live) refused(f *frame, at int, mine bool) {
	if mine {
		l.line = l.line[:len(l.line)-1]
	}
	switch n := &l.nodes[at]; {
	case n.Call == Load:
		l.fail(&broken{law: "load", base: l.trail(f, n.parent), got: Script{l.bound(f, at)}, a: f.vals[at], rare: n.laws&^l.rare == 0})
	case n.Call == Try:
		l.fail(&broken{law: "Try", base: l.trail(f, n.parent), got: Script{l.bound(f, at)}, a: f.vals[at]})
	case mine:
		l.unchanged(f, n.parent, l.bound(f, at))
	}
}

// unchanged checks that a null move that the game refused changed nothing.
func (l *live) unchanged(f *frame, at int, null Step) {
	for i, c := range []Call{Key, Recompute, Text} {
		if k := l.nodes[at].ask[i]; k > 0 && c != Recompute {
			if v := l.do(0, c, 0, ""); v != f.vals[k] {
				l.fail(&broken{law: "refused", base: l.trail(f, at), got: Script{null, {Call: c}}, want: Script{{Call: c}}, a: v, b: f.vals[k]})
			}
		}
	}
}

// compare makes the checks that a node completes. If several laws end there, the one with the
// most steps is broken: all of these were made.
func (l *live) compare(f *frame, at int) (ok bool) {
	n := &l.nodes[at]
	wrong := -1
	for _, c := range n.checks {
		p := &l.pairs[c.pair]
		if l.sample.mask>>p.law&1 == 0 || f.stamp[c.other] != f.now && f.stamp[c.other] != f.root {
			continue
		}
		if n.parent > 0 && l.nodes[n.parent].back() {
			l.Undone++
		}
		l.sample.Checked[c.pair]++
		if f.vals[at] != f.vals[c.other] && !(n.Call == Choice && n.On == spare && l.hasAll(f)) && (wrong < 0 || p.steps() > l.pairs[wrong].steps()) {
			wrong = c.pair
		}
	}
	if wrong >= 0 {
		l.unequal(f, wrong)
	}
	return wrong < 0
}

// hasAll reports whether a loaded position has the moves of the game, and perhaps others: the
// rules may forbid repetitions, of which a text knows nothing.
func (l *live) hasAll(f *frame) bool {
	g := &l.games[spare]
	has := make(map[string]bool, len(g.listed))
	for _, name := range g.listed {
		has[name] = true
	}
	for _, name := range f.names {
		if !has[name] {
			return false
		}
	}
	if l.later.more == "" && g.moves > f.count {
		l.later.more = fmt.Sprintf("\na loaded position has %d moves, but the game has %d %s: Position may lack something (or the rules forbid repetitions)", g.moves, f.count, l.base(f.base).where())
	}
	return g.moves >= f.count
}

// unequal reports a broken pair.
func (l *live) unequal(f *frame, i int) {
	p := &l.pairs[i]
	b := &broken{law: p.Name, base: l.base(f.base), at: f.at, rare: p.Rare}
	for side, s := range p.sides {
		bound := make(Script, len(s))
		for j, at := range p.paths[side] {
			bound[j] = l.bound(f, at)
			bound[j].On, bound[j].Call = s[j].On, s[j].Call
		}
		if side == 0 {
			b.got, b.a = bound, f.vals[last(p.paths[0])]
		} else {
			b.want, b.b = bound, f.vals[last(p.paths[1])]
		}
	}
	if end := b.got[len(b.got)-1]; end.Call == Names || end.Call == Choice {
		b.says = differentMoves(l.games[end.On].listed, f.names, l.games[end.On].moves, f.count)
	}
	l.fail(b)
}

// point asks for the key, the key from scratch and the text, which must fit all met before. It
// returns how often the rarest word of the text was met.
func (l *live) point(f *frame, at int) (rarest int) {
	l.Positions++
	n := &l.nodes[at]
	on := n.On
	for i, k := range n.ask {
		if k == 0 {
			continue
		}
		on = l.nodes[k].On
		l.cursor.f, l.cursor.node = f, k
		f.vals[k] = l.do(on, Key+Call(i), 0, "")
		f.stamp[k], f.args[k] = f.now, 0
		if on > 0 && !l.compare(f, k) {
			return 1
		}
	}
	now, want := f.vals[n.ask[0]], f.vals[n.ask[1]]
	if now.Key != want.Key && n.ask[1] > 0 {
		b := &broken{law: "recompute", base: l.trail(f, at), got: Script{{On: on, Call: Key}}, want: Script{{On: on, Call: Recompute}}, a: now, b: want, at: -1}
		if again := l.do(on, Recompute, 0, ""); again != want {
			b = &broken{law: "reads", base: b.base, got: Script{b.want[0], b.want[0]}, want: b.want, a: again, b: want, at: -1}
		}
		if at > 0 && n.parent == 0 {
			b.before = f.vals[l.nodes[0].ask[0]].Key
		}
		l.fail(b)
	}
	if rarest = 1; n.ask[2] > 0 && !l.cursor.dirty {
		rarest = l.met(f, at, on)
	}
	for _, k := range n.ask {
		if k > 0 && on == 0 && !l.cursor.dirty {
			l.compare(f, k)
		}
	}
	return rarest
}

// met compares a position with those met before, and records it if it is one of game 0.
func (l *live) met(f *frame, at int, on uint8) (rarest int) {
	n := &l.nodes[at]
	now := Value{Key: f.vals[n.ask[0]].Key, Text: f.vals[n.ask[2]].Text}
	var law string
	var before *met
	if rarest = 1; on == 0 {
		law, before, rarest = l.visit(now.Text, now.Key, l.start, l.line)
	} else {
		law, before = l.contradicts(now.Text, now.Key)
	}
	if law != "" && !l.games[0].judged {
		l.fail(&broken{law: law, base: l.trail(f, at), got: Script{{On: on, Call: Key}}, other: l.way(before.node).then(Step{Call: Key}),
			a: now, b: Value{Key: before.key, Text: before.text}, node: before.node, at: -1})
	}
	return rarest
}

// A state is the values of a place, to which the game must return.
type state struct {
	key   zobrist.Key
	text  string
	names Value // zero if they were not listed
	list  []string
	at    int // of the log
}

func (a state) equals(b state) bool { return a.key == b.key && a.text == b.text }

// arrive asks at the present place.
func (l *live) arrive(f *frame) state {
	l.cursor.stamp++
	f.base, f.at, f.root, f.now, f.count = len(l.line), l.cut+len(l.log), l.cursor.stamp, l.cursor.stamp, 0
	f.names = f.names[:0]
	l.sample.mask = 0
	f.args[0] = none
	l.point(f, 0)
	if l.games[kept].Game != nil && mix(l.sample.salt+lineHash(l.start, l.line))%keptEvery == 0 {
		l.lookAtKept()
	}
	ask := l.nodes[0].ask
	return state{key: f.vals[ask[0]].Key, text: f.vals[ask[2]].Text, at: f.at}
}

// inherit is arrive after a move that was tried at another place, whose values are known.
func (l *live) inherit(f, from *frame) {
	l.cursor.stamp++
	f.base, f.at, f.root, f.now, f.count, f.names = len(l.line), l.cut+len(l.log), l.cursor.stamp, l.cursor.stamp, 0, f.names[:0]
	for i, k := range l.nodes[l.made()].ask {
		if to := l.nodes[0].ask[i]; to > 0 {
			f.vals[to], f.stamp[to] = from.vals[k], f.root
		}
	}
}

// keep makes a game that must stay as it is.
func (l *live) keep() {
	if !l.alone {
		l.do(kept, New, 0, "")
		l.idle = l.ask(kept)
	}
}

// ask returns the state of a game, without comparing it.
func (l *live) ask(on uint8) (s state) {
	s.key = l.do(on, Key, 0, "").Key
	if l.can>>Text&1 > 0 {
		s.text = l.do(on, Text, 0, "").Text
	}
	return s
}

// lookAtKept checks that the game in which nothing happens has not changed.
func (l *live) lookAtKept() {
	if l.games[kept].Game == nil {
		return
	}
	now := l.ask(kept)
	if now.equals(l.idle) {
		l.Apart++
		return
	}
	b := &broken{law: "apart", base: Script{{On: kept}}, got: l.base(len(l.line)), at: -1}
	end := Step{On: kept, Call: Key}
	if b.a, b.b = (Value{Key: now.key}), (Value{Key: l.idle.key}); now.key == l.idle.key {
		b.a, b.b, end.Call = Value{Text: now.text}, Value{Text: l.idle.text}, Text
	}
	b.got, b.want = append(b.got, end), Script{end}
	l.fail(b)
}

// step makes a move for good, unless the game refuses it.
func (l *live) step(st Step) bool {
	l.cursor.node = 0
	l.push(st)
	if l.do(0, st.Call, st.Arg, "").No {
		l.line = l.line[:len(l.line)-1]
		return false
	}
	if st.Call == Null {
		l.Nulls++
	}
	return true
}

// back takes moves back down to a place, and compares the place with what it was. top is the
// line before any was taken back, and made the script that made it.
func (l *live) back(top []placed, to int, want state) {
	l.cursor.node = 0
	taken := 0
	for i := len(l.line) - 1; i >= to; i-- {
		l.undo(0, l.line[i].Call, l.frame(0))
		l.line = l.line[:i]
		taken++
	}
	look := func(c Call, w Value) {
		v := l.do(0, c, 0, "")
		if v == w {
			return
		}
		b := &broken{law: "undo", base: l.base(to), want: Script{{Call: c}}, a: v, b: w, at: want.at}
		for _, p := range top[to:] {
			b.got = append(b.got, p.Step)
		}
		for i := len(top) - 1; i >= to; i-- {
			b.got = append(b.got, Step{Call: top[i].Call.undo()})
		}
		b.got = append(b.got, Step{Call: c})
		if c == Names {
			b.law, b.says = "moves", differentMoves(l.games[0].listed, want.list, l.games[0].moves, len(want.list))
		}
		l.fail(b)
	}
	look(Key, Value{Key: want.key})
	if l.nodes[0].ask[2] > 0 {
		look(Text, Value{Text: want.text})
	}
	if want.names != (Value{}) {
		look(Names, want.names)
	}
	l.Undone += taken
}

// over reports whether to stop here.
func (l *live) over() bool {
	l.late = l.late || l.limits.positions > 0 && l.Positions >= l.limits.positions || l.ended()
	return l.late
}
