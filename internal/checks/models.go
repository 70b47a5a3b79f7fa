package checks

import (
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/model"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/state"
)

// Models are what the keys of an engine consist of: one for keys from FENs, and one for keys by
// moves. If the two have different numbers for a feature, one of two functions of the engine is
// wrong. Which, the keys alone don't say.
type Models struct {
	FromFEN *model.Model
	ByMoves *model.Model
	// Names is the one of both that fewer keys contradict, with numbers for high halfmove clocks.
	// It names the features by which keys differ.
	Names *model.Model
	// Moved is set if this is the model of keys by moves.
	Moved bool
	// Differ has the features whose numbers differ, by kind. Each kind explains most wrong moves
	// that change such a feature.
	Differ []Difference
	Clock  Clock
}

// A Difference is the features of one kind that have other numbers by moves than from FENs.
type Difference struct {
	Kind     string
	Features []state.Feature
	Explains int // wrong moves
	Of       int // all wrong moves that change such a feature
}

const (
	// mostSamples limits the time to solve for the numbers, which grows faster than the samples.
	mostSamples = 20_000

	// tenfold is how many times as many keys from FENs as by moves must contradict the others
	// before the model of keys by moves names features.
	tenfold = 10
)

// Learn fits the models to the keys of a log.
func Learn(log *observe.Log, seed uint64) *Models {
	m := &Models{Clock: clockOf(log)}
	var from, by []model.Sample
	for _, fen := range slices.Sorted(maps.Keys(log.FENs)) {
		s, err := state.Parse(fen)
		if err == nil && m.Clock.counts(s.Clock) {
			from = append(from, model.Sample{State: s, Key: log.FENs[fen]})
		}
	}
	places := slices.DeleteFunc(slices.Clone(log.Places), func(p *observe.Place) bool {
		return !m.Clock.counts(p.State.Clock) || !usualCastling(log, p)
	})
	for _, p := range spread(places, mostSamples) {
		from = append(from, model.Sample{State: p.State, Key: p.FromFEN.Key})
		if !p.Start() {
			by = append(by, model.Sample{State: p.State, Key: p.ByMoves.Key, Line: p.Query.FEN})
		}
	}
	m.FromFEN, m.ByMoves = model.Fit(from, seed), model.Fit(by, seed)
	names := m.FromFEN
	better := tenfold*len(m.ByMoves.Outside()) < len(m.FromFEN.Outside())
	if m.ByMoves.Holds() && (!m.FromFEN.Holds() || better) {
		names, m.Moved = m.ByMoves, true
	}
	if names.Holds() {
		names = names.With(m.Clock.Numbers)
	}
	m.Names = names
	m.Differ = m.differences(log)
	if m.Names.Holds() && !m.Moved {
		m.Names = m.Names.With(m.lacking())
	}
	return m
}

// lacking returns the numbers that keys by moves have, and keys from FENs lack: they have a name,
// too.
func (m *Models) lacking() (all []model.Number) {
	for f := range m.differ() {
		from, _ := m.FromFEN.Number(f)
		by, ok := m.ByMoves.Number(f)
		if ok && from.Key == 0 && by.Free == 0 {
			all = append(all, by)
		}
	}
	return all
}

// usualCastling reports whether castling in a place means the same to each engine. Engines of
// standard chess differ in what they have a number for if a rook is off its corner: the right, or
// the rook's square. In Chess960 each engine has the right.
func usualCastling(log *observe.Log, p *observe.Place) bool {
	return !log.Known || p.Board.CheckStandard() == nil
}

// Of returns the features of a state that have a number, with its halfmove clock.
func (m *Models) Of(s *state.State) []state.Feature {
	if !m.Names.Holds() {
		return nil
	}
	features := m.Names.Of(s)
	clock := state.Feature{Kind: state.Clock, N: s.Clock}
	if _, ok := m.Names.Number(clock); ok {
		features = append(features, clock)
	}
	return features
}

// near returns features that are tried first to explain a difference in a state after another one,
// which may be nil: those that change, and then all of the state.
func (m *Models) near(before, after *state.State) [][]state.Feature {
	has := m.Of(after)
	if before == nil {
		return [][]state.Feature{has}
	}
	changed := state.Changed(m.Of(before), has)
	changed = append(changed, passed(before)...)
	changed = append(changed, passed(after)...)
	slices.SortStableFunc(
		changed,
		func(a, b state.Feature) int { return int(a.Kind) - int(b.Kind) },
	)
	changed = slices.Compact(changed)
	all := append(slices.Clone(changed), has...)
	return [][]state.Feature{changed, all}
}

// passed returns the en passant feature of a state as it is where a capture is legal: an engine may
// have put it into the key by another rule.
func passed(s *state.State) []state.Feature {
	if s.EP == "" {
		return nil
	}
	return []state.Feature{{Kind: state.EnPassant, Square: s.EP[:1]}}
}

// explain names the features by which the keys of a mismatch differ.
func (m *Models) explain(mis *Mismatch, before *state.State) {
	if !m.Names.Holds() {
		return
	}
	var features []state.Feature
	features, mis.Explained = m.Names.Explain(mis.Difference(), m.near(before, mis.State)...)
	has := m.Of(mis.State)
	mis.Lacks, mis.WronglyHas = nil, nil
	for _, f := range features {
		if slices.Contains(has, f) {
			mis.Lacks = append(mis.Lacks, f)
		} else {
			mis.WronglyHas = append(mis.WronglyHas, f)
		}
	}
}

// expected is by how much a move changes the key by moves otherwise than the key from the FEN, by
// the numbers that differ.
func (m *Models) expected(
	before, after *state.State,
	differ map[state.Feature]bool,
) (key zobrist.Key) {
	if len(differ) == 0 {
		return 0
	}
	for _, one := range []*model.Model{m.FromFEN, m.ByMoves} {
		for _, f := range state.Changed(one.Of(before), one.Of(after)) {
			n, _ := one.Number(f)
			passant := f.Kind == state.EnPassant || f.Kind == state.EnPassantSquare
			if passant && (before.UnsureEP() || after.UnsureEP()) {
				continue // see walk.unsure
			}
			if differ[f] || differ[f.Counting()] {
				key ^= n.Key
			}
		}
	}
	return key
}

const (
	// fewWrong is how many wrong moves must change a feature before its numbers can differ.
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
	byKind := make(map[string][]state.Feature)
	for f := range m.FromFEN.Differing(m.ByMoves) {
		if f.Capture != state.LegalCapture {
			continue // that rules of en passant differ is no matter of numbers
		}
		byKind[f.Kind.String()] = append(byKind[f.Kind.String()], f)
	}
	accepted := make(map[state.Feature]bool)
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		these, with := make(map[state.Feature]bool), maps.Clone(accepted)
		for _, f := range byKind[kind] {
			these[f], with[f] = true, true
		}
		before, after := 0, 0
		for _, p := range log.Places {
			if p.Before == nil || p.State.UnsureEP() || p.Before.State.UnsureEP() {
				continue
			}
			if m.expected(p.Before.State, p.State, these) == 0 {
				continue
			}
			step := p.Error() ^ p.Before.Error()
			if step != m.expected(p.Before.State, p.State, accepted) {
				before++
			}
			if step != m.expected(p.Before.State, p.State, with) {
				after++
			}
		}
		// As many numbers as there are wrong moves can explain anything.
		isChance := before-after <= len(byKind[kind])
		if before < fewWrong || oneLeft*after > before || isChance {
			continue
		}
		accepted = with
		features := byKind[kind]
		slices.SortFunc(features, byName)
		all = append(all, Difference{kind, features, before - after, before})
	}
	return all
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
