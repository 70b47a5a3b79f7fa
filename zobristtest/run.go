package zobristtest

import (
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester"
)

// Run checks a game in about five seconds, or one second with -short. It has these subtests:
//
//   - start: newGame always returns the same position, with the same key and the same moves
//     in the same order.
//   - methods: each optional method has the right name and signature (see [Game]).
//   - process: another process, which runs the test again, has the same keys. (Not with -short.)
//   - keys: [CheckKeys], if the game has Keys.
//   - walk: every sequence of one move, then of two moves, and so on.
//   - playouts: random games, with every move tried in each position.
//   - threads: games in several goroutines in parallel (only with -race).
//
// In each position, walk and playouts check that the key is the recomputed key, that equal
// positions have equal keys and different ones different keys, that methods which should only
// read change nothing, that Unmake restores the key, the position and the moves, and that a
// move in one game does not change another. With more methods they check After, null moves,
// clones and loaded positions.
//
// A bug does not end them. Each reports what it found, grouped by what should have held (such as
// that Unmake restores the key) and by the kinds of features in which the keys differ: the shortest
// sequence of moves, both keys, these features, how many moves of which kind are wrong, and the
// command that repeats the failure. The kinds are known if the game lists its keys (see [Keyer] and
// [Featurer]).
//
// newGame should be fast and should not draw new keys. Run stores up to 262,144 positions.
func Run(t *testing.T, newGame func() Game) {
	t.Helper()
	Config{}.Run(t, newGame)
}

// Run does what the function [Run] does, with these options.
func (cfg Config) Run(t *testing.T, newGame func() Game) {
	t.Helper()
	cfg.session(newGame).Run(t)
}

// Fuzz runs the checks of [Run] as a fuzz target. Two bytes of the input choose a move, for up to
// 400 moves, or a null move. You need not add seeds: Fuzz adds three random games, and without
// -fuzz plays these, for at most one and a half seconds each.
func Fuzz(f *testing.F, newGame func() Game) {
	f.Helper()
	Config{}.Fuzz(f, newGame)
}

// Fuzz does what the function [Fuzz] does, with these options. It adds Games random games, and has
// no time limit for them. No game is longer than Plies. With Starts, the first two bytes choose the
// starting position.
func (cfg Config) Fuzz(f *testing.F, newGame func() Game) {
	f.Helper()
	cfg.session(newGame).Fuzz(f)
}

// Walk checks every sequence of depth moves from the present position of g, as [Run] does. It is a
// perft that compares keys (a hash perft), for any game. It returns what it found broken, each with
// the shortest sequence of moves it can find, and nil only if it has checked every sequence. After
// the first bug it makes at most 300,000 more calls. It returns an error if a sequence is longer
// than 10,000 moves. Unlike Run, Walk accepts a game without moves. It leaves g where it started,
// unless bugs in g prevent that. It has no time limit.
func Walk(g Game, depth int) error {
	return Config{}.session(func() Game { return g }).SingleWalk(depth)
}

// Playout checks one random game from the present position of g, and returns a bug as [Walk] does.
// The game has at most the given number of plies, null moves included, and at most 10,000. In each
// position, Playout also tries up to 256 other moves. src decides the moves, and whether the game
// steers back to earlier positions. Playout has no time limit.
func Playout(g Game, src rand.Source, plies int) error {
	return Config{}.session(func() Game { return g }).SinglePlayout(src, plies)
}

// A Config sets options. Its methods Run and Fuzz replace the functions [Run] and
// [Fuzz]. The zero Config changes nothing. A chess engine's options are in [ChessConfig].
//
//	zobristtest.Config{Games: 200, Plies: 100}.Run(t, newGame)
type Config struct {
	// Games, if not zero, makes every run the same, on every machine: Run plays this number of
	// random games, with seeds from Seed on, and walks 300 positions for each, but at least
	// 2,000 and at most 20,000 in all.
	Games int

	// Seed is the seed of the first random game. If Seed and Games are both zero, Run draws a new
	// seed each time. The environment variable ZOBRISTTEST_SEED overrides Seed. If
	// ZOBRISTTEST_POSITIONS is set, Run compares this number of positions, however long that
	// takes. A failure prints both, to repeat it.
	Seed uint64

	// Plies, if not zero, limits the number of moves in a row, null moves included. Set it if your
	// engine's undo stack has a fixed size. If Plies is zero, a random game ends after 400 plies.
	Plies int

	// Starts are more starting positions, in the format of [Loader]. Choose positions in
	// which rare moves are likely.
	Starts []string

	// Sequential says that only one game can exist at a time: newGame ends the game before it, as
	// in an engine with one global board. Run then does not compare games that exist together. It
	// assumes Sequential if newGame returns the same value each time.
	Sequential bool

	// Unseeded says that every process draws its own keys, which is fine if keys are never stored.
	Unseeded bool
}

// session returns the session of the games that newGame makes.
func (cfg Config) session(newGame func() Game) *tester.Session {
	return &tester.Session{
		Options: tester.Options(cfg),
		Times:   tester.Times{Haste: haste},
		New:     func() tester.Game { return newGame() }, Methods: optional(), Cloning: cloning,
	}
}

// haste divides all time limits. Tests of this package increase it.
var haste = time.Duration(1)

// cloning returns the method Clone of a game, or nil.
func cloning(g tester.Game) func() tester.Game {
	if c, ok := g.(Cloner); ok {
		return func() tester.Game { return c.Clone() }
	}
	return nil
}

// optional lists the optional interfaces of a Game, and what each lets Run check.
func optional() []tester.Method {
	return []tester.Method{
		{Kind: reflect.TypeFor[Positioner](),
			Checks: "positions have equal keys if they are equal, and only then"},
		{Kind: reflect.TypeFor[Afterer](), Checks: "the key before the move is made"},
		{Kind: reflect.TypeFor[Nuller](), Checks: "null moves"},
		{Kind: reflect.TypeFor[Keyer](),
			Checks: "the keys themselves; messages name the wrong features"},
		{Kind: reflect.TypeFor[MoveStringer](),
			Checks: "moves keep their order; messages name them"},
		{Kind: reflect.TypeFor[Featurer](), Checks: "messages name the wrong features"},
		{Kind: reflect.TypeFor[Cloner](), Checks: "a copy and the game do not change each other"},
		{Kind: reflect.TypeFor[Loader](), Checks: "the key of a loaded position"},
		{Kind: reflect.TypeFor[Failer](), Checks: "the game's own errors"},
	}
}
