package main

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

const (
	size  = 5
	cells = size * size

	empty, black, white = 0, 1, 2
)

var (
	src    = zobrist.NewSplitMix64(2026)
	stones = zobrist.NewTable[int, int](cells, 3, src.Split("stones"), empty)
	side   = src.Split("side").Key() // in the key when White is to move

	canonical = zobrist.NewCanonical(stones, zobrist.SquareSymmetries[int](size))
)

// at returns the number of a point: at("a1") is 0, and at("e5") is 24.
func at(name string) int {
	return int(name[0]-'a') + size*int(name[1]-'1')
}

// sideKey returns what a player to move contributes to the key.
func sideKey(player int) zobrist.Key {
	if player == white {
		return side
	}
	return 0
}

func opponent(player int) int {
	return black + white - player
}

// A game is a board, the player to move, and what has happened.
type game struct {
	board  *zobrist.Board[int, int]
	toMove int
	past   [][]change // what each move changed
	seen   zobrist.History
}

func newGame() *game {
	g := &game{board: zobrist.NewBoard(stones, make([]int, cells)), toMove: black}
	g.seen.Push(g.key())
	return g
}

// key returns the key of the position.
func (g *game) key() zobrist.Key {
	return g.board.Key() ^ sideKey(g.toMove)
}

// recompute returns the key from scratch.
func (g *game) recompute() zobrist.Key {
	return stones.Hash(g.board.Pieces()) ^ sideKey(g.toMove)
}

// play puts a stone on a point, and takes the captured stones off.
func (g *game) play(point int) {
	var changes []change
	for _, captured := range g.captures(point) {
		changes = append(changes, change{captured, g.board.Set(captured, empty)})
	}
	changes = append(changes, change{point, g.board.Set(point, g.toMove)})
	g.toMove = opponent(g.toMove)
	g.past = append(g.past, changes)
	g.seen.Push(g.key())
}

// neighbours returns the points beside a point.
func neighbours(point int) []int {
	x, y := point%size, point/size
	var all []int
	if x > 0 {
		all = append(all, point-1)
	}
	if x < size-1 {
		all = append(all, point+1)
	}
	if y > 0 {
		all = append(all, point-size)
	}
	if y < size-1 {
		all = append(all, point+size)
	}
	return all
}

// group returns the stones of the group on a point, and whether it will still have a liberty
// when a stone stands on the point of the move.
func (g *game) group(point, move int) (members []int, alive bool) {
	members = []int{point}
	for i := 0; i < len(members); i++ {
		for _, next := range neighbours(members[i]) {
			if g.board.At(next) == empty && next != move {
				alive = true
			}
			if g.board.At(next) == g.board.At(point) && !slices.Contains(members, next) {
				members = append(members, next)
			}
		}
	}
	return members, alive
}

// captures returns the stones that a move captures.
func (g *game) captures(point int) []int {
	var captured []int
	for _, next := range neighbours(point) {
		if g.board.At(next) != opponent(g.toMove) || slices.Contains(captured, next) {
			continue // not the opponent's, or in the list already
		}
		members, alive := g.group(next, point)
		if !alive {
			captured = append(captured, members...)
		}
	}
	return captured
}

// after returns the key after a move, without making it.
func (g *game) after(point int) zobrist.Key {
	h := stones.Toggle(g.key(), point, g.toMove)
	for _, captured := range g.captures(point) {
		h = stones.Toggle(h, captured, opponent(g.toMove))
	}
	return h ^ side
}

type change struct{ point, old int }

// undo takes the last move back.
func (g *game) undo() {
	last := len(g.past) - 1
	for _, c := range slices.Backward(g.past[last]) {
		g.board.Set(c.point, c.old)
	}
	g.past = g.past[:last]
	g.toMove = opponent(g.toMove)
	g.seen.Pop()
}

// suicide reports whether a move would leave its own group without a liberty.
func (g *game) suicide(point int) bool {
	if len(g.captures(point)) > 0 {
		return false
	}
	for _, next := range neighbours(point) {
		if g.board.At(next) == empty {
			return false
		}
		if g.board.At(next) == g.toMove {
			_, alive := g.group(next, point)
			if alive {
				return false
			}
		}
	}
	return true
}

// legal reports whether the player may play on a point.
func (g *game) legal(point int) bool {
	return g.board.At(point) == empty && !g.suicide(point) && !g.seen.Contains(g.after(point))
}

// canonicalKey returns the same key for all images of a position.
func (g *game) canonicalKey() zobrist.Key {
	h, _ := canonical.Hash(g.board.Pieces())
	return h ^ sideKey(g.toMove)
}

// count adds the keys of all positions that follow from g after a number of moves.
func (g *game) count(moves int, keys, canonicalKeys *zobrist.KeySet) {
	if moves == 0 {
		keys.Add(g.key())
		canonicalKeys.Add(g.canonicalKey())
		return
	}
	for point := range cells {
		if g.legal(point) {
			g.play(point)
			g.count(moves-1, keys, canonicalKeys)
			g.undo()
		}
	}
}

func main() {
	for moves := 1; moves <= 3; moves++ {
		var keys, canonicalKeys zobrist.KeySet
		newGame().count(moves, &keys, &canonicalKeys)
		fmt.Println("moves:", moves, "positions:", keys.Len(),
			"without images:", canonicalKeys.Len())
	}
}
