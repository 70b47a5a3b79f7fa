package verdict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/words"
)

// Clause returns the verdict as part of a sentence: `wrong by: "e4 P" (captured
// piece left in?)`. It returns "" when there is nothing to say.
func (v *Verdict) Clause() string {
	parts := slices.Clone(v.Facts)
	if found := v.found(""); found != nil {
		parts = append(parts, strings.Join(found, ", "))
	} else if v.Clue != "" {
		parts = append(parts, v.Clue)
	}
	clause := strings.Join(parts, "; ")
	if v.Cause != "" {
		clause += " (" + v.Cause + "?)"
	}
	return clause
}

// Lines returns the verdict as lines, one sentence each, without full stops.
func (v *Verdict) Lines() []string {
	if v.Right {
		return []string{fmt.Sprintf("%v is the key of the position", v.Has)}
	}
	lines := append([]string{fmt.Sprintf("%v is wrong: the key of the position is %v", v.Has, v.Want)}, v.Facts...)
	for _, found := range v.found("is ") {
		lines = append(lines, "it "+found)
	}
	if v.Differ == nil && v.Clue != "" {
		lines = append(lines, v.Clue)
	}
	if v.Differ != nil && !v.Certain {
		lines = append(lines, "these may be chance: other sets of numbers explain the difference too")
	}
	if v.Cause != "" {
		lines = append(lines, "perhaps: "+v.Cause)
	}
	return lines
}

// RightUnder returns a sentence on a right key. If the en passant rules give
// different keys, it names the rules under which the key is right.
func (v *Verdict) RightUnder() string {
	if len(v.Rules) == 0 {
		return "it is right"
	}
	return "it is right under " + rulesInWords(v.Rules) + ", and under no other"
}

// found returns what the key lacks and what it wrongly has, or else the features that differ.
func (v *Verdict) found(is string) (found []string) {
	if len(v.Lacks) > 0 {
		found = append(found, "lacks "+quoted(v.Lacks))
	}
	if len(v.Extra) > 0 {
		found = append(found, "wrongly has "+quoted(v.Extra))
	}
	if found == nil && len(v.Differ) > 0 {
		found = append(found, is+"wrong by: "+quoted(v.Differ))
	}
	return found
}

func quoted(names []string) string { return words.Quoted(names, len(names)) }

func rulesInWords(rules []string) string {
	if len(rules) == 1 {
		return "the en passant rule " + rules[0]
	}
	return "the en passant rules " + strings.Join(rules, " and ")
}
