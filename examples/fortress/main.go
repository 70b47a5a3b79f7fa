// Fortress searches chess positions in which the players move to and fro.
//
// A search sees a repetition when it has made the move that repeats the position.
// zobrist.Reversals.Upcoming sees it one ply before. The program prints the nodes with and
// without it: until a search sees that a perpetual check is a draw, and of a search of a
// fortress, in which nobody can make progress. How many nodes a search takes depends on the
// order of the moves, so it searches with several random orders.
//
//	go run ./examples/fortress
//
// It also asks for a mate that comes too late for the draw by fifty moves, when the
// transposition table has the same position with more time. Without zobrist.ClockKey in
// the key of each probe, the table answers with the mate.
package main

import (
	"cmp"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
)

func main() { run(os.Stdout, 12, 12) }

const (
	perpetual = "6k1/5p1p/8/6Q1/8/8/rr4PP/b6K b - - 0 1"
	fortress  = "8/8/8/1k1p1p1p/pPpPpPpP/P1P1P1P1/1B2K3/8 w - - 0 1"
	corner    = "k7/8/2K5/8/8/8/8/7R w - - %d 80" // Kc7 Ka7 Ra1 is mate
	mate      = 10_000
)

// run prints what Upcoming and ClockKey change. It tries so many random orders of the moves, and
// searches the fortress so many plies deep.
func run(out io.Writer, orders, depth int) {
	fmt.Fprintln(out, "Upcoming sees a draw by repetition one ply before the move that repeats.")
	fmt.Fprintf(out, "Nodes are averages of %d random orders of the moves.\n", orders)
	fmt.Fprintln(out)
	fmt.Fprintln(out, "A perpetual check, searched ever deeper until the score is a draw:")
	for _, upcoming := range []bool{false, true} {
		a := searchAll(perpetual, orders, upcoming, 20, 0)
		fmt.Fprintf(out, "  %s Upcoming: %d to %d plies, %d nodes\n",
			with(upcoming), a.fewest, a.most, a.nodes)
	}
	fmt.Fprintf(out, "A fortress that nobody can break, searched %d plies deep. White is ahead,\n"+
		"so it does not look for a draw, and Upcoming hardly matters:\n", depth)
	for _, upcoming := range []bool{false, true} {
		a := searchAll(fortress, orders, upcoming, depth, mate)
		fmt.Fprintf(out, "  %s Upcoming: %d nodes\n", with(upcoming), a.nodes)
	}

	fmt.Fprintln(out)
	fmt.Fprintln(out, "ClockKey tells positions apart in the table by their halfmove clock.")
	fmt.Fprintln(out)
	fmt.Fprintln(out, "A mate in 3 plies, searched 40 plies before the draw by fifty moves,")
	fmt.Fprintln(out, "then 2 plies before it, with the same table:")
	for _, clock := range []bool{false, true} {
		s := newSearch(0)
		s.clock = clock
		_, early := s.position(fmt.Sprintf(corner, 60), 4, mate)
		_, late := s.position(fmt.Sprintf(corner, 98), 4, mate)
		fmt.Fprintf(out, "  %s ClockKey: %s, then %s\n", with(clock), result(early), result(late))
	}
}

// averages are of searches with different orders of the moves.
type averages struct {
	fewest, most int // plies
	nodes        int
}

func searchAll(fen string, orders int, upcoming bool, depth, wanted int) (a averages) {
	a.fewest = depth
	for i := range orders {
		s := newSearch(uint64(i))
		s.upcoming = upcoming
		plies, _ := s.position(fen, depth, wanted)
		a.fewest = min(a.fewest, plies)
		a.most = max(a.most, plies)
		a.nodes += s.nodes
	}
	a.nodes /= orders
	return a
}

func with(feature bool) string {
	if feature {
		return "with   "
	}
	return "without"
}

func result(score int) string {
	switch {
	case score == 0:
		return "a draw"
	case score > mate/2:
		return fmt.Sprintf("a mate in %d plies", mate-score)
	}
	return fmt.Sprintf("score %d", score)
}

// A search is a plain alpha-beta search with a transposition table.
type search struct {
	upcoming, clock bool // use these
	z               *zobrist.Chess
	reversals       *zobrist.Reversals
	order           *rand.Rand
	line            zobrist.History
	table           map[zobrist.Key]entry
	nodes           int
}

// An entry has the result of a search: score is exact, or a bound.
type entry struct {
	depth, score int
	bound        int // -1: at most score, 1: at least score, 0: exact
	best         chess.Move
}

// answers reports whether the score is enough for a search between alpha and beta.
func (e entry) answers(alpha, beta int) bool {
	switch {
	case e.bound < 0:
		return e.score <= alpha
	case e.bound > 0:
		return e.score >= beta
	}
	return true
}

// newSearch returns a search whose order of moves depends on a seed.
func newSearch(seed uint64) *search {
	z := zobrist.NewChess(1)
	return &search{
		z:         z,
		reversals: z.Reversals(),
		order:     rand.New(zobrist.NewSplitMix64(seed)),
		table:     map[zobrist.Key]entry{},
	}
}

// position searches a position for each depth, until it has the score wanted.
func (s *search) position(fen string, depth, wanted int) (plies, score int) {
	p, err := chess.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	s.line.Reset()
	s.line.Push(p.Hash(s.z))
	score = wanted + 1
	for plies < depth && score != wanted {
		plies++
		score = s.negamax(&p, plies, 0, -mate, mate)
	}
	return plies, score
}

// negamax returns the score of p for the side to move. The key of p is the last of the line.
func (s *search) negamax(p *chess.Position, depth, ply, alpha, beta int) int {
	s.nodes++
	if ply > 0 {
		if ago, count := s.line.Repeats(); ago > 0 && ago < ply || count >= 3 {
			return 0
		}
		if s.upcoming && alpha < 0 {
			ago, ok := s.reversals.Upcoming(&s.line, occupied(p), p.BlackToMove)
			if ok && ago < ply {
				alpha = 0 // a draw at least
			}
			if alpha >= beta {
				return 0
			}
		}
	}
	moves := slices.Collect(p.Moves())
	s.order.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	switch {
	case len(moves) == 0 && p.InCheck():
		return ply - mate
	case len(moves) == 0 || p.HalfmoveClock >= 100:
		return 0
	case depth == 0:
		return material(p)
	}
	key := s.line.Last()
	if s.clock {
		key ^= zobrist.ClockKey(p.HalfmoveClock) // only here: the line has the key itself
	}
	known, ok := s.table[key]
	if ok && ply > 0 && known.depth >= depth && known.answers(alpha, beta) {
		return known.score
	}
	slices.SortStableFunc(moves, func(a, b chess.Move) int {
		return cmp.Compare(rank(p, b, known.best), rank(p, a, known.best))
	})
	best := entry{depth: depth, score: -mate, bound: -1}
	for _, m := range moves {
		next := *p
		h := p.After(s.z, s.line.Last(), m)
		if p.Irreversible(m) {
			s.line.PushIrreversible(h)
		} else {
			s.line.Push(h)
		}
		next.Play(m)
		score := -s.negamax(&next, depth-1, ply+1, -beta, -alpha)
		s.line.Pop()
		if score > best.score {
			best.score, best.best = score, m
		}
		if score > alpha {
			alpha, best.bound = score, 0
		}
		if alpha >= beta {
			best.bound = 1
			break
		}
	}
	s.table[key] = best
	return best.score
}

// rank orders moves: the best of an earlier search, then captures, then others.
func rank(p *chess.Position, m, best chess.Move) int {
	if m == best {
		return mate
	}
	return values[p.Board[m.To].Kind()]
}

var values = map[zobrist.ChessPiece]int{
	zobrist.WhitePawn: 100, zobrist.WhiteKnight: 300, zobrist.WhiteBishop: 300,
	zobrist.WhiteRook: 500, zobrist.WhiteQueen: 900,
}

// material returns what the side to move has more than the other.
func material(p *chess.Position) (sum int) {
	for _, piece := range p.Board {
		if piece != zobrist.NoPiece && piece.Black() == p.BlackToMove {
			sum += values[piece.Kind()]
		} else {
			sum -= values[piece.Kind()]
		}
	}
	return sum
}

func occupied(p *chess.Position) (squares uint64) {
	white, black := p.Bitboards()
	for kind := range white {
		squares |= white[kind] | black[kind]
	}
	return squares
}
