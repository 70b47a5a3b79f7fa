package solve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A fault is a way in which features of a kind are wrong.
type fault struct {
	kind string
	role role
}

// A role is what the move should do to a feature. It says whether a wrong key has the feature.
type role int

const (
	unknown role = iota // the positions are unknown
	// it leaves its square and may come again, as en passant may: any other role of its
	// kind explains it
	again
	leaves   // it leaves its square; the key has it
	captured // it leaves its square to another piece; the key has it
	// it leaves another square than the move begins on, and comes nowhere; the key has it
	removed
	comes    // it comes to its square; the key lacks it
	absent   // neither position has it, or both, and it changes
	missing  // it changes as it should, but the other key lacks it
	other    // it is one of several, of which a position has only one
	whole    // with all others that the move changes
	unsolved // nothing explains the difference
	another  // a number of no known feature changes
)

// split returns the features that the key lacks, and those that it wrongly has. Without
// positions, all are lacking.
func (n *Numbers) split(c *Case, s *solved) (lacks, has []string) {
	for _, id := range s.ids {
		if c.After != nil && !slices.Contains(s.after, id) {
			has = append(has, n.numbers[id].Name)
		} else {
			lacks = append(lacks, n.numbers[id].Name)
		}
	}
	return append(lacks, n.names(s.due)...), has
}

// faults returns the different ways in which a case's key is wrong, by kind and role.
func (n *Numbers) faults(c *Case, s *solved) (all []fault) {
	switch {
	case !s.ok:
		return []fault{{role: unsolved}}
	case s.whole:
		return []fault{{role: whole}}
	}
	for _, id := range s.due {
		all = append(all, fault{kind: keycheck.KindOf(n.numbers[id].Name), role: missing})
	}
	for _, id := range s.ids {
		if kind := keycheck.KindOf(
			n.numbers[id].Name,
		); strings.HasPrefix(n.numbers[id].Name, nameless) {
			all = append(all, fault{role: another})
		} else {
			all = append(all, fault{kind: kind, role: n.roleOf(id, kind, c, s)})
		}
	}
	slices.SortFunc(all, func(a, b fault) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), cmp.Compare(a.role, b.role))
	})
	if all = slices.Compact(all); len(all) == 1 && all[0].role == another {
		all[0].role = unsolved
	}
	return all
}

// roleOf returns what the move should do to a feature.
func (n *Numbers) roleOf(id int32, kind string, c *Case, s *solved) role {
	before, after := slices.Contains(s.before, id), slices.Contains(s.after, id)
	alike := func(other int32) bool {
		return other != id && keycheck.KindOf(n.numbers[other].Name) == kind
	}
	switch {
	case c.After == nil, kind == "clock": // of two clocks, either may be the wrong one
		return unknown
	case before && kind == "en-passant" &&
		strings.Count(c.Move, strings.TrimPrefix(n.numbers[id].Name, "en passant ")[:1]) > 1:
		return again
	case kind == "castling" &&
		n.sets, strings.HasSuffix(n.numbers[id].Name, mirrored) &&
		!slices.ContainsFunc(s.ids, alike):
		return other
	case before == after:
		return absent
	case kind == "side": // one too much is another too few
		return leaves
	case after:
		return comes
	case kind != "piece":
		return leaves
	}
	// which of two pieces comes is not known if the move was guessed
	cell, piece, _ := keycheck.Cell(n.numbers[id].Name)
	found := removed
	if strings.Contains(c.Move, cell) {
		found = leaves
	}
	for _, other := range s.changed {
		if at, man, ok := keycheck.Cell(n.numbers[other].Name); ok && other != id {
			switch {
			// as a rook on whose square the king castles
			case man == piece && slices.Contains(s.after, other):
				return leaves
			case at == cell && len(c.After) > 0: // not guessed
				found = captured
			case man == piece && found == removed:
				found = leaves
			}
		}
	}
	return found
}

// says is what a fault of this role does to the key, with %s for the kind of feature.
func (r role) says() string {
	switch r {
	case leaves:
		return "the old %s number stays in the key"
	case captured:
		return "the captured %s stays in the key"
	case removed:
		return "a %s that is captured on another square stays in the key"
	case comes:
		return "the new %s number is not put into the key"
	case other:
		return "the %s number is wrong"
	case absent:
		return "a wrong %s number changes in the key"
	case another:
		return "an unknown%s number changes in the key"
	}
	return ""
}

// What says what is wrong in every case, in words, or returns "".
func (b *Bug) What() string {
	if b.is(whole) {
		return "it does not change with the move"
	}
	var all []string
	for _, f := range b.faults {
		text := f.role.says()
		if text == "" {
			return ""
		} else if f.kind == "side" { // which side has the number is not known
			text = "the %s to move does not change"
		}
		all = append(all, fmt.Sprintf(text, strings.ReplaceAll(f.kind, "-", " ")))
	}
	return strings.Join(all, ", and ")
}
