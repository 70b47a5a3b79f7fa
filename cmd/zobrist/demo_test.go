package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/demo"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// TestDemo requires that check finds each bug of the demonstration, and no other.
func TestDemo(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"capture":    `wrongly has "a5 n"`,
		"castling":   `lacks "d1 R"; wrongly has "a1 R"`,
		"rights":     `wrongly has "castling k"`,
		"en-passant": `wrongly has "en passant f"`,
		"promotion":  `wrongly has "b7 P"`,
	} {
		t.Run(name, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			out, errs := called(t, 1, "", "check", "-demo="+name, "-limit", "1m")
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
	out, _ := called(t, 0, "", "check", "-demo=sound", "-limit", "1m")
	assert.Contains(t, out, "\nDemonstration engine (sound): no bug found in 3,000 positions\n")
}

// TestDemoPage requires that check -demo prints what the README shows. Dots stand for lines
// that the page leaves out.
func TestDemoPage(t *testing.T) {
	t.Parallel()
	page := string(sample.Must(os.ReadFile("../../README.md")))
	_, shown, ok := strings.Cut(page, "\n```\nThis is a demonstration.")
	require.True(t, ok)
	shown, _, _ = strings.Cut("This is a demonstration."+shown, "```\n")
	out, _ := called(t, 1, "", "check", "-demo", "-limit", "1m")
	for _, part := range strings.Split(shown, "...\n") {
		assert.Contains(t, out, part)
	}
}

// TestDemoJSON requires that -json prints nothing but JSON.
func TestDemoJSON(t *testing.T) {
	t.Parallel()
	out, _ := called(t, 1, "", "check", "-demo", "-json", "-n", "300", "-limit", "1m")
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
