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

// Judge judges an engine's key after at moves of a game. line has the position at
// the start and after each move.
func (s *Set) Judge(key zobrist.Key, line []notation.Position, moves []string, at int) (v Verdict) {
	p := line[at]
	v.Want = s.Hash(p)
	if chess, ok := p.(notation.Chess); ok {
		v.Rules = s.rules(key, chess)
	}
	if key == v.Want {
		return v
	}
	c := solve.Case{Got: key, Want: v.Want, After: s.Features(p)}
	if at > 0 {
		before := s.Hash(line[at-1])
		c.Move = moves[at-1]
		c.Before = s.Features(line[at-1])
		c.GotBefore = before
		c.WantBefore = before
	}
	v.Verdict = solve.Listed(s.named).Judge(c)
	facts := s.facts(key, &v, line, at)
	switch {
	case facts != nil && key == 0: // the features of an empty key say nothing
		v.Verdict = solve.Verdict{Facts: facts}
	case facts != nil:
		v.Facts = facts
	case v.Differ != nil:
	case bits.OnesCount64(uint64(key^v.Want)) == 1:
		v.Cause = "a copying error"
	default:
		v.Cause = "different numbers, a different position, " +
			"or squares, pieces or files in a different order"
	}
	return v
}

// facts says of what else a wrong key is the key: of the position under another rule or with other
// numbers, or of another position of the game.
func (s *Set) facts(key zobrist.Key, v *Verdict, line []notation.Position, at int) []string {
	var facts []string
	p := line[at]
	mover, other := p.ToMove()
	turned := "with " + other + " to move instead of " + mover
	switch chess, isChess := p.(notation.Chess); {
	case v.Rules != "":
		facts = append(facts, "it is right under "+v.Rules)
	case key == v.Want^s.Side():
		facts = append(facts, "it is right "+turned)
	case isChess && s.rules(key^s.Side(), chess) != "":
		facts = append(facts, "it is right under "+s.rules(key^s.Side(), chess)+" "+turned)
	}
	published, err := New("chess", "polyglot", "")
	if err == nil && s.Chess != nil && key == published.Hash(p) {
		facts = append(facts, "it is the key of the position with Polyglot's numbers")
	}
	earlier := slices.IndexFunc(line, func(q notation.Position) bool { return s.Hash(q) == key })
	if earlier >= 0 {
		facts = append(facts, fmt.Sprintf("it is the key of another position of this game: "+
			"after %d of %d moves, not after %d", earlier, len(line)-1, at))
	}
	if key == 0 {
		facts = append(facts, "it is zero: perhaps it was never set")
	}
	return facts
}

// Lines says what is wrong in sentences without full stops.
func (v Verdict) Lines() []string {
	lines := v.Verdict.Lines()
	if v.Cause != "" {
		lines = append(lines, "perhaps: "+v.Cause)
	}
	return lines
}

// rules returns the en passant rules under which a key is right, in words,
// or "" if none is, or all are.
func (s *Set) rules(key zobrist.Key, p notation.Chess) string {
	all := Rules()
	var right []string
	for _, rule := range all {
		with := *s
		with.Chess = s.Chess.WithEnPassant(rule)
		if key == with.Hash(p) {
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
