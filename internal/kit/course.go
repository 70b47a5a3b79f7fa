package kit

import (
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	nullEvery = 5 // in a random game, one ply in this many is a null move

	// A random game is played again once for each distance up to mostApart, with one move in
	// exchangeEvery exchanged for one that many plies later.
	mostApart     = 4
	exchangeEvery = 4
)

// walk checks every line of depth plies. The present position is checked already.
func (c *checker) walk(now state, depth int) {
	if depth <= 0 {
		n := c.Moves()
		c.cut = c.cut || n > 0
		return
	}
	names := c.list(now)
	n := len(names)
	c.cut = c.cut || n > 0 && depth <= 1
	var then func(state)
	if depth > 1 {
		then = func(now state) { c.walk(now, depth-1) }
	}
	for i := range n {
		if c.over() {
			return
		}
		c.try(i, names[i], now, then)
	}
	c.sameMoves(names)
	if n > 0 {
		c.passAndMove(now)
	}
}

// A course says how a random game is played.
type course struct {
	// draw returns a number below n. A negative number ends the game.
	draw  func(n int) int
	plies int
	seed  uint64 // of all else that is drawn
	// Steer back to positions almost equal to one seen before, or explore what is rare.
	steer, explore bool
	mostlyNull     bool // of two plies, one is mostly a null move
	apart          int  // exchange only moves this far apart; 0: up to mostApart
}

func drawn(draw func(n int) int, plies int) course { return course{draw: draw, plies: plies} }

// playout checks a random game. At the end the game is back at its start.
func (c *checker) playout(how course) {
	c.playing = time.Now()
	defer func() { c.played += time.Since(c.playing) }()
	if !how.explore {
		c.excursion(how, &steering{}, nil)
		return
	}
	e := &explorer{}
	for i := range excursions {
		if c.late {
			return
		}
		how, from := e.course(i, how)
		line, states := c.excursion(how, &steering{rare: e}, from)
		e.visit(line, states, len(from))
	}
}

// excursion plays a random game that begins with a line.
func (c *checker) excursion(how course, s *steering, from []move) (line []move, states []state) {
	line, states = c.roam(how, s, from)
	c.rewind(states)
	if !c.ended() {
		c.playBlindly(line, states)
	}
	for apart := 1; apart <= mostApart; apart++ {
		if how.apart == 0 || how.apart == apart {
			c.transpose(line, apart, how.seed)
		}
	}
	return line, states
}

// roam makes the moves of a line, then random moves. It also tries the other moves of
// each position after the line.
func (c *checker) roam(how course, s *steering, line []move) (played []move, states []state) {
	now := c.here()
	c.pass(now)
	states = []state{now}
	for _, m := range line {
		var ok bool
		if now, ok = c.again(m, now); ok {
			states = append(states, now)
		}
	}
	for len(c.line) < how.plies && !c.over() {
		now.names = c.list(now)
		states[len(states)-1] = now
		n := len(now.names)
		if n == 0 {
			break
		}
		if c.mayPass(1) && how.draw(nullEvery) == 0 != how.mostlyNull {
			if passed, ok := c.playNull(now); ok {
				now = passed
				states = append(states, now)
				continue
			}
		}
		chosen := how.draw(n)
		if chosen < 0 {
			break
		}
		s.aim(how, states)
		// Try the chosen move last.
		for j := 0; j < min(n, c.tries()); j++ {
			i := (chosen + 1 + j) % n
			s.consider(i, c.try(i, now.names[i], now, nil))
			if c.over() {
				break
			}
		}
		c.sameMoves(now.names)
		c.passAndMove(now)
		c.copy(len(states), now, how.seed)
		chosen = s.choose(chosen)
		now = c.play(chosen, now.names[chosen], now)
		states = append(states, now)
	}
	c.lookAtIdle()
	return slices.Clone(c.line), states
}

// again makes a move of an earlier line, if it can be made.
func (c *checker) again(m move, now state) (state, bool) {
	if m.isNull() {
		if !c.mayPass(1) {
			return now, false
		}
		return c.playNull(now)
	}
	i := c.find(m, c.Moves())
	if i < 0 {
		return now, false
	}
	return c.play(i, m.name, now), true
}

// transpose plays a line again with some moves exchanged for the moves this number of plies
// later, such as the next of the same player. This often leads to positions seen before,
// which random games hardly do if a board fills.
func (c *checker) transpose(line []move, apart int, seed uint64) {
	if c.names == nil || c.position == nil || c.seen == nil || len(line) == 0 {
		return
	}
	line = slices.Clone(line)
	states := []state{c.here()}
	draw := drawFrom(zobrist.NewSplitMix64(seed + uint64(apart)))
	for i := 0; i+apart < len(line); i++ {
		if draw(exchangeEvery) == 0 {
			line[i], line[i+apart] = line[i+apart], line[i]
			i += apart
		}
	}
	left := 0
	for _, m := range line {
		if left == mostApart || len(c.line) >= c.plies || c.over() {
			break
		}
		if now, ok := c.again(m, states[len(states)-1]); ok {
			states, left = append(states, now), 0
		} else if !m.isNull() {
			left++
		}
	}
	c.rewind(states)
}

// tries returns the number of moves to try in a position. In a slow game, one position
// takes at most an eighth of the time.
func (c *checker) tries() int {
	if c.deadline.IsZero() || c.Positions == 0 {
		return mostTried
	}
	each := time.Since(c.began) / time.Duration(c.Positions)
	return int(min(mostTried, max(1, c.deadline.Sub(c.began)/8/max(1, each))))
}

// rewind takes back all moves, and checks that the game returns to each of the
// states.
func (c *checker) rewind(states []state) {
	for i := len(states) - 2; i >= 0; i-- {
		c.takeBack(states[i])
		if states[i].names != nil {
			c.sameMoves(states[i].names)
		}
	}
}

// playBlindly makes the moves of a line once more and takes them back. It asks for
// the key only after every one to four moves.
func (c *checker) playBlindly(line []move, states []state) {
	if len(states) != len(line)+1 { // the line did not begin here
		return
	}
	steps := 1
	for at := 0; at < len(line); steps = steps%4 + 1 {
		for range min(steps, len(line)-at) {
			if !line[at].isNull() && c.Moves() <= line[at].index {
				return // other checks report this
			}
			c.before = 0
			c.make(move{index: line[at].index, name: line[at].name})
			at++
		}
		now := c.here()
		if !now.equals(states[at]) {
			fail := c.failure(changes)
			fail.call, fail.detail = "playing the same line again", "the result: "+differ(now, states[at])
			panic(fail)
		}
	}
	for at := len(line); at > 0; steps = steps%4 + 1 {
		var taken move
		for range min(steps, at) {
			at--
			taken = line[at]
			c.Unmake()
		}
		c.restored(states[at], taken)
	}
}

// drawFrom draws numbers from a source. It never ends the game.
func drawFrom(src interface{ Uint64() uint64 }) func(n int) int {
	return func(n int) int { return int(src.Uint64() % uint64(n)) }
}

// differ says how a state differs from an earlier one.
func differ(now, was state) string {
	if now.key != was.key {
		return "key " + now.key.String() + ", was " + was.key.String()
	}
	return "position " + quote(now.position) + ", was " + quote(was.position)
}
