package zobristtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// shrinkTime is what a shorter line may cost.
const shrinkTime = time.Second

// shrink looks for a shorter line that shows the same kind of failure. It leaves
// moves out, plays short random games, and tries all lines, the short ones first.
// The line that it returns has been replayed on a new game. fresh returns a
// player at the start of the game, or nil. No line is longer than so many plies.
// shrink takes no longer than within. If that is zero it has the time it needs,
// and does not try all lines.
func shrink(fail *failure, fresh func(from string) *player, plies int, within time.Duration) *failure {
	if fail.kind == stuck || fail.kind == own {
		return fail
	}
	s := &shrinker{replayer: replayer{fresh: fresh, limits: limits{plies: plies}}}
	began := time.Now()
	until := func(tenths time.Duration) {
		if within > 0 {
			s.deadline = began.Add(within * tenths / 10)
		}
	}
	until(20)                                       // replays of the whole line are worth more than a shorter one
	if fail.kind == panics && fail.call == "Make" { // of a move that is there no more?
		lost := *fail
		lost.kind, lost.call = moves, "Moves"
		if g, how := s.reproduce(&lost); g != nil {
			fail = g
			s.how = how
		}
	}
	if s.best, s.how = s.reproduce(fail); s.best == nil {
		if !s.late() {
			fail.note = elsewhere
		}
		return fail
	}
	until(3)
	s.leaveOut()
	until(6)
	s.playShort()
	until(7)
	s.leaveOut()
	until(9)
	if within > 0 && s.how == asking {
		s.walk()
	}
	until(10)
	s.replaceNulls()
	until(12)
	s.explain()
	s.features()
	return s.best
}

// elsewhere says that a line alone does not show a failure.
const elsewhere = "\n(the line alone does not show it, on a new game)"

type shrinker struct {
	replayer
	best *failure
	how  manner
}

// keep makes a failure the best if it is of the same kind, shorter, and comes
// about on a new game too.
func (s *shrinker) keep(fail *failure) bool {
	if fail == nil || !fail.like(s.best) || fail.cost() >= s.best.cost() {
		return false
	}
	g := s.again(fail, fail.line, fail.other, s.how)
	if g == nil || g.cost() >= s.best.cost() {
		return false
	}
	s.best = g
	return true
}

// replay tries a line, and keeps the failure if it is better.
func (s *shrinker) try(line, other []move) bool {
	g := s.again(s.best, line, other, s.how)
	if g == nil || g.cost() >= s.best.cost() {
		return false
	}
	s.best = g
	return true
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
				at += max(1, size/2)
			}
		}
		if !shorter || size > 1 {
			size /= 2
		}
	}
	for size := max(1, len(s.best.other)/2); size > 0 && !s.late(); size /= 2 {
		for at := 0; at+size <= len(s.best.other) && !s.late(); {
			if !s.try(s.best.line, without(s.best.other, at, size)) {
				at += max(1, size/2)
			}
		}
	}
	for i := 0; i < len(s.best.line) && len(s.best.line) < 100; i++ {
		for j := i + 1; j < len(s.best.line) && !s.late(); j++ {
			if s.best.line[i].isUndo() || s.best.line[j].isUndo() {
				continue
			}
			if s.try(without(without(s.best.line, j, 1), i, 1), s.best.other) {
				i, j = 0, 0
			}
		}
	}
}

// without tries to do without the moves [at, at+size) of the line, and without
// those of their names in the other line.
func (s *shrinker) without(at, size int) bool {
	line := without(s.best.line, at, size)
	if s.best.other != nil {
		other := s.best.other
		common := true
		for _, m := range s.best.line[at : at+size] {
			i := slices.IndexFunc(other, func(o move) bool { return o.name == m.name })
			if common = i >= 0; !common {
				break
			}
			other = without(other, i, 1)
		}
		if common && s.try(line, other) {
			return true
		}
	}
	return s.try(line, s.best.other)
}

// oneMove is the cost of a line of one move.
const oneMove = 8

// playShort plays random games that are shorter than the best line, and in
// which most moves are moves of that line. The last of its moves is made as
// soon as it can be.
func (s *shrinker) playShort() {
	if s.how == plain || s.best.cost() <= oneMove {
		return
	}
	rng := rand.New(zobrist.NewSplitMix64(0))
	var met *seen
	two := s.best.kind == route || s.best.kind == collision
	for idle := 0; idle < 2000 && s.best.cost() > oneMove && !s.late(); idle++ {
		if two && (met == nil || len(met.positions) > 20_000) {
			met = newSeen(s.best.from)
			met.shorter = true
		}
		if s.keep(s.short(rng, met)) {
			idle, met = 0, nil
		}
	}
}

// short plays one of these games, and returns the failure that ends it.
func (s *shrinker) short(rng *rand.Rand, met *seen) *failure {
	p := s.fresh(s.best.from)
	if p == nil {
		return nil
	}
	ours := make(map[string]bool)
	for _, m := range slices.Concat(s.best.line, s.best.other) {
		ours[m.name] = true
	}
	c := newChecker(p, met, s.limits)
	c.another = s.another
	most := plies(s.best.line) - 1
	if met != nil {
		most = max(1, (plies(s.best.line)+plies(s.best.other))*2/3)
	}
	if s.best.kind == shared {
		c.leaveAlone(s.fresh(""))
	}
	var last move
	if line := standing(s.best.line); len(line) > 0 && met == nil {
		last = line[len(line)-1]
	}
	return c.contain(func() {
		now := c.here()
		states := []state{now}
		for len(c.line) < most && !c.over() {
			now.names = c.list(now)
			states[len(states)-1] = now
			n := len(now.names)
			if n == 0 {
				return
			}
			if c.mayPass(1) && rng.IntN(2*nullEvery) == 0 {
				now = c.playNull(now)
				states = append(states, now)
				continue
			}
			i := -1
			if last.name != "" {
				i = slices.Index(now.names, last.name)
			}
			if i < 0 {
				i = rng.IntN(n)
				if rng.IntN(4) > 0 { // otherwise any move
					i = c.findAny(ours, n, i)
				}
			}
			c.try(i, now.names[i], now, nil)
			c.passAndMove(now)
			switch {
			case s.best.kind == cloned && c.clones != nil:
				c.checkClone(now, rng.IntN)
			case s.best.kind == loaded && c.loads != nil:
				c.checkLoad(now, rng.IntN)
			}
			now = c.play(i, now.names[i], now)
			states = append(states, now)
		}
		c.finishShort(s.best.kind, states)
	})
}

// finishShort checks the end of a short game: the moves there, where the failure
// may be among them, and that the line is taken back.
func (c *checker) finishShort(kind kind, states []state) {
	now := states[len(states)-1]
	switch kind {
	case moves, order, unmade, panics, recomputed, after:
		names := c.list(now)
		for i := range min(len(names), mostTried) {
			if c.over() {
				return
			}
			c.try(i, names[i], now, nil)
		}
		c.sameMoves(names)
	}
	c.passAndMove(now)
	c.lookAtIdle()
	c.rewind(states)
}

// walk tries all lines that are shorter than the best, by length.
func (s *shrinker) walk() {
	for depth := 0; depth < plies(s.best.line) && !s.late(); depth++ {
		p := s.fresh(s.best.from)
		if p == nil {
			return
		}
		c := newChecker(p, newSeen(s.best.from), s.limits)
		c.another = s.another
		fail := c.contain(func() {
			now := c.here()
			c.pass(now)
			c.walk(now, depth)
		})
		if fail != nil {
			s.keep(fail)
			return // what is wrong hides what lies behind it
		}
	}
}

// replaceNulls tries other moves in the place of null moves.
func (s *shrinker) replaceNulls() {
	const mostOthers = 64
	for at := 0; at < len(s.best.line); at++ {
		if !s.best.line[at].isNull() {
			continue
		}
		for i := 0; i < mostOthers && !s.late(); i++ {
			line := slices.Clone(s.best.line)
			line[at] = move{index: i}
			if s.try(line, s.best.other) {
				break
			}
		}
	}
}

// explain says what a line needs to show the failure, if it does not do so by
// itself when only its end is looked at. It says nothing when a replay ran out of
// time: such a replay shows nothing.
func (s *shrinker) explain() {
	switch s.best.kind {
	case recomputed, unmade, after, route, collision:
	default:
		return
	}
	f := s.best
	if s.how == plain {
		if s.again(f, f.line, f.other, asking) == nil && len(f.line) > 1 && !s.late() {
			f.note = "\n(it does not show if the key is asked for after each move)"
		}
		return
	}
	if len(f.line)+len(f.other) > 1 && s.again(f, f.line, f.other, plain) == nil && !s.late() {
		f.note = fmt.Sprintf("\n(it shows only if the game is looked at after each move: Key, Recompute, %s)", s.asked())
	}
}

// features asks for the features of the last two positions.
func (s *shrinker) features() {
	p := s.follower(s.best.from, s.best.line)
	if p == nil || p.player.features == nil || !s.best.named() {
		return
	}
	_ = p.contain(func() {
		all := [2][]keycheck.Named{nil, p.Features()}
		for at, m := range s.best.line {
			m, ok := p.next(at, m)
			switch {
			case !ok:
				continue
			case m.isUndo():
				p.Unmake()
			default:
				p.make(m)
			}
			all[0], all[1] = all[1], p.Features()
		}
		s.best.features = all
	})
}

// asked lists the optional methods that are called after each move.
func (s *shrinker) asked() string {
	list := "Moves"
	if p := s.fresh(s.best.from); p != nil {
		if p.position != nil {
			list += ", Position"
		}
		if p.after != nil {
			list += ", After"
		}
	}
	return list
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
