package zobristtest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// trio is a game of three players, who put stones on 60 cells in turn. A stone beside the
// last one scores, so the score depends on the order of the moves. Its positions hardly
// ever repeat in random games.
type trio struct {
	cells [60]int8
	line  []int
	turn  int
	score bool // a bug: the score is in the key
	two   bool // a bug: the key is that of two players
}

var trioKeys = zobrist.NewTable[int, int8](60, 4, zobrist.NewSplitMix64(3), 0)

func (g *trio) Recompute() zobrist.Key {
	k := trioKeys.Hash(g.cells[:]) ^ zobrist.Key(g.turn%3)
	if g.two {
		k = trioKeys.Hash(g.cells[:]) ^ zobrist.Key(g.turn%2)
	}
	for i := 1; i < len(g.line) && g.score; i++ {
		if g.line[i] == g.line[i-1]+1 {
			k += 8
		}
	}
	return k
}

func (g *trio) Key() zobrist.Key { return g.Recompute() }
func (g *trio) Moves() int       { return len(g.cells) - len(g.line) }

func (g *trio) cell(i int) int {
	for c, stone := range g.cells {
		if stone == 0 {
			if i--; i < 0 {
				return c
			}
		}
	}
	panic("no such move")
}

func (g *trio) Make(i int) {
	c := g.cell(i)
	g.cells[c] = int8(1 + g.turn%3)
	g.line = append(g.line, c)
	g.turn++
}

func (g *trio) Unmake() {
	last := len(g.line) - 1
	g.cells[g.line[last]] = 0
	g.line = g.line[:last]
	g.turn--
}

func (g *trio) Null() bool { g.turn++; return true }
func (g *trio) UndoNull()  { g.turn-- }

func (g *trio) Position() string        { return fmt.Sprint(g.cells, g.turn%3) }
func (g *trio) MoveString(i int) string { return fmt.Sprint("put", g.cell(i)) }

// TestTrio has few positions that repeat, and bugs that show only where positions do.
func TestTrio(t *testing.T) {
	t.Parallel()
	for name, g := range map[string]trio{"right": {}, "score": {score: true}, "two": {two: true}, "both": {score: true, two: true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said, _, err := zobristtest.Config{Games: 3, Seed: 1}.Play(func() zobristtest.Game { h := g; return &h })
			if name == "right" {
				require.NoError(t, err)
				assert.Regexp(t, `\(\d{2,3} reached again by another line\)`, said)
			} else {
				assert.ErrorContains(t, err, "position")
			}
			t.Log(said, err)
		})
	}
}

func isKing(p zobrist.ChessPiece) bool { return p == zobrist.WhiteKing || p == zobrist.BlackKing }

// rareMoves are bugs in moves that random games from the usual position rarely make, each
// with the seed of a game that shows it, and in how many of ten runs the kit finds it.
var rareMoves = map[string]struct {
	seed  uint64
	found int
	bug   chessBug
}{
	"castling that gives check": {1, 9, when(func(f feature) bool {
		if f.kind != "rook" || !isKing(f.was.Board[f.move.From]) {
			return false
		}
		p := *f.was
		p.Play(f.move)
		return movegen.InCheck(&p)
	})},
	"a king takes a rook on its corner": {1, 5, when(func(f feature) bool {
		his := (f.name == "castling K" || f.name == "castling Q") == f.was.BlackToMove
		return f.kind == "castling" && his && isKing(f.was.Board[f.move.From]) && f.was.Board[f.move.To] != zobrist.NoPiece
	})},
}

// TestRareMoves plays one game; with -long ten runs, each about as long as a default Run.
func TestRareMoves(t *testing.T) {
	t.Parallel()
	for name, c := range rareMoves {
		t.Run(name, func(t *testing.T) {
			if !*long {
				_, _, err := zobristtest.Config{Games: 1, Seed: c.seed}.Play(newChessGame(startFEN, c.bug))
				assert.ErrorContains(t, err, "key after ")
				t.Log(err)
				return
			}
			found, runs := 0, 10
			for seed := range uint64(runs) {
				if _, _, err := (zobristtest.Config{Games: 12, Seed: 1 + 1000*seed}).Play(newChessGame(startFEN, c.bug)); err != nil {
					found++
				}
			}
			t.Logf("found in %d of %d runs", found, runs)
			assert.GreaterOrEqual(t, found, c.found)
		})
	}
}
