// Package openings makes opening books from games.
package openings

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/book"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/notation"
)

// A Maker makes a book of games in memory. Read, Play and Add may run at the same time, Read
// and Add in one goroutine each, and Play in any number.
type Maker struct {
	Games, Unfinished int // games with a result, and without

	keys     *zobrist.Chess
	maxPlies int
	start    string // of the next game, from a FEN tag; "" for the usual start
	counts   map[played]count
}

// A played is a move that was played in a position.
type played struct {
	key  zobrist.Key // by [zobrist.Polyglot]
	move chess.Move  // castling is king takes rook

	black bool // to move
}

// A Count has how often a move was played, and the points of the side that played it: 2 for a
// win, 1 for a draw.
type count struct{ games, points uint32 }

// NewMaker returns a Maker that takes the first maxPlies moves of each game.
func NewMaker(maxPlies int) *Maker {
	return &Maker{keys: zobrist.Polyglot(), maxPlies: maxPlies, counts: map[played]count{}}
}

// A Game is a line of the input: the moves of a game, in UCI notation, and its result.
type Game struct {
	start string // FEN
	line  string
}

// A Played is a game whose moves are legal.
type Played struct {
	moves        []played
	white, black uint32 // points
	unfinished   bool   // without a result, so its moves do not count
}

// Line reads, plays and counts a line.
func (m *Maker) Line(line string) error {
	g := m.Read(line)
	if g == nil {
		return nil
	}
	p, err := m.Play(g)
	if err != nil {
		return err
	}
	m.Add(p)
	return nil
}

// Read reads a line: a game, a PGN tag, a comment that begins with #, or nothing. A game has
// moves in UCI notation and a result, e2e4 e7e5 ... 1-0, as pgn-extract -Wuci writes it. The
// tag FEN sets the start of the next game; other tags are skipped. Read returns nil if the line
// is no game. It takes little time, because it leaves the line to Play.
func (m *Maker) Read(line string) *Game {
	line = strings.TrimSpace(line)
	if fen, ok := strings.CutPrefix(line, `[FEN "`); ok {
		m.start, _, _ = strings.Cut(fen, `"`)
		return nil
	}
	if line == "" || line[0] == '[' || line[0] == '#' {
		return nil
	}
	g := &Game{start: cmp.Or(m.start, chess.StartFEN), line: line}
	m.start = ""
	return g
}

// Play plays the moves of a game. An error has the number of the move.
func (m *Maker) Play(g *Game) (*Played, error) {
	words := strings.Fields(g.line)
	moves, result := words[:len(words)-1], words[len(words)-1]
	p := new(Played)
	switch result {
	case "1-0":
		p.white = 2
	case "1/2-1/2":
		p.white, p.black = 1, 1
	case "0-1":
		p.black = 2
	case "*":
		p.unfinished = true
		return p, nil
	default:
		return nil, fmt.Errorf("%q at the end of the game, want its result: "+
			"1-0, 0-1, 1/2-1/2 or *", lines.Excerpt(result))
	}
	var err error
	p.moves, err = m.play(g.start, moves[:min(len(moves), m.maxPlies)])
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Add counts a game and its moves.
func (m *Maker) Add(p *Played) {
	if p.unfinished {
		m.Unfinished++
		return
	}
	m.Games++
	for _, move := range p.moves {
		c := m.counts[move]
		c.games++
		if move.black {
			c.points += p.black
		} else {
			c.points += p.white
		}
		m.counts[move] = c
	}
}

func (m *Maker) play(start string, moves []string) (all []played, err error) {
	p, err := chess.ParseFEN(start)
	if err != nil {
		return nil, err
	}
	h := p.Hash(m.keys)
	for i, uci := range moves {
		move, err := notation.ParseMove(&p, uci)
		if err != nil {
			return nil, fmt.Errorf("move number %d: %s", i+1, notation.Plain(err))
		}
		all = append(all, played{h, kingTakesRook(&p, move), p.BlackToMove})
		h = p.After(m.keys, h, move)
		p.Play(move)
	}
	return all, nil
}

// kingTakesRook returns the move as it is in books, where the king castles by moving to the
// square of its rook.
func kingTakesRook(p *chess.Position, m chess.Move) chess.Move {
	isKing := p.Board[m.From].Kind() == zobrist.WhiteKing
	if !isKing || p.Castling == 0 {
		return m
	}
	for right := zobrist.WhiteShort; right <= zobrist.BlackLong; right <<= 1 {
		castles := chess.Move{From: m.From, To: p.Rook(right)}
		after, castled := *p, *p
		after.Play(m)
		castled.Play(castles)
		if castled == after {
			return castles
		}
	}
	return m
}

// Moves returns the number of different moves counted.
func (m *Maker) Moves() int { return len(m.counts) }

// Write writes the book. It leaves out moves with fewer than minGames games, or without
// points. The weight of a move is its points, as in Polyglot. Moves of the same weight are
// sorted by their from square, then by their to square, then by promotion, the lesser piece
// first. So the order of the games changes nothing.
func (m *Maker) Write(w io.Writer, minGames int) error {
	all := slices.SortedFunc(maps.Keys(m.counts), func(a, b played) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.move.From, b.move.From),
			cmp.Compare(a.move.To, b.move.To), cmp.Compare(a.move.Promotion, b.move.Promotion))
	})
	return book.Write(w, func(yield func(book.Entry) bool) {
		for _, p := range all {
			c := m.counts[p]
			if int64(c.games) < int64(minGames) {
				continue
			}
			for c.points > 0 { // too many for one entry; book.Write adds them up
				weight := min(c.points, math.MaxUint16)
				if !yield(book.Entry{Key: p.key, Move: p.move, Weight: uint16(weight)}) {
					return
				}
				c.points -= weight
			}
		}
	})
}
