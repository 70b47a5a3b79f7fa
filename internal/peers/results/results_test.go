package results

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

func flat(x float64) timing.Spread { return timing.Spread{x, x, x} }

// sample returns a file in which every row has that ratio.
func sample(processor string, ratio float64, now map[string]string) *File {
	f := &File{Processor: processor, Code: maps.Clone(now), Rows: map[string]Figures{}}
	for _, r := range Rows {
		f.Rows[r.ID] = Figures{Ours: flat(10), Peer: flat(10 / ratio), Ratio: flat(ratio)}
		if r.Peer == "" {
			f.Rows[r.ID] = Figures{Ours: flat(10)}
		}
	}
	return f
}

// What is wrong with a file is found, and nothing else.
func TestProblems(t *testing.T) {
	for _, test := range []struct {
		plant func(f *File)
		want  []string
	}{
		{func(*File) {}, nil},
		{func(f *File) { delete(f.Rows, "chess/fen") }, []string{"chess/fen: missing"}},
		{func(f *File) { delete(f.Rows, "chess/fen"); f.Code["."] = "2" }, nil}, // old
		{func(f *File) { delete(f.Rows, "library/after") }, nil},                // optional
		{func(f *File) { f.Rows["chess/nothing"] = f.Rows["chess/fen"] }, []string{"chess/nothing: unknown row"}},
		{func(f *File) { f.Rows["check/keys"] = Figures{} }, []string{"check/keys: figures [0 0 0]"}},
		{func(f *File) { f.Rows["l2/hit"] = Figures{flat(1), flat(1), timing.Spread{2, 1, 3}} }, []string{"l2/hit: figures [2 1 3]"}},
		{func(f *File) { f.Rows["chess/fen"] = Figures{flat(1), flat(4), timing.Spread{0.249, 0.254, 0.26}} }, nil},
		{func(f *File) { f.Rows["chess/fen"] = Figures{flat(1), flat(4), flat(0.26)} }, []string{"chess/fen: ratio 0.260 exceeds the limit 0.25"}},
		{func(f *File) { f.Rows["engine/table"] = Figures{flat(1), flat(1), flat(1.004)} }, nil},
		{func(f *File) { f.Rows["table/move"] = Figures{flat(1), flat(4), flat(1.11)} }, []string{"table/move: ratio 1.110 exceeds the limit 1.1"}},
	} {
		f := sample("x", 0.2, map[string]string{".": "1"})
		test.plant(f)
		assert.Equal(t, test.want, problems(f, map[string]string{".": "1"}))
	}
}

// The table marks rows whose code has changed, and slower rows. It leaves missing rows
// empty.
func TestTable(t *testing.T) {
	now := map[string]string{".": "1", "tt": "2", "book": "3"}
	a, b := sample("Intel A", 0.5, now), sample("AMD B", 0.6, now)
	row := func(job string) string {
		for l := range strings.Lines(jobs([]*File{a, b}, now)) {
			if strings.HasPrefix(l, "|"+job) {
				return strings.TrimSpace(l)
			}
		}
		return "no row"
	}
	const fen = "|FEN to key: `ParseFEN`, `Chess.Hash`|corentings/chess|"
	assert.Equal(t, fen+"2.00× as fast, 10 ns|1.67× as fast, 10 ns|", row("FEN to key"))
	a.Rows["chess/fen"] = Figures{flat(15_000), flat(1), flat(1.2)}
	assert.Equal(t, fen+"1.20× as long, 15 µs|1.67× as fast, 10 ns|", row("FEN to key"))
	delete(a.Rows, "chess/fen")
	assert.Equal(t, fen+"|1.67× as fast, 10 ns|", row("FEN to key"))
	b.Code["tt"] = "other"
	assert.Equal(t, fen+"|1.67× as fast, 10 ns|", row("FEN to key"))
	assert.Equal(t, "no row", row("`Table.Move`, nothing else"))
	assert.Equal(t, "12,800", thousands(12_800))
	assert.Equal(t, "|`tt`, 256 KiB, hit|racy table|2.00× as fast, 10 ns|1.67× as fast, 10 ns (old)|", row("`tt`, 256 KiB, hit"))
	assert.Equal(t, "No results yet: arm64.", missing([]*File{a, b}))
}

func TestFigures(t *testing.T) {
	a, b := sample("A", 0.17, nil), sample("B", 0.2, nil)
	for text, want := range map[string]string{
		"It is <!--bench chess/fen-->?<!--/bench-->.":                       "It is <!--bench chess/fen-->5 to 6 times as fast<!--/bench-->.",
		"<!--bench chess/fen ns-->?<!--/bench-->":                           "<!--bench chess/fen ns-->10 ns<!--/bench-->",
		"<!--bench l2/hit-->?<!--/bench--> <!--bench l2/x-->?<!--/bench-->": "<!--bench l2/hit-->1.2 times as long<!--/bench--> <!--bench l2/x-->no file of results has the row l2/x<!--/bench-->",
		"<!--bench l2/miss-->?<!--/bench-->":                                "<!--bench l2/miss-->as fast to 2 times as fast<!--/bench-->",
		"0.17":                                                              "0.17",
	} {
		for _, f := range []*File{a, b} {
			f.Rows["l2/hit"] = Figures{Ratio: flat(1.2)}
		}
		a.Rows["l2/miss"], b.Rows["l2/miss"] = Figures{Ratio: flat(1.02)}, Figures{Ratio: flat(0.5)}
		got, n := withFigures(text, []*File{a, b})
		assert.Equal(t, want, strings.ReplaceAll(got, "2.0 times", "2 times"))
		assert.Equal(t, strings.Count(text, "<!--bench"), n)
	}
}

// A file can be read back.
func TestWrite(t *testing.T) {
	f := sample("Intel(R) Xeon 6-167", 0.5, map[string]string{".": "1"})
	f.LeftOut = []string{"something"}
	t.Chdir(t.TempDir())
	require.NoError(t, f.Write("."))
	text, err := os.ReadFile("intel-r-xeon-6-167.json")
	require.NoError(t, err)
	assert.Equal(t, len(Rows), strings.Count(string(text), `": {"ours"`), "a line for each row")
	assert.Equal(t, []*File{f}, load(t))
}

// The checksum of a folder changes with its code, but not with comments, layout and tests.
func TestCode(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, "tt", name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		sums, err := Code(dir)
		require.NoError(t, err)
		return sums["tt"]
	}
	before := write("a.go", "package a\n\nvar x = 1\n")
	assert.Equal(t, before, write("a.go", "package a\n\n// Comment.\nvar x   = 1 // more\n"))
	assert.Equal(t, before, write("a_test.go", "package a\n"))
	assert.Equal(t, before, write("notes.md", "text"))
	changed := write("a.go", "package a\n\nvar x = 2\n")
	assert.NotEqual(t, before, changed)
	assert.NotEqual(t, changed, write("a.s", "MOVQ AX, BX\n"))

	now, err := Code("../../..")
	require.NoError(t, err)
	assert.Len(t, now, 8)
}

// Describe knows the machine that runs the test.
func TestDescribe(t *testing.T) {
	f, err := Describe("../../..")
	require.NoError(t, err)
	assert.NotEmpty(t, f.Processor)
	assert.Regexp(t, `^([0-9a-f]{12}(, changed)?|unknown)$`, f.Commit)
	assert.Regexp(t, `^[a-z0-9-]+\.json$`, f.Name())
	assert.Positive(t, f.Cores)
}
