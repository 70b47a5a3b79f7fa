package zobristtest_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// gameVariable names the game to check if another test runs this program.
const gameVariable = "ZOBRISTTEST_GAME"

// games are the games that Run and Fuzz check, by name.
var games = map[string]func() zobristtest.Game{
	"othello":  newOthello("", nil),
	"right":    newChessGame(startFEN, chessBug{}),
	"captured": newChessGame(startFEN, not("captured")),
	"corner": newChessGame(startFEN, when(func(f feature) bool {
		return f.kind == "castling" && f.was.Board[f.move.To] != zobrist.NoPiece
	})),
	"promotion": newChessGame(startFEN, not("promoted")),
	"undo":      newChessGame(startFEN, chessBug{unmake: func(g *chessGame, last chessState) { g.key = g.keys.Hash(&g.position) ^ g.keys.Side() }}),
	"odd keys": newChessGame(startFEN, chessBug{keys: func(name string, key zobrist.Key) zobrist.Key {
		return key | 1
	}}),
	"route": newChessGame(startFEN, enPassantAlways()),
	"unseeded": func() func() zobristtest.Game {
		n := 0
		return func() zobristtest.Game { n++; return &line{n: n, position: "start"} }
	}(),
	"differs by process": newChessGame(startFEN, chessBug{keys: func(name string, key zobrist.Key) zobrist.Key {
		return zobrist.Key(zobrist.NewSplitMix64(uint64(os.Getpid())).At(uint64(key)))
	}}),
	"random start":  func() zobristtest.Game { return &line{n: os.Getpid()} },
	"second":        newChessGame(kiwipete, chessBug{}),
	"before second": newChessGame(promotion, chessBug{}),
	"no game":       func() zobristtest.Game { return nil },
	"no moves":      func() zobristtest.Game { return &line{moves: func(int) int { return 0 }} },
	"endless":       func() zobristtest.Game { return &line{} },
	"panics":        func() zobristtest.Game { return &line{broken: "Make", at: 7, fault: func() { panic("boom") }} },
	"bare":          func() zobristtest.Game { return bare{&line{end: 9}} },
	"fails": func() zobristtest.Game {
		return &line{broken: "Recompute", at: 3, fault: func() { failNow() }}
	},
	"newGame panics": func() zobristtest.Game { panic("no board") },
	"unsorted": func() zobristtest.Game {
		asked := 0
		return newStroll(strollBug{moveString: func(s *stroll, i int) string {
			asked++
			return fmt.Sprint("+", 1+(i+asked/4)%4)
		}})()
	},
	"other moves": func() zobristtest.Game {
		others++
		n := others
		return newStroll(strollBug{moves: func(*stroll) int { return n }})()
	},
	"after null":   newStroll(strollBug{make: func(s *stroll, was strollState) { s.key ^= strollSide * zobrist.Key(min(1, s.nulls)) }}),
	"wrong After":  func() zobristtest.Game { return wrongAfter{newStroll(strollBug{})()} },
	"never stored": func() zobristtest.Game { return newPacks(uint64(os.Getpid()))() },

	// Games that differ between processes.
	"zero at the start": func() zobristtest.Game { return withoutKeys(newPacks(uint64(os.Getpid()))()) },
	"a key": func() zobristtest.Game {
		g := newPacks(1)()
		g.(*packs).keys[7] ^= zobrist.Key(os.Getpid())
		return g
	},
	"keys of another test": func() zobristtest.Game {
		g := newPacks(1)()
		if os.Getenv("ZOBRISTTEST_ELSEWHERE") != "" {
			clear(g.(*packs).keys[:])
		}
		return g
	},
	"start without Keys": func() zobristtest.Game {
		return bare{&line{n: os.Getpid(), end: os.Getpid() + 9, position: "start"}}
	},
	"keys made late": func() zobristtest.Game {
		g := newPacks(1)()
		if os.Getenv("ZOBRISTTEST_ELSEWHERE") == "" {
			clear(g.(*packs).keys[:])
		}
		return g
	},
	"other position": func() zobristtest.Game { // after the first move
		g := newPacks(1)()
		g.(*packs).mark = os.Getpid()
		return g
	},
	"one name": func() zobristtest.Game { return oneName{newPacks(1)().(*packs)} },
	"first use": func() func() zobristtest.Game {
		newGame := newLate()
		return func() zobristtest.Game { return withoutKeys(newGame()) }
	}(),
	"first use, listed": newLate(),
	"order of moves": func() zobristtest.Game {
		g := newPacks(1)()
		g.(*packs).first = os.Getpid() % 5
		return g
	},
}

var others int

// configs has the Config of some of the games.
var configs = map[string]zobristtest.Config{
	"never stored": {Unseeded: true},
	"right":        {Games: 3, Seed: 1, Plies: 30},

	// The bug is not in the play.
	"wrong After":        {Games: 3, Seed: 1, Plies: 30},
	"a key":              {Games: 3, Seed: 1, Plies: 30},
	"odd keys":           {Games: 3, Seed: 1, Plies: 30},
	"unsorted":           {Games: 3, Seed: 1, Plies: 30},
	"differs by process": {Games: 3, Seed: 1, Plies: 30},
	"endless":            {Games: 3, Seed: 1},
	"bare":               {Games: 3, Seed: 1},

	// These find the mistake on a slow machine too.
	"captured":   {Games: 20, Seed: 1},
	"corner":     {Games: 30, Seed: 1},
	"promotion":  {Games: 30, Seed: 1},
	"undo":       {Games: 1, Seed: 1},
	"route":      {Games: 20, Seed: 1},
	"panics":     {Games: 1, Seed: 1},
	"after null": {Games: 1, Seed: 1},
	"first use":  {Games: 1, Seed: 1},
}

// withoutKeys returns a game with Position and MoveString only.
func withoutKeys(g zobristtest.Game) zobristtest.Game {
	return unnamed{g, g.(zobristtest.Positioner), g.(zobristtest.MoveStringer)}
}

// bare is a game without any of the optional methods.
type bare struct{ zobristtest.Game }

// failNow ends the running test, as an assertion in a method of a game does.
var failNow func()

func TestRunOnGame(t *testing.T) {
	name := os.Getenv(gameVariable)
	if name == "" {
		t.Skip("for TestRun")
	}
	failNow = func() { t.Log("failing now"); t.FailNow() }
	if other, ok := games["before "+name]; ok {
		zobristtest.Run(t, other)
	}
	if config, ok := configs[name]; ok {
		config.Run(t, games[name])
		return
	}
	zobristtest.Run(t, games[name])
}

func FuzzGame(f *testing.F) {
	name := cmp.Or(os.Getenv(gameVariable), "right")
	cfg := configs[name]
	cfg.Games = min(cfg.Games, 2)
	cfg.Fuzz(f, games[name])
}

// executable returns the path of the test program. It skips the test if the program
// cannot be run, as in an emulator or a browser.
func executable(t *testing.T) string {
	self, err := os.Executable()
	if err == nil {
		err = exec.Command(self, "-test.run=^$").Run()
	}
	if err != nil {
		t.Skip("cannot run a program: ", err)
	}
	return self
}

// runOn runs the tests of this program on a game.
func runOn(t *testing.T, game string, env []string, args ...string) (out string, err error) {
	self := executable(t)
	cmd := exec.Command(self, args...)
	cmd.Dir = t.TempDir()
	cmd.Env = append(append(os.Environ(), gameVariable+"="+game), env...)
	b, err := cmd.CombinedOutput()
	if err != nil {
		require.IsType(t, &exec.ExitError{}, err)
	}
	return string(b), err
}

func TestRun(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game string
		ok   bool
		want []string // regular expressions
	}{
		{"othello", true, []string{`null moves, .*, in \d+ games from seed 1\n`}},
		{"right", true, []string{`walk \(`, `found After  `, `\d+ positions \(\d+ reached again by another line\), \d+ moves taken back, \d+ null moves, in 3 games from seed 1\n`}},
		{"captured", false, []string{
			`key after( \S+)+: got [0-9a-f]{16}, want [0-9a-f]{16}; wrong by: "\S\S \S" \(the captured piece stays in the key\?\)\n`,
			`playouts\n.*walk has failed: random games would show the same bug`}},
		{"corner", false, []string{`wrong by: "castling [KQkq]`, `\(castling right left in, or left out\?\)`}},
		{"promotion", false, []string{
			`every line of up to \d plies`,
			`key after( \S+){9,400}: got [0-9a-f]{16}, want [0-9a-f]{16}; wrong by: "[a-h][18] [QRBNqrbn]" \(the piece is not put on its new square in the key\?\)`,
			`repeat with ZOBRISTTEST_SEED=\d+ go test -run '\^TestRunOnGame\$/\^playouts\$'`}},
		{"undo", false, []string{`key at the start, \S+ taken back: got .* as before; wrong by: "side"`}},
		{"odd keys", false, []string{`bit 0 is set in every key: collisions are twice as likely `, `PASS: TestRunOnGame/playouts`}},
		{"route", false, []string{`, in the same position "`}},
		{"unseeded", false, []string{`the key of a new game is [0-9a-f]{16}, and [0-9a-f]{16} the second time`}},
		{"differs by process", false, []string{`781 of 781 keys differ from those of another process: the key of "a1 P" is [0-9a-f]{16} in this process and [0-9a-f]{16} in the other: is the generator unseeded`, `PASS: TestRunOnGame/playouts`}},
		{"no game", false, []string{"newGame returned nil"}},
		{"no moves", false, []string{`a new game has no moves: Moves\(\) is 0, so there is nothing to check`}},
		{"endless", true, []string{`every line of up to \d+ plies`}},
		{"panics", false, []string{`after on on on on on on on: Make\(on\) panics: boom\n`, `toys_test.go`}},
		{"bare", true, []string{`the game has no method Keys`, `not compared: the game has no method Position`, `every line to its end`}},
		{"fails", false, []string{`failing now`}},
		{"newGame panics", false, []string{`newGame panics: no board\n`, `run_test.go:`, `SKIP: TestRunOnGame/walk`}},
		{"unsorted", false, []string{`the order of moves at the start changes: move 0 is \+\d, and \+\d when asked again: keep the list`}},
		{"other moves", false, []string{`a new game has 1 moves, and 2 the second time`}},
		{"after null", false, []string{`key after null \+1: got .*; wrong by: "side"`}},
		{"wrong After", false, []string{`has a method After\(int\) uint64, want After\(int\) zobrist.Key`, `no    After  `, `no    Null, UndoNull`, `PASS: TestRunOnGame/playouts`}},
	} {
		t.Run(c.game, func(t *testing.T) {
			if testing.Short() && (c.game == "promotion" || c.game == "corner" || c.game == "differs by process") {
				t.Skip("runs for seconds")
			}
			t.Parallel()
			args := []string{"-test.run=^TestRunOnGame$", "-test.v"}
			if c.game != "corner" && c.game != "differs by process" {
				args = append(args, "-test.short")
			}
			out, err := runOn(t, c.game, []string{"ZOBRISTTEST_SEED=1"}, args...)
			assert.Equal(t, c.ok, err == nil, "%s", out)
			for _, want := range c.want {
				assert.Regexp(t, want, out)
			}
			assert.LessOrEqual(t, strings.Count(out, "--- FAIL"), 2, "reported once: %s", out)
			t.Log(out)
		})
	}
}

// TestKeysOfAnotherProcess also runs tests that behave differently in the other
// process.
func TestKeysOfAnotherProcess(t *testing.T) {
	t.Parallel()
	key := `[0-9a-f]{16}`
	for game, want := range map[string]string{
		"right":             `--- PASS: TestRunOnGame/process `,
		"second":            `--- PASS: TestRunOnGame/process#01 `,
		"random start":      `a new game in another process has another position`,
		"zero at the start": `the key of the game after \S+ is ` + key + ` in this process and ` + key + ` in another: is the generator unseeded`,
		"a key": `1 of 50 keys differ from those of another process: the key of "d1 o" is ` + key + ` in this process and ` + key +
			` in the other: is the generator unseeded, or .*? Play is not affected`,
		"keys of another test": `50 of 50 keys differ .* and 0000000000000000 in the other: are the keys made in another test\?`,
		"order of moves":       `--- PASS: TestRunOnGame/process `,
		"start without Keys":   `the key of a new game is ` + key + ` in this process and ` + key + ` in another: is`,
		"keys made late":       `50 of 50 keys differ .* is 0000000000000000 in this process and .*: are the keys made after the game\?`,
		"first use":            `the key of (a new game|the game after( [a-e]\d)+) is ` + key + ` in this process and ` + key + ` in another: is the generator unseeded, or are keys drawn at first use\?`,
		"first use, listed":    `\d+ of 50 keys differ from those of another process: .* in the other, under another name: are keys drawn at first use\?`,
		"other position":       `--- PASS: TestRunOnGame/process `,
		"one name":             `--- PASS: TestRunOnGame/process `,
		"never stored":         `Config.Unseeded: every process has its own keys`,
	} {
		t.Run(game, func(t *testing.T) {
			out, _ := runOn(t, game, nil, "-test.run=^TestRunOnGame$/^(start|process).*$", "-test.v")
			assert.Regexp(t, want, out)
		})
	}
}

// TestFuzz finds bugs with an empty corpus and without coverage.
func TestFuzz(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs the fuzzer")
	}
	for _, game := range []string{"captured", "corner", "route"} {
		t.Run(game, func(t *testing.T) {
			cache := t.TempDir()
			out, err := runOn(t, game, nil, "-test.run=^$", "-test.fuzz=^FuzzGame$", "-test.fuzztime=20000x",
				"-test.fuzzminimizetime=1x", "-test.fuzzcachedir="+cache, "-test.parallel=1")
			require.Error(t, err, out)
			assert.Regexp(t, `wrong by: "`, out)
			t.Log(out)
		})
	}
}

// TestFuzzSeeds runs Fuzz without -fuzz: it plays the games that Fuzz adds.
func TestFuzzSeeds(t *testing.T) {
	t.Parallel()
	out, err := runOn(t, "captured", nil, "-test.run=^FuzzGame$", "-test.short")
	assert.Error(t, err)
	assert.Regexp(t, `--- FAIL: FuzzGame/seed#\d [^$]*wrong by: "\S\S \S" \(the captured piece stays in the key\?\)`, out)
	out, err = runOn(t, "two moves have the same name", nil, "-test.run=^FuzzGame$", "-test.short")
	assert.Error(t, err)
	assert.Contains(t, out, `at the start: moves 0 and 1 have the same name, "+1": the moves of a position need different names`)
	out, err = runOn(t, "right", nil, "-test.run=^FuzzGame$", "-test.v")
	assert.NoError(t, err, out)
	assert.Equal(t, 2, strings.Count(out, "--- PASS: FuzzGame/"))
	out, err = runOn(t, "wrong After", nil, "-test.run=^FuzzGame$")
	assert.Error(t, err)
	assert.Contains(t, out, "has a method After(int) uint64")
	out, err = runOn(t, "no moves", nil, "-test.run=^FuzzGame$")
	assert.Error(t, err)
	assert.Contains(t, out, "a new game has no moves")
}
