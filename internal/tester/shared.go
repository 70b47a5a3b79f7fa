package tester

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// places are moves after which the key was wrong by a known bug, and some of the others.
type places struct{ wrong, right []solve.Place }

// note notes whether the key is wrong after the move of a node.
func (p *places) note(l *live, f *frame, at int, wrong bool) {
	const most = 2000
	to := &p.right
	if wrong {
		to = &p.wrong
	}
	if l.has(Text) && len(*to) < most {
		n := &l.nodes[at]
		was, is := f.vals[l.nodes[n.parent].ask[2]].Text, f.vals[n.ask[2]].Text
		*to = append(*to, solve.Place{Ply: len(l.line), Traits: traits(f.steps[at].name(), was, is)})
	}
}

// Shared says what all moves after which the key is wrong have in common and no others, or returns "".
func (p *places) Shared() (where string) {
	const few = 20 // what fewer moves share is chance
	if len(p.wrong) >= few {
		where = solve.Where(p.wrong, p.right)
	}
	if strings.Contains(where, " part ") {
		where += " (split at spaces, commas, colons and slashes)"
	}
	return where
}

var noLetter = regexp.MustCompile(`[^A-Za-z]`)

// traits returns what can be said of a move by its name and the texts of the positions before and after it.
func traits(name, before, after string) (all []string) {
	add := func(is bool, format string, args ...any) {
		if is {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	split := func(c rune) bool { return strings.ContainsRune(" ,:/", c) }
	was, is := strings.FieldsFunc(before, split), strings.FieldsFunc(after, split)
	for i := 0; i < len(was) && len(was) == len(is); i++ {
		add(was[i] != is[i], "that change part %d of the position", i+1)
		add(was[i] == is[i], "that leave part %d of the position", i+1)
		add(len(noLetter.ReplaceAllString(is[i], "")) < len(noLetter.ReplaceAllString(was[i], "")), "that leave fewer letters in part %d", i+1)
		changed := 0
		for j := 0; j < len(was[i]) && len(was[i]) == len(is[i]); j++ {
			if was[i][j] != is[i][j] {
				changed++
				add(changed > 1, "that change at least %d characters of part %d", changed, i+1)
			}
		}
	}
	add(true, "with names of %d characters", len(name))
	return all
}
