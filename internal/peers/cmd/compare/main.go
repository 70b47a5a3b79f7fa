// Compare measures package zobrist against the code or library that a user would choose
// instead, and prints a report. Run it in internal/peers:
//
//	go run ./cmd/compare [-rounds N] [-slice TIME] [-write FILE] [-beside PROGRAM -name NAME]
//
// Both sides run in alternation. In every round each side works for a slice of time, the
// sides take turns in going first, and the round gives one ratio. The report has the
// median and the quartiles of all rounds. A busy machine widens the quartiles before it
// moves the median.
//
// Before timing starts, both sides must return the same keys.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/peers/report"
)

type config struct {
	rounds int
	slice  time.Duration
	write  string
	beside string // another library's program
	name   string // name of that library
	small  bool   // use little data, for tests
}

func main() {
	var c config
	flag.IntVar(&c.rounds, "rounds", 21, "rounds of each comparison")
	flag.DurationVar(&c.slice, "slice", 20*time.Millisecond, "time of each side in a round")
	flag.StringVar(&c.write, "write", "", "replace the tables between the markers of this Markdown `file`")
	flag.StringVar(&c.beside, "beside", "", "compare with this `program` of another library; beside.go specifies it")
	flag.StringVar(&c.name, "name", "the neighbour", "`name` of that library")
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
	// The corpus with moves comes last. It is large, and the sides that allocate would
	// pay for collecting it.
	early, err := newCorpus(150, positions, 0)
	if err != nil {
		return err
	}
	if err := compete(append(tableContests(early.boards), early.fenContest())); err != nil {
		return err
	}
	if err := compete(othelloContests(othello)); err != nil {
		return err
	}
	whole, err := newCorpus(400, positions, withMoves)
	if err != nil {
		return err
	}
	if err := compete([]contest{whole.moveContest()}); err != nil {
		return err
	}
	facts := append(report.Machine(command(args)), [2]string{"Rounds", fmt.Sprintf("%d, of %v of CPU time a side", c.rounds, c.slice)})
	found := report.Report{Program: "internal/peers/cmd/compare", Facts: facts, Tables: []report.Table{resultTable(results)}}
	if c.beside != "" {
		t, err := beside(m, c.name, c.beside, whole)
		if err != nil {
			return err
		}
		found.Tables = append(found.Tables, t)
	}
	if err := found.Text(out); err != nil {
		return err
	}
	if c.write != "" {
		return found.Write(c.write)
	}
	return nil
}

// command returns the command line, without the path of the neighbour's program.
func command(args []string) string {
	var s strings.Builder
	s.WriteString("go run ./cmd/compare")
	for _, a := range args {
		if strings.HasPrefix(a, "-beside=") {
			a = "-beside=PROGRAM"
		}
		s.WriteString(" " + a)
	}
	return s.String()
}
