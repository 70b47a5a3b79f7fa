package solve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester/names"
	"github.com/zobrist-go/zobrist/internal/words"
)

// mixed gives the cases of groups that consist of the faults of smaller groups to these. If
// only some of their faults are those of smaller groups, the others are the bug.
func mixed(bugs []*Bug) (kept []*Bug) {
	alone := make(map[string]bool)
	for _, b := range bugs {
		alone[fmt.Sprint(b.faults)] = true
	}
	slices.SortStableFunc(bugs, func(a, b *Bug) int { return cmp.Compare(len(a.faults), len(b.faults)) })
	for _, b := range bugs {
		all := b.faults
		for _, small := range kept {
			rest := slices.DeleteFunc(slices.Clone(b.faults), func(f fault) bool { return slices.Contains(small.faults, f) })
			switch {
			case len(rest) == len(b.faults):
			case small.is(number) && b.is(number) && !alone[fmt.Sprint(rest)]: // parts of one bug
				keycheck.Fired("parts of an unknown number")
				small.faults, small.Cases = append(small.faults, rest...), append(small.Cases, b.Cases...)
				b.faults = nil
			case !slices.ContainsFunc(small.faults, func(f fault) bool { return !slices.Contains(all, f) }):
				keycheck.Fired("two bugs in one case")
				small.Cases, b.faults = append(small.Cases, b.Cases...), rest
			}
		}
		same := slices.IndexFunc(kept, func(k *Bug) bool { return slices.Equal(k.faults, b.faults) })
		switch {
		case len(b.faults) == 0:
		case same >= 0:
			kept[same].Cases = append(kept[same].Cases, b.Cases...)
		default:
			kept = append(kept, b)
		}
	}
	return kept
}

// finish says of each bug what only its cases have in common. A number that no position has may
// show in one case alone, which cannot tell it. So a case that nothing explains belongs to a bug
// if no move like it is right. All others are one bug.
func (n *Numbers) finish(groups []*Bug, cases []Case, all []solved, right []Place) (bugs []Bug) {
	open := &Bug{}
	if i := slices.IndexFunc(groups, func(b *Bug) bool { return b.is(unsolved) }); i >= 0 { // it comes last
		open = groups[i]
		groups = append(slices.Delete(groups, i, i+1), open)
	}
	for _, b := range groups {
		if len(b.Cases) == 0 {
			continue
		}
		n.describe(b, cases, all, right)
		if b != open && b.like != nil {
			open.Cases = slices.DeleteFunc(open.Cases, func(c int) bool {
				like := b.like(&cases[c].Place)
				if like {
					keycheck.Fired("unexplained, but like others")
					b.Cases = append(b.Cases, c)
				}
				return like
			})
		}
		bugs = append(bugs, *b)
	}
	slices.SortStableFunc(bugs, func(a, b Bug) int { return cmp.Compare(len(b.Cases), len(a.Cases)) })
	return bugs
}

// describe says what the bug's faults and its cases have in common.
func (n *Numbers) describe(b *Bug, cases []Case, all []solved, right []Place) {
	slices.SortStableFunc(b.Cases, func(i, j int) int { return cmp.Compare(cases[i].Size, cases[j].Size) })
	first := b.Cases[0]
	b.Lacks, b.Has = n.split(&cases[first], &all[first])
	for _, f := range b.faults {
		if f.kind != "" {
			b.Kinds = append(b.Kinds, f.kind)
		}
		b.Missing = b.Missing || f.role == missing
	}
	if b.is(whole) {
		b.Kinds = keycheck.KindsOf(b.Features())
	}
	b.Kinds = slices.Compact(b.Kinds)
	other := func(name string) bool { return !slices.Contains(b.Kinds, keycheck.KindOf(name)) }
	b.Lacks, b.Has = slices.DeleteFunc(b.Lacks, other), slices.DeleteFunc(b.Has, other)
	if b.is(number) {
		b.Rest = all[first].rest
	} else if b.is(unsolved) {
		b.Rest = all[first].diff
	}
	places := make([]Place, len(b.Cases))
	for i, c := range b.Cases {
		places[i] = cases[c].Place
		b.several = b.several || b.is(unsolved) && all[c].diff != b.Rest
	}
	b.Where, b.like = common(places, right)
}

// is reports whether one of the bug's faults has a role.
func (b *Bug) is(r role) bool {
	return slices.ContainsFunc(b.faults, func(f fault) bool { return f.role == r })
}

// Name returns the name of the bug of a law: the law and the kinds of features.
func (b *Bug) Name(law string) string {
	kinds := b.Kinds
	switch {
	case b.is(whole):
		kinds = []string{"unchanged"}
	case len(kinds) == 0:
		kinds = []string{"unknown"}
	}
	return names.Join(law, kinds...)
}

// Old reports whether a key has or lacks a feature that was right before the move.
func (b *Bug) Old() bool { return b.is(leaves) || b.is(stays) }

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
	unsigned := b.unsigned || b.faults != nil && b.faults[0].role == unknown
	some := func(names []string, signed bool) []string { // the number of the side may count for White or for Black
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return (unsigned || name == "side") == signed })
	}
	add("lacks ", some(b.Lacks, true))
	add("wrongly has ", some(b.Has, true))
	add("wrong by: ", some(b.Features(), false))
	switch {
	case b.Rest == 0:
	case b.several:
		parts = append(parts, "no set of numbers explains the difference")
	case len(parts) == 0:
		parts = append(parts, "wrong by the number "+b.Rest.String()+", which no known feature has")
	default:
		parts = append(parts, "also wrong by the number "+b.Rest.String()+", which no known feature has")
	}
	return parts
}
