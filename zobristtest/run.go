package zobristtest

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
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

	shorter = 5 // -short divides the times by this

	seedVariable = "ZOBRISTTEST_SEED"
)

// haste divides all time limits. Tests of this package increase it.
var haste = time.Duration(1)

// Run checks a game in about four seconds, or one second with -short. It has these
// subtests:
//
//   - start: newGame always returns the same position, with the same key and the
//     same moves in the same order. There is at least one move. A move in one game
//     does not change another game.
//   - methods: no method has the name of an optional method but a different
//     signature (see [Game]).
//   - process: another process has the same keys, for a new game and after some
//     moves. That process runs the test again, but Run checks nothing there. (Not
//     with -short.)
//   - keys: [CheckKeys], if the game has Keys. Harmless problems are only logged.
//   - walk: every line of one ply, then of two plies, and so on.
//   - playouts: random games, with every move tried in each position.
//   - threads: games in several goroutines in parallel (only with -race).
//
// In each position, walk and playouts check that the key equals the recomputed
// key, and that methods which should only read do not change the game. After each
// move they check that Unmake restores the key, the position and the moves. With
// Position they check that two positions have the same key if they are equal, and
// only then. With other methods they check After, null moves, clones and loaded
// positions.
//
// Random games include null moves. A third of the random games steer back to
// positions that are almost equal to one seen before. At the end of a random game,
// Run unmakes all its moves, then makes them again without asking for the key after
// each one.
//
// The first mistake ends a subtest. If start fails, Run skips the others. If walk
// fails, Run skips playouts, which would show the same mistake. Run reports the
// shortest line it finds, after it has replayed the line on a new game. If the line
// alone does not show the mistake, the message says so. With -v, the subtests say
// what they checked, and which keys never changed.
//
// Run calls newGame many times, so newGame should be fast and should not draw new
// keys. Each run plays different random games. If one fails, the message gives
// a seed for the environment variable ZOBRISTTEST_SEED. To play the same games in
// every run, or to start from more positions, use [Config].
//
// To compare positions, Run stores up to 262,144 of them, with up to 32 MB of text
// from Position, in about 60 MB in all. At either limit, Run forgets them all and
// starts again.
func Run(t *testing.T, newGame func() Game) {
	t.Helper()
	Config{}.Run(t, newGame)
}

// Run does what the function [Run] does, with these options.
func (cfg Config) Run(t *testing.T, newGame func() Game) {
	t.Helper()
	seed, err := cfg.seed()
	if err := cmp.Or(cfg.check(), err); err != nil {
		t.Fatal(err)
	}
	r := &runner{Config: cfg, seed: seed, parent: t, newGame: newGame, shorten: shrink}
	if os.Getenv(processVariable) == t.Name() {
		if line, fail := newGameLine(func() *player { return r.fresh("") }, cfg.playouts().plies); fail == nil {
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
	subtest("playouts", r.playouts, "playouts has failed")
	if raceEnabled {
		subtest("threads", r.threads, "")
	}
}

// A runner has the subtests of Run.
type runner struct {
	Config
	seed     uint64
	parent   *testing.T
	newGame  func() Game
	shorten  func(fail *failure, fresh func(from string) *player, plies int, within time.Duration) *failure
	verbose  bool
	compared bool   // two new games were compared: see alone
	first    *state // of the first new game
}

// fresh returns a player of a new game at a position, or nil if the game cannot
// load the position.
func (r *runner) fresh(from string) *player {
	p := newPlayer(r.newGame())
	if from == "" {
		return p
	}
	if err := p.begin(from); err != nil {
		return nil
	}
	p.start = 1 + slices.Index(r.Starts, from)
	return p
}

// alone reports whether only one game can exist at a time.
func (r *runner) alone() bool {
	if !r.Sequential && !r.compared {
		r.compared, r.Sequential = true, sameGame(r.newGame(), r.newGame())
	}
	return r.Sequential
}

// sameGame reports whether a and b are the same game.
func sameGame(a, b Game) bool {
	v := reflect.ValueOf(a)
	return v.IsValid() && reflect.ValueOf(b).IsValid() && v.Comparable() && reflect.ValueOf(b).Comparable() && a == b
}

// begin starts a new game for c if another game has ended its game.
func (r *runner) begin(c *checker) {
	if !r.alone() {
		return
	}
	if p := r.fresh(c.from); p != nil {
		c.player = p
	}
}

// begin loads the starting position of a game.
func (p *player) begin(from string) error {
	if p.loads == nil {
		return fmt.Errorf("%T has no method Load, which Config.Starts needs: see zobristtest.Loader", p.game)
	}
	var err error
	if fail := p.contain(func() { err = p.Load(from) }); fail != nil {
		return report(fail, p)
	}
	p.from = from
	return err
}

// checker returns a checker of a new game at a position.
func (r *runner) checker(from string, s *seen, l limits) *checker {
	p := r.fresh(from)
	if p == nil {
		return nil
	}
	c := newChecker(p, s, l)
	if !r.alone() {
		c.another = func() *player { return r.fresh("") }
		c.leaveAlone(r.fresh(""))
	}
	if r.verbose && p.keys != nil {
		c.changed = &changedKeys{all: map[zobrist.Key]struct{}{}}
	}
	return c
}

func (r *runner) start(t *testing.T) {
	t.Helper()
	if err := checkStart(r.newGame); err != nil {
		t.Fatal(err)
	}
	if r.alone() {
		t.Log("only one game can exist at a time: no two games are compared (see Config.Sequential)")
	} else if err := checkApart(r.newGame); err != nil {
		t.Fatal(err)
	}
	for i, from := range r.Starts {
		if err := newPlayer(r.newGame()).begin(from); err != nil {
			t.Fatalf("Config.Starts[%d], %q: %v", i, from, err)
		}
	}
}

func (r *runner) methods(t *testing.T) {
	t.Helper()
	g := r.newGame()
	if err := checkMethods(g); err != nil {
		t.Error(err)
	}
	t.Logf("optional methods of %T:%s", g, describeMethods(g))
}

func (r *runner) process(t *testing.T) {
	t.Helper()
	switch {
	case testing.Short():
		t.Skip("-short")
	case r.Unseeded:
		t.Skip("Config.Unseeded: every process has its own keys")
	}
	reason, err := checkProcess(r.parent, func() *player { return r.fresh("") })
	if err != nil {
		t.Fatal(err)
	}
	if reason != "" {
		t.Skip(reason)
	}
}

func (r *runner) keys(t *testing.T) {
	t.Helper()
	p := r.fresh("")
	if p.keys == nil {
		t.Skip("the game has no method Keys")
	}
	var keys []keycheck.Named
	if fail := p.contain(func() { keys = p.Keys() }); fail != nil {
		t.Fatal(fail.message(nil))
	}
	for _, problem := range keyProblems(keys) {
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

func (r *runner) playouts(t *testing.T) {
	t.Helper()
	r.verbose = testing.Verbose()
	said, seed, err := r.play(func() bool { return t.Failed() })
	if err != nil {
		t.Fatalf("%v\nrepeat with %s=%d go test -run '%s'", err, seedVariable, seed, regexp.QuoteMeta(t.Name()))
	}
	t.Log(said)
}
