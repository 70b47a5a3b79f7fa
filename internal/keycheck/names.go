package keycheck

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// KindOf returns the kind of a feature, as names of bugs have it.
func KindOf(feature string) string {
	lower := strings.ToLower(feature)
	first, _, two := strings.Cut(lower, " ")
	switch {
	case first == "castling":
		return "castling"
	case strings.HasPrefix(lower, "en passant"):
		return "en-passant"
	case strings.Contains(lower, " in hand"), first == "hand":
		return "hand"
	case strings.HasPrefix(lower, "halfmove clock"):
		return "clock"
	case strings.Contains(lower, " checks"):
		return "checks"
	case strings.Contains(lower, "to move"), strings.HasSuffix(lower, "turn"):
		return "side"
	case first == "side", first == "turn", first == "player":
		if strings.Count(lower, " ") < 2 { // not "player 1 coins 4", which is a count
			return "side"
		}
	case two && first != "field" && first != "number":
		return "piece"
	}
	return "field"
}

// KindsOf returns the kinds of some features, sorted.
func KindsOf(features []string) (kinds []string) {
	for _, name := range features {
		kinds = append(kinds, KindOf(name))
	}
	slices.Sort(kinds)
	return slices.Compact(kinds)
}

// Join returns the name of a bug: the law, and kinds of features.
func Join(law string, kinds ...string) string {
	name := strings.Join(append([]string{law}, kinds...), "-")
	return strings.ReplaceAll(strings.ToLower(name), " ", "-")
}

// Cell divides the name of a piece on a cell: "e4 P", "P e4", "white king 18". It
// returns false for other names.
func Cell(name string) (cell, piece string, ok bool) {
	const digits = "0123456789"
	cell, piece, _ = strings.Cut(name, " ")
	last := strings.LastIndexByte(name, ' ')
	if last > 0 && !strings.ContainsAny(cell, digits) && strings.ContainsAny(name[last:], digits) {
		cell, piece = name[last+1:], name[:last]
	}
	return cell, piece, KindOf(name) == "piece" && strings.ContainsAny(cell, digits)
}

// Changed returns the features of exactly one of two positions: first those that come, then those
// that go.
func Changed[Feature comparable](before, after []Feature) (changed []Feature) {
	for _, f := range after {
		if !slices.Contains(before, f) {
			changed = append(changed, f)
		}
	}
	for _, f := range before {
		if !slices.Contains(after, f) {
			changed = append(changed, f)
		}
	}
	return changed
}

// Listed names features.
func Listed(features []string) string { return words.Quoted(features, 6) }
