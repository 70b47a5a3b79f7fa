package main

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// plain is Go as one would write it without a thought for speed, to hold
// Board against: it returns the board after a play, and the colour taken.
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

// TestBoard plays random games with and without suicide, tries every point
// before every move, and takes the game back.
func TestBoard(t *testing.T) {
	for _, size := range []int{1, 2, 3, 4, 5, 6, 9} {
		keys := NewKeys(size, uint64(size))
		rng := rand.New(zobrist.NewSplitMix64(uint64(size)))
		for range 2 {
			b := NewBoard(size, keys)
			boards, undos := [][]Color{}, []Undo{}
			for move, c := 0, Black; move < 3*size*size; move, c = move+1, c.Opponent() {
				var legal []Point
				for p := range Point(size * size) {
					r, err := b.Try(c, p)
					if b.Stones[p] != Empty {
						require.ErrorIs(t, err, ErrOccupied)
						continue
					}
					require.NoError(t, err)
					after, taken := plain(size, b.Stones, c, p)
					require.Equal(t, keys.Stones.Hash(after), r.Key, "%v %s on\n%s", c, b.Name(p), b.Draw(p, c))
					require.Equal(t, taken, r.Color)
					require.Equal(t, taken == c, r.Suicide(c))
					if move&1 == 0 || taken != c {
						legal = append(legal, p)
					}
				}
				if legal == nil {
					continue
				}
				p := legal[rng.IntN(len(legal))]
				after, _ := plain(size, b.Stones, c, p)
				boards = append(boards, slices.Clone(b.Stones))
				r, err := b.Try(c, p)
				require.NoError(t, err)
				undos = append(undos, b.Play(c, p, r))
				require.Equal(t, after, b.Stones)
				require.Equal(t, keys.Stones.Hash(b.Stones), b.Key)
			}
			for i := len(undos) - 1; i >= 0; i-- {
				b.Undo(undos[i])
				require.Equal(t, boards[i], b.Stones)
				require.Equal(t, keys.Stones.Hash(b.Stones), b.Key)
			}
			require.Zero(t, b.Key)
		}
	}
}

// TestLegalPositions counts the boards that can come up, and their keys, with
// the published numbers of legal positions: J. Tromp and G. Farnebäck,
// "Combinatorics of Go" (2007); OEIS A094777.
func TestLegalPositions(t *testing.T) {
	for size, want := range map[int]int{1: 1, 2: 57, 3: 12675} {
		b := NewBoard(size, NewKeys(size, 1))
		seen := map[string]bool{}
		keys := map[zobrist.Key]bool{}
		var visit func()
		visit = func() {
			text := string(colors(b.Stones))
			if seen[text] {
				return
			}
			seen[text], keys[b.Key] = true, true
			for p := range Point(size * size) {
				for _, c := range []Color{Black, White} {
					if r, err := b.Try(c, p); err == nil && !r.Suicide(c) {
						u := b.Play(c, p, r)
						visit()
						b.Undo(u)
					}
				}
			}
		}
		visit()
		assert.Len(t, seen, want, "boards of size %d", size)
		assert.Len(t, keys, want, "keys of size %d", size)
	}
}

func colors(board []Color) []byte {
	text := make([]byte, len(board))
	for p, c := range board {
		text[p] = byte(c)
	}
	return text
}

func TestSet(t *testing.T) {
	b := NewBoard(5, NewKeys(5, 1))
	for i, c := range []Color{Black, White, White, Empty, Black, Empty, Empty} {
		b.Set(Point(i%2), c)
		assert.Equal(t, b.keys.Stones.Hash(b.Stones), b.Key)
	}
}

func TestSizes(t *testing.T) {
	for _, size := range []int{-1, 0, 26} {
		assert.Panics(t, func() { NewBoard(size, nil) }, size)
	}
	for size := 1; size <= 25; size++ {
		b := NewBoard(size, NewKeys(size, 1))
		near := 0
		for p, n := range b.near {
			near += len(n)
			for _, q := range n {
				assert.Contains(t, b.near[q], Point(p))
			}
		}
		assert.Equal(t, 4*size*(size-1), near)
	}
}

func TestNames(t *testing.T) {
	b := NewBoard(25, NewKeys(25, 1))
	names := map[string]bool{}
	for p := range Point(25 * 25) {
		names[b.Name(p)] = true
	}
	assert.Len(t, names, 25*25)
	assert.Equal(t, "A25", b.Name(0))
	assert.Equal(t, "Z1", b.Name(624))
	assert.Equal(t, "J1", b.Name(608), "there is no column I")
	assert.Equal(t, "pass", b.Name(Pass))
}

func TestDraw(t *testing.T) {
	b := NewBoard(3, NewKeys(3, 1))
	b.Set(0, Black)
	b.Set(4, White)
	assert.Equal(t, "    A B C\n  3 X . .\n  2 . O .\n  1 . . .\n", b.Draw(Pass, Empty))
	assert.Equal(t, "    A B C\n  3 X . .\n  2(X)O .\n  1 . . .\n", b.Draw(3, Black))
	assert.Equal(t, "    A B C\n  3 X .(O)\n  2 . O .\n  1 . . .\n", b.Draw(2, White))
	assert.Equal(t, "    A B C\n  3 X . .\n  2 .(O).\n  1 . . .\n", b.Draw(4, White))
}
