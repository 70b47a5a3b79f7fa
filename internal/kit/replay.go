package kit

import "slices"

// A manner is a way to replay a line.
type manner int

const (
	asking manner = iota // check the game after each move
	plain                // check only the end of the line
)

// A replayer plays lines on new games.
type replayer struct {
	fresh func(from string) *player // at a position; returns nil if it cannot
	limits
}

// reproduce plays the lines that may show a failure. It returns the failure on the
// first line that shows it, and the manner, or nil.
func (r *replayer) reproduce(f *failure) (*failure, manner) {
	scripts := f.scripts
	if f.ofTwo() {
		scripts = scripts[:1]
	}
	for _, how := range []manner{asking, plain} {
		for _, script := range scripts {
			if g := r.again(f, script, f.other, how); g != nil {
				return g, how
			}
		}
	}
	return nil, asking
}

// again plays the other line of a route or collision, and a line. It returns the failure
// if it is like f, else nil.
func (r *replayer) again(f *failure, line, other []move, how manner) *failure {
	var s *seen
	if f.ofTwo() {
		s = newSeen(f.otherFrom, f.from)
		if r.replay(f, f.otherFrom, other, how, s) != nil {
			return nil
		}
	}
	g := r.replay(f, f.from, line, how, s)
	if g == nil || !g.like(f) {
		return nil
	}
	g.scripts = [][]move{g.line}
	return g
}

// A follower plays a line and records the moves it played. It leaves out moves that
// cannot be played, and their undos.
type follower struct {
	*checker
	made   []bool // whether each move of the line that is not yet taken back was played
	played []move
}

// follower returns one at a position, or nil. It compares positions with those of s, if
// that is not nil.
func (r *replayer) follower(from string, s *seen) *follower {
	p := r.fresh(from)
	if p == nil {
		return nil
	}
	if s != nil {
		p.start = slices.Index(s.starts, from)
	}
	c := newChecker(p, s, r.limits)
	c.fresh = r.fresh
	return &follower{checker: c}
}

// next returns the move to play for m. It returns false if the move cannot be played.
func (f *follower) next(m move) (_ move, ok bool) {
	switch {
	case m.isUndo():
		if last := len(f.made) - 1; last >= 0 {
			ok, f.made = f.made[last], f.made[:last]
		}
		return m, ok
	case m.isNull():
		ok = f.mayPass(1)
	case len(f.line) < f.plies:
		var i int
		if i = f.find(m, f.Moves()); i >= 0 {
			if ok = true; m.name == "" {
				m.name = f.MoveString(i)
			}
			m = move{index: i, name: m.name}
		}
	}
	f.made = append(f.made, ok)
	return m, ok
}

// run plays a line. It calls do with each move that can be played. do makes it or takes it
// back, and returns false if the game refuses the null move. run returns false if the time
// is up.
func (f *follower) run(line []move, do func(at int, m move) bool) (whole bool) {
	for at, m := range line {
		m, ok := f.next(m)
		if f.ended() {
			return false
		}
		if !ok {
			continue
		}
		if f.played = append(f.played, m); !do(at, m) {
			f.made[len(f.made)-1], f.played = false, f.played[:len(f.played)-1]
		}
	}
	return true
}

// step makes or takes back a move, and checks nothing.
func (f *follower) step(m move) bool {
	if m.isUndo() {
		f.Unmake()
		return true
	}
	return f.make(m)
}

// replay plays a line and makes the checks that may show a failure like f.
func (r *replayer) replay(f *failure, from string, line []move, how manner, s *seen) *failure {
	p := r.follower(from, s)
	if p == nil {
		return nil
	}
	if f.kind == shared {
		p.leaveAlone(r.fresh(""))
	}
	return p.finish(p.contain(func() {
		check := p.runAsking
		if how == plain {
			check = p.runPlain
		}
		if check(f, line) && f.kind == panics && f.call != "Make" && f.call != "Unmake" {
			p.callAll()
		}
	}))
}

// runAsking plays a line, with checks after each move.
func (f *follower) runAsking(what *failure, line []move) (whole bool) {
	states := []state{f.look(what, f.here())}
	return f.run(line, func(_ int, m move) (ok bool) {
		last := len(states) - 1
		now := states[last]
		switch {
		case m.isUndo():
			states = states[:last]
			before := states[last-1]
			f.takeBack(before)
			if (what.kind == moves || what.kind == order) && before.names != nil {
				f.sameMoves(before.names)
			}
			return true
		case m.isNull():
			if now, ok = f.playNull(now); !ok {
				return false
			}
		default:
			now = f.play(m.index, m.name, now)
		}
		states = append(states, f.look(what, now))
		return true
	})
}

// runPlain plays a line, and checks only its end.
func (f *follower) runPlain(what *failure, line []move) (whole bool) {
	last := len(line) - 1
	asked := last // read the state of the game before this move
	if last >= 0 && line[last].isUndo() {
		asked = matches(line)[last]
	}
	var before state
	ended := false
	whole = f.run(line, func(at int, m move) bool {
		if at == asked && (what.kind == unmade || what.kind == after) {
			before = state{key: f.Key(), position: f.Position()}
		}
		if ended = at == last; ended && what.kind == after {
			f.play(m.index, m.name, before)
			return true
		}
		return f.step(m)
	})
	switch {
	case whole && (what.kind == recomputed || what.ofTwo()):
		f.before = what.before
		f.here()
	case whole && what.kind == unmade && ended && asked >= 0 && line[last].isUndo():
		f.restored(before, line[asked])
	}
	return whole
}

// finish sets the line of a failure to the moves that were played.
func (f *follower) finish(fail *failure) *failure {
	if fail == nil || fail.from != f.from {
		return nil // a failure of a copy
	}
	line := f.played
	if fail.kind != unmade {
		for len(standing(line)) > len(fail.line) { // the failing call was before the last move
			line = line[:len(line)-1]
		}
		if more := len(fail.line) - len(standing(line)); more > 0 {
			if last := len(line) - 1; last >= 0 && line[last].isUndo() {
				line = line[:last] // the failing call is this undo
			} else {
				line = append(line, fail.line[len(fail.line)-more:]...)
			}
		}
	}
	fail.line = line
	return fail
}

// look makes the checks of a position that may show a failure like what.
func (f *follower) look(what *failure, now state) state {
	none := func(int) int { return 0 }
	switch {
	case what.kind == moves || what.kind == order || what.kind == changes:
		now.names = f.list(now)
		for i := range min(len(now.names), mostTried) {
			if f.after == nil || method(what.call) != "After" {
				break
			}
			f.After(i)
			f.unchanged("After("+now.names[i]+")", now)
		}
		if method(what.call) == "Null" {
			f.pass(now)
		}
	case what.kind == cloned && f.clones != nil:
		f.checkClone(now, none)
	case what.kind == loaded && f.loads != nil:
		f.checkLoad(now, none)
	case what.kind == shared:
		f.lookAtIdle()
	}
	return now
}

// callAll calls the methods that may have panicked, with each move.
func (f *follower) callAll() {
	for i := range min(f.Moves(), mostTried) {
		if f.names != nil {
			f.MoveString(i)
		}
		if f.after != nil {
			f.After(i)
		}
	}
	if f.mayPass(1) && f.Null() {
		f.Unmake()
	}
}

// find returns the number of a move among the n moves here, or -1. It finds a move
// without a name by its number.
func (c *checker) find(m move, n int) int {
	if m.isNull() {
		return -1
	}
	if c.names == nil || m.name == "" {
		if m.index < n {
			return m.index
		}
		return -1
	}
	for j := range n { // start with the old number, which is usually right
		if i := (m.index + j) % n; c.MoveString(i) == m.name {
			return i
		}
	}
	return -1
}
