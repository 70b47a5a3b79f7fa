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
	seen *seen // nil when positions are not compared
	limits
	before zobrist.Key // the key before the last move made

	positions int  // positions checked, with repetitions
	passed    int  // null moves made
	replies   int  // moves made after one
	cut       bool // a line ended as long as asked, and perhaps not the game
	late      bool // the deadline has passed, or so many positions were checked
	deep      bool // a line ended at the most plies
}

// limits say where a checker stops.
type limits struct {
	deadline  time.Time // zero: none
	positions int       // stop after so many; 0: none
	plies     int       // the most of any line, null moves included
}

func newChecker(p *player, s *seen, l limits) *checker {
	return &checker{player: p, seen: s, limits: l}
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
	c.passThen(now, 1, nil)
}

// passAndMove checks a null move and a move after it: what Null keeps for
// UndoNull must outlive what Make keeps for Unmake, and the other way round.
// choose chooses among the moves, or none with a number below 0.
func (c *checker) passAndMove(now state, choose func(n int) int) {
	c.passThen(now, 2, choose)
}

func (c *checker) passThen(now state, plies int, choose func(n int) int) {
	if c.null == nil || len(c.line)+plies > c.plies {
		return
	}
	c.passed++
	c.before = now.key
	c.Null()
	passed := c.here()
	if choose != nil {
		if n := c.Moves(); n > 0 {
			if i := choose(n); i >= 0 {
				c.play(i, passed)
				c.takeBack(passed)
			}
		}
	}
	c.takeBack(now)
}

// another chooses another move whenever it is asked.
func (c *checker) another(n int) int {
	c.replies++
	return (c.replies - 1) % n
}

// takeBack takes the last move back and checks that it leads to what was
// before it.
func (c *checker) takeBack(before state) {
	taken, between := c.line[len(c.line)-1], c.undone[0]
	c.Unmake()
	key, position := c.Key(), c.Position()
	if key == before.key && position == before.position {
		return
	}
	fail := c.failure(unmade)
	fail.line = append(fail.line, taken)
	if between != "null" { // that comes after every move: the shrinker finds out
		fail.between = between
	}
	if key != before.key {
		panic(fail.keys(key, before.key))
	}
	fail.detail = fmt.Sprintf("the position is %q, want %q", position, before.position)
	panic(fail)
}

// try checks move i in a position: After, Make, the null move then, and
// Unmake. In between it calls then, if any, in the position after the move. It
// returns the name of the move.
func (c *checker) try(i int, before state, then func(state)) (name string) {
	now := c.play(i, before)
	name = c.line[len(c.line)-1].name
	c.pass(now)
	if then != nil {
		then(now)
	}
	c.takeBack(before)
	return name
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
	c.late = c.late || !c.deadline.IsZero() && time.Now().After(c.deadline) ||
		c.limits.positions > 0 && c.positions >= c.limits.positions
	c.deep = c.deep || len(c.line) >= c.plies
	return c.late || len(c.line) >= c.plies
}

// sameMoves checks that a position has as many moves as before some of them
// were made and taken back, in the same order. Names that are "" are unknown.
func (c *checker) sameMoves(names []string) {
	if again := c.Moves(); again != len(names) {
		fail := c.failure(moves)
		fail.detail = fmt.Sprintf("Moves() is %d, and %d after moves are made and taken back", len(names), again)
		panic(fail)
	}
	if i, again := c.reordered(names); i >= 0 {
		fail := c.failure(order)
		fail.detail = fmt.Sprintf("move %d is %s, and %s after moves are made and taken back", i, names[i], again)
		panic(fail)
	}
}

// reordered returns the first move that has another name now, and that name,
// or -1.
func (c *checker) reordered(names []string) (i int, again string) {
	if c.names == nil {
		return -1, ""
	}
	for i, name := range names {
		if name == "" {
			continue
		}
		if again := c.MoveString(i); again != name {
			return i, again
		}
	}
	return -1, ""
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
	names := make([]string, n)
	for i := range n {
		if c.over() {
			return
		}
		names[i] = c.try(i, now, then)
	}
	c.sameMoves(names)
	if n > 0 {
		c.passAndMove(now, c.another)
	}
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
		names := make([]string, n)
		// The moves that follow the chosen one, and the chosen one the last.
		for j := range min(n, mostTried) {
			i := (chosen + 1 + j) % n
			names[i] = c.try(i, now, nil)
			if c.over() {
				break
			}
		}
		c.sameMoves(names)
		c.passAndMove(now, c.another)
		now = c.play(chosen, now)
		states = append(states, now)
	}
	c.rewind(states)
}

// rewind takes back all the moves of a line, in each position of which the
// game was in one of the states.
func (c *checker) rewind(states []state) {
	for i := len(states) - 2; i >= 0; i-- {
		c.takeBack(states[i])
	}
}
