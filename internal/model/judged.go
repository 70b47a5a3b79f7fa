package model

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/state"
)

// A Known is a number that the samples determine, perhaps only by its XOR with another one.
type Known struct {
	Feature state.Feature
	// Against is the feature with whose number Key is the XOR; nil if Key is the number itself.
	Against *state.Feature
	Key     zobrist.Key
}

// Determined returns the numbers that the samples determine, by name. Of those that are known
// except for a constant, such as a king's, it returns the XOR of each with the first.
func (m *Model) Determined() (all []Known) {
	numbers := slices.SortedFunc(slices.Values(m.numbers), func(a, b Number) int {
		return strings.Compare(a.Feature.String(), b.Feature.String())
	})
	first := make(map[uint64]Number)
	for _, n := range numbers {
		if n.Feature.Kind == state.Constant || n.Feature.Kind == state.Line {
			continue
		}
		base, ok := first[n.Free]
		switch {
		case n.Free == 0:
			all = append(all, Known{Feature: n.Feature, Key: n.Key})
		case ok:
			all = append(
				all,
				Known{Feature: n.Feature, Against: &base.Feature, Key: n.Key ^ base.Key},
			)
		default:
			first[n.Free] = n
		}
	}
	return all
}

// Judged returns the numbers that must be good ones: those that the samples determine,
// without what may be so by design. A set of castling rights, a rook that may castle and an
// en passant square stand for all that they have together with their rights and their file.
// Of a rook that has the same number for castling short and long, one is returned: it is
// the number of the rook, by design.
func (m *Model) Judged() (all []Known) {
	whole := make(map[state.Feature]zobrist.Key)
	known := m.Determined()
	for _, k := range known {
		if k.Against == nil {
			whole[k.Feature] = k.Key
		}
	}
	for _, k := range known {
		f := k.Feature
		plain := f.Extra() || !f.Optional() && !f.Idle()
		if plain {
			all = append(all, k)
			continue
		}
		if k.Against != nil || k.Key == 0 || f.Capture != state.LegalCapture {
			continue
		}
		k, ok := ownNumber(k, whole)
		// If the whole is zero, the check of fields tells.
		isNew := !slices.ContainsFunc(all, k.isOfSameRook)
		if ok && k.Key != 0 && isNew {
			all = append(all, k)
		}
	}
	return all
}

// isOfSameRook reports whether two numbers are those of castling with one rook, and equal.
func (k Known) isOfSameRook(other Known) bool {
	isRook := k.Feature.Kind == state.Right && k.Feature.Square != ""
	return isRook && k.Feature.Square == other.Feature.Square &&
		other.Feature.Kind == state.Right && k.Key == other.Key
}

// ownNumber returns the number of a set of rights together with its rights, that of a rook with its
// right, or that of an en passant square with its file. ok is false if one of these is not known.
func ownNumber(k Known, whole map[state.Feature]zobrist.Key) (all Known, ok bool) {
	var parts []state.Feature
	switch k.Feature.Kind {
	case state.Rights:
		for _, right := range k.Feature.Text {
			parts = append(parts, state.Castling(string(right)))
		}
	case state.RookSquare:
		parts = []state.Feature{state.Castling(k.Feature.Text)}
	case state.EnPassantSquare:
		parts = []state.Feature{{Kind: state.EnPassant, Square: k.Feature.Square[:1]}}
	}
	for _, f := range parts {
		key, known := whole[f]
		if !known {
			return Known{}, false
		}
		k.Key ^= key
	}
	// It is a number of its own now, named as the square or the rook.
	switch k.Feature.Kind {
	case state.RookSquare:
		k.Feature.Kind = state.Right
	case state.EnPassantSquare:
		k.Feature.Kind = state.EnPassant
	}
	return k, true
}

// Named returns numbers with names, as keycheck takes them. A number that is known only by its XOR
// with another is named after both.
func Named(all []Known) (named []keycheck.Named) {
	for _, k := range all {
		name := k.Feature.String()
		if k.Against != nil {
			name += " against " + k.Against.String()
		}
		named = append(named, keycheck.Named{Name: name, Key: k.Key})
	}
	return named
}
