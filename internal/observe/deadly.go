package observe

import (
	"slices"

	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A deadly knows which kinds of moves an engine never survives. An engine that crashes in each
// promotion would soon have died too often, since the first sequences have many: so it is asked for
// no more of them, and all else is.
type deadly struct {
	asking   []*explore.Node // the nodes that are asked for now
	died     map[explore.Kind]int
	survived map[explore.Kind]bool
}

// fewDeadly is how many moves of a kind an engine must die of, if it survives none. With one more,
// there would be as many as mainLives, with two fewer it may be the positions.
const fewDeadly = 3

func newDeadly() *deadly {
	return &deadly{
		died: make(map[explore.Kind]int), survived: make(map[explore.Kind]bool),
	}
}

// nodeOf returns the node of a query, or nil.
func (d *deadly) nodeOf(q source.Query) *explore.Node {
	at := slices.IndexFunc(d.asking, func(n *explore.Node) bool { return n.Query.Equal(q) })
	if at < 0 {
		return nil
	}
	return d.asking[at]
}

// dies notes that an engine died of a query: of its last move, as it had survived those before.
func (d *deadly) dies(q source.Query) {
	n := d.nodeOf(q)
	if n != nil && n.Before != nil {
		d.died[explore.KindOf(&n.Before.Board, n.Move)]++
	}
}

// survives notes that an engine has a key for a node by moves.
func (d *deadly) survives(n *explore.Node) {
	if n.Before != nil {
		d.survived[explore.KindOf(&n.Before.Board, n.Move)] = true
	}
}

// avoid reports whether a query has a move of a deadly kind.
func (d *deadly) avoid(q source.Query) bool {
	if len(d.died) == 0 {
		return false
	}
	for n := d.nodeOf(q); n != nil && n.Before != nil; n = n.Before {
		kind := explore.KindOf(&n.Before.Board, n.Move)
		if kind != explore.Plain && d.died[kind] >= fewDeadly && !d.survived[kind] {
			return true
		}
	}
	return false
}
