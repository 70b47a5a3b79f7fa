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
	has  bool        // the key has the feature wrongly, or lacks it
	rest zobrist.Key // a number that no feature has
}

// A role is what the move should do to a feature.
type role int

const (
	unknown  role = iota // the positions are unknown
	leaves               // its square is where the move begins
	captured             // another piece comes to its square
	removed              // it leaves another square, and comes nowhere
	aside                // it leaves another square, and comes elsewhere: a rook in castling
	comes                // its square is where the move ends
	beside               // it comes to another square
	stays                // it does not change
	absent               // neither position has it
	whole                // with all others that the move changes
	missing              // it changes as it should, but the other key lacks it
	number               // it is no feature's number
	unsolved             // nothing explains the difference
)

// split returns the features that the key lacks, and those that it wrongly has. If the
// positions are unknown, all count as lacking.
func (n *Numbers) split(c *Case, s *solved) (lacks, has []string) {
	for i, id := range s.set.ids {
		if name := n.numbers[id].Name; s.has(c, i) {
			has = append(has, name)
		} else {
			lacks = append(lacks, name)
		}
	}
	return append(lacks, n.names(s.due)...), has
}

// faults returns the ways in which a case's key is wrong, sorted.
func (n *Numbers) faults(c *Case, s *solved) (all []fault) {
	if s.whole {
		return []fault{{role: whole}}
	}
	for _, id := range s.due {
		all = append(all, fault{kind: keycheck.KindOf(n.numbers[id].Name), role: missing})
	}
	if s.set.rest != 0 {
		all = append(all, fault{role: number, rest: s.set.rest})
	}
	if c.After != nil {
		all = append(all, n.rights(s)...)
	}
	for i, id := range s.set.ids {
		f := fault{kind: keycheck.KindOf(n.numbers[id].Name), has: s.has(c, i)}
		switch {
		case c.After == nil:
		case f.kind == "castling":
			continue
		case f.kind == "piece":
			f.role = n.roleOf(id, c.Move, s)
		default:
			f.role = plainRole(id, s)
			if f.kind == "en-passant" && f.role == leaves && pushes(c.Move, n.numbers[id].Name) {
				f.role = stays
			}
		}
		if f.kind == "side" { // which is lacking for one side if it is too much for the other
			f.has = false
			if f.role != unknown {
				f.role = leaves
			}
		}
		all = append(all, f)
	}
	return sorted(all)
}

// pushes reports whether a move goes two squares up the file of an en passant number.
func pushes(move, name string) bool {
	file := strings.TrimPrefix(name, "en passant ")
	return len(move) == 4 && file == move[:1] && move[2] == move[0] && max(move[1], move[3])-min(move[1], move[3]) == 2
}

// sorted returns different faults, by kind and role.
func sorted(faults []fault) []fault {
	slices.SortFunc(faults, func(a, b fault) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), cmp.Compare(a.role, b.role))
	})
	return slices.Compact(faults)
}

// doubts lists faults that may be another one by chance. A number of en passant should leave and come
// again, and it is unknown which of the two is forgotten. Or it should only leave, and perhaps the move
// puts it in again. Or a captured piece stays in the key, and perhaps it is put in by mistake. Of an en
// passant number the last one counts, if no other case tells.
var doubts = []struct{ seen, other fault }{
	{fault{"en-passant", stays, false, 0}, fault{"en-passant", leaves, true, 0}},
	{fault{"en-passant", stays, false, 0}, fault{"en-passant", comes, false, 0}},
	{fault{"en-passant", stays, true, 0}, fault{"en-passant", absent, true, 0}},
	{fault{"en-passant", stays, true, 0}, fault{"en-passant", leaves, true, 0}},
	{fault{"piece", captured, true, 0}, fault{"piece", absent, true, 0}},
}

// settled gives the cases of groups that by chance look like another bug to that one, if it is there.
func settled(bugs []*Bug) []*Bug {
	group := func(law string, faults []fault) *Bug {
		i := slices.IndexFunc(bugs, func(b *Bug) bool { return b.Law == law && slices.Equal(b.faults, faults) })
		if i < 0 {
			return nil
		}
		return bugs[i]
	}
	for _, b := range bugs {
		for _, d := range doubts {
			at := slices.Index(b.faults, d.seen)
			if at < 0 || len(b.Cases) == 0 {
				continue
			}
			faults := slices.Clone(b.faults)
			faults[at] = d.other
			to := group(b.Law, sorted(faults))
			switch alone := group(b.Law, []fault{d.seen}); {
			case to != nil && to != b && (alone == nil || alone == b || len(alone.Cases) == 0):
				to.Cases, b.Cases = append(to.Cases, b.Cases...), nil
			case d.other.role == comes || d.other.role == leaves && d.seen.has:
				b.faults = sorted(faults)
			}
		}
	}
	return slices.DeleteFunc(bugs, func(b *Bug) bool { return len(b.Cases) == 0 })
}

// rights returns which castling rights the move makes wrong. The numbers may be those of sets of
// rights: then what the key is wrong by reads as one set in place of another, or else the
// difference since the move does.
func (n *Numbers) rights(s *solved) []fault {
	if !slices.Contains(keycheck.KindsOf(n.names(s.set.ids)), "castling") {
		return nil
	}
	before, had, _ := n.held(s.before, s.old)
	after, has, one := n.held(s.after, s.now)
	if !one {
		had = before
		_, has, one = n.held(s.after, either(s.old, s.now))
	}
	var all []fault
	for _, right := range after + has {
		in := func(set string) bool { return strings.ContainsRune(set, right) }
		if in(has) != in(after) && (in(had) == in(before) || in(had) != in(has)) {
			all = append(all, fault{kind: "castling", role: change(in(before), in(after)), has: in(has)})
		}
	}
	if !one || all == nil && len(s.old) == 0 { // several sets at once
		return []fault{{kind: "castling", role: leaves, has: true}}
	}
	return all
}

// held returns the castling rights of a position, and those in a key that is wrong by some
// features. It returns false if these name a right twice.
func (n *Numbers) held(position, wrong []int32) (right, got string, ok bool) {
	sets := func(ids []int32, in bool) (sets string) {
		for _, id := range ids {
			if rights, ok := strings.CutPrefix(n.numbers[id].Name, "castling "); ok && slices.Contains(position, id) == in {
				sets += rights
			}
		}
		return sets
	}
	twice := func(set string) bool {
		return strings.ContainsFunc(set, func(c rune) bool { return strings.Count(set, string(c)) > 1 })
	}
	right, got = sets(position, true), sets(wrong, false)
	lacks := sets(wrong, true)
	ok = !twice(lacks) && !twice(got)
	for _, letter := range right {
		if !strings.ContainsRune(lacks, letter) {
			got += string(letter)
		}
	}
	return right, got, ok
}

// plainRole returns what the move should do to a feature.
func plainRole(id int32, s *solved) role {
	return change(slices.Contains(s.before, id), slices.Contains(s.after, id))
}

// change returns the role of what is there before the move, after it, both or neither.
func change(before, after bool) role {
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

// roleOf returns what the move should do to a piece on a square.
func (n *Numbers) roleOf(id int32, move string, s *solved) role {
	cell, piece, _ := keycheck.Cell(n.numbers[id].Name)
	r, elsewhere := plainRole(id, s), named(move, cell) == 0
	if r == comes && elsewhere {
		return beside
	} else if r != leaves {
		return r
	}
	begins := false // another piece leaves a square that the move's name has
	for _, other := range s.changed {
		name := n.numbers[other].Name
		at, man, _ := keycheck.Cell(name)
		switch arrives := slices.Contains(s.after, other); {
		case keycheck.KindOf(name) != "piece":
		case arrives && at == cell:
			return captured
		case arrives && man == piece:
			r = aside
		case !arrives && named(move, at) > 0:
			begins = true
		}
	}
	switch {
	case !elsewhere, r == aside && !begins:
		return leaves
	case r == leaves:
		return removed
	}
	return aside
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
		if text := f.what(); !b.Missing && text != "" && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, ", and ")
}

// what says in words what is wrong with a feature.
func (f fault) what() string {
	sentences := map[fault]string{
		{"piece", leaves, true, 0}:      "the piece that moves stays in the key where it came from",
		{"piece", captured, true, 0}:    "the captured piece stays in the key",
		{"piece", removed, true, 0}:     "a piece that is captured on another square, as en passant, stays in the key",
		{"piece", aside, true, 0}:       "the second piece that moves, such as the rook in castling, stays in the key where it came from",
		{"piece", beside, false, 0}:     "the second piece that moves, such as the rook in castling, is not put on its new square in the key",
		{"piece", comes, false, 0}:      "the piece is not put on its new square in the key",
		{"piece", absent, true, 0}:      "the key gets a piece on a square where it is not",
		{"piece", stays, false, 0}:      "a piece that does not move leaves the key",
		{"castling", leaves, true, 0}:   "a castling right that is lost stays in the key",
		{"castling", stays, false, 0}:   "a castling right that is kept leaves the key",
		{"castling", comes, false, 0}:   "the new castling rights are not put into the key",
		{"castling", absent, true, 0}:   "the key gets a castling right that nobody has",
		{"en-passant", leaves, true, 0}: "the old en passant number stays in the key",
		{"en-passant", comes, false, 0}: "the new en passant number is not put into the key",
		{"en-passant", absent, true, 0}: "the key has an en passant number that the other does not have",
		{"en-passant", stays, false, 0}: "an en passant number leaves the key too early",
		{"side", leaves, false, 0}:      "the side to move does not change in the key",
	}
	switch f.role {
	case whole:
		return "it does not change with the move"
	case number, unsolved:
		if f.kind != "" {
			return "a number is wrong where the en passant square changes, perhaps that of no square"
		}
		return ""
	}
	if text := sentences[f]; text != "" {
		return text
	}
	kind := strings.ReplaceAll(f.kind, "-", " ")
	switch {
	case f.role == unknown:
		return "the keys differ in " + kind
	case f.has:
		return "the key wrongly has a number of the kind " + kind
	}
	return "the key lacks a number of the kind " + kind
}
