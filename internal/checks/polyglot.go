package checks

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
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
	wrong := unlikePolyglot(e.Log.Places)
	o.Compared, o.Wrong = len(e.Log.Places), len(wrong)
	if o.Wrong == 0 {
		return o
	}
	item := polyglotItem(e.Models, wrong)
	item.Compared, item.Unit = o.Compared, o.Unit
	o.Items = []report.Item{item}
	return o
}

// unlikePolyglot returns the places whose keys from FENs are not those of Polyglot.
func unlikePolyglot(places []*observe.Place) (wrong []*Mismatch) {
	keys := zobrist.Polyglot()
	for _, p := range places {
		want := p.Board.Hash(keys)
		if want == p.FromFEN.Key {
			continue
		}
		wrong = append(wrong, &Mismatch{
			State: p.State,
			Place: p,
			Got:   report.Key{Query: p.FENQuery(), Route: report.FromFEN, Key: p.FromFEN.Key},
			Want:  report.Key{Query: p.FENQuery(), Route: report.Polyglot, Key: want},
		})
	}
	return wrong
}

// polyglotItem shows one of the keys that are not Polyglot's. It names the numbers of the engine
// that are other ones. If none are known to be, it counts the keys that lack one of Polyglot's
// numbers, or wrongly have one.
func polyglotItem(m *Models, wrong []*Mismatch) report.Item {
	item := report.Item{Name: "polyglot", Count: len(wrong)}
	list := keycheck.Collect(zobrist.Polyglot().Keys())
	numbered := featuresByNumber(list)
	shown := slices.MinFunc(
		wrong,
		func(a, b *Mismatch) int { return len(a.State.Men) - len(b.State.Men) },
	)
	f, isOne := numbered[shown.Difference()]
	if isOne {
		shown.Lacks, shown.Explained = []state.Feature{f}, true
	} else {
		m.explain(shown, nil)
	}
	byPolyglot(shown)
	show(&item, shown)
	others, like := compareNumbers(m.FromFEN, list)
	if len(others) == 0 {
		item.Facts = countSorts(wrong, numbered).facts(len(wrong))
		return item
	}
	// What the shown key lacks would be told by the engine's numbers, which are wrong.
	item.Lacks, item.WronglyHas, item.Unexplained = nil, nil, 0
	item.Features, item.Facts = others, like
	item.Kinds = state.KindsOf(others)
	return item
}

// byPolyglot sorts the features by which a key differs from Polyglot's: the key lacks those that
// Polyglot's key of that very position has, and wrongly has the others. The rule of the engine does
// not matter.
func byPolyglot(m *Mismatch) {
	features := m.Features()
	m.Lacks, m.WronglyHas = nil, nil
	for _, f := range features {
		if polyglotHas(m.Place, f) {
			m.Lacks = append(m.Lacks, f)
		} else {
			m.WronglyHas = append(m.WronglyHas, f)
		}
	}
}

// polyglotHas reports whether a feature is part of Polyglot's key of a position: an en passant
// square is so if a pawn stands beside, whether its capture is legal or not.
func polyglotHas(p *observe.Place, f state.Feature) bool {
	if f.Kind == state.EnPassant || f.Kind == state.EnPassantSquare {
		isOwn := p.State.EP != "" && p.State.EP[:1] == f.Square[:1]
		return isOwn && p.Board.EnPassantCounts(zobrist.EnPassantPseudoLegal)
	}
	return slices.Contains(p.State.Features(), f)
}

// featuresByNumber returns the features of a list by their numbers.
func featuresByNumber(list []keycheck.Named) map[zobrist.Key]state.Feature {
	features := make(map[zobrist.Key]state.Feature, len(list))
	for _, k := range list {
		f, err := state.ParseFeature(k.Name)
		if err == nil {
			features[k.Key] = f
		}
	}
	return features
}

// A keySort is the keys that lack one number of a kind of feature, or wrongly have one.
type keySort struct {
	kind  string
	topic report.Topic
}

// sortCounts counts the keys that differ by one number.
type sortCounts map[keySort]int

// countSorts counts the keys that differ from Polyglot's by one of its numbers.
func countSorts(wrong []*Mismatch, numbered map[zobrist.Key]state.Feature) sortCounts {
	sorts := make(sortCounts)
	for _, m := range wrong {
		f, isOne := numbered[m.Difference()]
		if isOne {
			sorts.count(f, polyglotHas(m.Place, f))
		}
	}
	return sorts
}

// count counts a key that lacks a feature, or wrongly has it. Of the side this is not known: its
// number may be part of the key for White, or for Black.
func (c sortCounts) count(f state.Feature, lacks bool) {
	topic := report.HasOne
	if lacks {
		topic = report.LacksOne
	}
	if f.Kind != state.Side {
		c[keySort{f.Kind.String(), topic}]++
	}
}

// facts says how many of the wrong keys are of each sort.
func (c sortCounts) facts(wrong int) (facts []report.Fact) {
	sorts := slices.SortedFunc(maps.Keys(c), func(a, b keySort) int {
		return cmp.Or(
			c[b]-c[a], strings.Compare(a.kind, b.kind), cmp.Compare(a.topic, b.topic),
		)
	})
	for _, s := range sorts {
		fact := report.Fact{Topic: s.topic, N: c[s], All: wrong, Text: s.kind}
		facts = append(facts, fact)
	}
	return facts
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
