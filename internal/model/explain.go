package model

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/state"
)

const (
	// byChance is how many sets of few numbers may have a random difference, as expected.
	byChance = 1e-6

	// mostFar is the size of the largest sets that are searched among all numbers. A set of four
	// takes milliseconds, and no bug seen needed one that was not among the near features.
	mostFar = 3
)

// Explain returns the features whose numbers have the XOR diff: those among one of the groups of
// near features, which are tried in order, or else few of all. ok is false if there are none, or if
// so many features are near that a random difference would be the XOR of some.
func (m *Model) Explain(
	diff zobrist.Key,
	near ...[]state.Feature,
) (features []state.Feature, ok bool) {
	if diff == 0 {
		return nil, true
	}
	for _, group := range near {
		features, ok = m.among(diff, group)
		if ok {
			return features, true
		}
	}
	size := m.finder.Trusted(mostFar, byChance)
	for _, name := range m.finder.Explain(diff, size) {
		features = append(features, m.names[name])
	}
	return m.nearest(features, near), len(features) > 0
}

// among returns the set of near features whose numbers have the XOR diff.
func (m *Model) among(diff zobrist.Key, near []state.Feature) (features []state.Feature, ok bool) {
	keys := make([]zobrist.Key, len(near))
	for i, f := range near {
		keys[i] = m.known[f].Key
	}
	set, ok := keycheck.Subset(diff, keys, m.rank)
	for _, i := range set {
		features = append(features, near[i])
	}
	return features, ok
}

// nearest replaces features by near ones with the same number.
func (m *Model) nearest(features []state.Feature, near [][]state.Feature) []state.Feature {
	for i, f := range features {
		for _, group := range near {
			at := slices.IndexFunc(group, func(other state.Feature) bool {
				return m.known[other].Key == m.known[f].Key
			})
			if at >= 0 {
				features[i] = group[at]
				break
			}
		}
	}
	return features
}

// Differing returns the features that have different numbers in two models, with the XOR of both. A
// number that most engines don't have, and only one model has, is zero in the other.
//
// Some numbers are known only up to a constant that a class of them shares, such as those of a
// king's squares. These differ if their difference is not that of most of the class.
func (m *Model) Differing(other *Model) map[state.Feature]zobrist.Key {
	type class struct{ mine, theirs uint64 }
	sets := m.Sets() || other.Sets()
	differences := make(map[class]map[state.Feature]zobrist.Key)
	compare := func(f state.Feature, mine, theirs Number) {
		isCastling := f.Kind == state.Right || f.Kind == state.Rights
		switch {
		case f.Kind == state.Constant || f.Kind == state.Line:
			return
		case sets && isCastling && (mine.Assumed != 0 || theirs.Assumed != 0):
			return // each set has a number of its own, and no key shows this one
		}
		c := class{mine.Free, theirs.Free}
		if differences[c] == nil {
			differences[c] = make(map[state.Feature]zobrist.Key)
		}
		differences[c][f] = mine.Key ^ theirs.Key
	}
	for f, mine := range m.known {
		theirs, both := other.known[f]
		if f.Kind == state.Rights {
			theirs, both = other.set(f)
			if !both {
				continue
			}
		}
		if both || mine.Free == 0 && (f.Optional() || f.Idle()) {
			compare(f, mine, theirs)
		}
	}
	for f, theirs := range other.known {
		_, both := m.known[f]
		if f.Kind == state.Rights && !both {
			mine, isSet := m.set(f)
			if isSet {
				compare(f, mine, theirs)
			}
			continue
		}
		if !both && theirs.Free == 0 && (f.Optional() || f.Idle()) {
			compare(f, Number{}, theirs)
		}
	}
	differ := make(map[state.Feature]zobrist.Key)
	for c, all := range differences {
		usual, ok := zobrist.Key(0), true
		if c != (class{}) {
			usual, ok = ofMost(all)
		}
		for f, by := range all {
			if !ok || by != usual {
				differ[f] = by
			}
		}
	}
	return differ
}

// ofMost returns the key that more than half have.
func ofMost(keys map[state.Feature]zobrist.Key) (key zobrist.Key, ok bool) {
	count := make(map[zobrist.Key]int)
	for _, key := range keys {
		count[key]++
		if 2*count[key] > len(keys) {
			return key, true
		}
	}
	return 0, false
}
