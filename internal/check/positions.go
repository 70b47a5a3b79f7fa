package check

import (
	"cmp"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// strayed looks for an engine that refuses a legal move, ignores it, or makes a different
// one: its FENs are not those of the moves. It returns nil for one that doesn't, or that
// prints no FENs.
func (ev *Evidence) strayed() *Finding {
	if !ev.known {
		return nil
	}
	refused := slices.DeleteFunc(slices.Clone(ev.refused), func(n *Node) bool { // the cause is earlier
		for n.Parent != nil && !n.Parent.differs() {
			n = n.Parent
		}
		return n.Parent != nil
	})
	if len(refused) > 0 {
		n := shortest(refused)
		return &Finding{What: "the engine refuses the legal move " + n.move(), Cause: "refuses moves", At: n.Query, FEN: n.FEN, Why: n.By.Refused, Count: len(refused)}
	}
	var wrong []*Node
	seen := false
	for _, n := range ev.nodes {
		same, ok := samePosition(n.By.FEN, n.FEN)
		if seen = seen || ok; !ok || same {
			continue
		}
		if n.Parent == nil {
			if _, err := zobrist.ParseFEN(n.By.FEN); err == nil {
				return &Finding{What: "the engine sets up another position than the FEN", Cause: "strayed", At: n.Query, FEN: n.FEN, Why: "it prints " + n.By.FEN, Count: 1}
			}
			ev.note("the engine prints FENs in a format of its own, such as %s, so it is unknown whether it makes each move", n.By.FEN)
			return nil
		}
		wrong = append(wrong, n)
	}
	if !seen {
		ev.note("the engine prints no FEN, so it is unknown whether it makes each move")
	}
	if len(wrong) == 0 {
		return nil
	}
	n := shortest(wrong)
	for slices.Contains(wrong, n.Parent) {
		n = n.Parent
	}
	f := &Finding{What: "the engine has a different position after the legal move " + n.move(), Cause: "strayed", At: n.Query, FEN: n.FEN, Count: len(wrong)}
	if same, ok := samePosition(n.By.FEN, n.Parent.FEN); ok && same {
		f.What = "the engine ignores the legal move " + n.move()
	}
	f.Why = "it prints " + n.By.FEN
	short := Query{FEN: n.Parent.FEN}.then(n.move())
	if same, ok := samePosition(ev.src.Ask(short)[0].FEN, n.FEN); ok && !same && len(n.Moves) > 1 {
		f.At = short
	}
	if p, err := zobrist.ParseFEN(n.Parent.FEN); err == nil && p.Castling != 0 && p.CheckStandard() != nil && ev.about.Hint != "" {
		f.Why += "; " + ev.about.Hint
	}
	return f
}

// shortest returns the node with the fewest moves.
func shortest(nodes []*Node) *Node {
	return slices.MinFunc(nodes, func(a, b *Node) int { return cmp.Compare(len(a.Moves), len(b.Moves)) })
}

// samePosition compares the boards and the sides to move of two FENs. ok is
// false if one has no board or side.
func samePosition(a, b string) (same, ok bool) {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) < 2 || len(y) < 2 {
		return false, false
	}
	return slices.Equal(x[:2], y[:2]), true
}
