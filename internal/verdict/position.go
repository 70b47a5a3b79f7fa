package verdict

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gamekeys"
	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// OfGame returns the case of an engine's key after the first at steps of a game. set
// has the engine's numbers. line has the position at the start and after each step.
func OfGame(has zobrist.Key, set *gamekeys.Set, line []notation.Position, steps []string, at int) Case {
	p := line[at]
	c := Case{Has: has, Want: set.Hash(p), Keys: set.Keys(), Features: set.Features(p), Side: set.Side(), Foreign: true}
	c.SideToMove, c.OtherSide = p.ToMove()
	if at > 0 {
		c.Move = &Move{Name: steps[at-1], Before: set.Hash(line[at-1]), Features: set.Features(line[at-1])}
	}
	if chess, ok := p.(notation.Chess); ok {
		for _, rule := range gamekeys.Rules() {
			c.Rules = append(c.Rules, keycheck.Named{Name: rule.String(), Key: set.HashRule(chess, rule)})
		}
		published, err := gamekeys.New("chess", "polyglot", "")
		if err == nil && published.Hash(p) != c.Want {
			c.Alternative = append(c.Alternative, keycheck.Named{Name: "the position with Polyglot's numbers", Key: published.Hash(p)})
		}
	}
	for i, q := range line {
		if i != at && set.Hash(q) == has {
			name := fmt.Sprintf("another position of this game: after %d of %d moves, not after %d", i, len(steps), at)
			c.Alternative = append(c.Alternative, keycheck.Named{Name: name, Key: has})
			break
		}
	}
	return c
}
