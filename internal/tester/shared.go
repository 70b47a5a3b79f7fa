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
	to := &p.right
	if wrong {
		to = &p.wrong
	}
	if n := &l.nodes[at]; l.has(Text) && len(*to) < 2000 {
		was, is := f.vals[l.nodes[n.parent].ask[2]].Text, f.vals[n.ask[2]].Text
		*to = append(*to, solve.Place{Ply: len(l.line), Traits: traits(f.steps[at].name(), was, is)})
	}
}

// Shared says what all moves after which the key is wrong have in common and no others, or returns "".
func (p *places) Shared() string {
	if len(p.wrong) < 20 { // what so few share is chance
		return ""
	}
	return solve.Where(p.wrong, p.right)
}

var noLetter = regexp.MustCompile(`[^A-Za-z]`)

// traits returns what can be said of a move by its name and the texts of the positions before and after it.
func traits(name, before, after string) []string {
	all := []string{fmt.Sprintf("with names of %d characters", len(name))}
	add := func(is bool, format string, args ...any) {
		if is {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	was, is := strings.Fields(before), strings.Fields(after)
	for i := 0; i < len(was) && len(was) == len(is); i++ {
		add(was[i] != is[i], "that change word %d of the position", i+1)
		add(was[i] == is[i], "that leave word %d of the position", i+1)
		add(len(noLetter.ReplaceAllString(is[i], "")) < len(noLetter.ReplaceAllString(was[i], "")), "that leave fewer letters in word %d", i+1)
		changed := 0
		for j := 0; j < len(was[i]) && len(was[i]) == len(is[i]); j++ {
			if was[i][j] != is[i][j] {
				changed++
				add(changed > 1, "that change at least %d characters of word %d", changed, i+1)
			}
		}
	}
	return all
}
