package checks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

type answer = source.Answer

// fen returns the query for a FEN without moves.
func fen(text string) source.Query { return source.Query{FEN: text} }

// byName compares features by their names.
func byName(a, b state.Feature) int { return strings.Compare(a.String(), b.String()) }

// spread returns at most n elements at equal distances, with the first and the last.
func spread[T any](all []T, n int) []T {
	if n >= len(all) {
		return slices.Clone(all)
	}
	some := make([]T, n)
	for i := range some {
		some[i] = all[i*(len(all)-1)/max(n-1, 1)]
	}
	return some
}

// nameOf returns the name of an item: that of its check, and kinds of features.
func nameOf(check string, kinds ...string) string { return report.BugName(check, kinds...) }

// NameOf returns the name of an item: that of its check, and kinds of features.
func NameOf(check string, kinds ...string) string { return nameOf(check, kinds...) }

// simplest returns the mismatch that is the easiest to understand: in few features, which no other
// item tells in part, after few moves, of which the last changes little, with few men.
func simplest(all []*Mismatch) *Mismatch {
	return slices.MinFunc(all, func(a, b *Mismatch) int {
		return cmp.Or(
			len(a.Features())-len(b.Features()),
			toldFirst(a)-toldFirst(b),
			len(a.Got.Query.Moves)-len(b.Got.Query.Moves),
			changes(a)-changes(b),
			len(a.State.Men)-len(b.State.Men),
			strings.Compare(a.State.FEN, b.State.FEN),
		)
	})
}

// toldFirst is 1 if another item tells a part of the difference, which makes it harder to read.
func toldFirst(m *Mismatch) int {
	if m.Told != 0 {
		return 1
	}
	return 0
}

// changes counts the features that the last move changes.
func changes(m *Mismatch) int {
	if m.Place == nil || m.Place.Before == nil {
		return 0
	}
	return len(keycheck.Changed(m.Place.Before.State.Features(), m.State.Features()))
}

// show puts a mismatch into an item.
func show(item *report.Item, m *Mismatch) {
	got, want := m.Got, m.Want
	item.Got, item.Want = &got, &want
	if m.Old != m.Told { // else the old difference has ended, as other items tell
		item.Old, item.Told = m.Old, m.Told
	}
	item.Lacks, item.WronglyHas = m.Lacks, m.WronglyHas
	item.Unexplained = m.Rest
	if !m.Explained {
		item.Unexplained = m.Difference()
	}
}

type (
	feature    = state.Feature
	featureSet = map[state.Feature]bool
)

// StatesOf returns the FENs along a sequence of moves, from its start to its end, or nil if the
// log does not have it.
func StatesOf(log *observe.Log, q source.Query) []string {
	at := slices.IndexFunc(log.Places, func(p *observe.Place) bool { return p.Query.Equal(q) })
	if at < 0 {
		return nil
	}
	var states []string
	for n := log.Places[at].Node; n != nil; n = n.Before {
		states = append(states, n.FEN)
	}
	slices.Reverse(states)
	return states
}
