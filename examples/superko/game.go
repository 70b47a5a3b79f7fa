package main

import (
	"math"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Rule says which repetitions a play may not make. Passes are always legal.
type Rule int

const (
	// Ko: a play may not restore the board before the opponent's last move. Longer cycles are
	// allowed.
	Ko Rule = iota
	// Positional superko: a play may not restore any earlier board.
	Positional
	// Situational superko: a play may not restore any earlier board with the same player to move.
	Situational
)

func (r Rule) String() string {
	switch r {
	case Ko:
		return "simple ko"
	case Positional:
		return "positional superko"
	default:
		return "situational superko"
	}
}

// A Color is the state of a point of the board: empty, black or white.
type Color uint8

const (
	Empty Color = iota
	Black
	White
)

// Opponent returns the other player. c must be Black or White.
func (c Color) Opponent() Color { return Black + White - c }

// A Point is a point of a board. Points are numbered row by row from the upper left, which is 0.
type Point int16

// A Game is a board with turns, and the keys of all positions that occurred. Suicide is allowed.
type Game struct {
	Rule    Rule
	Size    int
	Stones  []Color
	ToMove  Color
	Key     zobrist.Key // of the stones, whoever is to move
	keys    *zobrist.Table[Point, Color]
	side    zobrist.Key // part of a key when White is to move
	history zobrist.History
}

// NewGame returns a game that starts with these stones. The random numbers are a key for
// each colour on each point, and a key for the side to move from a separate stream.
func NewGame(rule Rule, stones []Color, toMove Color) *Game {
	src := zobrist.NewSplitMix64(20)
	keys := zobrist.NewTable[Point](len(stones), 3, src.Split("stones"), Empty)
	g := &Game{Rule: rule, Size: int(math.Sqrt(float64(len(stones)))), Stones: slices.Clone(stones),
		ToMove: toMove,
		Key:    keys.Hash(stones), keys: keys, side: src.Split("side").Key()}
	g.history.Push(g.position(g.Key, toMove))
	return g
}

// position returns the key of a position under the rule. It includes the player to move
// unless the rule is positional.
func (g *Game) position(board zobrist.Key, toMove Color) zobrist.Key {
	if toMove == White && g.Rule != Positional {
		return board ^ g.side
	}
	return board
}

// near returns the neighbours of a point.
func (g *Game) near(p Point) (near []Point) {
	x, y := int(p)%g.Size, int(p)/g.Size
	for _, n := range [][2]int{{x, y - 1}, {x - 1, y}, {x + 1, y}, {x, y + 1}} {
		if min(n[0], n[1]) >= 0 && max(n[0], n[1]) < g.Size {
			near = append(near, Point(n[1]*g.Size+n[0]))
		}
	}
	return near
}

// captured returns the chain of the stone on p, or nil if it has a liberty.
func (g *Game) captured(p Point) []Point {
	chain := []Point{p}
	for i := 0; i < len(chain); i++ {
		for _, n := range g.near(chain[i]) {
			switch {
			case g.Stones[n] == Empty:
				return nil
			case g.Stones[n] == g.Stones[p] && !slices.Contains(chain, n):
				chain = append(chain, n)
			}
		}
	}
	return chain
}

// try returns the stones that a play on p captures, in a suicide the player's own, and
// the board's key after it. It leaves the board unchanged. p must be empty. The new key
// needs one XOR for the new stone and one for each captured stone.
func (g *Game) try(p Point) (taken []Point, key zobrist.Key) {
	g.Stones[p] = g.ToMove
	for _, n := range g.near(p) {
		if g.Stones[n] == g.ToMove.Opponent() && !slices.Contains(taken, n) {
			taken = append(taken, g.captured(n)...)
		}
	}
	if taken == nil {
		taken = g.captured(p)
	}
	key = g.keys.Toggle(g.Key, p, g.ToMove)
	for _, t := range taken {
		key = g.keys.Toggle(key, t, g.Stones[t])
	}
	g.Stones[p] = Empty
	return taken, key
}

// Play plays on an empty point, unless the rule forbids it: then it returns false, and the
// number of the move after which the position occurred. It takes one look-up and compares no
// boards.
func (g *Game) Play(p Point) (repeated int, ok bool) {
	taken, key := g.try(p)
	plies, occurred := g.history.Ago(g.position(key, g.ToMove.Opponent()))
	if occurred && (g.Rule != Ko || plies == 1) { // 1: the position before the opponent's move
		return g.history.Len() - 1 - plies, false
	}
	g.Stones[p] = g.ToMove
	for _, t := range taken {
		g.Stones[t] = Empty
	}
	g.Key = key
	g.Pass()
	return 0, true
}

// Pass gives the turn to the opponent. It always calls Push: in Go a board can recur after
// captures, so no move is irreversible, and superko compares all earlier boards.
func (g *Game) Pass() {
	g.ToMove = g.ToMove.Opponent()
	g.history.Push(g.position(g.Key, g.ToMove))
}
