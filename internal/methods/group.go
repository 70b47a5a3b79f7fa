package methods

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester"
)

// A shown is a group with what its shortest calls show.
type shown struct {
	*group
	difference *difference // nil if the engine ends
	kinds      []string    // of features
	methods    []string    // that the calls call, besides those of every engine
}

// proven returns the groups by the laws that their shortest calls break. These may be laws
// of another method than the one that was tried. What is shown by the calls of the fewest
// methods comes first.
func (p *player) proven() []*shown {
	byID := make(map[string]*shown)
	for _, id := range slices.Sorted(maps.Keys(p.groups)) {
		g := p.groups[id]
		if g.best == nil {
			continue
		}
		g.check = checkOf(g.best) // perhaps another one than that of the longer calls
		id, ok := p.idOf(g.check, g.best)
		if !ok {
			continue
		}
		same := byID[id]
		if same == nil {
			byID[id] = p.shownBy(g)
			continue
		}
		if g.shows > same.shows || g.shows == same.shows && size(g.best) < size(same.best) {
			g.count += same.count
			byID[id] = p.shownBy(g)
			continue
		}
		same.count += g.count
	}
	return slices.SortedFunc(maps.Values(byID), func(a, b *shown) int {
		return cmp.Or(
			b.shows-a.shows,
			len(a.methods)-len(b.methods),
			order(a.check)-order(b.check),
			a.breadth()-b.breadth(),
			size(a.best)-size(b.best),
			slices.Compare(a.kinds, b.kinds),
		)
	})
}

func (p *player) shownBy(g *group) *shown {
	s := &shown{group: g}
	if !fails(g.best) {
		s.difference = p.mismatch(g.best)
		s.kinds = state.KindsOf(s.difference.Features())
	}
	calls := slices.Concat(g.best.Base, g.best.Got)
	for i, st := range calls {
		method := methodOf(st.Call.Name(verbs()))
		reads := i == len(calls)-1 && (method == "FEN" || method == "SubKeys")
		switch method {
		case "", "SetFEN", "Move", "Key":
			continue
		}
		if !reads && !slices.Contains(s.methods, method) {
			s.methods = append(s.methods, method)
		}
	}
	return s
}

// breadth is in how many kinds of features keys differ. What is not explained comes last.
func (s *shown) breadth() int {
	const unexplained = 100
	if len(s.kinds) == 0 {
		return unexplained
	}
	return len(s.kinds)
}

// order is the place of a check among the laws.
func order(check string) int {
	return slices.IndexFunc(laws(), func(l tester.Law) bool { return l.Name == check })
}

// items returns the items of groups. One is shown together with an earlier item if its calls need
// what that one shows to be wrong: see follows. Both counts are in the report.
func (p *player) items(groups []*shown, known []report.Item) (items []report.Item) {
	var first []*shown // those with an item of their own
	add := func(s *shown, mayBeFirst bool) (added bool) {
		item := p.item(s)
		at := slices.IndexFunc(first, s.follows)
		if at >= 0 {
			s.addTo(&items[at], item)
			return true
		}
		at = s.itemOf(known)
		if at >= 0 {
			s.addTo(&known[at], item)
			return true
		}
		if mayBeFirst {
			first = append(first, s)
			items = append(items, item)
		}
		return mayBeFirst
	}
	var searches []*shown // they may follow what comes later
	for _, s := range groups {
		if !add(s, !s.searches()) {
			searches = append(searches, s)
		}
	}
	for _, s := range searches {
		add(s, true)
	}
	return items
}

// itemOf returns the index of the item with which a group is shown, or -1: rather one whose keys
// differ in the same kinds of features than one in fewer.
func (s *shown) itemOf(known []report.Item) int {
	at := slices.IndexFunc(known, func(item report.Item) bool {
		return s.followsItem(item) && slices.Equal(s.kinds, item.Kinds)
	})
	if at >= 0 {
		return at
	}
	return slices.IndexFunc(known, s.followsItem)
}

// searches reports whether a group is of Perft or Search, which may call all other methods.
func (s *shown) searches() bool { return s.check == "Perft" || s.check == "Search" }

// addTo shows the item of a group with another one. What fails has no comparisons that could be
// counted with those of the other, so that its words are kept.
func (s *shown) addTo(with *report.Item, item report.Item) {
	if !fails(s.best) {
		showWith(with, item)
		return
	}
	what, _, _ := strings.Cut(ended(s.best), "\n") // without the stack of a panic
	also := report.Also{
		Check: item.Check, Name: item.Name, Compared: item.Compared, Unit: item.Unit, Fails: what,
	}
	if !slices.Contains(with.Also, also) {
		with.Also = append(with.Also, also)
	}
}

// showWith shows an item with another one: as a fact of an item of the same check, or in its list
// of other checks.
func showWith(with *report.Item, item report.Item) {
	if with.Check == item.Check {
		for i := range with.Facts {
			if with.Facts[i].Topic == report.RestOfCheck {
				with.Facts[i].N += item.Count
				return
			}
		}
		with.Facts = append(with.Facts, report.Fact{Topic: report.RestOfCheck, N: item.Count})
		return
	}
	for i := range with.Also {
		if with.Also[i].Check == item.Check && with.Also[i].Fails == "" {
			with.Also[i].Count += item.Count
			return
		}
	}
	with.Also = append(with.Also, report.Also{
		Check:    item.Check,
		Name:     item.Name,
		Count:    item.Count,
		Compared: item.Compared,
		Unit:     item.Unit,
	})
}

// follows reports whether a group is shown together with an earlier one, because that one may be
// why it is wrong:
//   - its calls alone do not show it on a new engine, but those of the other do;
//   - or it is of the same check, or its calls call the other's method, which alone is wrong in the
//     same kinds of features;
//   - or it is of Perft or Search, which make and take back many moves by methods of their own, so
//     that nothing tells whether it is the same.
func (s *shown) follows(other *shown) bool {
	switch {
	case other.shows == 2 && s.shows < 2, other.shows == 1 && s.shows == 0:
		return true
	case s.searches():
		switch other.check {
		case "Undo", "UndoNull", nullMove, "Try", "Perft", "Search":
			return true
		}
	}
	callsIt := s.check == other.check && !s.difference.isOtherPart(other.difference)
	for _, method := range other.methods {
		callsIt = callsIt || slices.Contains(s.methods, method)
	}
	return callsIt && s.includes(other.kinds)
}

// includes reports whether a group has the same kinds of features as another one, and perhaps more:
// two differences that met. What no known numbers explain may be anything.
func (s *shown) includes(kinds []string) bool {
	if s.difference == nil || len(s.kinds) == 0 {
		return true
	}
	if len(kinds) == 0 {
		return false
	}
	for _, kind := range kinds {
		if !slices.Contains(s.kinds, kind) {
			return false
		}
	}
	return true
}

// followsItem reports whether a group is shown together with what keys by moves and FENs show:
//   - its calls make a move that makes the key wrong, in the same kinds of features;
//   - or it compares with the key of a FEN, and differs in the same features;
//   - or it compares with the key of a FEN that is wrong, which the check of XOR tells;
//   - or it is of a position that is another one than that of the rules.
func (s *shown) followsItem(item report.Item) bool {
	d := s.difference
	if d != nil && d.wrongFEN && tellsXOR(item) {
		return true
	}
	switch item.Check {
	case "board":
		return (d == nil || d.wrongBoard) && s.check != "Undo" && s.check != "UndoNull"
	case "moves":
		switch s.check {
		case "FEN", "After", "Try", nullMove, "SubKeys", "Undo":
			// What no numbers explain here is not what they explain there, unless the same moves
			// are wrong there.
			alike := len(s.kinds) > 0 || len(item.Kinds) == 0 || d != nil && d.late
			why := d == nil || d.wrongMove || d.fromFEN && s.isIn(item.Features)
			return alike && why && s.includes(item.Kinds)
		}
	}
	return false
}

// tellsXOR reports whether an item tells of keys from FENs that are not the XOR of numbers.
func tellsXOR(item report.Item) bool {
	const xor = "XOR"
	also := slices.ContainsFunc(item.Also, func(a report.Also) bool { return a.Check == xor })
	return item.Check == xor || also
}

// isIn reports whether all features by which keys differ are among some.
func (s *shown) isIn(features []state.Feature) bool {
	all := s.difference.Features()
	return len(all) > 0 && !slices.ContainsFunc(all, func(f state.Feature) bool {
		return !slices.Contains(features, f)
	})
}
