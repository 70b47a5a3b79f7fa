package engine

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Checks returns the checks of an engine in this process: those of every engine, and one
// for each optional method. within is the time for all methods together.
func Checks(within time.Duration) []check.Check {
	all := []check.Check{{Name: "Key", Main: true, Need: check.Lines, Run: checkKey, Inside: true}}
	for _, c := range check.All() {
		if c.Name == "undo" || c.Name == "search" {
			continue // the checks of Perft and Search go further
		}
		run := c.Run
		c.Run = func(ev *check.Evidence) (check.Result, error) {
			r, err := run(ev)
			return inWords(c.Name, r, ev.Source().(*source)), err
		}
		all = append(all, c)
	}
	var tried *methods // all at once, when the first is asked for
	for _, m := range optional() {
		all = append(all, check.Check{Name: m.name, Need: check.Schemes, Inside: true, Run: func(ev *check.Evidence) (r check.Result, err error) {
			s := ev.Source().(*source)
			switch {
			case !m.has(s):
				r.Why = "the engine has no method " + m.name
				return r, nil
			case s.broken["again"]:
				r.Why = "the key depends on more than the position: see again"
				return r, nil
			case tried == nil:
				if tried, err = tryMethods(ev, s, within); err != nil {
					return r, err
				}
			}
			return tried.result(m.name), nil
		}})
	}
	all = append(all, check.Check{Name: "threads", Need: check.Schemes, Inside: true, Run: func(ev *check.Evidence) (r check.Result, err error) {
		s, err := fresh(ev)
		switch {
		case err != nil:
		case s.broken["again"]:
			r.Why = "the key depends on more than the position: see again"
		case tried != nil && len(tried.found["two engines"]) > 0:
			r.Why = "engines share a board: see two engines"
		default:
			return checkThreads(ev, s)
		}
		return r, err
	}})
	return append(all, check.Check{Name: "Keys", Need: check.Schemes, Run: checkKeys, Inside: true})
}

// A method is an optional method, or a pair of them.
type method struct {
	name string
	has  func(*source) bool
}

func optional() []method {
	return []method{
		{"FEN", is[fener]}, {"SubKeys", is[subKeyer]}, {"Undo", is[undoer]}, {"UndoNull", is[nuller]}, {"Try", is[trier]},
		{"After", is[afterer]}, {"Clone", func(s *source) bool { return s.Options.Clone != nil }},
		{"Perft", is[perfter]}, {"Search", is[searcher]}, {"two engines", func(*source) bool { return true }},
	}
}

func is[T any](s *source) bool { return has[T](s.e) }

// inWords changes what a result says, for an engine in this process.
func inWords(name string, r check.Result, s *source) check.Result {
	const least = 20
	switch {
	case name == "moves" && r.Status() == check.OK && r.Count < least:
		r.Why = fmt.Sprintf("only %d of the positions can be set up or reached by moves, want %d", r.Count, least)
	case name == "processes" && r.Bad > 0 && r.Why != "":
		r.Why += "; set ChessConfig.Unseeded if that is meant"
	case name == "null move" && !is[nuller](s):
		r.Why = "the engine has no method Null"
	case name == "null move" && r.Status() == check.Skipped && s.unpassed && !s.passed:
		r.Why = "Null returned false in every position"
	case name == "again":
		s.broken[name] = slices.ContainsFunc(r.Findings, func(f check.Finding) bool {
			return f.Cause == "commands before" || f.Cause == "not deterministic"
		})
	}
	return r
}

func fresh(ev *check.Evidence) (*source, error) {
	src, err := ev.Source().Fresh()
	if err != nil {
		return nil, err
	}
	return src.(*source), nil
}

// checkKey requires that asking for the key does not change it.
func checkKey(ev *check.Evidence) (check.Result, error) {
	s := ev.Source().(*source)
	r := check.Result{Count: s.keys, Unit: "key", Says: " asked for twice: the same"}
	if t := s.twice; t != nil {
		r.Bad, r.Says = 1, ""
		r.Findings = []check.Finding{{
			What: "Key returns another key when it is called again: does it change the position?", Cause: "Key",
			At: t.at, FEN: played(t.at), Count: 1,
			Keys: check.Keys{Got: t.second, Of: "second call", Want: t.first, OfWant: "first call", WantAt: t.at},
		}}
	}
	return r, nil
}

// checkThreads lets several engines play the same lines at the same time. The race
// detector finds what they share.
func checkThreads(ev *check.Evidence, s *source) (check.Result, error) {
	const threads, lines = 4, 200
	r := check.Result{Unit: "position", Says: fmt.Sprintf(" in each of %d goroutines", threads)}
	nodes := ev.Nodes()
	sources := make([]*source, threads)
	for i := range sources {
		fresh, err := s.open(s.ctx)
		if err != nil {
			return r, err
		}
		fresh.shared = &shared{Options: s.Options, broken: s.broken}
		sources[i] = fresh
	}
	r.Count = min(lines, len(nodes))
	var wg sync.WaitGroup
	var mu sync.Mutex // of r and err
	var err error
	for _, s := range sources {
		wg.Add(1)
		go func() {
			defer wg.Done()
			var wrong *check.Node
			var failed error
			for i := 0; i < r.Count && failed == nil; i++ { // without a lock, which would hide races
				n := nodes[i*len(nodes)/r.Count]
				var a check.Answer
				if a, failed = s.answer(n.Query); failed == nil && (a.Refused != "" || a.Key != n.By.Key) {
					wrong = n
				}
			}
			mu.Lock()
			defer mu.Unlock()
			if err = errors.Join(err, failed); wrong != nil {
				const what = "engines in parallel disturb each other: a key differs, or a move is refused"
				r.Findings = []check.Finding{{What: what, At: wrong.Query, FEN: wrong.FEN, Count: 1}}
			}
		}()
	}
	wg.Wait()
	return r, err
}

// checkKeys judges the keys that the engine lists.
func checkKeys(ev *check.Evidence) (r check.Result, err error) {
	s, err := fresh(ev)
	if err != nil {
		return r, err
	}
	k, ok := s.e.(interface {
		Keys() iter.Seq2[string, zobrist.Key]
	})
	if !ok {
		r.Why = "the engine has no method Keys"
		return r, nil
	}
	var keys []keycheck.Named
	err = s.call(func() string { return "Keys()" }, func() {
		for name, key := range k.Keys() {
			keys = append(keys, keycheck.Named{Name: name, Key: key})
		}
	})
	r.Count, r.Unit = len(keys), "key"
	for _, p := range keycheck.Analyse(keys).Problems() {
		if !p.Harmless {
			r.Findings = append(r.Findings, check.Finding{What: p.Explained(), Count: 1})
		}
	}
	if f := unlisted(keys, ev.Numbers()); f != nil {
		r.Findings = append(r.Findings, *f)
	}
	return r, err
}

// unlisted compares the list with the numbers that the engine's keys consist of: those of the
// same names, or any number of the list if there is none of the name.
func unlisted(keys []keycheck.Named, used []check.Number) *check.Finding {
	byName, listed := make(map[string]zobrist.Key), make(map[zobrist.Key]bool)
	for _, k := range keys {
		byName[k.Name], listed[k.Key] = k.Key, true
	}
	sets := slices.ContainsFunc(used, func(n check.Number) bool { return len(n.Name) > len("castling K") && solve.Kind(n.Name) == "castling" })
	var differ []string
	for _, n := range used {
		switch k, ok := byName[n.Name]; {
		case n.Unknown || n.Key == 0 || sets && solve.Kind(n.Name) == "castling": // sets share a constant
		case ok && k != n.Key, !ok && !listed[n.Key]:
			differ = append(differ, n.Name)
		}
	}
	if len(differ) == 0 {
		return nil
	}
	return &check.Finding{
		What: fmt.Sprintf("Keys does not list %d of the %d numbers that the keys consist of, such as %s", len(differ), len(used), words.Quoted(differ, 3)),
		Look: "list the numbers that are in use, under their own names", Count: len(differ),
	}
}
