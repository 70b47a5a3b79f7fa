package zobrist_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

func ExampleDisc() {
	fmt.Println(zobrist.BlackDisc, zobrist.BlackDisc.Opponent(), zobrist.NoDisc)
	// Output: Black White -
}

func ExampleOthello() {
	o := zobrist.NewOthello(1)
	const d4, e4, d5, e5, f5 = 27, 28, 35, 36, 37
	black, white := uint64(1<<e4|1<<d5), uint64(1<<d4|1<<e5)
	h := o.Hash(black, white, zobrist.BlackDisc)
	fmt.Println(h)

	// Down the tree and back: Black plays on f5 and flips e5.
	h = o.After(h, zobrist.BlackDisc, f5, 1<<e5)
	fmt.Println(h, h == o.Hash(black|1<<f5|1<<e5, white^1<<e5, zobrist.WhiteDisc))
	h = o.After(h, zobrist.BlackDisc, f5, 1<<e5)
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
	fmt.Println(o.Hash(1<<28|1<<35, 1<<27|1<<36, zobrist.BlackDisc)) // the start: discs on d4 to e5
	// Output: 85dbfbcd638ac03e
}

func ExampleOthello_After() {
	o := zobrist.NewOthello(1)
	h := o.Hash(1<<28|1<<35, 1<<27|1<<36, zobrist.BlackDisc)
	fmt.Println(o.After(h, zobrist.BlackDisc, 37, 1<<36))
	// Output: 659fdf911797dc74
}

func ExampleOthello_Flip() {
	o := zobrist.NewOthello(1)
	const d4, e5 = 1 << 27, 1 << 36
	white := o.Hash(0, d4|e5, zobrist.BlackDisc)
	black := o.Hash(d4|e5, 0, zobrist.BlackDisc)
	fmt.Println(white^o.Flip(d4|e5) == black)
	// Output: true
}

// Compute the key of some discs from the table: here, of the corners.
func ExampleOthello_Table() {
	o := zobrist.NewOthello(1)
	corners := o.Table().Key(0, zobrist.BlackDisc) ^ o.Table().Key(63, zobrist.WhiteDisc)
	withE4 := o.Table().Toggle(corners, 28, zobrist.BlackDisc)
	fmt.Println(withE4 == o.Hash(1<<0|1<<28, 1<<63, zobrist.BlackDisc))
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

// The four first moves lead to images of one position, so they have one canonical key. A game
// in which White begins leads to the same four with the colours exchanged. If the discs of the
// side to move count as black ones, these have the same canonical key too.
func ExampleOthello_Canonical() {
	keys := zobrist.NewOthello(1)
	const d4, e4, d5, e5 = 1 << 27, 1 << 28, 1 << 35, 1 << 36
	images, exchanged := map[zobrist.Key]int{}, map[zobrist.Key]int{}
	for _, mover := range []uint64{
		1<<19 | d4 | e4 | d5, 1<<26 | d4 | e4 | d5, 1<<37 | e5 | e4 | d5, 1<<44 | e5 | e4 | d5,
	} {
		other := (d4 | e5) &^ mover
		k, _ := keys.Canonical(mover, other, zobrist.WhiteDisc) // Black has moved
		images[k]++
		// White is to move, so its discs are passed as black.
		ofWhite, _ := keys.Canonical(other, mover, zobrist.BlackDisc)
		exchanged[ofWhite]++
	}
	fmt.Println(len(images), len(exchanged))
	// Output: 1 1
}
