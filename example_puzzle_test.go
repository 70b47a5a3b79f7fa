package zobrist_test

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tt"
)

// A slidingPuzzle is a position of the 8-puzzle: eight tiles and a blank on 3 x 3 cells.
type slidingPuzzle struct {
	tiles [9]uint8 // by cell, 0 for the blank
	blank uint8    // its cell
	key   zobrist.Key
}

// The blank is the empty piece: it has the number zero on every cell.
var puzzleKeys = zobrist.NewTable[uint8, uint8](9, 9, zobrist.NewSplitMix64(15), 0)

func newPuzzle(tiles [9]uint8, blank uint8) slidingPuzzle {
	return slidingPuzzle{tiles: tiles, blank: blank, key: puzzleKeys.Hash(tiles[:])}
}

// slide returns the position after the tile on a cell slides into the blank.
func (p slidingPuzzle) slide(from uint8) slidingPuzzle {
	tile := p.tiles[from]
	p.key = puzzleKeys.Move(p.key, from, p.blank, tile)
	p.tiles[p.blank] = tile
	p.tiles[from] = 0
	p.blank = from
	return p
}

// slides returns the cells whose tiles can slide.
func (p slidingPuzzle) slides() (cells []uint8) {
	row, column := p.blank/3, p.blank%3
	if column > 0 {
		cells = append(cells, p.blank-1)
	}
	if column < 2 {
		cells = append(cells, p.blank+1)
	}
	if row > 0 {
		cells = append(cells, p.blank-3)
	}
	if row < 2 {
		cells = append(cells, p.blank+3)
	}
	return cells
}

// distance is at most the number of moves to the goal: the tiles' distances from their cells.
func (p slidingPuzzle) distance() (sum int) {
	for cell, tile := range p.tiles {
		if tile != 0 {
			home := int(tile) - 1
			rows, columns := cell/3-home/3, cell%3-home%3
			sum += max(rows, -rows) + max(columns, -columns)
		}
	}
	return sum
}

// reach counts the positions that a breadth-first search reaches, and its depth.
func (p slidingPuzzle) reach() (positions, depth int) {
	var visited zobrist.KeySet
	visited.Add(p.key)
	for level := []slidingPuzzle{p}; ; depth++ {
		var next []slidingPuzzle
		for _, q := range level {
			for _, cell := range q.slides() {
				if after := q.slide(cell); visited.Add(after.key) {
					next = append(next, after)
				}
			}
		}
		if len(next) == 0 {
			return visited.Len(), depth
		}
		level = next
	}
}

// solvable reports whether the goal is at most that many moves away: a step of IDA*. The table has
// the number of moves that were too few for a position.
func (p slidingPuzzle) solvable(moves int, tooFew *tt.Table[uint8]) bool {
	distance := p.distance()
	if distance == 0 || distance > moves {
		return distance == 0
	}
	if few, ok := tooFew.Probe(p.key); ok && int(few) >= moves {
		return false
	}
	for _, cell := range p.slides() {
		if p.slide(cell).solvable(moves-1, tooFew) {
			return true
		}
	}
	tooFew.Store(p.key, uint8(moves), moves)
	return false
}

// A puzzle solver: breadth-first search with a [zobrist.KeySet], and IDA* with a table of package
// tt, which may forget.
func Example_puzzle() {
	goal := newPuzzle([9]uint8{1, 2, 3, 4, 5, 6, 7, 8, 0}, 8)
	fmt.Println(goal.reach())

	tooFew, err := tt.New[uint8](1 << 20)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer tooFew.Close()
	hardest := newPuzzle([9]uint8{8, 6, 7, 2, 5, 4, 3, 0, 1}, 7)
	moves := hardest.distance()
	for !hardest.solvable(moves, tooFew) {
		moves++
	}
	fmt.Println("solved in", moves, "moves")
	// Output:
	// 181440 31
	// solved in 31 moves
}
