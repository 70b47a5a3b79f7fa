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
	alone := make(map[string]int)
	for _, b := range bugs {
		alone[b.Law+fmt.Sprint(b.faults)] += len(b.Cases)
	}
	bugs = toggled(bugs, alone)
	slices.SortStableFunc(bugs, func(a, b *Bug) int { return cmp.Compare(len(a.faults), len(b.faults)) })
	for _, b := range bugs {
		all := b.faults
		for _, small := range kept {
			in := func(f fault) bool { return slices.Contains(small.faults, f) }
			rest := slices.DeleteFunc(slices.Clone(b.faults), in)
			switch {
			case small.Law != b.Law || len(rest) == len(b.faults):
			case small.is(number) && b.is(number) && alone[b.Law+fmt.Sprint(rest)] == 0: // parts of one bug
				small.faults, small.Cases = append(small.faults, rest...), append(small.Cases, b.Cases...)
				b.faults = nil
			case slices.ContainsFunc(small.faults, func(f fault) bool { return !slices.Contains(all, f) }):
			case rarely*len(small.Cases) < len(b.Cases): // an exception
				b.Cases, small.Cases = append(b.Cases, small.Cases...), nil
			default:
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

// toggled makes one bug of those that have the same faults, but for a number that each of them
// toggles wrongly: by chance it is that of a piece which is there, or comes, or which is not,
// or of a square where such a piece cannot be. alone counts the cases of all groups.
func toggled(bugs []*Bug, alone map[string]int) []*Bug {
	same := make(map[string][]*Bug)
	count := make(map[string]int)
	for _, b := range bugs {
		rest := slices.DeleteFunc(slices.Clone(b.faults), func(f fault) bool {
			return f.role == number || f.kind == "piece" && (f.role == absent && f.has || (f.role == comes || f.role == stays) && !f.has)
		})
		if id := b.Law + fmt.Sprint(rest); len(rest) > 0 && len(rest) < len(b.faults) {
			same[id] = append(same[id], b)
			count[id] += len(b.Cases)
		}
	}
	for id, group := range same {
		if rarely*alone[id] >= count[id] { // what they share is a bug of its own
			continue
		}
		most := slices.MaxFunc(group, func(a, b *Bug) int { return cmp.Compare(len(a.Cases), len(b.Cases)) })
		for _, b := range group {
			if b != most {
				most.Cases, b.Cases = append(most.Cases, b.Cases...), nil
			}
		}
	}
	return slices.DeleteFunc(bugs, func(b *Bug) bool { return len(b.Cases) == 0 })
}

// finish says of each bug what only its cases have in common, and gathers what nothing explains:
// a number that no position has may show in one case alone, which cannot tell it. So a case
// belongs to a bug if no move like it is right. The others are one bug if only their moves have
// something in common.
func finish(groups []*Bug, cases []Case, right *crowd) (bugs []Bug) {
	const most = 50               // that are tried alone; if almost every key is wrong, the others are one bug
	open := make(map[string]*Bug) // of each law
	tried := 0
	for _, b := range groups {
		if !b.is(unsolved) {
			b.describe(cases, right)
		}
	}
	for _, b := range groups {
		if !b.is(unsolved) {
			continue
		}
		for _, to := range groups {
			if to.Law != b.Law || to.is(unsolved) || to.like == nil {
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
		if len(b.Cases) == 0 {
			continue
		}
		if all := open[b.Law]; all != nil {
			union := *all
			union.Cases, union.faults = slices.Concat(all.Cases, b.Cases), []fault{{role: unsolved}}
			if union.Where, union.like = "", nil; tried < most {
				tried++
				union.describe(cases, right)
			}
			if union.Where != "" || tried == most {
				*all, b.Cases = union, nil
			}
		}
		if b.Cases != nil {
			if b.describe(cases, right); open[b.Law] == nil {
				open[b.Law] = b
			}
		}
	}
	for _, b := range groups {
		if len(b.Cases) > 0 {
			bugs = append(bugs, *b)
		}
	}
	slices.SortStableFunc(bugs, func(a, b Bug) int { return cmp.Compare(len(b.Cases), len(a.Cases)) })
	return bugs
}

// describe says what the bug's faults and its cases have in common.
func (b *Bug) describe(cases []Case, right *crowd) {
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
	case b.known != nil:
		parts = append(parts, "wrong by the number of "+words.Quoted(b.known, 6)+", in positions with and without it")
	case b.is(unsolved) && b.faults[0].rest == 0 && len(b.Cases) > 1:
		parts = append(parts, "no set of numbers explains the difference")
	case len(parts) == 0:
		parts = append(parts, "wrong by the number "+b.Rest.String()+", which no feature has")
	default:
		parts = append(parts, "the number "+b.Rest.String()+", which no feature has")
	}
	return parts
}
