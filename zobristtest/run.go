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

	shorter = 5 // what -short divides them by

	seedVariable = "ZOBRISTTEST_SEED"
)

// haste divides the times: tests of this package are in more of it.
var haste = time.Duration(1)

// Run checks a game, in subtests:
//
//   - start: newGame returns the same position with the same key every time,
//     and the same moves in the same order, at least one. A move in one game
//     changes no other game;
//   - methods: no method has the name of an optional one and another
//     signature (see [Game]);
//   - process: the keys, and the key of a new game and after some moves, are
//     the same in another process, which runs the test up to the call of Run
//     (not with -short);
//   - keys: [CheckKeys], of a game that has Keys; what does not matter in play
//     is only logged;
//   - walk: every line of one ply, of two plies, and so on;
//   - playouts: random games, and in each position of them every move;
//   - threads: games in several goroutines at the same time (only with -race).
//
// In each position, walk and playouts check that the key is the recomputed one,
// and that no method changes the game that should only tell. After each move they
// check that Unmake restores key, position and moves. They check more if the game
// has the methods for it: After, null moves, clones, loaded positions; equal
// positions have equal keys by whatever route, and different positions different
// ones. A random game passes now and then. A third of the random games steer back
// to positions that are almost like one seen before. At its end, a random game is
// taken back, and its moves are made once more without asking for the key after
// each of them.
//
// The first mistake ends a subtest. When start fails the others are skipped,
// and when walk fails playouts is: one mistake shows in many ways. Run reports a
// mistake with the shortest line it finds that shows it. It has replayed that line
// on a new game. Where the line alone does not show the mistake, the message says
// so. With -v a subtest says what it has checked, and which keys never changed.
//
// Run takes about four seconds, and one with -short. It calls newGame as often
// as it needs a game to begin anew: it should not take long, and make no keys.
// The random games are different ones in every run; the message of one that
// fails says how to repeat it, with the environment variable ZOBRISTTEST_SEED.
// [Config] has a course that is the same in every run, and more positions to
// start from.
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
	first    *state // what the first new game showed
}

// fresh returns a player of a new game at a position, nil when that cannot be
// loaded.
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

// alone tells whether there is one game at a time.
func (r *runner) alone() bool {
	if !r.Sequential && !r.compared {
		r.compared, r.Sequential = true, sameGame(r.newGame(), r.newGame())
	}
	return r.Sequential
}

// sameGame tells whether two games are one.
func sameGame(a, b Game) bool {
	v := reflect.ValueOf(a)
	return v.IsValid() && reflect.ValueOf(b).IsValid() && v.Comparable() && reflect.ValueOf(b).Comparable() && a == b
}

// begin begins the game of a checker anew, if another one has ended it.
func (r *runner) begin(c *checker) {
	if !r.alone() {
		return
	}
	if p := r.fresh(c.from); p != nil {
		c.player = p
	}
}

// begin loads the position that a game begins with.
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
		t.Log("one game at a time: no two games are compared (see Config.Sequential)")
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

func (r *runner) playouts(t *testing.T) {
	t.Helper()
	r.verbose = testing.Verbose()
	said, seed, err := r.play(func() bool { return t.Failed() })
	if err != nil {
		t.Fatalf("%v\nrepeat with %s=%d go test -run '%s'", err, seedVariable, seed, regexp.QuoteMeta(t.Name()))
	}
	t.Log(said)
}
