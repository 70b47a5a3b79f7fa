package gamekeys

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// A Verdict says what is wrong with an engine's key for a position.
type Verdict struct {
	solve.Verdict
	Want  zobrist.Key
	Rules string // the en passant rules under which the key is right, or "" if all give one key
}

// Judge judges an engine's key after at moves of a game. line has the position at the start and
// after each move.
func (s *Set) Judge(key zobrist.Key, line []notation.Position, moves []string, at int) (v Verdict) {
	p := line[at]
	v.Want = s.Hash(p)
	var facts, right, turned []string
	if chess, ok := p.(notation.Chess); ok {
		right, turned = s.rules(key, chess)
	}
	if right != nil {
		v.Rules = inWords(right)
	}
	if key == v.Want {
		return v
	}
	mover, other := p.ToMove()
	switch with := "with " + other + " to move instead of " + mover; {
	case right != nil:
		facts = append(facts, "it is right under "+v.Rules)
	case key == v.Want^s.Side():
		facts = append(facts, "it is right "+with)
	case turned != nil:
		facts = append(facts, "it is right under "+inWords(turned)+" "+with)
	}
	if published, err := New("chess", "polyglot", ""); err == nil && s.Chess != nil && key == published.Hash(p) {
		facts = append(facts, "it is the key of the position with Polyglot's numbers")
	}
	for i, q := range line {
		if i != at && s.Hash(q) == key {
			facts = append(facts, fmt.Sprintf("it is the key of another position of this game: after %d of %d moves, not after %d", i, len(moves), at))
			break
		}
	}
	if key == 0 {
		facts = append(facts, "it is zero: perhaps it was never set")
	}
	c := solve.Case{Got: key, Want: v.Want, After: s.Features(p)}
	if at > 0 {
		before := s.Hash(line[at-1])
		c.Move, c.Before, c.GotBefore, c.WantBefore = moves[at-1], s.Features(line[at-1]), before, before
	}
	v.Verdict = solve.Listed(s.named).Judge(c)
	switch {
	case facts != nil:
		if v.Facts, v.Cause = facts, ""; key == 0 {
			v.Verdict = solve.Verdict{Facts: facts}
		}
	case v.Differ == nil && v.Cause == "":
		v.Cause = "different numbers, a different position, or squares, pieces or files in a different order"
	}
	return v
}

// rules returns the en passant rules under which a key is right, and those under which it is
// with the other side to move. It returns none if all rules give one key.
func (s *Set) rules(key zobrist.Key, p notation.Chess) (right, turned []string) {
	all := Rules()
	for _, rule := range all {
		switch key {
		case s.HashRule(p, rule):
			right = append(right, rule.String())
		case s.HashRule(p, rule) ^ s.Side():
			turned = append(turned, rule.String())
		}
	}
	if len(right) == len(all) || len(turned) == len(all) {
		return nil, nil
	}
	return right, turned
}

func inWords(rules []string) string {
	if len(rules) < 2 {
		return "the en passant rule " + strings.Join(rules, "")
	}
	return "the en passant rules " + strings.Join(rules, " and ")
}
