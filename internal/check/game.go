package check

import "github.com/zobrist-go/zobrist"

// A game is an engine in another process as a game of the tester: Key is the key by moves, and
// Recompute that of the FEN. Each is asked for once.
type game struct{ *Board }

func (g game) Key() zobrist.Key {
	n := g.Node()
	if !n.queued && !n.skipped {
		g.both(n)
	}
	return n.By.Key
}

func (g game) Recompute() zobrist.Key { return g.Node().From }

// Foresee asks for the keys after some moves at once.
func (g game) Foresee(first, n int) {
	var all []*Node
	for i := range n {
		all = append(all, g.after(g.node, (first+i)%g.Moves()))
	}
	g.both(all...)
}

// Choose asks for the keys of the whole game at its beginning.
func (g game) Choose(draw func(n int) int) int {
	planned := g.plan != nil
	move := g.Board.Choose(draw)
	if !planned {
		g.both(g.plan...)
	}
	return move
}
