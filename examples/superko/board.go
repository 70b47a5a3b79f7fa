package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A Color is what stands on a point of the board.
type Color uint8

const (
	Empty Color = iota
	Black
	White
)

// Opponent returns the other player. c must be Black or White.
func (c Color) Opponent() Color { return Black + White - c }

func (c Color) String() string {
	return [...]string{"Empty", "Black", "White"}[c]
}

// A Point is a point of a board, row by row from the upper left one, which
// is 0: the order of SGF's letters.
type Point int16

// Pass stands for no point: the move of a player who does not play.
const Pass Point = -1

// maxSize is the largest board whose columns have a letter of their own, I
// being left out.
const maxSize = 25

// Keys are the random numbers of one board size: a key for each colour on
// each point, and one for the side to move, from a stream of its own, so that
// the stones have the same keys under every rule.
type Keys struct {
	Stones *zobrist.Table[Point, Color]
	Side   zobrist.Key // part of a key when White is to move
}

// NewKeys draws the keys of boards of size by size points.
func NewKeys(size int, seed uint64) *Keys {
	src := zobrist.NewSplitMix64(seed)
	return &Keys{
		Stones: zobrist.NewTable[Point](size*size, 3, src.Split("stones"), Empty),
		Side:   zobrist.Key(src.Split("side to move").Uint64()),
	}
}

// A Board is a Go board and its key. It knows captures and nothing of turns
// or repetition: see Game.
type Board struct {
	Size   int
	Stones []Color     // to be read only; Set and Play keep Key in step
	Key    zobrist.Key // of the stones, whoever is to move
	keys   *Keys

	near  [][]Point // of each point
	mark  []uint32  // the last walk that came to a point
	walks uint32
	chain []Point // scratch
	taken []Point // scratch
}

// NewBoard returns an empty board. It panics unless 1 <= size <= 25.
func NewBoard(size int, keys *Keys) *Board {
	if size < 1 || size > maxSize {
		panic("superko: board size out of range")
	}
	b := &Board{
		Size:   size,
		Stones: make([]Color, size*size),
		keys:   keys,
		near:   make([][]Point, size*size),
		mark:   make([]uint32, size*size),
	}
	for p := range b.near {
		x, y := p%size, p/size
		if y > 0 {
			b.near[p] = append(b.near[p], Point(p-size))
		}
		if x > 0 {
			b.near[p] = append(b.near[p], Point(p-1))
		}
		if x < size-1 {
			b.near[p] = append(b.near[p], Point(p+1))
		}
		if y < size-1 {
			b.near[p] = append(b.near[p], Point(p+size))
		}
	}
	return b
}

// Set puts c on p, whatever stood there, and takes nothing: setup, not play.
func (b *Board) Set(p Point, c Color) {
	b.Key = b.keys.Stones.Replace(b.Key, p, b.Stones[p], c)
	b.Stones[p] = c
}

// ErrOccupied is what Try says of a point on which there is a stone.
var ErrOccupied = errors.New("there is a stone on that point")

// A Result is what a play would do.
type Result struct {
	Key   zobrist.Key // the board's key after it
	Taken []Point     // the stones it would take off, valid until the next Try
	Color Color       // their colour: the player's own in a suicide
}

// Suicide tells whether the player's own stones come off. It is a suicide
// when nothing else was taken and the chain of the new stone has no liberty.
func (r Result) Suicide(player Color) bool { return r.Color == player }

// Try returns what the play of c on p would do, and does not do it.
func (b *Board) Try(c Color, p Point) (Result, error) {
	if b.Stones[p] != Empty {
		return Result{}, ErrOccupied
	}
	r := Result{Key: b.keys.Stones.Toggle(b.Key, p, c)}
	b.taken = b.taken[:0]
	for _, n := range b.near[p] {
		if b.Stones[n] == c.Opponent() && !slices.Contains(b.taken, n) && b.walk(n, p) {
			b.taken = append(b.taken, b.chain...)
			r.Color = c.Opponent()
		}
	}
	if len(b.taken) == 0 {
		b.Stones[p] = c
		if b.walk(p, p) {
			b.taken = append(b.taken, b.chain...)
			r.Color = c
		}
		b.Stones[p] = Empty
	}
	for _, t := range b.taken {
		r.Key = b.keys.Stones.Toggle(r.Key, t, r.Color)
	}
	r.Taken = b.taken
	return r, nil
}

// walk collects in b.chain the chain of the stone on from, and stops with
// false as soon as it has a liberty other than except.
func (b *Board) walk(from, except Point) bool {
	b.walks++
	b.mark[from] = b.walks
	b.chain = append(b.chain[:0], from)
	for i := 0; i < len(b.chain); i++ {
		for _, n := range b.near[b.chain[i]] {
			switch {
			case b.Stones[n] == Empty && n != except:
				return false
			case b.Stones[n] == b.Stones[from] && b.mark[n] != b.walks:
				b.mark[n] = b.walks
				b.chain = append(b.chain, n)
			}
		}
	}
	return true
}

// An Undo is what Board.Undo needs to take a play back.
type Undo struct {
	at    Point
	taken []Point
	color Color
	key   zobrist.Key
}

// Play does what Try said of the same play.
func (b *Board) Play(c Color, p Point, r Result) Undo {
	u := Undo{p, slices.Clone(r.Taken), r.Color, b.Key}
	b.Stones[p] = c
	for _, t := range u.taken {
		b.Stones[t] = Empty
	}
	b.Key = r.Key
	return u
}

// Undo takes back the last play: the key is the one kept from before it.
func (b *Board) Undo(u Undo) {
	for _, t := range u.taken {
		b.Stones[t] = u.color
	}
	b.Stones[u.at] = Empty
	b.Key = u.key
}

const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

// Name returns the human name of a point: a letter for the column, without
// I, and the row, counted from the bottom.
func (b *Board) Name(p Point) string {
	if p == Pass {
		return "pass"
	}
	return columns[int(p)%b.Size:][:1] + strconv.Itoa(b.Size-int(p)/b.Size)
}

// Draw draws the board, X for Black and O for White, with a stone of c in
// parentheses on at, unless at is Pass.
func (b *Board) Draw(at Point, c Color) string {
	var s strings.Builder
	row := []byte("    ")
	for x := range b.Size {
		row = append(row, columns[x], ' ')
	}
	for p, stone := range b.Stones {
		x := p % b.Size
		if x == 0 {
			s.WriteString(strings.TrimRight(string(row), " ") + "\n")
			row = fmt.Appendf(row[:0], "%3d ", b.Size-p/b.Size)
		}
		if Point(p) != at {
			row = append(row, ".XO"[stone], ' ')
			continue
		}
		row[len(row)-1] = '('
		row = append(row, ".XO"[c], ')')
	}
	s.WriteString(strings.TrimRight(string(row), " ") + "\n")
	return s.String()
}
