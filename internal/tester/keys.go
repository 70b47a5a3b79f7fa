package tester

import (
	"fmt"

	"github.com/zobrist-go/zobrist/internal/keycheck"
)

// KeyProblems returns the problems of keys, harmless ones too.
func KeyProblems(keys []keycheck.Named) []keycheck.Problem {
	var all []keycheck.Problem
	seen := make(map[keycheck.Named]bool, len(keys))
	var once []keycheck.Named // without keys that are there twice under one name
	for _, k := range keys {
		if !seen[k] {
			seen[k] = true
			once = append(once, k)
		}
	}
	if _, shared := uniqueNames(keys); shared != nil {
		what := fmt.Sprintf("two keys are named %q", shared[0])
		if len(shared) > 1 {
			what = fmt.Sprintf("%d names belong to more than one key; two keys are named %q", len(shared), shared[0])
		}
		all = append(all, keycheck.Problem{What: what, Means: fmt.Sprintf("give each a name of its own, such as %q", "hand "+shared[0])})
	}
	return append(all, keycheck.Analyse(once).Problems()...)
}

// uniqueNames returns the keys whose names no other key has, and the names that
// several keys share.
func uniqueNames(keys []keycheck.Named) (unique []keycheck.Named, shared []string) {
	count := make(map[string]int, len(keys))
	for _, k := range keys {
		if count[k.Name]++; count[k.Name] == 2 {
			shared = append(shared, k.Name)
		}
	}
	for _, k := range keys {
		if count[k.Name] == 1 {
			unique = append(unique, k)
		}
	}
	return unique, shared
}
