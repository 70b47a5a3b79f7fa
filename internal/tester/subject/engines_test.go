package subject

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/examine"
	"github.com/zobrist-go/zobrist/internal/golden"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/planted"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
)

var (
	long = flag.Bool("long", false, "more variants, and all planted bugs")
	_    = flag.Bool("update", false, "write the golden table")
)

// plantedDir is a folder that TestMain removes.
var plantedDir string

// planting builds the planted engine as a program, once for all tests.
var planting = sync.OnceValues(func() (exe string, err error) {
	exe = filepath.Join(plantedDir, "engine.exe")
	const source = "../../../internal/planted/engine"
	out, err := exec.Command("go", "build", "-o", exe, source).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return exe, err
})

// run examines a UCI engine, at so many positions that it does not matter how busy the machine is.
func run(engine Options, opt observe.Options) (*report.Report, error) {
	opt.Seed = 1
	ctx := context.Background()
	s, err := Open(ctx, engine)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	r, err := examine.Engine(ctx, s, examine.Options{Options: opt})
	if r != nil {
		r.Numbers = nil
	}
	return r, err
}

// lookUp finds an engine of Debian's packages, or returns "".
func lookUp(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		path, _ = exec.LookPath("/usr/games/" + name)
	}
	return path
}

// engine is as lookUp, but skips the test if there is none.
func engine(t *testing.T, name string) string {
	path := lookUp(name)
	if path == "" {
		t.Skipf("%s is not installed", name)
	}
	return path
}

const castled = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4"

func TestEngines(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		engine  string
		perft   bool
		decimal bool
	}{{"stockfish", true, false}, {"fairy-stockfish", true, false}, {"glaurung", false, true}} {
		t.Run(c.engine, func(t *testing.T) {
			t.Parallel()
			options := Options{Program: engine(t, c.engine), Limit: time.Minute}
			s, err := Open(context.Background(), options)
			require.NoError(t, err)
			defer s.Close()
			assert.Equal(t, c.perft, s.counts.lists)
			assert.Equal(t, c.decimal, !s.read.hex)
			assert.False(t, s.late)
			line := Query{Moves: []string{"e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1g1"}}
			answers, err := s.Ask([]Query{line, {FEN: castled}, {}, line}, false)
			require.NoError(t, err)
			assert.Equal(t, answers[0].Key, answers[1].Key)
			assert.Equal(t, answers[0], answers[3])
			assert.NotEqual(t, answers[0].Key, answers[2].Key)
			assert.Equal(t, castled[:50], answers[0].FEN[:50])
			after, err := s.Do(line, s.search)
			require.NoError(t, err)
			assert.Equal(t, answers[0].Key, after.Key)
			if c.perft {
				_, moves, err := s.List(Query{})
				require.NoError(t, err)
				assert.Len(t, moves, 20)
				after, err = s.Do(line, "go perft 3")
				require.NoError(t, err)
				assert.Equal(t, answers[0].Key, after.Key)
			}
		})
	}
}

func TestStockfish(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	options := Options{Program: engine(t, "stockfish"), Limit: time.Minute}
	r, err := run(options, observe.Options{Positions: 500})
	require.NoError(t, err)
	assert.Zero(t, r.Exit(), r.Text())
	assert.Contains(t, r.Engine, "Stockfish")
	for _, name := range []string{
		"keys", "moves", "routes", "undo", "fields", "XOR", "numbers", "processes",
	} {
		assert.Equal(t, report.OK, r.StatusOf(name), name)
	}
	assert.Equal(t, report.Skipped, r.StatusOf("null move"))
}

func TestFairyStockfish(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	exe := engine(t, "fairy-stockfish")
	for i, variant := range []string{
		"crazyhouse", "chess", "xiangqi", "3check", "shogi", "makruk",
	} {
		if i >= 1 && !*long {
			break
		}
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			options := Options{
				Program: exe,
				Set:     []string{"UCI_Variant=" + variant},
				Limit:   time.Minute,
			}
			r, err := run(options, observe.Options{Positions: 120})
			require.NoError(t, err)
			assert.Zero(t, r.Exit(), r.Text())
			assert.Equal(t, variant, cmp.Or(r.Variant, "chess"))
			assert.Equal(t, report.OK, r.StatusOf("fields"))
			assert.Equal(t, report.OK, r.StatusOf("XOR"))
		})
	}
}

// refusals are what the error must quote if a planted engine cannot be checked.
var refusals = map[string]string{
	"crash-at-start": "nnue", // the last line that it wrote
	"silence":        `"uci"`,
	"not-uci":        `"uci"`,
	"no-d":           "Unknown command: d",
	"no-key":         "Fen: ",
}

// TestPlanted judges what only a process can show: crashes, hangs, formats of keys. The
// other bugs are in the tests of internal/examine.
func TestPlanted(t *testing.T) {
	t.Parallel()
	exe, err := planting()
	require.NoError(t, err)
	quick := strings.Fields("castling-unset crash crash-at-start decimal delayed late no-board " +
		"no-d no-key not-uci numbers-late own-numbers own-numbers+crash-at-move search-stop " +
		"silence uninitialised")
	waits := strings.Fields("endless late not-uci silence slow-search") // for an answer
	bugs := planted.Bugs()
	bugs["own-numbers+crash-at-move"] = planted.Bug{
		Exit:        1,
		About:       "the next process has other numbers",
		OnlyProcess: true,
	}
	table := golden.Open(t, "testdata/processes.txt")
	t.Run("each", func(t *testing.T) {
		for name, bug := range bugs {
			also := name == "" || name == "captured" || name == "own-numbers" ||
				name == "uninitialised"
			if !bug.OnlyProcess && !also {
				continue
			}
			if !*long && !slices.Contains(quick, name) {
				continue
			}
			t.Run(name, func(t *testing.T) {
				sample.Skip(t, 3)
				t.Parallel()
				limit, positions := time.Minute, 200
				if name == "castling-unset" {
					positions = 1000 // fewer have all numbers anyway
				}
				if strings.HasPrefix(name, "hang") || slices.Contains(waits, name) {
					limit = time.Second
				}
				r, err := run(
					Options{Program: exe, Args: []string{"-bug", name}, Limit: limit},
					observe.Options{Positions: positions, Sub: name == "non-pawn"},
				)
				if bug.Exit == 2 {
					require.Error(t, err, bug.About)
					assert.Contains(t, err.Error(), refusals[name], bug.About)
					return
				}
				require.NoError(t, err, bug.About)
				assert.Empty(t, bug.Wrong(r), "%s\n%s", bug.About, r.Text())
				table.Add(t, golden.RowOf(name, r))
			})
		}
	})
}

// TestPlantedActs requires that the planted engine knows the commands that checks make engines do:
// it would ignore others, and a check would find no bug.
func TestPlantedActs(t *testing.T) {
	t.Parallel()
	exe, err := planting()
	require.NoError(t, err)
	s, err := Open(context.Background(), Options{Program: exe, Limit: time.Minute})
	require.NoError(t, err)
	defer s.Close()
	about := s.About()
	commands := []string{about.Ask, about.Search, about.NewGame}
	for _, act := range checks.Acts(checks.All()) {
		commands = append(commands, act.Commands(about)...)
	}
	for _, command := range commands {
		engine := exec.Command(exe)
		engine.Stdin = strings.NewReader("position startpos\n" + command + "\nquit\n")
		out, err := engine.Output()
		assert.NoError(t, err, command)
		assert.NotContains(t, string(out), "Unknown command",
			"add %q to command in internal/planted/engine/main.go", command)
	}
}

// TestIgnored finds an engine that is not told that the game is Chess960.
func TestIgnored(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	exe := engine(t, "stockfish")
	for _, set := range [][]string{nil, {"UCI_Chess960=true"}} {
		if set != nil && !*long {
			break
		}
		opt := observe.Options{
			Starts:    []string{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"},
			Positions: 150,
		}
		r, err := run(Options{Program: exe, Set: set, Limit: time.Minute}, opt)
		require.NoError(t, err)
		if set != nil {
			assert.Zero(t, r.Exit(), r.Text())
			continue
		}
		require.Len(t, r.Items, 1, r.Text())
		item := r.Items[0]
		assert.Equal(t, "refused-move", item.Name)
		assert.Equal(t, 1, item.Plies())
	}
}

// TestPrintKey requires that the page has the code that check suggests for an engine that prints
// no key.
func TestPrintKey(t *testing.T) {
	page := sample.Must(os.ReadFile("../../../docs/test-uci-engine.md"))
	blocks := regexp.MustCompile("(?s)```(?:c|cpp|rust|go|java|csharp|python|js)\n(.*?)```")
	for _, block := range blocks.FindAllStringSubmatch(string(page), -1) {
		assert.Contains(t, help, "\n\t"+strings.TrimSpace(block[1]))
	}
}
