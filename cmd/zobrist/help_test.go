package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The examples of the help texts print what the texts say.
func TestHelpExamples(t *testing.T) {
	made := filepath.Join(t.TempDir(), "book.bin")
	status, _, errs := call("e2e4 e7e5 1-0\ne2e4 1/2-1/2\nd2d4 1/2-1/2\n", "book", "-make", made, "-min-games", "1")
	require.Zero(t, status, errs)
	quoted := regexp.MustCompile(`"[^"]*"|\S+`)
	examples := 0
	for _, command := range []string{"hash", "explain", "keys", "audit", "book"} {
		_, help, _ := call("", command, "-h")
		for _, example := range strings.Split(help, "\n  $ zobrist ")[1:] {
			line, want, _ := strings.Cut(example, "\n")
			want, _, _ = strings.Cut(want, "\n\nflags:")
			want = strings.TrimPrefix(want, "  ")
			if strings.Contains(line, "|") || want == "" {
				continue
			}
			args := quoted.FindAllString(line, -1)
			for i := range args {
				args[i] = strings.ReplaceAll(strings.Trim(args[i], `"`), "book.bin", made)
			}
			_, out, errs := call("", args...)
			assert.Equal(t, strings.ReplaceAll(want, "\n  ", "\n"), strings.TrimSuffix(out, "\n"), errs)
			examples++
		}
	}
	assert.Equal(t, 4, examples)
}
