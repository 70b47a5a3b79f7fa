package zobrist_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// A classes counts the classes of n x n boards with a side to move, or 0 if it does not
// matter: images have one class, with the colours exchanged too, and then the other side is
// to move. It counts them from the definition, and by keys.
type classes struct {
	symmetries [][]int
	plain      *zobrist.Canonical[int, uint8]
	canonical  *zobrist.Canonical[int, uint8]
	table      *zobrist.Table[int, uint8]
	keys       map[zobrist.Key]string // the smallest image with the key
	images     map[string]zobrist.Key
}

func newClasses(n int) *classes {
	c := &classes{keys: map[zobrist.Key]string{}, images: map[string]zobrist.Key{}}
	for _, g := range zobrist.SquareSymmetries[int](n) {
		c.symmetries = append(c.symmetries, append(g, n*n)) // the last cell is the side's
	}
	c.table = zobrist.NewTable[int, uint8](n*n+1, 3, zobrist.NewSplitMix64(uint64(n)), 0)
	c.plain = zobrist.NewCanonical(c.table, c.symmetries)
	c.canonical = c.plain.WithPieces([]uint8{0, 2, 1})
	return c
}

// add adds a board, whose last cell is the side to move. keys are those of its images.
func (c *classes) add(t *testing.T, board []uint8, keys []zobrist.Key) {
	var smallest []uint8
	for range 2 {
		for _, g := range c.symmetries {
			if moved := image(board, g); smallest == nil || slices.Compare(moved, smallest) < 0 {
				smallest = moved
			}
		}
		board = slices.Clone(board)
		for i, p := range board {
			board[i] = (3 - p) % 3
		}
	}
	k, _ := c.canonical.Min(keys)
	before, known := c.images[string(smallest)]
	if c.images[string(smallest)] = k; known && before != k || !known && c.keys[k] != "" {
		require.Fail(t, "a class has two keys, or two have one", "%v: %v, before %v, which is %v", smallest, k, before, c.keys[k])
	}
	c.keys[k] = string(smallest)
}

// othello4 adds all positions of 4 x 4 Othello.
func othello4(t *testing.T, c *classes) (positions int) {
	start := slices.Repeat([]uint8{0}, 17)
	start[5], start[6], start[9], start[10], start[16] = 2, 1, 1, 2, 1
	seen := map[string]bool{}
	var visit func(board []uint8, keys []zobrist.Key)
	visit = func(board []uint8, keys []zobrist.Key) {
		if seen[string(board)] {
			return
		}
		seen[string(board)] = true
		c.add(t, board, keys)
		own := board[16]
		moves := 0
		for at := range 16 {
			next, images := slices.Clone(board), slices.Clone(keys)
			flips := 0
			for _, d := range [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}} {
				var line []int
				for x, y := at%4+d[0], at/4+d[1]; board[at] == 0 && 0 <= x && x < 4 && 0 <= y && y < 4 && board[4*y+x] != 0; x, y = x+d[0], y+d[1] {
					if board[4*y+x] == own {
						for _, cell := range line {
							next[cell] = own
							c.canonical.Replace(images, cell, 3-own, own)
						}
						flips += len(line)
						break
					}
					line = append(line, 4*y+x)
				}
			}
			if flips > 0 {
				next[at], next[16] = own, 3-own
				c.canonical.Toggle(images, at, own)
				c.canonical.Replace(images, 16, own, 3-own)
				visit(next, images)
				moves++
			}
		}
		if moves == 0 { // passes; if both do, the game is over
			next, images := slices.Clone(board), slices.Clone(keys)
			next[16] = 3 - own
			c.canonical.Replace(images, 16, own, 3-own)
			visit(next, images)
		}
	}
	visit(start, c.canonical.Images(start))
	return len(seen)
}

// alive reports whether all groups of an n x n board have a liberty.
func alive(n int, board []uint8) bool {
	live := make([]bool, n*n)
	for changed := true; changed; {
		changed = false
		for c := range n * n {
			for _, d := range []int{c - 1, c + 1, c - n, c + n} {
				if !live[c] && board[c] != 0 && d >= 0 && d < n*n && (d/n == c/n || d%n == c%n) && (board[d] == 0 || board[d] == board[c] && live[d]) {
					live[c], changed = true, true
				}
			}
		}
	}
	for c := range n * n {
		if board[c] != 0 && !live[c] {
			return false
		}
	}
	return true
}

// goBoards adds all legal boards of n x n Go with at most so many stones.
func goBoards(t *testing.T, c *classes, n, most int) (boards int) {
	board := make([]uint8, n*n+1)
	keys := c.canonical.Images(board)
	var place func(cell, stones int)
	place = func(cell, stones int) {
		if cell < n*n {
			place(cell+1, stones)
			for p := uint8(1); p <= 2 && stones < most; p++ {
				board[cell] = p
				c.canonical.Toggle(keys, cell, p)
				place(cell+1, stones+1)
				c.canonical.Toggle(keys, cell, p)
			}
			board[cell] = 0
		} else if alive(n, board) {
			boards++
			c.add(t, board, keys)
		}
	}
	place(0, 0)
	return boards
}

// The number of classes is the same from the definition and by keys. Tromp's counts of legal
// positions check the boards.
func TestClasses(t *testing.T) {
	t.Parallel()
	c := newClasses(4)
	positions := othello4(t, c)
	assert.Equal(t, len(c.images), len(c.keys))
	t.Log("4x4 Othello:", positions, "positions,", len(c.keys), "classes")
	for n, want := range map[int]int{2: 57, 3: 12675} {
		c := newClasses(n)
		assert.Equal(t, want, goBoards(t, c, n, n*n))
		assert.Equal(t, len(c.images), len(c.keys))
	}
	c = newClasses(4)
	boards := goBoards(t, c, 4, sample.Rounds(3, 5, 16))
	assert.Equal(t, len(c.images), len(c.keys))
	if boards > 1_000_000 { // all
		assert.Equal(t, 24_318_165, boards)
	}
	t.Log("4x4 Go:", boards, "boards,", len(c.keys), "classes")
}

// The images of WithPieces come after the others, as the definition says. Move, Replace and
// Toggle agree with Images.
func TestCanonicalWithPieces(t *testing.T) {
	src, rng := zobrist.NewSplitMix64(47), rand.New(rand.NewPCG(47, 0))
	for range 30 {
		width, height, pieces := 1+rng.IntN(5), 1+rng.IntN(5), 1+rng.IntN(6)
		symmetries := [][][]int{zobrist.SquareSymmetries[int](width), zobrist.RectangleSymmetries[int](width, height),
			zobrist.MirrorSymmetries[int](width, height), zobrist.TorusSymmetries[int](width, height)}[rng.IntN(4)]
		cells := len(symmetries[0])
		table := zobrist.NewTable[int, uint8](cells, pieces, src)
		perm := randomExchange(pieces, rng)
		plain := zobrist.NewCanonical(table, symmetries)
		c := plain.WithPieces(perm)
		board := randomBoard(cells, pieces, src)
		keys := c.Images(board)
		for range 20 {
			var want []zobrist.Key
			exchanged := make([]uint8, cells)
			for i, p := range board {
				exchanged[i] = perm[p]
			}
			for _, b := range [][]uint8{board, exchanged} {
				for _, g := range symmetries {
					want = append(want, table.Hash(image(b, g)))
				}
			}
			require.Equal(t, want, keys)
			require.Equal(t, want, c.Images(board))
			k, i := c.Hash(board)
			require.Equal(t, slices.Min(want), k)
			require.Equal(t, slices.Index(want, k), i)
			least, j := c.Min(keys)
			require.Equal(t, []any{k, i}, []any{least, j})
			other, _ := c.Hash(exchanged)
			require.Equal(t, k, other)

			from, to, p := rng.IntN(cells), rng.IntN(cells), uint8(rng.IntN(pieces))
			c.Replace(keys, from, board[from], p)
			board[from] = p
			if to != from { // onto a piece: p arrives there, what was there arrives here
				c.Move(keys, from, to, p)
				c.Move(keys, to, from, board[to])
				board[from], board[to] = board[to], board[from]
			}
		}
	}
}

func randomExchange(n int, rng *rand.Rand) []uint8 {
	perm := make([]uint8, n)
	order := rng.Perm(n)
	for i := range perm {
		perm[i] = uint8(i)
	}
	for i := 0; i+1 < n; i += 2 {
		if rng.IntN(3) > 0 {
			perm[order[i]], perm[order[i+1]] = uint8(order[i+1]), uint8(order[i])
		}
	}
	return perm
}

// Othello.Canonical is Canonical.Hash of the discs.
func TestOthelloCanonical(t *testing.T) {
	keys := zobrist.NewOthello(1)
	canonical := zobrist.NewCanonical(keys.Discs(), zobrist.SquareSymmetries[zobrist.Square](8))
	rng := rand.New(rand.NewPCG(48, 0))
	for i := range 2000 {
		black, white := rng.Uint64(), rng.Uint64()
		if i%3 == 0 { // symmetric
			black, white = 0x8142241818244281, 0x0000182424180000
		}
		white &^= black
		board := make([]zobrist.Disc, 64)
		for s := range board {
			board[s] = zobrist.Disc(black>>s&1 | white>>s&1<<1)
		}
		want, which := canonical.Hash(board)
		for _, side := range []zobrist.Disc{zobrist.BlackDisc, zobrist.WhiteDisc} {
			got, i := keys.Canonical(black, white, side)
			if side == zobrist.WhiteDisc {
				want ^= keys.Side()
			}
			require.Equal(t, []any{want, which}, []any{got, i}, "%016x %016x", black, white)
		}
	}
	assert.Zero(t, testing.AllocsPerRun(100, func() { sink, _ = keys.Canonical(3, 1<<20, zobrist.BlackDisc) }))
}
