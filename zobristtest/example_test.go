package zobristtest_test

import (
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// ticTacToe is the board under test: crosses (1) and noughts (2) in turn. If forgets is
// set, a move does not update the side to move in the key.
type ticTacToe struct {
	board   [9]int8
	line    []int
	key     zobrist.Key
	forgets bool
}

var (
	marks = zobrist.NewTable[int, int8](9, 3, zobrist.NewSplitMix64(3), 0)
	turn  = zobrist.Key(zobrist.NewSplitMix64(3).Split("turn").At(0)) // noughts to move
)

func (t *ticTacToe) Key() zobrist.Key { return t.key }

func (t *ticTacToe) Recompute() zobrist.Key {
	key := marks.Hash(t.board[:])
	if len(t.line)%2 == 1 {
		key ^= turn
	}
	return key
}

// empty returns the empty cells. Move i is the cell at index i.
func (t *ticTacToe) empty() []int {
	var cells []int
	for cell, mark := range t.board {
		if mark == 0 {
			cells = append(cells, cell)
		}
	}
	return cells
}

func (t *ticTacToe) Moves() int { return 9 - len(t.line) }

func (t *ticTacToe) Make(i int) {
	cell := t.empty()[i]
	mark := int8(1 + len(t.line)%2)
	t.board[cell] = mark
	t.key = marks.Toggle(t.key, cell, mark)
	if !t.forgets {
		t.key ^= turn
	}
	t.line = append(t.line, cell)
}

func (t *ticTacToe) Unmake() {
	cell := t.line[len(t.line)-1]
	t.line = t.line[:len(t.line)-1]
	t.key = marks.Toggle(t.key, cell, t.board[cell])
	if !t.forgets {
		t.key ^= turn
	}
	t.board[cell] = 0
}

// the board also shows whose turn it is
func (t *ticTacToe) Position() string { return fmt.Sprint(t.board) }

func (t *ticTacToe) MoveString(i int) string { return cellName(t.empty()[i]) }

func cellName(cell int) string { return string([]byte{"abc"[cell%3], "123"[cell/3]}) }

func (t *ticTacToe) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for cell := range 9 {
			if !yield(cellName(cell)+" x", marks.Key(cell, 1)) ||
				!yield(cellName(cell)+" o", marks.Key(cell, 2)) {
				return
			}
		}
		yield("noughts to move", turn)
	}
}

// ticTacToe has the methods of a Game, and Position, MoveString and Keys.
func ExampleGame() {
	var game zobristtest.Game = &ticTacToe{}
	fmt.Println(game.Moves(), game.Key())
	game.Make(4)
	fmt.Println(game.Moves(), game.Key() == game.Recompute())
	game.Unmake()
	fmt.Println(game.Moves(), game.Key())
	// Output:
	// 9 0000000000000000
	// 8 true
	// 9 0000000000000000
}

func ExampleWalk() {
	fmt.Println(zobristtest.Walk(&ticTacToe{}, 5))
	fmt.Println(zobristtest.Walk(&ticTacToe{forgets: true}, 5))
	// Output:
	// <nil>
	// key after a1: got 1d0b14e4db018fed, want cc1fc37420a836fd; wrong by: "noughts to move"
	//    wrong: 26,635 of 26,635 moves that change piece, side
	//    moves are counted from the first wrong one on
	//    (26,635 comparisons)
}

func ExamplePlayout() {
	for seed := range uint64(100) {
		if err := zobristtest.Playout(&ticTacToe{}, zobrist.NewSplitMix64(seed), 9); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("100 games are right")
	// Output: 100 games are right
}

func ExampleRun() {
	newGame := func() zobristtest.Game { return &ticTacToe{} }
	test := func(t *testing.T) { zobristtest.Run(t, newGame) } // TestZobrist, in a test file
	_ = test
}

func ExampleFuzz() {
	newGame := func() zobristtest.Game { return &ticTacToe{} }
	fuzz := func(f *testing.F) { zobristtest.Fuzz(f, newGame) } // FuzzZobrist, in a test file
	_ = fuzz
}

func ExampleExplain() {
	numbers := zobrist.NewChess(1)
	before, _ := chess.ParseFEN("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")
	after, _ := chess.ParseFEN("4k3/8/8/3P4/8/8/8/4K3 b - - 0 1")
	diff := before.Hash(numbers) ^ after.Hash(numbers)
	fmt.Printf("%q\n", zobristtest.Explain(diff, numbers.Keys()))
	fmt.Println(zobristtest.Explain(diff+1, numbers.Keys()) == nil)
	// Output:
	// ["e4 P" "d5 P" "d5 p" "side"]
	// true
}

func ExampleCheckKeys() {
	fmt.Println(zobristtest.CheckKeys(zobrist.Polyglot().Keys()))
	odd := func(yield func(string, zobrist.Key) bool) {
		for name, key := range zobrist.Polyglot().Keys() {
			if !yield(name, key|1) {
				return
			}
		}
	}
	problem, means, _ := strings.Cut(zobristtest.CheckKeys(odd).Error(), ": weak: ")
	fmt.Println(problem)
	fmt.Println(means)
	// Output:
	// <nil>
	// 1 bit uneven: bit 0 is set in 781 of 781 keys
	// an uneven bit tells positions apart less often than a random one
}
