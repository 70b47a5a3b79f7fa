package tt_test

import (
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen" // legal moves: your engine has its own
	"github.com/zobrist-go/zobrist/tt"
)

// Scores are in hundredths of a pawn, from the side to move. A mate in n plies
// from the root is mate - n.
const (
	mate      = 30_000
	mateBound = mate - 256 // scores beyond are mates
)

type bound uint8

const (
	upper bound = iota // the score is at most this: no move was good enough
	lower              // at least this: a move was too good
	exact
)

// A node is what the table keeps of a position: 8 bytes.
type node struct {
	move  zobrist.ChessMove // the best, or the one that was too good
	bound bound
	score int16
	depth int8
}

type searcher struct {
	keys  *zobrist.Chess
	table *tt.Table[node]
	nodes uint64
	best  zobrist.ChessMove // at the root
}

// A mate is stored as seen from the node, because the node may be met again at
// another distance from the root.
func scoreToTable(score, ply int) int16 {
	switch {
	case score > mateBound:
		score += ply
	case score < -mateBound:
		score -= ply
	}
	return int16(score)
}

func scoreFromTable(stored int16, ply int) int {
	score := int(stored)
	switch {
	case score > mateBound:
		score -= ply
	case score < -mateBound:
		score += ply
	}
	return score
}

// alphaBeta returns the score of p, whose key is k. Depth counts down to
// quiescence, where only captures are searched.
func (s *searcher) alphaBeta(p *zobrist.ChessPosition, k zobrist.Key, depth, ply, alpha, beta int) int {
	s.nodes++
	before, first := s.nodes, alpha

	hit, ok := s.table.Probe(k)
	if ok && int(hit.depth) >= depth && ply > 0 {
		score := scoreFromTable(hit.score, ply)
		if hit.bound == exact || hit.bound == lower && score >= beta || hit.bound == upper && score <= alpha {
			return score
		}
	}

	moves := movegen.Legal(p)
	if len(moves) == 0 {
		if movegen.InCheck(p) {
			return ply - mate
		}
		return 0
	}
	best, bestMove := -mate, zobrist.ChessMove{}
	if depth <= 0 {
		best = material(p) // it may do without a capture
		alpha = max(alpha, best)
	}
	if ok {
		toFront(moves, hit.move)
	}
	for _, m := range moves {
		if alpha >= beta {
			break
		}
		if depth <= 0 && p.Board[m.To] == zobrist.NoPiece {
			continue
		}
		child := s.keys.After(k, p, m)
		s.table.Prefetch(child) // while the move is made
		after := *p
		after.Play(m)
		score := -s.alphaBeta(&after, child, depth-1, ply+1, -beta, -alpha)
		if score > best {
			best, bestMove = score, m
		}
		alpha = max(alpha, best)
	}
	if ply == 0 {
		s.best = bestMove
	}

	n := node{move: bestMove, bound: exact, score: scoreToTable(best, ply), depth: int8(max(depth, 0))}
	switch {
	case best >= beta:
		n.bound = lower
	case best <= first:
		n.bound = upper
	}
	worth := 2 * bits.Len64(s.nodes-before) // what it took to find out
	if depth <= 0 {
		worth = 0 // quiescence must not flood the table
	}
	s.table.Store(k, n, worth)
	return best
}

// toFront brings the move from the table, if it is there, to the front of moves.
// A move that is not legal here, because another position has the same key, is
// thus never played.
func toFront(moves []zobrist.ChessMove, hit zobrist.ChessMove) {
	for i, m := range moves {
		if m == hit {
			moves[0], moves[i] = moves[i], moves[0]
		}
	}
}

func material(p *zobrist.ChessPosition) int {
	worth := [...]int{0, 100, 320, 330, 500, 900, 0}
	score := 0
	for _, piece := range p.Board {
		if piece >= zobrist.BlackPawn {
			score -= worth[piece-zobrist.BlackPawn+1]
		} else {
			score += worth[piece]
		}
	}
	if p.BlackToMove {
		return -score
	}
	return score
}

// A chess engine in a page: alpha-beta by iterative deepening, with the table.
// The table's entries have a bound and a depth; the best move is searched first
// when the position comes again; mates count from the node in the table and
// from the root in the search; entries of quiescence are worth 0.
func Example() {
	p, err := zobrist.ParseFEN("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	keys := zobrist.Polyglot()
	table, err := tt.New[node](1 << 20)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := searcher{keys: keys, table: table}
	s.table.NewSearch()
	for depth := 1; depth <= 5; depth++ {
		score := s.alphaBeta(&p, keys.Hash(&p), depth, 0, -mate, mate)
		if score > mateBound {
			fmt.Printf("depth %d: %v, mate in %d\n", depth, s.best, (mate-score+1)/2)
		} else {
			fmt.Printf("depth %d: %v, score %d\n", depth, s.best, score)
		}
	}
	// Output:
	// depth 1: f6f7, score -170
	// depth 2: f6f7, score 330
	// depth 3: f6f7, score 330
	// depth 4: f6a6, mate in 3
	// depth 5: f6a6, mate in 3
}
