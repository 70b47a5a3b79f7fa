// Connect4 solves positions of Connect Four: who wins, how soon, and by which move.
//
//	connect4 [-tt MiB] [-threads n] [position]
//
// It is an example search with Zobrist keys. zobrist.Table and zobrist.Canonical
// give a board and its mirror image one key. All threads share a transposition table
// of package tt, which stores what they know of positions.
//
// A position is the list of columns played from the empty board, 1 to 7. Without a
// position, the program solves the empty board, which takes minutes, and prints its
// progress. These take less than a second:
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
	if err := run(os.Stdout, os.Stderr, 5*time.Second, flag.Args(), *size, *threads); err != nil {
		fmt.Fprintln(os.Stderr, "connect4:", err)
		os.Exit(1)
	}
}

// run solves the position in args and prints the result, and now and then its progress.
func run(out, progress io.Writer, every time.Duration, args []string, mib, threads int) error {
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
	s := Solver{Table: table, Threads: threads}
	start := time.Now()
	var score, best int
	solved := make(chan struct{})
	if b.stones == 0 {
		fmt.Fprintln(progress, "the empty board takes minutes")
	}
	go func() {
		score, best = s.Solve(b)
		close(solved)
	}()
	for running := true; running; {
		select {
		case <-solved:
			running = false
		case <-time.After(every):
			fmt.Fprintf(progress, "%v: %d million nodes, the score is from %d to %d\n",
				time.Since(start).Round(time.Second), s.Nodes.Load()/1e6, s.Low.Load(), s.High.Load())
		}
	}
	took := time.Since(start)
	fmt.Fprintf(out, "score     %d: %s\n", score, outcome(b, score))
	if best != 0 {
		fmt.Fprintf(out, "move      %d\n", best)
	}
	nodes := s.Nodes.Load()
	fmt.Fprintf(out, "searched  %d nodes in %v, %.1f million per second\n", nodes, took.Round(time.Millisecond), float64(nodes)/1e6/took.Seconds())
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
