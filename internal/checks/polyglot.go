package checks

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// Polyglot is the check that keys are those of Polyglot's opening books. It is not one of All.
var Polyglot = Check{Name: "polyglot", Main: true, Few: 60, Run: polyglot}

// polyglot compares each key from a FEN with that of the published numbers. Keys by moves need no
// comparison of their own: they must be those from FENs.
func polyglot(e *Evidence) Outcome {
	o := Outcome{Unit: report.Keys, Skip: e.Unavailable()}
	if o.Skip != report.Ran {
		return o
	}
	if !e.Log.Known {
		o.Skip = report.SkipNoRules
		return o
	}
	keys := zobrist.Polyglot()
	var wrong []*Mismatch
	for _, p := range e.Log.Places {
		o.Compared++
		want := p.Board.Hash(keys)
		if want == p.FromFEN.Key {
			continue
		}
		wrong = append(wrong, &Mismatch{
			State: p.State,
			Got:   report.Key{Query: p.FENQuery(), Route: report.FromFEN, Key: p.FromFEN.Key},
			Want:  report.Key{Query: p.FENQuery(), Route: report.Polyglot, Key: want},
		})
	}
	o.Wrong = len(wrong)
	if o.Wrong == 0 {
		return o
	}
	item := report.Item{
		Check:    "polyglot",
		Name:     "polyglot",
		Count:    o.Wrong,
		Compared: o.Compared,
		Unit:     o.Unit,
	}
	shown := slices.MinFunc(
		wrong,
		func(a, b *Mismatch) int { return len(a.State.Men) - len(b.State.Men) },
	)
	e.Models.explain(shown, nil)
	// The models say what this engine's keys consist of: it has the numbers of the position's
	// features, and Polyglot's key lacks them.
	shown.Lacks, shown.WronglyHas = shown.WronglyHas, shown.Lacks
	show(&item, shown)
	others, like := compareNumbers(e.Models.FromFEN, keycheck.Collect(keys.Keys()))
	if len(others) > 0 {
		item.Lacks, item.WronglyHas, item.Unexplained = nil, nil, 0
		item.Features, item.Facts = others, like
		item.Kinds = state.KindsOf(others)
	}
	o.Items = []report.Item{item}
	return o
}

// compareNumbers returns the features whose numbers are not those of a list, and which of these
// have the number that the list gives to another feature.
func compareNumbers(
	m *model.Model,
	list []keycheck.Named,
) (others []state.Feature, like []report.Fact) {
	if !m.Holds() {
		return nil, nil
	}
	listed, owner := make(map[string]zobrist.Key), make(map[zobrist.Key]string)
	for _, k := range list {
		listed[k.Name], owner[k.Key] = k.Key, k.Name
	}
	constant := map[uint64]zobrist.Key{0: 0} // of numbers that are known except for it
	for _, n := range m.Numbers() {
		want, ok := listed[n.Feature.String()]
		if !ok || n.Key == 0 && n.Free == 0 {
			continue
		}
		by := want ^ n.Key
		if _, seen := constant[n.Free]; !seen {
			constant[n.Free] = by
		}
		if by == constant[n.Free] {
			continue
		}
		others = append(others, n.Feature)
		name, known := owner[n.Key]
		if known && n.Free == 0 && like == nil {
			like = []report.Fact{
				{Topic: report.Like, Text: name, Features: []state.Feature{n.Feature}},
			}
		}
	}
	slices.SortFunc(others, byName)
	return others, like
}
