package zobristtest_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A copiedGame has Clone and Load.
type copiedGame struct{ ticTacToe }

var (
	_ zobristtest.Cloner   = (*copiedGame)(nil)
	_ zobristtest.Loader   = (*copiedGame)(nil)
	_ zobristtest.Featurer = (*pouch)(nil)
	_ zobristtest.Failer   = (*remoteGame)(nil)
)

func (g *copiedGame) Clone() zobristtest.Game {
	c := *g
	c.line = slices.Clone(g.line) // otherwise the two share the array
	return &c
}

func (g *copiedGame) Load(position string) error {
	var t ticTacToe
	var board [9]int
	if _, err := fmt.Sscanf(position, "[%d %d %d %d %d %d %d %d %d]", &board[0], &board[1], &board[2],
		&board[3], &board[4], &board[5], &board[6], &board[7], &board[8]); err != nil {
		return err
	}
	for cell, mark := range board {
		if t.board[cell] = int8(mark); mark != 0 {
			t.line = append(t.line, cell)
		}
	}
	t.key = t.Recompute()
	g.ticTacToe = t
	return nil
}

func ExampleCloner() {
	game := &copiedGame{}
	clone := game.Clone()
	clone.Make(4)
	fmt.Println(game.Position())
	// Output: [0 0 0 0 0 0 0 0 0]
}

func ExampleLoader() {
	game, loaded := &copiedGame{}, &copiedGame{}
	game.Make(4)
	fmt.Println(loaded.Load(game.Position()), loaded.Key() == game.Key())
	fmt.Println(loaded.Load("x"))
	// Output:
	// <nil> true
	// input does not match format
}

// A pouch holds marbles of any colour, so it cannot list all keys.
type pouch struct{ held []string }

func marble(colour string) zobrist.Key {
	return zobrist.Key(zobrist.NewSplitMix64(1).Split(colour).At(0))
}

func (p *pouch) Features() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for _, colour := range p.held {
			if !yield(colour, marble(colour)) {
				return
			}
		}
	}
}

func ExampleFeaturer() {
	p := &pouch{held: []string{"red", "blue"}}
	for name, key := range p.Features() {
		fmt.Println(name, key)
	}
	// Output:
	// red 9469658937aa7ff4
	// blue c345a758dddf1a51
}

// A remoteGame is played by another program, which crashes at the first move.
type remoteGame struct {
	ticTacToe
	err error
}

func (g *remoteGame) Make(i int) { g.err = errors.New("the engine has crashed") }
func (g *remoteGame) Err() error { return g.err }

func ExampleFailer() {
	fmt.Println(zobristtest.Walk(&remoteGame{}, 3))
	// Output: at the start: Make(a1): the engine has crashed
}
