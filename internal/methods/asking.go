package methods

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// asking finds out whether keys that were different when they were asked for again depend on
// earlier calls of Key. An engine may compute its key when it is asked for, and then update it with
// each move, perhaps wrongly. It returns an item for each set of kinds of features, and whether
// this accounts for all keys that were different.
func (j *judge) asking() (items []report.Item, all bool) {
	changed := j.e.Log.Again.Changed
	found := make(map[string]*report.Item)
	all = true
	for _, r := range changed {
		if !j.dependsOnAsking(r) {
			all = false
			continue
		}
		m := j.afterAsking(r.Query)
		if m == nil {
			continue // an earlier move did it
		}
		kinds := state.KindsOf(m.Features())
		name := checks.NameOf("asking", kinds...)
		item := found[name]
		if item == nil {
			item = &report.Item{Check: "again", Name: name, Kinds: kinds, Unit: report.Answers}
			found[name] = item
		}
		item.Count++
		if item.Got == nil || len(r.Query.Moves) <= len(item.Got.Query.Moves) {
			showAsking(item, m, r.Query)
		}
	}
	for _, item := range found {
		item.Compared = j.e.Log.Again.Asked
		items = append(items, *item)
	}
	slices.SortFunc(items, func(a, b report.Item) int { return strings.Compare(a.Name, b.Name) })
	return items, all && len(items) > 0
}

// dependsOnAsking reports whether the earlier key of a query is the one after calls of Key before
// some of its last moves, and the later key is the one without such calls.
func (j *judge) dependsOnAsking(r observe.Repeat) bool {
	moves := len(r.Query.Moves)
	if j.keyAskedFrom(r.Query, moves) != r.Now.Key {
		return false
	}
	for from := range moves {
		if j.keyAskedFrom(r.Query, from) == r.Earlier.Key {
			return true
		}
	}
	return false
}

// showAsking makes an item show the calls of a mismatch: Key before the last move of a query.
func showAsking(item *report.Item, m *checks.Mismatch, q source.Query) {
	last := len(q.Moves) - 1
	before := source.Query{FEN: q.FEN, Moves: q.Moves[:last]}
	move := "Move(" + q.Moves[last] + ")"
	item.Law = "a move gives another key if Key was called before it"
	item.Lacks, item.WronglyHas = m.Lacks, m.WronglyHas
	if !m.Explained {
		item.Unexplained = m.Difference()
	}
	item.Got = &report.Key{
		Query: before, Then: "Key(), " + move + ", Key()", Route: report.FromCalls,
		Key: m.Got.Key,
	}
	item.Want = &report.Key{
		Query: before, Then: move + ", Key()", Route: report.FromCalls, Key: m.Want.Key,
	}
}

// afterAsking compares the key after a query if Key was called before the last move, and if it was
// not. It is nil if the keys are equal.
func (j *judge) afterAsking(q source.Query) *checks.Mismatch {
	last := len(q.Moves) - 1
	before, err := state.Parse(fenAfter(source.Query{FEN: q.FEN, Moves: q.Moves[:last]}))
	if err != nil {
		return nil
	}
	after, err := state.Parse(fenAfter(q))
	if err != nil {
		return nil
	}
	m := &checks.Mismatch{State: after}
	m.Got.Key = j.keyAskedFrom(q, last)
	m.Want.Key = j.keyAskedFrom(q, len(q.Moves))
	if m.Difference() == 0 {
		return nil
	}
	m.ExplainBy(j.e.Models, before)
	return m
}

// keyAskedFrom returns the key after a query, if Key is also called before each move, from one of
// them on: 0 is before all, and the number of moves before none. It is 0 if the engine ends.
func (j *judge) keyAskedFrom(q source.Query, from int) (key zobrist.Key) {
	_ = j.src.call(q.Command, func(func()) {
		e := j.src.e
		refused := place(e, source.Query{FEN: q.FEN, Moves: q.Moves[:from]})
		for i := from; i < len(q.Moves) && refused == ""; i++ {
			e.Key()
			refused = play(e, q.Moves[i:i+1])
		}
		if refused == "" {
			key = e.Key()
		}
	})
	return key
}
