// Connect4 solves positions of Connect Four: who wins, how soon, and by which move.
//
//	connect4 [-tt MiB] [-threads n] [position]
//
// It is an example search with Zobrist keys. zobrist.Table and zobrist.Canonical give a board
// and its mirror image one key. All threads share a transposition table of package tt, which
// stores what they know of positions.
//
// A position is the list of columns played from the empty board, 1 to 7. Without a position,
// the program solves the empty board, which takes minutes, and prints its progress. These
// take less than a second:
//
//	go run ./examples/connect4 5554224333234511764415115
//	go run ./examples/connect4 -threads 2 274552224131661
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/tt"
)

func main() {
	size := flag.Int("tt", 64, "size of the transposition table in `MiB`")
	threads := flag.Int("threads", 1, "search with `n` threads that share the table")
	flag.Parse()
	if err := run(os.Stdout, os.Stderr, flag.Args(), *size, *threads); err != nil {
		fmt.Fprintln(os.Stderr, "connect4:", err)
		os.Exit(1)
	}
}

// run solves the position in args and prints the result, and its progress on the way.
func run(out, progress io.Writer, args []string, mib, threads int) error {
	switch {
	case len(args) > 1:
		return fmt.Errorf("%d positions, want one", len(args))
	case threads < 1:
		return fmt.Errorf("-threads %d, want at least 1", threads)
	case mib < 1 || mib > math.MaxInt>>20:
		return fmt.Errorf("-tt %d, want 1 to %d MiB", mib, math.MaxInt>>20)
	}
	b, err := Parse(strings.Join(args, ""))
	if err != nil {
		return err
	}
	table, err := tt.New[Bounds](mib << 20)
	if err != nil {
		return fmt.Errorf("-tt %d: %w", mib, err)
	}
	start := time.Now()
	s := Solver{Table: table, Threads: threads, Progress: func(low, high int) {
		fmt.Fprintf(progress, "%v: the score is from %d to %d\n", time.Since(start).Round(time.Second), low, high)
	}}
	score, best := s.Solve(b)
	fmt.Fprintf(out, "score     %d: %s\n", score, outcome(b, score))
	if best != 0 {
		fmt.Fprintf(out, "move      %d\n", best)
	}
	fmt.Fprintf(out, "searched  %d nodes in %v\n", s.Nodes.Load(), time.Since(start).Round(time.Millisecond))
	return nil
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
