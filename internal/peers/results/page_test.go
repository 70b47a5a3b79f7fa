package results

import (
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

var update = flag.Bool("update", false, "write BENCHMARKS.md and the figures of README.md")

const module = "../../.."

// load reads all files of results.
func load(t *testing.T) (files []*File) {
	names, err := filepath.Glob("*.json")
	require.NoError(t, err)
	require.NotEmpty(t, names, "no files of results")
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		f := new(File)
		require.NoError(t, json.Unmarshal(text, f), name)
		require.Equal(t, f.Name(), name)
		files = append(files, f)
	}
	return files
}

// problems returns what is wrong with a file: rows that are missing although the code is
// that of now, unknown rows, figures that are not positive or not in order, and ratios
// above their limit in three of four rounds, by a hundredth or more.
func problems(f *File, now map[string]string) (found []string) {
	known := map[string]bool{}
	for _, r := range Rows {
		known[r.ID] = true
		figures, ok := f.Rows[r.ID]
		if !ok {
			if !r.Optional && !old(f, r, now) {
				found = append(found, r.ID+": missing")
			}
			continue
		}
		spreads := []timing.Spread{figures.Ours, figures.Peer, figures.Ratio}
		if r.Peer == "" {
			spreads = spreads[:1]
		}
		for _, s := range spreads {
			if s[0] <= 0 || math.IsInf(s[2], 0) || !slices.IsSorted(s[:]) {
				found = append(found, fmt.Sprintf("%s: figures %v", r.ID, s))
			}
		}
		if r.Limit > 0 && math.Round(100*figures.Ratio[0])/100 > r.Limit {
			found = append(found, fmt.Sprintf("%s: ratio %.3f exceeds the limit %v", r.ID, figures.Ratio.Median(), r.Limit))
		}
	}
	for id := range f.Rows {
		if !known[id] {
			found = append(found, id+": unknown row")
		}
	}
	return found
}

// Every file that is not old is complete, and all keep the limits. A row with a limit is in some file.
func TestLimits(t *testing.T) {
	files, now := load(t), code(t)
	for _, f := range files {
		assert.Empty(t, problems(f, now), f.Name())
	}
	for _, r := range Rows {
		if r.Limit > 0 {
			assert.True(t, slices.ContainsFunc(files, func(f *File) bool { return f.Rows[r.ID] != Figures{} }), "no file has the row %s", r.ID)
		}
	}
}

// code returns the checksums of the present code.
//
// The code and the pages are outside this module, so go test does not notice that they
// change. It caches no result of a test that reads a file from the future.
func code(t *testing.T) map[string]string {
	soon := time.Now().Add(time.Minute)
	require.NoError(t, os.Chtimes(load(t)[0].Name(), soon, soon))
	now, err := Code(module)
	require.NoError(t, err)
	return now
}

// old reports whether the code that the row measures has changed since.
func old(f *File, r Row, now map[string]string) bool {
	return slices.ContainsFunc(r.Code, func(dir string) bool { return f.Code[dir] != now[dir] })
}

// thousands formats a number of four to six digits.
func thousands(x float64) string { return fmt.Sprintf("%.3g,%03d", math.Floor(x/1000), int(x)%1000) }

// nanoseconds formats a time of one operation.
func nanoseconds(x float64) string {
	switch {
	case x >= 1e6:
		return fmt.Sprintf("%.0f ms", x/1e6)
	case x >= 1e3:
		return fmt.Sprintf("%.3g µs", x/1e3)
	case x >= 9.95:
		return fmt.Sprintf("%.0f ns", x)
	}
	return fmt.Sprintf("%.1f ns", x)
}

// jobs is the table: it has a row for each job and a column for each processor.
func jobs(files []*File, now map[string]string) string {
	var b strings.Builder
	b.WriteString("|job|compared with|")
	for _, f := range files {
		b.WriteString(f.Processor + "|")
	}
	b.WriteString("\n|---|---|" + strings.Repeat("---:|", len(files)) + "\n")
	for _, r := range Rows {
		if r.Unlisted {
			continue
		}
		var cells []string
		for _, f := range files {
			figures, ok := f.Rows[r.ID]
			if !ok {
				cells = append(cells, "")
				continue
			}
			x := figures.Ratio.Median()
			if r.Peer == "" {
				x = figures.Ours.Median()
			}
			cell := thousands(100 * math.Round(1e7/x)) // to a hundred
			if r.Peer != "" {
				cell = Speed(x) + ", " + nanoseconds(figures.Ours.Median())
			}
			if old(f, r, now) {
				cell += " (old)"
			}
			cells = append(cells, cell)
		}
		fmt.Fprintf(&b, "|%s|%s|%s|\n", r.Job, r.Peer, strings.Join(cells, "|"))
	}
	return strings.TrimSpace(b.String())
}

// processors describes the runs.
func processors(files []*File) string {
	var lines []string
	for _, f := range files {
		line := fmt.Sprintf("- %s: %s, %d cores, %s, Go %s, commit %s, load %.1f to %.1f", f.Processor, f.Caches, f.Cores, f.System, f.Go, f.Commit, f.Load[0], f.Load[1])
		if len(f.LeftOut) > 0 {
			line += "; left out: " + strings.Join(f.LeftOut, ", ")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// missing names the kinds of processors that have no file.
func missing(files []*File) string {
	var kinds []string
	for _, kind := range []string{"Intel", "AMD", "arm64"} {
		if !slices.ContainsFunc(files, func(f *File) bool { return strings.Contains(f.Processor+f.System, kind) }) {
			kinds = append(kinds, kind)
		}
	}
	if kinds == nil {
		return "Results from other processors are welcome."
	}
	return "No results yet: " + strings.Join(kinds, ", ") + "."
}

//go:embed page.md
var pageText string

func page(files []*File, now map[string]string) string {
	return strings.NewReplacer("{{table}}", jobs(files, now), "{{processors}}", processors(files), "{{missing}}", missing(files)).Replace(pageText)
}

// phrase says how fast a row is on all processors: "6 times as fast", or with ns the time.
func phrase(files []*File, id string, ns bool) string {
	var values []float64
	for _, f := range files {
		if figures, ok := f.Rows[id]; ok && ns {
			values = append(values, figures.Ours.Median())
		} else if ok {
			values = append(values, 1/figures.Ratio.Median())
		}
	}
	if values == nil {
		return "no file of results has the row " + id
	}
	var phrases []string
	for _, x := range []float64{slices.Min(values), slices.Max(values)} {
		p := ""
		switch {
		case ns:
			p = nanoseconds(x)
		case x >= 2.5:
			p = fmt.Sprintf("%.0f times as fast", x)
		case x >= 1.05:
			p = fmt.Sprintf("%.1f times as fast", x)
		case x > 0.95:
			p = "as fast"
		default:
			p = fmt.Sprintf("%.1f times as long", 1/x)
		}
		if phrases == nil || phrases[0] != p {
			phrases = append(phrases, p)
		}
	}
	if len(phrases) == 1 {
		return phrases[0]
	}
	first, unit, _ := strings.Cut(phrases[0], " ")
	if first != "as" && strings.HasSuffix(phrases[1], " "+unit) {
		return first + " to " + phrases[1]
	}
	return phrases[0] + " to " + phrases[1]
}

var (
	// A figure of README.md stands between such comments, with ns for the time.
	marked   = regexp.MustCompile(`(<!--bench (\S+?)( ns)?-->)(.*?)(<!--/bench-->)`)
	unmarked = regexp.MustCompile(`[\d.]+ times as (fast|long)`)
)

// withFigures returns the text with the figures of the files, and how many there are.
func withFigures(text string, files []*File) (string, int) {
	n := 0
	return marked.ReplaceAllStringFunc(text, func(s string) string {
		n++
		m := marked.FindStringSubmatch(s)
		return m[1] + phrase(files, m[2], m[3] != "") + m[5]
	}), n
}

// BENCHMARKS.md and README.md have the figures of the files.
func TestPages(t *testing.T) {
	files, now := load(t), code(t)
	check := func(name, want, got string) {
		if *update {
			require.NoError(t, os.WriteFile(name, []byte(want), 0o644))
		} else {
			assert.Equal(t, want, got, "%s: run go test ./results -update", name)
		}
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(text)
	}
	benchmarks, readme := filepath.Join(module, "BENCHMARKS.md"), read(filepath.Join(module, "README.md"))
	whole := page(files, now)
	check(benchmarks, whole, read(benchmarks))
	assert.LessOrEqual(t, len(strings.Fields(whole)), 1200, "words")

	want, figures := withFigures(readme, files)
	check(filepath.Join(module, "README.md"), want, readme)
	assert.NotContains(t, want, "no file of results")
	assert.Positive(t, figures, "README.md has no figure such as <!--bench chess/fen-->6 times as fast<!--/bench-->")
	assert.Equal(t, figures, strings.Count(want, "<!--bench"), "figures without an end")
	assert.Empty(t, unmarked.FindAllString(marked.ReplaceAllString(want, ""), -1), "figures that are not from a file")
}
