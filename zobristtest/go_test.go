package zobristtest_test

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A goGame is Go with captures and positional superko, without suicide. It has all optional
// methods that cost time. A move may take time.
type goGame struct {
	size    int
	slow    time.Duration
	points  []byte // '.', or a stone 'X' or 'O'
	side    int
	key     zobrist.Key // of the stones
	history *zobrist.History
	before  []goPlay // the last of them is the null move if its point is -1
	legal   []goPlay
	listed  bool
}

// A goPlay is a move and its effects.
type goPlay struct {
	at    int
	taken []int
	key   zobrist.Key // of the stones before the move, or after it if the move is not made yet
	legal []goPlay    // before the move
}

var goKeys = zobrist.NewTable[int, byte](19*19, 'X'+1, zobrist.NewSplitMix64(9), '.')

const goSide zobrist.Key = 0x9e3779b97f4a7c15

func newGo(size int, slow time.Duration) *goGame {
	g := &goGame{size: size, slow: slow, points: bytes.Repeat([]byte("."), size*size), history: &zobrist.History{}}
	g.history.Push(0)
	return g
}

func (g *goGame) Key() zobrist.Key { return g.key ^ goSide*zobrist.Key(g.side) }

func (g *goGame) Recompute() zobrist.Key { return g.stones() ^ goSide*zobrist.Key(g.side) }

func (g *goGame) stones() (k zobrist.Key) {
	for at, p := range g.points {
		k = goKeys.Toggle(k, at, p)
	}
	return k
}

func (g *goGame) near(at int) []int {
	all := make([]int, 0, 4)
	if at >= g.size {
		all = append(all, at-g.size)
	}
	if at%g.size > 0 {
		all = append(all, at-1)
	}
	if at%g.size < g.size-1 {
		all = append(all, at+1)
	}
	if at < g.size*(g.size-1) {
		all = append(all, at+g.size)
	}
	return all
}

// captured returns the chain of the stone on a point, or nil if it has a liberty.
func (g *goGame) captured(at int) []int {
	chain := []int{at}
	for i := 0; i < len(chain); i++ {
		for _, n := range g.near(chain[i]) {
			if g.points[n] == '.' {
				return nil
			}
			if g.points[n] == g.points[at] && !slices.Contains(chain, n) {
				chain = append(chain, n)
			}
		}
	}
	return chain
}

// try returns the effects of a move, and whether it is legal.
func (g *goGame) try(at int) (play goPlay, ok bool) {
	stone, other := "XO"[g.side], "OX"[g.side]
	play = goPlay{at: at, key: goKeys.Toggle(g.key, at, stone)}
	g.points[at] = stone
	for _, n := range g.near(at) {
		if g.points[n] == other && !slices.Contains(play.taken, n) {
			play.taken = append(play.taken, g.captured(n)...)
		}
	}
	suicide := play.taken == nil && g.captured(at) != nil
	g.points[at] = '.'
	for _, p := range play.taken {
		play.key = goKeys.Toggle(play.key, p, other)
	}
	return play, !suicide && !g.history.Contains(play.key)
}

func (g *goGame) moves() []goPlay {
	if !g.listed {
		g.legal, g.listed = nil, true
		for at, p := range g.points {
			if p == '.' {
				if play, ok := g.try(at); ok {
					g.legal = append(g.legal, play)
				}
			}
		}
	}
	return g.legal
}

func (g *goGame) Moves() int              { return len(g.moves()) }
func (g *goGame) MoveString(i int) string { return fmt.Sprint(g.moves()[i].at) }
func (g *goGame) Position() string        { return string(g.points) + " " + "XO"[g.side:g.side+1] }

func (g *goGame) After(i int) zobrist.Key {
	return g.moves()[i].key ^ goSide*zobrist.Key(1-g.side)
}

func (g *goGame) Make(i int) {
	for began := time.Now(); g.slow > 0 && time.Since(began) < g.slow; {
		continue
	}
	play := g.moves()[i]
	g.points[play.at] = "XO"[g.side]
	for _, p := range play.taken {
		g.points[p] = '.'
	}
	g.key, play.key = play.key, g.key
	g.history.Push(g.key)
	g.turn(play)
}

func (g *goGame) turn(play goPlay) {
	play.legal = g.legal
	g.before = append(g.before, play)
	g.side, g.legal, g.listed = 1-g.side, nil, false
}

func (g *goGame) Unmake() {
	play := g.before[len(g.before)-1]
	g.UndoNull()
	for _, p := range play.taken {
		g.points[p] = "OX"[g.side]
	}
	g.points[play.at] = '.'
	g.key = play.key
	g.history.Pop()
}

func (g *goGame) Null() bool { g.moves(); g.turn(goPlay{at: -1}); return true }

func (g *goGame) UndoNull() {
	last := len(g.before) - 1
	g.side, g.legal, g.listed = 1-g.side, g.before[last].legal, true
	g.before = g.before[:last]
}

func (g *goGame) Clone() zobristtest.Game {
	c := *g
	c.points, c.before = slices.Clone(g.points), slices.Clone(g.before)
	c.history = &zobrist.History{}
	c.history.CopyFrom(g.history)
	return &c
}

func (g *goGame) Load(text string) error {
	if len(text) != len(g.points)+2 {
		return fmt.Errorf("%d characters, want %d", len(text), len(g.points)+2)
	}
	to := newGo(g.size, g.slow)
	for at := range to.points {
		to.points[at] = text[at]
	}
	to.side = bytes.IndexByte([]byte("XO"), text[len(text)-1])
	if to.side < 0 || len(bytes.Trim(to.points, ".XO")) > 0 {
		return fmt.Errorf("%q: want points . X O and a side X or O", text)
	}
	to.key = to.stones()
	to.history.Push(to.key)
	*g = *to
	return nil
}
