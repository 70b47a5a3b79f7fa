package check

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Methods returns the optional methods of an Engine, and what each lets RunChess check. clone is
// the interface of its method Clone, whose signature has a type of another package.
func Methods(clone reflect.Type) []tester.Method {
	method := func(kind reflect.Type, checks string) tester.Method {
		return tester.Method{Kind: kind, Checks: checks, See: "zobristtest.ChessEngine"}
	}
	return []tester.Method{
		method(reflect.TypeFor[fener](), "positions are set up rightly"),
		method(reflect.TypeFor[subKeyer](), "further keys, such as that of the pawns"),
		method(reflect.TypeFor[undoer](), "moves are taken back"),
		method(reflect.TypeFor[tester.Nuller](), "null moves"),
		method(reflect.TypeFor[trier](), "illegal moves change nothing"),
		method(reflect.TypeFor[afterer](), "the key before the move is made"),
		method(clone, "a copy and the engine do not change each other"),
		method(reflect.TypeFor[perfter](), "perft leaves the position as it was"),
		method(reflect.TypeFor[searcher](), "a search leaves the position as it was"),
		method(reflect.TypeFor[tester.Keyer](), "the engine's own list of numbers"),
	}
}

// methodsOf returns the names of the optional methods that an engine has, and of those of
// every engine.
func methodsOf(e Engine, clones bool) map[string]bool {
	has := map[string]bool{
		twoEngines: true, threads: true, "Key": true, "SetFEN": true, "Move": true,
		"Clone": clones,
	}
	for _, m := range Methods(nil) {
		for i := 0; m.Kind != nil && i < m.Kind.NumMethod(); i++ {
			has[m.Kind.Method(i).Name] = reflect.TypeOf(e).Implements(m.Kind)
		}
	}
	has[nullMove] = has["Null"]
	return has
}

// InsideChecks returns the checks of an engine in this process: those of every engine, and
// one for each method.
func InsideChecks() []Check {
	var all []Check
	add := func(name string, run func(*Evidence, *inside) Result) {
		all = append(all, Check{
			Name:   name,
			Main:   name == "Key",
			Lines:  name == "Key",
			Inside: true,
			Run:    func(ev *Evidence) Result { return run(ev, ev.src.src.(*inside)) },
		})
	}
	add("Key", checkKey)
	// the laws of methods go further
	all = append(all, slices.DeleteFunc(All(), func(c Check) bool {
		return c.Name == "undo" || c.Name == "search" || c.Name == nullMove
	})...)
	for _, name := range []string{
		"FEN", "SubKeys", "Undo", nullMove, "UndoNull", "Try", "After", "Clone", "Perft", "Search",
		twoEngines, threads, "Keys",
	} {
		add(name, func(ev *Evidence, s *inside) Result {
			switch {
			case (name == threads || name == twoEngines) && s.Sequential:
				return Result{Why: "ChessConfig.Sequential: only one engine can exist at a time"}
			case !s.has[name]:
				return Result{Why: "the engine has no such method"}
			case name == "Keys":
				return checkKeys(ev, s)
			case ev.varies:
				return Result{Why: "the key depends on more than the position: see again"}
			}
			if s.methods == nil {
				s.judge(ev)
			}
			if name != twoEngines && s.methods.found[twoEngines] != nil {
				return Result{Why: "engines are not independent: see two engines"}
			} else if name == threads {
				return checkThreads(ev, s)
			}
			return s.methods.result(name)
		})
	}
	return all
}

// checkKey requires that asking for the key changes neither the key nor the position that
// FEN shows.
func checkKey(ev *Evidence, s *inside) Result {
	odd := filter(ev.nodes, func(n *Node) bool {
		return s.has["FEN"] && len(differing(n.By.FEN, n.FEN)) > 0
	})
	for _, n := range spread(odd, 50) {
		_ = s.call(n.Command, func(func()) {
			place(s.e, n.Query)
			was, again, _, now := s.e.(fener).FEN(), s.e.(fener).FEN(), s.e.Key(), s.e.(fener).FEN()
			if s.twice == nil && was == again && was != now {
				s.twice = &Finding{
					What:  "Key changes the position",
					Cause: "Key",
					At:    n.Query,
					FEN:   n.FEN,
					Count: 1,
					Then:  "Key()",
					Why:   "FEN returns " + now + ", and before Key " + was,
				}
			}
		})
	}
	r := Result{Count: len(ev.nodes), Unit: "key", Says: " asked for twice: the same"}
	if s.twice != nil {
		r.Says, r.Findings = "", []Finding{*s.twice} // others were not counted
	}
	return r
}

// checkThreads lets several engines play the same lines at the same time. The race detector
// finds what they share.
func checkThreads(ev *Evidence, s *inside) Result {
	const engines = 4
	nodes, found := ev.nodes, make(chan Finding, engines)
	if a, err := s.Do(nodes[0].Query, ""); err == nil && a.Key != nodes[0].By.Key {
		return Result{Why: "keys are others than they were at first"}
	}
	r := Result{
		Unit: "position", Says: fmt.Sprintf(" in each of %d goroutines", engines),
		Count: min(200, len(nodes)),
	}
	var wg sync.WaitGroup
	for range engines {
		one, err := (&shared{InProcess: s.InProcess}).open(s.ctx)
		if err != nil {
			return Result{Why: err.Error()}
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range r.Count { // without a lock, which would hide races
				n := nodes[i*len(nodes)/r.Count]
				if a, err := one.Do(n.Query, ""); err != nil || a.Refused != "" ||
					a.Key != n.By.Key {
					found <- Finding{
						What: "engines in parallel disturb each other: " +
							"a key differs, or a move is refused",
						At:    n.Query,
						FEN:   n.FEN,
						Count: 1,
					}
					return
				}
			}
		}()
	}
	wg.Wait()
	if len(found) > 0 {
		r.Findings = []Finding{<-found}
	}
	return r
}

// listed returns the numbers that a new engine lists, if it has Keys.
func (s *inside) listed() (keys []keycheck.Named, err error) {
	one, err := s.open(s.ctx)
	if err == nil && s.has["Keys"] {
		err = one.call(func() string {
			return "Keys()"
		}, func(func()) { keys = keycheck.Collect(one.e.(tester.Keyer).Keys()) })
	}
	return keys, err
}

// checkKeys judges the keys that the engine lists.
func checkKeys(ev *Evidence, s *inside) (r Result) {
	keys, err := s.listed()
	if err != nil {
		r.Findings = []Finding{{What: err.Error(), Count: 1}}
		return r
	}
	// and sound, as numbers
	known := ev.fromFEN.XOR() && !ev.varies && len(ev.fading) == 0 &&
		!(s.methods != nil && s.methods.ends)
	r.Count, r.Unit = len(keys), "key"
	of := make(map[string]bool)
	for _, k := range keys { // one of two with one name is not compared
		known, of[k.Name] = known && !of[k.Name], true
	}
	_, differ := ev.fromFEN.Compare(keys)
	differ = slices.DeleteFunc(differ, func(name string) bool {
		return slices.Contains(slices.Concat(ev.told, ev.others), name)
	})
	var all []string
	if known && len(differ) > 0 {
		all = append(all, fmt.Sprintf(
			"Keys does not list %d or more of the %d numbers that the keys consist of, "+
				"such as %s",
			len(differ), len(ev.Numbers()), words.Quoted(differ, 3),
		))
	}
	for _, p := range tester.KeyProblems(keys) {
		if known {
			p.Means = "in the list of Keys"
		}
		all = append(all, p.Explained())
	}
	own := len(ev.same) == 0 || known && len(differ) > 0
	switch {
	case len(all) == 0:
	case ev.weak:
		r.Why = follows + "numbers"
	case own:
		r.Findings = []Finding{{What: all[0], Why: strings.Join(all[1:], "\n"), Count: 1}}
	default:
		r.Why = follows + "fields"
	}
	return r
}
