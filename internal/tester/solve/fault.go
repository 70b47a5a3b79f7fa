package solve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// A fault is a way in which features of a kind are wrong.
type fault struct {
	kind string
	role role
	rest zobrist.Key // a number that no feature has
}

// A role is what the move should do to a feature. It says whether a wrong key has the feature.
type role int

const (
	unknown  role = iota // the positions are unknown
	leaves               // it leaves its square; the key has it
	captured             // it leaves its square to another piece; the key has it
	removed              // it leaves another square than the move begins on, and comes nowhere; the key has it
	comes                // it comes to its square; the key lacks it
	stays                // it does not change; the key lacks it
	absent               // neither position has it; the key has it
	turns                // it is of the side to move, which changes in another way
	missing              // it changes as it should, but the other key lacks it
	whole                // with all others that the move changes
	number               // it is no feature's number
	unsolved             // nothing explains the difference
)

// split returns the features that the key lacks, and those that it wrongly has. If the
// positions are unknown, all count as lacking.
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
		keycheck.Fired("whole move")
		return []fault{{role: whole}}
	case s.rest != 0:
		all = append(all, fault{role: number, rest: s.rest})
	}
	for _, id := range s.due {
		all = append(all, fault{kind: keycheck.KindOf(n.numbers[id].Name), role: missing})
	}
	for _, id := range s.ids {
		f := fault{kind: keycheck.KindOf(n.numbers[id].Name)}
		if c.After != nil {
			f.role = s.roleOf(id)
		}
		switch {
		case f.role == unknown:
		case f.kind == "side":
			f.role = n.turn(s)
		case f.kind == "castling" && n.sets && f.role != stays: // one too much is another too few
			keycheck.Fired("side or set")
			f.role = leaves
		case (f.kind == "piece" || f.kind == "castling") && f.role == stays: // what is wrongly XORed may be in the key or not
			f.role = absent
		case f.kind == "piece" && f.role == leaves:
			f.role = n.leaving(id, c.Move, s)
		case f.kind == "en-passant" && f.role == stays: // it should leave and come again
			keycheck.Fired("en passant twice")
			f.role = comes
		}
		all = append(all, f)
	}
	slices.SortFunc(all, func(a, b fault) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), cmp.Compare(a.role, b.role))
	})
	return slices.Compact(all)
}

// turn returns how the side to move is wrong: it does not change, it should not, or it changes in another way.
func (n *Numbers) turn(s *solved) role {
	sides := func(ids []int32) []int32 {
		return slices.DeleteFunc(slices.Clone(ids), func(id int32) bool { return keycheck.KindOf(n.numbers[id].Name) != "side" })
	}
	switch changed := sides(s.changed); {
	case len(changed) == 0:
		return stays
	case len(either(changed, sides(s.ids))) == 0:
		keycheck.Fired("side or set")
		return leaves
	}
	return turns
}

// roleOf returns what the move should do to a feature.
func (s *solved) roleOf(id int32) role {
	before, after := slices.Contains(s.before, id), slices.Contains(s.after, id)
	switch {
	case before && after:
		return stays
	case before:
		return leaves
	case after:
		return comes
	}
	return absent
}

// leaving returns how a piece leaves its square. It is captured on another square than the move ends on if
// the move's name does not have its square, and no such piece comes to another.
func (n *Numbers) leaving(id int32, move string, s *solved) role {
	cell, piece, _ := keycheck.Cell(n.numbers[id].Name)
	moves := named(move, cell) > 0
	for _, other := range s.changed {
		if at, man, ok := keycheck.Cell(n.numbers[other].Name); ok && slices.Contains(s.after, other) {
			if at == cell {
				return captured
			}
			moves = moves || man == piece
		}
	}
	if moves {
		return leaves
	}
	return removed
}

// named returns where the last mention of a cell in a move's name ends, or 0. It is no part of a
// longer number.
func named(move, cell string) (end int) {
	digit := func(i int) bool { return i >= 0 && i < len(move) && '0' <= move[i] && move[i] <= '9' }
	for at := range len(move) - len(cell) + 1 {
		next := at + len(cell)
		if cell != "" && move[at:next] == cell && !(digit(at) && digit(at-1)) && !(digit(next-1) && digit(next)) {
			end = next
		}
	}
	return end
}

// What says what is wrong in every case, in words.
func (b *Bug) What() string {
	var all []string
	for _, f := range b.faults {
		if f.kind == "side" && b.is(number) { // which may be of the side, too
			f.role = number
		}
		if text := f.what(); !b.Missing && text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, ", and ")
}

// what says in words what is wrong with a feature.
func (f fault) what() string {
	type kindRole struct {
		kind string
		role role
	}
	text := map[kindRole]string{
		{"piece", leaves}:      "a piece that moves stays in the key where it came from",
		{"piece", captured}:    "the captured piece stays in the key",
		{"piece", removed}:     "a piece that is captured on another square stays in the key",
		{"piece", comes}:       "the piece is not put on its new square in the key",
		{"piece", absent}:      "a wrong piece changes in the key",
		{"castling", leaves}:   "a castling right that is lost stays in the key",
		{"castling", comes}:    "the new castling rights are not put into the key",
		{"castling", absent}:   "a wrong castling right changes in the key",
		{"en-passant", leaves}: "the old en passant number stays in the key",
		{"en-passant", comes}:  "the new en passant number is not put into the key",
		{"en-passant", absent}: "the key has an en passant number that the other does not have",
		{"side", leaves}:       "the side to move does not change in the key",
		{"side", stays}:        "the side to move changes in the key, but not in the other",
		{"side", turns}:        "the side to move changes in another way in the key",
		{"side", number}:       "an unknown number is wrong in the key, sometimes with that of the side to move",
		{"", whole}:            "it does not change with the move",
	}[kindRole{f.kind, f.role}]
	kind := strings.ReplaceAll(f.kind, "-", " ")
	switch {
	case text != "" || f.role == number || f.role == unsolved:
		return text
	case f.role == unknown:
		return "the keys differ in " + kind
	case f.role < comes, f.role == absent:
		return "the key wrongly has a number of the kind " + kind
	}
	return "the key lacks a number of the kind " + kind
}
