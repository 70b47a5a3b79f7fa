package sample

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHas requires samples of their size, each part of the larger ones.
func TestHas(t *testing.T) {
	for larger, want := range map[string]int{"": 500, "2": 2000, "4": 4000, "16": 16000} {
		t.Setenv("ZOBRIST_SAMPLE", larger)
		n := 0
		for i := range 16000 {
			name := fmt.Sprint("TestPlanted/bug-", i)
			if Has(name, 16) {
				n++
				assert.True(t, Has(name, 4))
			}
		}
		assert.Equal(t, larger == "16", All(16))
		assert.InDelta(t, want, n, 150, larger)
	}
}

// TestFired requires that each heuristic tells something of a planted bug, a pair or a game: their
// tests count how often with -args -update.
func TestFired(t *testing.T) {
	var fired, files []byte
	for _, pattern := range []string{"../*/testdata/fired.txt", "../../zobristtest/testdata/fired.txt"} {
		names, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			fired = append(fired, data...)
		}
	}
	for _, dir := range []string{"../keycheck", "../tester/solve"} {
		names, err := filepath.Glob(dir + "/*.go")
		require.NoError(t, err)
		for _, name := range names {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			files = append(files, data...)
		}
	}
	all := regexp.MustCompile(`Fired\("(.+?)"\)`).FindAllSubmatch(files, -1)
	assert.Greater(t, len(all), 12)
	for _, m := range all {
		assert.Regexp(t, `(?m)^`+string(m[1])+` \d+$`, string(fired), "delete it")
	}
}
