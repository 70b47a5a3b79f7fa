package zobristtest

import (
	"math/rand/v2"
	"time"

	"github.com/zobrist-go/zobrist"
)

// shrinkTime is what a shorter line may cost.
const shrinkTime = time.Second

// shrink looks for a shorter line that shows the same kind of failure: it plays
// the line's moves in other orders, leaves moves out, and then tries all lines,
// the short ones first. fresh returns a player at the start of the game, or nil.
// No line is longer than so many plies. It takes no longer than within; when
// that is zero it has the time it needs, and does not try all lines.
func shrink(fail *failure, fresh func() *player, plies int, within time.Duration) *failure {
	if fail.kind == stuck || fail.kind == own {
		return fail
	}
	now := time.Now()
	s := &shrinker{fresh: fresh, best: fail, limits: limits{plies: plies}}
	until := func(fifths time.Duration) {
		if within > 0 {
			s.deadline = now.Add(within * fifths / 5)
		}
	}
	until(2)
	s.reorder()
	until(3)
	s.leaveOut()
	until(5)
	if within > 0 {
		s.walk()
	}
	s.direct()
	return s.best
}

type shrinker struct {
	fresh func() *player
	limits
	best *failure
}

func (s *shrinker) late() bool { return !s.deadline.IsZero() && time.Now().After(s.deadline) }

// keep makes a failure the best when it is of the same kind and shorter.
func (s *shrinker) keep(fail *failure) bool {
	if fail == nil || !fail.like(s.best) || fail.cost() >= s.best.cost() {
		return false
	}
	s.best = fail
	return true
}

// walk tries all lines that are shorter than the best, by length.
func (s *shrinker) walk() {
	for depth := 0; depth < len(s.best.line) && !s.late(); depth++ {
		p := s.fresh()
		if p == nil {
			return
		}
		c := newChecker(p, newSeen(), s.limits)
		fail := c.contain(func() {
			now := c.here()
			c.pass(now)
			c.walk(now, depth)
		})
		if s.keep(fail) {
			return
		}
		if fail != nil {
			return // of another kind, which hides what lies behind it
		}
	}
}

// reorder plays random games, shorter than the best line, in which most moves
// are moves of that line, and the last of it is made as soon as it can be.
func (s *shrinker) reorder() {
	if s.best.other != nil {
		return
	}
	plain, _ := cutNull(s.best)
	if len(plain) == 0 {
		return
	}
	last := plain[len(plain)-1]
	rng := rand.New(zobrist.NewSplitMix64(0))
	for idle := 0; len(s.best.line) > 3 && idle < 2000 && !s.late(); idle++ {
		p := s.fresh()
		if p == nil {
			return
		}
		ours := make(map[string]bool)
		for _, m := range s.best.line {
			ours[m.name] = true
		}
		c := newChecker(p, nil, s.limits)
		if s.keep(c.contain(func() {
			now := c.here()
			c.pass(now)
			states := []state{now}
			for len(c.line) < len(s.best.line)-1 && !c.over() {
				n := c.Moves()
				if n == 0 {
					return
				}
				i := c.find(last, n)
				if i < 0 {
					i = rng.IntN(n)
					if rng.IntN(4) > 0 { // otherwise any move
						i = c.findAny(ours, n, i)
					}
				}
				c.try(i, now, nil)
				s.passAndReply(c, now)
				now = c.play(i, now)
				states = append(states, now)
			}
			s.finish(c, states)
		})) {
			idle = 0
		}
	}
}

// leaveOut tries the line without some of its moves: half of them, a quarter,
// down to single moves, and then two at a time, one of each side perhaps.
func (s *shrinker) leaveOut() {
	for size := max(1, len(s.best.line)/2); size > 0 && !s.late(); {
		shorter := false
		for at := 0; at+size <= len(s.best.line) && !s.late(); {
			if s.without(at, size) {
				shorter = true
			} else {
				at += size
			}
		}
		if !shorter || size > 1 {
			size /= 2
		}
	}
	if s.best.other != nil {
		for at := 0; at < len(s.best.other) && !s.late(); { // loops of the other line
			if !s.keep(s.replayBoth(s.best.line, cutOut(s.best.other, at, 1))) {
				at++
			}
		}
		return
	}
	for i := 0; i < len(s.best.line); i++ {
		for j := i + 1; j < len(s.best.line) && !s.late(); j++ {
			if s.keep(s.replay(cutOut(cutOut(s.best.line, j, 1), i, 1))) {
				i, j = 0, 0
			}
		}
	}
}

// without tries to do without the moves [at, at+size) of the line, and, where
// the other line has the same moves, of that too.
func (s *shrinker) without(at, size int) bool {
	line := cutOut(s.best.line, at, size)
	if s.best.kind != route && s.best.kind != collision {
		return s.keep(s.replay(line))
	}
	if other := s.best.other; at+size <= len(other) {
		common := true
		for i := at; i < at+size; i++ {
			common = common && other[i].name == s.best.line[i].name
		}
		if common && s.keep(s.replayBoth(line, cutOut(other, at, size))) {
			return true
		}
	}
	return s.keep(s.replayBoth(line, s.best.other))
}

func cutOut(line []move, at, size int) []move {
	return append(line[:at:at], line[at+size:]...)
}

// replay checks a line, and returns the failure it leads to. Moves that cannot
// be made where they come are left out as well. After a null move, which it
// tries in every position, comes the move that came after that of the best
// line, if any.
func (s *shrinker) replay(line []move) *failure {
	p := s.fresh()
	if p == nil {
		return nil
	}
	c := newChecker(p, nil, s.limits)
	return c.contain(func() {
		now := c.here()
		c.pass(now)
		states := []state{now}
		for _, m := range line {
			n := c.Moves()
			i := c.find(m, n)
			if c.over() {
				return
			}
			if i < 0 {
				continue
			}
			c.try(i, now, nil)
			s.passAndReply(c, now)
			now = c.play(i, now)
			states = append(states, now)
		}
		s.finish(c, states)
	})
}

// finish checks the end of a line: the moves there, where the failure may be
// among them, a null move, and that the line is taken back.
func (s *shrinker) finish(c *checker, states []state) {
	now := states[len(states)-1]
	switch s.best.kind {
	case moves, order, unmade:
		names := c.moveStrings(c.Moves())
		for i := range min(len(names), mostTried) {
			if c.over() {
				return
			}
			c.try(i, now, nil)
		}
		c.sameMoves(names)
	}
	s.passAndReply(c, now)
	c.rewind(states)
}

// cutNull cuts the line of a failure before a null move at its end, and
// returns the move made after that, if any.
func cutNull(f *failure) (line []move, reply string) {
	last := len(f.line) - 1
	switch {
	case last >= 0 && f.line[last].index < 0:
		return f.line[:last], f.between
	case last >= 1 && f.line[last-1].index < 0:
		return f.line[:last-1], f.line[last].name
	}
	return f.line, ""
}

// passAndReply tries a null move, and after it the move that comes after that
// of the best line.
func (s *shrinker) passAndReply(c *checker, now state) {
	if _, name := cutNull(s.best); name != "" {
		c.passAndMove(now, func(n int) int { return c.findAny(map[string]bool{name: true}, n, 0) })
	}
}

// direct finds out whether a move is restored wrongly by itself, or which move
// made and taken back after it spoils that.
func (s *shrinker) direct() {
	if s.best.kind != unmade {
		return
	}
	last := s.best.line[len(s.best.line)-1]
	n := 1
	for between := -2; between < min(n, mostTried) && !s.late(); between++ {
		p := s.fresh()
		if p == nil {
			return
		}
		c := newChecker(p, nil, s.limits)
		made := ""
		fail := c.contain(func() {
			c.makeAll(s.best.line[:len(s.best.line)-1])
			now := state{c.Key(), c.Position()}
			c.makeAll([]move{last})
			if len(c.line) != len(s.best.line) {
				return
			}
			switch {
			case between == -1 && (last.index < 0 || c.null == nil):
				return
			case between == -1:
				c.Null()
				c.Unmake()
			case between >= 0:
				if n = c.Moves(); between >= n {
					return
				}
				c.Make(between)
				c.Unmake()
			}
			made = c.undone[0]
			c.takeBack(now)
		})
		if fail != nil && fail.like(s.best) {
			fail.between = made
			s.best = fail
			return
		}
	}
}

// replayBoth plays two lines, and returns how their ends disagree.
func (s *shrinker) replayBoth(line, other []move) *failure {
	end, fail := s.end(line)
	if fail == nil {
		return nil
	}
	otherEnd, ok := s.end(other)
	switch {
	case ok == nil, (end == otherEnd), end.key != otherEnd.key && end.position != otherEnd.position:
		return nil
	}
	fail.kind = collision
	if end.position == otherEnd.position {
		fail.kind = route
	}
	return fail.keys(end.key, otherEnd.key).ends(end.position, otherEnd.position, 0, ok.line)
}

// end plays a line, unchecked, and returns the state at its end and a failure
// to be filled in, nil when the line cannot be played.
func (s *shrinker) end(line []move) (end state, fail *failure) {
	p := s.fresh()
	if p == nil {
		return end, nil
	}
	c := newChecker(p, nil, s.limits)
	broken := c.contain(func() {
		c.makeAll(line)
		if c.late {
			return
		}
		end = state{c.Key(), c.Position()}
		fail = c.failure(none)
	})
	if broken != nil {
		return end, nil
	}
	return end, fail
}

// makeAll makes the moves of a line, unchecked, and leaves out those that
// cannot be made where they come.
func (c *checker) makeAll(line []move) {
	for _, m := range line {
		if m.index < 0 && c.null != nil {
			c.Null()
			continue
		}
		i := c.find(m, c.Moves())
		if c.over() {
			return
		}
		if i >= 0 {
			c.Make(i)
		}
	}
}

// moveStrings returns the names of the n moves of a position, "" when they
// have none.
func (c *checker) moveStrings(n int) []string {
	names := make([]string, n)
	if c.names != nil {
		for i := range names {
			names[i] = c.MoveString(i)
		}
	}
	return names
}

// find returns the number that a move has among the n of a position, or -1.
func (c *checker) find(m move, n int) int {
	if m.index < 0 {
		return -1
	}
	if c.names == nil {
		if m.index < n {
			return m.index
		}
		return -1
	}
	for j := range n { // most often it has the number it had
		if i := (m.index + j) % n; c.MoveString(i) == m.name {
			return i
		}
	}
	return -1
}

// findAny returns the first of the n moves of a position, from number i on,
// that has one of those names, or i.
func (c *checker) findAny(names map[string]bool, n, i int) int {
	for j := range n {
		if k := (i + j) % n; names[c.MoveString(k)] {
			return k
		}
	}
	return i
}
