package main

import "github.com/zobrist-go/zobrist"

// Figures of chess-library, a C++ move generator by Disservin, compiled with
// -O3, on another machine: quoted, not measured here. A Table.Move took 0.95 ns
// there.
const (
	quotedMove    = 0.95
	quotedExact   = 4.55
	quotedInexact = 1.45
	quotedHash    = 13.3
)

// besideLibrary measures keys of chess in terms of Table.Move.
func besideLibrary(m *meter, c *corpus) table {
	report := table{
		title: "Beside chess-library (C++)",
		intro: "After over the " + thousands(len(c.moves)) + " legal moves in " + thousands(c.withMoves) + " positions of random games, Hash over " + thousands(len(c.positions)) + ". " +
			"Scaled: nanoseconds of a machine where Table.Move takes " + shortNumber(quotedMove) + ", as it did where chess-library took these times " +
			"over 64,056 moves in 3,000 such positions. They are quoted, not measured in this run; the inexact key after a move, which chess-library also has, took " + shortNumber(quotedInexact) + ".",
		head: []string{"job", "ns", "scaled", "quartiles", "chess-library", "its job"},
	}
	t, steps := newBoardTable(), randomSteps(1024)
	sides := []side{{name: "Table.Move", ops: len(steps), run: func() zobrist.Key { return tableMove(t, steps) }}}
	for _, rule := range []zobrist.EnPassantRule{zobrist.EnPassantPseudoLegal, zobrist.EnPassantLegal, zobrist.EnPassantAlways} {
		keys := polyglot.WithEnPassant(rule)
		sides = append(sides, side{name: "Chess.After, en passant " + rule.String(), ops: len(c.moves), run: func() zobrist.Key { return chessAfter(keys, c.moves) }})
	}
	sides = append(sides, c.hash())

	ns := m.measure(sides...)
	for i, s := range sides {
		scaled := ratios(ns[i], ns[0])
		for r := range scaled {
			scaled[r] *= quotedMove
		}
		quoted, job := shortNumber(quotedExact), "exact key after a move"
		switch i {
		case 0:
			quoted, job = "", ""
		case len(sides) - 1:
			quoted, job = shortNumber(quotedHash), "full key"
		}
		report.add(s.name, number(spreadOf(ns[i]).median), number(spreadOf(scaled).median), quartiles(spreadOf(scaled)), quoted, job)
	}
	return report
}
