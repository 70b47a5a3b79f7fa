package racy

import (
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A game of one to three steps, up to 100 of them.
type game struct {
	at    int
	steps []int
	key   zobrist.Key
}

func keyOf(at int) zobrist.Key { return zobrist.Key(zobrist.NewSplitMix64(1).At(uint64(at))) }

func (g *game) Key() zobrist.Key       { return cached(g) }
func (g *game) Recompute() zobrist.Key { return keyOf(g.at) }
func (g *game) Moves() int             { return min(3, 100-g.at) }
func (g *game) Make(i int) {
	g.steps = append(g.steps, i+1)
	g.at += i + 1
}
func (g *game) Unmake() {
	last := len(g.steps) - 1
	g.at -= g.steps[last]
	g.steps = g.steps[:last]
}

func TestGame(t *testing.T) {
	zobristtest.Run(t, func() zobristtest.Game { return &game{} })
}
