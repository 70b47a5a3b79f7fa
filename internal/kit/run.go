package kit

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	threads     = 4
	threadTime  = time.Second
	threadPlies = 40
	clonePly    = 10 // clones are made after this ply
)

// Run runs the subtests of zobristtest.Run.
func (r *Session) Run(t *testing.T) {
	t.Helper()
	usual := rand.Uint64() >> 32 // short enough to type
	if r.Games > 0 {
		usual = 0
	}
	var err error
	if r.Seed, err = r.FirstSeed(usual); err != nil {
		t.Fatal(err)
	}
	if os.Getenv(processVariable) == t.Name() {
		r.printRecord()
		return
	}
	skip := ""
	for _, part := range []struct {
		name  string
		check func(t *testing.T) (said, why string, err error) // why it did not run
		skips string                                           // why to skip the others if it fails
	}{
		{"start", r.testStart, "start has failed"},
		{"methods", r.testMethods, ""},
		{"process", func(*testing.T) (said, why string, err error) { return r.testProcess(t) }, ""},
		{"keys", r.testKeys, ""},
		{"walk", r.testWalk, "walk has failed: random games would show the same bug"},
		{"playouts", r.testPlayouts, "playouts has failed"},
		{"texts", r.testTexts, ""},
		{"threads", r.testThreads, ""},
	} {
		if part.name == "threads" && !Race {
			continue
		}
		if ok := t.Run(part.name, func(t *testing.T) {
			t.Helper()
			if skip != "" {
				t.Skip(skip)
			}
			said, why, err := part.check(t)
			if err != nil {
				t.Error(err)
			} else if why != "" {
				t.Skip(why)
			}
			if said != "" {
				t.Log(said)
			}
		}); !ok && part.skips != "" {
			skip = part.skips
		}
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

func (r *Session) testStart(*testing.T) (said, why string, err error) {
	if err = r.Start(); err == nil && r.alone() {
		said = "only one game can exist at a time: no two games are compared (see Config.Sequential)"
	}
	return said, "", err
}

func (r *Session) testMethods(*testing.T) (said, why string, err error) {
	said, err = CheckMethods(r.Methods, r.New())
	return said, "", err
}

func (r *Session) testProcess(parent *testing.T) (said, why string, err error) {
	switch {
	case testing.Short():
		return "", "-short", nil
	case r.Unseeded:
		return "", "Config.Unseeded: every process has its own keys", nil
	}
	return r.checkProcess(parent)
}

func (r *Session) testKeys(t *testing.T) (said, why string, err error) {
	p := r.fresh("")
	if p.keys == nil {
		return "", "the game has no method Keys", nil
	}
	var keys []keycheck.Named
	if fail := p.contain(func() { keys = p.Keys() }); fail != nil {
		return "", "", report(fail, p)
	}
	for _, problem := range KeyProblems(keys) {
		if problem.Harmless {
			t.Log(problem.Explained())
		} else {
			t.Error(problem.Explained())
		}
	}
	return fmt.Sprintf("%d keys", len(keys)), "", nil
}

func (r *Session) testWalk(t *testing.T) (said, why string, err error) {
	found, err := r.Walk()
	if err != nil {
		return "", "", repeat(t, err, seedVariable, strconv.FormatUint(r.Seed, 10))
	}
	return found.Walked(), "", nil
}

func (r *Session) testPlayouts(t *testing.T) (said, why string, err error) {
	r.Verbose, r.failed, r.log = testing.Verbose(), t.Failed, t.Logf
	found, seed, err := r.Play()
	if err != nil {
		return "", "", repeat(t, err, seedVariable, strconv.FormatUint(seed, 10))
	}
	return found.Played(), "", nil
}

func (r *Session) testTexts(t *testing.T) (said, why string, err error) {
	if p := r.fresh(""); p.loads == nil || p.position == nil {
		return "", "the game has no methods Position and Load", nil
	}
	found, err := r.Texts()
	switch {
	case err != nil && found != nil:
		texts, _ := json.Marshal(found.Wrong) // strings can be marshaled
		return "", "", repeat(t, err, textsVariable, "'"+strings.ReplaceAll(string(texts), "'", `'\''`)+"'")
	case err != nil:
		return "", "", err
	case found.Accepted == 0:
		return "", fmt.Sprintf("nothing to compare: Load accepted none of %d texts put together from those of %d positions%s", found.Tried, found.From, found.Ended), nil
	}
	return found.String(), "", nil
}

// repeat adds the command that repeats a failure. With a seed, the kit looks only briefly
// for a shorter line.
func repeat(t *testing.T, err error, variable, value string) error {
	return fmt.Errorf("%w\nrepeat with %s=%s go test -run '%s'", err, variable, value, pattern(t.Name()))
}

// pattern returns the pattern for go test -run that runs one test.
func pattern(name string) string {
	var all []string
	for _, part := range strings.Split(name, "/") {
		all = append(all, "^"+regexp.QuoteMeta(part)+"$")
	}
	return strings.Join(all, "/")
}

// testThreads plays games in several goroutines in parallel: clones of one game if it can
// be cloned, else new games. The race detector reports what they share.
func (r *Session) testThreads(*testing.T) (said, why string, err error) {
	if r.alone() {
		return "", "Config.Sequential: games cannot run in parallel", nil
	}
	limits := r.limits(playoutPlies)
	limits.plies, limits.deadline = min(limits.plies, threadPlies), time.Now().Add(threadTime/max(1, r.Haste))
	players := make([]*player, threads)
	for i := range players {
		players[i] = r.fresh("")
	}
	if p := players[0]; p.clones != nil {
		fail := p.contain(func() {
			draw := drawFrom(zobrist.NewSplitMix64(r.Seed))
			for range min(clonePly, limits.plies/2) {
				if n := p.Moves(); n > 0 {
					p.Make(draw(n))
				}
			}
			for i := 1; i < threads; i++ {
				players[i] = p.Clone()
			}
		})
		if fail != nil {
			return "", "", report(fail, p)
		}
	}
	checked, errs := make([]int, threads), make([]error, threads)
	var wg sync.WaitGroup
	for i, p := range players {
		wg.Add(1)
		go func() {
			defer wg.Done()
			c := newChecker(p, nil, limits)
			draw := drawFrom(zobrist.NewSplitMix64(r.Seed + uint64(i)))
			if fail := c.contain(func() { c.playout(drawn(draw, limits.plies)) }); fail != nil {
				errs[i] = fmt.Errorf("%w\n(in one of %d games in parallel: do games share data?)", report(fail, p), threads)
			}
			checked[i] = c.Positions
		}()
	}
	wg.Wait()
	positions := 0
	for _, n := range checked {
		positions += n
	}
	return fmt.Sprintf("%d games in parallel, %d positions", threads, positions), "", errors.Join(errs...)
}
