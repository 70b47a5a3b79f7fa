package checks

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
)

// moves requires that the key by moves is the key from the FEN.
//
// It is the main check: nearly all bugs in keys are in what a move changes, or in what is computed
// for a FEN, and it is the one comparison that needs to know nothing about the numbers. If a move
// makes a key wrong, all later keys of the sequence are wrong by the same number. So what counts is
// each move that changes the difference between the two keys: see [steps].
func moves(e *Evidence) Outcome {
	o := Outcome{Unit: report.Positions, Skip: e.Unavailable()}
	var compared, wrong []*observe.Place
	strayed := strayedPlaces(e.Log)
	ignoredItem, ignores := ignored(e.Log)
	for _, p := range e.Log.Places {
		// If the engine has another position, the key from the FEN is not the one to compare with.
		if p.One() || strayed[p] && !ignores {
			continue
		}
		compared = append(compared, p)
		if p.Error() != 0 {
			wrong = append(wrong, p)
		}
		if p.Before != nil && p.Error() != 0 && p.Error() == p.Before.Error() {
			o.Later++
		}
	}
	o.Compared, o.Wrong = len(compared), len(wrong)
	if len(wrong) == 0 {
		return o
	}
	if o.Skip == report.SkipInterrupted {
		// What was found is found, though nothing explains it yet.
		item := shortestItem(nameOf("moves", unknown), wrong)
		item.Unsure = true
		o.Items = []report.Item{item}
		return o
	}
	if ignores {
		o.Skip, o.Items = report.Ran, []report.Item{ignoredItem}
		return o
	}
	if o.Skip != report.Ran {
		return o
	}
	if len(strayedStarts(e.Log)) > 0 && !constantFENs(e.Log) {
		o.Skip = report.SkipBoard // keys from FENs are those of other states
		return o
	}
	o.Items = movesItems(e, strayed, compared, wrong)
	for i := range o.Items {
		o.Items[i].Compared = o.Compared
	}
	return o
}

// movesItems looks first for what explains all wrong keys at once, and then at each move.
func movesItems(
	e *Evidence, strayed map[*observe.Place]bool, compared, wrong []*observe.Place,
) []report.Item {
	if constantFENs(e.Log) {
		item := shortestItem("fen-constant", wrong)
		item.Unsure = true // the keys by moves begin with one from a FEN
		return []report.Item{item}
	}
	if lag(compared, wrong) {
		return []report.Item{shortestItem("lags", wrong)}
	}
	found := steps(e, strayed)
	learnt := learn(e.Models, found.all)
	if learnt != nil {
		with := *e.Models
		with.Names = e.Models.Names.With(learnt)
		again := *e
		again.Models = &with
		found = steps(&again, strayed)
	}
	judged := found.judged(compared)
	shareRest(e.Models, found.all)
	var items []report.Item
	for _, d := range e.Models.Differ {
		items = append(items, differenceItem(e, d, wrong))
	}
	groups := groupsOf(found.all)
	if !e.Sub {
		groups = mergeUnchanged(groups)
	}
	for _, g := range groups {
		item := g.item("moves")
		item.CountOf = report.Moves
		// A move that is wrong in another way is not right.
		others := found.inOtherWays(g)
		inThisWay := slices.DeleteFunc(slices.Clone(judged), func(p *observe.Place) bool {
			return others[p]
		})
		describe(&item, g, inThisWay, e.Sub)
		if countsRight(&item) {
			otherWays := len(judged) - len(inThisWay)
			item.Facts = append(item.Facts, found.uncounted(otherWays)...)
		}
		if !foldInto(items, e.Models.Differ, item) {
			items = append(items, item)
		}
	}
	items = foldRest("moves", items, onlyFENs(e.Models))
	for i := range items {
		if items[i].Name != rules {
			items[i].Facts = append(items[i].Facts, outsideFacts(e.Models)...)
		}
	}
	return items
}

// countsRight reports whether an item says how many moves are right.
func countsRight(item *report.Item) bool {
	return slices.ContainsFunc(item.Facts, func(f report.Fact) bool {
		return f.Topic == report.OtherMoves || f.Topic == report.Class
	})
}

// uncounted says how many moves are counted neither as right nor as wrong, and how many are wrong
// in other ways.
func (w *walk) uncounted(otherWays int) (facts []report.Fact) {
	strayed := 0
	for p, is := range w.strayed {
		if is && p.Before != nil && !p.One() {
			strayed++
		}
	}
	for _, f := range []report.Fact{
		{Topic: report.Heals, N: len(w.heals)},
		{Topic: report.OtherWays, N: otherWays},
		{Topic: report.Strayed, N: strayed},
		{Topic: report.UnclearPassant, N: len(w.unclear)},
	} {
		if f.N > 0 {
			facts = append(facts, f)
		}
	}
	return facts
}

// foldInto puts an item into that of different numbers of the same kind, if it is little beside
// it: a number that is known for one route only is not among those compared.
func foldInto(items []report.Item, differences []Difference, item report.Item) bool {
	for i, d := range differences {
		sameKind := len(item.Kinds) == 1 && item.Kinds[0] == d.Kind
		// What both keys lack is no number that is known for one route only.
		sameKind = sameKind && item.Want.Route != report.ByMoveNumbers
		if sameKind && fewBeside*item.Count < items[i].Count {
			items[i].Facts = append(
				items[i].Facts,
				report.Fact{Topic: report.RestOfKind, N: item.Count},
			)
			return true
		}
	}
	return false
}

// outsideFacts says which keys are the XOR of numbers, if those of one route are and those of the
// other are not: a hint at which function is wrong.
func outsideFacts(m *Models) (facts []report.Fact) {
	fromFEN := m.FromFEN
	byMoves := m.WholeByMoves
	from, by := len(fromFEN.Outside()), len(byMoves.Outside())
	onlyOneRoute := (from == 0) != (by == 0)
	if !onlyOneRoute || fromFEN.Checked() < enoughKeys || byMoves.Checked() < enoughKeys {
		return nil
	}
	fact := report.Fact{Topic: report.Fits}
	fact.N, fact.All = fromFEN.Checked()-from, fromFEN.Checked()
	fact.OtherFrom, fact.OtherTo = byMoves.Checked()-by, byMoves.Checked()
	return []report.Fact{fact}
}

// onlyFENs reports whether all wrong keys are those from FENs: those by moves are the XOR of
// numbers without an exception, and those from FENs are not.
func onlyFENs(m *Models) bool {
	byMoves := m.WholeByMoves
	if !byMoves.Holds() || byMoves.Checked() < enoughKeys {
		return false
	}
	return len(byMoves.Outside()) == 0 && len(m.FromFEN.Outside()) > 0
}

// enoughKeys is how many keys must be checked before it means something that none is outside: if
// one in twenty is wrong, at least one of a hundred is outside with a probability of 99.4 %.
const enoughKeys = 100

// shortestItem is an item that the shortest sequence with a wrong key shows.
func shortestItem(name string, wrong []*observe.Place) report.Item {
	p := slices.MinFunc(
		wrong,
		func(a, b *observe.Place) int { return len(a.Query.Moves) - len(b.Query.Moves) },
	)
	item := report.Item{Name: name, Count: len(wrong)}
	show(&item, mismatch(p))
	item.Unexplained = 0
	return item
}

// lag reports whether each wrong key is that of the position before the last move.
func lag(compared, wrong []*observe.Place) bool {
	lags := 0
	for _, p := range wrong {
		if p.Before != nil && p.ByMoves.Key == p.Before.FromFEN.Key {
			lags++
		}
	}
	// Some wrong keys may have no place before, so that nineteen of twenty are enough. But
	// where few keys are wrong, and those are the ones before the move, some moves do not
	// change the key: that is another bug.
	const all, of = 19, 20
	return of*lags > all*len(wrong) && 2*lags > len(compared)
}

// ignored reports an engine that ignores a command with moves after a FEN, or the moves in it:
// each key by such moves is the one that the engine had before the command, or that of the FEN.
func ignored(log *observe.Log) (item report.Item, ok bool) {
	all := 0
	var asBefore, asFEN []*observe.Place
	keys := startKeys(log)
	for i, p := range log.Places {
		if p.Query.FEN == "" || len(p.Query.Moves) == 0 {
			continue
		}
		all++
		if p.Error() == 0 {
			continue
		}
		// Places are asked for in the order of the log, each by moves and then from its FEN.
		if i > 0 && p.ByMoves.Key == log.Places[i-1].FromFEN.Key {
			asBefore = append(asBefore, p)
		}
		if key, known := keys[p.Query.FEN]; known && p.ByMoves.Key == key {
			asFEN = append(asFEN, p)
		}
	}
	shown, topic := asBefore, report.IgnoredCommand
	if len(asFEN) > len(asBefore) {
		shown, topic = asFEN, report.IgnoredMoves
	}
	// A move may leave the key as it is by another bug, and the first command has none before
	// it. An engine that ignores moves does so after each FEN, so nine of ten are asked for.
	const few, part = 20, 10
	if len(shown) < few || part*(all-len(shown)) > all {
		return item, false
	}
	item = shortestItem("ignored-moves", shown)
	item.Facts = []report.Fact{{Topic: topic, N: len(shown), All: all}}
	return item, true
}

// startKeys returns the keys of the FENs from which sequences start.
func startKeys(log *observe.Log) map[string]zobrist.Key {
	keys := make(map[string]zobrist.Key)
	for _, p := range log.Places {
		if p.Start() && p.Query.FEN != "" {
			keys[p.Query.FEN] = p.FromFEN.Key
		}
	}
	return keys
}
