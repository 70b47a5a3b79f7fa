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

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/tester/report"
)

var long = flag.Bool("long", false, "more positions, variants and planted bugs")

// plantedDir is a folder that TestMain removes.
var plantedDir string

// planting builds the planted engine as a program, once for all tests.
var planting = sync.OnceValues(func() (exe string, err error) {
	exe = filepath.Join(plantedDir, "engine.exe")
	const source = "../../../internal/check/testdata/engine"
	out, err := exec.Command("go", "build", "-o", exe, source).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return exe, err
})

// run checks a UCI engine. No engine is slow, whatever else the machine does.
func run(engine Options, opt check.Options) (*report.Report, error) {
	opt.Seed, opt.Budget = 1, time.Hour
	s, err := Open(context.Background(), engine)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	r, err := check.Run(context.Background(), s, opt)
	if r != nil {
		r.Finish(nil)
	}
	return r, err
}

// quick are the checks but for those that take most time.
func quick() []check.Check {
	return slices.DeleteFunc(check.All(), func(c check.Check) bool {
		return !*long && (c.Name == "search" || c.Name == "again")
	})
}

// text returns a report as check prints it without -v.
func text(t *testing.T, r *report.Report) string {
	var b strings.Builder
	r.Numbers = nil
	require.NoError(t, r.WriteText(&b))
	return b.String()
}

func status(r *report.Report, name string) report.Status {
	for _, c := range r.Results {
		if c.Name == name {
			return c.Status()
		}
	}
	return ""
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
	t.Parallel()
	r, err := run(
		Options{Program: engine(t, "stockfish"), Limit: time.Minute},
		check.Options{Positions: 500, Checks: quick()},
	)
	require.NoError(t, err)
	assert.Equal(t, "sound", r.Verdict())
	assert.Contains(t, r.Engine, "Stockfish")
	for _, name := range []string{
		"keys", "moves", "routes", "undo", "fields", "XOR", "numbers", "processes",
	} {
		assert.Equal(t, report.OK, status(r, name), name)
	}
	assert.Equal(t, report.Skipped, status(r, "null move"))
	assert.Greater(t, len(r.Numbers), 740)
}

func TestFairyStockfish(t *testing.T) {
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
			r, err := run(options, check.Options{Positions: 120, Checks: quick()})
			require.NoError(t, err)
			assert.Equal(t, "sound", r.Verdict(), text(t, r))
			assert.Equal(t, variant, cmp.Or(r.Variant, "chess"))
			assert.Equal(t, report.OK, status(r, "fields"))
			assert.Equal(t, report.OK, status(r, "XOR"))
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
// other bugs are in the tests of internal/check.
func TestPlanted(t *testing.T) {
	t.Parallel()
	exe, err := planting()
	require.NoError(t, err)
	quick := strings.Fields("castling-unset crash crash-at-start decimal delayed late no-board " +
		"no-d no-key not-uci numbers-late own-numbers own-numbers+crash-at-move search-stop " +
		"silence uninitialised")
	waits := strings.Fields("late not-uci silence slow-search") // for an answer
	bugs := planted.Bugs()
	bugs["own-numbers+crash-at-move"] = planted.Bug{
		Exit:        1,
		Finds:       planted.ReadFinds("again"),
		About:       "the next process has other numbers",
		OnlyProcess: true,
	}
	for name, bug := range bugs {
		also := name == "" || name == "captured" || name == "own-numbers" || name == "uninitialised"
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
				positions = 0 // the default: fewer have all numbers anyway
			} else if name == "uninitialised" || *long {
				positions = 300
			}
			if strings.HasPrefix(name, "hang") || slices.Contains(waits, name) {
				limit = time.Second
			}
			r, err := run(
				Options{Program: exe, Args: []string{"-bug", name}, Limit: limit},
				check.Options{Positions: positions, Sub: name == "non-pawn"},
			)
			if bug.Exit == 2 {
				require.Error(t, err, bug.About)
				assert.Contains(t, err.Error(), refusals[name], bug.About)
				return
			}
			require.NoError(t, err, bug.About)
			assert.Equal(t, bug.Exit, r.Exit(), "%s: %s", bug.About, text(t, r))
			assert.Empty(t, bug.Missing(r.Results), "%s: %s", bug.About, text(t, r))
			bugs := 0
			for _, f := range bug.Finds {
				if f.IsBug() {
					bugs++
				}
			}
			assert.Len(t, r.Bugs(), bugs, "%s: %s", bug.About, text(t, r))
		})
	}
}

// TestIgnored finds an engine that is not told that the game is Chess960.
func TestIgnored(t *testing.T) {
	t.Parallel()
	exe := engine(t, "stockfish")
	for _, set := range [][]string{nil, {"UCI_Chess960=true"}} {
		if set != nil && !*long {
			break
		}
		opt := check.Options{
			Starts:    []string{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"},
			Positions: 150,
			Checks:    quick(),
		}
		r, err := run(Options{Program: exe, Set: set, Limit: time.Minute}, opt)
		require.NoError(t, err)
		if set != nil {
			assert.Equal(t, "sound", r.Verdict())
			continue
		}
		require.Len(t, r.Bugs(), 1)
		f := r.Bugs()[0]
		assert.Contains(t, f.What, "does not make the legal move e")
		assert.Len(t, f.At.Moves, 1)
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
