package checks

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// keys requires that the key changes at all. All else would be said of a key that is constant, so
// nothing else is.
func keys(e *Evidence) Outcome {
	o := Outcome{Unit: report.Positions, Compared: len(e.Log.Places), Skip: e.Unavailable()}
	if o.Skip != report.SkipConstant {
		if o.Skip == report.SkipTwoAnswers {
			o.Skip = report.Ran // the key changes, if too often
		}
		return o
	}
	o.Skip, o.Wrong = report.Ran, o.Compared
	first := e.Log.Places[0]
	o.Items = []report.Item{{
		Name: "constant", Count: o.Wrong, Compared: o.Compared, Unit: o.Unit,
		Got: &report.Key{Query: first.Query, Route: report.ByMoves, Key: first.ByMoves.Key},
	}}
	return o
}

// again requires that a query has the same answer each time.
//
// It is for state that the next position does not reset: an en passant square, a cache, a counter.
// The queries are asked in the opposite order, so that each stands behind another one than before,
// and one at a time, so that a lost command is no bug.
func again(e *Evidence) Outcome {
	o := Outcome{Unit: report.Answers, Skip: e.Unavailable()}
	if o.Skip == report.SkipTwoAnswers {
		o.Skip = report.Ran
	}
	changed := e.Log.Again.Changed
	if _, ignores := ignored(e.Log); ignores {
		// The key of a command that is ignored is that of the command before.
		changed = slices.DeleteFunc(slices.Clone(changed), func(r observe.Repeat) bool {
			return r.Query.FEN != "" && len(r.Query.Moves) > 0
		})
	}
	o.Compared, o.Wrong = e.Log.Again.Asked, len(changed)
	if o.Skip != report.Ran {
		return o
	}
	if o.Wrong == 0 {
		return printedTwice(e, o)
	}
	r := changed[0]
	for _, other := range changed {
		if len(other.Query.Moves) < len(r.Query.Moves) {
			r = other
		}
	}
	item := report.Item{
		Name: "again", Count: o.Wrong, Compared: o.Compared, Unit: o.Unit,
		Got:  &report.Key{Query: r.Query, Route: report.AskedAgain, Key: r.Now.Key},
		Want: &report.Key{Query: r.Query, Route: report.AtFirst, Key: r.Earlier.Key},
	}
	late, all := printedLate(e.Log)
	if most*late > (most-1)*all {
		item.Name = "lags"
		item.Facts = []report.Fact{{Topic: report.PrintedLate, N: late, All: all}}
	}
	o.Items = []report.Item{item}
	return o
}

// printedTwice requires that the command which prints the key leaves it as it is. If a query has
// two answers otherwise, this tells nothing.
func printedTwice(e *Evidence, o Outcome) Outcome {
	wrong := wrongTrials(e, e.Log.Printed)
	o.Compared += len(e.Log.Printed)
	o.Wrong = len(wrong)
	o.Items = actItems("key", wrong)
	for i := range o.Items {
		item := &o.Items[i]
		item.Compared, item.Unit = len(e.Log.Printed), o.Unit
		item.Got.Route, item.Want.Route = report.AskedAgain, report.AtFirst
	}
	return o
}

// most is the part of all, 19 of 20, for which something must hold before an item says it.
const most = 20

// printedLate counts the keys by moves that are those from the FEN asked for just before. An engine
// that prints the key of the command before shows this: it gives each of two queries for one
// position the key of the query before.
func printedLate(log *observe.Log) (late, all int) {
	// Places are asked for in the order of the log, each by moves and then from its FEN.
	for i, p := range log.Places {
		if i == 0 {
			continue
		}
		before := log.Places[i-1]
		if p.One() || before.One() || sameState(p, before) {
			continue
		}
		all++
		if p.ByMoves.Key == before.FromFEN.Key && p.FromFEN.Key != p.ByMoves.Key {
			late++
		}
	}
	return late, all
}

// sameState reports whether two places have the same FEN, so that their keys may be the same.
func sameState(a, b *observe.Place) bool { return a.FEN == b.FEN }

// crash requires that the engine answers each command. Deaths are one item for each act, and for
// those in positions: with a hang and a crash apart, since their causes differ. The shortest
// sequence of moves is shown.
func crash(e *Evidence) Outcome {
	o := Outcome{Unit: report.Answers, Compared: e.Log.Keys, Wrong: len(e.Log.Deaths)}
	type way struct {
		act  string
		hung bool
	}
	seen := make(map[way]int)
	inPosition := slices.ContainsFunc(
		e.Log.Deaths,
		func(d observe.Death) bool { return d.Act == "" },
	)
	for _, d := range e.Log.Deaths {
		if inPosition && d.Act != "" {
			continue // an engine that dies of positions dies of them in acts, too
		}
		w := way{d.Act, d.Hung()}
		at, again := seen[w]
		if again {
			item := &o.Items[at]
			item.Count++
			if len(d.Query.Moves) < len(item.Got.Query.Moves) {
				item.Got.Query = d.Query
				item.Facts = []report.Fact{failure(e.Log.About, d)}
			}
			continue
		}
		seen[w] = len(o.Items)
		o.Items = append(o.Items, report.Item{
			Name: "crash", Count: 1,
			Got:   &report.Key{Query: d.Query, Then: d.Act, Unasked: true},
			Facts: []report.Fact{failure(e.Log.About, d)},
		})
	}
	return o
}

// failure says how the process ended. The item shows the commands already.
func failure(about source.About, d observe.Death) report.Fact {
	f := *d.Failure
	if strings.HasPrefix(f.Command, about.Command(d.Query)) {
		f.Command = ""
	}
	return report.Fact{Topic: report.Failure, Text: f.Error()}
}
