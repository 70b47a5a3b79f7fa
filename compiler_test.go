package zobrist_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gotool"
)

var sink zobrist.Key // what a test computes, so that the compiler cannot leave it out

type (
	square uint8
	piece  uint8
)

// What each method costs of the compiler's inlining budget of 80: in its
// generic body, which all instances of one shape share, and in the wrapper of
// an instance, which an engine's function pays. An engine built with a profile
// inlines its own functions by the same budget, so each point counts.
func TestInlining(t *testing.T) {
	t.Parallel()
	out := gotool.Run(t, "build", "-gcflags=-m=2", ".")
	cost := map[string]int{}
	const function = `((?:\(\*?)?[\w.\[\],/-]+\)?(?:\.\w+)?)`
	canInline := regexp.MustCompile(`can inline ` + function + ` with cost (\d+)`)
	for _, m := range canInline.FindAllStringSubmatch(out, -1) {
		n, err := strconv.Atoi(m[2])
		require.NoError(t, err)
		cost[m[1]] = n
	}
	const (
		body    = "(*Table[go.shape.uint8,go.shape.uint8])"
		module  = "github.com/zobrist-go/zobrist"
		wrapper = "(*Table[" + module + ".Square," + module + ".ChessPiece])"
	)
	for _, table := range []string{body, wrapper} {
		for verb, most := range map[string]int{
			"Key": 15, "Toggle": 20, "Move": 30, "Replace": 30, "ToggleBits": 40,
		} {
			f := table + "." + verb
			require.Contains(t, cost, f, "does not inline")
			assert.LessOrEqual(t, cost[f], most, f)
		}
	}
	for f, most := range map[string]int{
		"(*SubKeys[go.shape.uint8,go.shape.uint8]).Toggle": 80,
		"(*SubKeys[go.shape.uint8,go.shape.uint8]).Move":   80,
		"(*Chess).Side": 20, "(*Chess).Piece": 40, "(*Chess).Castling": 22,
		"(*Chess).EnPassant": 22, "(*Chess).Table": 20,
		"(*SplitMix64).Uint64": 80, "(*SplitMix64).At": 80, "mix64": 80, "(*Chess).mustBeMade": 80,
		"Key.Shard": 80, "EnPassantRule.Counts": 80, "(*SplitMix64).Key": 80,
		"(*History).Push": 80, "(*History).PushIrreversible": 80, "(*History).Pop": 80,
		"eight": 80, // of Chess.Hash
	} {
		require.Contains(t, cost, f, "does not inline")
		assert.LessOrEqual(t, cost[f], most, f)
	}
}

// A program that imports the package without using it contains none of its tables and runs none of
// its code at start.
func TestImportCostsNothing(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "importonly")
	gotool.Run(t, "build", "-o", program, "./testdata/importonly")
	symbols := gotool.Run(t, "tool", "nm", program)
	require.Contains(t, symbols, "main.main")
	for _, line := range strings.Split(symbols, "\n") {
		assert.NotContains(t, line, "zobrist-go/zobrist.", "left in the program")
	}
}

// A copy of a History would share its memory, so go vet reports it.
func TestVetReportsCopies(t *testing.T) {
	t.Parallel()
	gotool.Run(t, "version") // or skip
	out, err := exec.Command("go", "vet", "./testdata/copied").CombinedOutput()
	require.Error(t, err)
	assert.Contains(
		t, string(out),
		"main.go:8:12: assignment copies lock value to thread: "+
			"github.com/zobrist-go/zobrist.History",
	)
}

// No hot function allocates.
func TestAllocations(t *testing.T) {
	table := zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
	board := make([]piece, 64)
	rng := zobrist.NewSplitMix64(1)
	chessBoard := startBoard()
	check := func(name string, f func()) {
		assert.Zero(t, testing.AllocsPerRun(100, f), name)
	}
	check("Table", func() {
		sink = table.Move(table.Toggle(sink, 1, 1), 1, 1, 2) ^ table.Key(1, 1) ^ table.Hash(board)
		sink = table.ToggleBits(table.Replace(sink, 1, 1, 2), 0, 1<<63|5, 2)
	})
	split, parts := zobrist.NewSubKeys(table, []piece{1, 2}, []piece{2}), make([]zobrist.Key, 2)
	check("SubKeys", func() {
		split.Hash(parts, board)
		split.Move(parts, 1, 2, 2)
		split.Replace(parts, 1, 1, 2)
	})
	check("Uint64, Shard", func() {
		sink = zobrist.Key(rng.Uint64()^rng.At(1)) ^ zobrist.Key(sink.Shard(16))
	})
	for rule := zobrist.EnPassantPseudoLegal; rule <= zobrist.EnPassantAlways; rule++ {
		c := zobrist.Polyglot().WithEnPassant(rule)
		check("Chess, "+rule.String(), func() {
			sink = c.Hash(&chessBoard, true, 15, 16) ^ c.Castling(3) ^ c.EnPassant(17) ^ c.Side()
			if !rule.Counts(43, &[6]uint64{1 << 34, 5: 1 << 4}, &[6]uint64{1 << 35, 5: 1 << 60}) {
				t.Error("en passant")
			}
		})
	}
	discs := zobrist.NewOthello(1)
	check("Othello", func() {
		sink ^= discs.After(
			discs.Hash(1, 2, zobrist.BlackDisc), zobrist.BlackDisc, 37, 4,
		) ^ discs.Flip(1<<36)
	})
	const chesses = 64
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for seed := range uint64(chesses) {
		sink ^= zobrist.NewChess(seed).Side()
	}
	runtime.ReadMemStats(&after)
	assert.LessOrEqual(
		t, (after.TotalAlloc-before.TotalAlloc)/chesses, uint64(24<<10), "bytes of a Chess",
	)
}
