package zobrist_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// A plannerState has facts that are true or false, numbered as bits of words, and a number.
type plannerState struct {
	facts [3]uint64
	fuel  int32
	key   zobrist.Key
}

type plannerAction struct {
	add, remove [3]uint64
	cost        int32
}

const plannerFacts = 130

var (
	plannerSource = zobrist.NewSplitMix64(5)
	// A table with one piece: a fact that is true.
	plannerTable = zobrist.NewTable[int, uint8](plannerFacts, 1, plannerSource.Split("facts"))
	plannerFuel  = zobrist.NewElements(plannerSource.Split("fuel"),
		func(fuel int32) uint64 { return uint64(uint32(fuel)) })
)

func newPlannerState(fuel int32, facts [3]uint64) plannerState {
	s := plannerState{facts: facts, fuel: fuel, key: plannerFuel.Key(fuel)}
	for w, word := range facts {
		s.key = plannerTable.ToggleBits(s.key, 64*w, word, 0)
	}
	return s
}

// after returns the state after an action. The bits that differ are toggled, so it does not matter
// whether a fact that the action adds was true already.
func (s plannerState) after(a plannerAction) plannerState {
	for w, before := range s.facts {
		s.facts[w] = before&^a.remove[w] | a.add[w]
		s.key = plannerTable.ToggleBits(s.key, 64*w, before^s.facts[w], 0)
	}
	s.key = plannerFuel.Replace(s.key, s.fuel, s.fuel-a.cost)
	s.fuel -= a.cost
	return s
}

// A planner: states as words of bits with a number beside them. Two ways to one state give one key.
func Example_planner() {
	start := newPlannerState(100, [3]uint64{0: 1 << 2})
	loaded := [3]uint64{1 << 1, 1 << 6, 1 << 1}
	load := plannerAction{add: loaded, remove: [3]uint64{1 << 2}, cost: 3}
	undo := plannerAction{add: [3]uint64{1 << 2}, remove: loaded, cost: -6}

	twice := start.after(load).after(load) // the second adds what is true already
	fmt.Println(twice.key == newPlannerState(94, load.add).key)
	fmt.Println(twice.after(undo).key == start.key)
	// Output:
	// true
	// true
}
