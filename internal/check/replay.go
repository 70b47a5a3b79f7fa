package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/report"
	"github.com/zobrist-go/zobrist/internal/words"
)

// An answer does not depend on where or after what it is asked for: in another process, in
// another order, or a second time.

// A fading is an answer that was another one later.
type fading struct {
	Query
	key      zobrist.Key // the first answer
	vanished bool        // a finding showed it
}

const (
	mostTraced = 3   // of them
	mostFresh  = 40  // engines to start for a trace
	reordered  = 150 // positions to ask again in another order
)

// alone returns the answers of a fresh process to steps, one after the other.
func (ev *Evidence) alone(steps ...step) []Answer {
	fresh := ev.src.fresh(otherLives)
	defer fresh.Close()
	answers := make([]Answer, len(steps))
	for i, s := range steps {
		answers[i] = fresh.Do(s.Query, s.then)
	}
	return answers
}

// repeat asks for the keys of findings in fresh processes, and takes out those that are no
// longer there. They are for judgeAgain.
func (ev *Evidence) repeat(r *Result) {
	const enough = 4 // of one text: some engines take a second to start
	n, stayed := len(r.Findings), make(map[string]int)
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool {
		if stayed[f.What] >= enough {
			return false
		}
		vanished := ev.vanished(&f)
		if vanished {
			r.Bad = max(r.Bad-f.Count, 0)
		} else {
			stayed[f.What]++
		}
		return vanished
	})
	if n > 0 && len(r.Findings) == 0 {
		r.Bad, r.Why = 0, "what was wrong here is right in a fresh process: see again"
	}
}

// vanished reports whether a key of a finding is another one in a fresh process, and remembers it.
// A finding that does not compare keys, or cannot be asked for any more, counts as the same.
func (ev *Evidence) vanished(f *Finding) bool {
	strayed := f.Cause == "strayed" || f.Cause == "refuses moves"
	keys := f.Of != "" || f.Got == f.Want && (f.Then != "" || !f.At.Equal(f.WantAt))
	if (!strayed && !keys) || f.Then != "" && f.Then != ev.about.Search && !slices.Contains(ev.about.Acts, f.Then) {
		return false
	}
	at, due := step{Query: f.At, then: f.Then}, step{Query: f.WantAt}
	one, two := ev.alone(at, due), ev.alone(due, at)
	got, want := one[0], two[0]
	same := (got.Key != want.Key) == (f.Got != f.Want)
	switch {
	case f.Then != "" && f.Got == f.Want:
		same = !got.Is(want)
	case strayed:
		same = got.Refused != "" || f.Cause == "strayed" && len(differing(got.FEN, f.FEN)) > 0
	case got.Refused+want.Refused != "":
		same = true
	case f.Then == "" && f.At.Equal(f.WantAt): // Want is no answer
		same = ev.ownNumbers() || got.Key == f.Got
	case f.Of != "" && f.Then == "" && !ev.ownNumbers() && got.Key != f.Got:
		same = false
	case ev.ownNumbers(): // only keys of one process can be compared, so in both orders
		same = (got.Key != one[1].Key) == (f.Got != f.Want) && (want.Key != two[1].Key) == (f.Got != f.Want)
	}
	if same || got.Lost || want.Lost {
		return false
	}
	now := fading{f.At, f.Got, true}
	if got.Key == f.Got && !strayed {
		now = fading{f.WantAt, f.Want, true}
	}
	ev.fading = append(ev.fading, now)
	return true
}

// ownNumbers reports whether each process has numbers of its own.
func (ev *Evidence) ownNumbers() bool {
	if ev.own == nil {
		own := ev.unlike(ev.nodes[0].Query)
		ev.own = &own
	}
	return *ev.own
}

// unlike reports whether two fresh processes have different keys for a query.
func (ev *Evidence) unlike(q Query) bool {
	a, b := ev.alone(step{Query: q})[0], ev.alone(step{Query: q})[0]
	return a.Key != b.Key && !a.Lost && !b.Lost
}

// judgeAgain requires that each query has one answer, whatever was asked before, and that
// the engine survives.
func judgeAgain(ev *Evidence) Result {
	r := Result{Unit: "position", Says: " asked again in another order"}
	if least := ev.opt.Now().Add(ev.budget / 10); !ev.end.IsZero() && ev.end.Before(least) { // a main check
		ev.end, ev.part = least, least
	}
	nodes := spread(ev.nodes, min(reordered, ev.affords(0.05)))
	slices.Reverse(nodes)
	for i, a := range ev.src.AskAlone(queriesOf(nodes)...) {
		if !a.Lost {
			r.Count++
			ev.steady(nodes[i].by(), a)
		}
	}
	if n := len(ev.fading); n > 0 {
		r.Says += "; in the whole run " + words.Plural(n, "answer") + " changed"
	} else if r.Count > 0 {
		q := nodes[len(nodes)/2].Query
		f := Finding{At: q, Keys: Keys{WantAt: q}, Count: 1}
		if ev.vary(&f); f.Cause != "" {
			r.Findings = append(r.Findings, f)
		}
		ev.secondGame(&r)
	}
	ev.traces, ev.part = true, ev.opt.Now().Add(ev.budget/4)
	seen := make(map[string]bool)
	slices.SortStableFunc(ev.fading, func(a, b fading) int { return len(a.Moves) - len(b.Moves) })
	for _, w := range ev.fading {
		id := fmt.Sprint(w.Query, w.key)
		if seen[id] || len(seen) == mostTraced {
			continue
		}
		seen[id] = true
		if f := ev.trace(w); f != nil {
			f.Count = len(ev.fading)
			r.Findings = append(r.Findings, *f)
		}
	}
	hung, later := false, make(map[bool]bool)
	line := slices.ContainsFunc(ev.deaths, func(d death) bool { return d.then == "" })
	for _, d := range ev.deaths {
		if line && d.then != "" {
			continue // it may follow from a line
		}
		hangs := d.failure.Kind == process.TimedOut
		if !hangs || !hung { // a hang takes long
			hung, later[hangs] = hung || hangs, ev.survives(d)
		}
		f := ev.died(d, later[hangs])
		if i := slices.IndexFunc(r.Findings, func(g Finding) bool { return g.Cause == f.Cause }); i >= 0 {
			r.Findings[i].Count++
		} else {
			r.Findings = append(r.Findings, f)
		}
	}
	unexplained := func(f Finding) bool { return f.Cause == "vanished" }
	if slices.ContainsFunc(r.Findings, func(f Finding) bool { return !unexplained(f) }) {
		r.Findings = slices.DeleteFunc(r.Findings, unexplained) // it may follow from what was found
	}
	if n := len(ev.deaths); n > 0 {
		r.Says += "; the engine failed at " + words.Plural(n, "line")
	} else if len(ev.fading) == 0 && r.Findings == nil {
		r.Says = " have the same key when asked again in another order"
	}
	return r
}

// survives reports whether a fresh process survives the line of a death.
func (ev *Evidence) survives(d death) bool {
	src, err := ev.Source().Fresh() // not a session, which would count another death
	if err == nil {
		defer src.Close()
		_, err = src.Do(d.Query, d.then)
	}
	return err == nil
}

// died reports a death, which may need more than its line.
func (ev *Evidence) died(d death, later bool) Finding {
	how := "dies"
	if d.failure.Kind == process.TimedOut {
		how = "gives no answer"
	}
	failure := *d.failure
	if strings.Contains(failure.Command, d.String()) { // the line is shown
		failure.Command = ""
	}
	why := strings.TrimPrefix(failure.Error(), d.Command()+": ")
	f := Finding{What: "the engine " + how + " at this line", Name: "crash", Cause: how + d.then, At: d.Query, Then: d.then, Why: why, Count: 1}
	if ev.about.Ask == "" { // it is in this process
		f.Look = "run the line in a debugger"
	}
	if later {
		f.What, f.Cause = "the engine "+how+" after some commands: a fresh process survives this line", how+" later"
	}
	return f
}

// trace looks for the reason of an answer that was another one later. It returns nil if the
// engine only loses commands that come all at once.
func (ev *Evidence) trace(w fading) *Finding {
	starts, at, own := 0, step{Query: w.Query}, ev.ownNumbers()
	// after returns the first key of w in a fresh process, and that after other steps. If each process
	// has numbers of its own, both are of one process.
	var alone zobrist.Key
	after := func(before ...step) (first, then zobrist.Key, ok bool) {
		if starts++; starts > mostFresh || ev.src.silent() == noTime {
			return 0, 0, false
		}
		steps := append(slices.Clone(before), at)
		if own {
			steps = slices.Insert(steps, 0, at)
		}
		all := ev.alone(steps...)
		if first = alone; own {
			first = all[0].Key
		}
		return first, last(all).Key, !last(all).Lost
	}
	_, alone, ok := after()
	_, again, ok2 := after()
	if !ok || !ok2 {
		return nil
	}
	f := compared("", side{w.Query, w.key, "once"}, side{w.Query, alone, "in a fresh process"})
	if alone != again && !own {
		f.Got, f.Of, f.OfWant = again, "in a fresh process", "in another"
		return unsteady(&f)
	}
	if ev.vary(&f); f.Cause != "" {
		return &f
	}
	wrong := func(before ...step) bool {
		first, then, ok := after(before...)
		if ok && then != first {
			f.Got, f.Want = then, first
		}
		return ok && then != first
	}
	// The last n of the commands before are enough to make it wrong.
	before := ev.before(w.Query, alone)
	last := func(n int) []step { return before[max(0, len(before)-n):] }
	n := 1
	for n < len(before) && !wrong(last(n)...) {
		n *= 2
	}
	if len(before) == 0 || n >= len(before) && !wrong(before...) {
		if !w.vanished || w.key == alone {
			return nil
		}
		f.What, f.Cause = "a key was another one before, and a fresh process does not show why", "vanished"
		if own { // no key of one process is that of another
			f.Keys = Keys{}
		}
		if !ev.src.single && ev.Source().About().Note == "" {
			return &f
		}
		ev.note("%s gave another key once: %v, and not %v", w.Command(), w.key, alone)
		return nil
	}
	n = n/2 + 1 + sort.Search(n-n/2-1, func(i int) bool { return wrong(last(n/2 + 1 + i)...) })
	f.What, f.Cause, ev.keeps = depends, "commands before", true
	first := last(n)[0]
	if !wrong(first) {
		f.What += ": it is another one after " + words.Plural(n, "command")
		return &f
	}
	if short := (step{Query: Query{FEN: ev.fenAfter(first.Query)}}); short.FEN != "" && wrong(short) {
		first = short
	}
	why, _ := ev.Explain(f.Got, f.Want)
	f.At, f.Then, f.Of, f.Why = first.Query, w.Command(), "afterwards", lined(why, resets(w.Query))
	return &f
}

const depends = "the key depends on the commands before"

func resets(q Query) string {
	return "does position " + map[bool]string{true: "startpos", false: "fen"}[q.FEN == ""] + " reset all of the position before?"
}

// before returns what was asked before a query that did not get its key, or, if each process has
// numbers of its own, another one than the first time.
func (ev *Evidence) before(q Query, key zobrist.Key) []step {
	for _, log := range append(slices.Clone(ev.logs), ev.src.log) {
		first := key
		if ev.ownNumbers() {
			first = 0
		}
		for i, s := range log {
			switch {
			case s.key == 0 || s.then != "" || !s.Equal(q):
			case first == 0:
				first = s.key
			case s.key != first && i > 0:
				return log[:i]
			}
		}
	}
	return nil
}

// vary asks for one key many times, each time after another one.
func (ev *Evidence) vary(f *Finding) {
	const most, within = 4000, 700 * time.Millisecond
	traces := ev.traces
	ev.traces = true
	defer func() { ev.traces = traces }()
	fresh := ev.src.fresh(otherLives)
	defer fresh.Close()
	other := Query{FEN: last(ev.nodes).FEN} // which sets up all
	fresh.AskAlone(other, f.At)             // what stands before the first answer is another position
	keys := make(map[zobrist.Key]int)
	asked, lost := 0, false
	for begin := ev.opt.Now(); asked < most && !lost && ev.opt.Now().Sub(begin) < within; {
		n := max(min(50, ev.rate/20), 1)
		for i, a := range fresh.AskAlone(slices.Repeat([]Query{other, f.At}, n)...) {
			if lost = lost || a.Lost; !lost && i%2 == 1 {
				asked++
				keys[a.Key]++
			}
		}
	}
	if len(keys) > 1 {
		all := slices.SortedFunc(maps.Keys(keys), func(a, b zobrist.Key) int {
			return cmp.Or(cmp.Compare(keys[b], keys[a]), cmp.Compare(a, b))
		})
		f.Want, f.Got, f.Of, f.OfWant = all[0], all[1], "once", "another time"
		odd := asked - keys[f.Want]
		twice := []step{{Query: other}, {Query: f.At}, {Query: other}, {Query: f.At}}
		if a, b := ev.alone(twice...), ev.alone(twice...); a[1].Key != a[3].Key && a[1].Is(b[1]) && a[3].Is(b[3]) {
			f.What, f.Cause, f.Why = depends, "commands before", "it is another one each time; "+resets(f.At)
			f.Got, f.Want, f.Of, f.OfWant = a[3].Key, a[1].Key, "the second time", "the first time"
		} else if unsteady(f); 2*odd < asked {
			f.Of, f.OfWant = "sometimes", "mostly"
			f.Why += fmt.Sprintf(": %s of %s answers are others than the usual one", words.Thousands(odd), words.Thousands(asked))
		} else {
			f.Why += fmt.Sprintf(": %s answers have %s", words.Thousands(asked), words.Plural(len(keys), "key"))
		}
		ev.noisy = ev.noisy || odd*50 > asked
	}
}

func unsteady(f *Finding) *Finding {
	f.What, f.Cause = "the key is not deterministic: one position has two keys", report.NotSteady
	f.Why = cmp.Or(f.Why, "nothing else was asked in between")
	return f
}

// judgeProcesses compares the keys with those of another process. An engine may draw
// other numbers in each process. But then all keys differ, and not only some. Another process
// of an engine in this one was asked before.
func judgeProcesses(ev *Evidence) Result {
	r := Result{Unit: "position", Says: " have the same keys in a second process"}
	nodes := spread(ev.nodes, min(200, ev.affords(0.05)))
	var answers []Answer
	p, inside := ev.Source().(interface {
		Elsewhere(queries []Query) (answers []Answer, why string)
	})
	if inside {
		nodes = ev.nodes
		if answers, r.Why = p.Elsewhere(queriesOf(nodes)); r.Why != "" {
			return r
		}
	} else {
		src := ev.src.fresh(otherLives)
		defer src.Close()
		answers = src.Ask(queriesOf(nodes)...)
	}
	other := make(map[*Node]Answer)
	for i, n := range nodes {
		other[n] = answers[i]
	}
	nodes = filter(nodes, func(n *Node) bool { return !other[n].Lost })
	if refused := filter(nodes, func(n *Node) bool { return other[n].Refused != "" }); len(refused) > 0 {
		n := refused[0]
		r.Count, r.Bad, r.Says = len(nodes), len(refused), " are refused by a second process"
		r.Findings = []Finding{{What: "a second process refuses a position", At: n.Query, FEN: n.FEN, Why: other[n].Refused, Count: len(refused)}}
		return r
	}
	same := filter(nodes, func(n *Node) bool { return other[n].Key == n.By.Key })
	differ := filter(nodes, func(n *Node) bool { return other[n].Key != n.By.Key })
	switch r.Count, r.Bad = len(nodes), len(differ); {
	case len(differ) == 0:
		return r
	case len(same) == 0:
		r.Why = "each process has other keys, so they must not be stored"
		return r
	}
	n := shortest(differ)
	r.Says = " have another key in a second process"
	if len(ev.fading) > 0 || !inside && !ev.unlike(n.Query) { // not a matter of the process
		ev.fading = append(ev.fading, fading{n.Query, n.By.Key, true}, fading{n.Query, other[n].Key, true})
		r.Bad, r.Why = 0, "the same query has two keys: see again"
		return r
	}
	f := compared("some keys differ in a second process", side{n.Query, n.By.Key, "in one process"}, side{n.Query, other[n].Key, "in another"})
	f.FEN, f.Count, f.Features = n.FEN, len(differ), ev.common(differ, same)
	if len(f.Features) > 0 {
		f.Why = "each of them has " + keycheck.Listed(f.Features) + ", and no other has: is its number set?"
	}
	r.Findings = []Finding{f}
	return r
}

// common returns the features that all of some nodes have, and none of others.
func (ev *Evidence) common(nodes, others []*Node) (names []string) {
	for _, name := range ev.features(nodes[0]) {
		has := func(n *Node) bool { return slices.Contains(ev.features(n), name) }
		if len(filter(nodes, has)) == len(nodes) && !slices.ContainsFunc(others, has) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
