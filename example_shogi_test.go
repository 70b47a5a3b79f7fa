package zobrist_test

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// In shogi there are 14 kinds of pieces, of which 7 can be held in hand, at most 18 of a kind.
const (
	shogiKinds = 14
	shogiHeld  = 7
	shogiMost  = 18
)

var (
	shogiSource  = zobrist.NewSplitMix64(81)
	shogiSquares = zobrist.NewTable[int, int8](
		81, 2*shogiKinds+1, shogiSource.Split("board"), 0)
	// A cell is a player's kind of piece in hand, and a piece is a count.
	shogiHands = zobrist.NewTable[int, int8](
		2*shogiHeld, shogiMost+1, shogiSource.Split("hands"), 0)
	shogiSide = shogiSource.Split("side").Key() // in the key when White is to move
)

type shogiGame struct {
	squares *zobrist.Board[int, int8]
	hands   *zobrist.Board[int, int8]
	white   bool // to move
	line    zobrist.History
	checks  []bool // checks[i] tells whether move i gave check, from 1 on
}

func newShogi(squares []int8) *shogiGame {
	g := &shogiGame{
		squares: zobrist.NewBoard(shogiSquares, squares),
		hands:   zobrist.NewBoard(shogiHands, make([]int8, 2*shogiHeld)),
		checks:  []bool{false},
	}
	g.line.Push(g.key())
	return g
}

func (g *shogiGame) key() zobrist.Key {
	h := g.squares.Key() ^ g.hands.Key()
	if g.white {
		h ^= shogiSide
	}
	return h
}

// move moves a piece, which becomes another if it is promoted. A captured piece goes to the hand.
func (g *shogiGame) move(from, to int, becomes int8, check bool) {
	captured := g.squares.Set(to, becomes)
	g.squares.Set(from, 0)
	if captured != 0 {
		g.hold(int(captured-1)%shogiKinds%shogiHeld, +1)
	}
	g.pass(check)
}

// drop puts a piece from the hand on a square.
func (g *shogiGame) drop(kind, to int) {
	piece := int8(kind + 1)
	if g.white {
		piece += shogiKinds
	}
	g.hold(kind, -1)
	g.squares.Set(to, piece)
	g.pass(false)
}

// hold changes how many pieces of a kind the side to move has in hand.
func (g *shogiGame) hold(kind int, by int8) {
	if g.white {
		kind += shogiHeld
	}
	g.hands.Set(kind, g.hands.At(kind)+by)
}

// pass ends a move.
func (g *shogiGame) pass(check bool) {
	g.white = !g.white
	g.line.Push(g.key())
	g.checks = append(g.checks, check)
}

// fourfold reports whether the position has occurred four times, and which side has given check
// with each of its moves since the first of them, and so loses: "Black", "White" or "nobody".
func (g *shogiGame) fourfold() (ok bool, loser string) {
	if g.line.Count(g.line.Last()) < 4 {
		return false, "nobody"
	}
	first := slices.Index(slices.Collect(g.line.All()), g.line.Last())
	always := [2]bool{true, true} // by side: odd moves are Black's
	for i := first + 1; i < len(g.checks); i++ {
		always[i%2] = always[i%2] && g.checks[i]
	}
	switch {
	case always[1]:
		return true, "Black"
	case always[0]:
		return true, "White"
	}
	return true, "nobody"
}

// A shogi engine: hands, drops, and fourfold repetition by perpetual check.
func Example_shogi() {
	const blackRook, blackPawn, whiteKing, whitePawn = 3, 1, 8 + shogiKinds, 1 + shogiKinds
	squares := make([]int8, 81)
	squares[40], squares[76], squares[10] = blackRook, whiteKing, whitePawn
	g := newShogi(squares)
	for range 3 {
		g.move(40, 39, blackRook, true) // check
		g.move(76, 75, whiteKing, false)
		g.move(39, 40, blackRook, true)
		g.move(75, 76, whiteKing, false)
	}
	fmt.Println(g.fourfold())

	g.move(40, 10, blackRook, false) // captures the pawn
	g.move(76, 75, whiteKing, false)
	g.drop(0, 50)
	want := newShogi(g.squares.Pieces())
	want.pass(false)
	fmt.Println(g.squares.At(50) == blackPawn, g.key() == want.key())
	// Output:
	// true Black
	// true true
}
