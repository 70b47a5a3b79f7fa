package zobristtest

import (
	"cmp"
	"fmt"
	"os"
	"regexp"
	"runtime/debug"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	walkTime    = 1500 * time.Millisecond
	playoutTime = 2500 * time.Millisecond

	playoutPlies = 400
	walkDepth    = 1000

	shorter = 5 // what -short divides them by

	seedVariable = "ZOBRISTTEST_SEED"
)

// haste divides the times: tests of this package are in more of it.
var haste = time.Duration(1)

// Run checks a game, in subtests:
//
//   - start: newGame returns the same position with the same key every time,
//     and the same moves in the same order, at least one;
//   - methods: no method has the name of an optional one and another
//     signature (see [Game]);
//   - process: the keys, and the key of a new game and after some moves, are
//     the same in another process, which runs the test up to the call of Run
//     (not with -short);
//   - keys: [CheckKeys], of a game that has Keys; what does not matter in play
//     is only logged;
//   - walk: every line of one ply, of two plies, and so on;
//   - playouts: random games, and in each position of them every move.
//
// The last two check in each position that the key is the recomputed one, and
// after each move that Unmake restores key, position and moves; and, of a game
// with the methods for it, that After tells the key, that a null move and its
// undoing do as moves do, with a move made and taken back in between, and that
// equal positions have equal keys by whatever route and different positions
// different ones.
//
// The first mistake ends a subtest. When start fails the others are skipped,
// and when walk fails playouts is: one mistake shows in many ways. It is
// reported with the shortest line found that shows it. With -v a subtest says
// what it has checked.
//
// Run takes about four seconds, and one with -short. It calls newGame as often
// as it needs a game to begin anew: it should not take long, and make no keys.
// The random games are different ones in every run; the message of one that
// fails says how to repeat it, with the environment variable ZOBRISTTEST_SEED.
// [Config] has a course that is the same in every run.
//
// To compare positions Run remembers up to 262,144 of them, and up to 32 MB of
// what Position says, in about 60 MB in all. When there are more it forgets
// them and starts anew.
func Run(t *testing.T, newGame func() Game) {
	t.Helper()
	Config{}.Run(t, newGame)
}

// Run is [Run] with this course.
func (cfg Config) Run(t *testing.T, newGame func() Game) {
	t.Helper()
	seed, err := cfg.seed()
	if err := cmp.Or(cfg.check(), err); err != nil {
		t.Fatal(err)
	}
	r := &runner{Config: cfg, seed: seed, parent: t, newGame: newGame, shorten: shrink}
	if os.Getenv(processVariable) == t.Name() {
		if line, fail := newGameLine(r.fresh(), cfg.playouts().plies); fail == nil {
			fmt.Println("\n" + line)
		}
		return
	}
	skip := ""
	subtest := func(name string, check func(t *testing.T), skips string) {
		t.Helper()
		if ok := t.Run(name, func(t *testing.T) {
			t.Helper()
			if skip != "" {
				t.Skip(skip)
			}
			check(t)
		}); !ok && skips != "" {
			skip = skips
		}
	}
	subtest("start", r.start, "start has failed")
	subtest("methods", r.methods, "")
	subtest("process", r.process, "")
	subtest("keys", r.keys, "")
	subtest("walk", r.walk, "walk has failed: random games would show the same mistake")
	subtest("playouts", r.playouts, "")
}

// A runner has the subtests of Run.
type runner struct {
	Config
	seed    uint64
	parent  *testing.T
	newGame func() Game
	shorten func(fail *failure, fresh func() *player, plies int, within time.Duration) *failure
}

func (r *runner) fresh() *player { return newPlayer(r.newGame()) }

func (r *runner) start(t *testing.T) {
	t.Helper()
	if err := checkStart(r.newGame); err != nil {
		t.Fatal(err)
	}
}

func (r *runner) methods(t *testing.T) {
	t.Helper()
	g := r.newGame()
	if err := checkMethods(g); err != nil {
		t.Error(err)
	}
	t.Logf("what %T may have besides:%s", g, describeMethods(g))
}

func (r *runner) process(t *testing.T) {
	t.Helper()
	switch {
	case testing.Short():
		t.Skip("-short")
	case r.Unseeded:
		t.Skip("Config.Unseeded: every process has keys of its own")
	}
	reason, err := checkProcess(r.parent, r.fresh)
	if err != nil {
		t.Fatal(err)
	}
	if reason != "" {
		t.Skip(reason)
	}
}

func (r *runner) keys(t *testing.T) {
	t.Helper()
	p := r.fresh()
	if p.keys == nil {
		t.Skip("the game has no method Keys")
	}
	var keys []keycheck.Named
	if fail := p.contain(func() { keys = p.Keys() }); fail != nil {
		t.Fatal(fail.message(nil))
	}
	for _, problem := range keycheck.Analyse(keys).Problems() {
		if problem.Harmless {
			t.Log(problem.Explained())
		} else {
			t.Error(problem.Explained())
		}
	}
	t.Logf("%d keys", len(keys))
}

func (r *runner) walk(t *testing.T) {
	t.Helper()
	said, err := r.walkAll()
	if err != nil {
		t.Fatal(err)
	}
	t.Log(said)
}

// walkAll checks all lines, the short ones first, and says how much it has
// checked.
func (r *runner) walkAll() (said string, err error) {
	c := newChecker(r.fresh(), newSeen(), r.Config.walk())
	depth := 0
	fail := c.contain(func() {
		now := c.here()
		c.pass(now)
		for c.cut = true; c.cut && depth < c.plies; depth++ {
			c.cut = false
			if c.walk(now, depth+1); c.over() {
				break
			}
		}
	})
	if fail != nil {
		if fail.kind == unmade { // otherwise no shorter line has shown it
			fail = r.shorten(fail, r.fresh, c.plies, shrinkTime)
		}
		return "", report(fail, c.player)
	}
	if c.cut || c.late {
		return fmt.Sprintf("%v; every line of up to %d plies", c, depth), nil
	}
	return fmt.Sprintf("%v; every line to its end", c), nil
}

func (r *runner) playouts(t *testing.T) {
	t.Helper()
	said, seed, err := r.play(func() bool { return t.Failed() })
	if err != nil {
		t.Fatalf("%v\nrepeat with %s=%d go test -run '%s'", err, seedVariable, seed, regexp.QuoteMeta(t.Name()))
	}
	t.Log(said)
}

// play checks random games until it is time, or stop. It says how much it has
// checked, or returns the seed of the game that failed.
func (r *runner) play(stop func() bool) (said string, seed uint64, err error) {
	c := newChecker(r.fresh(), newSeen(), r.Config.playouts())
	begins := []int{} // where the nodes of each game begin
	for game := 0; (r.Games == 0 || game < r.Games) && !c.over() && !stop(); game++ {
		begins = append(begins, len(c.seen.nodes))
		if fail := c.contain(func() {
			c.playout(drawFrom(zobrist.NewSplitMix64(r.seed+uint64(game))), c.plies)
		}); fail != nil {
			// A game may disagree with one before it: repeat from there.
			for fail.other != nil && game > 0 && begins[game] > int(fail.node) {
				game--
			}
			return "", r.seed + uint64(game), report(r.shorten(fail, r.fresh, c.plies, shrinkTime), c.player)
		}
	}
	return fmt.Sprintf("%v, in %d games from seed %d", c, len(begins), r.seed), 0, nil
}

// String tells how much was checked.
func (c *checker) String() string {
	s := fmt.Sprintf("%d positions", c.positions)
	if c.position == nil {
		s += " (not compared: the game has no method Position)"
	} else {
		s += fmt.Sprintf(" (%d met again)", c.seen.again)
	}
	if c.null != nil {
		s += fmt.Sprintf(", %d null moves", c.passed)
	}
	return s
}

// checkStart checks that newGame returns a game, and the same every time.
func checkStart(newGame func() Game) (err error) {
	a, err := begin(newGame)
	if err != nil {
		return err
	}
	b, err := begin(newGame)
	if err != nil {
		return err
	}
	if a == nil || b == nil {
		return fmt.Errorf("zobristtest: newGame returned nil")
	}
	if err := checkReads(newGame); err != nil {
		return err
	}
	p, q := newPlayer(a), newPlayer(b)
	start, fail := startOf(p)
	again, broken := startOf(q)
	switch {
	case cmp.Or(fail, broken) != nil:
		return report(cmp.Or(fail, broken), p)
	case start.key != start.recomputed:
		return report(p.failure(recomputed).keys(start.key, start.recomputed), p)
	case start.position != again.position:
		return fmt.Errorf("newGame returns the position %q and then %q: the kit needs a game to begin anew", start.position, again.position)
	case start.key != again.key:
		return fmt.Errorf("the key of a new game is %v, and %v the second time: are the keys drawn anew, or unseeded?", start.key, again.key)
	case start.moves == 0:
		return fmt.Errorf("a new game has no moves: Moves() is 0, so there is nothing to check")
	case start.moves != again.moves:
		return fmt.Errorf("a new game has %d moves, and %d the second time", start.moves, again.moves)
	}
	return checkOrder(p, q, start.moves)
}

// begin calls newGame.
func begin(newGame func() Game) (g Game, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("newGame panics: %v\n%s", v, trimStack(debug.Stack()))
		}
	}()
	return newGame(), nil
}

// checkOrder checks that the n moves of two new games come in one order, and in
// the same when one of them is asked again.
func checkOrder(p, q *player, n int) error {
	for _, other := range []*player{p, q} {
		var names []string
		var i int
		var again string
		if fail := p.contain(func() { names = newChecker(p, nil, limits{}).moveStrings(n) }); fail != nil {
			return report(fail, p)
		}
		if fail := other.contain(func() { i, again = newChecker(other, nil, limits{}).reordered(names) }); fail != nil {
			return report(fail, other)
		}
		if i >= 0 {
			return fmt.Errorf("the order of moves at the start changes: move %d is %s, and %s when asked again: keep the list of moves of each position, or sort it", i, names[i], again)
		}
	}
	return nil
}
