package kit

import (
	"cmp"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// Run runs the subtests of zobristtest.Run.
func (r *Session) Run(t *testing.T) {
	t.Helper()
	seed, err := r.firstSeed()
	if err := cmp.Or(r.check(), err); err != nil {
		t.Fatal(err)
	}
	r.Seed = seed
	if os.Getenv(processVariable) == t.Name() {
		if line, fail := newGameLine(func() *player { return r.fresh("") }, r.limits(playoutPlies).plies); fail == nil {
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
	subtest("start", r.testStart, "start has failed")
	subtest("methods", r.testMethods, "")
	subtest("process", func(u *testing.T) { r.testProcess(u, t) }, "")
	subtest("keys", r.testKeys, "")
	subtest("walk", r.testWalk, "walk has failed: random games would show the same bug")
	subtest("playouts", r.testPlayouts, "playouts has failed")
	subtest("texts", r.testTexts, "")
	if Race {
		subtest("threads", r.testThreads, "")
	}
}

// sameGame reports whether a and b are the same game.
func sameGame(a, b Game) bool {
	v := reflect.ValueOf(a)
	return v.IsValid() && reflect.ValueOf(b).IsValid() && v.Comparable() && reflect.ValueOf(b).Comparable() && a == b
}

// begin starts a new game for c if another game has ended its game.
func (r *Session) begin(c *checker) {
	if !r.alone() {
		return
	}
	if p := r.fresh(c.from); p != nil {
		c.player = c.join(p)
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
func (r *Session) checker(from string, s *seen, l limits) *checker {
	p := r.fresh(from)
	if p == nil {
		return nil
	}
	l.alone = r.alone()
	c := newChecker(p, s, l)
	c.fresh = r.fresh
	if !l.alone {
		c.leaveAlone(r.fresh(""))
	}
	return c
}

func (r *Session) testStart(t *testing.T) {
	t.Helper()
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	if r.alone() {
		t.Log("only one game can exist at a time: no two games are compared (see Config.Sequential)")
	}
}

func (r *Session) testMethods(t *testing.T) {
	t.Helper()
	g := r.New()
	promoted, err := CheckMethods(r.Methods, g)
	if err != nil {
		t.Error(err)
	}
	t.Logf("optional methods of %T:%s%s", g, DescribeMethods(r.Methods, g), strings.Join(append([]string{""}, promoted...), "\n"))
}

func (r *Session) testProcess(t, parent *testing.T) {
	t.Helper()
	switch {
	case testing.Short():
		t.Skip("-short")
	case r.Unseeded:
		t.Skip("Config.Unseeded: every process has its own keys")
	}
	compared, reason, err := checkProcess(parent, func() *player { return r.fresh("") })
	if err != nil {
		t.Fatal(err)
	}
	if reason != "" {
		t.Skip(reason)
	}
	t.Log(compared)
}

func (r *Session) testKeys(t *testing.T) {
	t.Helper()
	p := r.fresh("")
	if p.keys == nil {
		t.Skip("the game has no method Keys")
	}
	var keys []keycheck.Named
	if fail := p.contain(func() { keys = p.Keys() }); fail != nil {
		t.Fatal(fail.message(nil))
	}
	for _, problem := range KeyProblems(keys) {
		if problem.Harmless {
			t.Log(problem.Explained())
		} else {
			t.Error(problem.Explained())
		}
	}
	t.Logf("%d keys", len(keys))
}

func (r *Session) testWalk(t *testing.T) {
	t.Helper()
	found, err := r.Walk()
	if err != nil {
		t.Fatalf("%v\nrepeat with go test -run '%s'", err, pattern(t.Name()))
	}
	t.Log(found.Walked())
}

func (r *Session) testPlayouts(t *testing.T) {
	t.Helper()
	r.Verbose, r.failed, r.log = testing.Verbose(), t.Failed, t.Logf
	found, seed, err := r.Play()
	if err != nil {
		t.Fatalf("%v\nrepeat with %s=%d go test -run '%s'", err, seedVariable, seed, pattern(t.Name()))
	}
	t.Log(found.Played())
}

// pattern returns the pattern for go test -run that runs one test.
func pattern(name string) string {
	var all []string
	for _, part := range strings.Split(name, "/") {
		all = append(all, "^"+regexp.QuoteMeta(part)+"$")
	}
	return strings.Join(all, "/")
}
