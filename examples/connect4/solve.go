package main

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/tt"
)

// Bounds is the table's entry for a position: bounds of its score, and the column to try
// first, 1 to 7. The column is on the board whose key is used: the position or its mirror
// image.
type Bounds struct {
	Low, High int8
	Column    uint8
}

// A Solver finds scores. A draw scores 0. If the side to move wins with its n-th stone, the
// score is 22-n, so an earlier win scores higher. If the other side wins with its n-th stone,
// the score is n-22.
type Solver struct {
	Table    *tt.Table[Bounds]
	Threads  int
	Progress func(low, high int) // gets the range of the score as it narrows

	Nodes atomic.Int64 // of all searches so far
	done  atomic.Bool  // set when a worker has found the answer
}

// Solve returns the score of b, and a column from 1 to 7 that leads to it, or 0 if the board
// is full. It narrows the score by asking "is it more than n?" several times. That takes
// fewer nodes than one search for the exact score.
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
		if s.Progress != nil {
			s.Progress(low, high)
		}
		ask := (low + high - 1) >> 1
		if low < 0 && 0 < high {
			ask = 0 // "is it a win?" is the most useful question
		}
		if s.more(b, ask) {
			low = ask + 1
		} else {
			high = ask
		}
	}
	for _, c := range columns(0) {
		// A move leads to the score if the other side then has at most -low.
		if cell := b.Safe() & c; cell != 0 && !s.more(b.Play(cell), -low) {
			return low, column(cell)
		}
	}
	panic("no move leads to the score")
}

// more reports whether the score of b is more than ask. All threads search for the answer,
// each in a different order. They share their results in the table. The first thread with the
// answer ends the search.
func (s *Solver) more(b Board, ask int) (answer bool) {
	s.done.Store(false)
	var wait sync.WaitGroup
	for i := range max(1, s.Threads) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			w := worker{Solver: s, columns: columns(i)}
			score := w.search(&b, ask, ask+1)
			s.Nodes.Add(w.nodes % nodesBetweenReports)
			if s.done.CompareAndSwap(false, true) {
				answer = score > ask
			}
		}()
	}
	wait.Wait()
	return answer
}

// columns returns the columns from the middle outwards, rotated to start with the i-th of them.
func columns(i int) (columns [width]uint64) {
	for n, c := range [width]int{4, 3, 5, 2, 6, 1, 7} {
		columns[(n+width-i%width)%width] = inColumn(c)
	}
	return columns
}

// nodesBetweenReports is how many nodes a worker visits before it adds them to the Solver's,
// because a write to shared memory takes longer than a look-up.
const nodesBetweenReports = 1 << 20

// A worker is one goroutine of a search.
type worker struct {
	*Solver
	columns [width]uint64 // in the order of search
	nodes   int64         // by this worker
}

// search returns the score of b if it lies between alpha and beta. Otherwise it returns an
// upper bound at most alpha, or a lower bound at least beta. No move of b may make four.
func (w *worker) search(b *Board, alpha, beta int) int {
	w.nodes++
	if w.nodes%nodesBetweenReports == 0 {
		w.Nodes.Add(nodesBetweenReports)
	}
	key, mirrored := b.Key()
	w.Table.Prefetch(key) // the entry arrives while Safe finds the moves
	moves, left := b.Safe(), cells-b.stones
	switch {
	case moves == 0:
		return -left / 2 // the other side makes four next
	case left <= 2:
		return 0
	}

	// Neither side can make four with its next stone. Either may with the one after.
	low, high := -(left-2)/2, (left-1)/2
	hint := uint64(0)
	if known, ok := w.Table.Probe(key); ok {
		low, high = max(low, int(known.Low)), min(high, int(known.High))
		hint = moves & inColumn(turn(int(known.Column), mirrored))
	}
	switch {
	case low >= beta:
		return low
	case high <= alpha:
		return high
	}
	alpha, beta = max(alpha, low), min(beta, high)

	start, floor := w.nodes, alpha
	best, bestCell := -cells, uint64(0)
	order := w.order(b, moves, hint)
	for _, cell := range order[:bits.OnesCount64(moves)] {
		after := b.Play(cell)
		score := -w.search(&after, -beta, -alpha)
		if w.done.Load() {
			return 0 // unused: another worker has the answer
		}
		if score > best {
			best, bestCell = score, cell
		}
		alpha = max(alpha, score)
		if alpha >= beta {
			break
		}
	}
	if best > floor {
		low = best
	}
	if best < beta {
		high = best
	}
	worth := 2 * bits.Len64(uint64(w.nodes-start)) // more for a larger search
	entry := Bounds{
		Low:    int8(low),
		High:   int8(high),
		Column: uint8(turn(column(bestCell), mirrored)),
	}
	w.Table.Store(key, entry, worth)
	return best
}

// order sorts the moves for the search: first the hint, then the moves that make the
// most threats. Equal moves keep the worker's order of columns.
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

// turn mirrors a column, 1 to 7, if mirrored is set.
func turn(column int, mirrored bool) int {
	if mirrored {
		return width + 1 - column
	}
	return column
}
