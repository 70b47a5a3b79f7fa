// Package notation reads positions and games as people type them: a FEN, an EPD, a UCI
// command ("position startpos moves ..."), an Othello problem line, a transcript. Its errors
// suggest what the user probably meant.
package notation

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/othello"
)

// A Position is a [Chess] or an [Othello].
type Position interface {
	// String returns the FEN or the problem line.
	String() string
	// Next returns the position after a legal move or a pass.
	Next(move string) (Position, error)
	// ToMove names the side to move, then the other side.
	ToMove() (mover, other string)

	// read is [Parse] from the start of the game, which the Position is.
	read(text string, from Position) (Game, error)
}

// A Game is a position and the moves from there.
type Game struct {
	Start Position
	Moves []string // as written

	Follows bool // Start is the argument from of [Parse]
}

// A Step is a move and where it leads.
type Step struct {
	Move    string
	After   Position
	Implied bool // an Othello pass that the text omits
}

// Start returns the position at the start of chess or othello.
func Start(game string) (Position, error) {
	switch game {
	case "chess":
		return Chess{chess.Start()}, nil
	case "othello":
		return Othello{othello.Start()}, nil
	}
	return nil, fmt.Errorf("unknown game %q, want chess or othello", game)
}

// Parse reads a game of chess or othello: a position and optional moves. It takes
// time in proportion to the text. [Game.Steps] checks the moves.
//
// In chess, a position is a FEN, an EPD or startpos, and moves follow the word
// "moves". The words "position" and "fen" in front are optional.
//
// In Othello, a position is startpos or a problem line (see
// [github.com/zobrist-go/othello.Parse]), and moves are a transcript such as f5d6c3, with or
// without blanks. Passes may be left out, or written pa, ps or --. Text after a semicolon or
// a per cent sign is ignored.
//
// If from is not nil, a text of moves alone is played from that position.
func Parse(game, text string, from Position) (Game, error) {
	start, err := Start(game)
	if err != nil {
		return Game{}, err
	}
	g, err := start.read(text, from)
	return g, meant(err, text)
}

// Steps yields each step of the game. At a wrong move it yields an error with the number of
// the move, and stops.
func (g Game) Steps() iter.Seq2[Step, error] {
	return func(yield func(Step, error) bool) {
		p := g.Start
		number := 1
		for _, move := range g.Moves {
			after, err := p.Next(move)
			if o, ok := p.(Othello); ok && err != nil {
				passed := o
				if after, passed, err = o.nextAfterPass(move, err); err == nil &&
					!yield(Step{Move: Pass, After: passed, Implied: true}, nil) {
					return
				}
			}
			if err != nil {
				where := "move"
				if isPass(move) {
					where = "pass before move"
				}
				yield(Step{}, meant(fmt.Errorf("%s number %d: %s", where, number, Plain(err)),
					strings.Join(g.Moves, " ")))
				return
			}
			if p = after; !yield(Step{Move: move, After: p}, nil) {
				return
			}
			if !isPass(move) {
				number++
			}
		}
	}
}

// Play returns the positions of the game, from the start to the end, and the moves
// between them, with the passes that the text omits.
func (g Game) Play() (line []Position, moves []string, err error) {
	line = append(line, g.Start)
	for step, err := range g.Steps() {
		if err != nil {
			return nil, nil, err
		}
		line, moves = append(line, step.After), append(moves, step.Move)
	}
	return line, moves, nil
}

// Played parses a game and plays it.
func Played(game, text string) (line []Position, moves []string, err error) {
	g, err := Parse(game, text, nil)
	if err != nil {
		return nil, nil, err
	}
	return g.Play()
}

// meant adds a hint to an error if the text looks like PGN.
func meant(err error, text string) error {
	if err != nil && IsPGN(text) && !errors.As(err, new(pgnError)) {
		return pgnError{err}
	}
	return err
}

// PGNHint says what to do with PGN.
const PGNHint = "this is PGN: pgn-extract -Wuci converts it to lines of moves"

// A pgnError is an error in text that looks like PGN.
type pgnError struct{ error }

func (e pgnError) Unwrap() error { return e.error }

func (e pgnError) Error() string {
	return Plain(e.error) + " (" + PGNHint + ")"
}

// IsPGN reports whether a text has a move number such as 1. or 1.e4.
func IsPGN(text string) bool {
	return slices.ContainsFunc(strings.Fields(text[:min(len(text), 1000)]), func(word string) bool {
		number, _, dot := strings.Cut(word, ".")
		return dot && number != "" && strings.Trim(number, "0123456789") == ""
	})
}

// Plain returns an error's text without the library's name.
func Plain(err error) string { return strings.TrimPrefix(err.Error(), "zobrist: ") }

// Unquoted joins the arguments of a shell command with missing quotes. ok reports
// whether together they are one position, and not each is a position by itself.
func Unquoted(game string, words []string) (whole string, ok bool) {
	if len(words) < 2 || slices.ContainsFunc(words, func(word string) bool {
		return strings.ContainsAny(word, " \t\r\n")
	}) {
		return "", false
	}
	isPosition := func(text string) bool {
		_, _, err := Played(game, text)
		return err == nil
	}
	whole = strings.Join(words, " ")
	return whole, slices.ContainsFunc(words, func(word string) bool {
		return !isPosition(word)
	}) && isPosition(whole)
}
