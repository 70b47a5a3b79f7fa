package main

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/zobrist-go/zobrist"
)

type cellTable = zobrist.Table[uint32, uint8]

type cellStep struct {
	from, to uint32
	piece    uint8
}

//go:noinline
func cellHash(t *cellTable, board []uint8, times int) (h zobrist.Key) {
	for range times {
		h ^= t.Hash(board)
	}
	return h
}

//go:noinline
func cellToggle(t *cellTable, steps []cellStep) (h zobrist.Key) {
	for _, s := range steps {
		h = t.Toggle(h, s.from, s.piece)
	}
	return h
}

//go:noinline
func cellMove(t *cellTable, steps []cellStep) (h zobrist.Key) {
	for _, s := range steps {
		h = t.Move(h, s.from, s.to, s.piece)
	}
	return h
}

// boardGrowth tells what an operation costs on boards of growing size, with two
// pieces and the empty one.
func boardGrowth(m *meter, small bool) table {
	report := table{
		title: "Boards of growing size",
		intro: "An empty piece and two others, on random boards; toggles and moves of random cells.",
		head:  []string{"cells", "keys", "Hash, ns per cell", "Toggle, ns", "Move, ns"},
	}
	sizes := []int{9, 64, 361, 10_000, 1_000_000}
	if small {
		sizes = sizes[:4]
	}
	for _, cells := range sizes {
		rng := rand.New(rand.NewPCG(7, uint64(cells)))
		t := zobrist.NewTable[uint32, uint8](cells, 3, zobrist.NewSplitMix64(1), 0)
		board := make([]uint8, cells)
		for c := range board {
			board[c] = uint8(rng.IntN(3))
		}
		steps := make([]cellStep, min(max(1024, cells), 1<<18))
		for i := range steps {
			steps[i] = cellStep{rng.Uint32N(uint32(cells)), rng.Uint32N(uint32(cells)), uint8(1 + rng.IntN(2))}
		}
		times := max(1, 1024/cells)
		ns := m.measure(
			side{ops: times * cells, run: func() zobrist.Key { return cellHash(t, board, times) }},
			side{ops: len(steps), run: func() zobrist.Key { return cellToggle(t, steps) }},
			side{ops: len(steps), run: func() zobrist.Key { return cellMove(t, steps) }},
		)
		report.add(thousands(cells), thousands(2*cells),
			number(spreadOf(ns[0]).median), number(spreadOf(ns[1]).median), number(spreadOf(ns[2]).median))
	}
	return report
}

//go:noinline
func setToggle(s *zobrist.Set[uint32], asked []uint32) (h zobrist.Key) {
	for _, e := range asked {
		h = s.Toggle(h, e)
	}
	return h
}

//go:noinline
func tableToggleOne(t *cellTable, asked []uint32) (h zobrist.Key) {
	for _, e := range asked {
		h = t.Toggle(h, e, 0)
	}
	return h
}

// setGrowth compares computed keys with looked-up ones.
func setGrowth(m *meter, small bool) (table, error) {
	report := table{
		title: "Set (computed keys) and Table (looked-up keys)",
		intro: "Toggles of random elements, numbered by a function that returns the element. Below 1 the Set is faster.",
		head:  []string{"elements", "table", "Set, ns", "Table, ns", "ratio", "quartiles"},
	}
	set := zobrist.NewSet(1, func(e uint32) uint64 { return uint64(e) })
	sizes := []int{100, 1000, 10_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000}
	if small {
		sizes = sizes[:2]
	}
	crossover := 0
	for _, elements := range sizes {
		t := zobrist.NewTable[uint32, uint8](elements, 1, zobrist.NewSplitMix64(1).Split("set"))
		rng := rand.New(rand.NewPCG(8, uint64(elements)))
		asked := make([]uint32, min(1<<21, max(4096, 4*elements)))
		for i := range asked {
			asked[i] = rng.Uint32N(uint32(elements))
		}
		r, err := m.contest(contest{
			job:  "Toggle",
			ours: side{name: "Set", ops: len(asked), run: func() zobrist.Key { return setToggle(set, asked) }},
			peer: side{name: "Table", ops: len(asked), run: func() zobrist.Key { return tableToggleOne(t, asked) }},
		})
		if err != nil {
			return table{}, err
		}
		report.add(thousands(elements), memory(uint64(8*elements)), number(r.oursT.median), number(r.hisT.median),
			number(r.ratio.median), quartiles(r.ratio))
		if r.ratio.median < 1 && crossover == 0 {
			crossover = elements
		}
	}
	if crossover == 0 {
		report.outro = "The Table was faster at every size."
	} else {
		report.outro = fmt.Sprintf("The Set was faster from %s elements on.", thousands(crossover))
	}
	return report, nil
}

// buildGrowth tells what it costs to make tables and keys.
func buildGrowth(m *meter, small bool) table {
	report := table{
		title: "Making keys",
		intro: "A limit is this library's claim.",
		head:  []string{"what", "time", "limit", "quartiles", "allocated", "limit", "allocations"},
	}
	add := func(name string, limit time.Duration, space uint64, f func() zobrist.Key) {
		s := spreadOf(m.measure(side{ops: 1, run: f})[0])
		bytes, count := allocated(func() { m.sink ^= f() })
		timeLimit, spaceLimit := "", ""
		if limit > 0 {
			timeLimit, spaceLimit = limit.String(), thousands(int(space))+" B"
			if s.median > float64(limit) {
				timeLimit += " (missed)"
			}
			if bytes > space {
				spaceLimit += " (missed)"
			}
		}
		report.add(name, duration(s.median), timeLimit, duration(s.low)+" to "+duration(s.high), thousands(int(bytes))+" B", spaceLimit, fmt.Sprint(count))
	}
	add("NewChess", 20*time.Microsecond, 16<<10, func() zobrist.Key { return zobrist.NewChess(1).Side() })
	add("Polyglot", 20*time.Microsecond, 16<<10, func() zobrist.Key { return zobrist.Polyglot().Side() })
	add("NewOthello", 60*time.Microsecond, 64<<10, func() zobrist.Key { return zobrist.NewOthello(1).Side() })
	keys := []int{100, 1000, 10_000, 100_000, 1_000_000, 10_000_000}
	if small {
		keys = keys[:2]
	}
	for _, n := range keys {
		add("NewTable, "+thousands(n)+" keys", 0, 0, func() zobrist.Key {
			return zobrist.NewTable[uint32, uint8](n/2, 2, zobrist.NewSplitMix64(1)).Key(0, 0)
		})
	}
	return report
}
