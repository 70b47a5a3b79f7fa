package zobrist_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
)

// goTool runs the go command, or skips the test where there is none to run.
func goTool(t *testing.T, args ...string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds programs")
	}
	if _, err := exec.LookPath("go"); err != nil || slices.Contains([]string{"js", "wasip1", "android", "ios"}, runtime.GOOS) {
		t.Skip("no go command here")
	}
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil && strings.Contains(err.Error(), "exec format error") {
		t.Skip(err)
	}
	require.NoError(t, err, "go %v\n%s", args, out)
	return string(out)
}

// The verbs of Table inline in their generic bodies, which the instances of
// one shape share, and so do those that lean on them.
func TestInlining(t *testing.T) {
	out := goTool(t, "build", "-gcflags=-m", ".")
	inlined := map[string]bool{}
	for _, m := range regexp.MustCompile(`can inline ((?:\(\*?)?[\w.\[\],]+\)?(?:\.\w+)?)`).FindAllStringSubmatch(out, -1) {
		inlined[m[1]] = true
	}
	const table = "(*Table[go.shape.uint8,go.shape.uint8])"
	for _, f := range []string{
		table + ".Key", table + ".Toggle", table + ".Move", table + ".Replace",
		"(*SplitMix64).Uint64", "(*SplitMix64).At", "mix64", "at",
		"(*Chess).Side", "(*Chess).Castling", "(*Chess).Pieces", "(*ChessPosition).moves",
	} {
		assert.True(t, inlined[f], "%s does not inline", f)
	}
}

// A program that imports the package and uses nothing of it has no table in it
// and does nothing for it at start.
func TestImportCostsNothing(t *testing.T) {
	program := filepath.Join(t.TempDir(), "importonly")
	goTool(t, "build", "-o", program, "./testdata/importonly")
	symbols := goTool(t, "tool", "nm", program)
	require.Contains(t, symbols, "main.main")
	for _, line := range strings.Split(symbols, "\n") {
		assert.NotContains(t, line, "zobrist-go/zobrist.", "left in the program")
	}
}

// Nothing hot allocates.
func TestAllocations(t *testing.T) {
	table := zobrist.NewTable[square, piece](64, 13, zobrist.NewSplitMix64(1), 0)
	board := make([]piece, 64)
	rng := zobrist.NewSplitMix64(1)
	p := parseFEN(t, "rr2k1rr/8/8/2PpP3/8/8/8/RR2K1RR w GBgb d6 0 1")
	fen := p.FEN()
	capture, castle := zobrist.ChessMove{From: 34, To: 43}, zobrist.ChessMove{From: 4, To: 1}
	check := func(name string, f func()) {
		assert.Zero(t, testing.AllocsPerRun(100, f), name)
	}
	check("Key", func() { sink ^= table.Key(1, 1) })
	check("Toggle", func() { sink = table.Toggle(sink, 1, 1) })
	check("Move", func() { sink = table.Move(sink, 1, 1, 2) })
	check("Replace", func() { sink = table.Replace(sink, 1, 1, 2) })
	check("Hash", func() { sink = table.Hash(board) })
	if !strings.HasPrefix(runtime.Version(), "go1.23") && testing.CoverMode() == "" { // else the literal stays a closure
		check("HashSeq", func() {
			sink = table.HashSeq(func(yield func(square, piece) bool) {
				for c, p := range board {
					if !yield(square(c), p) {
						return
					}
				}
			})
		})
	}
	check("Uint64", func() { sink = zobrist.Key(rng.Uint64() ^ rng.At(1)) })
	for rule, c := range chessByRule(zobrist.Polyglot()) {
		name := rule.String()
		check("Chess.Hash "+name, func() { sink = c.Hash(&p) })
		check("Chess.After "+name, func() { sink = c.After(sink, &p, capture) ^ c.After(0, &p, castle) })
		check("Chess.Keys "+name, func() { sink ^= c.Castling(3) ^ c.EnPassant(1) ^ c.Side() })
		check("FEN to key "+name, func() {
			p, err := zobrist.ParseFEN(fen)
			if err != nil {
				t.Error(err)
			}
			sink = c.Hash(&p)
		})
	}
	check("Play", func() { q := p; q.Play(capture); q.Play(castle); sink ^= zobrist.Key(q.HalfmoveClock) })
}
