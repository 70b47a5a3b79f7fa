package tt_test

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// The game is Breakthrough on a small board. A man moves one step forward, straight
// or diagonally, and captures diagonally. The first to reach the last row wins.
const width, height = 5, 6

const (
	empty = iota
	white // moves up the board
	black
)

type position struct {
	cells       [width * height]int
	blackToMove bool
	key         zobrist.Key
}

type move struct{ from, to uint8 }

var (
	stream  = zobrist.NewSplitMix64(2026)
	men     = zobrist.NewTable[int, int](width*height, 3, stream.Split("men"), empty)
	sideKey = stream.Split("side").Key()
)

func start() *position {
	var p position
	for i := range 2 * width {
		p.cells[i], p.cells[len(p.cells)-1-i] = white, black
	}
	p.key = men.Hash(p.cells[:])
	return &p
}

func (p *position) mover() (man, step int) {
	if p.blackToMove {
		return black, -width
	}
	return white, width
}

// over reports whether the last move won the game.
func (p *position) over() bool {
	return slices.Contains(p.cells[:width], black) || slices.Contains(p.cells[len(p.cells)-width:], white)
}

func (p *position) moves() (list []move) {
	man, step := p.mover()
	for from, there := range p.cells {
		for side := -1; there == man && side <= 1; side++ {
			to := from + step + side
			if to/width == (from+step)/width && to >= 0 && (p.cells[to] == empty || side != 0 && p.cells[to] != man) {
				list = append(list, move{uint8(from), uint8(to)})
			}
		}
	}
	return list
}

// after returns the key of the position after m. The key of an empty cell is zero,
// so captures need no branch.
func (p *position) after(m move) zobrist.Key {
	man, _ := p.mover()
	h := men.Toggle(p.key, int(m.to), p.cells[m.to])
	return men.Move(h, int(m.from), int(m.to), man) ^ sideKey
}

func (p *position) play(m move, key zobrist.Key) *position {
	next := *p
	next.cells[m.to], next.cells[m.from] = p.cells[m.from], empty
	next.blackToMove, next.key = !p.blackToMove, key
	return &next
}

// worth counts the men and how far they have come, for the side to move.
func (p *position) worth() (score int) {
	for cell, man := range p.cells {
		switch man {
		case white:
			score += 10 + cell/width
		case black:
			score -= 10 + height - 1 - cell/width
		}
	}
	if p.blackToMove {
		return -score
	}
	return score
}

// A win in n plies from the root has the score win - n.
const (
	win      = 30_000
	winBound = win - 256 // scores above this are wins
)

type bound uint8

const (
	upper bound = iota // the score is at most this: no move beat alpha
	lower              // the score is at least this: a move reached beta
	exact
)

// A node is the table's value for a position. It takes 6 of the 8 bytes.
type node struct {
	move  move // the best, or the one that reached beta
	score int16
	depth int8
	bound bound
}

type searcher struct {
	table *tt.Table[node]
	nodes int
	best  move // at the root
}

// scoreToTable counts the plies to a win from the node instead of the root, because
// another line may reach the node at another distance. scoreFromTable undoes that.
func scoreToTable(score, ply int) int16 {
	switch {
	case score > winBound:
		score += ply
	case score < -winBound:
		score -= ply
	}
	return int16(score)
}

func scoreFromTable(stored int16, ply int) int {
	score := int(stored)
	switch {
	case score > winBound:
		score -= ply
	case score < -winBound:
		score += ply
	}
	return score
}

// alphaBeta returns the score of p for the side to move. From depth 0 on it searches
// only captures (quiescence).
func (s *searcher) alphaBeta(p *position, depth, ply, alpha, beta int) int {
	s.nodes++
	before, first := s.nodes, alpha
	if p.over() {
		return ply - win
	}

	hit, ok := s.table.ProbeEntry(p.key)
	if ok && hit.Age > 0 {
		s.table.Store(p.key, hit.Value, hit.Worth) // still useful: its age is 0 now
	}
	if ok && int(hit.Value.depth) >= depth && ply > 0 {
		score := scoreFromTable(hit.Value.score, ply)
		switch b := hit.Value.bound; {
		case b == exact, b == lower && score >= beta, b == upper && score <= alpha:
			return score
		}
	}

	best, bestMove := -win, move{}
	if depth <= 0 {
		best = p.worth() // the side to move need not capture
		alpha = max(alpha, best)
	}
	moves := p.moves()
	if i := slices.Index(moves, hit.Value.move); ok && i > 0 {
		moves[0], moves[i] = moves[i], moves[0] // an illegal table move is never played
	}
	for _, m := range moves {
		if alpha >= beta {
			break
		}
		if depth <= 0 && p.cells[m.to] == empty {
			continue
		}
		key := p.after(m)
		s.table.Prefetch(key) // memory answers while play makes the move
		score := -s.alphaBeta(p.play(m, key), depth-1, ply+1, -beta, -alpha)
		if score > best {
			best, bestMove = score, m
		}
		alpha = max(alpha, best)
	}
	if ply == 0 {
		s.best = bestMove
	}

	n := node{bestMove, scoreToTable(best, ply), int8(max(depth, 0)), exact}
	switch {
	case best >= beta:
		n.bound = lower
	case best <= first:
		n.bound = upper
	}
	s.store(p.key, n, s.nodes-before)
	return best
}

// store stores n. A bound does not replace a node of the same position that cost more.
func (s *searcher) store(key zobrist.Key, n node, nodes int) {
	worth := 2 * bits.Len(uint(nodes)) // what losing n would cost
	if n.depth == 0 {
		worth = 0 // quiescence must not flood the table
	}
	if n.bound == exact {
		s.table.Store(key, n, worth)
	} else {
		s.table.StoreMax(key, n, worth)
	}
}

// This is a whole alpha-beta search with iterative deepening and the table. An entry
// has a score, a bound, a depth and the best move, which is tried first next time. In
// the table the distance to a win counts from the node, in the search from the root.
// Bounds do not replace entries that are worth more. An old entry that is found again becomes new.
func Example() {
	table, err := tt.New[node](16 << 20) // 16 MiB
	if err != nil {
		fmt.Println(err)
		return
	}
	s := searcher{table: table}
	p := start()
	for range 3 { // moves of the game
		s.table.NewSearch()
		score := 0
		for depth := 1; depth <= 6; depth++ {
			score = s.alphaBeta(p, depth, 0, -win, win)
		}
		fmt.Println(s.best.from, s.best.to, "score", score)
		p = p.play(s.best, p.after(s.best))
	}
	// A forced win: the number of plies must not depend on the content of the table.
	p.cells = [width * height]int{7: white, 8: white, 10: white, 22: black, 27: black, 29: black}
	p.key, p.blackToMove = men.Hash(p.cells[:]), false
	for depth := 1; depth <= 9; depth += 2 {
		score := s.alphaBeta(p, depth, 0, -win, win)
		if score > winBound {
			fmt.Println("depth", depth, "wins in", win-score, "plies by", s.best.from, s.best.to)
		} else {
			fmt.Println("depth", depth, "score", score)
		}
	}
	// Output:
	// 5 10 score 0
	// 20 15 score -1
	// 0 5 score 0
	// depth 1 score 4
	// depth 3 score 4
	// depth 5 wins in 5 plies by 10 15
	// depth 7 wins in 5 plies by 10 15
	// depth 9 wins in 5 plies by 10 15
}
