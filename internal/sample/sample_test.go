package sample

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
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
	read := func(patterns ...string) (text []byte) {
		for _, pattern := range patterns {
			for _, name := range Must(filepath.Glob(pattern)) {
				text = append(text, Must(os.ReadFile(name))...)
			}
		}
		return text
	}
	fired := read("../*/testdata/fired.txt", "../../zobristtest/testdata/fired.txt")
	files := read("../keycheck/*.go", "../tester/solve/*.go")
	all := regexp.MustCompile(`Fired\("(.+?)"\)`).FindAllSubmatch(files, -1)
	assert.Greater(t, len(all), 12)
	for _, m := range all {
		assert.Regexp(t, `(?m)^`+string(m[1])+` \d+$`, string(fired), "delete it")
	}
}
