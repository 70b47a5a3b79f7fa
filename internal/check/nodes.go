package check

import (
	"cmp"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// A Node is a position reached by moves.
type Node struct {
	Query
	FEN    string      // the position
	Parent *Node       // before the last move; nil at the start of the line
	By     Answer      // to the query
	From   zobrist.Key // the key from FEN

	// what the keys from FEN, and from the FEN of the root, are wrong by
	misread, rootMisread zobrist.Key

	pos *solve.Position // of the FEN, when it was needed
	ground

	shredder bool // the query has the FEN in Shredder form
	strayed  bool // the engine has another position
	unread   bool // it is unknown whether the key from FEN is right
	skipped  bool // its keys need not be asked for: it is one of many in a long game
	rare     bool // it is on a fixed line
	queued   bool // its keys were asked for
}

// A ground is a position by the rules, and its moves.
type ground struct {
	p     chess.Position
	legal []chess.Move
	names []string // of the moves; nil until needed
	next  []*Node  // after one more move
}

// position returns what the FEN says. It is empty for an invalid one.
func (n *Node) position() *solve.Position {
	if n.pos == nil {
		var err error
		if n.pos, err = solve.Parse(n.FEN); err != nil {
			n.pos = &solve.Position{}
		}
	}
	return n.pos
}

// diff is what the moves make wrong in the key; 0 for a position that does not exist.
func (n *Node) diff() zobrist.Key {
	if n == nil {
		return 0
	}
	return n.By.Key ^ n.rootMisread ^ n.From ^ n.misread
}

// differs reports whether the key by moves differs from the key from the FEN.
func (n *Node) differs() bool { return n.diff() != 0 }
func (n *Node) move() string  { return n.Moves[len(n.Moves)-1] }

// captures reports whether the last move leaves fewer men.
func (n *Node) captures() bool {
	return n.Parent != nil && len(n.position().Board) < len(n.Parent.position().Board)
}

// root returns the start of the line.
func (n *Node) root() *Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

// trivial reports whether both keys of the node are those of one query.
func (n *Node) trivial() bool { return len(n.Moves) == 0 && n.Query.FEN != "" && !n.shredder }

// shortest returns the node with the fewest moves.
func shortest(nodes []*Node) *Node {
	return slices.MinFunc(nodes, func(a, b *Node) int {
		return cmp.Compare(len(a.Moves), len(b.Moves))
	})
}

// filter returns the nodes for which f holds.
func filter(nodes []*Node, f func(n *Node) bool) []*Node {
	return slices.DeleteFunc(slices.Clone(nodes), func(n *Node) bool { return !f(n) })
}

// wrongs returns the nodes with a key by moves that differs from the key from the FEN.
func (ev *Evidence) wrongs() []*Node {
	return filter(ev.nodes, func(n *Node) bool { return n.By.Key != n.From })
}

// A side is one of two keys that are compared.
type side struct {
	Query
	key zobrist.Key
	of  string // its origin, such as "by moves"
}

func (n *Node) by() side   { return side{n.Query, n.By.Key, "by moves"} }
func (n *Node) from() side { return side{Query{FEN: n.FEN}, n.From, "from the FEN"} }

// compared returns the finding that two keys should be equal.
func compared(what string, got, want side) Finding {
	return Finding{
		What: what, At: got.Query, Count: 1,
		Keys: Keys{Of: got.of, Got: got.key, OfWant: want.of, Want: want.key, WantAt: want.Query},
	}
}

// confirm asks again for two keys, one after the other, and reports whether they are the
// same as before. Some engines lose commands when many come at once.
func (ev *Evidence) confirm(a, b side) bool {
	answers := ev.src.AskAlone(a.Query, b.Query)
	same := ev.steady(a, answers[0])
	return ev.steady(b, answers[1]) && same
}

// steady reports whether an answer has the key of an earlier answer, and remembers it if not.
func (ev *Evidence) steady(before side, now Answer) bool {
	if now.Lost || now.Key == before.key {
		return true
	}
	ev.fading = append(ev.fading, fading{side: before})
	return false
}

// constant reports whether all keys are the same, so that they tell nothing.
func (ev *Evidence) constant() bool {
	first := ev.nodes[0].By.Key
	return len(ev.nodes) > 1 && !slices.ContainsFunc(ev.nodes, func(n *Node) bool {
		return n.By.Key != first || n.From != first
	})
}

// spread returns at most n elements at equal distances, with the first and the last.
func spread[T any](all []T, n int) []T {
	if n >= len(all) {
		return slices.Clone(all)
	}
	some := make([]T, n)
	for i := range some {
		some[i] = all[i*(len(all)-1)/max(n-1, 1)]
	}
	return some
}

func queriesOf(nodes []*Node) (queries []Query) {
	for _, n := range nodes {
		queries = append(queries, n.Query)
	}
	return queries
}
