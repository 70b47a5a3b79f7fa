package main

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"
)

// report prints the result.
func report(w io.Writer, s *Solver, b Board, score, best int, took time.Duration) {
	fmt.Fprintf(w, "score     %d: %s\n", score, outcome(b, score))
	if best != 0 {
		fmt.Fprintf(w, "move      %d\n", best)
	}
	nodes, probes, hits := s.Nodes.Load(), s.Probes.Load(), s.Hits.Load()
	fmt.Fprintf(w, "searched  %d nodes in %v, %.1f million a second\n", nodes, took.Round(time.Millisecond), float64(nodes)/1e6/took.Seconds())
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

// progress shows the bounds of the score and the nodes so far, in a line that it
// rewrites. stop erases the line.
func progress(s *Solver, start time.Time, w io.Writer) (stop func()) {
	const clearLine = "\r\x1b[K"
	var low, high atomic.Int64
	low.Store(-cells / 2)
	high.Store(cells / 2)
	s.Report = func(l, h int) {
		low.Store(int64(l))
		high.Store(int64(h))
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(200 * time.Millisecond)
		defer ticker.Stop()
		for {
			select {
			case <-end:
				fmt.Fprint(w, clearLine)
				return
			case <-ticker.C:
			}
			nodes, took := float64(s.Nodes.Load())/1e6, time.Since(start)
			fmt.Fprintf(w, "%sscore %d to %d, %.0f s, %.0f million nodes, %.1f million a second", clearLine,
				low.Load(), high.Load(), took.Seconds(), nodes, nodes/took.Seconds())
			if s.Table != nil {
				fmt.Fprintf(w, ", table %.0f%% used", 100*s.Table.Used())
			}
		}
	}()
	return func() {
		close(end)
		<-ended
	}
}
