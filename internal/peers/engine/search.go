package main

import "math/bits"

const infinity = 30_000

// bound says whether a stored score is exact, a lower bound or an upper bound.
type bound uint8

const (
	exact bound = iota + 1
	atLeast
	atMost
)

type entry struct {
	key   key
	best  move
	score int32
	depth int8
	bound bound
}

// searcher is an alpha-beta search with a transposition table.
type searcher struct {
	table []entry
	nodes uint64
	line  line // the game and the path to the node
	ply   int
}

// search returns the score of a position for the side to move. Down to depth 0 it tries
// all moves, below that only captures.
func (s *searcher) search(b *board, alpha, beta int32, depth int) int32 {
	s.nodes++
	if s.line.drawn(s.ply) && s.ply > 0 {
		return 0
	}
	highest, kind := int32(-infinity), atMost
	if depth <= 0 {
		if highest = b.score; b.turn != 0 {
			highest = -b.score
		}
		if alpha = max(alpha, highest); alpha >= beta || depth == -6 {
			return highest
		}
	}
	e := &s.table[uint64(b.key)>>(64-16)]
	var best move
	if e.key == b.key {
		best = e.best
		if int(e.depth) == depth && (e.bound == exact || e.bound == atLeast && e.score >= beta || e.bound == atMost && e.score <= alpha) {
			return e.score
		}
	}
	var buf [256]move
	moves := b.moves(buf[:0])
	for i := range moves {
		m := next(moves[i:], best)
		if m.captured == king || m.captured == king+6 {
			return infinity - 1
		}
		if depth <= 0 && m.captured == none {
			continue
		}
		before := b.key
		b.make(m)
		s.line.push(b.key, m.captured != none || m.moved == pawn || m.moved == pawn+6)
		s.ply++
		score := -s.search(b, -beta, -alpha, depth-1)
		s.ply--
		s.line.pop()
		b.unmake(m, before)
		if score > highest {
			highest, best = score, m
		}
		if score > alpha {
			alpha, kind = score, exact
		}
		if alpha >= beta {
			kind = atLeast
			break
		}
	}
	*e = entry{b.key, best, highest, int8(depth), kind}
	return highest
}

// next moves the best move to the front: the table's move, then captures of valuable
// pieces by less valuable ones.
func next(moves []move, best move) move {
	top, most := 0, int32(-1)
	for i, m := range moves {
		order := int32(0)
		if m.captured != none {
			order = int32(m.captured%6)<<3 - int32(m.moved%6) + 8
		}
		if m == best {
			order = 1 << 20
		}
		if order > most {
			top, most = i, order
		}
	}
	moves[0], moves[top] = moves[top], moves[0]
	return moves[0]
}

// mix updates a checksum that depends on the order.
func mix(sum, x uint64) uint64 { return bits.RotateLeft64(sum, 7)*0x9e3779b97f4a7c15 + x }
