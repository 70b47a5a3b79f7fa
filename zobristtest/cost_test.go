package zobristtest_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A grid is Go without capture on a board of side*side points. It counts the calls of its
// methods. A move may take time.
type grid struct {
	calls  *int
	side   int
	slow   time.Duration
	points []byte
	line   []int
	key    zobrist.Key
}

func newGrid(side int, slow time.Duration, calls *int) *grid {
	points := make([]byte, side*side)
	for i := range points {
		points[i] = '.'
	}
	return &grid{calls: calls, side: side, slow: slow, points: points}
}

func (g *grid) number(at int) zobrist.Key {
	return zobrist.Key(zobrist.NewSplitMix64(9).At(uint64(2*at + len(g.line)%2)))
}

func (g *grid) Key() zobrist.Key { *g.calls++; return g.key }
func (g *grid) Recompute() zobrist.Key {
	*g.calls++
	k := zobrist.Key(0)
	for at, p := range g.points {
		if p != '.' {
			k ^= zobrist.Key(zobrist.NewSplitMix64(9).At(uint64(2*at + int(p-'0'))))
		}
	}
	return k
}
func (g *grid) Moves() int { *g.calls++; return len(g.points) - len(g.line) }

func (g *grid) point(i int) int {
	for at, p := range g.points {
		if p == '.' {
			if i--; i < 0 {
				return at
			}
		}
	}
	panic("no such move")
}

func (g *grid) Make(i int) {
	*g.calls++
	for began := time.Now(); time.Since(began) < g.slow; {
		runtime.Gosched()
	}
	at := g.point(i)
	g.key ^= g.number(at)
	g.points[at] = '0' + byte(len(g.line)%2)
	g.line = append(g.line, at)
}

func (g *grid) Unmake() {
	*g.calls++
	at := g.line[len(g.line)-1]
	g.line = g.line[:len(g.line)-1]
	g.key ^= g.number(at)
	g.points[at] = '.'
}

func (g *grid) Position() string        { *g.calls++; return fmt.Sprint(string(g.points), " ", len(g.line)%2) }
func (g *grid) MoveString(i int) string { *g.calls++; return fmt.Sprint(g.point(i)) }
func (g *grid) After(i int) zobrist.Key { *g.calls++; return g.key ^ g.number(g.point(i)) }

// The optional methods of which TestShares leaves some out.
type (
	core struct {
		zobristtest.Game
		zobristtest.Positioner
		zobristtest.MoveStringer
	}
	withAfter struct {
		core
		zobristtest.Afterer
	}
	withLoad struct {
		core
		zobristtest.Loader
	}
	withNull struct {
		core
		zobristtest.Nuller
	}
	withClone  struct{ core }
	gridLoader struct{ *grid }
	gridNuller struct{ *grid }
)

func (g withClone) Clone() zobristtest.Game {
	c := *g.Game.(*grid)
	*c.calls++
	c.points, c.line = slices.Clone(c.points), slices.Clone(c.line)
	return withClone{core{&c, &c, &c}}
}

func (g gridNuller) Null() bool { *g.calls++; return true }
func (g gridNuller) UndoNull()  { *g.calls++ }

func (g gridLoader) Load(text string) error {
	*g.calls++
	*g.grid = *newGrid(g.side, g.slow, g.calls)
	for at := range g.points {
		if g.points[at] = text[at]; text[at] != '.' {
			g.line = append(g.line, at)
		}
	}
	g.key = g.Recompute()
	return nil
}

// grids are a grid with each of the optional methods.
func grids(g *grid) map[string]zobristtest.Game {
	c := core{g, g, g}
	return map[string]zobristtest.Game{
		"": c, "After": withAfter{c, g}, "Null": withNull{c, gridNuller{g}}, "Load": withLoad{c, gridLoader{g}}, "Clone": withClone{c},
	}
}

// TestShares counts the calls of a game's methods for each move. None of After, Null,
// Clone and Load may take much more than a quarter of them.
func TestShares(t *testing.T) {
	t.Parallel()
	perMove := make(map[string]float64)
	for name := range grids(&grid{}) {
		calls := 0
		found, _, err := zobristtest.Config{Games: 3, Seed: 1, Plies: 40}.Session(func() zobristtest.Game {
			return grids(newGrid(6, 0, &calls))[name]
		}).Play()
		require.NoError(t, err)
		perMove[name] = float64(calls) / float64(found.Made)
	}
	for name, calls := range perMove {
		share := 1 - perMove[""]/calls
		t.Logf("%.1f calls for each move, %.0f %% for %s", calls, 100*share, name)
		assert.Less(t, share, 0.33, name)
		assert.Equal(t, name != "", share > 0.02, name)
	}
}

// BenchmarkPlay plays random games of very different cost. It reports the positions per
// second.
func BenchmarkPlay(b *testing.B) {
	calls := 0
	all := map[string]func() zobristtest.Game{
		"tic-tac-toe": func() zobristtest.Game { return &ticTacToe{} },
		"othello":     newQuickOthello(""),
		"chess":       newChessGame(startFEN, chessBug{}),
		"go":          func() zobristtest.Game { return grids(newGrid(19, 0, &calls))[""] },
		"slow":        func() zobristtest.Game { return grids(newGrid(19, time.Millisecond, &calls))[""] },
	}
	for name := range grids(&grid{}) {
		if name != "" {
			all["go, "+name] = func() zobristtest.Game { return grids(newGrid(19, 0, &calls))[name] }
		}
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		b.Run(name, func(b *testing.B) {
			positions := 0
			for i := range b.N {
				found, _, err := zobristtest.Config{Games: 1, Seed: uint64(i), Plies: 20}.Session(all[name]).Play()
				require.NoError(b, err)
				positions += found.Positions
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
