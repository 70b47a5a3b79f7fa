// Connect4 solves positions of Connect Four: who wins, how soon, and by which move.
//
//	connect4 [-tt MiB] [-threads n] [position]
//	connect4 [-tt MiB] [-threads n] -empty
//
// It is an example search with Zobrist keys. zobrist.Table and zobrist.Canonical give a board
// and its mirror image one key. All threads share a transposition table of package tt, which
// stores what they know of positions.
//
// A position is the list of columns played from the empty board, 1 to 7. Without a position,
// the program solves one that takes a few seconds. With -empty it solves the empty board, which
// takes many minutes. It prints its progress on standard error.
//
//	go run ./examples/connect4
//	go run ./examples/connect4 5554224333234511764415115
//	go run ./examples/connect4 -threads 2 -tt 1024 -empty
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/tt"
)

// usual is the position that the program solves if none is given. It has seven stones.
const usual = "4453362"

// every is the time between two lines about the progress.
const every = 10 * time.Second

// options are the program's flags.
type options struct {
	mib     int
	threads int
	empty   bool
}

func main() {
	var o options
	flag.IntVar(&o.mib, "tt", 64, "size of the transposition table in `MiB`")
	flag.IntVar(&o.threads, "threads", 1, "search with `n` threads that share the table")
	flag.BoolVar(&o.empty, "empty", false, "solve the empty board, which takes many minutes")
	flag.Parse()
	if err := run(os.Stdout, os.Stderr, flag.Args(), o); err != nil {
		fmt.Fprintln(os.Stderr, "connect4:", err)
		os.Exit(1)
	}
}

// run solves the position in args and prints the result, and its progress on the way.
func run(out, progress io.Writer, args []string, o options) error {
	game := usual
	switch {
	case len(args) > 1:
		return fmt.Errorf("%d positions, want one", len(args))
	case o.empty && len(args) > 0:
		return fmt.Errorf("-empty with position %q, want one of them", args[0])
	case o.threads < 1:
		return fmt.Errorf("-threads %d, want at least 1", o.threads)
	case o.mib < 1 || o.mib > math.MaxInt>>20:
		return fmt.Errorf("-tt %d, want 1 to %d MiB", o.mib, math.MaxInt>>20)
	case o.empty:
		game = ""
	case len(args) == 1:
		game = args[0]
	}
	b, err := Parse(game)
	if err != nil {
		return err
	}
	table, err := tt.New[Bounds](o.mib << 20)
	if err != nil {
		return fmt.Errorf("-tt %d: %w", o.mib, err)
	}
	s := Solver{Table: table, Threads: o.threads}
	r := startReporter(progress, &s)
	start := time.Now()
	score, best := s.Solve(b)
	took := time.Since(start)
	r.stop()
	fmt.Fprintf(out, "position  %s\n", cmp.Or(game, "the empty board"))
	fmt.Fprintf(out, "score     %d: %s\n", score, outcome(b, score))
	if best != 0 {
		fmt.Fprintf(out, "move      %d\n", best)
	}
	fmt.Fprintf(out, "searched  %d nodes in %v\n", s.Nodes.Load(), took.Round(time.Millisecond))
	return nil
}

// A reporter prints the progress of a solver: whenever it knows more of the score, and every
// few seconds.
type reporter struct {
	out    io.Writer
	solver *Solver
	start  time.Time

	mutex     sync.Mutex // of the fields below, and of out
	low, high int

	done    chan struct{}
	stopped sync.WaitGroup
}

func startReporter(out io.Writer, s *Solver) *reporter {
	r := &reporter{out: out, solver: s, start: time.Now(), done: make(chan struct{})}
	s.Progress = r.narrowed
	r.stopped.Add(1)
	go r.loop()
	return r
}

// stop ends the reports. It returns after the last.
func (r *reporter) stop() {
	close(r.done)
	r.stopped.Wait()
}

func (r *reporter) loop() {
	defer r.stopped.Done()
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			r.mutex.Lock()
			r.print()
			r.mutex.Unlock()
		case <-r.done:
			return
		}
	}
}

func (r *reporter) narrowed(low, high int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.low, r.high = low, high
	r.print()
}

func (r *reporter) print() {
	fmt.Fprintf(r.out, "%v: the score is from %d to %d, %d million nodes\n",
		time.Since(r.start).Round(time.Second), r.low, r.high, r.solver.Nodes.Load()/1_000_000)
}

// outcome describes a score in words.
func outcome(b Board, score int) string {
	if score == 0 {
		return "a draw"
	}
	player := b.stones % 2 // the winner; X is 0
	stone := 22 - score    // the number of the winner's stone that makes four
	if score < 0 {
		player, stone = 1-player, 22+score
	}
	move := 2*stone - 1 + player
	return fmt.Sprintf("%c wins by move %d, %d from here", "XO"[player], move, move-b.stones)
}
