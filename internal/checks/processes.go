package checks

import (
	"slices"

	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// processes requires that another process, which is asked in another order, has the same keys, or
// only keys of other numbers. If some numbers are the same, a number is another one in each
// process, or a key depends on what was asked before.
//
// It is for memory that is not initialised, numbers drawn from the clock, and caches. An opening
// book or a file of hashes is wrong in the next process then. Numbers that are all different are a
// design, if the engine stores no key.
func processes(e *Evidence) Outcome {
	o := Outcome{Unit: report.PlacesOfFENs, Skip: e.Unavailable()}
	if o.Skip != report.Ran {
		return o
	}
	if e.Log.NoProcess != "" {
		o.Skip, o.Why = report.SkipNoProcess, e.Log.NoProcess
		return o
	}
	if len(e.Log.Others) == 0 {
		o.Skip = report.SkipNoAnswer
		return o
	}
	same, differ := divided(e.Log.Others)
	o.Compared, o.Wrong = len(e.Log.Others), len(differ)
	switch {
	case len(differ) == 0:
		return o
	case !observe.HaveSameNumbers(e.Log.Others):
		o.Skip, o.Wrong = report.SkipOther, 0
		return o
	}
	item := processItem(e.Models, same, differ)
	item.Compared, item.Unit = o.Compared, o.Unit
	o.Items = []report.Item{item}
	return o
}

// divided returns the keys that both processes have, and the others.
func divided(others []observe.Other) (same, differ []observe.Other) {
	for _, other := range others {
		if other.Here == other.There {
			same = append(same, other)
		} else {
			differ = append(differ, other)
		}
	}
	return same, differ
}

// processItem shows the position with the fewest men whose key is another one in another process.
// The features that all such positions have, and no other has, are those whose numbers differ.
func processItem(m *Models, same, differ []observe.Other) report.Item {
	shown := slices.MinFunc(
		differ,
		func(a, b observe.Other) int { return len(a.State.Men) - len(b.State.Men) },
	)
	features := common(m, differ, same)
	kinds := state.KindsOf(features)
	item := report.Item{
		Name:     nameOf("processes", kinds...),
		Kinds:    kinds,
		Features: features,
		Count:    len(differ),
		Got:      &report.Key{Query: fen(shown.FEN), Route: report.ThisProcess, Key: shown.Here},
		Want:     &report.Key{Query: fen(shown.FEN), Route: report.OtherProcess, Key: shown.There},
	}
	if len(features) > 0 {
		fact := report.Fact{
			Topic: report.Common, N: len(differ), All: len(same), Features: features,
		}
		item.Facts = []report.Fact{fact}
	}
	return item
}

// common returns the features that all of some states have, and none of the others has. Where a
// capture en passant is illegal, engines differ in whether the square is part of the key.
func common(m *Models, some, others []observe.Other) (features []state.Feature) {
	count := make(map[state.Feature]int)
	for _, o := range some {
		for _, f := range m.Of(o.State) {
			count[f]++
		}
	}
	elsewhere := make(featureSet)
	for _, o := range others {
		if o.State.UnsureEP() {
			continue
		}
		for _, f := range m.Of(o.State) {
			elsewhere[f] = true
		}
	}
	for f, n := range count {
		if n == len(some) && !elsewhere[f] {
			features = append(features, f)
		}
	}
	slices.SortFunc(features, byName)
	return features
}
