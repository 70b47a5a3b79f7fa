package kit

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
)

// A random game checks a clone in every cloneEvery-th position, and a loaded
// position in every loadEvery-th. Each copy plays copyPlies plies.
const (
	cloneEvery = 7
	loadEvery  = 3
	copyPlies  = 4

	// Clones and loads each take at most one in copyShare of the calls and of the time,
	// after the first fewCopies.
	copyShare = 4
	fewCopies = 8
)

// A budget counts what a check costs.
type budget struct {
	times int
	calls uint64
	time  time.Duration
}

// spend makes a check, unless it costs too much. With Config.Games only the calls count. A
// game that is repeated makes every check, because others before it may have paid for them.
func (c *checker) spend(b *budget, check func()) {
	calls, now := c.calls.Load(), time.Now()
	if !c.repeats && b.times >= fewCopies && (copyShare*b.calls > calls || !c.deadline.IsZero() && copyShare*b.time > c.played+now.Sub(c.playing)) {
		return
	}
	b.times++
	check()
	b.calls += c.calls.Load() - calls
	b.time += time.Since(now)
}

// copy checks a clone of the game, and loads the position into another game. It draws no
// number of the random game, which must not depend on what copies cost.
func (c *checker) copy(ply int, now state, seed uint64) {
	draw := drawFrom(zobrist.NewSplitMix64(seed + uint64(ply)))
	if c.clones != nil && (ply+int(seed%cloneEvery))%cloneEvery == 5 {
		c.spend(&c.cloneCost, func() { c.checkClone(now, draw) })
	}
	if c.loads != nil && (ply+int(seed%loadEvery))%loadEvery == 2 {
		c.spend(&c.loadCost, func() { c.checkLoad(now, draw) })
	}
}

// checkClone checks that a clone equals the game, and that moves in one of them do
// not change the other.
func (c *checker) checkClone(now state, draw func(n int) int) {
	c.Clones++
	clone := c.join(c.Clone())
	c.alike(clone, now, "Clone", cloned)
	wrong := func(format string, args ...any) {
		fail := c.failure(cloned)
		fail.call, fail.detail = "Clone", fmt.Sprintf(format, args...)
		panic(fail)
	}
	if fail := c.caught(func() { c.wander(clone, draw) }); fail != nil {
		inClone := c.failure(cloned)
		inClone.call, inClone.detail, inClone.alone = "Clone", "in the clone, "+fail.what(nil), fail.along(c.from, fail.line)
		panic(inClone)
	}
	if is := c.state(); !is.equals(now) {
		wrong("moves made in the clone (%s) change the game: %s", spaced(clone.line[len(c.line):])[1:], differ(is, now))
	}
	then := clone.state()
	made := func(move string) {
		if is := clone.state(); !is.equals(then) {
			wrong("a move made in the game (%s) changes the clone: %s", move, differ(is, then))
		}
	}
	moves := min(c.Moves(), 3)
	for i := range moves {
		if len(c.line) < c.plies {
			name := c.MoveString(i)
			c.play(i, name, now)
			made(name)
			c.takeBack(now)
		}
	}
	if moves > 0 {
		made("a move taken back")
	}
	c.takeTurns(now, draw, wrong)
}

// takeTurns makes moves in the game and in a clone in turn, and takes them back in
// turn. It checks that both return to each position. A bug there is an undo stack
// that both share.
func (c *checker) takeTurns(now state, draw func(n int) int, wrong func(format string, args ...any)) {
	clone := c.join(c.Clone())
	both := [2]*player{c.player, clone}
	states := [2][]state{{now}, {now}}
	base := len(c.line)
	for range copyPlies {
		for i, p := range both {
			n := p.Moves()
			if n == 0 || len(p.line) >= c.plies || len(states[0]) < len(states[i]) {
				continue
			}
			p.Make((max(draw(n), 0) + i) % n)
			states[i] = append(states[i], p.state())
		}
	}
	lines := [2][]move{slices.Clone(c.line[base:]), slices.Clone(clone.line[base:])}
	for range copyPlies {
		for i, p := range both {
			last := len(states[i]) - 1
			if last == 0 {
				continue
			}
			states[i] = states[i][:last]
			p.Unmake()
			if back := p.state(); !back.equals(states[i][last-1]) {
				for len(c.line) > base {
					c.Unmake()
				}
				wrong("moves made in turn in the game (%s) and in the clone (%s), and taken back in turn, change the %s: %s (do they share the undo stack?)",
					strings.TrimSpace(spaced(lines[0])), strings.TrimSpace(spaced(lines[1])), [2]string{"game", "clone"}[i], differ(back, states[i][last-1]))
			}
		}
	}
}

// checkLoad checks that another game can load this position, and that moves from there
// lead to the keys of the positions seen before. Where only one game can exist at a time,
// it ends this game and plays it again.
func (c *checker) checkLoad(now state, draw func(n int) int) {
	if c.fresh == nil || c.position == nil {
		return
	}
	if c.spare == nil || c.alone {
		p := c.fresh("")
		if p == nil {
			return
		}
		c.spare = c.join(p)
	}
	c.Loaded++
	if !c.alone {
		c.loadInto(now, draw)
		return
	}
	fail := c.caught(func() { c.loadInto(now, draw) })
	c.resume(now)
	if fail != nil {
		panic(fail)
	}
}

// resume plays the line again in a new game, after another game has ended this one.
func (c *checker) resume(now state) {
	p := c.fresh(c.from)
	if p == nil {
		return
	}
	line := c.line
	c.line, c.history = nil, history{}
	c.setGame(p.game)
	for _, m := range line {
		if i := c.find(m, c.Moves()); i >= 0 {
			m.index = i // another check reports that the order has changed
		}
		c.make(move{index: m.index, name: m.name, node: m.node})
	}
	c.unchanged("Load, in a new game with the same moves after it,", now)
}

func (c *checker) loadInto(now state, draw func(n int) int) {
	call := "Load(" + quote(now.position) + ")"
	var err error
	broken := c.caught(func() { err = c.spare.Load(now.position) })
	if broken != nil || err != nil {
		fail := c.failure(loaded)
		fail.call = call
		if broken != nil {
			fail.detail = broken.detail
		} else {
			fail.detail = "error: " + err.Error()
		}
		panic(fail)
	}
	c.spare.from = now.position
	c.alike(c.spare, now, call, loaded)
	if fail := c.caught(func() { c.wander(c.spare, draw) }); fail != nil { // the next Load must work from there
		if fail.from == now.position {
			fail.alone = fail.along(c.from, slices.Concat(c.line, fail.line))
		}
		panic(fail)
	}
}

// alike checks that a copy has the keys and the position of the game.
func (c *checker) alike(copy *player, now state, call string, kind kind) {
	wrong := func(format string, args ...any) *failure {
		fail := c.failure(kind)
		fail.call, fail.detail = call, fmt.Sprintf(format, args...)
		return fail
	}
	key, want := copy.Key(), copy.Recompute()
	switch position := copy.Position(); {
	case key != now.key:
		panic(wrong("its key").keys(key, now.key))
	case want != now.key:
		panic(wrong("its recomputed key").keys(want, now.key))
	case position != now.position:
		panic(wrong("its position is %q, want %q", position, now.position))
	}
}

// join puts another game under the watch of this one.
func (c *checker) join(other *player) *player {
	other.watch = c.watch
	return other
}

// wander makes some moves in another game, checks the keys, and takes the last move back.
func (c *checker) wander(other *player, draw func(n int) int) {
	d := newChecker(other, nil, c.limits)
	d.limits.positions, d.known = 0, c.seen
	now := d.here()
	var before state
	made := 0
	for range copyPlies {
		n := d.Moves()
		if n == 0 || len(d.line) >= d.plies || d.ended() {
			break
		}
		i := max(draw(n), 0)
		before = now
		now = d.play(i, d.MoveString(i), now)
		made++
	}
	if made > 1 {
		d.takeBack(before)
	}
}

// leaveAlone keeps an idle game, which must not change.
func (c *checker) leaveAlone(p *player) {
	if p != nil && p.contain(func() { c.idled = p.state() }) == nil {
		c.idle = c.join(p)
	}
}

// lookAtIdle checks that the idle game has not changed.
func (c *checker) lookAtIdle() {
	var now state
	if c.idle == nil || c.caught(func() { now = c.idle.state() }) != nil || now.equals(c.idled) {
		return
	}
	fail := c.failure(shared)
	if now.key != c.idled.key {
		panic(fail.keys(now.key, c.idled.key))
	}
	fail.detail = fmt.Sprintf("%q, and was %q before,", now.position, c.idled.position)
	panic(fail)
}
