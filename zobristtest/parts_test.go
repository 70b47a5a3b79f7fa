package zobristtest_test

import (
	"fmt"
	"iter"
	"maps"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A ringGame has a man on a ring of eleven cells and any number of tokens in hand: a Table
// and a Multiset. Its hash has 128 bits, and Key is one half. Each step adds or takes a token.
type ringGame struct {
	half    int // 0 or 1
	bug     string
	men     [11]int8
	at      int
	held    map[string]int
	board   [2]zobrist.Key
	hands   [2]zobrist.Key
	line    []int
	squares [2]*zobrist.Table[int, int8]
	tokens  [2]*zobrist.Multiset[string]
}

func newRing(half int, bug string) func() zobristtest.Game {
	return func() zobristtest.Game {
		g := &ringGame{half: half, bug: bug, held: map[string]int{}}
		g.men[0] = 1
		for i := range 2 {
			src := zobrist.NewSplitMix64(2026).Split(fmt.Sprint(i))
			g.squares[i] = zobrist.NewTable[int, int8](11, 2, src, 0)
			g.tokens[i] = zobrist.NewMultiset(src.Split("bag"), func(kind string) uint64 {
				return uint64(kind[1])
			})
			g.board[i] = g.squares[i].Hash(g.men[:])
		}
		return g
	}
}

func (g *ringGame) Recompute() zobrist.Key {
	return g.squares[g.half].Hash(g.men[:]) ^ g.tokens[g.half].Hash(maps.All(g.held))
}

func (g *ringGame) Key() zobrist.Key {
	return g.board[g.half] ^ g.hands[g.half]
}
func (g *ringGame) Keys() iter.Seq2[string, zobrist.Key] { return g.squares[g.half].Keys() }
func (g *ringGame) Moves() int                           { return 3 }
func (g *ringGame) MoveString(i int) string              { return steps[i].name }
func (g *ringGame) Position() string                     { return fmt.Sprint(g.men, g.held) }

func (g *ringGame) step(i, by int) {
	from, kind := g.at, g.MoveString(i)
	g.at = (g.at + by + 11) % 11
	g.men[from], g.men[g.at] = 0, 1
	if g.held[kind] += by; g.held[kind] == 0 {
		delete(g.held, kind)
	}
	for i := range 2 {
		if g.bug != "half" || i == 0 || g.at != 3 {
			g.board[i] = g.squares[i].Move(g.board[i], from, g.at, 1)
		}
		if g.bug != "count" || g.held[kind] < 3 {
			g.hands[i] = g.tokens[i].Add(g.hands[i], kind, by)
		}
	}
}

func (g *ringGame) Make(i int) { g.line = append(g.line, i); g.step(i, 1) }

func (g *ringGame) Unmake() {
	last := g.line[len(g.line)-1]
	g.line = g.line[:len(g.line)-1]
	g.step(last, -1)
}
