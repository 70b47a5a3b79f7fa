package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
)

// A fading is an answer that was another one later.
type fading struct {
	Query
	key      zobrist.Key // the first answer
	vanished bool        // a finding showed it
}

const (
	mostFading = 50
	mostTraced = 3   // of them
	mostFresh  = 40  // engines to start for a trace
	reordered  = 150 // positions to ask again in another order
)

// repeat asks for the keys of findings in fresh processes, and takes out those that are no
// longer there. They are for judgeAgain.
func (ev *Evidence) repeat(r *Result) error {
	bad, shown := 0, r.Findings[:0:0]
	for _, f := range r.Findings {
		again, err := ev.repeats(&f)
		if err != nil {
			return err
		}
		if again {
			shown = append(shown, f)
		} else {
			bad += f.Count
		}
	}
	if len(shown) == len(r.Findings) {
		return nil
	}
	r.Findings, r.Bad = shown, max(r.Bad-bad, 0)
	if len(shown) == 0 {
		r.Bad, r.Why = 0, "what was wrong here is right in a fresh process: see again"
	}
	return nil
}

// repeats reports whether a finding is the same in fresh processes. A finding that does not
// compare keys, or cannot be asked for any more, counts as the same.
func (ev *Evidence) repeats(f *Finding) (bool, error) {
	strayed := f.Cause == "strayed" || f.Cause == "refuses moves"
	keys := f.Of != "" || f.Got == f.Want && !equal(f.At, f.WantAt)
	if (!strayed && !keys) || f.Then != "" && !slices.Contains(ev.about.Acts, f.Then) {
		return true, nil
	}
	own, err := ev.ownNumbers()
	if err != nil {
		return true, err
	}
	// Each is the first query of a process.
	got, want, err := ev.first(f.At, f.Then, f.WantAt)
	if err != nil || got.Lost {
		return true, err
	}
	if strayed {
		same, ok := samePosition(got.FEN, f.FEN)
		if got.Refused == "" && (f.Cause == "refuses moves" || same || !ok) {
			ev.fading = append(ev.fading, fading{f.At, f.Got, true})
			return false, nil
		}
		return true, nil
	}
	calculated := f.Then == "" && equal(f.At, f.WantAt) // Want is no answer
	if !own && !calculated {
		want, _, err = ev.first(f.WantAt, "", Query{})
	}
	if err != nil || want.Lost || got.Refused+want.Refused != "" {
		return true, err
	}
	switch {
	case calculated && (own || got.Key == f.Got), !calculated && (got.Key != want.Key) == (f.Got != f.Want):
		return true, nil
	}
	if got.Key != f.Got {
		ev.fading = append(ev.fading, fading{f.At, f.Got, true})
	} else {
		ev.fading = append(ev.fading, fading{f.WantAt, f.Want, true})
	}
	return false, nil
}

// ownNumbers reports whether each process has numbers of its own.
func (ev *Evidence) ownNumbers() (bool, error) {
	if ev.own == 0 {
		a, b, err := ev.twice(ev.nodes[0].Query)
		if err != nil {
			return false, err
		}
		if ev.own = 1; a.Key != b.Key && !a.Lost && !b.Lost {
			ev.own = 2
		}
	}
	return ev.own == 2, nil
}

// twice asks for a key in two fresh processes.
func (ev *Evidence) twice(q Query) (a, b Answer, err error) {
	if a, _, err = ev.first(q, "", Query{}); err == nil {
		b, _, err = ev.first(q, "", Query{})
	}
	return a, b, err
}

func equal(a, b Query) bool { return a.FEN == b.FEN && slices.Equal(a.Moves, b.Moves) }

// first asks for two keys in a fresh process, the first one after an act if there is one.
func (ev *Evidence) first(a Query, then string, b Query) (keyA, keyB Answer, err error) {
	fresh, err := ev.src.Fresh()
	if err != nil {
		return keyA, keyB, err
	}
	defer fresh.Close()
	if then != "" {
		if keyA, err = fresh.Do(a, then); err != nil {
			return keyA, keyB, err
		}
		answers, err := fresh.AskAlone([]Query{b})
		return keyA, answers[0], err
	}
	answers, err := fresh.AskAlone([]Query{a, b})
	if err == nil {
		keyA, keyB = answers[0], answers[1]
	}
	return keyA, keyB, err
}

// judgeAgain requires that each query has one answer, whatever was asked before, and that
// the engine survives.
func judgeAgain(ev *Evidence) (Result, error) {
	r := Result{Unit: "position", Says: " have the same key when asked again in another order"}
	if err := ev.reorder(&r); err != nil {
		return r, err
	}
	ev.traces = true
	if ev.until = time.Now().Add(ev.budget / 4); !ev.end.IsZero() && ev.until.After(ev.end) {
		ev.until = ev.end
	}
	seen := make(map[string]bool)
	traced := 0
	for _, w := range ev.fading {
		if seen[w.String()] || traced == mostTraced {
			continue
		}
		seen[w.String()] = true
		f, err := ev.trace(w)
		if err != nil {
			return r, err
		}
		if traced++; f == nil {
			continue
		}
		f.Count = len(ev.fading)
		r.Findings = append(r.Findings, *f)
	}
	for _, d := range ev.deaths {
		f, err := ev.survived(d)
		if err != nil {
			return r, err
		}
		r.Findings = append(r.Findings, f)
	}
	if ev.src.lives <= 0 {
		ev.note("the engine died so often that the other positions were not asked for")
	}
	if r.Bad = len(r.Findings); r.Bad > 0 {
		r.Says = " asked again in another order: another key, or none"
	}
	return r, nil
}

// reorder asks again for some positions, last first, and once more in a new game.
func (ev *Evidence) reorder(r *Result) error {
	var queries []Query
	var keys []zobrist.Key
	most := min(reordered, ev.affords(0.05))
	step := max((len(ev.nodes)+most-1)/most, 1)
	for i := len(ev.nodes) - 1; i >= 0; i -= step {
		queries, keys = append(queries, ev.nodes[i].Query), append(keys, ev.nodes[i].By.Key)
	}
	answers, err := ev.src.AskAlone(queries)
	if err != nil {
		return err
	}
	for i, a := range answers {
		if !a.Lost {
			r.Count++
			ev.same2(queries[i], keys[i], a)
		}
	}
	if len(ev.fading) == 0 && r.Count > 0 {
		q := queries[len(queries)/2]
		f := Finding{At: q, WantAt: q, Count: 1}
		if err := ev.vary(&f); err != nil {
			return err
		}
		if f.Cause != "" {
			r.Findings = append(r.Findings, f)
		}
	}
	if ev.about.NewGame == "" || len(ev.fading) > 0 || r.Count == 0 {
		return nil
	}
	q := ev.nodes[0].Query
	fresh, err := ev.src.Fresh()
	if err != nil {
		return err
	}
	defer fresh.Close()
	before, err := fresh.AskAlone([]Query{q})
	if err != nil {
		return err
	}
	after, err := fresh.Do(q, ev.about.NewGame)
	if err == nil && !before[0].Lost && !after.Lost && before[0].Key != after.Key {
		r.Findings = append(r.Findings, Finding{What: "a new game changes the keys: the table still has the old ones", Cause: "new game", At: q,
			Then: ev.about.NewGame + ", and the same position", Got: after.Key, Of: "afterwards", Want: before[0].Key, OfWant: "before", WantAt: q, Count: 1})
	}
	return err
}

// survived says whether the engine dies at a line again, when it is the first.
func (ev *Evidence) survived(d death) (Finding, error) {
	how := "dies"
	if d.failure.Hang {
		how = "gives no answer"
	}
	f := Finding{What: "the engine " + how + " at this line", Cause: how + d.then, At: d.at, Then: d.then, Why: d.failure.Error(), Count: 1}
	if d.failure.Hang || d.then != "" {
		return f, nil
	}
	src, err := ev.Source().Fresh()
	if err != nil {
		return f, nil
	}
	defer src.Close()
	_, err = src.AskAlone([]Query{d.at})
	if err == nil {
		f.What, f.Cause = "the engine "+how+" after some commands: in a fresh process it survives this line", how+" later"
	}
	return f, ev.ctx.Err()
}

// trace looks for the reason of an answer that was another one later. It returns nil if the
// engine only loses commands that come all at once.
func (ev *Evidence) trace(w fading) (*Finding, error) {
	starts := 0
	var err error
	// ask returns the key of the last query in a fresh process, and whether there is one.
	ask := func(queries ...Query) (key zobrist.Key, ok bool) {
		if starts++; starts > mostFresh || err != nil || ev.src.silent() == noTime {
			return 0, false
		}
		fresh, e := ev.src.Fresh()
		if err = e; err != nil {
			return 0, false
		}
		defer fresh.Close()
		answers, e := fresh.AskAlone(queries)
		if err = e; err != nil || answers[len(answers)-1].Lost {
			return 0, false
		}
		return answers[len(answers)-1].Key, true
	}
	alone, ok := ask(w.Query)
	again, ok2 := ask(w.Query)
	if !ok || !ok2 {
		return nil, err
	}
	f := &Finding{At: w.Query, WantAt: w.Query, Got: w.key, Want: alone, Of: "once", OfWant: "in a fresh process"}
	if alone != again {
		if other, ok := ask(w.Query, w.Query); !ok || other != again { // else each process has its own numbers
			f.Got, f.Of, f.OfWant = again, "in a fresh process", "in another"
			return unsteady(f), err
		}
		return nil, err
	}
	// The commands before, as far as they matter.
	wrong := func(before []Query) bool {
		key, ok := ask(append(slices.Clone(before), w.Query)...)
		if ok && key != alone {
			f.Got = key
		}
		return ok && key != alone
	}
	var before []Query
	for _, log := range append(slices.Clone(ev.logs), ev.src.log) {
		for i := len(log) - 1; i >= 0 && before == nil; i-- {
			if log[i].key != alone && log[i].key != 0 && equal(log[i].Query, w.Query) {
				for _, l := range log[:i] {
					before = append(before, l.Query)
				}
			}
		}
	}
	n, found := 1, false // the last n matter
	for ; len(before) > 0 && !found; n *= 2 {
		n = min(n, len(before))
		if found = wrong(before[len(before)-n:]); found || n == len(before) {
			break
		}
	}
	if found {
		low := n / 2 // too few
		for n-low > 1 {
			if mid := (n + low) / 2; wrong(before[len(before)-mid:]) {
				n = mid
			} else {
				low = mid
			}
		}
		first := before[len(before)-n]
		if (n == 1 || wrong([]Query{first})) && (wrong([]Query{first}) || ev.src.silent() != "") {
			for k := 0; k < len(first.Moves); k++ { // the shortest beginning that does it
				if short := (Query{first.FEN, first.Moves[:k]}); wrong([]Query{short}) {
					first = short
					break
				}
			}
			wrong([]Query{first})
			f.What, f.Cause = "the key depends on the commands before", "commands before"
			f.At, f.Then, f.Of = first, w.Command(), "afterwards"
			f.Why = "does " + firstWords(w.Query) + " reset all of the position before?"
			return f, err
		}
	}
	if e := ev.vary(f); e != nil {
		return nil, e
	}
	switch {
	case f.Cause != "":
	case found:
		f.What, f.Cause = fmt.Sprintf("the key depends on the commands before: it is another one after %s", plural(n, "command")), "commands before"
	case w.vanished && !ev.src.single && ev.Source().About().Note == "":
		f.What, f.Cause = "a key was another one before, and a fresh process does not show why", "vanished"
	default:
		if w.vanished {
			ev.note("%s gave another key once: %v, and not %v", w.Command(), w.key, alone)
		}
		return nil, err
	}
	return f, err
}

// firstWords returns the beginning of the UCI command of a query.
func firstWords(q Query) string {
	if q.FEN == "" {
		return "position startpos"
	}
	return "position fen"
}

// vary asks for one key many times.
func (ev *Evidence) vary(f *Finding) error {
	const most, within = 4000, 700 * time.Millisecond
	traces := ev.traces
	ev.traces = true
	defer func() { ev.traces = traces }()
	fresh, err := ev.src.Fresh()
	if err != nil {
		return err
	}
	defer fresh.Close()
	keys := make(map[zobrist.Key]int)
	asked := 0
	for begin := time.Now(); asked < most && time.Since(begin) < within; {
		n := max(min(100, ev.rate/10), 1)
		answers, err := fresh.AskAlone(slices.Repeat([]Query{f.At}, n))
		if err != nil {
			return err
		}
		for _, a := range answers {
			if !a.Lost {
				asked++
				keys[a.Key]++
			}
		}
		if answers[0].Lost {
			break
		}
	}
	if len(keys) > 1 {
		unsteady(f)
		all := slices.SortedFunc(maps.Keys(keys), func(a, b zobrist.Key) int {
			return cmp.Or(cmp.Compare(keys[b], keys[a]), cmp.Compare(a, b))
		})
		f.Want, f.Got, f.Of, f.OfWant = all[0], all[1], "sometimes", "mostly"
		f.Why += fmt.Sprintf(": %s of %s answers are others than the usual one", thousands(asked-keys[f.Want]), thousands(asked))
	}
	return nil
}

func unsteady(f *Finding) *Finding {
	f.What, f.Cause = "the key is not deterministic: one position has two keys", "not deterministic"
	f.Why = cmp.Or(f.Why, "nothing else was asked in between")
	return f
}
