// Fortress searches chess positions in which the players move to and fro.
//
// A search sees a repetition when it has made the move that repeats the position.
// zobrist.Reversals.Upcoming sees it one ply before. The program prints the nodes with and
// without it: until a search sees that a perpetual check is a draw, and of a search of a
// fortress, in which nobody can make progress.
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
	"os"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen" // for your moves, use your own
)

func main() { run(os.Stdout, 16) }

const (
	perpetual = "6k1/5p1p/8/6Q1/8/8/rr4PP/b6K b - - 0 1"
	fortress  = "8/8/8/1k1p1p1p/pPpPpPpP/P1P1P1P1/1B2K3/8 w - - 0 1"
	corner    = "k7/8/2K5/8/8/8/8/7R w - - %d 80" // Kc7 Ka7 Ra1 is mate
	mate      = 10_000
)

// run searches the fortress so many plies deep.
func run(out io.Writer, depth int) {
	with := map[bool]string{false: "without", true: "with"}
	for _, upcoming := range []bool{false, true} {
		s, t := newSearch(), newSearch()
		s.upcoming, t.upcoming = upcoming, upcoming
		plies, score := s.position(perpetual, 20, 0)
		fmt.Fprintf(out, "%s Upcoming\n  perpetual check: score %d after %d plies, %d nodes\n", with[upcoming], score, plies, s.nodes)
		plies, score = t.position(fortress, depth, mate)
		fmt.Fprintf(out, "  fortress: score %d after %d plies, %d nodes\n", score, plies, t.nodes)
	}
	for _, clock := range []bool{false, true} {
		s := newSearch()
		s.clock = clock
		_, before := s.position(fmt.Sprintf(corner, 60), 4, mate)
		_, after := s.position(fmt.Sprintf(corner, 98), 4, mate)
		fmt.Fprintf(out, "%s ClockKey\n  a mate in 3 plies: score %d when the halfmove clock is 60, then %d when it is 98\n", with[clock], before, after)
	}
}

// A search is a plain alpha-beta search with a transposition table.
type search struct {
	upcoming, clock bool // use these
	keys            *zobrist.Chess
	reversals       *zobrist.Reversals
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

func newSearch() *search {
	keys := zobrist.NewChess(1)
	return &search{keys: keys, reversals: keys.Reversals(), table: map[zobrist.Key]entry{}}
}

// position searches a position for each depth, until it has the score wanted.
func (s *search) position(fen string, depth, wanted int) (plies, score int) {
	p, err := chess.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	s.line.Reset()
	s.line.Push(p.Hash(s.keys))
	for score = wanted + 1; plies < depth && score != wanted; {
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
			if ago, ok := s.reversals.Upcoming(&s.line, occupied(p), p.BlackToMove); ok && ago < ply {
				if alpha = 0; alpha >= beta {
					return 0 // a draw at least
				}
			}
		}
	}
	moves := movegen.Legal(p)
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
	if ok && ply > 0 && known.depth >= depth &&
		(known.bound == 0 || known.bound > 0 && known.score >= beta || known.bound < 0 && known.score <= alpha) {
		return known.score
	}
	slices.SortStableFunc(moves, func(a, b chess.Move) int { return cmp.Compare(rank(p, b, known.best), rank(p, a, known.best)) })
	best := entry{depth: depth, score: -mate, bound: -1}
	for _, m := range moves {
		next := *p
		h := p.After(s.keys, s.line.Last(), m)
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
	zobrist.WhitePawn: 100, zobrist.WhiteKnight: 300, zobrist.WhiteBishop: 300, zobrist.WhiteRook: 500, zobrist.WhiteQueen: 900,
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
	for s, piece := range p.Board {
		if piece != zobrist.NoPiece {
			squares |= 1 << s
		}
	}
	return squares
}
