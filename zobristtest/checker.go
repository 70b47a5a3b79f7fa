package zobristtest

import (
	"fmt"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	// mostPlies bounds the length of a line.
	mostPlies = 10_000
	// mostTried bounds the moves that a random game tries in each position.
	mostTried = 256
)

// A checker plays and checks. Its methods panic with a *failure when a check
// fails: see contain.
type checker struct {
	*player
	seen     *seen // nil when positions are not compared
	deadline time.Time
	before   zobrist.Key // the key before the last move made

	positions int  // positions checked, with repetitions
	passed    int  // null moves made
	cut       bool // a line ended as long as asked, and perhaps not the game
	late      bool // the deadline has passed
	deep      bool // a line ended at mostPlies
}

func newChecker(p *player, s *seen, deadline time.Time) *checker {
	return &checker{player: p, seen: s, deadline: deadline}
}

// A state is what Unmake must restore.
type state struct {
	key      zobrist.Key
	position string
}

// here checks the position on the board, whatever the line to it.
func (c *checker) here() state {
	c.positions++
	now := state{c.Key(), ""}
	if want := c.Recompute(); now.key != want {
		fail := c.failure(recomputed).keys(now.key, want)
		fail.before = c.before
		panic(fail)
	}
	now.position = c.Position()
	if c.seen == nil || c.position == nil {
		return now
	}
	if wrong, before := c.seen.add(now.position, now.key, c.line); wrong != none {
		met := c.seen.positions[before]
		panic(c.failure(wrong).keys(now.key, met.key).ends(now.position, before, met.node, c.seen.line(met.node)))
	}
	return now
}

// pass checks a null move.
func (c *checker) pass(now state) {
	if c.null == nil {
		return
	}
	c.passed++
	c.before = now.key
	c.Null()
	c.here()
	c.takeBack(now)
}

// takeBack takes the last move back and checks that it leads to what was
// before it.
func (c *checker) takeBack(before state) {
	taken := c.line[len(c.line)-1]
	c.Unmake()
	key, position := c.Key(), c.Position()
	if key == before.key && position == before.position {
		return
	}
	fail := c.failure(unmade)
	fail.line = append(fail.line, taken)
	if key != before.key {
		panic(fail.keys(key, before.key))
	}
	fail.detail = fmt.Sprintf("the position is %q, want %q", position, before.position)
	panic(fail)
}

// try checks move i in a position: After, Make, the null move then, and
// Unmake. In between it calls then, if any, in the position after the move.
func (c *checker) try(i int, before state, then func(state)) {
	now := c.play(i, before)
	c.pass(now)
	if then != nil {
		then(now)
	}
	c.takeBack(before)
}

// play checks After(i) and makes the move.
func (c *checker) play(i int, before state) state {
	c.before = before.key
	if c.after == nil {
		c.Make(i)
		return c.here()
	}
	told := c.After(i)
	key, position := c.Key(), c.Position()
	c.Make(i)
	if key != before.key {
		panic(c.failure(afterChanges).keys(key, before.key))
	}
	if position != before.position {
		fail := c.failure(afterChanges)
		fail.detail = fmt.Sprintf("the position from %q to %q", before.position, position)
		panic(fail)
	}
	now := c.here()
	if told != now.key {
		fail := c.failure(after).keys(told, now.key)
		fail.before = c.before
		panic(fail)
	}
	return now
}

// over tells whether to stop here.
func (c *checker) over() bool {
	c.late = c.late || time.Now().After(c.deadline)
	c.deep = c.deep || len(c.line) >= mostPlies
	return c.late || len(c.line) >= mostPlies
}

// sameMoves checks that a position has as many moves as before some of them
// were made and taken back.
func (c *checker) sameMoves(n int) {
	if again := c.Moves(); again != n {
		fail := c.failure(moves)
		fail.detail = fmt.Sprintf("Moves() is %d, and %d after moves are made and taken back", n, again)
		panic(fail)
	}
}

// walk checks every line of so many plies from a position checked already.
func (c *checker) walk(now state, depth int) {
	n := c.Moves()
	c.cut = c.cut || n > 0 && depth <= 1
	if depth <= 0 {
		return
	}
	var then func(state)
	if depth > 1 {
		then = func(now state) { c.walk(now, depth-1) }
	}
	for i := range n {
		if c.over() {
			return
		}
		c.try(i, now, then)
	}
	c.sameMoves(n)
}

// playout checks a game of so many plies at most, in which draw chooses among
// the n moves of a position, or ends the game with a number below 0. It tries
// the other moves too. At the end the game is back where it began.
func (c *checker) playout(draw func(n int) int, plies int) {
	now := c.here()
	c.pass(now)
	states := []state{now}
	for len(states) <= plies && !c.over() {
		n := c.Moves()
		if n == 0 {
			break
		}
		chosen := draw(n)
		if chosen < 0 {
			break
		}
		// The moves that follow the chosen one, and the chosen one the last.
		for j := range min(n, mostTried) {
			c.try((chosen+1+j)%n, now, nil)
			if c.over() {
				break
			}
		}
		c.sameMoves(n)
		now = c.play(chosen, now)
		states = append(states, now)
	}
	for i := len(states) - 2; i >= 0; i-- {
		c.takeBack(states[i])
	}
}
