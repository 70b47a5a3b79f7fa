package main

import (
	"cmp"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/demo"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// TestDemo requires that check finds each bug of the demonstration, and no other.
func TestDemo(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	for name, want := range map[string]string{
		"capture":    `wrongly has "a5 n"`,
		"castling":   `lacks "d1 R"; wrongly has "a1 R"`,
		"rights":     `wrongly has "castling k"`,
		"en-passant": `wrongly has "en passant `,
		"promotion":  `wrongly has "b7 P"`,
	} {
		t.Run(name, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			out, errs := called(t, 1, "", "check", "-demo="+name, "-n", "500", "-limit", "1m")
			assert.Empty(t, errs)
			bug, ok := demo.ByName(name)
			require.True(t, ok)
			first, rest, _ := strings.Cut(out, "\n")
			assert.Equal(t, "This is a demonstration. "+
				"The engine is built into zobrist, and it "+bug.About+".", first)
			assert.Contains(t, rest, "\n\nDemonstration engine ("+name+"): 1 bug\n")
			assert.Contains(t, out, want)
		})
	}
	assert.Len(t, demo.Bugs(), 5)
	out, _ := called(t, 0, "", "check", "-demo=sound", "-n", "500", "-limit", "1m")
	assert.Contains(t, out, "\nDemonstration engine (sound): no bug found in 500 positions\n")
}

// TestDemoPage requires that check -demo prints what README.md, test-uci-engine.md and testing.md
// show. Dots stand for lines that README leaves out. The other pages may have other counts in the
// table of checks, and have the first bug up to the features. With -update, the test writes the
// lines of the table in test-uci-engine.md that differ in more than counts.
func TestDemoPage(t *testing.T) {
	t.Parallel()
	out, _ := called(t, 1, "", "check", "-demo", "-limit", "1m")
	page := string(sample.Must(os.ReadFile("../../README.md")))
	_, shown, ok := strings.Cut(page, "\n```\nThis is a demonstration.")
	require.True(t, ok)
	shown, _, _ = strings.Cut("This is a demonstration."+shown, "```\n")
	for _, part := range strings.Split(shown, "...\n") {
		assert.Contains(t, out, part)
	}

	const path = "../../docs/test-uci-engine.md"
	page = string(sample.Must(os.ReadFile(path)))
	_, report, ok := strings.Cut(page, "\n```text\n")
	require.True(t, ok)
	shown, printed := checksTable(report), checksTable(out)
	if *update {
		page = strings.Replace(page, shown, withCounts(printed, shown), 1)
		require.NoError(t, os.WriteFile(path, []byte(page), 0o600))
	} else {
		assert.Equal(t, withoutCounts(printed), withoutCounts(shown),
			"run go test ./cmd/zobrist -run DemoPage -update")
	}
	assert.Contains(t, out, firstBug(t, page))

	page = string(sample.Must(os.ReadFile("../../docs/testing.md")))
	assert.Contains(t, out, firstBug(t, page))
}

// checksTable returns the lines of a report between its first line and its first bug.
func checksTable(report string) string {
	_, table, _ := strings.Cut(report, "): 1 bug\n")
	table, _, _ = strings.Cut(table, "\n1. ")
	return table
}

var counts = regexp.MustCompile(`\b[0-9][0-9,.]*( s\b)?`)

// withoutCounts returns text with a letter for each count.
func withoutCounts(text string) string { return counts.ReplaceAllString(text, "N") }

// withCounts returns the lines of a table with the counts of another one, where that has the line.
func withCounts(table, other string) string {
	known := make(map[string]string)
	for _, line := range strings.SplitAfter(other, "\n") {
		known[withoutCounts(line)] = line
	}
	var b strings.Builder
	for _, line := range strings.SplitAfter(table, "\n") {
		b.WriteString(cmp.Or(known[withoutCounts(line)], line))
	}
	return b.String()
}

// firstBug returns the lines of the first bug of a report on a page, up to the features.
func firstBug(t *testing.T, page string) string {
	bug := regexp.MustCompile(`(?m)^1\. .*\n(?:   [^(\n].*\n)+`).FindString(page)
	require.NotEmpty(t, bug)
	return bug
}

// TestDemoJSON requires that -json prints nothing but JSON.
func TestDemoJSON(t *testing.T) {
	t.Parallel()
	out, _ := called(t, 1, "", "check", "-demo", "-json", "-n", "100", "-limit", "1m")
	assert.True(t, strings.HasPrefix(out, "{\n"), out)
	assert.Contains(t, out, `"engine": "Demonstration engine (capture)"`)
}

func TestDemoMisuse(t *testing.T) {
	refused(t, "-demo capture: write -demo=capture (", "check", "-demo", "capture")
	refused(t, `-demo tests a built-in engine: leave out "x"`, "check", "-demo", "x")
	refused(t, `invalid value "x" for -demo: want capture, castling,`, "check", "-demo=x")
	refused(t, "leave out -adapter", "check", "-demo", "-adapter")
	refused(t, "no engine: want a program to run. To see a report without one, "+
		"run zobrist check -demo (", "check")
	refused(t, "zobrist demo-engine: got", "demo-engine", "x")
}
