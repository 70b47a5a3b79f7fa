package zobristtest_test

import (
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// packs is a game in which stones are dropped into the columns of a board of 5 by 5.
// A move is a column. The first key is zero, as in Connect Four, Go and Hex.
type packs struct {
	keys  *[50]zobrist.Key
	late  *zobrist.SplitMix64 // if not nil, each key is drawn at first use
	board [25]int8
	line  []int // cells
	key   zobrist.Key
	first int // the column of the first move
	mark  int // in the position and the key, except on the empty board
}

func newPacks(seed uint64) func() zobristtest.Game {
	return func() zobristtest.Game {
		g := &packs{keys: new([50]zobrist.Key)}
		for i := range g.keys {
			g.keys[i] = zobrist.Key(zobrist.NewSplitMix64(seed).At(uint64(i)))
		}
		return g
	}
}

// newLate returns games whose keys are drawn at first use.
func newLate() func() zobristtest.Game {
	keys, source := new([50]zobrist.Key), zobrist.NewSplitMix64(77)
	return func() zobristtest.Game { return &packs{keys: keys, late: source} }
}

func (g *packs) number(i int) zobrist.Key {
	if g.late != nil && g.keys[i] == 0 {
		g.keys[i] = zobrist.Key(g.late.Uint64())
	}
	return g.keys[i]
}

func (g *packs) Key() zobrist.Key { return g.key + zobrist.Key(g.mark*min(1, len(g.line))) }

func (g *packs) Recompute() zobrist.Key {
	k := zobrist.Key(0)
	for cell, stone := range g.board {
		if stone != 0 {
			k ^= g.number(2*cell + int(stone) - 1)
		}
	}
	return k + zobrist.Key(g.mark*min(1, len(g.line)))
}

// columns returns the lowest free cell of each column that is not full.
func (g *packs) columns() []int {
	var free []int
	for i := range 5 {
		for cell := (i + g.first) % 5; cell < 25; cell += 5 {
			if g.board[cell] == 0 {
				free = append(free, cell)
				break
			}
		}
	}
	return free
}

func (g *packs) Moves() int { return len(g.columns()) }

func (g *packs) Make(i int) {
	cell, stone := g.columns()[i], 1+len(g.line)%2
	g.board[cell] = int8(stone)
	g.key ^= g.number(2*cell + stone - 1)
	g.line = append(g.line, cell)
}

func (g *packs) Unmake() {
	cell := g.line[len(g.line)-1]
	g.line = g.line[:len(g.line)-1]
	g.key ^= g.number(2*cell + int(g.board[cell]) - 1)
	g.board[cell] = 0
}

func (g *packs) Position() string {
	if g.mark > 0 && len(g.line) > 0 {
		return fmt.Sprint(g.board, g.mark)
	}
	return fmt.Sprint(g.board)
}

func packsCell(cell int) string { return string([]byte{"abcde"[cell%5], "12345"[cell/5]}) }

func (g *packs) MoveString(i int) string { return packsCell(g.columns()[i]) }

func (g *packs) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for i := range g.keys {
			if !yield(packsCell(i/2)+" "+"xo"[i%2:i%2+1], g.number(i)) {
				return
			}
		}
	}
}

// oneName lists its keys under ten names only.
type oneName struct{ *packs }

func (g oneName) Keys() iter.Seq2[string, zobrist.Key] {
	return func(yield func(string, zobrist.Key) bool) {
		for i, key := range g.packs.keys {
			if !yield(fmt.Sprint("0 ", i%10), key) {
				return
			}
		}
	}
}

// TestSameGamesInEveryRun compares a fast game with one so slow that Run without
// Games would stop much earlier.
func TestSameGamesInEveryRun(t *testing.T) {
	t.Parallel()
	moves := 0
	slow := strollBug{make: func(s *stroll, was strollState) {
		if moves++; moves%32 == 0 {
			time.Sleep(time.Millisecond)
		}
	}}
	config := zobristtest.Config{Games: 3, Seed: 3, Plies: 50}
	fast, _, err := config.Play(newStroll(strollBug{}))
	assert.NoError(t, err)
	assert.Contains(t, fast, ", in 3 games from seed 3")
	began := time.Now()
	slower, _, err := config.Play(newStroll(slow))
	assert.NoError(t, err)
	assert.Equal(t, fast, slower)
	assert.Greater(t, time.Since(began), 200*time.Millisecond)

	walked, err := config.Walk(newPacks(1))
	assert.NoError(t, err)
	again, err := config.Walk(newPacks(1))
	assert.NoError(t, err)
	assert.Equal(t, walked, again)
	assert.Contains(t, walked, "2001 positions")
	walked, err = zobristtest.Config{Games: 300}.Walk(newPacks(1))
	assert.NoError(t, err)
	assert.NotContains(t, walked, "2001 positions", "as many as the games")

	// The failure, and the seed of its game, are the same too.
	broken := strollBug{make: func(s *stroll, was strollState) {
		if s.fours >= 21 {
			s.key++
		}
	}}
	config = zobristtest.Config{Games: 300, Plies: 60}
	_, seed, err := config.Play(newStroll(broken))
	assert.Error(t, err)
	assert.NotZero(t, seed)
	config.Games = int(seed)
	_, _, err = config.Play(newStroll(broken))
	assert.NoError(t, err, "the games before it are right")
}

// TestConfigPlies has an engine whose stack has room for exactly that number of plies.
func TestConfigPlies(t *testing.T) {
	t.Parallel()
	const most = 25
	full := func(s *stroll, was strollState) {
		if len(s.stack) > most {
			panic("no room for another ply")
		}
	}
	room := strollBug{make: full, null: full}
	config := zobristtest.Config{Games: 5, Plies: most}
	_, _, err := config.Play(newStroll(room))
	assert.NoError(t, err)
	_, err = config.Walk(newStroll(room))
	assert.NoError(t, err)
	_, err = config.Walk(func() zobristtest.Game { return bare{&line{}} })
	assert.NoError(t, err)
	config.Plies++
	_, _, err = config.Play(newStroll(room))
	assert.ErrorContains(t, err, "panics: no room for another ply")
	assert.NoError(t, zobristtest.Playout(newStroll(room)(), zobrist.NewSplitMix64(1), most))
}
