package zobrist_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The programs and the command of the README, pasted and run: each prints what
// the README says.
func TestREADME(t *testing.T) {
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	programs := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(text, -1)
	require.Len(t, programs, 2)
	for i, program := range programs {
		file := filepath.Join(t.TempDir(), "main.go")
		require.NoError(t, os.WriteFile(file, program[1], 0o600))
		said := regexp.MustCompile(`fmt\.Println\(.*// (.*)`).FindSubmatch(program[1])
		require.NotNil(t, said, "program %d", i)
		assert.Equal(t, string(said[1]), strings.TrimSpace(goTool(t, "run", file)), "program %d", i)
	}
	assert.Contains(t, string(text), `go run ./cmd/zobrist hash "`+startFEN+`"`)
	assert.Equal(t, "463b96181691fc9c\t"+startFEN+"\n", goTool(t, "run", "./cmd/zobrist", "hash", startFEN))
}
