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
	solver := Solver{Threads: *threads}
	if *size != 0 {
		if *size < 0 || *size > math.MaxInt>>20 {
			fmt.Fprintf(stderr, "connect4: -tt %d: want 0 to %d MiB\n", *size, math.MaxInt>>20)
			return 2
		}
		table, err := tt.New[Bounds](*size << 20)
		if err != nil {
			fmt.Fprintf(stderr, "connect4: -tt %d: %v\n", *size, err)
			return 2
		}
		solver.Table = table
	}
	b, err := Parse(flags.Arg(0))
	if err != nil {
		fmt.Fprintf(stderr, "connect4: %v\n", err)
		return 1
	}
	fmt.Fprint(stdout, b)
	start := time.Now()
	score, best := solver.Solve(b)
	report(stdout, &solver, b, score, best, time.Since(start))
	return 0
}

// report prints the result.
func report(w io.Writer, s *Solver, b Board, score, best int, took time.Duration) {
	fmt.Fprintf(w, "score     %d: %s\n", score, outcome(b, score))
	if best != 0 {
		fmt.Fprintf(w, "move      %d\n", best)
	}
	nodes, probes, hits := s.Nodes.Load(), s.Probes.Load(), s.Hits.Load()
	fmt.Fprintf(w, "searched  %d nodes in %v, %.1f million per second\n", nodes, took.Round(time.Millisecond), float64(nodes)/1e6/took.Seconds())
	if s.Table != nil {
		fmt.Fprintf(w, "table     %d entries, %.0f%% used; %.0f%% of %d look-ups hit\n",
			s.Table.Len(), 100*s.Table.Used(), 100*float64(hits)/float64(max(1, probes)), probes)
	}
}

// outcome describes a score in words.
func outcome(b Board, score int) string {
	if score == 0 {
		return "a draw"
	}
	player, stone := b.stones%2, 22-score // the winner (X is 0) and the number of its winning stone
	if score < 0 {
		player, stone = 1-player, 22+score
	}
	move := 2*stone - 1 + player
	return fmt.Sprintf("%c wins by move %d, %d from here", "XO"[player], move, move-b.stones)
}
