package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/uci"
)

// judgePositions compares the engine's FENs with ours. An engine that ignores a move,
// or makes a different one, has a different position.
func (c *run) judgePositions() (ignored bool, err error) {
	if !c.rule {
		return false, nil
	}
	var wrong []*node
	seen, dialect := false, false
	for _, n := range c.nodes {
		same, ok := samePosition(n.by.FEN, n.fen)
		if !ok {
			continue
		}
		if seen = true; same {
			continue
		}
		wrong = append(wrong, n)
		dialect = dialect || n.parent == nil
	}
	switch {
	case !seen:
		c.r.Notes = append(c.r.Notes, "the engine prints no FEN, so it is unknown whether it makes each move")
	case dialect:
		c.r.Notes = append(c.r.Notes, fmt.Sprintf("the engine prints FENs in a format of its own, such as %s, so it is unknown whether it makes each move", wrong[0].by.FEN))
		return false, nil
	}
	if len(wrong) == 0 {
		return false, nil
	}
	n := slices.MinFunc(wrong, func(a, b *node) int { return cmp.Compare(len(a.q.Moves), len(b.q.Moves)) })
	for wrongParent := true; wrongParent; { // the first wrong move of the line
		if wrongParent = slices.Contains(wrong, n.parent); wrongParent {
			n = n.parent
		}
	}
	m := Mistake{Check: byMoves, Start: n.q.FEN, Moves: n.q.Moves, FEN: n.fen, Count: len(wrong)}
	m.What = "the engine has a different position after the legal move " + n.move()
	if same, ok := samePosition(n.by.FEN, n.parent.fen); ok && same {
		m.What = "the engine ignores the legal move " + n.move()
	}
	m.Why = "it prints " + n.by.FEN
	short := uci.Query{FEN: n.parent.fen, Moves: []string{n.move()}}
	answers, err := c.ask([]uci.Query{short})
	if err != nil {
		return false, err
	}
	if same, ok := samePosition(answers[0].FEN, n.fen); ok && !same && len(n.q.Moves) > 1 {
		m.Start, m.Moves = short.FEN, short.Moves
	}
	if p, err := zobrist.ParseFEN(n.parent.fen); err == nil && p.Castling != 0 && p.CheckStandard() != nil && c.s.HasOption("UCI_Chess960") {
		m.Why += "; for Chess960, add -option UCI_Chess960=true"
	}
	c.r.check(byMoves, Wrong, fmt.Sprintf("in %d of %d positions the engine has a different position than the moves lead to", len(wrong), len(c.nodes)))
	c.r.Mistakes = append(c.r.Mistakes, m)
	return true, nil
}

// samePosition compares the boards and the sides to move of two FENs. ok is
// false if one has no board or side.
func samePosition(a, b string) (same, ok bool) {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) < 2 || len(y) < 2 {
		return false, false
	}
	return x[0] == y[0] && x[1] == y[1], true
}
