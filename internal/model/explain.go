package model

import (
	"maps"
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
	differences := make(map[class]map[state.Feature]zobrist.Key)
	needsAll := m.rightsDepend() || other.rightsDepend()
	all := maps.Clone(m.known)
	maps.Copy(all, other.known)
	for f := range all {
		mine, isMine := m.against(other, f)
		theirs, isTheirs := other.against(m, f)
		isAssumed := mine.Assumed != 0 || theirs.Assumed != 0
		isCastling := f.Kind.String() == state.Right.String()
		switch {
		case f.Kind == state.Line || !isMine || !isTheirs:
			continue
		case needsAll && isCastling && isAssumed:
			continue // no key shows this right apart from its set, or its rook
		}
		c := class{mine.Free, theirs.Free}
		if differences[c] == nil {
			differences[c] = make(map[state.Feature]zobrist.Key)
		}
		differences[c][f] = mine.Key ^ theirs.Key
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

// against returns the number of a feature that is known in this model or in the other one. One that
// most engines don't have is zero unless it is known. What a set of castling rights and a rook off
// its corner have beside their rights can only be compared if some key shows them, and an extra
// feature, such as a count of men, only if both models look for its number.
func (m *Model) against(other *Model, f state.Feature) (n Number, ok bool) {
	n, ok = m.known[f]
	switch {
	case ok:
		return n, true
	case f.Kind == state.Rights:
		return m.set(f)
	case f.Kind == state.RookSquare || f.Extra():
		_, isShown := m.system.index[f]
		return Number{}, isShown
	}
	return Number{}, other.known[f].Free == 0 && (f.Optional() || f.Idle())
}

// rightsDepend reports whether the number of a castling right depends on the others that are left,
// or on the square of its rook.
func (m *Model) rightsDepend() bool {
	return slices.ContainsFunc(m.numbers, func(n Number) bool {
		depends := n.Feature.Kind == state.Rights || n.Feature.Kind == state.RookSquare
		return depends && n.Key != 0
	})
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
