package zobrist_test

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/gotool"
)

// Save the programs of the README in a new module, as the README says, and run
// them and its command. Each prints what the README says.
func TestREADME(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "463b96181691fc9c\t"+startFEN+"\n", gotool.Run(t, "run", "./cmd/zobrist", "hash", startFEN))
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	assert.Contains(t, string(text), `go run ./cmd/zobrist hash "`+startFEN+`"`)
	here, err := os.Getwd()
	require.NoError(t, err)

	programs := regexp.MustCompile("(?s)```go\n(package.*?)```").FindAllSubmatch(text, -1)
	require.Len(t, programs, 2)
	for i, program := range programs {
		formatted, err := format.Source(program[1])
		require.NoError(t, err, "program %d", i)
		assert.Equal(t, string(formatted), string(program[1]), "program %d", i)
		said := regexp.MustCompile(`fmt\.Println\(.*// (.*)`).FindSubmatch(program[1])
		require.NotNil(t, said, "program %d", i)

		module := t.TempDir()
		require.NoError(t, os.WriteFile(filepath.Join(module, "main.go"), program[1], 0o600))
		var out []byte
		for _, line := range []string{
			"go mod init example",
			"go work init . DIR", // which replaces go get
			"go run .",
		} {
			assert.Contains(t, string(text), line)
			args := strings.Fields(line)
			for i := range args {
				args[i] = strings.Replace(args[i], "DIR", here, 1)
			}
			cmd := exec.Command(args[0], args[1:]...)
			cmd.Dir = module
			cmd.Env = append(os.Environ(), "GOWORK=") // found, or made, in the module
			out, err = cmd.Output()
			require.NoError(t, err, "program %d: %s", i, line)
		}
		assert.Equal(t, string(said[1]), strings.TrimSpace(string(out)), "program %d", i)
	}
}
