package main

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHelpExamples runs the examples of the help texts: each prints the lines that
// follow it.
func TestHelpExamples(t *testing.T) {
	made := filepath.Join(t.TempDir(), "book.bin")
	const games = "e2e4 e7e5 1-0\ne2e4 1/2-1/2\nd2d4 1/2-1/2\n"
	examples := 0
	for _, command := range []string{"book", "hash", "explain", "keys", "audit"} {
		_, help, _ := call("", command, "-h")
		help, _, _ = strings.Cut(help, "\n\nflags:")
		for _, example := range strings.Split(help, "\n  $ ")[1:] {
			line, want, _ := strings.Cut(example, "\n")
			text := ""
			if before, ok := strings.CutSuffix(line, " < games.txt"); ok {
				line, text = before, games
			}
			for _, program := range strings.Split(strings.ReplaceAll(line, "book.bin", made), " | ") {
				text = pipe(t, program, text)
			}
			want = strings.ReplaceAll("\n"+want, "\n  ", "\n")
			assert.Equal(t, strings.TrimPrefix(want, "\n"), strings.ReplaceAll(text, made, "book.bin"), example)
			examples++
		}
	}
	assert.Equal(t, 10, examples)
}

// pipe runs zobrist, grep, head -1 or tail -1, and returns what it prints, without
// the last newline.
func pipe(t *testing.T, program, stdin string) string {
	words := regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(program, -1)
	for i := range words {
		words[i] = strings.Trim(words[i], `"`)
	}
	lines := strings.Split(stdin, "\n")
	switch words[0] {
	case "grep":
		lines = slices.DeleteFunc(lines, func(line string) bool { return !strings.Contains(line, words[1]) })
	case "head":
		lines = lines[:1]
	case "tail":
		lines = lines[len(lines)-1:]
	default:
		require.Equal(t, "zobrist", words[0])
		_, out, errs := call(stdin, words[1:]...)
		require.Empty(t, errs)
		lines = strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	}
	return strings.Join(lines, "\n")
}
