package zobrist_test

import (
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

func ExampleDisc() {
	fmt.Println(zobrist.BlackDisc, zobrist.BlackDisc.Opponent(), zobrist.NoDisc)
	// Output: Black White -
}

func ExampleDisc_String() {
	fmt.Println(zobrist.WhiteDisc.String(), zobrist.NoDisc.String())
	// Output: White -
}

func ExampleDisc_Opponent() {
	fmt.Println(zobrist.WhiteDisc.Opponent(), zobrist.NoDisc.Opponent())
	// Output: Black -
}

func ExampleOthelloStart() {
	fmt.Println(zobrist.OthelloStart())
	// Output: ---------------------------OX------XO--------------------------- X
}

func ExampleOthelloPosition_Moves() {
	p := zobrist.OthelloStart()
	for moves := p.Moves(); moves != 0; moves &= moves - 1 {
		fmt.Print(zobrist.Square(bits.TrailingZeros64(moves)), " ")
	}
	// Output: d3 c4 f5 e6
}

// A side that has no move passes. When neither side has a move, the game is
// over.
func ExampleOthelloPosition_Pass() {
	p := zobrist.OthelloPosition{Black: 1 << 7, White: 1 << 6, ToMove: zobrist.WhiteDisc}
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
func ExampleOthelloPosition() {
	o := zobrist.NewOthello(1)
	p := zobrist.OthelloStart()
	h := o.Hash(p)

	p.Pass()
	h ^= o.Side()
	fmt.Println(p)
	fmt.Println(h == o.Hash(p))
	// Output:
	// ---------------------------OX------XO--------------------------- O
	// true
}

func ExampleParseOthello() {
	// Number 40 of the FFO test, with its best moves.
	p, err := zobrist.ParseOthello("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; C7:+36;")
	fmt.Println(p.ToMove == zobrist.BlackDisc, err)
	fmt.Printf("%016x\n", p.Black)

	_, err = zobrist.ParseOthello("O--OOOOX X")
	fmt.Println(err)
	// Output:
	// true <nil>
	// 008080c0c48c8080
	// zobrist: Othello position "O--OOOOX X": character 9 is ' ', want X, O or - for a2
}

func ExampleOthelloPosition_String() {
	p := zobrist.OthelloPosition{Black: 1, White: 1 << 63, ToMove: zobrist.WhiteDisc}
	fmt.Println(p)
	// Output: X--------------------------------------------------------------O O
}

func ExampleOthelloPosition_Flips() {
	p := zobrist.OthelloStart()
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

func ExampleOthelloPosition_Play() {
	p := zobrist.OthelloStart()
	for _, name := range []string{"f5", "d6", "c3"} {
		at := must(zobrist.ParseSquare(name))
		p.Play(at)
	}
	fmt.Println(p)
	// Output: ------------------X--------XX------OXX-----O-------------------- O
}

func ExampleOthello() {
	o := zobrist.NewOthello(1)
	p := zobrist.OthelloStart()
	const f5 = zobrist.Square(37)
	h := o.Hash(p)
	fmt.Println(h)

	// Down the tree and back: the key follows the move.
	flipped := p.Flips(f5)
	h = o.After(h, p.ToMove, f5, flipped)
	before := p
	p.Play(f5)
	fmt.Println(h, h == o.Hash(p))

	p = before
	h = o.After(h, p.ToMove, f5, flipped)
	fmt.Println(h)
	// Output:
	// 85dbfbcd638ac03e
	// 659fdf911797dc74 true
	// 85dbfbcd638ac03e
}

func ExampleNewOthello() {
	a, b, c := zobrist.NewOthello(1), zobrist.NewOthello(1), zobrist.NewOthello(2)
	fmt.Println(a.Side() == b.Side(), a.Side() == c.Side())
	// Output: true false
}

func ExampleOthello_Hash() {
	o := zobrist.NewOthello(1)
	p := zobrist.OthelloStart()
	fmt.Println(o.Hash(p))
	// Output:
	// 85dbfbcd638ac03e
}

func ExampleOthello_After() {
	o := zobrist.NewOthello(1)
	p := zobrist.OthelloStart()
	const f5 = zobrist.Square(37)
	h := o.After(o.Hash(p), p.ToMove, f5, p.Flips(f5))
	p.Play(f5)
	fmt.Println(h == o.Hash(p))
	// Output: true
}

func ExampleOthello_Flip() {
	o := zobrist.NewOthello(1)
	const d4, e5 = 1 << 27, 1 << 36
	white := zobrist.OthelloPosition{White: d4 | e5, ToMove: zobrist.BlackDisc}
	black := zobrist.OthelloPosition{Black: d4 | e5, ToMove: zobrist.BlackDisc}
	fmt.Println(o.Hash(white)^o.Flip(d4|e5) == o.Hash(black))
	// Output: true
}

func ExampleOthello_Side() {
	o := zobrist.NewOthello(1)
	black := zobrist.OthelloPosition{Black: 1, ToMove: zobrist.BlackDisc}
	white := zobrist.OthelloPosition{Black: 1, ToMove: zobrist.WhiteDisc}
	fmt.Println(o.Hash(black)^o.Side() == o.Hash(white))
	// Output: true
}

// Compute the key of some discs from the table: here, of the corners.
func ExampleOthello_Discs() {
	o := zobrist.NewOthello(1)
	p := zobrist.OthelloPosition{Black: 1<<0 | 1<<28, White: 1 << 63, ToMove: zobrist.BlackDisc}
	corners := o.Discs().Key(0, zobrist.BlackDisc) ^ o.Discs().Key(63, zobrist.WhiteDisc)
	fmt.Println(o.Hash(p) == o.Discs().Toggle(corners, 28, zobrist.BlackDisc))
	// Output: true
}

func ExampleOthello_Keys() {
	for name, key := range zobrist.NewOthello(1).Keys() {
		fmt.Println(name, key)
		if name == "b1 White" {
			break
		}
	}
	// Output:
	// a1 Black c0459c32c6f832cc
	// a1 White e4977622d8091c6d
	// b1 Black 32d21f5577895499
	// b1 White 3f69a7e34fc1600c
}
