package zobristtest_test

import (
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/zobristtest"
)

func TestPanics(t *testing.T) {
	t.Parallel()
	var nothing map[string]int
	for _, method := range []string{"Key", "Recompute", "Moves", "Make", "Unmake", "Position",
		"MoveString", "Null", "UndoNull", "After"} {
		for at, where := range []string{"at the start: ", "after on: ", "after on on: "} {
			switch {
			case method == "Unmake" && at == 0:
				continue // there is nothing to take back
			case method == "UndoNull":
				where = "after " + strings.Repeat("on ", at) + "null: "
			}
			err := zobristtest.Walk(newLine(faulty(method, at, func() { nothing[method] = 1 })), 5)
			if !assert.Error(t, err, "%s %s", method, where) {
				continue
			}
			assert.Contains(t, err.Error(), where+method+"(", method)
			assert.Contains(t, err.Error(), " panics: assignment to entry in nil map\n")
			assert.Contains(t, err.Error(), "walk_test.go")
			assert.NotContains(t, err.Error(), "watch.go")
		}
	}
	l := newLine(faulty("Keys", 0, func() { panic("no keys") }))
	assert.NoError(t, zobristtest.Walk(l, 3), "the keys are not asked for")
	assert.Equal(t, 0, l.n)
}

func TestNoMoves(t *testing.T) {
	t.Parallel()
	counts := func(of ...int) *toy {
		return newLine(bug{moves: func(t *toy) int { return of[min(t.n, len(of)-1)] }})
	}
	assert.NoError(t, zobristtest.Walk(counts(0), 3))
	assert.NoError(t, zobristtest.Playout(counts(0), zobrist.NewSplitMix64(1), 3))
	matches(t, `^after on (on|null): Moves\(\) is -1$`, zobristtest.Walk(counts(1, 1, -1), 3))
	matches(t, `^after on (on|null): Moves\(\) is -1$`,
		zobristtest.Playout(counts(1, 1, -1), zobrist.NewSplitMix64(1), 9))
	assert.EqualError(t, zobristtest.Walk(counts(-1), 0), "at the start: Moves() is -1")
	assert.ErrorContains(t, zobristtest.Walk(counts(math.MaxInt32), 1),
		"at the start: Moves() is 2147483647")
}

func TestEndless(t *testing.T) {
	t.Parallel()
	assert.EqualError(t, zobristtest.Walk(newLine(bug{}), math.MaxInt),
		"zobristtest: Walk: a line is longer than 10000 plies")
	assert.NoError(t, zobristtest.Walk(lines(0, 3000).game(bug{})(), math.MaxInt))
	assert.NoError(t, zobristtest.Playout(bare{newLine(bug{})}, zobrist.NewSplitMix64(1),
		math.MaxInt))
	assert.NoError(t, zobristtest.Playout(newLine(bug{}), zobrist.NewSplitMix64(1), -1))
}

// TestGoexitEndsTheTest calls Goexit in a method of the game, as t.FailNow does.
func TestGoexitEndsTheTest(t *testing.T) {
	for _, method := range []string{"Make", "Key", "Keys"} {
		returned, done := false, make(chan bool)
		go func() {
			defer close(done)
			b := faulty(method, 1, runtime.Goexit)
			if method == "Keys" { // asked for when something else is wrong
				b.moves = func(t *toy) int { return 1 - 2*t.n }
			}
			_ = zobristtest.Walk(newLine(b), 3)
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
	assert.PanicsWithValue(t, "no more numbers", func() {
		_ = zobristtest.Playout(newLine(bug{}), badSource{}, 3)
	})
}

// TestGameReturnsToItsStart also checks that without MoveString messages use numbers.
func TestGameReturnsToItsStart(t *testing.T) {
	t.Parallel()
	g := newChessGame(startFEN, chessBug{})().(*chessGame)
	start := g.position
	assert.NoError(t, zobristtest.Walk(g, 2))
	assert.NoError(t, zobristtest.Playout(g, zobrist.NewSplitMix64(3), 50))
	assert.Equal(t, start, g.position)
	g.bug = not("captured")
	assert.Error(t, zobristtest.Playout(g, zobrist.NewSplitMix64(3), 50))
	assert.Equal(t, start, g.position)
	assert.Empty(t, g.before)
	err := zobristtest.Playout(bare{g}, zobrist.NewSplitMix64(1), 100)
	matches(t, `^key after( #\d+)+: got `+key16+`, want `+key16+
		`\n   list the keys with their names to see which are wrong\n`+
		`   wrong: \d+ of [\d,]+ moves`, err)
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
	ownClone      struct{ zobristtest.Game }
	copies        struct{ zobristtest.Game }
	nullMover     struct{ zobristtest.Game }
	copier        struct{ zobristtest.Game }
	allOfThem     struct{ *toy }
	board2        struct{ *quickOthello } // with the usual Clone
	embedsBoard   struct{ *board2 }
)

func (wrongAfter) After(i int) uint64    { return 0 }
func (noUndo) Null() bool                { return true }
func (misspelt) Movestring(i int) string { return "" }
func (b *byPointer) Position() string {
	return b.Game.(zobristtest.Positioner).Position()
}
func (wrongKeys) Keys() map[string]zobrist.Key             { return nil }
func (wrongPosition) Position() (string, error)            { return "", nil }
func (another) Keys() func(func(string, zobrist.Key) bool) { return nil }
func (another) String() string                             { return "" }
func (ownClone) Clone() *board2                            { return nil }
func (copies) Copy() zobristtest.Game                      { return nil }
func (nullMover) Null() bool                               { return true }
func (nullMover) UnmakeNull()                              {}
func (copier) Copy(dst []int) int                          { return 0 } // something else
func (b *board2) Clone() *board2                           { return b }

func TestWrongSignatures(t *testing.T) {
	t.Parallel()
	g := newStroll(bug{})
	newBoard := func() *board2 { return &board2{newQuickOthello("")().(*quickOthello)} }
	for _, c := range []struct {
		game zobristtest.Game
		want string
	}{
		{copies{g()}, "zobristtest_test.copies has a method Copy() zobristtest.Game, want " +
			"Clone() zobristtest.Game: see zobristtest.Cloner"},
		{nullMover{g()}, "zobristtest_test.nullMover has a method UnmakeNull(), want " +
			"UndoNull(): see zobristtest.Nuller"},
		{copier{g()}, ""},
		{wrongAfter{g()}, "zobristtest_test.wrongAfter has a method After(int) uint64, want " +
			"After(int) zobrist.Key: see zobristtest.Afterer"},
		{&wrongAfter{g()}, "*zobristtest_test.wrongAfter has a method After(int) uint64, want " +
			"After(int) zobrist.Key: see zobristtest.Afterer"},
		{noUndo{g()}, "zobristtest_test.noUndo has the method Null but no UndoNull: see " +
			"zobristtest.Nuller"},
		{misspelt{g()}, "zobristtest_test.misspelt has a method Movestring(int) string, want " +
			"MoveString(int) string: see zobristtest.MoveStringer"},
		{byPointer{g()}, "zobristtest_test.byPointer has a method Position() string on its " +
			"pointer type, which newGame does not return, want Position() string: see " +
			"zobristtest.Positioner"},
		{wrongKeys{g()}, "zobristtest_test.wrongKeys has a method Keys() " +
			"map[string]zobrist.Key, want Keys() iter.Seq2[string, zobrist.Key]: see " +
			"zobristtest.Keyer"},
		{wrongPosition{g()},
			"zobristtest_test.wrongPosition has a method Position() (string, error), want " +
				"Position() string: see zobristtest.Positioner"},
		{ownClone{g()}, "zobristtest_test.ownClone has a method Clone() " +
			"*zobristtest_test.board2, want Clone() zobristtest.Game: see zobristtest.Cloner"},
		// a function type is another signature
		{another{g()}, "has a method Keys() func(func(string, zobrist.Key) bool), want Keys() " +
			"iter.Seq2["},
		{&byPointer{g()}, ""},
		{bare{g()}, ""},
		{allOfThem{g().(*toy)}, ""},
		{embedsBoard{newBoard()}, ""},
		{&embedsBoard{newBoard()}, ""},
	} {
		for _, err := range []error{zobristtest.Walk(c.game, 1),
			zobristtest.Playout(c.game, zobrist.NewSplitMix64(1), 1)} {
			if c.want == "" {
				assert.NoError(t, err, "%T", c.game)
			} else {
				assert.ErrorContains(t, err, c.want)
			}
		}
	}
}

// TestStarts has rungs out of reach, from which Starts begin.
func TestStarts(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 20, Seed: 1, Plies: 30}
	_, err := look(cfg, newLadder(40))
	assert.NoError(t, err, "out of reach from the start")
	cfg.Starts = []string{"20", "30"}
	said, err := cfg.Walk(newLadder(0))
	assert.NoError(t, err)
	assert.Contains(t, said, "every sequence of up to ")

	// Seeds near the end begin again at the lowest, with the start and the kind of their game.
	cfg = zobristtest.Config{Games: 8, Seed: 1<<64 - 2, Plies: 30, Starts: []string{"20", "36"}}
	said, _, err = cfg.Play(newLadder(0))
	assert.NoError(t, err)
	assert.Contains(t, said, "in 8 games from seed 18446744073709551614")
	cfg.Games = 60
	_, seed, err := cfg.Play(newLadder(40))
	require.Error(t, err)
	_, _, again := zobristtest.Config{Games: 1, Seed: seed, Plies: 30, Starts: cfg.Starts}.Play(
		newLadder(40),
	)
	first := func(err error) string { // the counts below it are of more games
		line, _, _ := strings.Cut(err.Error(), "\n")
		return line
	}
	require.Error(t, again)
	assert.Equal(t, first(err), first(again), "the seed %d alone repeats it, with its start", seed)
}

// TestOneGlobalBoard tests an engine with one board, which newGame resets.
func TestOneGlobalBoard(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 60, Seed: 1, Plies: 30, Starts: []string{"20", "36"}}
	for _, bad := range []int8{0, 40} {
		only := toyOf(newLadder(bad)())
		reset := func() { *only = *toyOf(newLadder(bad)()) }
		for name, newGame := range map[string]func() zobristtest.Game{
			"the same game": func() zobristtest.Game { reset(); return loadedToy{only} },
			"a new wrapper": func() zobristtest.Game { reset(); return &loadedToy{only} },
		} {
			cfg.Sequential = name == "a new wrapper"
			_, walked := cfg.Walk(newGame)
			_, _, played := cfg.Play(newGame)
			assert.NoError(t, zobristtest.CheckStart(newGame))
			want := "" // no bug
			if bad == 40 {
				want = `^key at "\d+" after up( up)*: got `
			}
			for _, err := range []error{walked, played} {
				matches(t, want, err)
			}
		}
		cfg.Sequential = false
		_, err := cfg.Walk(func() zobristtest.Game { reset(); return &loadedToy{only} })
		assert.ErrorContains(t, err,
			"(if only one game can exist at a time, set Config.Sequential)")
	}
}

// TestOtherMoves has games whose moves depend on more than Position says:
// rules may forbid repetitions.
func TestOtherMoves(t *testing.T) {
	t.Parallel()
	cfg := zobristtest.Config{Games: 5, Seed: 1, Plies: 30}
	for name, game := range map[string]func() zobristtest.Game{
		"other count":        newStroll(bug{moves: func(t *toy) int { return 4 - t.last/4 }}),
		"right":              newStroll(bug{}),
		"right, with an end": newChessGame(kiwipete, chessBug{}),
		"ends by repetition": newStroll(bug{moves: func(t *toy) int {
			if len(t.stack) == 7 {
				return 0
			}
			return 4
		}}),
	} {
		_, err := cfg.Walk(game)
		assert.NoError(t, err, name)
		_, _, err = cfg.Play(game)
		assert.NoError(t, err, name)
	}
}

// TestNoLineIsTooLong: an engine whose stack has room for Config.Plies does not overflow.
func TestNoLineIsTooLong(t *testing.T) {
	t.Parallel()
	longest := 0
	see := func(t *toy, _ state) { longest = max(longest, len(t.stack)) }
	require.NoError(t, zobristtest.Walk(newStroll(bug{make: see, null: see})(), 3))
	assert.Equal(t, 4, longest, "three plies and a null move")

	full := func(t *toy, _ state) {
		if len(t.stack) > 25 {
			panic("no room for another ply")
		}
	}
	room, cfg := newStroll(bug{make: full, null: full}), zobristtest.Config{Games: 5, Plies: 25}
	_, err := look(cfg, room)
	assert.NoError(t, err)
	cfg.Plies++
	_, err = look(cfg, room)
	assert.ErrorContains(t, err, "panics: no room for another ply")
	assert.NoError(t, zobristtest.Playout(room(), zobrist.NewSplitMix64(1), 25))
}

// TestSeedRepeatsTheGame: the seed that Run reports repeats the random game that failed, as the
// first one, however it was steered and wherever it started. So a repetition plays one game, or
// a few if two games disagree.
func TestSeedRepeatsTheGame(t *testing.T) {
	t.Parallel()
	when := func(is func(t *toy, was state) bool) bug { return bug{make: flips(is)} }
	reply := when(func(t *toy, was state) bool {
		return was.last == 0 && t.last == 37 && len(t.stack)%64 == 17
	})
	reply.moves = func(*toy) int { return 40 }
	many := strolls
	many.moves = func(*state) []move { return steps }
	for name, c := range map[string]struct {
		game  func() zobristtest.Game
		cfg   zobristtest.Config
		games int // to repeat it
	}{
		"few games": {newStroll(when(func(t *toy, _ state) bool {
			return t.count >= 44
		})), zobristtest.Config{Plies: 150}, 1},
		"after a null move": {newStroll(when(func(t *toy, was state) bool {
			return t.count >= 20 && was.last == 0 && t.last == 3
		})), zobristtest.Config{Plies: 100}, 1},
		"reply to a null move": {many.game(reply), zobristtest.Config{Plies: 150}, 1},
		"one start of three": {newLadder(40),
			zobristtest.Config{Starts: []string{"10", "36"}, Plies: 30}, 1},
		"promotion": {newChessGame(startFEN, not("promoted")),
			zobristtest.Config{Plies: 150}, 1},
		"steered back": {dials(func(n int) zobrist.Key {
			return tokens(n % 2)
		}).game(bug{}), zobristtest.Config{Plies: 150}, 1},
		"clone": {rows.game(bug{clone: func(_, c *toy) {
			c.at[7] = 0
		}}), zobristtest.Config{}, 1},
		"rare word": {newHalfLoader, zobristtest.Config{Plies: 30}, 1},
		"two games that disagree": {trio(3).game(bug{recompute: fallen3, key: fallen3}),
			zobristtest.Config{}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			sample.Skip(t, 4)
			t.Parallel()
			play := func(seed uint64, games int) (failed uint64, found bool) {
				c.cfg.Seed, c.cfg.Games = seed, games
				s := c.cfg.Session(c.game)
				s.Haste = 100
				_, errs := s.Play()
				if len(errs) == 0 {
					return 0, false
				}
				var broken *tester.Break
				require.ErrorAs(t, errs[0], &broken)
				return broken.Seed(), true
			}
			seeds := uint64(1)
			if *long {
				seeds = 6 // most random games show a reply in another way
			}
			for first := range seeds {
				seed, found := play(1000*first, 200)
				require.True(t, found, "seed %d", 1000*first)
				games := c.games
				if first > 0 {
					games = 200 // with another seed, a later game may disagree with this one
				}
				again, found := play(seed, games)
				assert.True(t, found, "seed %d", seed)
				assert.Equal(t, seed, again)
			}
		})
	}
}

func fallen3(t *toy, right zobrist.Key) zobrist.Key { return right + zobrist.Key(8*t.count) }

// TestCallsOfMethods limits the calls of a game's methods: if the game runs in another process,
// each is slow. None of After, Null, Clone and Load may take much more than a quarter of them.
func TestCallsOfMethods(t *testing.T) {
	t.Parallel()
	calls, made := 0, 0
	count := bug{call: func(*toy, string) { calls++ }, make: func(*toy, state) { made++ }}
	g := newStroll(count)().(*toy)
	game := withoutKeys(g)
	for name, check := range map[string]func() error{
		"Playout": func() error { return zobristtest.Playout(game, zobrist.NewSplitMix64(1), 100) },
		"Walk":    func() error { return zobristtest.Walk(game, 5) },
	} {
		calls, made = 0, 0
		assert.NoError(t, check())
		t.Logf("%.1f calls per move in %s", float64(calls)/float64(made), name)
		assert.Less(t, calls, 14*made, name)
	}
	perMove := make(map[string]float64)
	for _, methods := range []string{"", "after", "null", "clone", "load",
		"after null clone load"} {
		r := duel(separateChecks, true)
		r.lacks, r.clones = "after null", strings.Contains(methods, "clone")
		for _, m := range strings.Fields(methods) {
			r.lacks = strings.ReplaceAll(r.lacks, m, "")
		}
		if !strings.Contains(methods, "load") {
			r.read = nil
		}
		calls, made = 0, 0
		_, _, err := zobristtest.Config{Games: 3, Seed: 1, Plies: 40}.Play(r.game(count))
		require.NoError(t, err)
		perMove[methods] = float64(calls) / float64(made)
	}
	for methods, n := range perMove {
		share := 1 - perMove[""]/n
		t.Logf("%.1f calls for each move, %.0f %% for %s", n, 100*share, methods)
		if len(methods) < 6 {
			assert.Less(t, share, 0.33, methods)
		}
	}
}

func TestWalkNil(t *testing.T) {
	assert.EqualError(t, zobristtest.Walk(nil, 1), "zobristtest: the game is nil")
}
