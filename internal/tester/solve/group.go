package solve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// rarely is how many times as often a bug must occur for others to be its exceptions.
const rarely = 10

// mixed gives the cases of groups that consist of the faults of smaller groups to these. If
// only some of their faults are those of smaller groups, the others are the bug.
func mixed(bugs []*Bug) (kept []*Bug) {
	alone := make(map[string]bool)
	for _, b := range bugs {
		alone[b.Law+fmt.Sprint(b.faults)] = true
	}
	slices.SortStableFunc(bugs, func(a, b *Bug) int { return cmp.Compare(len(a.faults), len(b.faults)) })
	for _, b := range bugs {
		all := b.faults
		for _, small := range kept {
			rest := slices.DeleteFunc(slices.Clone(b.faults), func(f fault) bool { return slices.Contains(small.faults, f) })
			switch {
			case small.Law != b.Law || len(rest) == len(b.faults):
			case small.is(number) && b.is(number) && !alone[b.Law+fmt.Sprint(rest)]: // parts of one bug
				keycheck.Fired("parts of an unknown number")
				small.faults, small.Cases = append(small.faults, rest...), append(small.Cases, b.Cases...)
				b.faults = nil
			case slices.ContainsFunc(small.faults, func(f fault) bool { return !slices.Contains(all, f) }):
			case rarely*len(small.Cases) < len(b.Cases): // an exception
				keycheck.Fired("exceptions")
				b.Cases, small.Cases = append(b.Cases, small.Cases...), nil
			default:
				keycheck.Fired("two bugs in one case")
				small.Cases, b.faults = append(small.Cases, b.Cases...), rest
			}
		}
		same := slices.IndexFunc(kept, func(k *Bug) bool { return k.Law == b.Law && slices.Equal(k.faults, b.faults) })
		switch {
		case len(b.faults) == 0:
		case same >= 0:
			kept[same].Cases = append(kept[same].Cases, b.Cases...)
		default:
			kept = append(kept, b)
		}
		kept = slices.DeleteFunc(kept, func(b *Bug) bool { return len(b.Cases) == 0 })
	}
	return kept
}

// finish says of each bug what only its cases have in common. A number that no position has may
// show in one case alone, which cannot tell it. So a case that nothing explains belongs to a bug
// if no move like it is right. All others are one bug.
func finish(groups []*Bug, cases []Case, right *crowd) (bugs []Bug) {
	open := make(map[string]*Bug) // what nothing explains, of each law
	for _, b := range groups {
		if !b.is(unsolved) {
			b.describe(cases, right)
		} else if all := open[b.Law]; all != nil {
			all.Cases, all.faults[0].rest = append(all.Cases, b.Cases...), 0
			b.Cases = nil
		} else {
			open[b.Law] = b
		}
	}
	for _, b := range groups {
		for all := open[b.Law]; all != nil && b.like != nil; all = nil {
			all.Cases = slices.DeleteFunc(all.Cases, func(c int) bool {
				like := b.like(&cases[c].Place)
				if like {
					keycheck.Fired("unexplained, but like others")
					b.Cases = append(b.Cases, c)
				}
				return like
			})
		}
	}
	for _, b := range groups {
		if len(b.Cases) == 0 {
			continue
		}
		if b.is(unsolved) {
			b.describe(cases, right)
		}
		bugs = append(bugs, *b)
	}
	slices.SortStableFunc(bugs, func(a, b Bug) int { return cmp.Compare(len(b.Cases), len(a.Cases)) })
	return bugs
}

// describe says what the bug's faults and its cases have in common. A number that is wrong only with
// another en passant square is perhaps that of none.
func (b *Bug) describe(cases []Case, right *crowd) {
	if f := &b.faults[0]; (f.role == number || f.role == unsolved && f.rest != 0) && 20*b.squares > 19*len(b.Cases) {
		keycheck.Fired("the number of no en passant square")
		f.kind = "en-passant"
	}
	b.Kinds = nil
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
	if !b.is(number) && !b.is(unsolved) {
		b.Rest = 0
	}
	places := make([]Place, len(b.Cases))
	for i, c := range b.Cases {
		places[i] = cases[c].Place
	}
	b.Where, b.like = common(places, right)
}

// is reports whether one of the bug's faults has a role.
func (b *Bug) is(r role) bool {
	return slices.ContainsFunc(b.faults, func(f fault) bool { return f.role == r })
}

// Name returns the name of the bug: the law and the kinds of features.
func (b *Bug) Name() string {
	kinds := b.Kinds
	switch {
	case b.is(whole):
		kinds = []string{"unchanged"}
	case len(kinds) == 0:
		kinds = []string{"unknown"}
	}
	return strings.Join(append([]string{strings.ReplaceAll(strings.ToLower(b.Law), " ", "-")}, kinds...), "-")
}

// Open reports whether nothing explains the difference.
func (b *Bug) Open() bool { return b.is(unsolved) }

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
	if b.unsigned || b.faults != nil && b.faults[0].role == unknown {
		add("wrong by: ", b.Features())
	} else {
		add("lacks ", b.Lacks)
		add("wrongly has ", b.Has)
	}
	switch {
	case b.Rest == 0:
	case b.is(unsolved) && b.faults[0].rest == 0 && len(b.Cases) > 1:
		parts = append(parts, "no set of numbers explains the difference")
	case len(parts) == 0:
		parts = append(parts, "wrong by the number "+b.Rest.String()+", which no feature has")
	default:
		parts = append(parts, "the number "+b.Rest.String()+", which no feature has")
	}
	return parts
}
