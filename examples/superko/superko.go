package main

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// A Rule says which repetitions a play may not make. Passes are always legal.
type Rule int

const (
	// Ko: a play may not restore the board before the opponent's last move. Longer
	// cycles are allowed.
	Ko Rule = iota
	// Positional superko: a play may not restore any earlier board.
	Positional
	// Situational superko: a play may not restore any earlier board with the same
	// player to move.
	Situational
)

func (r Rule) String() string {
	return [...]string{"simple ko", "positional superko", "situational superko"}[r]
}

// A Game is a board with turns, and the keys of all positions that occurred. Suicide is
// allowed.
type Game struct {
	*Board
	Rule   Rule
	ToMove Color

	history zobrist.History
}

// NewGame returns a game that starts with this board.
func NewGame(b *Board, rule Rule, toMove Color) *Game {
	g := &Game{Board: b, Rule: rule, ToMove: toMove}
	g.history.Push(g.key(b.Key, toMove))
	return g
}

// key returns the key of a position under the rule. It includes the player to move
// unless the rule is positional.
func (g *Game) key(board zobrist.Key, toMove Color) zobrist.Key {
	if toMove == White && g.Rule != Positional {
		return board ^ g.keys.Side
	}
	return board
}

// A Repetition is the error of a play that the rule forbids.
type Repetition struct {
	Move int // the last move that led to the position, 0 for the start
}

func (e *Repetition) Error() string {
	if e.Move == 0 {
		return "would repeat the position at the start"
	}
	return fmt.Sprintf("would repeat the position after move %d", e.Move)
}

var ErrOccupied = errors.New("is on a stone")

// Check returns the effects of a play on p by the player to move, and an error if the
// rules forbid it. It takes one look-up and compares no boards.
func (g *Game) Check(p Point) (Play, error) {
	if g.Stones[p] != Empty {
		return Play{}, ErrOccupied
	}
	play := g.Try(g.ToMove, p)
	plies, occurred := g.history.Ago(g.key(play.Key, g.ToMove.Opponent()))
	if occurred && (g.Rule != Ko || plies == 1) { // 1: the position before the opponent's move
		return play, &Repetition{g.history.Len() - 1 - plies}
	}
	return play, nil
}

// Play plays on p, or returns an error and changes nothing if the play is illegal.
func (g *Game) Play(p Point) error {
	play, err := g.Check(p)
	if err != nil {
		return err
	}
	g.Make(play)
	g.turn()
	return nil
}

// Pass gives the turn to the opponent.
func (g *Game) Pass() { g.turn() }

// turn ends a move. It always calls Push: in Go a board can recur after captures, so
// no move is irreversible, and superko compares all earlier boards.
func (g *Game) turn() {
	g.ToMove = g.ToMove.Opponent()
	g.history.Push(g.key(g.Key, g.ToMove))
}
