package solve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// split returns the features that the key lacks, and those that it wrongly has. If the
// positions are unknown, all count as lacking.
func (n *Numbers) split(c *Case, s *solved) (lacks, has []string) {
	for i, id := range slices.Concat(s.set.ids, s.due) {
		name := n.numbers[id].Name
		if s.set.lacks != nil && !s.set.lacks[i] || s.set.lacks == nil && c.After != nil && !slices.Contains(s.after, id) {
			has = append(has, name)
		} else {
			lacks = append(lacks, name)
		}
	}
	return lacks, has
}

// faults returns the ways in which a case's key is wrong, sorted.
func (n *Numbers) faults(c *Case, s *solved) (all []fault) {
	for _, id := range s.due {
		all = append(all, fault{Kind(n.numbers[id].Name), missing, false})
	}
	for i, id := range s.set.ids {
		f := fault{kind: Kind(n.numbers[id].Name), has: !slices.Contains(s.after, id)}
		if s.set.lacks != nil {
			f.has = !s.set.lacks[i]
		}
		switch {
		case c.After == nil:
			f.has = s.set.lacks != nil && f.has
		case f.kind == "piece":
			f.role = n.roleOf(id, c.Move, s)
		default:
			f.role = plainRole(id, s)
		}
		if f.kind == "side" { // which is lacking for one side if it is too much for the other
			f.has = false
			if f.role != unknown {
				f.role = leaves
			}
		}
		all = append(all, f)
	}
	if s.whole {
		return []fault{{"", whole, false}}
	}
	slices.SortFunc(all, func(a, b fault) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), cmp.Compare(a.role, b.role))
	})
	return slices.Compact(all)
}

// plainRole returns what the move should do to a feature.
func plainRole(id int32, s *solved) role {
	switch before, after := slices.Contains(s.before, id), slices.Contains(s.after, id); {
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
	cell, piece := cellOf(n.numbers[id].Name)
	other := func(same func(cell, piece string) bool, in, out []int32) bool {
		return slices.ContainsFunc(in, func(id int32) bool {
			c, p := cellOf(n.numbers[id].Name)
			return Kind(n.numbers[id].Name) == "piece" && !slices.Contains(out, id) && same(c, p)
		})
	}
	switch r := plainRole(id, s); {
	case r == leaves && other(func(c, _ string) bool { return c == cell }, s.after, s.before):
		return captured
	case r == leaves && named(move, cell) == 0 && !other(func(_, p string) bool { return p == piece }, s.after, s.before):
		return removed
	case r == leaves && named(move, cell) == 0 && other(func(c, _ string) bool { return named(move, c) > 0 }, s.before, s.after):
		return aside
	case r == comes && named(move, cell) == 0:
		return beside
	default:
		return r
	}
}

// cellOf divides the name of a piece on a cell: "e4 P", "P e4", "white king 18".
func cellOf(name string) (cell, piece string) {
	const digits = "0123456789"
	first, rest, _ := strings.Cut(name, " ")
	last := strings.LastIndexByte(name, ' ')
	if last > 0 && !strings.ContainsAny(first, digits) && strings.ContainsAny(name[last:], digits) {
		return name[last+1:], name[:last]
	}
	return first, rest
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

// mixed gives the cases of groups that consist of the faults of smaller groups to these. If
// only some of their faults are those of smaller groups, the others are the bug.
func mixed(bugs []*Bug) (kept []*Bug) {
	const rarely = 10
	slices.SortStableFunc(bugs, func(a, b *Bug) int { return cmp.Compare(len(a.faults), len(b.faults)) })
	for _, b := range bugs {
		rest, explained := b.faults, false
		for _, small := range kept {
			part := func(f fault) bool { return slices.Contains(small.faults, f) }
			within := small.Law == b.Law && len(small.faults) > 0 && len(small.faults) < len(b.faults) &&
				!slices.ContainsFunc(small.faults, func(f fault) bool { return !slices.Contains(b.faults, f) })
			if within && small.Rest == 0 && b.Rest == 0 && rarely*len(small.Cases) < len(b.Cases) { // an exception
				b.Cases, small.Cases = append(b.Cases, small.Cases...), nil
			} else if within && small.Rest == 0 && b.Rest == 0 {
				rest, explained = slices.DeleteFunc(slices.Clone(rest), part), true
				small.Cases = append(small.Cases, b.Cases...)
			}
		}
		same := slices.IndexFunc(kept, func(k *Bug) bool { return k.Law == b.Law && nameOf(k.faults) == nameOf(rest) && k.Rest == b.Rest })
		switch b.faults = rest; {
		case explained && len(rest) == 0:
		case explained && same >= 0:
			kept[same].Cases = append(kept[same].Cases, b.Cases...)
		default:
			kept = append(kept, b)
		}
		kept = slices.DeleteFunc(kept, func(b *Bug) bool { return len(b.Cases) == 0 })
	}
	return kept
}

// finish merges groups with one unknown number, and says of each what only its cases have in
// common.
func finish(groups []*Bug, cases []Case, right []Place) (bugs []Bug) {
	for i, b := range groups {
		first := slices.IndexFunc(groups[:i], func(o *Bug) bool {
			return o.Law == b.Law && o.Rest == b.Rest && b.Rest != 0 && (o.Same || b.Same || len(o.faults) == 0 || len(b.faults) == 0)
		})
		if first >= 0 {
			groups[first].Cases = append(groups[first].Cases, b.Cases...)
			groups[first].faults = append(groups[first].faults, b.faults...)
			b.Cases = nil
		}
	}
	groups = unexplained(slices.DeleteFunc(groups, func(b *Bug) bool { return b.Cases == nil }), cases, right)
	for _, b := range groups {
		for _, f := range b.faults {
			if f.role == whole {
				b.Kinds = Kinds(b.Features())
				break
			}
			b.Kinds = append(b.Kinds, f.kind)
			b.Missing = b.Missing || f.role == missing
		}
		slices.Sort(b.Kinds)
		b.Kinds = slices.Compact(b.Kinds)
		of := func(name string) bool { return len(b.faults) > 0 && !slices.Contains(b.Kinds, Kind(name)) }
		b.Lacks, b.Has = slices.DeleteFunc(b.Lacks, of), slices.DeleteFunc(b.Has, of)
		b.Where, b.like = common(b.places(cases), right)
		bugs = append(bugs, *b)
	}
	bugs = gathered(bugs, cases)
	slices.SortStableFunc(bugs, func(a, b Bug) int { return cmp.Compare(len(b.Cases), len(a.Cases)) })
	return bugs
}

// unexplained makes one bug of the differences of a law that nothing explains, if there is
// something that only their moves have in common.
func unexplained(groups []*Bug, cases []Case, right []Place) []*Bug {
	of := make(map[string]*Bug)
	var kept []*Bug
	for _, b := range groups {
		all := of[b.Law]
		if len(b.faults) > 0 {
			kept = append(kept, b)
			continue
		}
		if all == nil {
			of[b.Law] = b
			kept = append(kept, b)
			continue
		}
		union := *all
		union.Cases, union.Same = slices.Concat(all.Cases, b.Cases), false
		if Where(union.places(cases), right) != "" {
			*all = union
		} else {
			kept = append(kept, b)
		}
	}
	return kept
}

// places returns the places of the cases.
func (b *Bug) places(cases []Case) []Place {
	places := make([]Place, len(b.Cases))
	for i, c := range b.Cases {
		places[i] = cases[c].Place
	}
	return places
}

// gathered gives cases that nothing explains to a bug with an unknown number, if no move like
// theirs is right: such a number may show in one case alone, which cannot tell it.
func gathered(bugs []Bug, cases []Case) []Bug {
	for i := range bugs {
		b := &bugs[i]
		for j := range bugs {
			to := &bugs[j]
			if len(b.faults) > 0 || !to.voted || i == j || to.Law != b.Law || to.like == nil {
				continue
			}
			b.Cases = slices.DeleteFunc(b.Cases, func(c int) bool {
				like := to.like(&cases[c].Place)
				if like {
					to.Cases = append(to.Cases, c)
				}
				return like
			})
		}
	}
	return slices.DeleteFunc(bugs, func(b Bug) bool { return len(b.Cases) == 0 })
}

// Name returns the name of the bug: the law and the kinds of features.
func (b *Bug) Name() string {
	kinds := b.Kinds
	switch {
	case b.unmoved():
		kinds = []string{"unchanged"}
	case len(kinds) == 0:
		kinds = []string{"unknown"}
	}
	return strings.Join(append([]string{strings.ReplaceAll(strings.ToLower(b.Law), " ", "-")}, kinds...), "-")
}

// unmoved reports whether the key does not change with the move.
func (b *Bug) unmoved() bool {
	return slices.ContainsFunc(b.faults, func(f fault) bool { return f.role == whole })
}

// Old reports whether a key has or lacks a feature that was right before the move.
func (b *Bug) Old() bool {
	return slices.ContainsFunc(b.faults, func(f fault) bool { return f.role == leaves || f.role == stays })
}

// Features returns the features by which the first case is wrong.
func (b *Bug) Features() []string { return slices.Concat(b.Lacks, b.Has) }

// Clause says which features the first case lacks or wrongly has, as a part of a sentence.
func (b *Bug) Clause() string { return strings.Join(b.parts(), "; ") }

// parts are the parts of the clause.
func (b *Bug) parts() (parts []string) {
	add := func(verb string, names []string) {
		if len(names) > 0 {
			parts = append(parts, verb+words.Quoted(names, 6))
		}
	}
	if b.unsigned || b.faults != nil && b.faults[0].role == unknown {
		add("wrong by: ", b.Features())
	} else {
		add("lacks ", b.Lacks)
		add("wrongly has ", b.Has)
	}
	if b.Rest != 0 {
		text := "the number " + b.Rest.String() + ", which no feature has"
		if !b.Same && len(b.faults) == 0 {
			text = "no set of numbers explains the difference"
		} else if len(parts) == 0 {
			text = "wrong by " + text
		}
		parts = append(parts, text)
	}
	return parts
}

// What says what is wrong in every case, in words.
func (b *Bug) What() string {
	var all []string
	for _, f := range b.faults {
		text := f.what()
		if b.Missing {
			continue
		}
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, ", and ")
}

// what says in words what is wrong with a feature.
func (f fault) what() string {
	sentences := map[fault]string{
		{"piece", leaves, true}:      "the piece that moves stays in the key where it came from",
		{"piece", captured, true}:    "the captured piece stays in the key",
		{"piece", removed, true}:     "a piece that is captured on another square, as en passant, stays in the key",
		{"piece", aside, true}:       "the second piece that moves, such as the rook in castling, stays in the key where it came from",
		{"piece", beside, false}:     "the second piece that moves, such as the rook in castling, is not put on its new square in the key",
		{"piece", comes, false}:      "the piece is not put on its new square in the key",
		{"piece", absent, true}:      "the key gets a piece on a square where it is not",
		{"piece", stays, false}:      "a piece that does not move leaves the key",
		{"castling", leaves, true}:   "a castling right that is lost stays in the key",
		{"castling", stays, false}:   "a castling right that is kept leaves the key",
		{"castling", comes, false}:   "the new castling rights are not put into the key",
		{"castling", absent, true}:   "the key gets a castling right that nobody has",
		{"en-passant", leaves, true}: "the old en passant number stays in the key",
		{"en-passant", comes, false}: "the new en passant number is not put into the key",
		{"en-passant", absent, true}: "the key has an en passant number that the other does not have",
		{"en-passant", stays, false}: "an en passant number leaves the key too early",
		{"side", leaves, false}:      "the side to move does not change in the key",
	}
	if f.role == whole {
		return "it does not change with the move"
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
