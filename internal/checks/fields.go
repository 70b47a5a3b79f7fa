package checks

import (
	"cmp"
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// sameProbes returns the pairs of FENs that differ in one field, and have the same key.
func sameProbes(log *observe.Log) (same []observe.Probe) {
	for _, p := range log.Probes {
		if log.FENs[p.FEN] == log.FENs[p.Without] {
			same = append(same, p)
		}
	}
	return same
}

// fields requires that each field of a FEN changes the key, except for the clocks.
//
// It is for numbers that are missing both by moves and from FENs, so that the two keys agree: then
// positions that differ in a right, in the side or in en passant share an entry of the
// transposition table. Each pair of FENs differs in nothing else, so that equal keys need no
// explanation. Clocks must not change the key, since a position that is repeated has another clock.
func fields(e *Evidence) Outcome {
	o := Outcome{Unit: report.Fields, Skip: e.Unavailable()}
	for _, p := range e.Log.Probes {
		if mustChange(e, p) {
			o.Compared++
		}
	}
	if o.Skip != report.Ran {
		return o
	}
	o.Items = clockItems(e.Log, e.Models.Clock)
	o.Notes = clockNote(e.Models.Clock)
	o.Wrong = len(o.Items)
	if len(o.Items) > 0 {
		return o
	}
	o.Skip = e.untrusted()
	if o.Skip != report.Ran {
		return o
	}
	if e.Sub {
		return parts(e)
	}
	byKind := make(map[string][]observe.Probe)
	for _, p := range sameProbes(e.Log) {
		if !mustChange(e, p) {
			continue
		}
		kind := p.Feature.Kind.String()
		byKind[kind] = append(byKind[kind], p)
	}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		o.Wrong += len(byKind[kind])
		o.Items = append(o.Items, fieldItem(e, kind, byKind[kind]))
	}
	return o
}

// mustChange reports whether the keys of a probe must differ. A set of rights may have the number
// of another one, if sets have no numbers of their own: then the check of numbers says which rights
// are alike.
func mustChange(e *Evidence, p observe.Probe) bool {
	return p.Feature.Kind != state.Rights || e.Models.FromFEN.Sets()
}

// fieldItem says that fields of one kind don't change some keys.
func fieldItem(e *Evidence, kind string, same []observe.Probe) report.Item {
	all := 0
	for _, p := range e.Log.Probes {
		if p.Feature.Kind.String() == kind && mustChange(e, p) {
			all++
		}
	}
	var features []state.Feature
	for _, p := range same {
		features = append(features, p.Feature)
	}
	slices.SortFunc(features, byName)
	shown := slices.MinFunc(same, func(a, b observe.Probe) int {
		return cmp.Or(byName(a.Feature, b.Feature), len(a.FEN)-len(b.FEN))
	})
	item := report.Item{
		Name:     nameOf("fields", kind),
		Kinds:    []string{kind},
		Count:    len(same),
		Compared: all,
		Unit:     report.Fields,
		Differ:   true,
		Features: slices.Compact(features),
		Got: &report.Key{
			Query: fen(shown.FEN),
			Route: report.FromThisFEN,
			Key:   e.Log.FENs[shown.FEN],
		},
		Want: &report.Key{
			Query: fen(shown.Without),
			Route: report.FromThatFEN,
			Key:   e.Log.FENs[shown.Without],
		},
		Facts: []report.Fact{{Topic: report.AllPairs, N: len(same), All: all, Text: kind}},
	}
	isEP := kind == state.EnPassant.String()
	someNumber := (isEP && !e.Models.FromFEN.Lacks(kind)) || someHave(e.Models, kind)
	if len(same) == all && !someNumber {
		item.Name = nameOf("no", kind)
	}
	return item
}

// someHave reports whether keys from FENs have no number of a kind, as nearly all of them say, but
// some key differs from the others' numbers by just that of such a feature of its state, as keys by
// moves have it.
func someHave(m *Models, kind string) bool {
	if !m.FromFEN.Lacks(kind) {
		return false
	}
	return slices.ContainsFunc(m.FromFEN.Outside(), func(s model.Sample) bool {
		without, known := m.FromFEN.Predict(s.State)
		if !known {
			return false
		}
		return slices.ContainsFunc(m.ByMoves.Of(s.State), func(f state.Feature) bool {
			n, _ := m.ByMoves.Number(f)
			isIt := n.Free == 0 && n.Key != 0 && s.Key == without^n.Key
			return f.Kind.String() == kind && isIt
		})
	})
}
