package kit

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// shrinkTime is the time to look for a shorter line.
const shrinkTime = time.Second

// shrink looks for a shorter line that shows the same kind of failure. It leaves
// moves out, plays short random games, and tries all lines, short lines first. It
// has replayed the line it returns on a new game. fresh returns a player at the
// start of the game, or nil. l limits the length of a line. shrink takes up to twice
// the time within. If within is zero there is no time limit, and shrink does not try
// all lines.
func shrink(fail *failure, fresh func(from string) *player, l limits, within time.Duration) *failure {
	if fail.kind == stuck || fail.kind == own {
		return fail
	}
	s := &shrinker{replayer: replayer{fresh: fresh, limits: l}}
	began := time.Now()
	until := func(tenths time.Duration) {
		if within > 0 {
			s.deadline = began.Add(within * tenths / 10)
		}
	}
	until(20)                                       // replaying the whole line matters more than a shorter one
	if fail.kind == panics && fail.call == "Make" { // because the move is gone?
		lost := *fail
		lost.kind, lost.call = moves, "Moves"
		if g, how := s.reproduce(&lost); g != nil {
			fail = g
			s.how = how
		}
	}
	if fail.through != nil { // does it need the Load?
		whole := *fail
		whole.from, whole.line, whole.through = fail.throughFrom, fail.through, nil
		whole.scripts = [][]move{whole.line}
		if g, _ := s.reproduce(&whole); g != nil {
			fail = g
		}
	}
	if s.best, s.how = s.reproduce(fail); s.best == nil {
		if !s.ended() {
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

// elsewhere is the note of a failure that the line alone does not show.
const elsewhere = "\n(the line alone does not show it on a new game)"

type shrinker struct {
	replayer
	best *failure
	how  manner
}

// keep makes a failure the best one if it is of the same kind, has a shorter line,
// and happens on a new game too.
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

// try plays a line, and keeps the failure if its line is shorter.
func (s *shrinker) try(line, other []move) bool {
	g := s.again(s.best, line, other, s.how)
	if g == nil || g.cost() >= s.best.cost() {
		return false
	}
	s.best = g
	return true
}

// leaveOut tries the line without some of its moves: without half of them, a
// quarter, and so on down to single moves. Then it leaves out any two moves, such as
// one of each side.
func (s *shrinker) leaveOut() {
	for size := max(1, len(s.best.line)/2); size > 0 && !s.ended(); {
		shorter := false
		for at := 0; at+size <= len(s.best.line) && !s.ended(); {
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
	for size := max(1, len(s.best.other)/2); size > 0 && !s.ended(); size /= 2 {
		for at := 0; at+size <= len(s.best.other) && !s.ended(); {
			if !s.try(s.best.line, without(s.best.other, at, size)) {
				at += max(1, size/2)
			}
		}
	}
	for i := 0; i < len(s.best.line) && len(s.best.line) < 100; i++ {
		for j := i + 1; j < len(s.best.line) && !s.ended(); j++ {
			if s.best.line[i].isUndo() || s.best.line[j].isUndo() {
				continue
			}
			if s.try(without(without(s.best.line, j, 1), i, 1), s.best.other) {
				i, j = 0, 0
			}
		}
	}
}

// without tries the line without line[at:at+size], and the other line without the
// moves of the same names.
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

// playShort plays random games that are shorter than the best line. Most moves are
// moves of the best line. Its last move is made as soon as it is legal.
func (s *shrinker) playShort() {
	if s.how == plain || s.best.cost() <= oneMove {
		return
	}
	rng := rand.New(zobrist.NewSplitMix64(0))
	var met *seen
	two := s.best.kind == route || s.best.kind == collision
	for idle := 0; idle < 2000 && s.best.cost() > oneMove && !s.ended(); idle++ {
		if two && (met == nil || len(met.met) > 20_000) {
			met = newSeen(s.best.from)
			met.shorter = true
		}
		if s.keep(s.short(rng, met)) {
			idle, met = 0, nil
		}
	}
}

// short plays one of these games, and returns its failure or nil.
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
	c.fresh = s.fresh
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
				if passed, ok := c.playNull(now); ok {
					now = passed
					states = append(states, now)
					continue
				}
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

// finishShort checks the end of a short game, and takes back the line. For some kinds
// of failure it also tries the moves there.
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

// walk tries all lines that are shorter than the best line, short lines first.
func (s *shrinker) walk() {
	for depth := 0; depth < plies(s.best.line) && !s.ended(); depth++ {
		p := s.fresh(s.best.from)
		if p == nil {
			return
		}
		c := newChecker(p, newSeen(s.best.from), s.limits)
		c.fresh = s.fresh
		fail := c.contain(func() {
			now := c.here()
			c.pass(now)
			c.walk(now, depth)
		})
		if fail != nil {
			s.keep(fail)
			return // longer lines would show the same failure
		}
	}
}

// replaceNulls tries to replace null moves by other moves.
func (s *shrinker) replaceNulls() {
	const mostOthers = 64
	for at := 0; at < len(s.best.line); at++ {
		if !s.best.line[at].isNull() {
			continue
		}
		for i := 0; i < mostOthers && !s.ended(); i++ {
			line := slices.Clone(s.best.line)
			line[at] = move{index: i}
			if s.try(line, s.best.other) {
				break
			}
		}
	}
}

// explain adds a note if the line shows the failure only with calls after each move,
// or only without them. It adds none if a replay ran out of time, because such a
// replay shows nothing.
func (s *shrinker) explain() {
	switch s.best.kind {
	case recomputed, unmade, after, route, collision:
	default:
		return
	}
	f := s.best
	if s.how == plain {
		if s.again(f, f.line, f.other, asking) == nil && len(f.line) > 1 && !s.ended() {
			f.note = "\n(it does not show if Key is called after each move)"
		}
		return
	}
	if len(f.line)+len(f.other) > 1 && s.again(f, f.line, f.other, plain) == nil && !s.ended() {
		f.note = fmt.Sprintf("\n(it shows only with these calls after each move: Key, Recompute, %s)", s.asked())
	}
}

// features records the features of the last two positions.
func (s *shrinker) features() {
	p := s.follower(s.best.from, s.best.line)
	if p == nil || p.player.features == nil || !s.best.named() {
		return
	}
	_ = p.contain(func() {
		all := [2][]keycheck.Named{nil, p.Features()}
		p.run(s.best.line, nil, func() { all[0], all[1] = all[1], p.Features() })
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

// findAny returns the first move, from number i on, that has one of the names. It
// returns i if there is none. n is the number of moves here.
func (c *checker) findAny(names map[string]bool, n, i int) int {
	for j := range n {
		if k := (i + j) % n; names[c.MoveString(k)] {
			return k
		}
	}
	return i
}
