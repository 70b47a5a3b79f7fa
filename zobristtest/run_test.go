package zobristtest_test

import (
	"cmp"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/zobristtest"
)

// gameVariable names the game to check if another test runs this program. There, another process
// that Run starts has printVariable.
const gameVariable, printVariable = "ZOBRISTTEST_GAME", "ZOBRISTTEST_ELSEWHERE"

var (
	elsewhere = os.Getenv(printVariable) != ""
	pid       = os.Getpid()
)

// games are the games that Run and Fuzz check, by name.
var games = map[string]func() zobristtest.Game{
	"othello":       newOthello("", nil),
	"right":         newChessGame(startFEN, chessBug{}),
	"second":        newChessGame(kiwipete, chessBug{}),
	"before second": newChessGame(promotion, chessBug{}),
	"captured":      newChessGame(startFEN, not("captured")),
	"corner": newChessGame(startFEN, when(func(f feature) bool {
		return f.kind == "castling" && f.was.Board[f.move.To] != zobrist.NoPiece
	})),
	"promotion": newChessGame(startFEN, not("promoted")),
	// These have no Config, so that Run plays for its usual time.
	"timed captured":  newChessGame(startFEN, not("captured")),
	"timed promotion": newChessGame(startFEN, not("promoted")),
	"odd keys": newChessGame(startFEN, chessBug{keys: func(_ string, key zobrist.Key) zobrist.Key {
		return key | 1
	}}),
	"route": newChessGame(startFEN, enPassantAlways()),
	"unseeded": func() func() zobristtest.Game {
		n := 0
		return func() zobristtest.Game { n++; return lineFrom(n, 0) }
	}(),
	"no game":        func() zobristtest.Game { return nil },
	"newGame panics": func() zobristtest.Game { panic("no board") },
	"no moves": func() zobristtest.Game {
		return bare{newLine(bug{moves: func(*toy) int { return 0 }})}
	},
	"endless": lines(0, 0).game(bug{}),
	"panics": func() zobristtest.Game {
		return newLine(faulty("Make", 7, func() { panic("boom") }))
	},
	"bare": func() zobristtest.Game { return bare{lines(0, 9).game(bug{})()} },
	"fails": func() zobristtest.Game {
		return newLine(faulty("Recompute", 3, func() { failNow() }))
	},
	"unsorted": newStroll(bug{names: func(t *toy, i int) string {
		t.asked++
		return steps[(i+t.asked/4)%4].name
	}}),
	"other moves": func() func() zobristtest.Game {
		n := 0
		return func() zobristtest.Game {
			n++
			m := n
			return newStroll(bug{moves: func(*toy) int { return m }})()
		}
	}(),
	"wrong After": func() zobristtest.Game {
		return wrongAfter{newStroll(bug{})()}
	},
	"embeds": func() zobristtest.Game {
		return embedsBoard{&board2{newQuickOthello("")().(*quickOthello)}}
	},
	"never stored": packs(uint64(pid)).game(bug{}),
	"many fours": newStroll(bug{make: flips(func(t *toy, _ state) bool {
		return t.count >= 41
	})}),
	"two moves have the same name": newStroll(bug{names: func(_ *toy, i int) string {
		return steps[max(0, i-1)].name
	}}),
	"slow new games": func() zobristtest.Game {
		time.Sleep(60 * time.Millisecond)
		return newOthello("Make", nil)()
	},
	"slow moves":     newStroll(bug{make: func(*toy, state) { time.Sleep(6 * time.Millisecond) }}),
	"no keys listed": func() zobristtest.Game { return noKeys{lines(0, 0).game(bug{})().(*toy)} },

	// Games that differ between processes.
	"differs by process": newChessGame(startFEN,
		chessBug{keys: func(_ string, key zobrist.Key) zobrist.Key {
			return zobrist.Key(zobrist.NewSplitMix64(uint64(pid)).At(uint64(key)))
		}}),
	"random start": lines(pid, 0).game(bug{}),
	"zero at the start": func() zobristtest.Game {
		return withoutKeys(packs(uint64(pid)).game(bug{})())
	},
	"a key": packsWith(func(r *rules, right rules) {
		r.number = func(c int, v int8) zobrist.Key {
			if c == 3 && v == 2 {
				return right.number(c, v) ^ zobrist.Key(pid)
			}
			return right.number(c, v)
		}
	}),
	"keys of another test": packsWith(func(r *rules, right rules) { clearIf(r, elsewhere) }),
	"keys made late":       packsWith(func(r *rules, right rules) { clearIf(r, !elsewhere) }),
	"start without Keys":   func() zobristtest.Game { return bare{lineFrom(pid, pid+9)} },
	"other position": packsWith(func(r *rules, right rules) { // after the first move
		r.text = func(s *state) string {
			return right.text(s) + strings.Repeat(fmt.Sprint(pid), min(1, s.n))
		}
		r.rest = func(s *state) zobrist.Key { return zobrist.Key(pid * min(1, s.n)) }
	}),
	"one name": packsWith(func(r *rules, right rules) {
		r.name = func(c int, v int8) string { return fmt.Sprint("0 ", (2*c+int(v))%10) }
	}),
	"first use":         func() zobristtest.Game { return withoutKeys(lateKeys()) },
	"first use, listed": lateKeys,
	"order of moves": packsWith(func(r *rules, right rules) {
		r.moves = func(s *state) []move {
			all := right.moves(s)
			first := pid % max(1, len(all))
			return append(all[first:len(all):len(all)], all[:first]...)
		}
	}),
	"panics elsewhere": func() zobristtest.Game {
		if elsewhere {
			panic("no licence here")
		}
		return newQuickOthello("")()
	},
}

// lateKeys returns a game whose keys are drawn at first use.
var lateKeys = func() func() zobristtest.Game {
	drawn, source := make(map[int]zobrist.Key), zobrist.NewSplitMix64(77)
	return packsWith(func(r *rules, right rules) {
		r.number = func(c int, v int8) zobrist.Key {
			if _, ok := drawn[2*c+int(v)]; !ok {
				drawn[2*c+int(v)] = zobrist.Key(source.Uint64())
			}
			return drawn[2*c+int(v)]
		}
	})
}()

// packsWith returns packs with changed rules.
func packsWith(change func(r *rules, right rules)) func() zobristtest.Game {
	r := packs(1)
	change(r, *packs(1))
	return r.game(bug{})
}

func clearIf(r *rules, is bool) {
	if is {
		r.number = func(int, int8) zobrist.Key { return 0 }
	}
}

// lineFrom returns a line whose start does not show in its position.
func lineFrom(from, end int) zobristtest.Game {
	r := lines(from, end)
	r.text = func(*state) string { return "start" }
	return r.game(bug{})()
}

func newLine(b bug) *toy { return lines(0, 0).game(b)().(*toy) }

// faulty has a fault in a method at one position of a line.
func faulty(method string, at int, fault func()) bug {
	return bug{call: func(t *toy, called string) {
		if called == method && t.n-t.nulls == at {
			fault()
		}
	}}
}

// noKeys lists no key.
type noKeys struct{ *toy }

func (noKeys) Keys() iter.Seq2[string, zobrist.Key] {
	return func(func(string, zobrist.Key) bool) {}
}

// configs has the Config of some of the games.
var configs = map[string]zobristtest.Config{
	"never stored": {Unseeded: true}, "no keys listed": {Games: 1, Plies: 10},
	"many fours": {Games: 3},

	// These find the mistake on a slow machine too.
	"captured": {Games: 20, Seed: 1}, "corner": {Games: 30, Seed: 1},
	"promotion": {Games: 30, Seed: 1}, "route": {Games: 20, Seed: 1},
	"panics": {Games: 1, Seed: 1}, "first use": {Games: 1, Seed: 1}, "endless": {Games: 3, Seed: 1},
	"bare": {Games: 3, Seed: 1},
}

func init() {
	for _, wrong := range []string{"", "all keys", "routes", "late", "Make", "Unmake", "Null",
		"After", "Clone", "Load"} {
		games["quick "+wrong] = newQuickOthello(wrong)
		configs["quick "+wrong] = zobristtest.Config{Games: 3, Seed: 1, Plies: 60}
	}
	// the bug is not in the play
	for _, game := range []string{"right", "wrong After", "a key", "odd keys", "unsorted",
		"differs by process"} {
		configs[game] = zobristtest.Config{Games: 3, Seed: 1, Plies: 30}
	}
}

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

// executable returns the path of the test program. It skips the test if the program cannot be
// run, as in an emulator or a browser.
func executable(t *testing.T) string {
	self, err := runnable()
	if err != nil {
		t.Skip("cannot run a program: ", err)
	}
	return self
}

var runnable = sync.OnceValues(func() (string, error) {
	self, err := os.Executable()
	if err == nil {
		err = exec.Command(self, "-test.run=^$").Run()
	}
	return self, err
})

// runOn runs the tests of this program on a game.
func runOn(t *testing.T, game string, env []string, args ...string) (out string, err error) {
	cmd := exec.Command(executable(t), args...)
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
	for game, c := range map[string]struct {
		ok   bool
		want []string // regular expressions
	}{
		"othello": {true, []string{`null moves, .*, in \d+ games? from seed 1\n`}},
		"right": {true, []string{`walk \(`, `found After  `,
			`\d+ positions \(\d+ reached again by different moves\), \d+ moves taken back, ` +
				`[\d,]+ null moves, in 3 games from seed 1`}},
		"captured": {false, []string{
			`key after( \S+)+: got [0-9a-f]{16}, want [0-9a-f]{16}; wrong by: "\S\S \S"\n`,
			`laws that walk found broken are broken here, too: recompute \([\d,]+ times\)`}},
		"odd keys": {false,
			[]string{`1 bit uneven: bit 0 `, `PASS: TestRunOnGame/playouts`}},
		"unseeded": {false,
			[]string{`a new game has the key [0-9a-f]{16}, .*, and the second time the key ` +
				`[0-9a-f]{16}, .* depend on memory`}},
		"differs by process": {false,
			[]string{`\d+ of \d+ keys differ from those of another process: the key of "a1 P" ` +
				`is [0-9a-f]{16} in this process and [0-9a-f]{16} in the other. The other ` +
				`process runs only this test`, `PASS: TestRunOnGame/playouts`}},
		"no game": {false, []string{"newGame returned nil"}},
		"no moves": {false,
			[]string{`at the start: Moves\(\) is 0, so there is nothing to check`}},
		"endless": {true, []string{`every sequence of up to \d+ plies`}},
		"panics": {false,
			[]string{`after on on on on on on on: Make\(on\) panics: boom\n`, `run_test.go`,
				`SKIP: \S+/process`}},
		"bare": {true,
			[]string{`the game has no method Keys`, `not compared: the game has no method Position`,
				`every sequence of moves to its end`}},
		"fails": {false, []string{`failing now`}},
		"newGame panics": {false,
			[]string{`newGame\(\) panics: no board\n`, `run_test.go:`, `SKIP: TestRunOnGame/walk`}},
		"unsorted": {false, []string{`at .*: the moves, or their order, are not as before`}},
		"other moves": {false,
			[]string{`a new game has .* and \d+ moves?, and the second time .* and \d+ moves?: `}},
		"wrong After": {false,
			[]string{`has a method After\(int\) uint64, want After\(int\) zobrist.Key`,
				`no    After  `, `no    Null, UndoNull`, `PASS: TestRunOnGame/playouts`}},

		// The clock starts when the first games stand, so a slow newGame hides no bug. If there was
		// time for a few moves only, Run fails.
		"slow new games": {false, []string{`key after `}},
		"slow moves": {false,
			[]string{`only \d+ moves? made in \d+ games?: too few to say that the keys are right`}},
		"no keys listed": {false, []string{"the method Keys lists no key"}},
		"embeds":         {true, []string{"no    Clone"}},
	} {
		t.Run(game, func(t *testing.T) {
			sample.Skip(t, 3)
			t.Parallel()
			args := []string{"-test.run=^TestRunOnGame$", "-test.v"}
			if game != "differs by process" {
				args = append(args, "-test.short")
			}
			out, err := runOn(t, game, []string{"ZOBRISTTEST_SEED=1"}, args...)
			assert.Equal(t, c.ok, err == nil, "%s", out)
			for _, want := range c.want {
				assert.Regexp(t, want, out)
			}
			assert.LessOrEqual(t, strings.Count(out, "--- FAIL"), 2, "reported once: %s", out)
		})
	}
}

// TestKeysOfAnotherProcess also runs tests that behave differently in the other process.
func TestKeysOfAnotherProcess(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	for game, want := range map[string]string{
		"right":        `--- PASS: TestRunOnGame/process `,
		"second":       `--- PASS: TestRunOnGame/process#01 `,
		"random start": `a new game in another process has another position`,
		"zero at the start": `the key of the game after \S+ is K in this process and K in the ` +
			`other\.`,
		"a key": `1 of \d+ keys differ from those of another process: the key of "d1 o" is K in ` +
			`this process and K` +
			` in the other\. The other process runs only this test`,
		"keys of another test": `75 of 76 keys differ .* and 0000000000000000 in the other\.`,
		"order of moves":       `--- PASS: TestRunOnGame/process `,
		"start without Keys":   `the key of a new game is K in this process and K in the other`,
		"keys made late":       `75 of 76 keys differ .* is 0000000000000000 in this process and `,
		"first use": `the key of (a new game|the game after( [a-e]\d)+) is K in this ` +
			`process and K in the other\.`,
		"first use, listed": `\d+ of \d+ keys differ from those of another process: .* in the ` +
			`other\.`,
		"other position": `--- PASS: TestRunOnGame/process `,
		"one name":       `--- PASS: TestRunOnGame/process `,
		"never stored":   `Config.Unseeded: every process has its own keys`,
		"panics elsewhere": `cannot run this test in another process: .* \(exit status ` +
			`2\)[^$]*panic: no licence here`,
	} {
		t.Run(game, func(t *testing.T) {
			out, _ := runOn(t, game, nil, "-test.run=^TestRunOnGame$/^(start|process).*$",
				"-test.v")
			assert.Regexp(t, strings.ReplaceAll(want, " K", " "+key16), out)
		})
	}
}

// claims are all claims that the log of Run makes about a game: the names of the subtests, what
// they count, and the optional methods found. Each has a game in which it is wrong, and the
// subtest that fails on this game.
var claims = map[string]struct{ game, fails string }{
	"start":                            {"unseeded", "start"},
	"methods":                          {"wrong After", "methods"},
	"process":                          {"a key", "process"},
	"keys":                             {"odd keys", "keys"},
	"walk":                             {"quick all keys", "walk"},
	"playouts":                         {"quick late", "playouts"},
	"same keys":                        {"a key", "process"}, // in another process
	"positions":                        {"quick Make", "walk"},
	"moves taken back":                 {"quick Unmake", "walk"},
	"null moves":                       {"quick Null", "walk"},
	"clones":                           {"quick Clone", "playouts"},
	"loaded positions":                 {"quick Load", "playouts"},
	"reached again by different moves": {"quick routes", "walk"},

	"found After":          {"quick After", "walk"},
	"found Null, UndoNull": {"quick Null", "walk"},
	"found Position":       {"quick routes", "walk"},
	"found Keys":           {"odd keys", "keys"},
	"found MoveString":     {"unsorted", "walk"},
	"found Clone":          {"quick Clone", "playouts"},
	"found Load":           {"quick Load", "playouts"},
	"threads":              {}, // see TestDataRace
	"games in parallel":    {}, // what threads says with the race detector
}

// TestEveryClaimCanFail reads what Run says about a right game. Each claim has a planted bug that
// makes the subtest fail. With ZOBRIST_SAMPLE=4 it runs all of them.
func TestEveryClaimCanFail(t *testing.T) {
	t.Parallel()
	out, err := runOn(t, "quick ", nil, "-test.run=^TestRunOnGame$", "-test.v")
	require.NoError(t, err, out)
	said := make(map[string]bool)
	for _, pattern := range []string{
		`=== RUN   TestRunOnGame/(\w+)`, `(found .*?)  `, `another process has the (same keys)`,
		`(?:test.go:\d+: |, |\()[\d,]+ ([a-z ]*[a-z])`,
	} {
		for _, match := range regexp.MustCompile(pattern).FindAllStringSubmatch(out, -1) {
			said[strings.TrimSpace(match[1])] = true
		}
	}
	assert.GreaterOrEqual(t, len(said), 19, "%v", said)
	assert.NotRegexp(t, `[^0-9]0 (positions|clones|null|moves|reached)`, out)
	for claim := range said {
		assert.Contains(t, claims, claim, "no bug is planted for this claim of Run")
	}
	results := map[string]string{"": ""}
	for claim, c := range claims {
		if !sample.Has(c.game, 4) {
			continue
		}
		if _, ok := results[c.game]; !ok {
			results[c.game], err = runOn(t, c.game, nil, "-test.run=^TestRunOnGame$", "-test.v")
			assert.Error(t, err, c.game)
		}
		if c.game != "" {
			assert.Contains(t, results[c.game], "--- FAIL: TestRunOnGame/"+c.fails+" ", "%s: %s",
				claim, c.game)
		}
	}
}

// TestFuzzSeeds runs Fuzz without -fuzz: it plays the games that Fuzz adds.
func TestFuzzSeeds(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	for game, want := range map[string]string{
		"captured": `--- FAIL: FuzzGame/seed#\d [^$]*wrong by: "\S\S \S"`,
		"two moves have the same name": `at the start: moves 0 and 1 have the same name, "\+1": ` +
			`the moves of a position need different names`,
		"wrong After": `has a method After\(int\) uint64`,
		"no moves":    `Moves\(\) is 0`,
	} {
		out, err := runOn(t, game, nil, "-test.run=^FuzzGame$", "-test.short")
		assert.Error(t, err)
		assert.Regexp(t, want, out)
	}
	out, err := runOn(t, "right", nil, "-test.run=^FuzzGame$", "-test.v")
	assert.NoError(t, err, out)
	assert.Equal(t, 2, strings.Count(out, "--- PASS: FuzzGame/"))

	// The seed in the environment chooses the games that Fuzz adds.
	failed := func(seed string) string {
		out, _ := runOn(t, "many fours", []string{"ZOBRISTTEST_SEED=" + seed},
			"-test.run=^FuzzGame$", "-test.short")
		return strings.Join(regexp.MustCompile(`--- FAIL: FuzzGame/seed#\d`).FindAllString(out, -1),
			"\n")
	}
	seen := map[string]bool{failed("1"): true}
	assert.True(t, seen[failed("1")], "the same games")
	for _, seed := range []string{"2", "3", "4", "5", "6"} {
		seen[failed(seed)] = true
	}
	assert.Greater(t, len(seen), 1, "other games: %v", seen)
}

// TestCommandRepeatsTheFailure runs the command that a message prints, as on a machine that is too
// slow for anything in the usual time. It plays no other subtest, and the failure comes first.
func TestCommandRepeatsTheFailure(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	for game, c := range map[string]struct{ subtest, want string }{
		"timed captured":  {"walk", "wrong by: "},
		"timed promotion": {"playouts", "wrong by: "},
	} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			enough := []string{"ZOBRISTTEST_SEED=1", "ZOBRISTTEST_POSITIONS=20000"}
			out, err := runOn(t, game, enough, "-test.run=^TestRunOnGame$")
			require.Error(t, err)
			command := regexp.MustCompile(`repeat with (\w+=\d+) (\w+=\d+) go test -run '(\S+)'`)
			first := command.FindStringSubmatch(out)
			require.NotNil(t, first, out)
			run := first[3]
			assert.Equal(t, "^TestRunOnGame$/^"+c.subtest+"$", run)
			slow := []string{"ZOBRISTTEST_SLOW=1", first[1]}
			out, _ = runOn(t, game, slow, "-test.run="+run)
			assert.NotContains(t, out, c.want, "there is no time to find anything")
			for range 3 {
				out, err = runOn(t, game, append(slow, first[2]), "-test.run="+run, "-test.v")
				require.Error(t, err, out)
				assert.Contains(t, out, c.want)
				assert.Contains(t, out, first[0], "the first game fails")
				assert.Equal(t, 2, strings.Count(out, "=== RUN"), "no other subtest: %s", out)
			}
		})
	}
	for _, run := range []string{"^TestRunOnGame$/^playouts$", "^FuzzGame$"} {
		out, err := runOn(t, "quick ", []string{"ZOBRISTTEST_SEED=five"}, "-test.run="+run)
		assert.Error(t, err)
		assert.Contains(t, out, `zobristtest: ZOBRISTTEST_SEED="five": `)
		out, err = runOn(t, "quick ", []string{"ZOBRISTTEST_POSITIONS=0"}, "-test.run="+run)
		assert.Error(t, err)
		assert.Contains(t, out, `zobristtest: ZOBRISTTEST_POSITIONS="0": want a number from 1`)
	}
}

// TestDataRace runs the race detector on games that share a cache of keys.
func TestDataRace(t *testing.T) {
	t.Parallel()
	if !*long {
		t.Skip("builds with -race: see -long")
	}
	executable(t)
	if out, err := exec.Command("go", "test", "-race", "-short", "-run", "^$",
		"./testdata/racy").CombinedOutput(); err != nil {
		t.Skipf("there is no race detector: %s", out)
	}
	for _, tags := range []string{"", "cache"} {
		out, err := exec.Command("go", "test", "-race", "-short", "-tags="+tags,
			"./testdata/racy").CombinedOutput()
		assert.Equal(t, tags == "", err == nil, "%s", out)
		if tags != "" {
			assert.Contains(t, string(out), "--- FAIL: TestGame/threads")
			assert.Contains(t, string(out), "DATA RACE")
		}
		assert.Equal(t, 0, strings.Count(string(out), "--- FAIL: TestGame/walk"))
	}
}
