package examine

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A confirmer asks new processes for what items show, with as few commands as possible. What a new
// process does not show depends on more than the position: it becomes an item of the check again.
type confirmer struct {
	bench *observe.Bench
	log   *observe.Log
	// alike is set if another process has the same numbers, so that keys of two can be compared.
	alike bool
}

// newConfirmer finds out from the log whether processes have the same numbers.
func newConfirmer(bench *observe.Bench, log *observe.Log) *confirmer {
	alike := len(log.Others) == 0 || observe.HaveSameNumbers(log.Others)
	return &confirmer{bench: bench, log: log, alike: alike}
}

// confirm returns the items that new processes show, and how many wrong keys the others have, with
// one of the others.
func (c *confirmer) confirm(items []report.Item) (kept []report.Item, faded []report.Item) {
	for _, item := range items {
		if c.shown(&item) {
			kept = append(kept, item)
		} else {
			faded = append(faded, item)
		}
	}
	return kept, faded
}

// shown reports whether a new process shows an item. It makes what the item shows as short as
// possible.
func (c *confirmer) shown(item *report.Item) bool {
	got, want := item.Got, item.Want
	switch {
	case got == nil, item.Check == "keys":
		return true
	case item.Check == "new game":
		return c.newGameShows(item)
	case item.Check == "crash":
		c.survives(item)
		return true
	case item.Check == "board":
		return c.strays(item)
	case item.Check == "again" && got.Then == "":
		c.explainAgain(item)
		return true
	case item.Check == "processes":
		return c.differsByProcess(item)
	case got.Then != "":
		return c.actShows(item)
	case want == nil, want.Route == report.Polyglot:
		return true
	case want.Route == report.ByNumbers, want.Route == report.ByMoveNumbers:
		now := c.bench.Ask(observe.Step{Query: got.Query})[0]
		if !c.alike || !observe.Answered(now) || now.Key == got.Key {
			return true
		}
		showTwoKeys(item, *got, now.Key)
		return false
	}
	c.shorten(item)
	return c.pairShows(item)
}

// pairShows reports whether two queries have keys in new processes as they had before: two keys,
// or, if the states differ, one. Processes with the same numbers must give keys that differ by the
// same, because keys that are drawn anew at each question differ as well. If they do not, the item
// then shows a query with two keys.
func (c *confirmer) pairShows(item *report.Item) bool {
	got, want := *item.Got, *item.Want
	gotKey, wantKey, ok := c.pair(got.Query, want.Query)
	if !ok {
		return true // it can't be asked any more
	}
	shows := (gotKey == wantKey) == item.Differ
	if !c.alike {
		return shows
	}
	if shows && gotKey^wantKey == got.Key^want.Key {
		// What is printed is what a new process answers.
		got.Key, want.Key = gotKey, wantKey
		item.Got, item.Want = &got, &want
		return true
	}
	if shows && c.oneProcessShows(item) {
		return true
	}
	item.Differ = false
	switch {
	case c.afterCommand(item, got.Query, want.Query), c.afterCommand(item, want.Query, got.Query):
	case gotKey != got.Key:
		showTwoKeys(item, got, gotKey)
	default:
		showTwoKeys(item, want, wantKey)
	}
	return false
}

// oneProcessShows reports whether two queries have keys in one new process as they had before, and
// the same ones when they are asked again. Then the numbers may depend on what a process was asked
// first, but the two queries have no right keys in any process.
func (c *confirmer) oneProcessShows(item *report.Item) bool {
	got, want := *item.Got, *item.Want
	one, two := observe.Step{Query: got.Query}, observe.Step{Query: want.Query}
	answers := c.bench.Ask(one, two, one, two)
	for _, a := range answers {
		if !observe.Answered(a) {
			return false
		}
	}
	gotKey, wantKey := answers[0].Key, answers[1].Key
	stays := gotKey == answers[2].Key && wantKey == answers[3].Key
	if !stays || (gotKey == wantKey) != item.Differ {
		return false
	}
	got.Key, want.Key = gotKey, wantKey
	item.Got, item.Want = &got, &want
	// The features are known by the numbers of the first process.
	item.Lacks, item.WronglyHas = nil, nil
	item.Old, item.Told = 0, 0
	item.Unexplained, item.OtherNumbers = gotKey^wantKey, true
	item.Facts = slices.DeleteFunc(slices.Clone(item.Facts), func(f report.Fact) bool {
		return f.Topic == report.SameDifference || f.Topic == report.SameRest
	})
	return true
}

// showTwoKeys makes an item show the key that a query had, and the one of a new process.
func showTwoKeys(item *report.Item, had report.Key, now zobrist.Key) {
	got, want := had, had
	got.Route = report.ThisProcess
	want.Route, want.Key = report.NewProcess, now
	item.Got, item.Want = &got, &want
}

// pair returns the keys of two queries in new processes. If each process has other numbers, both
// are asked of one.
func (c *confirmer) pair(a, b source.Query) (keyA, keyB zobrist.Key, ok bool) {
	var one, two source.Answer
	if c.alike {
		one = c.bench.Ask(observe.Step{Query: a})[0]
		two = c.bench.Ask(observe.Step{Query: b})[0]
	} else {
		both := c.bench.Ask(observe.Step{Query: a}, observe.Step{Query: b})
		one, two = both[0], both[1]
	}
	return one.Key, two.Key, observe.Answered(one) && observe.Answered(two)
}

// survives notes that a new process survives what an engine died of.
func (c *confirmer) survives(item *report.Item) {
	a := c.bench.Ask(observe.Step{Query: item.Got.Query, Act: item.Got.Then})[0]
	if !a.Lost {
		item.Facts = append([]report.Fact{{Topic: report.NewSurvives}}, item.Facts...)
	}
}

// strays reports whether a new process shows another state, too, or refuses the move.
func (c *confirmer) strays(item *report.Item) bool {
	a := c.bench.Ask(observe.Step{Query: item.Got.Query})[0]
	if item.Got.FEN == "" {
		return a.Refused != ""
	}
	return !observe.Answered(a) || a.FEN == item.Got.FEN
}

// differsByProcess reports whether two new processes that are asked for nothing else have two
// keys. If not, the keys depend on what was asked before.
func (c *confirmer) differsByProcess(item *report.Item) bool {
	one := c.bench.Ask(observe.Step{Query: item.Got.Query})[0]
	two := c.bench.Ask(observe.Step{Query: item.Got.Query})[0]
	if !observe.Answered(one) || !observe.Answered(two) {
		return true
	}
	return one.Key != two.Key
}

// actShows reports whether an act changes the key in a new process. How far a search comes may
// vary, so it has several chances.
func (c *confirmer) actShows(item *report.Item) bool {
	const chances = 3
	got, want := item.Got, item.Want
	for range chances {
		answers := c.bench.Ask(
			observe.Step{Query: want.Query},
			observe.Step{Query: want.Query},
			observe.Step{Query: got.Query, Act: got.Then},
		)
		first, before, after := answers[0], answers[1], answers[2]
		if !observe.Answered(before) || !observe.Answered(after) {
			return true
		}
		if !before.Is(first) {
			return false // the key changes without the act, too
		}
		if !after.Is(before) {
			return true
		}
	}
	return false
}

// newGameShows reports whether the key of a position that is set up again after a new game is
// another one in a new process, too.
func (c *confirmer) newGameShows(item *report.Item) bool {
	got, want := item.Got, item.Want
	answers := c.bench.Ask(
		observe.Step{Query: want.Query},
		observe.Step{Query: got.Query, Act: got.Then},
		observe.Step{Query: *got.Last},
	)
	before, after := answers[0], answers[2]
	return !observe.Answered(before) || !observe.Answered(after) || !after.Is(before)
}

// explainAgain looks for few commands that show that a query has two answers: after another
// command, or twice in a row.
func (c *confirmer) explainAgain(item *report.Item) {
	const mostTraced = 20 // each takes two processes
	changed := slices.Clone(c.log.Again.Changed)
	shown := func(r observe.Repeat) int { return len(r.Query.Moves) + len(r.Previous.Moves) }
	slices.SortStableFunc(changed, func(a, b observe.Repeat) int { return shown(a) - shown(b) })
	for _, r := range changed[:min(len(changed), mostTraced)] {
		if c.afterCommand(item, r.Query, r.Previous) || c.afterCommand(item, r.Query, r.Before) {
			return
		}
	}
	item.Facts = append(item.Facts, report.Fact{Topic: report.Both, N: item.Count})
}

// afterCommand shows that the key of a query is another one after the command that was before it.
func (c *confirmer) afterCommand(item *report.Item, asked, before source.Query) bool {
	previous, query := observe.Step{Query: before}, observe.Step{Query: asked}
	// Some keys depend on the number of commands, so that both processes get the same number.
	alone := c.bench.Ask(query, query)
	after := c.bench.Ask(previous, query)
	if !observe.Answered(alone[1]) || !observe.Answered(after[1]) {
		return false
	}
	switch {
	case alone[0].Key != alone[1].Key:
		item.Got = &report.Key{
			Query: asked,
			Last:  &asked,
			Route: report.AskedAgain,
			Key:   alone[1].Key,
		}
		item.Want = &report.Key{Query: asked, Route: report.AtFirst, Key: alone[0].Key}
	case c.alike && alone[1].Key != after[1].Key:
		item.Got = &report.Key{
			Query: before,
			Last:  &asked,
			Route: report.AfterCommand,
			Key:   after[1].Key,
		}
		item.Want = &report.Key{Query: asked, Route: report.Alone, Key: alone[1].Key}
	default:
		return false
	}
	return true
}

// shorten shows the fewest moves that make the key wrong by the same number: those after a later
// FEN of the sequence.
func (c *confirmer) shorten(item *report.Item) {
	if item.Check != "moves" || item.Got.Route != report.ByMoves || len(item.Got.Query.Moves) < 2 {
		return
	}
	states := checks.StatesOf(c.log, item.Got.Query)
	if states == nil {
		return
	}
	moves := item.Got.Query.Moves
	by := item.Got.Key ^ item.Want.Key ^ item.Old
	// after returns the query of the last n moves, and whether these are wrong by the same number.
	after := func(n int) (query source.Query, key zobrist.Key, same bool) {
		query = source.Query{FEN: states[len(moves)-n], Moves: moves[len(moves)-n:]}
		steps := []observe.Step{{Query: item.Want.Query}, {Query: query}}
		answers := c.bench.Ask(steps...)
		same = observe.Answered(answers[0]) && observe.Answered(answers[1]) &&
			answers[0].Key^answers[1].Key == by
		return query, answers[1].Key, same
	}
	// If n moves are enough, so are more: mostly. If not, the sequence found is no longer than
	// before.
	least, enough := 1, len(moves)
	for least < enough {
		n := least
		if least > 1 {
			n = (least + enough) / 2
		}
		query, key, same := after(n)
		if !same {
			least = n + 1
			continue
		}
		enough = n
		got := *item.Got
		got.Query, got.Key = query, key
		item.Got, item.Old = &got, 0
	}
}
