package main

import "math/bits"

// perft counts the lines of legal moves of so many plies, and adds up the keys
// at their ends.
func (b *board) perft(depth int) (nodes, keys uint64) {
	if depth == 0 {
		return 1, uint64(b.key)
	}
	var l moveList
	b.generate(&l, false)
	for _, m := range l.moves[:l.n] {
		u := b.make(m)
		if !b.attacked(b.kingSquare(b.turn^1), b.turn) {
			n, k := b.perft(depth - 1)
			nodes, keys = nodes+n, keys+k
		}
		b.unmake(m, u)
	}
	return nodes, keys
}

const (
	infinity = 30000
	mate     = 29000
)

const (
	exact = iota + 1
	atLeast
	atMost
)

type entry struct {
	key   key
	move  move
	score int16
	depth int8
	bound uint8
}

// searcher is an alpha-beta search with a transposition table.
type searcher struct {
	table []entry
	nodes uint64
}

func newSearcher() *searcher { return &searcher{table: make([]entry, 1<<16)} }

func (s *searcher) reset() {
	clear(s.table)
	s.nodes = 0
}

func (s *searcher) slot(k key) *entry { return &s.table[uint64(k)>>(64-16)] }

// search returns the score of a position for the side to move.
func (s *searcher) search(b *board, alpha, beta, depth, ply int) int {
	if depth <= 0 {
		return s.quiesce(b, alpha, beta)
	}
	s.nodes++
	e := s.slot(b.key)
	var best move
	if e.key == b.key {
		best = e.move
		score := int(e.score)
		if int(e.depth) >= depth && ply > 0 && (e.bound == exact || e.bound == atLeast && score >= beta || e.bound == atMost && score <= alpha) {
			return score
		}
	}
	inCheck := b.attacked(b.kingSquare(b.turn), b.turn^1)
	if inCheck {
		depth++
	}
	var l moveList
	b.generate(&l, false)
	var order [256]int32
	for i, m := range l.moves[:l.n] {
		order[i] = b.order(m, best)
	}
	bound, highest, legal := uint8(atMost), -infinity, 0
	for i := range l.n {
		m := l.next(&order, i)
		u := b.make(m)
		if b.attacked(b.kingSquare(b.turn^1), b.turn) {
			b.unmake(m, u)
			continue
		}
		legal++
		score := -s.search(b, -beta, -alpha, depth-1, ply+1)
		b.unmake(m, u)
		if score > highest {
			highest, best = score, m
		}
		if score > alpha {
			alpha, bound = score, exact
		}
		if alpha >= beta {
			bound = atLeast
			break
		}
	}
	if legal == 0 {
		if inCheck {
			return -mate + ply
		}
		return 0
	}
	*e = entry{b.key, best, int16(highest), int8(min(depth, 127)), bound}
	return highest
}

// quiesce searches captures until it is quiet.
func (s *searcher) quiesce(b *board, alpha, beta int) int {
	s.nodes++
	score := int(b.score)
	if b.turn == black {
		score = -score
	}
	if score >= beta {
		return score
	}
	alpha = max(alpha, score)
	var l moveList
	b.generate(&l, true)
	var order [256]int32
	for i, m := range l.moves[:l.n] {
		order[i] = b.order(m, 0)
	}
	for i := range l.n {
		m := l.next(&order, i)
		u := b.make(m)
		if !b.attacked(b.kingSquare(b.turn^1), b.turn) {
			alpha = max(alpha, -s.quiesce(b, -beta, -alpha))
		}
		b.unmake(m, u)
		if alpha >= beta {
			break
		}
	}
	return alpha
}

// order puts the move of the table first, then captures of much by little.
func (b *board) order(m, first move) int32 {
	if m == first {
		return 1 << 20
	}
	victim, attacker := b.squares[m.to()], b.squares[m.from()]
	n := int32(m.promoted()) << 8
	if victim != none {
		n += int32(victim-6*piece(colorOf[victim]))<<10 - int32(attacker) + 1<<9
	}
	return n
}

// next brings the best of the moves from i on to place i.
func (l *moveList) next(order *[256]int32, i int) move {
	top := i
	for k := i + 1; k < l.n; k++ {
		if order[k&255] > order[top&255] {
			top = k
		}
	}
	l.moves[i&255], l.moves[top&255] = l.moves[top&255], l.moves[i&255]
	order[i&255], order[top&255] = order[top&255], order[i&255]
	return l.moves[i&255]
}

// mix makes a checksum of which the order matters.
func mix(sum, x uint64) uint64 { return bits.RotateLeft64(sum, 7)*0x9e3779b97f4a7c15 + x }
