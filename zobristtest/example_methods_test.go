package zobristtest_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// With these assertions, a misspelt method does not compile.
var (
	_ zobristtest.Positioner   = (*ticTacToe)(nil)
	_ zobristtest.MoveStringer = (*ticTacToe)(nil)
	_ zobristtest.Keyer        = (*ticTacToe)(nil)
	_ zobristtest.Afterer      = tellingGame{}
	_ zobristtest.Nuller       = (*passingGame)(nil)
)

// A tellingGame returns the key after a move before the move is made.
type tellingGame struct{ *ticTacToe }

func (g tellingGame) After(i int) zobrist.Key {
	return marks.Toggle(g.key, g.empty()[i], int8(1+len(g.line)%2)) ^ turn
}

// A passingGame has a counter that two sides increase in turn. A side may pass. The
// key depends on the count and the side.
type passingGame struct {
	count, side int
}

func (g *passingGame) Key() zobrist.Key {
	return marks.Key(g.count, 1) ^ turn*zobrist.Key(g.side)
}
func (g *passingGame) Recompute() zobrist.Key { return g.Key() }
func (g *passingGame) Moves() int             { return min(1, 8-g.count) }
func (g *passingGame) Make(int)               { g.count++; g.side ^= 1 }
func (g *passingGame) Unmake()                { g.count--; g.side ^= 1 }
func (g *passingGame) Null() bool             { g.side ^= 1; return true }
func (g *passingGame) UndoNull()              { g.side ^= 1 }

func ExamplePositioner() {
	var game zobristtest.Positioner = &ticTacToe{}
	fmt.Println(game.Position())
	// Output: [0 0 0 0 0 0 0 0 0]
}

func ExampleMoveStringer() {
	var game zobristtest.MoveStringer = &ticTacToe{}
	fmt.Println(game.MoveString(4))
	// Output: b2
}

func ExampleKeyer() {
	var game zobristtest.Keyer = &ticTacToe{}
	for name, key := range game.Keys() {
		fmt.Println(name, key)
		break
	}
	// Output: a1 x 1d0b14e4db018fed
}

func ExampleAfterer() {
	game := tellingGame{&ticTacToe{}}
	told := game.After(4)
	game.Make(4)
	fmt.Println(told == game.Key())
	// Output: true
}

func ExampleNuller() {
	game := &passingGame{}
	fmt.Println(game.Null())
	fmt.Println(game.Key() == turn^marks.Key(0, 1))
	game.UndoNull()
	fmt.Println(zobristtest.Walk(game, 9))
	// Output:
	// true
	// true
	// <nil>
}

// This Config plays the same games in every run, for an engine with an undo stack of
// 128 plies.
func ExampleConfig() {
	newGame := func() zobristtest.Game { return &ticTacToe{} }
	config := zobristtest.Config{Games: 100, Seed: 1, Plies: 128}
	test := func(t *testing.T) { config.Run(t, newGame) }  // TestZobrist, in a test file
	fuzz := func(f *testing.F) { config.Fuzz(f, newGame) } // FuzzZobrist, in a test file
	_, _ = test, fuzz
}

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
	if _, err := fmt.Sscanf(position, "[%d %d %d %d %d %d %d %d %d]", &board[0], &board[1],
		&board[2],
		&board[3], &board[4], &board[5], &board[6], &board[7], &board[8]); err != nil {
		return err
	}
	for cell, mark := range board {
		t.board[cell] = int8(mark)
		if mark != 0 {
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
