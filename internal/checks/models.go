package checks

import (
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
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
	// Single is set if ByMoves is fitted to what single moves change in keys: too many keys by
	// moves are wrong, as most are after a move that makes one wrong.
	Single bool
	// WholeByMoves is fitted to whole keys by moves. It is ByMoves unless Single is set.
	WholeByMoves *model.Model
	// Differ has the features whose numbers differ, by kind. Each kind explains most wrong moves
	// that change such a feature.
	Differ []Difference
	Clock  Clock
}

const (
	// mostSamples limits the time to solve for the numbers, which grows faster than the samples.
	mostSamples = 20_000

	// tenfold is how many times as many keys from FENs as by moves must contradict the others
	// before the model of keys by moves names features. Of keys that contradict about as often,
	// none are known to be the right ones.
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
	strayed := strayedPlaces(log) // whose keys by moves are those of other states
	for _, p := range spread(places, mostSamples) {
		from = append(from, model.Sample{State: p.State, Key: p.FromFEN.Key})
		if !p.Start() && !strayed[p] {
			by = append(by, model.Sample{State: p.State, Key: p.ByMoves.Key, Line: p.Query.FEN})
		}
	}
	m.FromFEN = model.Fit(from, seed)
	m.ByMoves = model.Fit(by, seed)
	m.WholeByMoves = m.ByMoves
	names := m.FromFEN
	better := tenfold*len(m.ByMoves.Outside()) < len(m.FromFEN.Outside())
	if m.ByMoves.Holds() && (!m.FromFEN.Holds() || better) {
		names, m.Moved = m.ByMoves, true
	}
	if names.Holds() {
		names = names.With(m.Clock.Numbers)
	}
	m.Names = names
	if !m.ByMoves.Holds() {
		m.learnSingle(log, seed)
	}
	m.learnSide(log)
	m.Differ = m.differences(log)
	if m.Names.Holds() && !m.Moved {
		m.Names = m.Names.With(m.lacking())
	}
	return m
}

// learnSingle fits the model of keys by moves to what single moves change in them, if most moves
// agree.
func (m *Models) learnSingle(log *observe.Log, seed uint64) {
	var single []model.Sample
	for _, step := range stepsOf(log) {
		p := step.to
		isCounted := m.Clock.counts(p.State.Clock) && m.Clock.counts(p.Before.State.Clock)
		if !isCounted || !usualCastling(log, p) || !usualCastling(log, p.Before) {
			continue
		}
		by := p.ByMoves.Key ^ p.Before.ByMoves.Key
		single = append(single, model.Sample{State: p.State, Before: p.Before.State, Key: by})
	}
	fitted := model.Fit(spread(single, mostSamples), seed)
	if len(single) > 0 && fitted.Holds() {
		m.ByMoves, m.Single = fitted, true
	}
}

// learnSide finds the number of the side to move in keys by moves, if keys from FENs have none and
// few keys by moves leave it open: each move changes the side, so that most moves make the two keys
// differ by that number.
func (m *Models) learnSide(log *observe.Log) {
	side := state.Feature{Kind: state.Side}
	from, known := m.FromFEN.Number(side)
	by, shown := m.ByMoves.Number(side)
	missing := known && from.Key == 0 && from.Free == 0
	open := shown && by.Free != 0
	if !missing || !open {
		return
	}
	count := make(map[zobrist.Key]int)
	all := 0
	most := zobrist.Key(0)
	for _, s := range stepsOf(log) {
		if s.by == 0 {
			continue
		}
		all++
		count[s.by]++
		if count[s.by] > count[most] {
			most = s.by
		}
	}
	if all >= fewWrong && oneLeft*(all-count[most]) <= all {
		m.ByMoves = m.ByMoves.With([]model.Number{{Feature: side, Key: most}})
	}
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

// suspect says which of the two keys of a place is the wrong one: by moves, or from the FEN. It is
// the one that is not the XOR of the numbers that all other keys agree on.
func (m *Models) suspect(mis *Mismatch) Suspect {
	clock, _ := m.Names.Number(state.Feature{Kind: state.Clock, N: mis.State.Clock})
	fromFEN := mis.Want.Key ^ clock.Key
	for _, numbers := range []*model.Model{m.Names, m.FromFEN} {
		right, known := numbers.Predict(mis.State)
		switch {
		case !known || !numbers.Holds():
		case right == fromFEN:
			return SuspectGot
		case right == fromFEN^mis.Difference():
			return SuspectWant
		}
	}
	return SuspectBoth
}

// lacksSome reports whether keys from FENs have no number for something that a state has: they all
// agree, and lack a kind of feature, or they lack its en passant file.
func (m *Models) lacksSome(s *state.State) bool {
	return slices.ContainsFunc(s.Features(), func(f state.Feature) bool {
		isUsual := f.Kind != state.Constant && !f.Optional() && !f.Idle()
		n, known := m.FromFEN.Number(f)
		lacksFile := f.Kind == state.EnPassant && known && n.Free == 0 && n.Key == 0
		return isUsual && (lacksFile || m.FromFEN.Lacks(f.Kind.String()))
	})
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
// which may be nil: those that change, these together with the men of the other colour on the same
// squares, and then all of the state.
func (m *Models) near(before, after *state.State) [][]state.Feature {
	has := m.Of(after)
	if before == nil {
		return [][]state.Feature{has}
	}
	changed := keycheck.Changed(m.Of(before), has)
	changed = append(changed, passed(before)...)
	changed = append(changed, passed(after)...)
	changed = append(changed, keycheck.Changed(rightsOf(before), rightsOf(after))...)
	slices.SortStableFunc(
		changed,
		func(a, b state.Feature) int { return int(a.Kind) - int(b.Kind) },
	)
	changed = slices.Compact(changed)
	coloured := slices.Clone(changed)
	for _, f := range changed {
		if f.Kind == state.Piece {
			coloured = append(coloured, otherColour(f))
		}
	}
	all := append(slices.Clone(changed), has...)
	return [][]state.Feature{changed, coloured, all}
}

// rightsOf returns the single castling rights of a state, for which a set may stand in Of.
func rightsOf(s *state.State) (rights []state.Feature) {
	for _, right := range s.Castling {
		rights = append(rights, state.Castling(string(right)))
	}
	return rights
}

// otherColour returns the same man of the other player, whose letter has the other case.
func otherColour(f state.Feature) state.Feature {
	other := strings.ToUpper(f.Piece)
	if other == f.Piece {
		other = strings.ToLower(f.Piece)
	}
	f.Piece = other
	return f
}

// passed returns the en passant features of a state as they are where a capture is legal: an engine
// may have put them into the key by another rule.
func passed(s *state.State) []state.Feature {
	if s.EP == "" {
		return nil
	}
	file := state.Feature{Kind: state.EnPassant, Square: s.EP[:1]}
	if s.Black {
		return []state.Feature{file}
	}
	return []state.Feature{file, {Kind: state.EnPassantSquare, Square: s.EP}}
}

// explain names the features by which the keys of a mismatch differ.
func (m *Models) explain(mis *Mismatch, before *state.State) {
	m.explainAmong(mis, m.near(before, mis.State)...)
}

// explainAmong is like explain, among features that are tried first.
func (m *Models) explainAmong(mis *Mismatch, near ...[]state.Feature) {
	if !m.Names.Holds() {
		return
	}
	var features []state.Feature
	features, mis.Explained = m.Names.Explain(mis.Difference(), near...)
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
func (m *Models) expected(before, after *state.State, differ featureSet) zobrist.Key {
	if len(differ) == 0 {
		return 0
	}
	return sumOf(m.changed(before, after), differ)
}

// changed returns the numbers of both models that change from a state to the next one.
func (m *Models) changed(before, after *state.State) (numbers []model.Number) {
	for _, one := range []*model.Model{m.FromFEN, m.ByMoves} {
		for _, f := range keycheck.Changed(one.Of(before), one.Of(after)) {
			passant := f.Kind == state.EnPassant || f.Kind == state.EnPassantSquare
			if passant && (before.UnsureEP() || after.UnsureEP()) {
				continue // see walk.unsure
			}
			n, _ := one.Number(f)
			numbers = append(numbers, model.Number{Feature: f, Key: n.Key})
		}
	}
	return numbers
}

// sumOf returns the XOR of those numbers that are of some features.
func sumOf(numbers []model.Number, of featureSet) (sum zobrist.Key) {
	for _, n := range numbers {
		if of[n.Feature] || of[n.Feature.Counting()] {
			sum ^= n.Key
		}
	}
	return sum
}
