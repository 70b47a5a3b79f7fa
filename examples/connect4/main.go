// Connect4 solves positions of Connect Four: who wins, how soon, and by which move.
//
//	connect4 [-tt MiB] [-threads n] [position]
//
// It is an example search with Zobrist keys. zobrist.Table and zobrist.Canonical
// give a board and its mirror image one key. All threads share a transposition table
// of package tt, which stores what they know of positions.
//
// A position is the list of columns played from the empty board, 1 to 7. Without a
// position, the program solves the empty board, which takes minutes. These take less
// than a second:
//
//	go run ./examples/connect4 5554224333234511764415115
//	go run ./examples/connect4 -threads 2 274552224131661
//
// With -tt 0 the program searches without a table.
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

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `Solves a position of Connect Four: connect4 [-tt MiB] [-threads n] [position]
The position lists the columns played, 1 to 7. The empty board takes minutes.
Both examples also print the board, the nodes searched and the use of the table.

  $ connect4 121212
  score     18: X wins by move 7, 1 from here
  move      1
  $ connect4 -threads 2 5554224333234511764415115
  score     4: O wins by move 36, 11 from here
  move      6

`

// run runs the program and returns its exit status.
func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("connect4", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	size := flags.Int("tt", 64, "size of the transposition table in `MiB`, 0 for none")
	threads := flags.Int("threads", 1, "search with `n` threads that share the table")
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
	start := time.Now()
	score, best := solver.Solve(b)
	report(stdout, &solver, b, score, best, time.Since(start))
	return 0
}

// newTable makes a table of that many MiB, or returns nil for 0. On failure tt.New
// returns a nil *tt.Table. newTable returns a plain nil instead: a Table that holds
// a nil *tt.Table is not nil.
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
