package main

import (
	"fmt"
	"io"
	"time"
)

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
