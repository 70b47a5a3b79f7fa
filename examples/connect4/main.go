// Connect4 solves positions of Connect Four: who wins, how soon, and by which
// move. It is an example of a search that stands on Zobrist keys: zobrist.Table
// and zobrist.Canonical keep one key for a board and its mirror image, and the
// table of package tt, which all threads share, has what is known of positions.
//
//	connect4 [-tt MiB] [-threads n] [position]
//
// A position is the columns played, from 1 to 7, beginning from the empty board,
// which is solved when none is given; that takes minutes, the following less
// than a second. With -tt 0 the same is done without a table.
//
//	go run ./examples/connect4 5554224333234511764415115
//	go run ./examples/connect4 -threads 2 274552224131661
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"github.com/zobrist-go/zobrist/tt"
)

func main() {
	info, err := os.Stdout.Stat()
	terminal := err == nil && info.Mode()&os.ModeCharDevice != 0
	os.Exit(run(os.Args[1:], terminal, os.Stdout, os.Stderr))
}

const usage = `Solves a position of Connect Four: connect4 [-tt MiB] [-threads n] [position]
The position is the columns played so far, from 1 to 7: 274552224131661 for
example, which takes about a second. The empty board takes minutes.

`

// run is the program: it returns the exit status.
func run(args []string, terminal bool, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("connect4", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	size := flags.Int("tt", 64, "size of the transposition table in `MiB`, 0 for none")
	threads := flags.Int("threads", 1, "search by `n` threads, which share the table")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case flags.NArg() > 1:
		fmt.Fprintf(stderr, "connect4: %d positions, want one\n", flags.NArg())
		return 2
	case *threads < 1:
		fmt.Fprintf(stderr, "connect4: -threads %d, want at least 1\n", *threads)
		return 2
	}
	table, err := newTable(*size)
	if err != nil {
		fmt.Fprintf(stderr, "connect4: -tt %d: %v\n", *size, err)
		return 2
	}
	b, err := Parse(flags.Arg(0))
	if err != nil {
		fmt.Fprintf(stderr, "connect4: %v\n", err)
		return 1
	}
	fmt.Fprint(stdout, b)
	solver := Solver{Table: table, Threads: *threads}
	start, stop := time.Now(), func() {}
	if terminal {
		stop = progress(&solver, start, stdout)
	}
	score, best := solver.Solve(b)
	stop()
	report(stdout, &solver, b, score, best, time.Since(start))
	return 0
}

// newTable makes the table, or none for 0. A failed tt.New gives a nil *tt.Table,
// which must not become a Table that isn't nil.
func newTable(mib int) (Table, error) {
	if mib == 0 {
		return nil, nil
	}
	if mib < 0 || mib > math.MaxInt>>20 {
		return nil, fmt.Errorf("want 0 to %d MiB", math.MaxInt>>20)
	}
	table, err := tt.New[Bounds](mib << 20)
	if err != nil {
		return nil, err
	}
	return table, nil
}
