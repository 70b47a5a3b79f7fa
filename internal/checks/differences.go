package checks

import (
	"cmp"
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// A Difference is the features of one kind that have other numbers by moves than from FENs.
type Difference struct {
	Kind     string
	Features []state.Feature
	Explains int // wrong moves
	Together int // more wrong moves that it explains together with the other differences
	Of       int // all wrong moves that change such a feature
	Against  int // right moves that change such a feature, so that its numbers are the same there

	// Moves that are not counted: see report.Strayed and report.UnclearPassant.
	Strayed int
	Unclear int
}

const (
	// fewWrong is how many wrong moves must change a feature before its numbers can differ. Of
	// fewer, another bug may explain all.
	fewWrong = 5

	// oneLeft is the part of these moves that other numbers may leave wrong: one in five, since
	// there may be another bug. With one in two, another bug passed for different numbers.
	oneLeft = 5
)

// differences finds the features that have other numbers by moves than from FENs. They are believed
// if they explain most of the wrong moves that change such a feature.
func (m *Models) differences(log *observe.Log) (all []Difference) {
	if !m.FromFEN.Holds() || !m.ByMoves.Holds() {
		return nil
	}
	byKind := m.differingKinds()
	if len(byKind) == 0 {
		return nil
	}
	steps := stepsOf(log)
	for i, step := range steps {
		steps[i].changed = m.changed(step.to.Before.State, step.to.State)
	}
	agreeing := m.agreeing(steps)
	m.dropContradicted(agreeing, byKind)
	accepted, kinds := acceptedKinds(agreeing, byKind)
	strayed, unclear := uncountedSteps(log)
	for _, kind := range kinds {
		d := Difference{
			Kind: kind, Features: namesOf(byKind[kind]), Strayed: strayed, Unclear: unclear,
		}
		count(&d, steps, accepted)
		all = append(all, d)
	}
	return all
}

// differingKinds returns the features whose numbers differ in the two models, by kind.
func (m *Models) differingKinds() map[string]featureSet {
	byKind := make(map[string]featureSet)
	for f := range m.FromFEN.Differing(m.ByMoves) {
		if f.Capture != state.LegalCapture {
			continue // that rules of en passant differ is no matter of numbers
		}
		kind := f.Kind.String()
		if byKind[kind] == nil {
			byKind[kind] = make(featureSet)
		}
		byKind[kind][f] = true
	}
	return byKind
}

// dropContradicted drops kinds that both keys have numbers of, if right moves change their
// features: if the numbers were different, such a move would make a key wrong. Only a few may be
// right, by another bug that cancels the difference.
//
// Where one of the two keys has no such number, some of these keys may have it: then the report
// counts them.
func (m *Models) dropContradicted(steps []keyStep, byKind map[string]featureSet) {
	const oneIn = 20
	for kind, these := range byKind {
		features := namesOf(these)
		isMissing := len(without(m.FromFEN, features)) > 0 || len(without(m.ByMoves, features)) > 0
		var d Difference
		d.Features = features
		count(&d, steps, these)
		if !isMissing && oneIn*d.Against > d.Explains {
			delete(byKind, kind)
		}
	}
}

// acceptedKinds returns the kinds that are believed, in order, and their features.
func acceptedKinds(
	steps []keyStep,
	byKind map[string]featureSet,
) (accepted featureSet, kinds []string) {
	accepted = make(featureSet)
	open := maps.Clone(byKind)
	accept := func(kind string) {
		maps.Copy(accepted, open[kind])
		kinds = append(kinds, kind)
		delete(open, kind)
	}
	// A kind that is accepted explains a part of moves that change several kinds. What is left may
	// then be explained by a kind that was refused before.
	for changed := true; changed; {
		changed = false
		for _, kind := range slices.Sorted(maps.Keys(open)) {
			if believed(steps, open[kind], accepted) {
				accept(kind)
				changed = true
			}
		}
	}
	for _, kind := range believedTogether(steps, open, accepted) {
		accept(kind)
	}
	slices.Sort(kinds)
	return accepted, kinds
}

// agreeing returns the steps that may show different numbers, or that there are none. If the model
// is of single moves, wrong ones that do not agree with it are wrong by something else, alone or
// besides. A right one that does not agree contradicts the model.
func (m *Models) agreeing(steps []keyStep) []keyStep {
	if !m.Single {
		return steps
	}
	outside := make(map[*state.State]bool)
	for _, s := range m.ByMoves.Outside() {
		outside[s.State] = true
	}
	return slices.DeleteFunc(slices.Clone(steps), func(s keyStep) bool {
		return s.by != 0 && outside[s.to.State]
	})
}

// A keyStep is a move to a place, and by how much it changes the key by moves otherwise than the
// key from the FEN.
type keyStep struct {
	to      *observe.Place
	by      zobrist.Key
	changed []model.Number // of both models
}

// stepsOf returns the steps of a log, without those where no model says what en passant changes,
// and without those to another state than that of the place.
func stepsOf(log *observe.Log) (steps []keyStep) {
	strayed := strayedPlaces(log)
	for _, p := range log.Places {
		if p.Before == nil || strayed[p] {
			continue
		}
		if !p.State.UnsureEP() && !p.Before.State.UnsureEP() {
			steps = append(steps, keyStep{to: p, by: p.Error() ^ p.Before.Error()})
		}
	}
	return steps
}

// uncountedSteps counts the moves of a log that [stepsOf] leaves out.
func uncountedSteps(log *observe.Log) (strayed, unclear int) {
	isStrayed := strayedPlaces(log)
	for _, p := range log.Places {
		switch {
		case p.Before == nil, p.One():
		case isStrayed[p]:
			strayed++
		case p.State.UnsureEP(), p.Before.State.UnsureEP():
			unclear++
		}
	}
	return strayed, unclear
}

// believed reports whether other numbers for these features, besides those that are accepted,
// explain most of the wrong moves that change one.
func believed(steps []keyStep, these, accepted featureSet) bool {
	with := maps.Clone(accepted)
	maps.Copy(with, these)
	before, after := 0, 0
	for _, s := range steps {
		if sumOf(s.changed, these) == 0 {
			continue
		}
		if s.by != sumOf(s.changed, accepted) {
			before++
		}
		if s.by != sumOf(s.changed, with) {
			after++
		}
	}
	// As many numbers as there are wrong moves can explain anything.
	isChance := before-after <= len(these)
	return before >= fewWrong && oneLeft*after <= before && !isChance
}

// believedTogether returns kinds of which none is believed alone, as too many moves change another
// one, too, but all are together.
func believedTogether(
	steps []keyStep, byKind map[string]featureSet, accepted featureSet,
) (kinds []string) {
	kinds = slices.Sorted(maps.Keys(byKind))
	without := func(left string) featureSet {
		all := make(featureSet)
		for _, kind := range kinds {
			if kind != left {
				maps.Copy(all, byKind[kind])
			}
		}
		return all
	}
	everything := maps.Clone(accepted)
	maps.Copy(everything, without(""))
	// Several kinds have so many numbers that they must explain nearly all.
	const oneIn = 20
	left := unexplained(steps, everything)
	explainsAll := oneIn*left <= unexplained(steps, accepted)
	if len(kinds) < 2 || !explainsAll || !believed(steps, without(""), accepted) {
		return nil
	}
	return slices.DeleteFunc(kinds, func(kind string) bool {
		rest := maps.Clone(accepted)
		maps.Copy(rest, without(kind))
		needed := unexplained(steps, rest) - left
		return needed <= len(byKind[kind]) // as few may be chance
	})
}

// unexplained counts the steps that other numbers for some features do not explain.
func unexplained(steps []keyStep, these featureSet) (n int) {
	for _, s := range steps {
		if s.by != sumOf(s.changed, these) {
			n++
		}
	}
	return n
}

// count counts the wrong moves that a difference explains, alone and together with the others, and
// the right moves that contradict it.
func count(d *Difference, steps []keyStep, all featureSet) {
	these := setOf(d.Features)
	for _, s := range steps {
		alone := sumOf(s.changed, these)
		together := sumOf(s.changed, all)
		switch {
		case alone == 0:
			continue
		case s.by == 0:
			if together != 0 {
				d.Against++
			}
			continue
		case s.by == alone:
			d.Explains++
		case s.by == together:
			d.Together++
		}
		d.Of++
	}
}

// setOf returns features as a set.
func setOf(features []state.Feature) featureSet {
	set := make(featureSet, len(features))
	for _, f := range features {
		set[f] = true
	}
	return set
}

// namesOf returns the features of a set, by name.
func namesOf(set featureSet) []state.Feature {
	return slices.SortedFunc(maps.Keys(set), byName)
}

// differ returns the features of all differences.
func (m *Models) differ() map[state.Feature]bool {
	all := make(map[state.Feature]bool)
	for _, d := range m.Differ {
		for _, f := range d.Features {
			all[f] = true
		}
	}
	return all
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
			Features: d.Features, Against: d.Against,
		},
	}
	if d.Strayed > 0 {
		item.Facts = append(item.Facts, report.Fact{Topic: report.Strayed, N: d.Strayed})
	}
	if d.Unclear > 0 {
		item.Facts = append(item.Facts, report.Fact{Topic: report.UnclearPassant, N: d.Unclear})
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
