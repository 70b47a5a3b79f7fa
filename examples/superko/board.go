package main

import (
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Color is the state of a point of the board: empty, black or white.
type Color uint8

const (
	Empty Color = iota
	Black
	White
)

// Opponent returns the other player. c must be Black or White.
func (c Color) Opponent() Color { return Black + White - c }

// A Point is a point of a board. Points are numbered row by row from the upper left,
// which is 0.
type Point int16

// Keys are the random numbers of one board size: a key for each colour on each point,
// and a key for the side to move from a separate stream.
type Keys struct {
	Stones *zobrist.Table[Point, Color]
	Side   zobrist.Key // part of a key when White is to move
}

// NewKeys draws the keys of boards of size by size points.
func NewKeys(size int, seed uint64) *Keys {
	src := zobrist.NewSplitMix64(seed)
	return &Keys{
		Stones: zobrist.NewTable[Point](size*size, 3, src.Split("stones"), Empty),
		Side:   src.Split("side").Key(),
	}
}

// A Board is a Go board and its key. It handles captures. Game handles turns and
// repetition.
type Board struct {
	Size   int
	Stones []Color
	Key    zobrist.Key // of the stones, whoever is to move
	keys   *Keys
}

// NewBoard returns a board with these stones.
func NewBoard(size int, stones []Color, keys *Keys) *Board {
	return &Board{size, slices.Clone(stones), keys.Stones.Hash(stones), keys}
}

// near returns the neighbours of a point.
func (b *Board) near(p Point) (near []Point) {
	x, y := int(p)%b.Size, int(p)/b.Size
	for _, n := range [][2]int{{x, y - 1}, {x - 1, y}, {x + 1, y}, {x, y + 1}} {
		if min(n[0], n[1]) >= 0 && max(n[0], n[1]) < b.Size {
			near = append(near, Point(n[1]*b.Size+n[0]))
		}
	}
	return near
}

// A Play is a stone to play, and its effects.
type Play struct {
	At    Point
	Color Color
	Taken []Point     // the stones it captures
	Of    Color       // their colour: the player's own in a suicide
	Key   zobrist.Key // the board's key after the play
}

// Try returns the effects of a play of c on p, and leaves the board unchanged. p must
// be empty. The new key needs one XOR for the new stone and one for each captured
// stone.
func (b *Board) Try(c Color, p Point) Play {
	play := Play{At: p, Color: c, Of: c.Opponent()}
	b.Stones[p] = c
	for _, n := range b.near(p) {
		if b.Stones[n] == c.Opponent() && !slices.Contains(play.Taken, n) {
			play.Taken = append(play.Taken, b.captured(n)...)
		}
	}
	if play.Taken == nil {
		play.Taken, play.Of = b.captured(p), c
	}
	b.Stones[p] = Empty

	play.Key = b.keys.Stones.Toggle(b.Key, p, c)
	for _, t := range play.Taken {
		play.Key = b.keys.Stones.Toggle(play.Key, t, play.Of)
	}
	return play
}

// captured returns the chain of the stone on p, or nil if it has a liberty.
func (b *Board) captured(p Point) []Point {
	chain := []Point{p}
	for i := 0; i < len(chain); i++ {
		for _, n := range b.near(chain[i]) {
			switch {
			case b.Stones[n] == Empty:
				return nil
			case b.Stones[n] == b.Stones[p] && !slices.Contains(chain, n):
				chain = append(chain, n)
			}
		}
	}
	return chain
}

// Make makes a play. Try must have returned it for the present board.
func (b *Board) Make(p Play) {
	b.Stones[p.At] = p.Color
	for _, t := range p.Taken {
		b.Stones[t] = Empty
	}
	b.Key = p.Key
}
