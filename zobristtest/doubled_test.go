package zobristtest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// doubled is a game in which stones are placed on 20 cells, one after the other. Its
// Make is wrong: it XORs the result of Toggle, which is the new key, into the key.
type doubled struct {
	stones *zobrist.Table[int, int]
	line   []int
	past   []zobrist.Key
	key    zobrist.Key
}

func (g *doubled) Key() zobrist.Key { return g.key }
func (g *doubled) Moves() int       { return 20 - len(g.line) }
func (g *doubled) Make(i int) {
	cell := len(g.line)
	g.past, g.line = append(g.past, g.key), append(g.line, i)
	g.key ^= g.stones.Toggle(g.key, cell, i)
}

func (g *doubled) Unmake() {
	last := len(g.line) - 1
	g.key, g.past, g.line = g.past[last], g.past[:last], g.line[:last]
}

func (g *doubled) Recompute() zobrist.Key {
	var k zobrist.Key
	for cell, i := range g.line {
		k = g.stones.Toggle(k, cell, i)
	}
	return k
}

func TestKeyFromBeforeIsNamed(t *testing.T) {
	stones := zobrist.NewTable[int, int](20, 20, zobrist.NewSplitMix64(3))
	err := zobristtest.Walk(&doubled{stones: stones}, 3)
	require.Error(t, err)
	assert.Contains(t, err.Error(), "wrong by the whole key from before the move (new key XORed into the old one instead of replacing it, as in h ^= t.Toggle(h, ...)?)")
}
