package kit

import (
	"math/rand/v2"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// shrinkTime is the time to look for a shorter line.
const shrinkTime = time.Second

// shrink looks for a shorter line that shows the same kind of failure: it leaves moves
// out, and plays short random games. It has replayed the line it returns on a new game.
// fresh returns a player at the start of the game, or nil. l limits the length of a line.
// shrink takes up to twice the time within; zero is no limit.
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
	if fail.alone != nil { // does it need the clone or the Load?
		if g, _ := s.reproduce(fail.alone); g != nil {
			fail = g
		}
	}
	if s.best, s.how = s.reproduce(fail); s.best == nil {
		if !s.ended() {
			fail.note = elsewhere
		}
		return fail
	}
	until(4)
	s.leaveOut()
	until(8)
	s.playShort()
	until(10)
	s.leaveOut()
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

// keep replays the lines of a failure. It makes it the best one if it is of the same kind
// and has shorter lines.
func (s *shrinker) keep(fail *failure, line, other []move) bool {
	g := s.again(fail, line, other, s.how)
	if g == nil || !g.like(s.best) || g.cost() >= s.best.cost() {
		return false
	}
	s.best = g
	return true
}

// try does this with other lines for the best failure.
func (s *shrinker) try(line, other []move) bool { return s.keep(s.best, line, other) }

// leaveOut tries the lines without some of their moves, and without any two moves, such
// as one of each side.
func (s *shrinker) leaveOut() {
	s.halve(func() int { return len(s.best.line) }, s.without)
	s.halve(func() int { return len(s.best.other) }, func(at, size int) bool {
		return s.try(s.best.line, without(s.best.other, at, size))
	})
	for i := 0; i < len(s.best.line) && len(s.best.line) < 100; i++ {
		for j := i + 1; j < len(s.best.line) && !s.ended(); j++ {
			undo := s.best.line[i].isUndo() || s.best.line[j].isUndo()
			if !undo && s.try(without(without(s.best.line, j, 1), i, 1), s.best.other) {
				i, j = 0, 0
			}
		}
	}
}

// halve tries a line without half of its moves, a quarter, and so on down to single moves,
// which it tries until none can be left out.
func (s *shrinker) halve(length func() int, without func(at, size int) bool) {
	for size := max(1, length()/2); size > 0 && !s.ended(); {
		shorter := false
		for at := 0; at+size <= length() && !s.ended(); {
			if without(at, size) {
				shorter = true
			} else {
				at += max(1, size/2)
			}
		}
		if !shorter || size > 1 {
			size /= 2
		}
	}
}

// without tries the line without line[at:at+size], and the other line without the
// moves of the same names.
func (s *shrinker) without(at, size int) bool {
	line, other := without(s.best.line, at, size), s.best.other
	for _, m := range s.best.line[at : at+size] {
		i := slices.IndexFunc(other, func(o move) bool { return o.name == m.name })
		if i < 0 {
			return s.try(line, s.best.other)
		}
		other = without(other, i, 1)
	}
	return s.try(line, other) || s.try(line, s.best.other)
}

const (
	oneMove   = 8   // the cost of a move
	mostShort = 200 // short games in a row that show nothing shorter
)

// playShort plays random games that are shorter than the best line. Most moves are
// moves of the best line.
func (s *shrinker) playShort() {
	if s.how == plain || s.best.cost() <= oneMove {
		return
	}
	rng := rand.New(zobrist.NewSplitMix64(0))
	var met *seen
	for idle := 0; idle < mostShort && s.best.cost() > oneMove && !s.ended(); idle++ {
		if s.best.ofTwo() && (met == nil || len(met.met) > 20_000) {
			met = newSeen(s.best.from)
			met.shorter = true
		}
		f := s.short(rng, met)
		if f == nil || !f.like(s.best) {
			continue
		}
		for _, script := range f.scripts { // it may need moves that were taken back
			f.line = script
			if f.cost() < s.best.cost() && s.keep(f, script, f.other) {
				idle, met = 0, nil
				break
			}
		}
	}
}

// short plays one of these games, and returns its failure or nil.
func (s *shrinker) short(rng *rand.Rand, met *seen) *failure {
	c := s.follower(s.best.from, met)
	if c == nil {
		return nil
	}
	if s.best.kind == shared {
		c.leaveAlone(s.fresh(""))
	}
	ours := make(map[string]bool)
	for _, m := range slices.Concat(s.best.line, s.best.other) {
		ours[m.name] = true
	}
	most := plies(s.best.line) - 1
	if met != nil {
		most = max(1, (plies(s.best.line)+plies(s.best.other))*2/3)
	}
	return c.contain(func() {
		c.playout(drawn(func(n int) int {
			i := rng.IntN(n)
			if n != c.count || rng.IntN(4) == 0 {
				return i // any move
			}
			for j := range n {
				if k := (i + j) % n; ours[c.MoveString(k)] {
					return k
				}
			}
			return i
		}, most))
	})
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
	f := s.best
	other, note := asking, "\n(it does not show if Key is called after each move)"
	if s.how == asking {
		other, note = plain, "\n(it shows only if Key, Recompute and the like are called after each move)"
	}
	switch f.kind {
	case recomputed, unmade, after, route, collision:
		if len(f.line)+len(f.other) > 1 && s.again(f, f.line, f.other, other) == nil && !s.ended() {
			f.note = note
		}
	}
}

// features records the features of the last two positions.
func (s *shrinker) features() {
	p := s.follower(s.best.from, nil)
	if p == nil || p.player.features == nil || !s.best.named() {
		return
	}
	_ = p.contain(func() {
		all := [2][]keycheck.Named{nil, p.Features()}
		p.run(s.best.line, func(_ int, m move) bool {
			ok := p.step(m)
			all[0], all[1] = all[1], p.Features()
			return ok
		})
		s.best.features = all
	})
}
