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

// spend makes a check, unless it costs too much. With Config.Games only the calls count.
func (c *checker) spend(b *budget, check func()) {
	calls, now := c.calls.Load()+c.aside, time.Now()
	if b.times >= fewCopies && (copyShare*b.calls > calls || !c.deadline.IsZero() && copyShare*b.time > c.played+now.Sub(c.playing)) {
		return
	}
	b.times++
	check()
	b.calls += c.calls.Load() + c.aside - calls
	b.time += time.Since(now)
}

// copy checks a clone of the game, and loads the position into another game. It draws no
// number of the random game, which must not depend on what copies cost.
func (c *checker) copy(ply int, now state, seed uint64) {
	draw := drawFrom(zobrist.NewSplitMix64(seed + uint64(ply)))
	if c.clones != nil && ply%cloneEvery == 5 {
		c.spend(&c.cloneCost, func() { c.checkClone(now, draw) })
	}
	if c.loads != nil && ply%loadEvery == 2 {
		c.spend(&c.loadCost, func() { c.checkLoad(now, draw) })
	}
}

// load loads a position that was tried.
func (c *checker) load(now state) { c.checkLoad(now, func(n int) int { return c.Loaded % n }) }

// checkClone checks that a clone equals the game, and that moves in one of them do
// not change the other.
func (c *checker) checkClone(now state, draw func(n int) int) {
	c.Clones++
	clone := c.Clone()
	c.alike(clone, now, "Clone", cloned)
	if wrong := c.follow(clone, func(d *checker) { d.wander(draw) }); wrong != nil {
		fail := c.failure(cloned)
		fail.call, fail.detail = "Clone", "in the clone, "+wrong.what(nil)
		panic(fail)
	}
	if key, position := c.Key(), c.Position(); key != now.key || position != now.position {
		fail := c.failure(cloned)
		fail.call, fail.detail = "Clone", fmt.Sprintf("moves made in the clone (%s) change the game: %s",
			spaced(clone.line[len(c.line):])[1:], differ(state{key: key, position: position}, now))
		panic(fail)
	}
	var then state
	c.must(clone, func(d *checker) { then = state{key: d.Key(), position: d.Position()} })
	moves := min(c.Moves(), 3)
	for i := range moves {
		if len(c.line) < c.plies {
			name := c.MoveString(i)
			c.play(i, name, now)
			c.aliveClone(clone, then, name)
			c.takeBack(now)
		}
	}
	if moves > 0 {
		c.aliveClone(clone, then, "a move taken back")
	}
	c.takeTurns(now, draw)
}

// takeTurns makes moves in the game and in a clone in turn, and takes them back in
// turn. It checks that both return to each position. A bug there is an undo stack
// that both share.
func (c *checker) takeTurns(now state, draw func(n int) int) {
	clone := c.Clone()
	both := [2]*player{c.player, clone}
	names := [2]string{"game", "clone"}
	states := [2][]state{{now}, {now}}
	base := len(c.line)
	for range copyPlies {
		for i, p := range both {
			c.must(p, func(*checker) {
				n := p.Moves()
				if n == 0 || len(p.line) >= c.plies || len(states[0]) < len(states[i]) {
					return
				}
				p.Make((max(draw(n), 0) + i) % n)
				states[i] = append(states[i], state{key: p.Key(), position: p.Position()})
			})
		}
	}
	made := fmt.Sprintf("moves made in turn in the game (%s) and in the clone (%s), and taken back in turn",
		strings.TrimSpace(spaced(c.line[base:])), strings.TrimSpace(spaced(clone.line[base:])))
	for range copyPlies {
		for i, p := range both {
			last := len(states[i]) - 1
			if last == 0 {
				continue
			}
			states[i] = states[i][:last]
			var back state
			c.must(p, func(*checker) {
				p.Unmake()
				back = state{key: p.Key(), position: p.Position()}
			})
			if was := states[i][last-1]; back.key != was.key || back.position != was.position {
				c.must(c.player, func(*checker) {
					for len(c.line) > base {
						c.Unmake()
					}
				})
				fail := c.failure(cloned)
				fail.call, fail.detail = "Clone", fmt.Sprintf("%s, change the %s: %s (do they share the undo stack?)", made, names[i], differ(back, was))
				panic(fail)
			}
		}
	}
}

// aliveClone checks that a clone has not changed.
func (c *checker) aliveClone(clone *player, then state, made string) {
	var now state
	c.must(clone, func(d *checker) { now = state{key: d.Key(), position: d.Position()} })
	if now.key == then.key && now.position == then.position {
		return
	}
	fail := c.failure(cloned)
	fail.call = "Clone"
	fail.detail = fmt.Sprintf("a move made in the game (%s) changes the clone: %s", made, differ(now, then))
	panic(fail)
}

// checkLoad checks that another game can load this position, and that moves from there
// lead to the keys of the positions seen before. Where only one game can exist at a time,
// it ends this game and plays it again.
func (c *checker) checkLoad(now state, draw func(n int) int) {
	if c.fresh == nil || c.position == nil {
		return
	}
	if c.spare == nil || c.alone {
		if c.spare = c.fresh(""); c.spare == nil {
			return
		}
	}
	c.Loaded++
	if !c.alone {
		c.loadInto(now, draw)
		return
	}
	fail := caught(func() { c.loadInto(now, draw) })
	c.resume(now)
	if fail != nil {
		panic(fail)
	}
}

// caught calls f and returns the failure with which it panics, or nil.
func caught(f func()) (fail *failure) {
	defer func() {
		if v := recover(); v != nil {
			var ok bool
			if fail, ok = v.(*failure); !ok {
				panic(v)
			}
		}
	}()
	f()
	return nil
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
	broken := c.spare.contain(func() { err = c.spare.Load(now.position) })
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
	if fail := c.follow(c.spare, func(d *checker) { d.wander(draw) }); fail != nil { // the next Load must work from there
		if fail.from == now.position {
			fail.throughFrom, fail.through = c.from, slices.Concat(c.line, fail.line)
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
	c.must(copy, func(d *checker) {
		key, want := d.Key(), d.Recompute()
		switch position := d.Position(); {
		case key != now.key:
			panic(wrong("its key").keys(key, now.key))
		case want != now.key:
			panic(wrong("its recomputed key").keys(want, now.key))
		case position != now.position:
			panic(wrong("its position is %q, want %q", position, now.position))
		}
	})
}

// follow calls f with a checker of another game, and returns its failure.
func (c *checker) follow(other *player, f func(*checker)) *failure {
	d := newChecker(other, nil, c.limits)
	d.limits.positions = 0
	if other != c.player {
		d.known = c.seen
	}
	if other != c.player {
		calls := other.calls.Load()
		defer func() { c.aside += other.calls.Load() - calls }()
	}
	return other.contain(func() { f(d) })
}

// must calls f with a checker of another game, and panics with its failure.
func (c *checker) must(other *player, f func(*checker)) {
	if fail := c.follow(other, f); fail != nil {
		panic(fail)
	}
}

// wander makes some moves, checks the keys, and takes the last move back.
func (c *checker) wander(draw func(n int) int) {
	now := c.here()
	var before state
	made := 0
	for range copyPlies {
		n := c.Moves()
		if n == 0 || len(c.line) >= c.plies || c.ended() {
			break
		}
		i := max(draw(n), 0)
		before = now
		now = c.play(i, c.MoveString(i), now)
		made++
	}
	if made > 1 {
		c.takeBack(before)
	}
}

// leaveAlone keeps an idle game, which must not change.
func (c *checker) leaveAlone(p *player) {
	if p == nil {
		return
	}
	c.idle = p
	if p.contain(func() { c.idled = state{key: p.Key(), position: p.Position()} }) != nil {
		c.idle = nil
	}
}

// lookAtIdle checks that the idle game has not changed.
func (c *checker) lookAtIdle() {
	if c.idle == nil {
		return
	}
	var now state
	if c.idle.contain(func() { now = state{key: c.idle.Key(), position: c.idle.Position()} }) != nil {
		return
	}
	if now.key == c.idled.key && now.position == c.idled.position {
		return
	}
	fail := c.failure(shared)
	if now.key != c.idled.key {
		panic(fail.keys(now.key, c.idled.key))
	}
	fail.detail = fmt.Sprintf("%q, and was %q before,", now.position, c.idled.position)
	panic(fail)
}
