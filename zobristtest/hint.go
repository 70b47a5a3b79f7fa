package zobristtest

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// The hints for want of a better one.
const (
	unchangedHint = "not changed by the move, or changed twice"
	changedHint   = "changed by the move, and should not be"
)

// hint guesses what happened to the keys by which a move's key is wrong, from
// their names and the move's: did and due are what the move changed in the key
// and what it should have. It returns "" when it has nothing to say.
func hint(wrong []string, move string, did, due zobrist.Key, keys []keycheck.Named) string {
	for _, field := range []struct{ prefix, hint string }{
		{"en passant", "en passant key left in, or left out"},
		{"castling", "castling right left in, or left out"},
		{"side", "side to move not switched, or switched twice"},
	} {
		if all(wrong, func(name string) bool { return strings.HasPrefix(strings.ToLower(name), field.prefix) }) {
			return field.hint
		}
	}
	if len(wrong) > 1 {
		return ""
	}
	name := wrong[0]
	changed, should := keycheck.Explain(did, keys), keycheck.Explain(due, keys)
	missing := slices.Contains(should, name) || changed != nil && !slices.Contains(changed, name)
	extra := slices.Contains(changed, name) || should != nil && !slices.Contains(should, name)
	cell, piece, _ := strings.Cut(name, " ")
	from, to, promotion := squares(move)
	if piece != "" && from != "" {
		goes := from + " " + piece
		comes := strings.EqualFold(piece, promotion) || // the piece that moves, or what it becomes
			promotion == "" && (slices.Contains(should, goes) || slices.Contains(changed, goes))
		switch {
		case cell == from:
			return "left on the square it moved from"
		case cell == to && comes:
			return "piece not put on the square it moved to"
		case cell == to && promotion != "":
			return "pawn put where it promotes, or captured piece left in"
		case cell == to:
			return "captured piece left in"
		}
	}
	switch {
	case missing && !extra:
		return unchangedHint
	case extra && !missing:
		return changedHint
	}
	return ""
}

func all(names []string, is func(string) bool) bool {
	return !slices.ContainsFunc(names, func(name string) bool { return !is(name) })
}

// squares splits the name of a chess move such as e7e8q.
func squares(name string) (from, to, promotion string) {
	if len(name) < 4 || len(name) > 5 {
		return "", "", ""
	}
	for i := 0; i < 4; i += 2 {
		if name[i] < 'a' || name[i] > 'h' || name[i+1] < '1' || name[i+1] > '8' {
			return "", "", ""
		}
	}
	return name[:2], name[2:4], name[4:]
}
