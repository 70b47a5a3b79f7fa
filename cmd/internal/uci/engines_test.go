package uci

import (
	"context"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
)

var long = flag.Bool("long", false, "more positions, variants and planted bugs")

// plantedDir is a folder that TestMain removes.
var plantedDir string

// planting builds the planted engine as a program, once for all tests.
var planting = sync.OnceValues(func() (exe string, err error) {
	exe = filepath.Join(plantedDir, "engine.exe")
	out, err := exec.Command("go", "build", "-o", exe, "../../../internal/check/testdata/engine").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, out)
	}
	return exe, err
})

func report(t *testing.T, engine string, positions int, set ...string) *check.Report {
	r, err := run(Options{Program: engine, Set: set, Limit: time.Minute}, check.Options{Seed: 1, Positions: positions})
	require.NoError(t, err)
	var card strings.Builder
	require.NoError(t, r.WriteText(&card))
	t.Log(card.String())
	return r
}

// run checks a UCI engine.
func run(engine Options, opt check.Options) (*check.Report, error) {
	ctx := context.Background()
	src, err := Open(ctx, engine)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return check.Run(ctx, src, opt)
}

func part(r *check.Report, name string) string {
	for _, p := range r.Scheme {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

func status(r *check.Report, name string) check.Status {
	for _, c := range r.Results {
		if c.Name == name {
			return c.Status()
		}
	}
	return ""
}

func TestStockfish(t *testing.T) {
	t.Parallel()
	r := report(t, engine(t, "stockfish"), 800)
	assert.Equal(t, "sound", r.Verdict())
	assert.Contains(t, r.Engine, "Stockfish")
	assert.Equal(t, "16 numbers, one for each set of rights", part(r, "castling"))
	assert.Equal(t, "by file; pseudo-legal (if a pawn can capture)", part(r, "en passant"))
	assert.Equal(t, "from 14 on", part(r, "halfmove clock"))
	for _, name := range []string{"keys", "moves", "routes", "undo", "fields", "XOR", "numbers", "processes"} {
		assert.Equal(t, check.OK, status(r, name), name)
	}
	assert.Equal(t, check.Skipped, status(r, "null move"))
	assert.Greater(t, len(r.Numbers), 740)
}

func TestFairyStockfish(t *testing.T) {
	t.Parallel()
	exe := engine(t, "fairy-stockfish")
	r := report(t, exe, 500)
	assert.Equal(t, "sound", r.Verdict())
	assert.Equal(t, "4 numbers", part(r, "castling"))
	assert.Equal(t, "not in the key", part(r, "halfmove clock"))
	for i, c := range []struct{ variant, part, value string }{
		{"crazyhouse", "hands", "a number for each count"},
		{"xiangqi", "castling", ""},
		{"3check", "check counters", "counted"},
		{"shogi", "hands", "a number for each count"},
		{"makruk", "castling", ""},
	} {
		if i >= 2 && !*long {
			break
		}
		t.Run(c.variant, func(t *testing.T) {
			t.Parallel()
			r := report(t, exe, 200, "UCI_Variant="+c.variant)
			assert.Equal(t, "sound", r.Verdict())
			assert.Equal(t, c.variant, r.Variant)
			assert.Equal(t, c.value, part(r, c.part))
			assert.Equal(t, check.OK, status(r, "fields"))
			assert.Equal(t, check.OK, status(r, "XOR"))
		})
	}
}

// TestGlaurung finds a real bug: an en passant square always counts in a FEN, but
// by moves only if a pawn can capture.
func TestGlaurung(t *testing.T) {
	t.Parallel()
	r := report(t, engine(t, "glaurung"), 500)
	assert.Equal(t, "1 difference, harmless unless keys are stored by FEN", r.Verdict())
	require.Len(t, r.Bugs(), 1)
	m := r.Bugs()[0]
	assert.Equal(t, "the en passant rules differ: from a FEN always (after each double push), by moves pseudo-legal (if a pawn can capture)", m.What)
	assert.LessOrEqual(t, len(m.At.Moves), 6)
	assert.Empty(t, m.At.FEN, "a line from the start position")
	require.Len(t, m.Features, 1)
	assert.Regexp(t, "^en passant [a-h]3$", m.Features[0])
	assert.Equal(t, check.Wrong, status(r, "moves"))
	assert.Equal(t, "by square; from a FEN always (after each double push), by moves pseudo-legal (if a pawn can capture)", part(r, "en passant"))
}

// TestPlanted judges what only a process can show: crashes, hangs, formats of keys. The
// other bugs are in the tests of internal/check. Those that take most time, or are much
// like another, are behind -long.
func TestPlanted(t *testing.T) {
	t.Parallel()
	exe, err := planting()
	require.NoError(t, err)
	like := map[string]string{"crash-at-move": "crash-at-fen", "endless": "hang", "loses": "threaded", "prefixed": "decimal"}
	for name, bug := range planted.Bugs() {
		if !bug.Apart && name != "" && name != "captured" && name != "own-numbers" && name != "uninitialised" {
			continue
		}
		if _, ok := like[name]; ok && !*long {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := run(Options{Program: exe, Args: []string{"-bug", name}, Limit: 1500 * time.Millisecond}, check.Options{Seed: 1, Positions: 600})
			exit, text := 2, fmt.Sprint(err)
			if err == nil {
				var b strings.Builder
				r.Numbers = nil
				require.NoError(t, r.WriteText(&b))
				exit, text = r.Exit(), b.String()
			}
			assert.Equal(t, bug.Exit, exit, "%s: %s", bug.About, text)
			assert.Empty(t, bug.Missing(text), "%s: %s", bug.About, text)
		})
	}
}

// TestStarts begins lines with the user's positions.
func TestStarts(t *testing.T) {
	t.Parallel()
	exe, err := planting()
	require.NoError(t, err)
	engine := Options{Program: exe, Args: []string{"-bug", "promotion"}, Limit: time.Minute}
	start := "8/P6k/8/8/8/8/8/K7 w - - 0 1"
	r, err := run(engine, check.Options{Starts: []string{start}, Positions: 100, Seed: 1})
	require.NoError(t, err)
	require.NotEmpty(t, r.Bugs())
	f := r.Bugs()[0]
	assert.Equal(t, check.Query{FEN: start, Moves: []string{"a7a8q"}}, f.At)
	assert.Contains(t, f.Why, `lacks "a8 Q"`)
	_, err = run(engine, check.Options{Starts: []string{"8/8/8/8/8/8/8/8 w - - 0 1 x"}, Positions: 100})
	assert.Error(t, err)
}

// TestIgnored finds an engine that is not told that the game is Chess960.
func TestIgnored(t *testing.T) {
	t.Parallel()
	exe := engine(t, "stockfish")
	for _, set := range [][]string{nil, {"UCI_Chess960=true"}} {
		opt := check.Options{Starts: []string{"1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1"}, Positions: 150, Seed: 1}
		r, err := run(Options{Program: exe, Set: set, Limit: time.Minute}, opt)
		require.NoError(t, err)
		if set != nil {
			assert.Equal(t, "sound", r.Verdict())
			continue
		}
		require.Len(t, r.Bugs(), 1)
		f := r.Bugs()[0]
		assert.Contains(t, f.What, "the engine ignores the legal move e")
		assert.Len(t, f.At.Moves, 1)
		assert.Contains(t, f.Why, "add -option UCI_Chess960=true")
	}
}
