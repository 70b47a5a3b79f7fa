// Package openings makes opening books from games. The command makes a book in
// memory, and a pipeline on many machines writes the same bytes.
package openings

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// A Game is a game of chess, read from one line of text.
type Game struct {
	Start    string   // a FEN, or empty for the usual start
	Moves    []string // as in UCI
	Finished bool     // false for the result *
	White    uint32   // White's points: 2 for a win, 1 for a draw
}

// Parse reads a line of moves in UCI notation and a result, e2e4 e7e5 ... 1-0, as
// pgn-extract -Wuci writes it. [Game.Count] checks the moves.
func Parse(line string) (Game, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return Game{}, errors.New("no game, want moves and a result")
	}
	last := len(words) - 1
	g := Game{Moves: words[:last], Finished: true}
	switch words[last] {
	case "1-0":
		g.White = 2
	case "1/2-1/2":
		g.White = 1
	case "0-1":
	case "*":
		g.Finished = false
	default:
		return Game{}, fmt.Errorf("%q at the end of the game, want its result: 1-0, 0-1, 1/2-1/2 or *", lines.Excerpt(words[last]))
	}
	return g, nil
}

// A Played is a move that was played in a position.
type Played struct {
	Key  zobrist.Key       // by [zobrist.Polyglot]
	Move zobrist.ChessMove // castling is king takes rook
}

// A Count has how often a move was played, and the points it scored.
type Count struct {
	Games  uint32
	Points uint32 // of the side that played it: 2 for a win, 1 for a draw
}

// Add returns the sum of two counts.
func (c Count) Add(d Count) Count { return Count{c.Games + d.Games, c.Points + d.Points} }

// Count plays the first plies moves of a game, and returns the count of each, in
// order. A move that occurs twice is returned twice. An unfinished game returns
// nothing. An error has the number of the move.
func (g Game) Count(keys *zobrist.Chess, plies int) ([]Played, []Count, error) {
	if !g.Finished {
		return nil, nil, nil
	}
	start := g.Start
	if start == "" {
		start = zobrist.StartFEN
	}
	p, err := zobrist.ParseFEN(start)
	if err != nil {
		return nil, nil, err
	}
	n := min(len(g.Moves), plies)
	played, counts := make([]Played, n), make([]Count, n)
	h := keys.Hash(&p)
	for i, uci := range g.Moves[:n] {
		m, err := notation.ParseMove(&p, uci)
		if err != nil {
			return nil, nil, fmt.Errorf("move number %d: %s", i+1, notation.Plain(err))
		}
		played[i] = Played{h, kingTakesRook(&p, m)}
		counts[i] = Count{1, g.White}
		if p.BlackToMove {
			counts[i].Points = 2 - g.White
		}
		h = keys.After(h, &p, m)
		p.Play(m)
	}
	return played, counts, nil
}

// kingTakesRook returns the legal move m as it is in books, where the king castles by
// moving to the square of its rook.
func kingTakesRook(p *zobrist.ChessPosition, m zobrist.ChessMove) zobrist.ChessMove {
	if piece := p.Board[m.From]; piece != zobrist.WhiteKing && piece != zobrist.BlackKing {
		return m
	}
	after := *p
	after.Play(m)
	for i := range 4 {
		if p.Castling>>i&1 == 0 || (i >= 2) != p.BlackToMove {
			continue
		}
		to := zobrist.ChessMove{From: m.From, To: p.Rook(1 << i)}
		castled := *p
		if castled.Play(to); castled == after {
			return to
		}
	}
	return m
}

// Write writes a book of the counted moves. It leaves out moves with fewer than
// minGames games, or without points. The weight of a move is its points, as in
// Polyglot. counts yields each move once, in any order; the book is the same. Moves of
// the same weight are sorted by their from square, then by their to square, then by
// promotion, the lesser piece first.
func Write(w io.Writer, counts iter.Seq2[Played, Count], minGames int) error {
	type counted struct {
		Played
		points uint32
	}
	var kept []counted
	for p, c := range counts {
		if uint64(c.Games) >= uint64(max(minGames, 0)) && c.Points > 0 {
			kept = append(kept, counted{p, c.Points})
		}
	}
	slices.SortFunc(kept, func(a, b counted) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Move.From, b.Move.From),
			cmp.Compare(a.Move.To, b.Move.To), cmp.Compare(a.Move.Promotion, b.Move.Promotion))
	})
	return book.Write(w, func(yield func(zobrist.Key, book.Entry) bool) {
		for _, c := range kept {
			for points := c.points; points > 0; { // too large for one entry; book.Write adds them up
				weight := min(points, math.MaxUint16)
				if !yield(c.Key, book.Entry{Move: c.Move, Weight: uint16(weight)}) {
					return
				}
				points -= weight
			}
		}
	})
}
