package kit

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
	for _, how := range []manner{asking, plain} {
		scripts := f.scripts
		if f.kind == route || f.kind == collision {
			scripts = scripts[:1]
		}
		for _, script := range scripts {
			if g := r.again(f, script, f.other, how); g != nil {
				return g, how
			}
		}
	}
	return nil, asking
}

// again plays a line, and the other line of a route or collision. It returns the
// failure if it is like f, else nil.
func (r *replayer) again(f *failure, line, other []move, how manner) *failure {
	var g *failure
	switch {
	case f.kind == route || f.kind == collision:
		g = r.replayBoth(f, line, other, how)
	case how == plain:
		g = r.replayPlain(f, line)
	default:
		g = r.replay(f, line)
	}
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
	match  []int
	gone   map[int]bool
	played []move
}

func (r *replayer) follower(from string, line []move) *follower {
	p := r.fresh(from)
	if p == nil {
		return nil
	}
	c := newChecker(p, nil, r.limits)
	c.fresh = r.fresh
	return &follower{checker: c, match: matches(line), gone: map[int]bool{}}
}

// next returns the move to play for m, which is line[at]. It returns false if the
// move cannot be played.
func (f *follower) next(at int, m move) (move, bool) {
	switch {
	case m.isUndo():
		ok := len(f.line) > 0 && !f.gone[f.match[at]]
		return m, ok
	case m.isNull():
		if f.mayPass(1) {
			return m, true
		}
	case len(f.line) < f.plies:
		if i := f.find(m, f.Moves()); i >= 0 {
			if m.name == "" {
				m.name = f.MoveString(i)
			}
			return move{index: i, name: m.name}, true
		}
	}
	f.gone[at] = true
	return m, false
}

// step makes or takes back a move.
func (f *follower) step(at int, m move) {
	f.played = append(f.played, m)
	if m.isUndo() {
		f.Unmake()
	} else if !f.make(m) {
		f.skip(at)
	}
}

// run plays a line. It calls before for each move, also if the move cannot be played (ok is
// false), and after for each move played. It stops if before returns false or the time is up.
func (f *follower) run(line []move, before func(at int, m move, ok bool) bool, after func()) (whole bool) {
	for at, m := range line {
		m, ok := f.next(at, m)
		if f.ended() || before != nil && !before(at, m, ok) {
			return false
		}
		if !ok {
			continue
		}
		if f.step(at, m); after != nil {
			after()
		}
	}
	return true
}

// skip leaves out a null move that the game has refused.
func (f *follower) skip(at int) {
	f.gone[at] = true
	f.played = f.played[:len(f.played)-1]
}

// replay plays a line. After each move it makes the checks that may show a failure
// like f.
func (r *replayer) replay(f *failure, line []move) *failure {
	p := r.follower(f.from, line)
	if p == nil {
		return nil
	}
	if f.kind == shared {
		p.leaveAlone(r.fresh(""))
	}
	fail := p.contain(func() {
		states := []state{p.look(f)}
		for at, m := range line {
			m, ok := p.next(at, m)
			if !ok {
				continue
			}
			if r.ended() {
				return
			}
			now := states[len(states)-1]
			p.played = append(p.played, m)
			switch {
			case m.isUndo():
				states = states[:len(states)-1]
				before := states[len(states)-1]
				p.takeBack(before)
				if (f.kind == moves || f.kind == order) && before.names != nil {
					p.sameMoves(before.names)
				}
				continue
			case m.isNull():
				if now, ok = p.playNull(now); !ok {
					p.skip(at)
					continue
				}
			default:
				now = p.play(m.index, m.name, now)
			}
			states = append(states, p.lookOn(f, now))
		}
		if f.kind == panics && f.call != "Make" && f.call != "Unmake" {
			p.callAll(f)
		}
	})
	return p.finish(fail)
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

// look checks the position at the start, and lookOn one after a move.
func (f *follower) look(what *failure) state { return f.lookOn(what, f.here()) }

func (f *follower) lookOn(what *failure, now state) state {
	switch what.kind {
	case moves, order, changes:
		now.names = f.list(now)
		if f.after != nil && method(what.call) == "After" {
			for i := range min(len(now.names), mostTried) {
				f.After(i)
				f.unchanged("After("+now.names[i]+")", now)
			}
		}
	case cloned:
		if f.clones != nil {
			f.checkClone(now, func(int) int { return 0 })
		}
	case loaded:
		if f.loads != nil {
			f.checkLoad(now, func(int) int { return 0 })
		}
	case shared:
		f.lookAtIdle()
	}
	return now
}

// callAll calls the methods that may have panicked, with each move.
func (f *follower) callAll(what *failure) {
	n := f.Moves()
	for i := range min(n, mostTried) {
		if f.names != nil {
			f.MoveString(i)
		}
		if f.after != nil {
			f.After(i)
		}
	}
	if f.null != nil && f.mayPass(1) && f.Null() {
		f.Unmake()
	}
}

// replayPlain plays a line and checks only its end.
func (r *replayer) replayPlain(f *failure, line []move) *failure {
	p := r.follower(f.from, line)
	if p == nil {
		return nil
	}
	last := len(line) - 1
	asked := last // read the state of the game before this move
	if last >= 0 && line[last].isUndo() {
		asked = p.match[last]
	}
	fail := p.contain(func() {
		var before state
		var told bool
		if !p.run(line, func(at int, m move, ok bool) bool {
			if at == asked && (f.kind == unmade || f.kind == after) {
				before = state{key: p.Key(), position: p.Position()}
			}
			if ok && f.kind == after && at == last && p.after != nil {
				before.key, told = p.After(m.index), true
			}
			return ok || at != last || f.kind == recomputed
		}, nil) {
			return
		}
		switch {
		case f.kind == recomputed:
			if key, want := p.Key(), p.Recompute(); key != want {
				fail := p.failure(recomputed).keys(key, want)
				fail.before = f.before
				panic(fail)
			}
		case f.kind == unmade && asked >= 0:
			p.restored(before, line[asked])
		case f.kind == after && told:
			if key := p.Key(); key != before.key {
				panic(p.failure(after).keys(before.key, key))
			}
		case f.kind == panics && f.call != "Make" && f.call != "Unmake":
			p.callAll(f)
		}
	})
	return p.finish(fail)
}

// replayBoth plays two lines, and returns a failure if their ends disagree.
func (r *replayer) replayBoth(f *failure, line, other []move, how manner) *failure {
	a := r.end(f.from, line, how)
	if a == nil {
		return nil
	}
	b := r.end(f.otherFrom, other, how)
	if b == nil || a.state.key == b.state.key && a.state.position == b.state.position ||
		a.state.key != b.state.key && a.state.position != b.state.position {
		return nil
	}
	fail := a.failure(collision)
	if a.state.position == b.state.position {
		fail.kind = route
	}
	fail.line, fail.other, fail.otherFrom = a.played, b.played, f.otherFrom
	return fail.keys(a.state.key, b.state.key).ends(a.state.position, b.state.position)
}

// An ending is the end of a line.
type ending struct {
	*follower
	state state
}

// end plays a line. It returns nil if a method fails or the time is up.
func (r *replayer) end(from string, line []move, how manner) *ending {
	p := r.follower(from, line)
	if p == nil {
		return nil
	}
	var e *ending
	if p.contain(func() {
		if p.run(line, nil, func() {
			if how == asking {
				p.Key()
			}
		}) {
			e = &ending{p, state{key: p.Key(), position: p.Position()}}
		}
	}) != nil {
		return nil
	}
	return e
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
