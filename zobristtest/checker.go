package zobristtest

import (
	"fmt"
	"hash/maphash"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	// mostPlies bounds the length of a line.
	mostPlies = 10_000
	// mostTried bounds the moves that a random game tries in each position.
	mostTried = 256
	// mostVisits bounds the positions whose moves are remembered.
	mostVisits = 1 << 14

	// In one of so many positions that are not played on from, the kit checks
	// that Moves and MoveString change nothing, and looks at the other game.
	peekEvery = 8
	idleEvery = 32
)

// A checker plays and checks. Its methods panic with a *failure when a check
// fails: see contain.
type checker struct {
	*player
	seen *seen // nil when positions are not compared
	limits
	before zobrist.Key // the key before the last move made

	another func() *player   // returns another game, at its start; or nil
	spare   *player          // the game that positions are loaded into
	idle    *player          // a game left alone, or nil
	idled   state            // and what it shows
	visits  map[uint64]visit // the moves of positions, by the lines to them
	twins   *failure         // the first two moves of one name
	changed *changedKeys     // nil when nobody asks

	isNew     bool // the position of here had not been seen
	positions int  // positions checked, with repetitions
	passed    int  // null moves made
	replies   int  // moves made after one
	copies    int  // clones made, and positions loaded
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

// A state is what Unmake must restore.
type state struct {
	key      zobrist.Key
	position string
	names    []string // of the moves, nil when they were not asked for
}

// A visit is what the moves of a position were.
type visit struct {
	moves int
	names uint64
}

func newChecker(p *player, s *seen, l limits) *checker {
	return &checker{player: p, seen: s, limits: l, visits: map[uint64]visit{}}
}

// here checks the position on the board, whatever the line to it.
func (c *checker) here() state {
	c.positions++
	now := state{key: c.Key()}
	if want := c.Recompute(); now.key != want {
		fail := c.failure(recomputed).keys(now.key, want)
		if again := c.Recompute(); again != want {
			panic(c.fickle(want, again))
		}
		fail.before = c.before
		panic(fail)
	}
	now.position = c.Position()
	if c.positions%idleEvery == 0 {
		c.lookAtIdle()
	}
	if c.seen == nil || c.position == nil {
		return now
	}
	again := c.seen.again
	if wrong, before := c.seen.add(now.position, now.key, c.start, c.line); wrong != none {
		met := c.seen.positions[before]
		fail := c.failure(wrong).keys(now.key, met.key).ends(now.position, before)
		fail.node = met.node
		fail.otherFrom, fail.other = c.seen.line(met.node)
		panic(fail)
	}
	c.isNew = c.seen.again == again
	return now
}

// list returns the names of the moves here, and checks that asking for them
// changes nothing. Without MoveString all names are "".
func (c *checker) list(now state) []string {
	if again := c.Recompute(); again != now.key {
		panic(c.fickle(now.key, again))
	}
	c.unchanged("Recompute()", now)
	n := c.Moves()
	c.unchanged("Moves()", now)
	names := c.moveStrings(n)
	if n > 0 && c.names != nil {
		c.unchanged("MoveString", now)
	}
	c.revisit(names)
	return names
}

// fickle is a Recompute that returns one key and then another.
func (c *checker) fickle(first, then zobrist.Key) *failure {
	fail := c.failure(changes)
	fail.call, fail.detail = "Recompute()", fmt.Sprintf("what it returns itself: %v, and then %v", first, then)
	return fail
}

// peek checks that Moves and MoveString change nothing, of a few moves.
func (c *checker) peek(now state) {
	n := c.Moves()
	c.unchanged("Moves()", now)
	if n > 0 && c.names != nil {
		c.MoveString(0)
		c.MoveString(n - 1)
		c.unchanged("MoveString", now)
	}
}

// unchanged checks that a call has not changed the game.
func (c *checker) unchanged(call string, now state) {
	key, position := c.Key(), c.Position()
	if key == now.key && position == now.position {
		return
	}
	fail := c.failure(changes)
	fail.call = call
	if key != now.key {
		panic(fail.keys(key, now.key))
	}
	fail.detail = fmt.Sprintf("the position from %q to %q", now.position, position)
	panic(fail)
}

// revisit compares the moves with those of the visit before.
func (c *checker) revisit(names []string) {
	if c.names != nil {
		c.findTwins(names)
	}
	var h maphash.Hash
	h.SetSeed(hashSeed)
	at := uint64(0)
	if last := len(c.line) - 1; last >= 0 {
		at = c.line[last].line
	}
	for _, name := range names {
		_, _ = h.WriteString(name)
		_ = h.WriteByte(0)
	}
	now := visit{len(names), h.Sum64()}
	was, ok := c.visits[at]
	switch {
	case !ok && len(c.visits) < mostVisits:
		c.visits[at] = now
	case !ok || was == now:
	case was.moves != now.moves:
		fail := c.failure(moves)
		fail.detail = fmt.Sprintf("Moves() is %d, and was %d when the same moves had been made before", now.moves, was.moves)
		panic(fail)
	default:
		fail := c.failure(order)
		fail.detail = "the names are other ones than when the same moves had been made before"
		panic(fail)
	}
}

// findTwins looks for two moves of one name. That is told when nothing else is
// wrong.
func (c *checker) findTwins(names []string) {
	if c.twins != nil || len(names) > mostVisits {
		return
	}
	first := make(map[string]int, len(names))
	for i, name := range names {
		if j, ok := first[name]; ok {
			c.twins = c.failure(order)
			c.twins.detail = fmt.Sprintf("moves %d and %d have one name, %q: the names of the moves of one position must differ", j, i, name)
			c.twins.kind = moves
			return
		}
		first[name] = i
	}
}

// mayPass tells whether a null move may be made here, with room for more plies
// in all. There are never two in a row.
func (c *checker) mayPass(plies int) bool {
	last := len(c.line) - 1
	return c.null != nil && len(c.line)+plies <= c.plies && (last < 0 || !c.line[last].isNull())
}

// pass checks a null move.
func (c *checker) pass(now state) {
	if c.mayPass(1) {
		c.playNull(now)
		c.takeBack(now)
	}
}

// passAndMove checks a null move and a move after it: what Null keeps for
// UndoNull must outlive what Make keeps for Unmake, and the other way round.
func (c *checker) passAndMove(now state) {
	if !c.mayPass(2) {
		return
	}
	passed := c.playNull(now)
	if n := c.Moves(); n > 0 {
		c.replies++
		i := (c.replies - 1) % n
		c.play(i, c.MoveString(i), passed)
		c.takeBack(passed)
	}
	c.takeBack(now)
}

// playNull makes a null move.
func (c *checker) playNull(now state) state {
	c.passed++
	c.before = now.key
	c.Null()
	return c.here()
}

// takeBack takes the last move back and checks that it leads to what was
// before it.
func (c *checker) takeBack(before state) {
	taken := c.line[len(c.line)-1]
	c.Unmake()
	c.restored(before, taken)
}

// restored checks that taking back a move has led to what was before it.
func (c *checker) restored(before state, taken move) {
	key, position := c.Key(), c.Position()
	if key == before.key && position == before.position {
		return
	}
	fail := c.failure(unmade)
	fail.line = undone(append(fail.line, taken)...)
	fail.scripts[0] = fail.line
	if key != before.key {
		panic(fail.keys(key, before.key))
	}
	fail.detail = fmt.Sprintf("the position is %q, want %q", position, before.position)
	panic(fail)
}

// try checks move i in a position: After, Make, the null move then, and
// Unmake. In between it calls then, if any, in the position after the move.
func (c *checker) try(i int, name string, before state, then func(state)) state {
	now := c.play(i, name, before)
	isNew := c.isNew
	c.pass(now)
	if then != nil {
		then(now)
	} else if c.positions%peekEvery == 0 {
		c.peek(now)
	}
	c.takeBack(before)
	c.isNew = isNew
	return now
}

// play checks After(i) and makes the move.
func (c *checker) play(i int, name string, before state) state {
	c.before = before.key
	told := before.key
	if c.after != nil {
		told = c.After(i)
		c.unchanged("After("+name+")", before)
	}
	c.make(move{index: i, name: name})
	now := c.here()
	if c.after != nil && told != now.key {
		fail := c.failure(after).keys(told, now.key)
		fail.before = c.before
		panic(fail)
	}
	if c.changed != nil {
		c.changed.add(before.key ^ now.key)
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
// were made and taken back, in the same order.
func (c *checker) sameMoves(names []string) {
	if again := c.Moves(); again != len(names) {
		fail := c.failure(moves)
		fail.detail = fmt.Sprintf("Moves() is %d, and was %d before", again, len(names))
		panic(fail)
	}
	if i, again := c.reordered(names); i >= 0 {
		fail := c.failure(order)
		fail.detail = fmt.Sprintf("move %d is %s, and was %s before", i, again, names[i])
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
		if again := c.MoveString(i); again != name {
			return i, again
		}
	}
	return -1, ""
}

// moveStrings returns the names of the n moves of a position.
func (c *checker) moveStrings(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = c.MoveString(i)
	}
	return names
}
