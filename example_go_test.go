package zobrist_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

const goSize = 9

const (
	goEmpty uint8 = iota
	goBlack
	goWhite
)

var (
	goSource    = zobrist.NewSplitMix64(361)
	goStones    = zobrist.NewTable[int](goSize*goSize, 3, goSource.Split("stones"), goEmpty)
	goCanonical = zobrist.NewCanonical(goStones, zobrist.SquareSymmetries[int](goSize))
)

type goGame struct {
	board   *zobrist.Board[int, uint8]
	scratch *zobrist.Board[int, uint8]
	seen    zobrist.History
}

func newGoGame() *goGame {
	empty := make([]uint8, goSize*goSize)
	g := &goGame{
		board:   zobrist.NewBoard(goStones, empty),
		scratch: zobrist.NewBoard(goStones, empty),
	}
	g.seen.Push(g.board.Key())
	return g
}

func goNeighbours(point int) (points []int) {
	row, column := point/goSize, point%goSize
	if column > 0 {
		points = append(points, point-1)
	}
	if column < goSize-1 {
		points = append(points, point+1)
	}
	if row > 0 {
		points = append(points, point-goSize)
	}
	if row < goSize-1 {
		points = append(points, point+goSize)
	}
	return points
}

// goChain returns the chain of the stone on a point, and whether it has a liberty.
func goChain(b *zobrist.Board[int, uint8], point int) (chain []int, free bool) {
	chain = []int{point}
	for i := 0; i < len(chain); i++ {
		for _, near := range goNeighbours(chain[i]) {
			switch {
			case b.At(near) == goEmpty:
				free = true
			case b.At(near) == b.At(point) && !slices.Contains(chain, near):
				chain = append(chain, near)
			}
		}
	}
	return chain, free
}

// try plays a stone on the scratch board. The board of the game does not change.
func (g *goGame) try(point int, stone uint8) error {
	g.scratch.CopyFrom(g.board)
	if g.scratch.Set(point, stone) != goEmpty {
		return errors.New("occupied")
	}
	opponent := goBlack + goWhite - stone
	for _, near := range goNeighbours(point) {
		if g.scratch.At(near) != opponent {
			continue
		}
		if chain, free := goChain(g.scratch, near); !free {
			for _, captured := range chain {
				g.scratch.Set(captured, goEmpty) // a second time would do no harm
			}
		}
	}
	if _, free := goChain(g.scratch, point); !free {
		return errors.New("suicide")
	}
	if g.seen.Contains(g.scratch.Key()) {
		return errors.New("superko")
	}
	return nil
}

// play plays a stone.
func (g *goGame) play(point int, stone uint8) error {
	if err := g.try(point, stone); err != nil {
		return err
	}
	g.board, g.scratch = g.scratch, g.board
	g.seen.Push(g.board.Key())
	return nil
}

// candidate returns the canonical key after a move that is not played.
func (g *goGame) candidate(point int, stone uint8) (zobrist.Key, error) {
	err := g.try(point, stone)
	k, _ := goCanonical.Hash(g.scratch.Pieces())
	return k, err
}

// A Go program: captures, positional superko checked before the move, and one key for the mirror
// images of a candidate move.
func Example_go() {
	g := newGoGame()
	different := map[zobrist.Key]bool{}
	for point := range goSize * goSize {
		k, err := g.candidate(point, goBlack)
		if err != nil {
			fmt.Println(err)
		}
		different[k] = true
	}
	fmt.Println(len(different), "different first moves")

	for i, point := range []int{1, 2, 9, 12, 19, 20, 11, 10} { // a ko
		if err := g.play(point, goBlack+uint8(i%2)); err != nil {
			fmt.Println(point, err)
		}
	}
	fmt.Println("retake at once:", g.play(11, goBlack))
	fmt.Println("elsewhere:", g.play(80, goBlack), g.play(79, goWhite))
	fmt.Println("retake now:", g.play(11, goBlack))
	// Output:
	// 15 different first moves
	// retake at once: superko
	// elsewhere: <nil> <nil>
	// retake now: <nil>
}
