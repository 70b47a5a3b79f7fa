// Package model finds the numbers of a Zobrist hash from states and their keys, without the program
// that made them. It predicts keys, and says in which features two keys differ.
//
// A Zobrist key is the XOR of one number for each feature of the state. So each state is an
// equation over GF(2): the XOR of the numbers of its features is its key. [Fit] solves the
// equations by elimination. If some keys are wrong, it finds the numbers that most keys agree on,
// and the states whose keys differ from them.
package model

import (
	"maps"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/state"
)

// A Sample is a state and the key that a program gives it.
type Sample struct {
	State *state.State
	Key   zobrist.Key
	// Before is nil, or the state before a move to State. Then Key is by how much the move changes
	// the key, which is right if only moves before it were wrong.
	Before *state.State
	// Line is the FEN from which moves led to the state; "" for none, or for the usual start. Its
	// feature has a number if the key of that FEN is wrong, since all keys along the line share it.
	Line string
}

// features returns those of the state, and that of its line; or those that a move changes.
func (s Sample) features() []state.Feature {
	all := s.State.Features()
	if s.Before != nil {
		return keycheck.Changed(s.Before.Features(), all)
	}
	if s.Line != "" {
		all = append(all, state.Feature{Kind: state.Line, Text: s.Line})
	}
	return all
}

// A Model says which numbers the keys of some samples consist of. It never changes.
type Model struct {
	samples []Sample
	outside []Sample
	system  *system
	numbers []Number // without those that most engines do not have, and whose number is zero

	known  map[state.Feature]Number // numbers, with those of sets of rights as a whole
	finder *keycheck.Finder         // of known numbers
	names  map[string]state.Feature // of those in finder
	rank   int                      // of the known numbers over GF(2)
}

// unsure reports whether a capture en passant would be illegal in the state, or before the move.
func (s Sample) unsure() bool {
	return s.State.UnsureEP() || s.Before != nil && s.Before.UnsureEP()
}

// Fit finds the numbers of which the samples' keys consist. Up to a fifth of the keys, and often
// more, may be wrong. Numbers that the samples leave open are drawn from seed.
func Fit(samples []Sample, seed uint64) *Model {
	m := find(samples, seed, state.Feature.Extra)
	// If more than one key in 200 contradicts the others, the key may have numbers for something
	// else: a check, or counts of pieces. They are believed if they explain nine of ten of these.
	const oneIn = 200
	wrong := len(m.outside)
	if wrong == 0 || oneIn*wrong < len(samples) {
		return m
	}
	with := find(samples, seed, func(state.Feature) bool { return false })
	if 10*len(with.outside) >= wrong {
		return m
	}
	// A key of the material alone has counts, and no pieces on squares.
	material := find(samples, seed, func(f state.Feature) bool { return f.Kind == state.Piece })
	if len(material.outside) <= len(with.outside) {
		return material
	}
	return with
}

// find finds the numbers of keys, without those of some features.
func find(samples []Sample, seed uint64, skip func(f state.Feature) bool) *Model {
	s := newSystem(samples, skip)
	s.solve(seed)
	s.dropLone()
	m := &Model{samples: samples, system: s}
	for i, e := range s.all {
		// Where a capture en passant would be illegal, engines may follow no rule at all.
		if s.wrong && !e.holds(s.numbers) && !samples[i].unsure() {
			m.outside = append(m.outside, samples[i])
		}
	}
	for _, n := range s.numbers {
		if !m.needless(n) {
			m.numbers = append(m.numbers, n)
		}
	}
	m.know()
	return m
}

// needless reports whether a number tells nothing: an optional one that is zero, or that of an idle
// en passant square which is zero or the same as where a capture is legal.
func (m *Model) needless(n Number) bool {
	switch {
	case n.Feature.Optional():
		return n.Key == 0
	case n.Feature.Idle():
		return n.Key == 0 || n.Key == m.fitted(n.Feature.Counting())
	}
	return false
}

// fitted returns the number that the equations give a feature, or 0.
func (m *Model) fitted(f state.Feature) zobrist.Key {
	if id, ok := m.system.index[f]; ok {
		return m.system.numbers[id].Key
	}
	return 0
}

// know prepares the numbers for Sum and Explain. The number of a set of castling rights is fitted
// as what it has beside its single rights. As a feature it stands for all of them.
func (m *Model) know() {
	m.known = make(map[state.Feature]Number, len(m.numbers))
	for _, n := range m.numbers {
		m.known[n.Feature] = n
	}
	for _, n := range m.numbers {
		if n.Feature.Kind == state.Rights {
			m.known[n.Feature] = m.whole(n)
		}
	}
	// Each state has the constant, so no difference does. A line is no part of a state.
	delete(m.known, state.Feature{Kind: state.Constant})
	m.find()
}

// whole returns the number of a set of castling rights that stands for its single rights, too.
func (m *Model) whole(n Number) Number {
	for _, right := range n.Feature.Text {
		of := m.known[state.Castling(string(right))]
		n.Key ^= of.Key
		n.Free ^= of.Free
		n.Assumed ^= of.Assumed
	}
	return n
}

// set returns the number of a set of castling rights that stands for its single rights, too. ok is
// false if no key shows the set.
func (m *Model) set(f state.Feature) (n Number, ok bool) {
	id, ok := m.system.index[f]
	if !ok {
		return Number{}, false
	}
	return m.whole(m.system.numbers[id]), true
}

// find prepares the search for features among the known numbers. They are in the order of their
// names, so that of two explanations the same one is found each time.
func (m *Model) find() {
	var all []keycheck.Named
	m.names = make(map[string]state.Feature)
	for f, n := range m.known {
		if f.Kind == state.Line {
			continue
		}
		name := f.String()
		m.names[name] = f
		all = append(all, keycheck.Named{Name: name, Key: n.Key})
	}
	slices.SortFunc(all, func(a, b keycheck.Named) int { return strings.Compare(a.Name, b.Name) })
	m.finder = keycheck.NewFinder(all)
	m.rank = m.finder.Rank()
}

// With returns the model with some more numbers, or other ones.
func (m *Model) With(more []Number) *Model {
	n := *m
	n.known = make(map[state.Feature]Number, len(m.known)+len(more))
	maps.Copy(n.known, m.known)
	for _, number := range more {
		n.known[number.Feature] = number
	}
	n.find()
	return &n
}

// Holds reports whether the keys are the XOR of numbers of features: at least three fifths of the
// keys that could contradict the others do not. If more do, the numbers have no meaning. (Chance
// makes no key fit; three fifths leave room for a bug in every third position.)
func (m *Model) Holds() bool { return 5*len(m.outside) <= 2*m.Checked() }

// Checked returns how many keys could have contradicted the others. The rest are needed to
// determine the numbers.
func (m *Model) Checked() int { return len(m.samples) - m.system.rank }

// Outside returns the samples whose keys are not what the numbers say. Don't change it.
func (m *Model) Outside() []Sample { return m.outside }

// Agreeing counts the samples with one of some features, and those of them whose keys are what the
// numbers say. It leaves out those where a capture en passant would be illegal.
func (m *Model) Agreeing(these map[state.Feature]bool) (n, all int) {
	count := func(samples []Sample) (n int) {
		for _, s := range samples {
			isThese := func(f state.Feature) bool { return these[f] }
			if !s.unsure() && slices.ContainsFunc(s.features(), isThese) {
				n++
			}
		}
		return n
	}
	all = count(m.samples)
	return all - count(m.outside), all
}

// Numbers returns the numbers. That of a set of castling rights is what it has beside its single
// rights, and that of a square en passant what it has beside its file. Don't change them.
func (m *Model) Numbers() []Number { return m.numbers }

// Predict returns the key that the numbers give a state, and whether the samples determine it.
func (m *Model) Predict(s *state.State) (key zobrist.Key, ok bool) {
	free := uint64(0)
	for _, f := range s.Features() {
		id, known := m.system.index[f]
		switch {
		case known:
			n := m.system.numbers[id]
			key, free = key^n.Key, free^n.Free
		case !f.Extra(): // most models leave out extra features
			return 0, false
		}
	}
	return key, free == 0
}

// Number returns the number of a feature, as it is in Of, and whether it is known at all.
func (m *Model) Number(f state.Feature) (n Number, ok bool) {
	n, ok = m.known[f]
	return n, ok
}

// Sum returns the XOR of the numbers of features.
func (m *Model) Sum(features []state.Feature) (sum zobrist.Key) {
	for _, f := range features {
		sum ^= m.known[f].Key
	}
	return sum
}

// Of returns the features of a state that have a number, or may have one. A set of castling rights
// that has a number of its own stands for its single rights.
func (m *Model) Of(s *state.State) (features []state.Feature) {
	set := state.Castling(s.Castling)
	_, hasSet := m.known[set]
	hasSet = hasSet && set.Kind == state.Rights
	for _, f := range s.Features()[1:] {
		if f.Kind == state.Right && hasSet {
			continue
		}
		_, known := m.known[f]
		if !known && f.Idle() && m.fitted(f) != 0 {
			f = f.Counting() // the same number as where a capture is legal
			_, known = m.known[f]
		}
		if known || !f.Optional() && !f.Idle() {
			features = append(features, f)
		}
	}
	return features
}

// Sets reports whether sets of castling rights have numbers of their own.
func (m *Model) Sets() bool {
	return slices.ContainsFunc(m.numbers, func(n Number) bool {
		return n.Feature.Kind == state.Rights && n.Key != 0
	})
}

// Lacks reports whether the samples determine numbers of a kind, such as "castling", and all of
// them are zero.
func (m *Model) Lacks(kind string) bool {
	some := false
	for _, n := range m.numbers {
		if n.Free != 0 || n.Feature.Kind.String() != kind {
			continue
		}
		if n.Key != 0 {
			return false
		}
		some = true
	}
	return some
}
