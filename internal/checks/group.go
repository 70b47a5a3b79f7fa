package checks

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

const (
	// rules is the name of en passant numbers that differ only where no capture is legal: the
	// engine follows two rules, which agree wherever it matters.
	rules = "en-passant-rules"

	// shredder is the name of FENs that name the files of rooks, if their keys differ from those of
	// the same FENs with KQkq.
	shredder = "shredder-fen"

	// unknown and position are groups of mismatches that no few numbers explain, and of those whose
	// keys are equal, while the engine shows two states.
	unknown  = "unknown"
	position = "position"
)

// A group is the mismatches in the same kinds of features.
type group struct {
	kinds []string
	name  string
	all   []*Mismatch
}

// groupsOf groups mismatches by the kinds of features by which they differ, the largest group
// first.
func groupsOf(all []*Mismatch) (groups []*group) {
	byName := make(map[string]*group)
	for _, m := range all {
		name := m.groupName()
		g := byName[name]
		if g == nil {
			g = &group{kinds: state.KindsOf(m.Features()), name: name}
			byName[name] = g
		}
		g.all = append(g.all, m)
	}
	mergeRules(byName)
	dropMixed(byName)
	groups = slices.Collect(maps.Values(byName))
	slices.SortFunc(groups, func(a, b *group) int {
		return cmp.Or(len(b.all)-len(a.all), strings.Compare(a.name, b.name))
	})
	return groups
}

// groupName returns the kinds of features, or a name of its own.
func (m *Mismatch) groupName() string {
	switch {
	case m.Place != nil && m.Place.Shredder:
		return shredder
	case m.Difference() == 0:
		return position
	case !m.Explained:
		return unknown
	case m.Place != nil && ownEnPassant(m):
		return rules
	}
	return strings.Join(state.KindsOf(m.Features()), "-")
}

// mergeRules keeps the group of a state's own en passant number apart only if it is harmless: if no
// capture is legal in any of its states, and no later key is wrong. Else it is one with en passant.
func mergeRules(groups map[string]*group) {
	own := groups[rules]
	if own == nil {
		return
	}
	harms := slices.ContainsFunc(
		own.all,
		func(m *Mismatch) bool { return m.State.LegalEP() || m.Stays },
	)
	if !harms {
		return
	}
	delete(groups, rules)
	name := state.EnPassant.String()
	if other := groups[name]; other != nil {
		own.all = append(own.all, other.all...)
	}
	own.name = name
	groups[name] = own
}

// mergeUnchanged makes one group of those in which no move changes the key: which features they
// lack depends on nothing but the moves. A sub-key need not change.
func mergeUnchanged(groups []*group) (merged []*group) {
	var unchanged *group
	for _, g := range groups {
		switch {
		case slices.ContainsFunc(g.all, func(m *Mismatch) bool { return !m.unchanged() }):
			merged = append(merged, g)
		case unchanged == nil:
			unchanged = g
			merged = append(merged, g)
		default:
			unchanged.all = append(unchanged.all, g.all...)
			unchanged.kinds = union(unchanged.kinds, g.kinds)
		}
	}
	return merged
}

// unchanged reports whether the last move leaves the key as it was.
func (m *Mismatch) unchanged() bool {
	return m.Place != nil && m.Place.Before != nil && m.Got.Key == m.Place.Before.ByMoves.Key
}

// union returns the kinds of two lists, each once, in the order of their names.
func union(a, b []string) []string {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

// dropMixed leaves out groups of several kinds if each of these has a group of its own: two bugs
// that met in one move.
func dropMixed(groups map[string]*group) {
	for name, g := range maps.Clone(groups) {
		alone := func(kind string) bool {
			other := groups[kind]
			return other != nil && len(other.all) >= len(g.all)
		}
		mixed := len(g.kinds) > 1 &&
			!slices.ContainsFunc(g.kinds, func(kind string) bool { return !alone(kind) })
		if mixed {
			delete(groups, name)
		}
	}
}

// item returns the item of a group, with its simplest mismatch.
func (g *group) item(check string) report.Item {
	item := report.Item{
		Name:  nameOf(check, g.name),
		Kinds: g.kinds,
		Count: len(g.all),
	}
	switch g.name {
	case rules:
		item.Name = rules
		item.Facts = append(item.Facts, report.Fact{Topic: report.NoneLegal, N: len(g.all)})
	case shredder:
		item.Name = shredder
	}
	show(&item, simplest(g.all))
	item.Features = featuresOf(g.all)
	isOther := func(m *Mismatch) bool { return m.Suspect != g.all[0].Suspect }
	switch {
	case slices.ContainsFunc(g.all, isOther), g.all[0].Suspect == SuspectBoth:
		item.Unsure = true
	case g.all[0].Suspect == SuspectWant:
		item.WrongWant = true
	}
	return item
}

// featuresOf returns the features of all mismatches, each once, by name.
func featuresOf(all []*Mismatch) (features []state.Feature) {
	seen := make(map[state.Feature]bool)
	for _, m := range all {
		for _, f := range m.Features() {
			if !seen[f] {
				seen[f] = true
				features = append(features, f)
			}
		}
	}
	slices.SortFunc(features, byName)
	return features
}

// itemsOf returns an item for each group.
func itemsOf(check string, all []*Mismatch) (items []report.Item) {
	for _, g := range groupsOf(all) {
		items = append(items, g.item(check))
	}
	return items
}

// onlyClass returns the class that has all wrong moves of an item, or nil.
func onlyClass(item report.Item) (class *report.MoveClass) {
	for _, f := range item.Facts {
		switch {
		case f.Topic == report.Class && class != nil, f.Topic == report.OtherMoves && f.Wrong > 0:
			return nil
		case f.Topic == report.Class:
			class = f.Class
		}
	}
	return class
}

// fewBeside is how many times as large another item of a check must be before what no numbers
// explain is one line of it: mostly it is the same bug, met together with something else. A bug of
// its own that is rarer than that would be in rare moves, which the fixed sequences show alone.
const fewBeside = 10

// foldRest puts the item of what no numbers explain into the largest item, if it is little
// beside it, if it is less and of the same class of moves, or if all moves of that class are wrong.
// If one function makes all keys wrong, it does so whatever their counts: where that function
// changes few features, the numbers explain it, and where it changes many they do not.
func foldRest(check string, items []report.Item, oneFunction bool) []report.Item {
	at := slices.IndexFunc(
		items,
		func(i report.Item) bool { return i.Name == nameOf(check, unknown) },
	)
	if at < 0 {
		return items
	}
	rest := items[at]
	others := slices.Delete(slices.Clone(items), at, at+1)
	for i := range others {
		isLittle := fewBeside*rest.Count < others[i].Count
		isLess := rest.Count < others[i].Count && sharesClass(rest, others[i])
		isOne := isLittle || isLess || oneFunction || oneWholeClass(rest, others[i])
		if others[i].Name != rules && isOne {
			others[i].Facts = withRest(&others[i], rest.Count)
			return others
		}
	}
	return append(others, rest)
}

// oneWholeClass reports whether the wrong moves of two items are all moves of one class, and no
// others: what the engine does for that class is wrong.
func oneWholeClass(a, b report.Item) bool {
	ofA, ofB := onlyClass(a), onlyClass(b)
	if ofA == nil || ofB == nil || *ofA != *ofB || ofA.Kind == report.AnyMove {
		return false
	}
	isPart := func(f report.Fact) bool { return f.Topic == report.Class && f.Wrong < f.All }
	return !slices.ContainsFunc(a.Facts, isPart) && !slices.ContainsFunc(b.Facts, isPart)
}

// withRest adds how many are wrong by the XOR of no few known numbers. They are among those that
// are wrong in other ways and are not counted, and are told once.
func withRest(item *report.Item, n int) []report.Fact {
	facts := slices.Clone(item.Facts)
	for i, f := range facts {
		if f.Topic == report.OtherWays {
			facts[i].N = f.N - n
		}
	}
	facts = slices.DeleteFunc(facts, func(f report.Fact) bool {
		return f.Topic == report.OtherWays && f.N <= 0
	})
	topic := report.Rest
	if countsRight(item) {
		topic = report.RestUncounted
	}
	return append(facts, report.Fact{Topic: topic, N: n})
}

// sharesClass reports whether all wrong moves of an item are in a class that has all wrong moves of
// another one, such as promotions.
func sharesClass(item, of report.Item) bool {
	class := onlyClass(of)
	return class != nil && slices.Contains(item.Within, *class)
}
