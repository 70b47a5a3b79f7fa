package checks

import (
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/state"
)

// A walk follows all sequences, and finds which moves make a key wrong: not those after which it is
// still wrong by the same number.
//
// Where two rules of en passant differ, the two keys differ after a double push and agree after the
// next move. That the difference ends is nothing new. So this part of a difference is kept apart.
type walk struct {
	models  *Models
	differ  map[state.Feature]bool
	strayed map[*observe.Place]bool
	sub     bool // the key has only some features on purpose

	// kept is by how much the key of a place stays wrong after the next move, if that is right.
	kept map[*observe.Place]zobrist.Key
	// own is by how much the keys of a place differ in its own en passant number.
	own map[*observe.Place]zobrist.Key
	at  map[*observe.Place]*Mismatch
	all []*Mismatch
	// heals has the places whose last move makes a wrong key right again.
	heals map[*observe.Place]bool
	// keeps has the places whose last move leaves the number of the en passant square before it.
	keeps map[*observe.Place]bool
	// unclear has the places of which it is not known whether their last move is right: see unsure.
	unclear map[*observe.Place]bool
	// told has the places whose last move makes the key wrong as different numbers predict.
	told map[*observe.Place]bool
}

// steps finds a mismatch for each move that makes a key wrong.
func steps(e *Evidence, strayed map[*observe.Place]bool) *walk {
	w := &walk{
		models:  e.Models,
		differ:  e.Models.differ(),
		strayed: strayed,
		sub:     e.Sub,
		kept:    make(map[*observe.Place]zobrist.Key),
		own:     make(map[*observe.Place]zobrist.Key),
		at:      make(map[*observe.Place]*Mismatch),
		heals:   make(map[*observe.Place]bool),
		keeps:   make(map[*observe.Place]bool),
		unclear: make(map[*observe.Place]bool),
		told:    make(map[*observe.Place]bool),
	}
	var later []*observe.Place // the place before was not asked about
	for _, p := range e.Log.Places {
		w.kept[p] = p.Error()
		switch {
		case p.One() || strayed[p]:
		case p.Before == nil && !p.Start():
			later = append(later, p)
		default:
			w.step(p)
		}
	}
	if len(w.all) > 0 || len(w.differ) > 0 {
		return w
	}
	// Of a long game only parts are compared. If no move that was seen makes a key wrong, and the
	// keys by moves and from FENs have the same numbers, a move that was not seen does, and the
	// first wrong key after it is all there is to show.
	for _, p := range later {
		if p.Error() != 0 {
			w.step(p)
		}
	}
	return w
}

// judged returns the places whose last move is known to be right or wrong, of some. A move that
// makes a wrong key right again may be as wrong as the others, so that it is neither.
func (w *walk) judged(places []*observe.Place) []*observe.Place {
	return slices.DeleteFunc(slices.Clone(places), func(p *observe.Place) bool {
		return w.heals[p] || w.keeps[p] || w.unclear[p] || w.strayed[p]
	})
}

// inOtherWays returns the places whose last move makes the key wrong, but not as in a group.
func (w *walk) inOtherWays(g *group) map[*observe.Place]bool {
	others := maps.Clone(w.told)
	for _, m := range w.all {
		others[m.Place] = true
	}
	for _, m := range g.all {
		delete(others, m.Place)
	}
	return others
}

// step finds what the last move to a place makes wrong.
func (w *walk) step(p *observe.Place) {
	m := mismatch(p)
	if p.Error() == 0 {
		w.lackBoth(m)
		if p.Before != nil && w.at[p] == nil && w.keptTo(p) != 0 {
			w.heals[p] = true
		}
		return // whatever was wrong before, these two keys are the same
	}
	own := zobrist.Key(0)
	var before *state.State
	if p.Before != nil {
		before = p.Before.State
		if !sameFile(before, p.State) {
			own = w.own[p.Before]
		}
		m.Old = p.Before.Error()
		expected := w.models.expected(before, p.State, w.differ)
		m.Told = m.Old ^ w.kept[p.Before] ^ expected
		w.told[p] = expected != 0
	}
	switch {
	case m.Difference() == 0:
		return
	case w.unsure(m, before):
		w.unclear[p] = true
		return
	case m.Difference() == own:
		// The number that one of the two keys lacked is missing, or too much, for good.
		w.at[p.Before].Stays = true
		w.keeps[p] = true
		return
	}
	w.models.explain(m, before)
	m = w.partlyHealed(m, before)
	if own != 0 {
		stays := *m
		stays.Told ^= own
		w.models.explain(&stays, before)
		if stays.Explained && (!m.Explained || len(stays.Features()) < len(m.Features())) {
			w.at[p.Before].Stays = true
			m = &stays
		}
	}
	m.Suspect = w.models.suspect(m)
	if !m.Explained && m.Suspect == SuspectGot && !w.sub && w.models.lacksSome(m.State) {
		m.Suspect = SuspectBoth // the FEN's key may lack what nothing explains
	}
	w.at[p] = m
	w.all = append(w.all, m)
	if ownEnPassant(m) {
		w.own[p] = m.Difference()
		w.kept[p] ^= w.own[p]
	}
}

// partlyHealed returns the mismatch of the two keys as they are, if that is in fewer features than
// by what the last move changes: the move makes a wrong key right again, and is wrong in its own
// way. Where keys by moves and from FENs have different numbers, keys also differ by those of the
// start, so that this is not known.
func (w *walk) partlyHealed(m *Mismatch, before *state.State) *Mismatch {
	if m.Old == m.Told || len(w.differ) > 0 {
		return m
	}
	now := mismatch(m.Place)
	w.models.explain(now, before)
	bothExplained := m.Explained && now.Explained
	if bothExplained && len(now.Features()) < len(m.Features()) {
		return now
	}
	return m
}

// keptTo returns by how much the key of a place is wrong if its last move is right.
func (w *walk) keptTo(p *observe.Place) zobrist.Key {
	return w.kept[p.Before] ^ w.models.expected(p.Before.State, p.State, w.differ)
}

// lackBoth adds a mismatch of two keys that are the same because both lack the number of the side
// to move: the FEN's as all FENs do, and the key by moves since the last move does not change it.
// Of other features this is not known: an engine whose FENs lack castling rights may have read
// none.
func (w *walk) lackBoth(m *Mismatch) {
	p := m.Place
	side := state.Feature{Kind: state.Side}
	if p.Before == nil || !w.differ[side] {
		return
	}
	told := w.keptTo(p)
	if told == 0 {
		return
	}
	m.Want = report.Key{Query: p.Query, Route: report.ByMoveNumbers, Key: m.Want.Key ^ told}
	w.models.explain(m, p.Before.State)
	onlySide := m.Explained && len(m.Features()) == 1 && m.Features()[0] == side
	if onlySide {
		w.at[p] = m
		w.all = append(w.all, m)
	}
}

// unsure reports whether a difference may be one of different numbers of an en passant square
// where the capture is illegal. Whether such a square is part of a key is a matter of the engine's
// rule, and what both models say about it may be too little. Beside such a square, the numbers of
// the other square of the move are not expected either: see [Models.changed].
func (w *walk) unsure(m *Mismatch, before *state.State) bool {
	differs := func(s *state.State) bool {
		return s != nil && slices.ContainsFunc(passed(s), w.differs)
	}
	isUnsure := func(s *state.State) bool { return differs(s) && s.UnsureEP() }
	if !isUnsure(before) && !isUnsure(m.State) {
		return m.Difference() == 0
	}
	possible := []zobrist.Key{0}
	for _, s := range []*state.State{before, m.State} {
		if !differs(s) {
			continue
		}
		from, by := w.models.FromFEN.Sum(passed(s)), w.models.ByMoves.Sum(passed(s))
		for _, key := range slices.Clone(possible) {
			possible = append(possible, key^from, key^by, key^from^by)
		}
	}
	return slices.Contains(possible, m.Difference())
}

// differs reports whether a feature is one of those with other numbers by moves.
func (w *walk) differs(f state.Feature) bool { return w.differ[f] }

// sameFile reports whether two states have en passant squares of one file, so that a difference in
// its number after both moves is two differences.
func sameFile(a, b *state.State) bool {
	return a.EP != "" && b.EP != "" && a.EP[:1] == b.EP[:1]
}

// mismatch compares the two keys of a place.
func mismatch(p *observe.Place) *Mismatch {
	return &Mismatch{
		State: p.State,
		Place: p,
		Got:   report.Key{Query: p.Query, Route: report.ByMoves, Key: p.ByMoves.Key},
		Want:  report.Key{Query: p.FENQuery(), Route: report.FromFEN, Key: p.FromFEN.Key},
	}
}

// ownEnPassant reports whether keys differ only in the number of the state's own en passant square.
func ownEnPassant(m *Mismatch) bool {
	if m.State.EP == "" || !m.Explained {
		return false
	}
	for _, f := range m.Features() {
		isOwn := f.Kind == state.EnPassant && f.Square[:1] == m.State.EP[:1] ||
			f.Kind == state.EnPassantSquare && f.Square == m.State.EP
		if !isOwn {
			return false
		}
	}
	return true
}
