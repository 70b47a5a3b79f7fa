package tt_test

import (
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/othello"
	"github.com/zobrist-go/zobrist/tt"
)

// A win with n more discs, in m plies from the root, has the score win + n - m.
const (
	win      = 20_000
	winBound = win - 256 // scores above this are wins
	infinity = 30_000
)

type bound uint8

const (
	upper bound = iota // the score is at most this: no move beat alpha
	lower              // the score is at least this: a move reached beta
	exact
)

// A node is the table's value for a position. It takes 6 of the 8 bytes.
type node struct {
	move  zobrist.Square // the best, or the one that reached beta
	score int16
	depth int8
	bound bound
}

// A searcher searches positions of Othello.
type searcher struct {
	keys  *zobrist.Othello
	table *tt.Table[node]
	nodes int
	best  zobrist.Square // at the root
}

// evaluate counts the discs and the corners, for the side to move.
func evaluate(p othello.Position) int {
	const corners = 1 | 1<<7 | 1<<56 | 1<<63
	score := 0
	for _, squares := range []uint64{1<<64 - 1, corners, corners, corners} {
		score += bits.OnesCount64(p.Black&squares) - bits.OnesCount64(p.White&squares)
	}
	if p.ToMove == zobrist.WhiteDisc {
		return -score
	}
	return score
}

// final is the score of a position at the end of the game.
func final(p othello.Position, ply int) int {
	discs := bits.OnesCount64(p.Black) - bits.OnesCount64(p.White)
	if p.ToMove == zobrist.WhiteDisc {
		discs = -discs
	}
	switch {
	case discs > 0:
		return win + discs - ply
	case discs < 0:
		return ply + discs - win
	}
	return 0
}

// fromNode returns a score with the plies to the end counted from the node instead of the
// root, because another line may reach the node at another distance. With -ply it does the
// inverse.
func fromNode(score, ply int) int {
	switch {
	case score > winBound:
		return score + ply
	case score < -winBound:
		return score - ply
	}
	return score
}

// alphaBeta returns the score of the position p, whose key is k, for the side to move.
func (s *searcher) alphaBeta(p othello.Position, k zobrist.Key, depth, ply, alpha, beta int) int {
	s.nodes++
	before := s.nodes
	first := alpha
	moves := p.Moves()
	if moves == 0 {
		passed := p
		passed.Pass()
		if passed.Moves() == 0 {
			return final(p, ply)
		}
		return -s.alphaBeta(passed, k^s.keys.Side(), depth, ply+1, -beta, -alpha)
	}
	if depth == 0 {
		return evaluate(p)
	}

	hit, ok := s.table.ProbeEntry(k)
	if ok && hit.Age > 0 {
		s.table.Store(k, hit.Value, hit.Worth) // still useful: its age is 0 now
	}
	if ok && int(hit.Value.depth) >= depth && ply > 0 {
		score := fromNode(int(hit.Value.score), -ply)
		switch b := hit.Value.bound; {
		case b == exact, b == lower && score >= beta, b == upper && score <= alpha:
			return score
		}
	}

	// The move from the table comes first, if it is legal: it was the best one.
	next := zobrist.Square(bits.TrailingZeros64(moves))
	if ok && moves>>hit.Value.move&1 != 0 {
		next = hit.Value.move
	}
	best, bestMove := -infinity, next
	for moves != 0 && alpha < beta {
		moves &^= 1 << next
		child := s.keys.After(k, p.ToMove, next, p.Flips(next))
		s.table.Prefetch(child) // memory answers while Play makes the move
		after := p
		after.Play(next)
		score := -s.alphaBeta(after, child, depth-1, ply+1, -beta, -alpha)
		if score > best {
			best, bestMove = score, next
		}
		alpha = max(alpha, best)
		next = zobrist.Square(bits.TrailingZeros64(moves))
	}
	if ply == 0 {
		s.best = bestMove
	}

	n := node{move: bestMove, score: int16(fromNode(best, ply)), depth: int8(depth), bound: exact}
	switch {
	case best >= beta:
		n.bound = lower
	case best <= first:
		n.bound = upper
	}
	// An entry is worth what it would cost to find it again: the nodes below it.
	s.table.Store(k, n, 2*bits.Len(uint(s.nodes-before)))
	return best
}

// This is a whole alpha-beta search with iterative deepening and the table. An entry
// has a score, a bound, a depth and the best move, which is tried first next time. In
// the table the distance to the end counts from the node, in the search from the root.
// An old entry that is found again becomes new.
func Example() {
	table, err := tt.New[node](16 << 20) // 16 MiB
	if err != nil {
		fmt.Println(err)
		return
	}
	s := searcher{keys: zobrist.NewOthello(1), table: table}
	p := othello.Start()
	for range 3 { // moves of the game
		s.table.NewSearch()
		score := 0
		for depth := 1; depth <= 6; depth++ {
			score = s.alphaBeta(p, p.Hash(s.keys), depth, 0, -infinity, infinity)
		}
		fmt.Println(s.best, "score", score)
		p.Play(s.best)
	}
	// A forced win: the number of plies must not depend on the content of the table.
	p, err = othello.Parse("XXXXXXXXXOOOOOOXXOXOXOXXXOXXOXXXXOXOXOXXXOOXOOXX-OOOOOO--XXXXXX- X")
	if err != nil {
		fmt.Println(err)
		return
	}
	for depth := 1; depth <= 7; depth += 2 {
		score := s.alphaBeta(p, p.Hash(s.keys), depth, 0, -infinity, infinity)
		fmt.Println("depth", depth, "score", score, "by", s.best)
	}
	// Output:
	// d3 score -2
	// c5 score -5
	// e6 score -2
	// depth 1 score 34 by a8
	// depth 3 score 39 by a8
	// depth 5 score 20027 by a7
	// depth 7 score 20027 by a7
}
