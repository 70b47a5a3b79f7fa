package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// In a short run, every contest agrees on the keys. The report is well formed, and a
// second run replaces it.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "B.md")
	const (
		begin = "<!-- begin: written by internal/peers/cmd/compare -->\n"
		end   = "<!-- end: internal/peers/cmd/compare -->\n"
	)
	require.NoError(t, os.WriteFile(file, []byte("before\n"+begin+"old\n"+end+"after\n"), 0o644))
	c := config{rounds: 1, slice: time.Microsecond, write: file, small: true}

	var out bytes.Buffer
	for range 2 {
		out.Reset()
		require.NoError(t, run(c, []string{"-rounds=1"}, &out))
	}
	for _, want := range []string{"Table.Move", "Chess.After", "Othello.Hash", "CPU:", "-rounds=1"} {
		require.Contains(t, out.String(), want)
	}
	require.NotContains(t, out.String(), "NaN")
	require.NotContains(t, out.String(), "Inf")

	written, err := os.ReadFile(file)
	require.NoError(t, err)
	text := string(written)
	require.True(t, strings.HasPrefix(text, "before\n"+begin))
	require.True(t, strings.HasSuffix(text, end+"after\n"))
	require.NotContains(t, text, "old")
	require.Equal(t, 1, strings.Count(text, begin))
	require.Equal(t, 1, requireTables(t, text))
}

// requireTables counts the tables of a Markdown text. Their rows must have as many cells
// as their heads.
func requireTables(t *testing.T, text string) int {
	tables, cells := 0, 0
	for l := range strings.SplitSeq(text, "\n") {
		switch {
		case !strings.HasPrefix(l, "|"):
			cells = 0
		case cells == 0:
			tables++
			cells = strings.Count(l, "|")
		default:
			require.Equal(t, cells, strings.Count(l, "|"), l)
		}
	}
	return tables
}
