package solve

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/words"
)

// mixed gives the cases of groups that consist of the faults of smaller groups to these. If
// only some of their faults are those of smaller groups, the others are the bug.
func mixed(bugs []*Bug) (kept []*Bug) {
	rank := func(b *Bug) int { return 100*len(b.faults) - int(b.faults[len(b.faults)-1].role) }
	slices.SortStableFunc(bugs, func(a, b *Bug) int { return rank(a) - rank(b) })
	// among several, a wrong number may be that which comes, and each capture alike
	in := func(faults []fault) func(f fault) bool {
		return func(f fault) bool {
			return slices.ContainsFunc(faults, func(g fault) bool {
				either := func(r role) bool { return f.role == r || g.role == r }
				alike := either(absent) && (either(comes) || either(captured)) ||
					either(captured) && either(removed)
				return f.kind == g.kind &&
					(f.role == g.role || either(again) || len(faults) > 1 && alike)
			})
		}
	}
	for _, b := range bugs {
		all := b.faults
		for _, small := range kept {
			rest := slices.DeleteFunc(slices.Clone(b.faults), in(small.faults))
			if other := func(f fault) bool {
				return !in(all)(f)
			}; len(rest) < len(b.faults) && !slices.ContainsFunc(small.faults, other) {
				small.Cases, b.faults = append(small.Cases, b.Cases...), rest
			}
		}
		if len(b.faults) > 1 || len(b.faults) == 1 && !b.is(another) {
			kept = append(kept, b)
		}
	}
	return kept
}

// describe says what kinds of features are wrong, and which in the first case.
func (n *Numbers) describe(b *Bug, cases []Case, all []solved) {
	id := fmt.Sprint(b.faults)
	slices.SortStableFunc(b.Cases, func(i, j int) int { // those with all that What says first
		other := func(i int) int {
			if all[i].id == id {
				return 0
			}
			return 1
		}
		return cmp.Or(other(i)-other(j), cases[i].Size-cases[j].Size)
	})
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
	b.Part = slices.ContainsFunc(b.Features(), func(name string) bool {
		return other(name) && !strings.HasPrefix(name, nameless)
	})
	b.Lacks, b.Has = slices.DeleteFunc(b.Lacks, other), slices.DeleteFunc(b.Has, other)
	if b.is(unsolved) {
		b.Rest = all[first].diff
	}
	for _, id := range all[first].ids {
		if b.is(another) && strings.HasPrefix(n.numbers[id].Name, nameless) {
			b.Rest ^= n.numbers[id].Key
		}
	}
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
	return keycheck.Join(law, kinds...)
}

// Features returns the features by which the first case is wrong.
func (b *Bug) Features() []string { return slices.Concat(b.Lacks, b.Has) }

// Clause says which features the first case lacks or wrongly has, as a part of a sentence.
func (b *Bug) Clause() string {
	clause := strings.Join(b.parts(), "; ")
	if b.Part {
		clause += ", besides what another bug explains"
	}
	return clause
}

// parts are the parts of the clause.
func (b *Bug) parts() (parts []string) {
	add := func(verb string, names []string) {
		if len(names) > 0 {
			parts = append(parts, verb+words.Quoted(names, 6))
		}
	}
	unsigned := b.unsigned || b.faults != nil && b.faults[0].role == unknown
	// the number of the side may count for White or for Black
	some := func(names []string, signed bool) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
			return (unsigned || name == "side") == signed
		})
	}
	add("lacks ", some(b.Lacks, true))
	add("wrongly has ", some(b.Has, true))
	add("wrong by: ", some(b.Features(), false))
	switch {
	case b.Rest == 0:
	case b.is(unsolved):
		parts = append(parts, "no small set of the known numbers explains the difference")
	default:
		parts = append(parts, "wrong by "+b.Rest.String()+
			", which is the number of no known feature")
	}
	return parts
}
