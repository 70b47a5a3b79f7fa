package main

import (
	"fmt"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/report"
)

type cellTable = zobrist.Table[uint32, uint8]

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
func setGrowth(m *meter, small bool) (report.Table, error) {
	found := report.Table{
		Title: "Set (computed keys) and Table (looked-up keys)",
		Intro: "Toggles of random elements, numbered by a function that returns the element. Below 1 the Set is faster.",
		Head:  []string{"elements", "bytes of table", "Set, ns", "Table, ns", "ratio", "quartiles"},
	}
	set := zobrist.NewSet(zobrist.NewSplitMix64(1).Split("set"), func(e uint32) uint64 { return uint64(e) })
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
			return report.Table{}, err
		}
		found.Add(report.Thousands(elements), report.Thousands(8*elements), report.Number(r.oursT.Median), report.Number(r.hisT.Median),
			report.Number(r.ratio.Median), report.Quartiles(r.ratio))
		if r.ratio.Median < 1 && crossover == 0 {
			crossover = elements
		}
	}
	if crossover == 0 {
		found.Outro = "The Table was faster at every size."
	} else {
		found.Outro = fmt.Sprintf("The Set was faster from %s elements on.", report.Thousands(crossover))
	}
	return found, nil
}
