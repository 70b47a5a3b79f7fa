package main

import (
	"runtime"
	"sync"

	"github.com/zobrist-go/zobrist"
)

// onCores runs a side on so many cores at once, each with a copy of its own.
// An operation is one on every core.
func onCores(cores int, of func(core int) side) side {
	sides := make([]side, cores)
	for i := range sides {
		sides[i] = of(i)
	}
	const passes = 64 // so that starting goroutines does not count
	return side{ops: passes * sides[0].ops, run: func() zobrist.Key {
		var wait sync.WaitGroup
		keys := make([]zobrist.Key, cores)
		for i := range sides {
			wait.Add(1)
			go func() {
				defer wait.Done()
				var h zobrist.Key
				for range passes {
					h ^= sides[i].run()
				}
				keys[i] = h
			}()
		}
		wait.Wait()
		return keys[0]
	}}
}

// parallel tells whether cores that read one table slow each other down. Cores
// that share an execution unit, a cache or a clock do so whatever they run, and
// so each core is also given a table of its own.
func parallel(m *meter, positions []board) table {
	cores := runtime.GOMAXPROCS(0)
	report := table{
		title: "One table read by all cores",
		intro: "Operations that each core does in the time in which one core alone does one: 1 is no slowdown. " +
			"Where tables of their own do no better than a shared one, it is not the table that cores share.",
		head: []string{"operation", "cores", "one core, ns", "shared table", "quartiles", "tables of their own", "quartiles"},
	}
	shared, steps := newBoardTable(), randomSteps(1024)
	for _, row := range []struct {
		name string
		of   func(t *zobrist.Table[square, piece]) side
	}{
		{"Table.Move", func(t *zobrist.Table[square, piece]) side {
			return side{ops: len(steps), run: func() zobrist.Key { return tableMove(t, steps) }}
		}},
		{"Table.Hash", func(t *zobrist.Table[square, piece]) side {
			return side{ops: len(positions), run: func() zobrist.Key { return tableHash(t, positions) }}
		}},
	} {
		ns := m.measure(
			onCores(1, func(int) side { return row.of(shared) }),
			onCores(cores, func(int) side { return row.of(shared) }),
			onCores(cores, func(int) side { return row.of(newBoardTable()) }),
		)
		one, all := spreadOf(ratios(ns[0], ns[1])), spreadOf(ratios(ns[0], ns[2]))
		report.add(row.name, thousands(cores), number(spreadOf(ns[0]).median), number(one.median), quartiles(one), number(all.median), quartiles(all))
	}
	return report
}
