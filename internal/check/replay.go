package check

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/report"
	"github.com/zobrist-go/zobrist/internal/words"
)

// An answer does not depend on where or after what it is asked for: in another process or
// order, or a second time.

// A fading is an answer that was another one later.
type fading struct {
	side
	of    *Finding // that showed it, as the fresh process explains it; or nil
	after Query    // what was asked before the other answer; the start if that is not known
}

const (
	mostTraced = 3    // of them
	reordered  = 500  // positions to ask again in another order
	mostAsked  = 4000 // positions after which to ask for one key
	traceTime  = time.Second
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

// repeat asks for the keys of findings in fresh processes, and leaves those that are gone
// to judgeAgain.
func (ev *Evidence) repeat(r *Result) {
	n := len(r.Findings)
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool {
		was := f
		if !ev.vanished(&f) {
			return false
		}
		ev.fading = slices.Insert(ev.fading, 0, fading{side: side{was.At, was.Got, "once"}, of: &f})
		if was.Then == "" { // and not in a process of its own
			// else Want is no answer
			ev.blind = "some answers changed: see again"
			if !was.At.Equal(was.WantAt) {
				ev.fading = append(
					ev.fading, fading{side: side{was.WantAt, was.Want, "once"}, of: &f},
				)
			}
		}
		r.Bad = max(r.Bad-was.Count, 0)
		return true
	})
	if n > 0 && len(r.Findings) == 0 {
		r.Bad, r.Why = 0, "what was wrong here is right in a new engine: see again"
	}
}

// vanished reports whether the two keys of a finding, asked for in any order, are equal in
// a fresh process though they must differ, or the other way round. What cannot be asked for
// any more counts as the same.
func (ev *Evidence) vanished(f *Finding) bool {
	at, due := step{Query: f.At, then: f.Then}, step{Query: f.WantAt}
	strayed := f.Cause == "strayed" || f.Cause == "refuses moves"
	switch {
	case f.Then != "" && !strings.HasPrefix(f.Then, "go ") &&
		!slices.Contains(ev.about.Acts, f.Then):
		return false
	case strayed:
		a := ev.alone(at)[0]
		return a.Refused == "" && (f.Cause != "strayed" || len(differing(a.FEN, f.FEN)) == 0)
	case f.Of == "" && (f.Got != f.Want || f.Then == "" && f.At.Equal(f.WantAt)):
		return false
	case f.Then == "" && f.At.Equal(f.WantAt): // Want is no answer
		return !ev.confirm(side{Query: f.At, key: f.Got}, side{Query: f.At, key: f.Got})
	}
	one, two := ev.alone(at, due), ev.alone(due, at)
	tries := []struct {
		step, before step
		alone, after Answer // of step: in a fresh process, and after the other step
	}{
		{at, due, one[0], two[1]},
		{due, at, two[0], one[1]},
	}
	for _, t := range tries {
		refused := t.alone.Refused != "" || t.after.Refused != ""
		if f.Then != "" || refused || t.alone.Key == t.after.Key {
			continue
		}
		if ev.alone(t.step)[0].Key == t.alone.Key {
			*f = compared(
				"the key depends on the commands before",
				side{t.before.Query, t.after.Key, "afterwards"},
				side{t.step.Query, t.alone.Key, "in a new engine"},
			)
			f.Then, f.Cause = t.step.Command(), "commands before"
			return true
		}
	}
	still := func(a, due Answer) bool {
		// in the key, or else in the position
		differ := f.Got != f.Want || f.Then != "" && a.Is(due)
		return a.Refused+due.Refused != "" || a.Stopped && !f.Stop && len(ev.fading) == 0 ||
			(a.Key != due.Key) == differ
	}
	first, second := still(one[0], one[1]), still(two[1], two[0])
	if f.Then == "" || slices.Contains(ev.about.Acts, f.Then) {
		return !first || !second
	}
	for n := 0; n < 3 && !first && !second; n++ { // how far a search comes may vary
		two = ev.alone(due, at)
		second = still(two[1], two[0])
	}
	return !first && !second
}

// askAgain asks again for some keys in another order, one at a time. If some are others
// then, it asks again for all keys that differ, and uses the new answers: some engines lose
// commands when many come at once.
func (ev *Evidence) askAgain() {
	const onsets = 20
	var sides []side
	first := filter(ev.wrongs(), func(n *Node) bool { return !n.Parent.differs() })
	for _, n := range slices.Concat(
		spread(first, onsets), spread(ev.nodes, min(reordered, ev.affords(0.02))),
	) {
		sides = append(sides, n.by(), n.from())
	}
	longer := filter(ev.nodes, func(n *Node) bool { return len(n.Moves) == 3 })
	// after a shorter line with one of its moves, and then without its last move
	for _, n := range spread(longer, onsets) {
		if i := slices.IndexFunc(ev.nodes, func(o *Node) bool {
			return len(o.Moves) == 2 && o.Query.FEN == n.Query.FEN && o.Moves[1] == n.Moves[1] &&
				o.Moves[0] != n.Moves[0]
		}); i >= 0 {
			sides = append(sides, n.Parent.by(), n.by(), ev.nodes[i].by())
		}
	}
	changed := func() (n int) {
		slices.Reverse(sides)
		for i := range sides {
			if now := ev.src.AskAlone(sides[i].Query)[0]; !now.Lost {
				ev.again++
				if !ev.steady(sides[i], now) {
					ev.fading[len(ev.fading)-1].after = sides[max(i-1, 0)].Query
					sides[i].key = now.Key
					n++
				}
			}
		}
		return n
	}
	if changed() == 0 {
		if _, here := ev.src.src.(*inside); !here {
			return
		}
		// it is not refused
		if r := judgeProcesses(ev); len(r.Findings) > 0 && r.Findings[0].Features == nil &&
			r.Findings[0].Want != 0 {
			f := r.Findings[0]
			f.What = "some keys differ in a second process, which was asked in another order"
			f.Name = "again"
			f.Cause = "commands before"
			f.Look = "what other positions leave in the engine, " +
				"or in variables that all engines share, or what differs in each process"
			ev.again = r.Count
			ev.noisy = true
			ev.fading = slices.Repeat(
				[]fading{{side: side{f.At, f.Got, f.Of}, of: &f}}, f.Count,
			)
		}
		return
	}
	ev.src.single = true
	if ev.noisy = 50*changed() > len(sides); ev.noisy {
		return
	}
	differ := ev.wrongs()
	if len(differ) == 0 {
		return
	}
	for i, a := range ev.answers(differ) {
		if !a[0].Lost && !a[1].Lost {
			differ[i].By, differ[i].From = a[0], a[1].Key
		}
	}
}

// judgeAgain requires that each query has one answer, whatever was asked before, and that
// the engine survives.
func judgeAgain(ev *Evidence) Result {
	r := Result{Unit: "answer", Count: ev.again, Says: " asked for again in another order"}
	if n := len(ev.fading); n > 0 {
		r.Says += "; in the whole run " + words.Plural(n, "answer") + " changed"
	} else if act := ev.about.NewGame; r.Count > 0 && act != "" {
		src := ev.src.fresh(otherLives)
		defer src.Close()
		trials, _ := ev.try(
			src, queriesOf(spread(ev.nodes, min(acted, ev.affords(0.01)))), act, 0, undoTime,
		)
		ev.choose(&r, trials)
		r.Bad = 0 // these are not among its answers
	}
	slices.SortStableFunc(ev.fading, func(a, b fading) int { return len(a.Moves) - len(b.Moves) })
	for _, w := range ev.fading[:min(len(ev.fading), mostTraced)] {
		if f := ev.trace(w); f != nil {
			// which explains less
			if f.Count = len(ev.fading); r.Findings == nil || f.Of != "once" {
				r.Findings = []Finding{*f}
			}
			if f.Cause != "" { // the others may follow from it
				break
			}
		}
	}
	line := slices.ContainsFunc(ev.deaths, func(d step) bool { return d.then == "" })
	for _, d := range ev.deaths {
		how := "dies"
		if d.failure.Kind == process.TimedOut {
			how = "gives no answer"
		}
		f := Finding{What: "the engine " + how +
			" at this line", Name: "crash", Cause: how +
			d.then, At: d.Query, Then: d.then, Why: d.failure.Error(), Count: 1}
		if i := slices.IndexFunc(r.Findings, func(g Finding) bool {
			return g.Cause == f.Cause || g.Name == f.Name && g.At.Equal(f.At)
		}); i >= 0 {
			r.Findings[i].Count++
			continue
		} else if line && d.then != "" { // it may follow from a line
			continue
		}
		if src, err := ev.src.src.Fresh(); err == nil {
			if _, err = src.Do(d.Query, d.then); err == nil {
				f.What = strings.Replace(
					f.What, "at this line", "after some commands: a new engine survives this line",
					1,
				)
			}
			src.Close()
		}
		r.Findings = append(r.Findings, f)
	}
	if n := len(ev.deaths); n > 0 && r.Count > 0 {
		r.Says += "; the engine failed at " + words.Plural(n, "line")
	} else if n > 0 {
		r.Says = ""
	} else if len(ev.fading) > 0 && r.Findings == nil {
		r.Why = words.Plural(len(ev.fading), "answer") +
			" changed in the whole run, and why was not found"
	} else if r.Findings == nil {
		r.Says = ": the same when asked again in another order"
	}
	return r
}

// trace asks for a key whose answer was another one later, each time after another
// position, to find the position before it that changes it. It returns nil if the engine
// only loses commands that come all at once.
func (ev *Evidence) trace(w fading) *Finding {
	if w.of != nil && w.of.Cause == "commands before" {
		w.of.Why, w.of.Features = ev.Explain(w.of.Got, w.of.Want)
		return w.of
	}
	f := compared(
		"the key depends on the commands before", side{w.Query, w.key, "afterwards"},
		side{w.Query, 0, "when it is repeated by a new engine"},
	)
	at, begin := step{Query: w.Query}, ev.opt.Now()
	fresh := ev.src.fresh(otherLives)
	defer fresh.Close()
	// the first may depend on what the process does at its start
	first := fresh.AskAlone(w.Query, w.Query, w.Query)[2]
	if first.Lost {
		return nil
	}
	p, inside := ev.src.src.(*inside)
	if inside && len(w.Moves) > 0 {
		before := Query{FEN: w.FEN, Moves: w.Moves[:len(w.Moves)-1]}
		// it goes on
		if now, err := p.Ask([]Query{before, w.Query}, false); err == nil &&
			now[1].Key != first.Key {
			law, method, last := "asking", "Key", w.Moves[len(w.Moves)-1:]
			_ = p.call(w.Command, func(func()) {
				// Ask calls FEN, too
				_, _ = place(p.e, before), p.e.Key()
				if play(p.e, last) == "" && p.e.Key() == first.Key {
					law, method = "fen", "FEN"
				}
			})
			f.What, f.At, f.Then, ev.varies = "the key is another one if "+method+
				" is called before the last move, too", before, method+"(), Move("+last[0]+")", true
			f.Keys = Keys{Of: "from these calls", Got: now[1].Key, OfWant: "without " + method +
				"()", Want: first.Key}
			f.Why, f.Features = ev.Explain(f.Got, f.Want)
			f.Name = keycheck.Join(law, keycheck.KindsOf(f.Features)...)
			return &f
		}
	}
	apart := ev.nodes[max(slices.IndexFunc(ev.nodes, func(n *Node) bool {
		return n.Query.FEN != "" && n.Query.FEN != w.FEN
	}), 0)]
	for i := 0; i < mostAsked && !first.Lost && ev.opt.Now().Sub(begin) < traceTime; i++ {
		other := ev.nodes[i%len(ev.nodes)].Query
		if i == 50 && w.of == nil { // which may be long
			other = w.after
		}
		ask := []Query{other, w.Query, w.Query} // some keys depend on the number of queries
		if other.FEN == w.FEN {                 // the engine may make no move that it has made
			ask = append([]Query{apart.Query}, ask...)
		}
		answers := fresh.AskAlone(ask...)
		now := answers[len(ask)-2]
		if now.Key == first.Key {
			now = answers[len(ask)-1]
		}
		if now.Lost || now.Key == first.Key {
			continue
		}
		f.Cause, f.Want, f.Got = "commands before", first.Key, now.Key
		if len(differing(now.FEN, first.FEN)) > 0 {
			f.Why = "afterwards it shows " + now.FEN + ", and a new engine " + first.FEN
		}
		ev.varies = true
		steps := []step{at, at, at, {Query: apart.Query}, {Query: other}, at}
		if again := ev.alone(steps...); again[5].Key != again[2].Key { // perhaps with other numbers
			f.At, f.Then = other, w.Command()
			f.Got, f.Want = again[5].Key, again[2].Key
			ev.blind = f.What
			if again[0].Key == again[2].Key || slices.Equal(again, ev.alone(steps...)) {
				switch {
				case again[3].Key == again[2].Key:
					f.Name, f.What = "lags", "the key is that of the position before"
				case f.Why == "":
					f.Why, _ = ev.Explain(f.Got, f.Want)
				}
				return &f
			}
		}
		f.What = "the key is not deterministic: the same commands, sent again, give another one"
		f.Cause = report.NotSteady
		f.At, f.Then, f.Why, f.Of, f.OfWant = w.Query, "", "", "another time", "once"
		return &f
	}
	n, now := ev.nodes[0], ev.src.AskAlone(w.Query)[0]
	f.Want = first.Key
	switch {
	// it stays so
	case !now.Lost && !first.Lost && now.Key != first.Key &&
		ev.alone(step{Query: n.Query})[0].Key == n.By.Key:
		f.What = "a key is another one now, after all commands of this run"
		f.Got, f.Of = now.Key, "now"
		ev.varies = true
	case w.key == first.Key ||
		!inside && (w.of == nil || ev.src.single || ev.src.src.About().Note != ""):
		return nil
	default:
		f.What, f.Of = "a key was another one before, and a new engine does not show why", "once"
		if w.of != nil {
			f.Then = w.of.Then
		}
	}
	return &f
}

// various returns about 200 nodes, and those that first have a feature, such as castling Kk.
func (ev *Evidence) various() (nodes []*Node) {
	seen, all := make(map[string]bool), spread(ev.nodes, 5000)
	for i, n := range all {
		take := i%max(len(all)/200, 1) == 0
		for _, name := range ev.features(n) {
			take, seen[name] = take || !seen[name], true
		}
		if take {
			nodes = append(nodes, n)
		}
	}
	return spread(nodes, ev.affords(0.05))
}

// judgeProcesses compares the keys with those of another process. An engine may draw other
// numbers in each process. But then all keys differ, and not only some. Another process of
// an engine in this one was asked before.
func judgeProcesses(ev *Evidence) Result {
	r := Result{Unit: "position", Says: " have the same keys in a second process"}
	nodes := slices.Clip(ev.nodes[:min(len(ev.nodes), 5000)]) // the first are those of First
	var answers []Answer
	p, here := ev.src.src.(*inside)
	if here {
		for _, fen := range slices.Sorted(maps.Keys(ev.keyOf)) { // with each man on each square
			nodes = append(
				nodes, &Node{Query: Query{FEN: fen}, FEN: fen, By: Answer{Key: ev.keyOf[fen]}},
			)
		}
		if answers, r.Why = p.Elsewhere(queriesOf(nodes)); r.Why != "" {
			return r
		}
	} else {
		nodes = ev.various()
		src := ev.src.fresh(otherLives)
		defer src.Close()
		if len(ev.deaths) == 0 { // the first process has searched, too
			src.Do(nodes[0].Query, ev.about.Search)
		}
		answers = src.Ask(queriesOf(nodes)...)
	}
	var same, differ []*Node
	other := make(map[*Node]zobrist.Key)
	for i, a := range answers {
		if n := nodes[i]; !a.Lost && a.Key == n.By.Key {
			same = append(same, n)
		} else if !a.Lost {
			differ, other[n] = append(differ, n), a.Key
		}
	}
	// what was asked before counts
	if len(same)*len(differ) > 0 && !here &&
		ev.alone(step{Query: differ[0].Query})[0].Key == differ[0].By.Key {
		ev.fading = append(ev.fading, fading{side: differ[0].by()})
	}
	r.Count, r.Bad = len(same)+len(differ), len(differ)
	switch {
	case len(differ) == 0:
		return r
	case len(same) == 0:
		r.Why = "a second process has other keys, so they must not be stored"
		return r
	case len(ev.fading) > 0: // not a matter of the process
		r.Bad, r.Why = 0, "some queries have two keys: see again"
		return r
	}
	n := shortest(differ)
	f := compared(
		"some keys differ in a second process", side{n.Query, n.By.Key, "in this process"},
		side{n.Query, other[n], "in another process"},
	)
	f.FEN, f.Count = n.FEN, len(differ)
	differ, same = spread(differ, 2000), spread(same, 2000)
	// which all of them have, and no other
	for i, name := range append([]string{"castling", "en passant"}, ev.features(n)...) {
		has := func(n *Node) bool {
			own := ev.features(n)
			return slices.Contains(own, name) ||
				i < 2 && len(ofKinds(own, keycheck.KindOf(name))) > 0
		}
		// by every rule
		counts := func(n *Node) bool {
			return has(n) && (n.position().EP == "" || n.position().LegalEP())
		}
		if len(filter(differ, has)) == len(differ) && len(filter(same, counts)) == 0 {
			f.Features = append(f.Features, name)
		}
	}
	if f.Features != nil {
		f.Why = "each of them has " + words.Quoted(f.Features, 6) + ", and no other has"
	}
	r.Says, r.Findings = " have another key in a second process", []Finding{f}
	return r
}
