package kit

import (
	"fmt"
	"hash/maphash"
	"time"

	"github.com/zobrist-go/zobrist"
)

const (
	// mostPlies limits the length of a line.
	mostPlies = 10_000
	// mostTried limits the moves that a random game tries in each position.
	mostTried = 256
	// mostVisits limits the positions whose moves are remembered.
	mostVisits = 1 << 14

	// In every peekEvery-th position in which no move is made, the kit checks that
	// Moves and MoveString change nothing. In every idleEvery-th position it checks
	// that the idle game has not changed.
	peekEvery = 16
	idleEvery = 32

	// No optional method takes more than about a quarter of the calls. So after the first
	// oftenMoves moves, a null move follows one move in nullShare, and only after one call of
	// After in afterShare does the kit check that the call changes nothing.
	oftenMoves = 1000
	nullShare  = 3
	afterShare = 4
)

func (c *checker) often(i, share int) bool {
	return c.Made < oftenMoves || (len(c.line)+i)%share == 0
}

// A checker plays moves and checks the game. If a check fails, its methods panic
// with a *failure: see contain.
type checker struct {
	*player
	seen *seen // nil when positions are not compared
	limits
	before zobrist.Key // the key before the last move made

	known  *seen                     // compare positions with these, without adding any; or nil
	fresh  func(from string) *player // returns another game; may be nil
	spare  *player                   // the game that positions are loaded into
	idle   *player                   // a game in which no move is made, or nil
	idled  state                     // the state that idle must keep
	visits map[uint64]visit          // the moves of positions, by the lines to them
	twins  *failure                  // the first two moves with the same name

	// unloaded is the first position of a move tried that Load sets up wrongly. The kit
	// reports it only if moves alone show nothing: Position may lack something.
	unloaded *failure
	changed  *changed // nil if not needed
	began    time.Time
	playing  time.Time     // when this random game began
	played   time.Duration // the time of the random games before
	Counts

	cloneCost, loadCost budget
	repeats             bool // whether this random game is repeated by its seed

	isNew      bool // here found a new position
	rarest     int  // how often the rarest word of its text was met before
	replies    int  // moves made after a null move
	keyChanges int  // moves that changed the key
	cut        bool // a line ended by its length, with moves left
	late       bool // the limit of time or of positions is reached
	deep       bool // a line reached the limit of plies
}

// A state is what Unmake must restore.
type state struct {
	key      zobrist.Key
	position string
	names    []string // of the moves; nil if MoveString was not called
}

func (s state) equals(t state) bool { return s.key == t.key && s.position == t.position }

// A visit records the moves of a position: their number and a hash of their names.
type visit struct {
	moves int
	names uint64
}

func newChecker(p *player, s *seen, l limits) *checker {
	return &checker{player: p, seen: s, limits: l, began: time.Now()}
}

// here checks the present position, after any line.
func (c *checker) here() state {
	c.Positions++
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
	if c.Positions%idleEvery == 0 {
		c.lookAtIdle()
	}
	if c.position == nil {
		return now
	}
	if c.known != nil {
		wrong, before := c.known.contradicts(now.position, now.key)
		c.agree(c.known, now, wrong, before)
	}
	if c.seen != nil {
		var wrong kind
		var before *met
		wrong, before, c.isNew = c.seen.visit(now.position, now.key, c.start, c.line)
		c.agree(c.seen, now, wrong, before)
		if c.rarest = c.seen.words.add(now.position); c.rarest == 0 {
			c.seen.rareTexts = append(c.seen.rareTexts, now.position)
		}
	}
	return now
}

// agree reports a position seen before that contradicts this one.
func (c *checker) agree(s *seen, now state, wrong kind, before *met) {
	if wrong == none {
		return
	}
	fail := c.failure(wrong).keys(now.key, before.key)
	fail.node = before.node
	fail.otherFrom, fail.other = s.line(before.node)
	panic(fail.ends(now.position, before.text))
}

// list returns the names of the moves here, and checks that Recompute, Moves and
// MoveString change nothing.
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
	if c.seen != nil && c.position != nil {
		c.seen.list(now.position, names, c.start, c.line)
	}
	return names
}

// fickle is the failure of a Recompute that returns two different keys.
func (c *checker) fickle(first, then zobrist.Key) *failure {
	fail := c.failure(changes)
	fail.call, fail.detail = "Recompute()", fmt.Sprintf("its own result: %v, then %v", first, then)
	return fail
}

// peek checks that Moves and MoveString change nothing, for two moves only.
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
	is := c.state()
	if is.equals(now) {
		return
	}
	fail := c.failure(changes)
	fail.call = call
	if is.key != now.key {
		panic(fail.keys(is.key, now.key))
	}
	fail.detail = fmt.Sprintf("the position from %q to %q", now.position, is.position)
	panic(fail)
}

// revisit compares the moves with those of an earlier visit after the same line.
func (c *checker) revisit(names []string) {
	if c.names != nil {
		c.findTwins(names)
	}
	var h maphash.Hash
	h.SetSeed(hashSeed)
	at := lineHash(c.line)
	for _, name := range names {
		_, _ = h.WriteString(name)
		_ = h.WriteByte(0)
	}
	now := visit{len(names), h.Sum64()}
	was, ok := c.visits[at]
	switch {
	case c.visits == nil:
		c.visits = map[uint64]visit{at: now}
	case !ok && len(c.visits) < mostVisits:
		c.visits[at] = now
	case !ok || was == now:
	case was.moves != now.moves:
		fail := c.failure(moves)
		fail.detail = fmt.Sprintf("Moves() is %d, and was %d after the same moves before", now.moves, was.moves)
		panic(fail)
	default:
		fail := c.failure(order)
		fail.detail = "the moves had other names after the same line before"
		panic(fail)
	}
}

// findTwins looks for two moves with the same name. The kit reports them only if
// nothing else is wrong.
func (c *checker) findTwins(names []string) {
	if c.twins != nil || len(names) > mostVisits {
		return
	}
	first := make(map[string]int, len(names))
	for i, name := range names {
		if j, ok := first[name]; ok {
			c.twins = c.failure(order)
			c.twins.detail = fmt.Sprintf("moves %d and %d have the same name, %q: the moves of a position need different names", j, i, name)
			c.twins.kind = moves
			return
		}
		first[name] = i
	}
}

// mayPass reports whether a null move is possible here, and the line has room for
// this number of plies. There are never two null moves in a row.
func (c *checker) mayPass(plies int) bool {
	last := len(c.line) - 1
	return c.null != nil && len(c.line)+plies <= c.plies && (last < 0 || !c.line[last].isNull())
}

// pass makes, checks and undoes a null move.
func (c *checker) pass(now state) {
	if c.mayPass(1) {
		if _, ok := c.playNull(now); ok {
			c.takeBack(now)
		}
	}
}

// passAndMove checks a null move and a move after it. A common bug: Null and Make save
// their undo data in the same place.
func (c *checker) passAndMove(now state) {
	if !c.mayPass(2) {
		return
	}
	passed, ok := c.playNull(now)
	if !ok {
		return
	}
	if n := c.Moves(); n > 0 {
		c.replies++
		i := (c.replies - 1) % n
		c.play(i, c.MoveString(i), passed)
		c.takeBack(passed)
	}
	c.takeBack(now)
}

// playNull makes a null move. It returns false if none is allowed here.
func (c *checker) playNull(now state) (state, bool) {
	c.before = now.key
	if !c.Null() {
		c.unchanged("Null(), which returned false,", now)
		return now, false
	}
	c.Nulls++
	return c.here(), true
}

// takeBack takes back the last move, and checks that the game is as before it.
func (c *checker) takeBack(before state) {
	taken := c.line[len(c.line)-1]
	c.Unmake()
	c.restored(before, taken)
}

// restored checks that the game is as before the moves that were taken back.
func (c *checker) restored(before state, taken ...move) {
	is := c.state()
	if is.equals(before) {
		c.Undone += len(taken)
		return
	}
	fail := c.failure(unmade)
	fail.line = append(fail.line, taken...)
	for range taken {
		fail.line = undone(fail.line...)
	}
	fail.scripts[0] = fail.line
	if is.key != before.key {
		panic(fail.keys(is.key, before.key))
	}
	fail.detail = fmt.Sprintf("the position is %q, want %q", is.position, before.position)
	panic(fail)
}

// try checks move i in a position: After, Make, a null move after it, and Unmake.
// Before Unmake it calls then, unless that is nil.
func (c *checker) try(i int, name string, before state, then func(state)) state {
	now := c.play(i, name, before)
	isNew, rarest := c.isNew, c.rarest
	if c.loads != nil && c.unloaded == nil && isNew && rarest == 0 {
		if fail := c.caught(func() { c.checkLoad(now, func(n int) int { return i % n }) }); fail != nil && fail.kind != loaded {
			panic(fail)
		} else {
			c.unloaded = fail
		}
	}
	if rarest == 0 || c.often(i, nullShare) {
		c.pass(now)
	}
	if then != nil {
		then(now)
	} else if (len(c.line)+i)%peekEvery == 0 {
		c.peek(now)
	}
	c.takeBack(before)
	c.isNew, c.rarest = isNew, rarest
	return now
}

// play checks After(i) and makes the move.
func (c *checker) play(i int, name string, before state) state {
	c.before = before.key
	told := before.key
	if c.after != nil {
		told = c.After(i)
		if c.often(i, afterShare) {
			c.unchanged("After("+name+")", before)
		}
	}
	if c.changed != nil {
		c.changed.look(c)
	}
	c.make(move{index: i, name: name})
	now := c.here()
	c.Made++
	if now.key != before.key {
		c.keyChanges++
	}
	if c.after != nil && told != now.key {
		fail := c.failure(after).keys(told, now.key)
		fail.before = c.before
		panic(fail)
	}
	if c.changed != nil {
		c.changed.add(c, before.key^now.key)
	}
	return now
}

// over reports whether to stop here.
func (c *checker) over() bool {
	c.late = c.late || c.ended() || c.limits.positions > 0 && c.Positions >= c.limits.positions
	c.deep = c.deep || len(c.line) >= c.plies
	return c.late || len(c.line) >= c.plies
}

// sameMoves checks that a position still has the same moves in the same order, after
// moves were made and taken back.
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

// reordered returns the first move whose name has changed, and its new name. It
// returns -1 if there is none.
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
