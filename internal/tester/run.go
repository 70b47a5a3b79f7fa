package tester

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester/elsewhere"
)

const (
	// Two goroutines are enough for the race detector, which need not see a collision happen. Four
	// on two cores also interrupt each other, so that shared data give wrong keys.
	threads    = 4
	threadTime = time.Second
	// With the race detector a program is 2 to 20 times as slow as without it. A game of this
	// length then mostly ends within threadTime, and its moves are taken back, too.
	threadPlies = 40
	// After fewer moves nothing is called right. A bug in one of twenty moves stays unseen in
	// fifty with a probability of 8 %, and one in five moves with one of 1 in 70,000.
	fewMade = 50
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
	if test := elsewhere.Test(); test != "" { // this process runs nothing else
		if test == t.Name() {
			r.answer()
		}
		return
	}
	skip := ""
	// part runs a subtest. If it fails, and skips, the others would find the same.
	part := func(name string, skips bool, check func(t *testing.T) (said string, errs []error)) {
		t.Helper()
		ok := t.Run(name, func(t *testing.T) {
			t.Helper()
			if skip != "" {
				t.Skip(skip)
			}
			said, errs := check(t)
			for _, err := range errs {
				t.Error(err)
			}
			if said != "" {
				t.Log(said)
			}
		})
		if !ok && skips && (len(r.facts.groups) == 0 || r.facts.ended()) {
			skip = name + " has failed"
		}
	}
	part("start", true, func(*testing.T) (said string, errs []error) {
		err := r.Start()
		if err != nil {
			return "", []error{err}
		}
		if r.alone() {
			said = "only one game can exist at a time: " +
				"no two games are compared (see Config.Sequential)"
		}
		return said, nil
	})
	one := func(check func(t *testing.T) (string, error)) func(t *testing.T) (string, []error) {
		return func(t *testing.T) (string, []error) {
			t.Helper()
			said, err := check(t)
			if err != nil {
				return said, []error{err}
			}
			return said, nil
		}
	}
	part("methods", false, one(func(*testing.T) (string, error) {
		return CheckMethods(r.Methods, r.New())
	}))
	part("keys", false, one(r.testKeys))
	part("walk", true, r.testWalk)
	part("playouts", true, r.testPlayouts)
	part("process", false, one(r.testProcess))
	if Race {
		part("threads", false, one(r.testThreads))
	}
}

// answer prints the keys for the process that has started this one.
func (r *Session) answer() {
	said, err := r.print(true)
	if err == nil {
		err = elsewhere.Say(os.Stdout, said)
	}
	if err != nil {
		fmt.Println(err)
	}
}

func (r *Session) testKeys(t *testing.T) (said string, err error) {
	t.Helper()
	keys, err := r.keys()
	if err := r.checkFeatures(); err != nil {
		return "", err
	}
	switch {
	case !is[Keyer](&r.subject().games[0]):
		t.Skip("the game has no method Keys")
	case err != nil:
		return "", err
	case len(keys) == 0:
		return "", report.NoKeys()
	}
	for _, problem := range KeyProblems(keys) {
		r.Weak = true
		t.Error(problem.Explained())
	}
	return fmt.Sprintf("%d keys", len(keys)), nil
}

// checkFeatures requires along a random line that the XOR of a game's Features,
// if it has them, is the key.
func (r *Session) checkFeatures() (bad error) {
	if !is[Featurer](&r.subject().games[0]) {
		return nil
	}
	var line []string
	_ = r.probe(func(s *subject) {
		s.playDrawn(0, printedPlies, func(move string) {
			sum := zobrist.Key(0)
			for _, k := range s.numbers(&s.games[0], "Features") {
				sum ^= k.Key
			}
			line = append(line, move)
			if key := s.ask(Recompute).Key; bad == nil && sum != key {
				bad = report.FeaturesDiffer(line, sum, key)
			}
		})
	})
	return bad
}

func (r *Session) testWalk(t *testing.T) (said string, errs []error) {
	found, errs := r.Walk()
	if found != nil {
		said = found.Walked()
	}
	return said, r.repeated(t, errs)
}

func (r *Session) testPlayouts(t *testing.T) (said string, errs []error) {
	before := r.facts.broken()
	found, errs := r.Play()
	if found == nil {
		return "", r.repeated(t, errs)
	}
	said = found.Played()
	if broken := r.facts.since(before); broken != "" {
		said += "\nlaws that walk found broken are broken here, too: " + broken
	}
	if r.facts.late != nil {
		said += "\nbroken as well, but no sequence of moves shows it alone: " + lawsOf(r.facts.late)
	}
	if r.Games == 0 && !r.Total.Complete && found.Made < fewMade && errs == nil {
		errs = []error{report.FewMoves(found.Made, found.Games)}
	}
	return said, r.repeated(t, errs)
}

// repeated adds to each error the command that repeats it. It says how many positions to
// compare, because a busy machine may not reach the failure in the usual time.
func (r *Session) repeated(t *testing.T, errs []error) (all []error) {
	for _, err := range errs {
		seed, positions := r.Seed, r.reached+1
		var bug *Break
		if errors.As(err, &bug) {
			seed, positions = bug.seed, bug.reached+1
		}
		all = append(all, fmt.Errorf("%w\nrepeat with %s=%d %s=%d go test -run '%s'", err,
			seedVariable, seed, positionsVariable, positions, elsewhere.Pattern(t.Name())))
	}
	return all
}

// testThreads plays games in several goroutines in parallel. The race
// detector reports what they share.
func (r *Session) testThreads(t *testing.T) (said string, err error) {
	if r.alone() {
		t.Skip("Config.Sequential: games cannot run in parallel")
	}
	l := r.limits(playoutPlies)
	l.plies, l.deadline = min(l.plies, threadPlies), time.Now().Add(threadTime/max(1, r.Haste))
	var players [threads]*live
	var errs [threads]error
	var wg sync.WaitGroup
	for i := range players {
		players[i] = r.player(newRecord(""), l)
		players[i].collects, players[i].onBreak = false, nil // the first broken law ends each
		wg.Add(1)
		go func() {
			defer wg.Done()
			draw := drawFrom(zobrist.NewSplitMix64(r.Seed + uint64(i)))
			if b := players[i].run(func() {
				players[i].playout(course{draw: draw, plies: l.plies})
			}); b != nil {
				errs[i] = parallel(b)
			}
		}()
	}
	wg.Wait()
	return fmt.Sprintf("%d games in parallel", threads), errors.Join(errs[:]...)
}

// parallel is the error of a law that is broken while several games are played at once.
func parallel(b *Break) error {
	if b.Law == "gone" {
		return b.Err
	}
	b.item.Line = b.line()
	b.say(report.Fact{Topic: report.ParallelGames, N: threads})
	return b
}

// KeyProblems returns the problems of keys.
func KeyProblems(keys []keycheck.Named) []keycheck.Problem {
	var all []keycheck.Problem
	unique, shared := uniqueNames(keys)
	if shared != nil {
		what := fmt.Sprintf("two keys are named %q", shared[0])
		if len(shared) > 1 {
			what += fmt.Sprintf(", and %d more names belong to several keys", len(shared)-1)
		}
		all = append(all, keycheck.Problem{What: what, Means: "give each a name of its own"})
	}
	return append(all, keycheck.Analyse(unique).Problems()...)
}

// uniqueNames returns the keys whose names no other key has, and the names that several keys share.
func uniqueNames(keys []keycheck.Named) (unique []keycheck.Named, shared []string) {
	count := make(map[string]int, len(keys))
	for _, k := range keys {
		if count[k.Name]++; count[k.Name] == 2 {
			shared = append(shared, k.Name)
		}
	}
	return slices.DeleteFunc(slices.Clone(keys), func(k keycheck.Named) bool {
		return count[k.Name] > 1
	}), shared
}

// The number of games that Fuzz adds as seeds, and their length. go test plays them without
// -fuzz, too, so they are few: each takes at most walkTime. The fuzzer changes bytes of a
// seed. In a longer one, more of its attempts would change moves that come after the end of
// the game.
const (
	fuzzGames = 3
	fuzzPlies = 100
	// A ply draws two numbers of two bytes each: whether to pass, and the move. A Chooser may draw
	// more.
	bytesPerPly = 6
)

// Fuzz adds games as seeds and checks those that the fuzzer makes.
func (r *Session) Fuzz(f *testing.F) {
	f.Helper()
	seed, err := r.FirstSeed(0)
	if err == nil {
		err = r.Start()
	}
	if err == nil {
		_, err = CheckMethods(r.Methods, r.New())
	}
	if err != nil {
		f.Fatal(err)
	}
	for game := range cmp.Or(r.Games, fuzzGames) {
		rng := zobrist.NewSplitMix64(seed + uint64(game))
		data := make([]byte, bytesPerPly*min(fuzzPlies, r.limits(playoutPlies).plies))
		for i := range data {
			data[i] = byte(rng.Uint64())
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		draw, start := drawBytes(data), 0
		if len(r.Starts) > 0 {
			start = max(0, draw(len(r.Starts)+1))
		}
		r.facts = facts{} // each input is tested alone
		p := r.player(newRecord(r.starts()...), r.limits(playoutPlies))
		p.limits = r.within(p.limits, 0, walkTime)
		if b := p.at(start, func() { p.playout(course{draw: draw, plies: p.plies}) }); b != nil {
			r.lost(p, b)
		}
		for _, err := range r.newItems() {
			t.Error(err)
		}
	})
}

// drawBytes chooses moves by two bytes each until they run out.
func drawBytes(data []byte) func(n int) int {
	return func(n int) int {
		if len(data) < 2 {
			return -1
		}
		word := binary.LittleEndian.Uint16(data)
		data = data[2:]
		return int(word) % n
	}
}
