// Compare measures package zobrist side by side with what a user would write or
// pick instead, and prints a report. Run it in internal/peers:
//
//	go run ./cmd/compare [-rounds N] [-slice TIME] [-write FILE] [-svg FILE]
//
// All that is compared runs in one process and in alternation: in every round
// each side works for a slice of time, whoever goes first changes, and a ratio
// is taken. The report has the median of the rounds and their quartiles, so
// that a busy machine widens the quartiles before it moves the median.
//
// Before a contest is timed, both sides must come to the same keys.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"
)

type config struct {
	rounds     int
	slice      time.Duration
	write, svg string
	small      bool // little data, for tests
}

func main() {
	var c config
	flag.IntVar(&c.rounds, "rounds", 21, "rounds of each comparison")
	flag.DurationVar(&c.slice, "slice", 20*time.Millisecond, "time of each side in a round")
	flag.StringVar(&c.write, "write", "", "replace the tables between the markers of this Markdown `file`")
	flag.StringVar(&c.svg, "svg", "", "draw the ratios to this SVG `file`")
	flag.Parse()
	if flag.NArg() > 0 || c.rounds < 1 || c.slice <= 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(c, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(c config, args []string, out io.Writer) error {
	positions, withMoves, othello := 1<<13, 3000, 1<<14
	if c.small {
		positions, withMoves, othello = 100, 20, 200
	}
	m := &meter{rounds: c.rounds, slice: c.slice}
	var results []result
	compete := func(contests []contest) error {
		for _, c := range contests {
			r, err := m.contest(c)
			if err != nil {
				return err
			}
			results = append(results, r)
		}
		return nil
	}
	// The corpus with moves is large, and the collector's work would be put
	// down to those sides that allocate; so it comes last.
	early, err := newCorpus(150, positions, 0)
	if err != nil {
		return err
	}
	if err := compete(append(tableContests(early.boards), early.hashContests()...)); err != nil {
		return err
	}
	if err := compete(othelloContests(othello)); err != nil {
		return err
	}
	whole, err := newCorpus(400, positions, withMoves)
	if err != nil {
		return err
	}
	if err := compete(whole.moveContests()); err != nil {
		return err
	}
	sets, err := setGrowth(m, c.small)
	if err != nil {
		return err
	}
	facts := append(machine(args), [2]string{"Rounds", fmt.Sprintf("%d, of %v a side", c.rounds, c.slice)})
	found := report{facts: facts, tables: []table{
		resultTable(results),
		besideLibrary(m, whole),
		sets,
		boardGrowth(m, c.small),
		buildGrowth(m, c.small),
		parallel(m, early.boards),
	}}
	if err := found.text(out); err != nil {
		return err
	}
	if c.svg != "" {
		if err := drawChart(results, c.svg); err != nil {
			return err
		}
		found.chart = filepath.Base(c.svg)
	}
	if c.write != "" {
		return found.write(c.write)
	}
	return nil
}
