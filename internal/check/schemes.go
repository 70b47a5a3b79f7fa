package check

import (
	"fmt"
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/solve"
)

// gatherSchemes recovers what keys from FENs are made of, and then keys by moves.
func (ev *Evidence) gatherSchemes() {
	ev.progress("%d positions; solving for the numbers", len(ev.nodes))
	var from []solve.Sample
	add := func(to []solve.Sample, n *Node, key zobrist.Key) []solve.Sample {
		p := n.position()
		if p.Text == "" || ev.clock > 0 && p.Clock >= ev.clock || ev.about.Chess960 && apart(n.FEN) {
			return to
		}
		if len(n.Moves) > 0 {
			p = p.In(n.Query.FEN)
		}
		return append(to, solve.Sample{Position: p, Key: key})
	}
	for _, fen := range slices.Sorted(maps.Keys(ev.keyOf)) {
		from = add(from, &Node{FEN: fen}, ev.keyOf[fen])
	}
	for _, n := range spread(ev.nodes, 20_000) { // solving for the numbers takes long with more
		if ev.keeps {
			break
		}
		from = add(from, &Node{FEN: n.FEN, pos: n.position()}, n.From)
	}
	ev.fromFEN = solve.Find(from, ev.opt.Seed)
	if ev.fromFEN.Wrong() > 0 {
		var by []solve.Sample
		for _, n := range spread(ev.nodes, 20_000) {
			if n.Parent != nil {
				by = add(by, n, n.By.Key)
			}
		}
		moves := solve.Find(by, ev.opt.Seed)
		if told := moves.Against(from); 10*moves.Wrong() < 3*ev.fromFEN.Wrong() && 6*told.Wrong() >= ev.fromFEN.Wrong() && told.Wrong() < 10*ev.fromFEN.Wrong() { // those from FENs are wrong
			ev.fromFEN = told
		}
	}
	for _, n := range ev.nodes {
		by, ok := ev.misread(n.FEN, n.From)
		n.misread, n.unread = by, !ok
		if root := n.root(); root.trivial() {
			n.rootMisread = root.misread
		}
	}
	ev.numbers = solve.Listed(nil)
	if ev.isXOR() {
		ev.numbers = ev.fromFEN.Known()
	}
	for clock, key := range ev.clockKeys {
		if key != 0 {
			ev.numbers.Add(fmt.Sprint("halfmove clock ", clock), key)
		}
	}
}

// misread returns by how much the key from a FEN is wrong, if keys by moves tell. It returns false if they
// should, but do not.
func (ev *Evidence) misread(fen string, key zobrist.Key) (by zobrist.Key, ok bool) {
	if !ev.fromFEN.Given {
		return 0, true
	}
	n := &Node{FEN: fen}
	want, ok := ev.fromFEN.Predict(n.position())
	if !ok || ev.clock > 0 && n.position().Clock >= ev.clock || ev.about.Chess960 && apart(fen) {
		return 0, false
	}
	return key ^ want, true
}

// isXOR reports whether keys from FENs are the XOR of numbers of features, if some of
// them may be wrong.
func (ev *Evidence) isXOR() bool { return ev.fromFEN != nil && ev.fromFEN.XOR() }
