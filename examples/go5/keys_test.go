package main

import (
	"fmt"
	"iter"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

func TestKeys(t *testing.T) {
	zobristtest.Run(t, func() zobristtest.Game { return newGame() })
}

// moves returns the legal moves.
func (g *game) moves() []int {
	var all []int
	for point := range cells {
		if g.legal(point) {
			all = append(all, point)
		}
	}
	return all
}

// These five methods are all that the test needs.

func (g *game) Key() zobrist.Key { return g.key() }

func (g *game) Recompute() zobrist.Key { return g.recompute() }

func (g *game) Moves() int { return len(g.moves()) }

func (g *game) Make(i int) { g.play(g.moves()[i]) }

func (g *game) Unmake() { g.undo() }

// With these four it checks more, and its messages name what is wrong.

func (g *game) After(i int) zobrist.Key { return g.after(g.moves()[i]) }

func (g *game) Position() string { return fmt.Sprint(g.board.Pieces(), g.toMove) }

func (g *game) MoveString(i int) string { return name(g.moves()[i]) }

func (g *game) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for point := range cells {
			if !yield(name(point)+" black", stones.Key(point, black)) {
				return
			}
			if !yield(name(point)+" white", stones.Key(point, white)) {
				return
			}
		}
		yield("side", side)
	}
}

// name returns the name of a point: name(0) is "a1".
func name(point int) string {
	return fmt.Sprintf("%c%c", 'a'+point%size, '1'+point/size)
}
