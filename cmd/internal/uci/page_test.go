package uci

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/check"
)

// TestReport requires that check prints the report that is on the page.
func TestReport(t *testing.T) {
	t.Parallel()
	exe := engine(t, "glaurung")
	page, err := os.ReadFile("../../../docs/testing-any-engine.md")
	require.NoError(t, err)
	_, rest, ok := strings.Cut(string(page), "```\n")
	require.True(t, ok)
	want, _, ok := strings.Cut(rest, "```\n")
	require.True(t, ok)
	r, err := run(Options{Program: exe, Limit: time.Minute}, check.Options{Positions: 4000})
	require.NoError(t, err)
	varies := regexp.MustCompile(`[0-9,]+ keys in [0-9.]+ s,|(again +)[0-9,]+`)
	assert.Equal(t, varies.ReplaceAllString(want, "$1"), varies.ReplaceAllString(text(t, r), "$1"))
}

// TestPrintKey requires that the page has the code that check suggests for an engine
// that prints no key.
func TestPrintKey(t *testing.T) {
	page, err := os.ReadFile("../../../docs/testing-any-engine.md")
	require.NoError(t, err)
	lines := 0
	for _, line := range strings.Split(Help, "\n") {
		if code, ok := strings.CutPrefix(line, "\t"); ok {
			lines++
			assert.Contains(t, string(page), "\n"+code+"\n")
		}
	}
	assert.Equal(t, 3, lines)
}
