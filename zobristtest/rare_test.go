package zobristtest_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// trio is a game of three players, who put stones on 60 cells in turn. A stone beside the
// last one scores, so the score depends on the order of the moves. Its positions hardly
// ever repeat in random games.
type trio struct {
	cells [60]int8
	line  []int
	score bool // a bug: the score is in the key
}

var trioKeys = zobrist.NewTable[int, int8](60, 4, zobrist.NewSplitMix64(3), 0)

func (g *trio) Recompute() zobrist.Key {
	k := trioKeys.Hash(g.cells[:]) ^ zobrist.Key(len(g.line)%3)
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
	g.cells[c] = int8(1 + len(g.line)%3)
	g.line = append(g.line, c)
}

func (g *trio) Unmake() {
	last := len(g.line) - 1
	g.cells[g.line[last]] = 0
	g.line = g.line[:last]
}

func (g *trio) Position() string        { return fmt.Sprint(g.cells, len(g.line)%3) }
func (g *trio) MoveString(i int) string { return fmt.Sprint("put", g.cell(i)) }

func TestRepeats(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 2, Seed: 1}
	said, _, err := cfg.Play(func() zobristtest.Game { return &trio{} })
	assert.NoError(t, err)
	assert.Regexp(t, `\([5-9]\d reached again by another line\)`, said)
	seeds := uint64(1)
	if *long {
		seeds = 2
	}
	for seed := range seeds {
		cfg.Seed = seed
		_, _, err = cfg.Play(func() zobristtest.Game { return &trio{score: true} })
		assert.ErrorContains(t, err, ", in the same position ", seed)
	}
	t.Log(said, err)
}
