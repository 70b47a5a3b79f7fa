package zobristtest_test

import (
	"math"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

func TestPanics(t *testing.T) {
	t.Parallel()
	var nothing map[string]int
	for _, method := range []string{"Key", "Recompute", "Moves", "Make", "Unmake", "Position", "MoveString", "Null", "UndoNull", "After"} {
		for at, where := range []string{"at the start: ", "after on: ", "after on on: "} {
			if method == "Unmake" && at == 0 {
				continue // there is nothing to take back
			}
			l := &line{broken: method, at: at, fault: func() { nothing[method] = 1 }}
			err := zobristtest.Walk(l, 5)
			if !assert.Error(t, err, "%s %s", method, where) {
				continue
			}
			if method == "UndoNull" {
				where = []string{"after null: ", "after on null: ", "after on on null: "}[at]
			}
			assert.Contains(t, err.Error(), where+method+"(", method)
			assert.Contains(t, err.Error(), method)
			assert.Contains(t, err.Error(), " panics: assignment to entry in nil map\n")
			assert.Contains(t, err.Error(), "toys_test.go")
			assert.NotContains(t, err.Error(), "player.go")
		}
	}
	l := &line{broken: "Keys", at: 0, fault: func() { panic("no keys") }}
	assert.NoError(t, zobristtest.Walk(l, 3), "the keys are not asked for")
	assert.Equal(t, 0, l.n)
}

func TestNoMoves(t *testing.T) {
	t.Parallel()
	none := &line{moves: func(int) int { return 0 }}
	assert.NoError(t, zobristtest.Walk(none, 3))
	assert.NoError(t, zobristtest.Playout(none, zobrist.NewSplitMix64(1), 3))
	negative := &line{moves: func(n int) int { return []int{1, 1, -1}[n] }}
	assert.EqualError(t, zobristtest.Walk(negative, 3), "after on on: Moves() is -1")
	assert.EqualError(t, zobristtest.Playout(&line{moves: negative.moves}, zobrist.NewSplitMix64(1), 9), "after on on: Moves() is -1")
	assert.EqualError(t, zobristtest.Walk(&line{moves: func(int) int { return -1 }}, 0), "at the start: Moves() is -1")
}

func TestEndless(t *testing.T) {
	t.Parallel()
	assert.EqualError(t, zobristtest.Walk(&line{}, math.MaxInt), "zobristtest: Walk: a line is longer than 10000 plies")
	assert.NoError(t, zobristtest.Walk(&line{end: 9000}, math.MaxInt))
	assert.NoError(t, zobristtest.Playout(&line{}, zobrist.NewSplitMix64(1), math.MaxInt))
	assert.NoError(t, zobristtest.Playout(&line{}, zobrist.NewSplitMix64(1), -1))
	assert.ErrorContains(t, zobristtest.Walk(&line{moves: func(n int) int { return math.MaxInt32 }}, 1), "at the start: Moves() is 2147483647")
}

// TestGoexitEndsTheTest calls Goexit in a method of the game, as t.FailNow does.
func TestGoexitEndsTheTest(t *testing.T) {
	for _, method := range []string{"Make", "Key", "Keys"} {
		returned, done := false, make(chan bool)
		go func() {
			defer close(done)
			l := &line{broken: method, at: 1, fault: runtime.Goexit}
			if method == "Keys" { // asked for when something else is wrong
				l.moves = func(n int) int { return []int{1, -1}[n] }
			}
			_ = zobristtest.Walk(l, 3)
			returned = true
		}()
		<-done
		assert.Equal(t, method == "Keys", returned, method)
	}
}

type badSource struct{}

func (badSource) Uint64() uint64 { panic("no more numbers") }

// TestPanicOutsideTheGame checks that the kit does not blame such a panic on the game.
func TestPanicOutsideTheGame(t *testing.T) {
	t.Parallel()
	assert.PanicsWithValue(t, "no more numbers", func() { _ = zobristtest.Playout(&line{}, badSource{}, 3) })
}

func TestGameReturnsToItsStart(t *testing.T) {
	t.Parallel()
	g := newChessGame(startFEN, chessBug{})().(*chessGame)
	start := g.position
	assert.NoError(t, zobristtest.Walk(g, 2))
	assert.Equal(t, start, g.position)
	assert.NoError(t, zobristtest.Playout(g, zobrist.NewSplitMix64(3), 50))
	assert.Equal(t, start, g.position)
	g.bug = not("captured")
	assert.Error(t, zobristtest.Playout(g, zobrist.NewSplitMix64(3), 50))
	assert.Equal(t, start, g.position)
	assert.Empty(t, g.before)
}

// TestMovesWithoutNames checks that without MoveString messages and replays use
// numbers.
func TestMovesWithoutNames(t *testing.T) {
	t.Parallel()
	g := bare{newChessGame(startFEN, not("captured"))()}
	err := zobristtest.Playout(g, zobrist.NewSplitMix64(1), 100)
	assert.Regexp(t, `^key after( #\d+)+: got [0-9a-f]{16}, want [0-9a-f]{16} \(add a Keys method to see which keys are wrong\)$`, err.Error())
}

// A spoiler is a game with one mistake: one of its methods makes a move.
type spoiler struct {
	zobristtest.Game
	method string
}

func (g *spoiler) spoil(method string) {
	if g.method == method {
		g.Make(0)
	}
}

func (g *spoiler) Key() zobrist.Key       { defer g.spoil("Key"); return g.Game.Key() }
func (g *spoiler) Recompute() zobrist.Key { defer g.spoil("Recompute"); return g.Game.Recompute() }
func (g *spoiler) Moves() int             { defer g.spoil("Moves"); return g.Game.Moves() }

// positioned is a spoiler with Position.
type positioned struct{ *spoiler }

func (g positioned) Position() string {
	defer g.spoil("Position")
	return g.Game.(zobristtest.Positioner).Position()
}

// TestReadingMethodThatMoves checks that the message names the method that changes
// the game.
func TestReadingMethodThatMoves(t *testing.T) {
	t.Parallel()
	newGame := newChessGame(startFEN, chessBug{})
	for _, method := range []string{"Key", "Recompute", "Moves"} {
		err := zobristtest.CheckStart(func() zobristtest.Game { return &spoiler{newGame(), method} })
		assert.ErrorContains(t, err, method+`() changes the key of a new game from "`)
	}
	for _, method := range []string{"Key", "Recompute", "Moves", "Position"} {
		err := zobristtest.CheckStart(func() zobristtest.Game { return positioned{&spoiler{newGame(), method}} })
		assert.ErrorContains(t, err, method+`() changes the position of a new game from "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq`)
	}
	assert.NoError(t, zobristtest.CheckStart(func() zobristtest.Game { return positioned{&spoiler{newGame(), ""}} }))
}

// Games with methods that differ a little from the optional methods.
type (
	wrongAfter    struct{ zobristtest.Game }
	noUndo        struct{ zobristtest.Game }
	misspelt      struct{ zobristtest.Game }
	byPointer     struct{ zobristtest.Game }
	wrongKeys     struct{ zobristtest.Game }
	wrongPosition struct{ zobristtest.Game }
	another       struct{ zobristtest.Game }
	allOfThem     struct{ *stroll }
)

func (wrongAfter) After(i int) uint64                      { return 0 }
func (noUndo) Null() bool                                  { return true }
func (misspelt) Movestring(i int) string                   { return "" }
func (b *byPointer) Position() string                      { return b.Game.(zobristtest.Positioner).Position() }
func (wrongKeys) Keys() map[string]zobrist.Key             { return nil }
func (wrongPosition) Position() (string, error)            { return "", nil }
func (another) Keys() func(func(string, zobrist.Key) bool) { return nil }
func (another) String() string                             { return "" }

func TestWrongSignatures(t *testing.T) {
	t.Parallel()
	g := newStroll(strollBug{})
	for _, c := range []struct {
		game zobristtest.Game
		want string
	}{
		{wrongAfter{g()}, "zobristtest: zobristtest_test.wrongAfter has a method After(int) uint64, want After(int) zobrist.Key: see zobristtest.Afterer"},
		{&wrongAfter{g()}, "zobristtest: *zobristtest_test.wrongAfter has a method After(int) uint64, want After(int) zobrist.Key: see zobristtest.Afterer"},
		{noUndo{g()}, "zobristtest: zobristtest_test.noUndo has the method Null but no UndoNull: see zobristtest.Nuller"},
		{misspelt{g()}, "zobristtest: zobristtest_test.misspelt has a method Movestring, want MoveString: see zobristtest.MoveStringer"},
		{byPointer{g()}, "zobristtest: zobristtest_test.byPointer has the method Position only on its pointer type, but newGame returns no pointer: see zobristtest.Positioner"},
		{wrongKeys{g()}, "zobristtest: zobristtest_test.wrongKeys has a method Keys() map[string]zobrist.Key, want Keys() iter.Seq2[string, zobrist.Key]: see zobristtest.Keyer"},
		{wrongPosition{g()}, "zobristtest: zobristtest_test.wrongPosition has a method Position() (string, error), want Position() string: see zobristtest.Positioner"},
		{&byPointer{g()}, ""},
		{bare{g()}, ""},
		{allOfThem{g().(*stroll)}, ""},
	} {
		if c.want == "" {
			assert.NoError(t, zobristtest.Walk(c.game, 1), "%T", c.game)
			assert.NoError(t, zobristtest.Playout(c.game, zobrist.NewSplitMix64(1), 1), "%T", c.game)
			continue
		}
		assert.EqualError(t, zobristtest.Walk(c.game, 1), c.want)
		assert.EqualError(t, zobristtest.Playout(c.game, zobrist.NewSplitMix64(1), 1), c.want)
	}
	// A function type in place of iter.Seq2 is a different signature.
	assert.ErrorContains(t, zobristtest.Walk(another{g()}, 1), "has a method Keys() func(func(string, zobrist.Key) bool), want Keys() iter.Seq2[")
}

// Users can assert which methods a game has.
var (
	_ zobristtest.Positioner   = (*stroll)(nil)
	_ zobristtest.Afterer      = (*stroll)(nil)
	_ zobristtest.Nuller       = (*stroll)(nil)
	_ zobristtest.Keyer        = (*stroll)(nil)
	_ zobristtest.MoveStringer = (*stroll)(nil)
)
