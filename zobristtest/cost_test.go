package zobristtest_test

import (
	"cmp"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// A tape records the calls of games' methods.
type tape struct {
	games int
	calls []func(games []everything)
}

// everything is a game with all optional methods that cost time.
type everything interface {
	zobristtest.Game
	zobristtest.Positioner
	zobristtest.MoveStringer
	zobristtest.Afterer
	zobristtest.Nuller
	zobristtest.Loader
	Clone() zobristtest.Game
}

// taped records the calls of a game's methods.
type taped struct {
	everything
	*tape
	id int
}

func (t *tape) game(g everything) *taped {
	t.games++
	return &taped{g, t, t.games - 1}
}

// replay makes the recorded calls and returns their time.
func (t *tape) replay(newGame func() everything) time.Duration {
	games := make([]everything, t.games)
	for i := range games {
		games[i] = newGame()
	}
	began := time.Now()
	for _, call := range t.calls {
		call(games)
	}
	return time.Since(began)
}

func (t *taped) record(call func(g everything)) {
	id := t.id
	t.calls = append(t.calls, func(games []everything) { call(games[id]) })
}

func (t *taped) Key() zobrist.Key {
	t.record(func(g everything) { g.Key() })
	return t.everything.Key()
}

func (t *taped) Recompute() zobrist.Key {
	t.record(func(g everything) { g.Recompute() })
	return t.everything.Recompute()
}

func (t *taped) Moves() int {
	t.record(func(g everything) { g.Moves() })
	return t.everything.Moves()
}

func (t *taped) Make(i int) {
	t.record(func(g everything) { g.Make(i) })
	t.everything.Make(i)
}

func (t *taped) Unmake() {
	t.record(everything.Unmake)
	t.everything.Unmake()
}

func (t *taped) Position() string {
	t.record(func(g everything) { g.Position() })
	return t.everything.Position()
}

func (t *taped) MoveString(i int) string {
	t.record(func(g everything) { g.MoveString(i) })
	return t.everything.MoveString(i)
}

func (t *taped) After(i int) zobrist.Key {
	t.record(func(g everything) { g.After(i) })
	return t.everything.After(i)
}

func (t *taped) Null() bool {
	t.record(func(g everything) { g.Null() })
	return t.everything.Null()
}

func (t *taped) UndoNull() {
	t.record(everything.UndoNull)
	t.everything.UndoNull()
}

func (t *taped) Load(text string) error {
	t.record(func(g everything) { _ = g.Load(text) })
	return t.everything.Load(text)
}

func (t *taped) Clone() zobristtest.Game {
	c := t.game(t.everything.Clone().(everything))
	from, to := t.id, c.id
	t.calls = append(t.calls, func(games []everything) { games[to] = games[from].Clone().(everything) })
	return c
}

// The optional methods of which a game has none or one.
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
	withClone struct{ core }
)

func (g withClone) Clone() zobristtest.Game {
	c := g.Game.(everything).Clone().(everything)
	return withClone{core{c, c, c}}
}

// only returns a game with some of its optional methods.
func only(methods string, g everything) zobristtest.Game {
	c := core{g, g, g}
	switch methods {
	case "After":
		return withAfter{c, g}
	case "Null":
		return withNull{c, g}
	case "Load":
		return withLoad{c, g}
	case "Clone":
		return withClone{c}
	case "all":
		return g
	}
	return c
}

var methodSets = []string{"", "After", "Null", "Load", "Clone", "all"}

// TestShares counts the calls of a game's methods for each move. None of After, Null,
// Clone and Load may take much more than a quarter of them.
func TestShares(t *testing.T) {
	t.Parallel()
	perMove := make(map[string]float64)
	for _, methods := range methodSets {
		calls := &tape{}
		found, _, err := zobristtest.Config{Games: 3, Seed: 1, Plies: 40}.Session(func() zobristtest.Game {
			return only(methods, calls.game(newGo(6, 0)))
		}).Play()
		require.NoError(t, err)
		perMove[methods] = float64(len(calls.calls)) / float64(found.Made)
	}
	for methods, calls := range perMove {
		share := 1 - perMove[""]/calls
		t.Logf("%.1f calls for each move, %.0f %% for %s", calls, 100*share, methods)
		if methods != "all" {
			assert.Less(t, share, 0.33, methods)
		}
		assert.Equal(t, methods != "", share > 0.02, methods)
	}
}

// fullMarks is tic-tac-toe with all optional methods.
type fullMarks struct{ ticTacToe }

func (g *fullMarks) After(i int) zobrist.Key {
	g.Make(i)
	k := g.Key()
	g.Unmake()
	return k
}
func (g *fullMarks) Null() bool { return false }
func (g *fullMarks) UndoNull()  {}
func (g *fullMarks) Load(text string) error {
	g.ticTacToe = ticTacToe{}
	for cell := range g.board {
		if g.board[cell] = int8(text[1+2*cell] - '0'); g.board[cell] != 0 {
			g.line = append(g.line, cell)
		}
	}
	g.key = g.Recompute()
	return nil
}
func (g *fullMarks) Clone() zobristtest.Game {
	c := *g
	c.line = slices.Clone(g.line)
	return &c
}

// fullChess gives the chess game the optional methods that it lacks.
type fullChess struct{ chessGame }

func (g *fullChess) Clone() zobristtest.Game {
	c := *g
	c.before = slices.Clone(g.before)
	return &c
}

func (g *fullChess) Load(text string) (err error) {
	if g.position, err = chess.ParseFEN(text + " 0 1"); err == nil {
		g.before, g.legal, g.key = nil, nil, g.position.Hash(g.keys)
	}
	return err
}

// BenchmarkPlay plays random games of very different cost, with and without each optional
// method. It reports the positions per second, and the time that the kit takes for each
// second of the game's methods: the same calls without the kit. Each is the best of all
// runs, because other programs disturb them.
func BenchmarkPlay(b *testing.B) {
	all := map[string]func() everything{
		"tic-tac-toe": func() everything { return &fullMarks{} },
		"othello":     func() everything { return newQuickOthello("")().(everything) },
		"chess":       func() everything { return &fullChess{*newChessGame(startFEN, chessBug{})().(*chessGame)} },
		"go":          func() everything { return newGo(19, 0) },
		"slow":        func() everything { return newGo(5, time.Millisecond) },
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		cfg := zobristtest.Config{Games: 10, Seed: 1, Plies: 40}
		switch name {
		case "go":
			cfg.Games, cfg.Plies = 3, 4
		case "slow":
			cfg.Games, cfg.Plies = 1, 5
		}
		for _, methods := range methodSets {
			b.Run(name+"/"+cmp.Or(methods, "none"), func(b *testing.B) {
				calls := &tape{}
				play := func(newGame func() everything) (positions int) {
					found, _, err := cfg.Session(func() zobristtest.Game { return only(methods, newGame()) }).Play()
					require.NoError(b, err)
					return found.Positions
				}
				play(func() everything { return calls.game(all[name]()) })
				positions := 0
				with, without := time.Hour, time.Hour
				for range b.N {
					began := time.Now()
					positions = play(all[name])
					with = min(with, time.Since(began))
					without = min(without, calls.replay(all[name]))
				}
				b.ReportMetric(float64(positions)/with.Seconds(), "positions/s")
				b.ReportMetric((with-without).Seconds()/without.Seconds(), "kit/calls")
				b.ReportMetric(float64((with-without).Nanoseconds())/float64(positions), "kit-ns/position")
			})
		}
	}
}
