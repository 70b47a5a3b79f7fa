package main

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// Bounds is what the table keeps of a position: what is known of its score, and
// the column, 1 to 7, to try first. It is the column of the image of the board
// whose key it is.
type Bounds struct {
	Low, High int8
	Column    uint8
}

// A Table is a *tt.Table[Bounds]. (The tests have others, to compare it with.)
type Table interface {
	Probe(zobrist.Key) (Bounds, bool)
	Store(k zobrist.Key, v Bounds, worth int)
	Prefetch(zobrist.Key)
	Len() int
	Used() float64
}

var _ Table = (*tt.Table[Bounds])(nil)

// A Solver finds scores. A score is 0 for a draw; 22 less the number of the
// stone by which the side to move wins; and when it loses, the same of the other
// side, below zero. So the sooner a win comes, the higher it counts.
type Solver struct {
	Table   Table // nil for none
	Threads int
	Report  func(low, high int) // called with what is known of the score so far

	Nodes, Probes, Hits atomic.Int64 // up to now

	done atomic.Bool // a worker has the answer that all are looking for
}

// Solve returns the score of b, and a column from 1 to 7 that leads to it, or 0
// when the board is full. It asks whether the score is more than some number
// until nothing is left to ask, which takes fewer nodes than to ask for the
// score.
func (s *Solver) Solve(b Board) (score, best int) {
	left := cells - b.stones
	if left == 0 {
		return 0, 0
	}
	if wins := b.Wins(); wins != 0 {
		return (left + 1) / 2, column(wins)
	}
	if b.Safe() == 0 {
		return -left / 2, column(b.Moves())
	}
	low, high := -(left-2)/2, (left-1)/2
	for low < high {
		ask := (low + high - 1) >> 1
		if low < 0 && 0 < high {
			ask = 0 // whether it is a win tells most
		}
		if s.more(b, ask) {
			low = ask + 1
		} else {
			high = ask
		}
		if s.Report != nil {
			s.Report(low, high)
		}
	}
	for _, c := range columns(0) {
		// A move leads to the score when the other side has not more than the
		// opposite of it then.
		if cell := b.Safe() & c; cell != 0 && !s.more(b.Play(cell), -low) {
			return low, column(cell)
		}
	}
	panic("no move leads to the score")
}

// more reports whether the score of b is more than ask. All threads look for
// the same answer, each in another order, and find in the table what the others
// have found; the first to have the answer ends the search of all.
func (s *Solver) more(b Board, ask int) (answer bool) {
	s.done.Store(false)
	var wait sync.WaitGroup
	for i := range max(1, s.Threads) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			w := worker{Solver: s, columns: columns(i)}
			score := w.search(&b, ask, ask+1)
			w.publish()
			if s.done.CompareAndSwap(false, true) {
				answer = score > ask
			}
		}()
	}
	wait.Wait()
	return answer
}

// columns returns the columns from the middle outwards, beginning with the i-th
// of them.
func columns(i int) (columns [width]uint64) {
	for n, c := range [width]int{4, 3, 5, 2, 6, 1, 7} {
		columns[(n+width-i%width)%width] = inColumn(c)
	}
	return columns
}

// A worker is one goroutine of a search.
type worker struct {
	*Solver
	columns     [width]uint64 // in the order in which they are tried
	now, before counts        // before: what the Solver's counts already have
}

type counts struct{ nodes, probes, hits int64 }

// publish adds to the Solver's counts: not at each node, since to write what
// others write too takes longer than a look-up.
func (w *worker) publish() {
	w.Nodes.Add(w.now.nodes - w.before.nodes)
	w.Probes.Add(w.now.probes - w.before.probes)
	w.Hits.Add(w.now.hits - w.before.hits)
	w.before = w.now
}

// search returns the score of b when it is between alpha and beta, otherwise a
// bound of it on the same side of them. No move of b makes four.
func (w *worker) search(b *Board, alpha, beta int) int {
	if w.now.nodes++; w.now.nodes%1024 == 0 {
		w.publish()
	}
	key, mirrored := b.Key()
	if w.Table != nil {
		w.Table.Prefetch(key) // it comes while the moves are made
	}
	moves, left := b.Safe(), cells-b.stones
	switch {
	case moves == 0:
		return -left / 2 // the other side makes four next
	case left <= 2:
		return 0
	}

	// Nobody makes four with the next stone; with the one after it they may.
	low, high := -(left-2)/2, (left-1)/2
	hint := uint64(0)
	if w.Table != nil {
		w.now.probes++
		if known, ok := w.Table.Probe(key); ok {
			w.now.hits++
			low, high = max(low, int(known.Low)), min(high, int(known.High))
			hint = moves & inColumn(turn(int(known.Column), mirrored))
		}
	}
	switch {
	case low >= beta:
		return low
	case high <= alpha:
		return high
	}
	alpha, beta = max(alpha, low), min(beta, high)

	start, floor := w.now.nodes, alpha
	best, bestCell := -cells, uint64(0)
	order := w.order(b, moves, hint)
	for _, cell := range order[:bits.OnesCount64(moves)] {
		after := b.Play(cell)
		score := -w.search(&after, -beta, -alpha)
		if w.done.Load() {
			return 0 // to nobody
		}
		if score > best {
			best, bestCell = score, cell
		}
		if alpha = max(alpha, score); alpha >= beta {
			break
		}
	}
	if w.Table != nil {
		if best > floor {
			low = best
		}
		if best < beta {
			high = best
		}
		worth := 2 * bits.Len64(uint64(w.now.nodes-start)) // what it took to find out
		w.Table.Store(key, Bounds{int8(low), int8(high), uint8(turn(column(bestCell), mirrored))}, worth)
	}
	return best
}

// order returns the moves in the order in which to try them: the hint, and then
// those that make the most threats, equals in the worker's order.
func (w *worker) order(b *Board, moves, hint uint64) (order [width]uint64) {
	var threats [width]int
	n := 0
	for _, c := range w.columns {
		cell := moves & c
		if cell == 0 {
			continue
		}
		t := bits.OnesCount64(b.fours(b.mine | cell))
		if cell == hint {
			t = cells
		}
		at := n
		for ; at > 0 && threats[at-1] < t; at-- {
			order[at], threats[at] = order[at-1], threats[at-1]
		}
		order[at], threats[at] = cell, t
		n++
	}
	return order
}

// turn returns a column, 1 to 7, of a board as a column of its mirror image, or
// the other way round.
func turn(column int, mirrored bool) int {
	if mirrored {
		return width + 1 - column
	}
	return column
}
