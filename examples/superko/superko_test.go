package main

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// plain is a simple and slow implementation of Go, to compare Board with. It returns
// the board after a play, and the captured colour.
func plain(size int, board []Color, c Color, p Point) ([]Color, Color) {
	board = slices.Clone(board)
	board[p] = c
	for _, color := range []Color{c.Opponent(), c} {
		var dead []Point
		for q := range board {
			if board[q] == color && !breathes(size, board, Point(q), map[Point]bool{}) {
				dead = append(dead, Point(q))
			}
		}
		for _, q := range dead {
			board[q] = Empty
		}
		if dead != nil {
			return board, color
		}
	}
	return board, Empty
}

func breathes(size int, board []Color, p Point, seen map[Point]bool) bool {
	seen[p] = true
	x, y := int(p)%size, int(p)/size
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		u, v := x+d[0], y+d[1]
		if u < 0 || v < 0 || u >= size || v >= size {
			continue
		}
		q := Point(v*size + u)
		if board[q] == Empty || board[q] == board[p] && !seen[q] && breathes(size, board, q, seen) {
			return true
		}
	}
	return false
}

func text(board []Color) string {
	b := make([]byte, len(board))
	for p, c := range board {
		b[p] = byte(c)
	}
	return string(b)
}

// TestAgainstPlainList plays random games under every rule. It checks each decision
// with a list of all earlier boards and players to move, and each key with the board.
func TestAgainstPlainList(t *testing.T) {
	type situation struct {
		board string
		next  Color
	}
	forbidden := map[Rule]int{}
	games := 60
	if testing.Short() {
		games = 15
	}
	for n := range games {
		size, rule := 1+n%5, Rule(n%3)
		rng := rand.New(zobrist.NewSplitMix64(uint64(n)))
		g := NewGame(rule, size, make([]Color, size*size), Black, uint64(n))
		list := []situation{{text(g.Stones), g.ToMove}}
		for range 40 + 2*size*size {
			var legal []Point
			for p := range Point(size * size) {
				if g.Stones[p] != Empty {
					require.ErrorIs(t, g.Play(p), ErrOccupied)
					continue
				}
				after, color := plain(size, g.Stones, g.ToMove, p)
				taken, key := g.Try(p)
				require.Equal(t, g.keys.Hash(after), key)
				require.Equal(t, color != Empty, taken != nil)
				repeats := -1
				for i, s := range list {
					if s.board == text(after) && (rule == Positional || s.next != g.ToMove && (rule == Situational || i == len(list)-2)) {
						repeats = i
					}
				}
				if repeats < 0 {
					legal = append(legal, p)
					continue
				}
				require.Equal(t, &Repetition{repeats}, g.Play(p))
				forbidden[rule]++
			}
			if i := rng.IntN(len(legal) + 1); i == len(legal) {
				g.Pass()
				list = append(list, situation{text(g.Stones), g.ToMove})
			} else {
				after, _ := plain(size, g.Stones, g.ToMove, legal[i])
				require.NoError(t, g.Play(legal[i]))
				list = append(list, situation{text(after), g.ToMove})
			}
			require.Equal(t, list[len(list)-1], situation{text(g.Stones), g.ToMove})
			require.Equal(t, g.keys.Hash(g.Stones), g.Key)
		}
	}
	for _, rule := range []Rule{Ko, Positional, Situational} {
		assert.NotZero(t, forbidden[rule], rule)
	}
}

// The games follow the descriptions in Sensei's Library (SendingTwoReturningOne,
// TripleKo, EternalLife, Snapback, Superko).
func TestGames(t *testing.T) {
	const legal = "every move is legal"
	wanted := map[string][3]string{
		"ko":           {"move 9, D7, would repeat the position after move 7", "move 9, D7, would repeat the position after move 7", "move 9, D7, would repeat the position after move 7"},
		"ko-threat":    {legal, legal, legal},
		"sending-two":  {legal, "move 3, B5, would repeat the position at the start", "move 5, C5, would repeat the position after move 1"},
		"triple-ko":    {legal, "move 6, B4, would repeat the position at the start", "move 6, B4, would repeat the position at the start"},
		"eternal-life": {legal, "move 4, D9, would repeat the position at the start", "move 4, D9, would repeat the position at the start"},
		"snapback":     {legal, legal, legal},
		"suicide":      {legal, "move 1, A5, would repeat the position at the start", legal},
	}
	all := records()
	require.Len(t, all, len(wanted))
	for _, r := range all {
		want := wanted[strings.TrimSuffix(r.name, ".txt")]
		for _, rule := range []Rule{Ko, Positional, Situational} {
			assert.Equal(t, want[rule], r.play(rule), "%s by %v", r.name, rule)
		}
	}
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	run(&out)
	assert.Contains(t, out.String(), `
  simple ko:           every move is legal
  positional superko:  move 3, B5, would repeat the position at the start
  situational superko: move 5, C5, would repeat the position after move 1
`)
}
