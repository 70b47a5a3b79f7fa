package methods

import (
	"context"
	"slices"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/examine"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// Options are the options of [Examine].
type Options struct {
	examine.Options
	Race     bool // the race detector is there, so goroutines are tried
	Unseeded bool // every process may have its own keys
}

// Examine tests an engine in this process.
func Examine(ctx context.Context, src *Source, opt Options) (*report.Report, error) {
	judge := &judge{src: src, opt: opt}
	return examine.Run(ctx, src, opt.Options, checksInside(), judge.methods)
}

// checksInside are the checks of every engine, without those for which there is a law of methods.
func checksInside() []checks.Check {
	return slices.DeleteFunc(checks.All(), func(c checks.Check) bool { return c.OnlyProcess })
}

// A judge tests the optional methods of an engine whose other keys are known.
type judge struct {
	src *Source
	opt Options
	e   *checks.Evidence
	p   *player
}

// needs has the methods without which a check can't run.
var needs = map[string]string{
	"FEN": "FEN", "SubKeys": "SubKeys", "Undo": "Undo", nullMove: "Null", "UndoNull": "UndoNull",
	"Try": "Try", "After": "After", "Clone": "Clone", "Perft": "Perft", "Search": "Search",
	"Keys": "Keys",
}

// methods adds the rows and items of all methods to a report: first those of Key, on which all laws
// depend, then those of laws, and last those of threads and Keys.
func (j *judge) methods(e *checks.Evidence, r *report.Report) {
	j.e = e
	asked, explainsAll := j.asking()
	if explainsAll {
		// The check again has an item for the same keys, which says less.
		r.Items = slices.DeleteFunc(r.Items, func(i report.Item) bool { return i.Name == "again" })
	}
	r.Items = append(r.Items, asked...)
	row, changes := j.key()
	if len(changes) > 0 {
		// A key that changes when it is asked for again has two values for that reason.
		r.Items = slices.DeleteFunc(r.Items, func(i report.Item) bool {
			isAgain := i.Check == "again" && i.Name != "crash"
			also := changes[0].Also
			switch {
			case !isAgain:
			case len(also) > 0: // the same answers, by what they depend on
				also[0].Count = max(also[0].Count, i.Count)
			default:
				showWith(&changes[0], i)
			}
			return isAgain
		})
	}
	r.Rows = append(r.Rows, row)
	why := j.lawful(len(changes) > 0)
	shared := false // a call on one engine changes another
	var items []report.Item
	if why == report.Ran {
		j.p = newPlayer(j.src, e, j.opt.Seed, j.opt.Starts)
		j.p.wrongMoves = hasItem(r.Items, "moves")
		j.p.wrongBoards = hasItem(r.Items, "board")
		shared = !j.src.Sequential && !j.p.independent()
		if !shared {
			j.p.playMethods()
		}
		items = j.p.items(j.p.proven(), r.Items)
	}
	for _, name := range checkNames {
		row := report.Row{Check: name, Unit: comparisons, Skip: why}
		method := needs[name]
		switch {
		case method != "" && !j.src.has[method]:
			row.Skip = report.SkipNoMethod
		case why != report.Ran:
		case name == twoEngines && j.src.Sequential:
			row.Skip = report.SkipSequential
		case name != twoEngines && shared:
			row.Skip = report.SkipShared
		default:
			row.Compared = j.p.compared[name]
			if name == "SubKeys" {
				compared, all := j.subKeys()
				row.Compared += compared
				items = withNumbers(items, all)
			}
			row.Wrong = countOf(items, name)
			if row.Compared == 0 {
				row.Skip = report.SkipNothing
			}
		}
		r.Rows = append(r.Rows, row)
	}
	r.Items = append(r.Items, changes...)
	r.Items = append(r.Items, items...)
	row, items = j.threads(shared)
	r.Rows = append(r.Rows, row)
	r.Items = append(r.Items, items...)
	row, items = j.keys(r.Items)
	r.Rows = append(r.Rows, row)
	r.Items = append(r.Items, items...)
	sortAlso(r)
}

// sortAlso sorts what is shown together with each item in the order of the rows.
func sortAlso(r *report.Report) {
	place := make(map[string]int)
	for i, row := range r.Rows {
		place[row.Check] = i
	}
	for _, item := range r.Items {
		slices.SortStableFunc(item.Also, func(a, b report.Also) int {
			return place[a.Check] - place[b.Check]
		})
	}
}

// hasItem reports whether a check has an item.
func hasItem(items []report.Item, check string) bool {
	return slices.ContainsFunc(items, func(i report.Item) bool { return i.Check == check })
}

// checkNames are the checks of laws, in the order of the report.
var checkNames = []string{
	"FEN", "SubKeys", "Undo", nullMove, "UndoNull", "Try", "After", "Clone", "Perft", "Search",
	twoEngines,
}

// countOf returns how many comparisons of a check are wrong.
func countOf(items []report.Item, check string) (n int) {
	for _, item := range items {
		if item.Check == check {
			n += item.Count
			for _, fact := range item.Facts {
				if fact.Topic == report.RestOfCheck {
					n += fact.N
				}
			}
		}
		for _, also := range item.Also {
			if also.Check == check {
				n += also.Count
			}
		}
	}
	return n
}

// lawful returns why no law can be tested, or Ran.
func (j *judge) lawful(keyChanges bool) report.Skip {
	switch {
	case keyChanges:
		return report.SkipKeyChanges
	case j.e.Log.Ending == observe.TwoAnswers, len(j.e.Log.Again.Changed) > 0:
		return report.SkipTwoAnswers
	}
	return j.e.Unavailable()
}

// key requires that asking for the key changes neither the key nor the position that FEN shows.
func (j *judge) key() (row report.Row, items []report.Item) {
	row = report.Row{
		Check: "Key", Main: true, Compared: len(j.e.Log.Places), Unit: report.Keys,
	}
	j.showsChange()
	c := j.src.twice
	if c == nil {
		return row, nil
	}
	row.Wrong = 1
	item := report.Item{
		Check: "Key", Name: "key", Count: 1, Compared: row.Compared, Unit: report.Keys,
		Got: &report.Key{
			Query: c.query, Then: "Key(), Key()", Route: report.AskedAgain, Key: c.again,
		},
		Want: &report.Key{
			Query: c.query, Then: "Key()", Route: report.AtFirst, Key: c.first,
		},
		Law: "Key returns another key when it is called again",
	}
	if c.first == c.again {
		item.Law = "Key changes the position"
		item.Got.FEN, item.Got.Route = c.now, report.Afterwards
		item.Want.FEN, item.Want.Route = c.was, report.BeforeAct
	}
	if c.first != c.again && !j.changesAlone(c.query) {
		item.Facts = append(item.Facts, report.Fact{Topic: report.NotAlone})
	}
	return row, []report.Item{item}
}

// changesAlone reports whether the key of a new engine changes when it is asked for again after a
// query.
func (j *judge) changesAlone(q source.Query) (changes bool) {
	one, err := j.src.open(j.src.ctx)
	if err != nil {
		return false
	}
	_ = one.call(q.Command, func(func()) {
		if place(one.e, q) == "" {
			first := one.e.Key()
			again := one.e.Key()
			changes = first != again
		}
	})
	return changes
}

// mostShown is how many places are asked whether Key changes the position that FEN shows. If
// FEN is wrong in many positions, fifty show whether Key is the cause.
const mostShown = 50

// showsChange asks for FENs before and after calls of Key, where the engine has shown another
// position than the rules give.
func (j *judge) showsChange() {
	if !j.src.has["FEN"] || j.src.twice != nil {
		return
	}
	asked := 0
	for _, p := range j.e.Log.Places {
		if p.ByMoves.FEN == p.FEN || asked == mostShown {
			continue
		}
		asked++
		_ = j.src.call(p.Query.Command, func(func()) {
			e := j.src.e
			place(e, p.Query)
			f := e.(fener)
			was, again := f.FEN(), f.FEN()
			e.Key()
			now := f.FEN()
			if was == again && was != now {
				j.src.keyChanged(changedKey{query: p.Query, was: was, now: now})
			}
		})
	}
}

// goroutines is how many engines are used at the same time, and mostTogether in how many positions.
// Two goroutines would be enough for the race detector. Four on two cores also interrupt each
// other.
const (
	goroutines   = 4
	mostTogether = 200
)

// threads lets several engines play the same sequences at the same time. The race detector finds
// what they share, and without a lock here nothing hides a race. It is not tried with engines that
// are known to be linked, because a call on one changes another.
func (j *judge) threads(linked bool) (row report.Row, items []report.Item) {
	row = report.Row{Check: threads, Unit: report.Positions}
	switch {
	case !j.opt.Race:
		row.Skip = report.SkipNoRace
	case j.src.Sequential:
		row.Skip = report.SkipSequential
	case linked:
		row.Skip = report.SkipShared
	default:
		row.Skip = j.e.Unavailable()
	}
	if row.Skip != report.Ran {
		return row, nil
	}
	places := j.e.Log.Places
	row.Compared = min(mostTogether, len(places))
	found := make(chan report.Item, goroutines)
	var wg sync.WaitGroup
	for range goroutines {
		one, err := (&shared{InProcess: j.src.InProcess}).open(j.src.ctx)
		if err != nil {
			row.Skip, row.Why = report.SkipNoStart, err.Error()
			return row, nil
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range row.Compared {
				p := places[i*len(places)/row.Compared]
				a, err := one.Do(p.Query, "")
				if err != nil || a.Refused != "" || a.Key != p.ByMoves.Key {
					found <- disturbed(p, a)
					return
				}
			}
		}()
	}
	wg.Wait()
	if len(found) == 0 {
		return row, nil
	}
	row.Wrong = len(found)
	return row, []report.Item{<-found}
}

// disturbed is an item of a key that is another one when several engines are used at once.
func disturbed(p *observe.Place, a source.Answer) report.Item {
	return report.Item{
		Check: threads, Name: threads, Count: 1, Unit: report.Positions,
		Law: "engines in several goroutines disturb each other: " +
			"a key differs, or a move is refused",
		Got:  &report.Key{Query: p.Query, Route: report.InGoroutines, Key: a.Key},
		Want: &report.Key{Query: p.Query, Route: report.AtFirst, Key: p.ByMoves.Key},
	}
}

// listed returns the numbers that a new engine lists.
func (j *judge) listed() (keys []keycheck.Named, err error) {
	one, err := j.src.open(j.src.ctx)
	if err != nil {
		return nil, err
	}
	err = one.call(func() string { return "Keys()" }, func(func()) {
		keys = keycheck.Collect(one.e.(tester.Keyer).Keys())
	})
	return keys, err
}

// keys judges the list of numbers that the engine gives: the numbers as such, and whether they are
// those that its keys consist of. found are the items of other checks.
func (j *judge) keys(found []report.Item) (row report.Row, items []report.Item) {
	row = report.Row{Check: "Keys", Unit: report.Numbers}
	if !j.src.has["Keys"] {
		row.Skip = report.SkipNoMethod
		return row, nil
	}
	item := report.Item{Check: "Keys", Name: "keys", Count: 1, Unit: report.Numbers}
	list, err := j.listed()
	if err != nil {
		item.Law = err.Error()
		row.Wrong = 1
		return row, []report.Item{item}
	}
	row.Compared = len(list)
	item.Compared = len(list)
	for _, p := range tester.KeyProblems(list) {
		isKnown := func(i report.Item) bool { return i.Check == "numbers" && i.Name == p.Name }
		if slices.ContainsFunc(found, isKnown) {
			continue // the numbers that keys consist of have this weakness: one bug, not two
		}
		item.Facts = append(item.Facts,
			report.Fact{Topic: report.Weakness, Text: p.What},
			report.Fact{Topic: report.Effect, Text: p.Means},
		)
	}
	if len(item.Facts) > 0 {
		item.Law = "the numbers that Keys lists have a weakness"
	}
	missing := j.notListed(list)
	if len(missing) > 0 {
		// One wrong index lists a number twice, and another one not at all.
		item.Law = "keys consist of numbers that Keys does not list"
		item.Features = missing
		item.Count = len(missing)
		item.Facts = append(item.Facts, report.Fact{
			Topic: report.NotListed, N: len(missing), All: len(j.e.Models.FromFEN.Determined()),
			Features: missing,
		})
	}
	if item.Law != "" {
		items = append(items, item)
		row.Wrong = item.Count
	}
	return row, items
}

// notListed returns the features whose numbers the engine does not list. The number of a
// feature may be the XOR of two that it lists, such as that of a rook and that of a rook
// that may castle.
func (j *judge) notListed(list []keycheck.Named) (features []state.Feature) {
	m := j.e.Models.FromFEN
	if !m.Holds() || j.e.Log.Ending != observe.Complete || len(j.e.Models.Differ) > 0 {
		return nil
	}
	listed := make(map[zobrist.Key]bool)
	for _, k := range list {
		listed[k.Key] = true
	}
	composed := func(k zobrist.Key) bool {
		return slices.ContainsFunc(list, func(a keycheck.Named) bool {
			return a.Key != 0 && a.Key != k && listed[a.Key^k]
		})
	}
	for _, k := range m.Determined() {
		f := k.Feature
		byDesign := f.Extra() || f.Optional() || f.Idle() || m.Sets() && f.Kind == state.Right
		if k.Against != nil || k.Key == 0 || byDesign {
			continue
		}
		if !listed[k.Key] && !composed(k.Key) {
			features = append(features, f)
		}
	}
	return features
}
