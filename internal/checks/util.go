package checks

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

type answer = source.Answer

func fen(text string) source.Query { return source.Query{FEN: text} }

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
func nameOf(check string, kinds ...string) string {
	parts := append([]string{check}, kinds...)
	return strings.ReplaceAll(strings.ToLower(strings.Join(parts, "-")), " ", "-")
}

// simplest returns the mismatch that is the easiest to understand: in few features, after few
// moves.
func simplest(all []*Mismatch) *Mismatch {
	size := func(m *Mismatch) int {
		const aFeature = 100 // more than any sequence has moves, but for the longest
		return aFeature*len(m.Features()) + len(m.Got.Query.Moves)
	}
	return slices.MinFunc(all, func(a, b *Mismatch) int {
		return cmp.Or(
			size(a)-size(b),
			len(a.State.Men)-len(b.State.Men),
			strings.Compare(a.State.FEN, b.State.FEN),
		)
	})
}

// show puts a mismatch into an item.
func show(item *report.Item, m *Mismatch) {
	got, want := m.Got, m.Want
	item.Got, item.Want = &got, &want
	item.Old = m.Old
	item.Lacks, item.WronglyHas = m.Lacks, m.WronglyHas
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
