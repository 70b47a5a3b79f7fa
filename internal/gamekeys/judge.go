package gamekeys

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// A Verdict says what is wrong with an engine's key for a position.
type Verdict struct {
	solve.Verdict
	Cause string // a guess, or ""
	Want  zobrist.Key
	Rules string // the en passant rules under which the key is right, or "" if all give one key
}

// Judge judges an engine's key after at moves of a game. line has the position at the start and after each move.
func (s *Set) Judge(key zobrist.Key, line []notation.Position, moves []string, at int) (v Verdict) {
	p := line[at]
	v.Want = s.Hash(p)
	turned := ""
	if chess, ok := p.(notation.Chess); ok {
		v.Rules, turned = s.rules(key, chess), s.rules(key^s.Side(), chess)
	}
	if key == v.Want {
		return v
	}
	mover, other := p.ToMove()
	with := "with " + other + " to move instead of " + mover
	published, err := New("chess", "polyglot", "")
	earlier := slices.IndexFunc(line, func(q notation.Position) bool { return s.Hash(q) == key })
	var facts []string
	know := func(is bool, fact string) {
		if is {
			facts = append(facts, fact)
		}
	}
	know(v.Rules != "", "it is right under "+v.Rules)
	know(v.Rules == "" && key == v.Want^s.Side(), "it is right "+with)
	know(v.Rules == "" && key != v.Want^s.Side() && turned != "", "it is right under "+turned+" "+with)
	know(err == nil && s.Chess != nil && key == published.Hash(p), "it is the key of the position with Polyglot's numbers")
	know(earlier >= 0, fmt.Sprintf("it is the key of another position of this game: after %d of %d moves, not after %d", earlier, len(moves), at))
	know(key == 0, "it is zero: perhaps it was never set")
	c := solve.Case{Got: key, Want: v.Want, After: s.Features(p)}
	if at > 0 {
		before := s.Hash(line[at-1])
		c.Move, c.Before, c.GotBefore, c.WantBefore = moves[at-1], s.Features(line[at-1]), before, before
	}
	v.Verdict = solve.Listed(s.named).Judge(c)
	switch {
	case facts != nil:
		if v.Facts = facts; key == 0 {
			v.Verdict = solve.Verdict{Facts: facts}
		}
	case v.Differ == nil && bits.OnesCount64(uint64(key^v.Want)) == 1:
		v.Cause = "a copying error"
	case v.Differ == nil:
		v.Cause = "different numbers, a different position, or squares, pieces or files in a different order"
	}
	return v
}

// Lines says what is wrong in sentences without full stops.
func (v Verdict) Lines() []string {
	lines := v.Verdict.Lines()
	if v.Cause != "" {
		lines = append(lines, "perhaps: "+v.Cause)
	}
	return lines
}

// rules returns the en passant rules under which a key is right, in words, or "" if none is, or all are.
func (s *Set) rules(key zobrist.Key, p notation.Chess) string {
	all, right := Rules(), []string(nil)
	for _, rule := range all {
		with := *s
		if with.Chess = s.Chess.WithEnPassant(rule); key == with.Hash(p) {
			right = append(right, rule.String())
		}
	}
	switch len(right) {
	case 0, len(all):
		return ""
	case 1:
		return "the en passant rule " + right[0]
	}
	return "the en passant rules " + strings.Join(right, " and ")
}
