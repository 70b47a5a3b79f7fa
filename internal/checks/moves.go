package checks

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
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
	for _, p := range e.Log.Places {
		if p.One() {
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
	if item, ok := ignored(e.Log); ok {
		o.Skip, o.Items = report.Ran, []report.Item{item}
		return o
	}
	if o.Skip != report.Ran {
		return o
	}
	o.Items = movesItems(e, compared, wrong)
	for i := range o.Items {
		o.Items[i].Compared = o.Compared
	}
	return o
}

// movesItems looks first for what explains all wrong keys at once, and then at each move.
func movesItems(e *Evidence, compared, wrong []*observe.Place) []report.Item {
	if constantFENs(e.Log) {
		item := shortestItem("fen-constant", wrong)
		item.Unsure = true // the keys by moves begin with one from a FEN
		return []report.Item{item}
	}
	if lag(compared, wrong) {
		return []report.Item{shortestItem("lags", wrong)}
	}
	strayed := strayedPlaces(e.Log)
	if len(strayedStarts(e.Log)) > 0 {
		return nil // keys from FENs are those of other states
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
	// A move that makes a wrong key right again may be as wrong as the others, so that it is
	// counted neither as right nor as wrong.
	compared = slices.DeleteFunc(slices.Clone(compared), func(p *observe.Place) bool {
		return found.heals[p]
	})
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
		inThisWay := slices.DeleteFunc(slices.Clone(compared), func(p *observe.Place) bool {
			return others[p]
		})
		describe(&item, g, inThisWay, e.Sub)
		item.Facts = append(
			item.Facts, uncounted(&item, found.heals, len(compared)-len(inThisWay))...,
		)
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

// uncounted says how many moves make a wrong key right again, and how many are wrong in other ways,
// if the report counts right moves.
func uncounted(
	item *report.Item, heals map[*observe.Place]bool, otherWays int,
) (facts []report.Fact) {
	counts := slices.ContainsFunc(item.Facts, func(f report.Fact) bool {
		return f.Topic == report.OtherMoves || f.Topic == report.Class
	})
	if !counts {
		return nil
	}
	if len(heals) > 0 {
		facts = append(facts, report.Fact{Topic: report.Heals, N: len(heals)})
	}
	if otherWays > 0 {
		facts = append(facts, report.Fact{Topic: report.OtherWays, N: otherWays})
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

// differenceItem says that features have different numbers by moves and from FENs.
func differenceItem(e *Evidence, d Difference, wrong []*observe.Place) report.Item {
	these := setOf(d.Features)
	shown := example(e.Models, these, wrong)
	onlyThese := shown.Difference() == 0
	shown.Told = 0 // it is this item that tells it
	item := report.Item{Name: nameOf("moves", d.Kind)}
	show(&item, shown)
	item.Unexplained = 0
	item.Kinds, item.Features, item.Count = []string{d.Kind}, d.Features, d.Explains+d.Together
	item.CountOf = report.Moves
	item.Facts = []report.Fact{
		{
			Topic: report.Explains, N: d.Explains, All: d.Of, Together: d.Together,
			Features: d.Features,
		},
	}
	fromFEN := without(e.Models.FromFEN, d.Features)
	byMoves := without(e.Models.ByMoves, d.Features)
	switch {
	case len(fromFEN) > 0:
		item.Name = "missing-from-fen"
		item.WrongWant = onlyThese && onlyFENLacks(e.Models.ByMoves, shown.Place, these)
		item.Unsure = !item.WrongWant
		item.Facts = append(
			item.Facts, noNumber(report.NoNumberFEN, e.Models.FromFEN, false, fromFEN),
		)
	case len(byMoves) > 0:
		item.Facts = append(
			item.Facts,
			noNumber(report.NoNumberMoves, e.Models.ByMoves, e.Models.Single, byMoves),
		)
	default:
		item.Unsure = true
	}
	return item
}

// noNumber says that keys of one route have no number for some features, and in how many positions
// with one of them, if some keys contradict it. A model of single moves counts no positions.
func noNumber(
	topic report.Topic, m *model.Model, single bool, features []state.Feature,
) report.Fact {
	fact := report.Fact{Topic: topic, Features: features}
	n, all := m.Agreeing(setOf(features))
	if n < all && !single {
		fact.N, fact.All = n, all
	}
	return fact
}

// example returns the place that shows best that some features have different numbers: its keys
// differ in nothing but these numbers, or the last move changes them differently by nothing else,
// or it changes such a number at least.
func example(m *Models, these featureSet, wrong []*observe.Place) *Mismatch {
	of := func(p *observe.Place) *Mismatch {
		shown := mismatch(p)
		if p.Before == nil {
			return shown
		}
		shown.Told = m.expected(p.Before.State, p.State, these)
		if shown.Difference() != 0 {
			shown.Old = p.Before.Error()
		}
		return shown
	}
	rank := func(shown *Mismatch) int {
		switch {
		case shown.Told == 0:
			return 3
		case shown.Difference() != 0:
			return 2
		case shown.Old != 0:
			return 1
		}
		return 0
	}
	unclear := func(shown *Mismatch) int {
		if onlyFENLacks(m.ByMoves, shown.Place, these) {
			return 0
		}
		return 1
	}
	best := of(wrong[0])
	for _, p := range wrong[1:] {
		other := of(p)
		better := cmp.Or(
			rank(other)-rank(best),
			unclear(other)-unclear(best),
			len(other.Got.Query.Moves)-len(best.Got.Query.Moves),
		)
		if better < 0 {
			best = other
		}
	}
	return best
}

// onlyFENLacks reports whether of the two keys of a place only the one from the FEN lacks some
// features: the place has one, and the start of its sequence has none. The key by moves begins with
// the key of the start's FEN, which would lack them, too.
func onlyFENLacks(m *model.Model, p *observe.Place, these featureSet) bool {
	start := p
	for start.Before != nil {
		start = start.Before
	}
	return start.Start() && hasAny(m, p.State, these) && !hasAny(m, start.State, these)
}

// hasAny reports whether a state has one of some features.
func hasAny(m *model.Model, s *state.State, these featureSet) bool {
	return slices.ContainsFunc(m.Of(s), func(f state.Feature) bool {
		return these[f] || these[f.Counting()]
	})
}

// without returns those of some features that change no key of a model, if no other of them changes
// one, as far as that is known. Of numbers that are known except for a constant, such as those of a
// king's squares, all must be the same.
func without(m *model.Model, features []state.Feature) (silent []state.Feature) {
	known := slices.ContainsFunc(features, func(f state.Feature) bool {
		n, ok := m.Number(f)
		return !ok || n.Free == 0
	})
	constant := make(map[uint64]zobrist.Key)
	for _, f := range features {
		n, _ := m.Number(f)
		if n.Free != 0 && known {
			continue // whether these change keys is not known
		}
		first, seen := constant[n.Free]
		if n.Free == 0 {
			first, seen = 0, true
		}
		if seen && n.Key != first {
			return nil
		}
		constant[n.Free] = n.Key
		silent = append(silent, f)
	}
	const few = 2 // of one number, nothing is known but for a constant
	if !known && len(silent) < few*len(constant) {
		return nil
	}
	return silent
}

// learn finds numbers that FENs don't show, from mismatches that are not explained.
func learn(m *Models, all []*Mismatch) (learnt []model.Number) {
	if !m.Names.Holds() {
		return nil
	}
	var open []*Mismatch
	for _, mis := range all {
		if !mis.Explained && mis.Place.Before != nil {
			open = append(open, mis)
		}
	}
	learnt = learnConstants(m, open)
	return append(learnt, learnPawns(m, open)...)
}

// fewShared is how many wrong moves must share a number of no feature before it is one. Among a
// thousand wrong moves, two share a number by chance less than once in 10^11 sessions. More are
// needed because another bug may be the same in a few moves.
const fewShared = 5

// shareRest explains mismatches that differ by the number of one feature that the move changes, and
// by a number of no feature that is the same in most of them: a move takes out another number, as
// an index of none may have one.
func shareRest(m *Models, all []*Mismatch) {
	type guess struct {
		kind string
		rest zobrist.Key
	}
	by := make(map[guess]map[*Mismatch]state.Feature)
	open := 0
	for _, mis := range all {
		if mis.Explained || mis.Place.Before == nil {
			continue
		}
		open++
		for _, f := range m.near(mis.Place.Before.State, mis.State)[0] {
			n, ok := m.Names.Number(f)
			if !ok || n.Free != 0 || n.Key == 0 || f.Kind == state.Side {
				continue // each move changes the side, so that any number would be a rest
			}
			g := guess{f.Kind.String(), mis.Difference() ^ n.Key}
			if by[g] == nil {
				by[g] = make(map[*Mismatch]state.Feature)
			}
			by[g][mis] = f
		}
	}
	guesses := slices.SortedFunc(maps.Keys(by), func(a, b guess) int {
		return cmp.Or(
			len(by[b])-len(by[a]), strings.Compare(a.kind, b.kind), cmp.Compare(a.rest, b.rest),
		)
	})
	for _, g := range guesses {
		these := by[g]
		features := make(featureSet)
		for _, f := range these {
			features[f] = true
		}
		if len(these) < fewShared || 2*len(these) <= open || len(features) < 2 {
			continue
		}
		for mis, f := range these {
			mis.Explained, mis.Rest = true, g.rest
			if slices.Contains(m.Of(mis.State), f) {
				mis.Lacks = []state.Feature{f}
			} else {
				mis.WronglyHas = []state.Feature{f}
			}
		}
		return // a second guess for the same moves would be chance
	}
}

// learnConstants finds the constant of numbers that are known except for it, such as those of a
// king's squares: where two moves that are wrong by a number of two squares give the same
// constant.
func learnConstants(m *Models, open []*Mismatch) (learnt []model.Number) {
	type guess struct {
		free     uint64
		constant zobrist.Key
	}
	done := make(map[uint64]bool)
	for besides := range 2 { // the number alone, or together with one other
		first := make(map[guess]state.Feature)
		for _, mis := range open {
			changed := m.near(mis.Place.Before.State, mis.State)[0]
			for _, f := range changed {
				n, _ := m.Names.Number(f)
				if n.Free == 0 || done[n.Free] {
					continue
				}
				for _, other := range otherNumbers(m.Names, changed, besides) {
					g := guess{n.Free, mis.Difference() ^ n.Key ^ other}
					seen, again := first[g]
					if again && seen != f && !done[n.Free] {
						done[n.Free] = true
						learnt = append(learnt, shifted(m.Names, n.Free, g.constant)...)
					}
					first[g] = f
				}
			}
		}
	}
	return learnt
}

// otherNumbers returns 0, or the numbers of features besides which a king's number may be in a
// difference. The side is none of them: each move changes it, so that it would pass for a constant.
func otherNumbers(m *model.Model, features []state.Feature, besides int) (keys []zobrist.Key) {
	if besides == 0 {
		return []zobrist.Key{0}
	}
	for _, f := range features {
		n, ok := m.Number(f)
		if ok && n.Free == 0 && n.Key != 0 && f.Kind != state.Side {
			keys = append(keys, n.Key)
		}
	}
	return keys
}

// shifted returns the numbers of a class with its constant.
func shifted(m *model.Model, free uint64, constant zobrist.Key) (all []model.Number) {
	for _, n := range m.Numbers() {
		if n.Free == free {
			all = append(all, model.Number{Feature: n.Feature, Key: n.Key ^ constant})
		}
	}
	return all
}

// A promotion is what a promotion changes on the board.
type promotion struct{ promoted, pawn, captured state.Feature }

// promotionOf returns what the last move to a place promotes and captures.
func promotionOf(p *observe.Place) promotion {
	return promotion{
		promoted: pieceOn(&p.Board, p.Move.To),
		pawn:     pieceOn(&p.Before.Board, p.Move.From),
		captured: pieceOn(&p.Before.Board, p.Move.To),
	}
}

// A pawnGuess is the number that a pawn on its last rank may have.
type pawnGuess struct {
	pawn state.Feature
	key  zobrist.Key
}

// guesses returns what the pawn's number may be if it makes a promotion wrong: the pawn may be in
// the key in place of the promoted piece, whose number is then missing, or together with it.
func (p promotion) guesses(names *model.Model, difference zobrist.Key) []pawnGuess {
	pawn := p.promoted
	pawn.Piece = p.pawn.Piece
	missing := names.Sum([]state.Feature{p.promoted})
	return []pawnGuess{{pawn, difference ^ missing}, {pawn, difference}}
}

// learnPawns finds the numbers of pawns on their last rank, which no FEN has: a promotion may leave
// the pawn in the key there. A number is learnt if promotions to two different pieces give the same
// one, which is then the number of neither. None is learnt if all of them may be the numbers of
// what is captured.
func learnPawns(m *Models, open []*Mismatch) (learnt []model.Number) {
	// What other moves are wrong by, too, is no pawn's number.
	elsewhere := make(map[zobrist.Key]bool)
	for _, mis := range open {
		if mis.Place.Move.Promotion == zobrist.NoPiece {
			elsewhere[mis.Difference()] = true
		}
	}
	shownBy := make(map[pawnGuess][]promotion)
	done := make(map[state.Feature]bool)
	for _, mis := range open {
		if mis.Place.Move.Promotion == zobrist.NoPiece {
			continue
		}
		now := promotionOf(mis.Place)
		for _, guess := range now.guesses(m.Names, mis.Difference()) {
			shownBy[guess] = append(shownBy[guess], now)
			isShown := now.promoted != shownBy[guess][0].promoted
			if isShown && !done[guess.pawn] && !elsewhere[guess.key] {
				done[guess.pawn] = true
				learnt = append(learnt, model.Number{Feature: guess.pawn, Key: guess.key})
			}
		}
	}
	isSure := func(n model.Number) bool {
		return withoutCapture(shownBy[pawnGuess{n.Feature, n.Key}])
	}
	if !slices.ContainsFunc(learnt, isSure) {
		return nil
	}
	return learnt
}

// withoutCapture reports whether what promotions have in common is not what they capture: one of
// them captures nothing, or they capture different pieces.
func withoutCapture(all []promotion) bool {
	return slices.ContainsFunc(all, func(p promotion) bool {
		return p.captured.Piece == "" || p.captured != all[0].captured
	})
}
