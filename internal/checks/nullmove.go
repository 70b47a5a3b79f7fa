package checks

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// nullMove requires that the key after a null move is that of the FEN with the other side to move.
//
// It is for a null move that does not change the side in the key, or that leaves the old en passant
// number in it. Games never show this: only a search passes, and then stores what it finds under
// the wrong key. UCI has no null move, but many engines make one for the move 0000. Some ignore it,
// and some read it as another move, such as a1a1. So a difference counts only if what the engine
// prints, or the features by which the keys differ, show that it was a null move.
func nullMove(e *Evidence) Outcome {
	o := Outcome{Unit: report.NullMoves, Skip: e.untrusted()}
	switch {
	case o.Skip != report.Ran:
		return o
	case !e.Log.Known:
		o.Skip = report.SkipNoRules
		return o
	case !e.Models.FromFEN.Holds():
		o.Skip = report.SkipNoNumbers
		return o
	}
	n := sortNulls(e)
	o.Compared = n.compared
	if n.unsure() {
		o.Skip, o.Why = n.skip(e)
		return o
	}
	o.Wrong = len(n.wrong) + len(n.told)
	o.Items = foldRest("null-move", nullItems(n.wrong), false)
	o.Items = append(o.Items, toldItems(e.Models.Differ, n.told)...)
	return o
}

// nullItems returns an item for each group. A null move that changes nothing is wrong in the side,
// and in the side and the en passant square where there is one: that is one item.
func nullItems(wrong []*Mismatch) (items []report.Item) {
	groups := groupsOf(wrong)
	at := slices.IndexFunc(groups, func(g *group) bool { return isNullMove(g.kinds) })
	side := slices.IndexFunc(groups, func(g *group) bool { return g.name == state.Side.String() })
	if at >= 0 && side >= 0 {
		both, one := groups[at], groups[side]
		all := slices.Concat(both.all, one.all)
		item := one.item("null-move")
		item.Name, item.Kinds = nameOf("null-move", both.kinds...), both.kinds
		item.Count, item.Features = len(all), featuresOf(all)
		item.Facts = append(item.Facts, sortFacts([]*group{both, one}, len(all))...)
		items = append(items, item)
		groups = slices.DeleteFunc(groups, func(g *group) bool { return g == both || g == one })
	}
	for _, g := range groups {
		items = append(items, g.item("null-move"))
	}
	return items
}

// sortedNulls are the null moves of a log by what the engine made of them.
type sortedNulls struct {
	compared int  // it made a null move
	ignored  int  // it made none
	same     int  // compared, but the key is the one before, so that it may have made none
	another  int  // it made another move
	printed  bool // it prints FENs, which show what it made
	wrong    []*Mismatch
	// told differ only by numbers that keys by moves and keys from FENs have differently.
	told []*Mismatch
}

// sortNulls compares the keys after all null moves whose keys can be compared.
func sortNulls(e *Evidence) (sorted sortedNulls) {
	differ := e.Models.differ()
	for _, n := range e.Log.Nulls {
		// In check, a null move is illegal. The clock may be in the key from some number on.
		if !e.Models.Clock.counts(n.State.Clock) || movegen.InCheck(&n.Before.Board) {
			continue
		}
		if n.Before.State.UnsureEP() && len(differ) > 0 {
			continue // see walk.unsure
		}
		sorted.sort(e, n, differ)
	}
	return sorted
}

// sort compares the keys after one null move.
func (s *sortedNulls) sort(e *Evidence, n observe.Null, differ featureSet) {
	const board, side = 0, 1 // fields of a FEN
	fields := differing(n.By.FEN, n.State.FEN)
	s.printed = s.printed || fields != nil
	unchanged := n.By.Key == n.Before.FromFEN.Key && n.By.Key != n.From.Key
	switch {
	case len(fields) > 0 && fields[0] == board:
		s.another++ // 0000 was read as a1a1, or as h8h8
		return
	case len(fields) > 0 && fields[0] == side, fields == nil && unchanged:
		s.ignored++
		return
	}
	m := nullMismatch(e, n, differ)
	if m.Difference() != 0 && followsFrom(e, n.Before, m, differ) {
		return
	}
	if m.Difference() != 0 && m.Want.Route == report.FromFEN && e.Models.suspect(m) == SuspectWant {
		return // the key from the FEN is wrong, as the check of XOR tells
	}
	s.compared++
	if fields == nil && n.By.Key == n.Before.FromFEN.Key {
		s.same++
	}
	if m.Difference() == 0 {
		if m.Told != 0 {
			m.Told = 0
			e.Models.explain(m, n.Before.State)
			s.told = append(s.told, m)
		}
		return
	}
	e.Models.explain(m, n.Before.State)
	if fields == nil && movesPiece(m) {
		s.compared--
		s.another++
		return
	}
	s.wrong = append(s.wrong, m)
}

// unsure reports whether what the engine makes of 0000 may not be a null move. Without FENs, a null
// move that is mostly wrong may be any other move, and one that never changes the key of some
// pieces may be none.
func (s *sortedNulls) unsure() bool {
	if s.compared == 0 || s.another > 0 || s.compared < s.ignored {
		return true
	}
	return !s.printed && (s.ignored > 0 || s.same == s.compared || 2*len(s.wrong) > s.compared)
}

// skip returns why nothing is said about null moves.
func (s *sortedNulls) skip(e *Evidence) (skip report.Skip, why string) {
	switch {
	case s.compared+s.ignored+s.another == 0:
		return e.noResult(source.NullMove)
	case s.printed:
		return report.SkipIgnored, ""
	case s.another == 0 && s.same == s.compared:
		return report.SkipNullSame, ""
	}
	return report.SkipNullUnsure, ""
}

// toldItems returns an item for each kind of numbers that differ by moves and from FENs, and that
// null moves change.
func toldItems(differ []Difference, told []*Mismatch) (items []report.Item) {
	for _, d := range differ {
		isOfKind := func(f feature) bool { return f.Kind.String() == d.Kind }
		var these []*Mismatch
		for _, m := range told {
			if slices.ContainsFunc(m.Features(), isOfKind) {
				these = append(these, m)
			}
		}
		if len(these) == 0 {
			continue
		}
		item := report.Item{
			Name: nameOf("null-move", d.Kind), Kinds: []string{d.Kind}, Features: d.Features,
			Count: len(these), Follows: true,
		}
		show(&item, simplest(these))
		items = append(items, item)
	}
	return items
}

// followsFrom reports whether a difference is that of the place before the null move: the key from
// its FEN, with which the null move begins, is wrong by it. If that key is the XOR of the numbers
// of its features, it is not wrong, whatever the keys by moves are. Only where no capture en
// passant is legal is this not known: moves and FENs may follow two rules. It does not
// matter if the key must be that of the numbers by moves.
func followsFrom(e *Evidence, p *observe.Place, m *Mismatch, differ featureSet) bool {
	want, known := e.Models.FromFEN.Predict(p.State)
	isRight := known && want == p.FromFEN.Key
	isSure := p.State.EP == "" || p.State.LegalEP()
	if isRight && isSure && m.Want.Route == report.FromFEN {
		return false
	}
	difference := m.Difference()
	last := p.Error()
	if p.Before != nil {
		last ^= p.Before.Error() ^ e.Models.expected(p.Before.State, p.State, differ)
	}
	return difference == last || difference == p.Error()
}

// nullMismatch compares the key after a null move with that of the FEN.
func nullMismatch(e *Evidence, n observe.Null, differ featureSet) *Mismatch {
	m := &Mismatch{
		State: n.State,
		Got:   report.Key{Query: n.Query, Route: report.AfterNull, Key: n.By.Key},
		Want:  report.Key{Query: fen(n.State.FEN), Route: report.FromFEN, Key: n.From.Key},
	}
	m.Told = e.Models.expected(n.Before.State, n.State, differ)
	if m.Got.Key != m.Want.Key {
		return m
	}
	m.Told = 0
	lacked := e.Models.sideLackedByFENs(n.Before.State, n.State)
	if lacked != 0 {
		// The FEN's key lacks the side, so that the null move must lack it as well.
		m.Want = report.Key{
			Query: m.Got.Query, Route: report.ByMoveNumbers, Key: m.Want.Key ^ lacked,
		}
	}
	return m
}

// sideLackedByFENs returns what the side changes in keys by moves from a state to another one, if
// it does not change keys from FENs. The null move begins with a key from a FEN. An en passant
// number that this key lacks is not there to be removed, but the side is to be changed all the
// same.
func (m *Models) sideLackedByFENs(before, after *state.State) zobrist.Key {
	side := state.Side.String()
	isSide := func(d Difference) bool { return d.Kind == side }
	if !slices.ContainsFunc(m.Differ, isSide) {
		return 0
	}
	sum := func(one *model.Model) (sum zobrist.Key) {
		for _, f := range keycheck.Changed(one.Of(before), one.Of(after)) {
			n, _ := one.Number(f)
			if f.Kind.String() == side {
				sum ^= n.Key
			}
		}
		return sum
	}
	if sum(m.FromFEN) != 0 {
		return 0
	}
	return sum(m.ByMoves)
}

// movesPiece reports whether a piece has moved, or a right is lost, as by no null move.
func movesPiece(m *Mismatch) bool {
	return slices.ContainsFunc(m.Features(), func(f feature) bool {
		kind := f.Kind.String()
		return kind == "piece" || kind == "castling"
	})
}
