package othello_test

import (
	"fmt"
	"log"
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/othello"
)

// must returns a value, or ends the program because of an error.
func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func ExamplePosition_Moves() {
	p := othello.Start()
	for moves := p.Moves(); moves != 0; moves &= moves - 1 {
		fmt.Print(zobrist.Square(bits.TrailingZeros64(moves)), " ")
	}
	// Output: d3 c4 f5 e6
}

// A side that has no move passes. When neither side has a move, the game is over.
func ExamplePosition_Pass() {
	p := othello.Position{Black: 1 << 7, White: 1 << 6, ToMove: zobrist.WhiteDisc}
	if p.Moves() == 0 {
		p.Pass()
	}
	fmt.Println(p.ToMove)
	fmt.Println(p.Play(5), p.Moves())
	// Output:
	// Black
	// true 0
}

// A pass changes the side to move, and changes the key by Side.
func ExamplePosition() {
	o := zobrist.NewOthello(1)
	p := othello.Start()
	h := p.Hash(o)

	p.Pass()
	h ^= o.Side()
	fmt.Println(p)
	fmt.Println(h == p.Hash(o))
	// Output:
	// ---------------------------OX------XO--------------------------- O
	// true
}

func ExampleParse() {
	// Number 40 of the FFO test, with its best moves.
	const board = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X--------"
	p, err := othello.Parse(board + " X; A2:+38; C7:+36;")
	fmt.Println(p.ToMove == zobrist.BlackDisc, err)
	fmt.Printf("%016x\n", p.Black)

	_, err = othello.Parse("O--OOOOX X")
	fmt.Println(err)
	// Output:
	// true <nil>
	// 008080c0c48c8080
	// zobrist: Othello position "O--OOOOX X": character 9 is ' ', want X, O or - for a2
}

func ExamplePosition_Flips() {
	p := othello.Start()
	for at := range zobrist.Square(64) {
		if flips := p.Flips(at); flips != 0 {
			fmt.Printf("%v flips %016x\n", at, flips)
		}
	}
	// Output:
	// d3 flips 0000000008000000
	// c4 flips 0000000008000000
	// f5 flips 0000001000000000
	// e6 flips 0000001000000000
}

func ExamplePosition_Play() {
	p := othello.Start()
	for _, name := range []string{"f5", "d6", "c3"} {
		at := must(zobrist.ParseSquare(name))
		p.Play(at)
	}
	fmt.Println(p)
	// Output: ------------------X--------XX------OXX-----O-------------------- O
}

func ExamplePosition_Hash() {
	fmt.Println(othello.Start().Hash(zobrist.NewOthello(1)))
	// Output: 85dbfbcd638ac03e
}

func ExamplePosition_After() {
	keys, p := zobrist.NewOthello(1), othello.Start()
	const f5 = zobrist.Square(37)
	h := p.After(keys, p.Hash(keys), f5)
	fmt.Println(h, p.Play(f5), h == p.Hash(keys))
	// Output: 659fdf911797dc74 true true
}
