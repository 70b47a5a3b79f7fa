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

// Run the command, the program and the test of the README, as it says, in a new module.
// Each prints what the README says.
func TestREADME(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "463b96181691fc9c\t"+startFEN+"\n", gotool.Run(t, "run", "./cmd/zobrist", "hash", startFEN))
	text, err := os.ReadFile("README.md")
	require.NoError(t, err)
	assert.Contains(t, string(text), `go run ./cmd/zobrist hash "`+startFEN+`"`)
	here, err := os.Getwd()
	require.NoError(t, err)

	module := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(module, name)), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(module, name), []byte(text), 0o600))
	}
	run := func(command string) (out string, err error) {
		assert.Contains(t, string(text), strings.TrimSuffix(command, " -short"))
		args := strings.Fields(strings.Replace(command, "DIR", here, 1))
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = module
		cmd.Env = append(os.Environ(), "GOWORK=") // found, or made, in the module
		said, err := cmd.Output()
		return string(said), err
	}
	snippets := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(text, -1)
	require.Len(t, snippets, 3) // the test, the signatures, the program
	test, program := string(snippets[0][1]), string(snippets[2][1])
	for _, code := range []string{test, program} {
		formatted, err := format.Source([]byte(code))
		require.NoError(t, err)
		assert.Equal(t, string(formatted), code)
	}
	write("main.go", program)
	for _, command := range []string{
		"go mod init example",
		"go work init . DIR", // which replaces go get
	} {
		_, err := run(command)
		require.NoError(t, err, command)
	}
	out, err := run("go run .")
	require.NoError(t, err)
	var printed []string
	for _, line := range regexp.MustCompile(`fmt\.Println\(.*// (.*)`).FindAllStringSubmatch(program, -1) {
		printed = append(printed, line[1])
	}
	assert.Equal(t, printed, strings.Split(strings.TrimSpace(out), "\n"))

	// The test fails on an engine with a bug as the README says.
	board, err := os.ReadFile("testdata/readme/board/board.go")
	require.NoError(t, err)
	write("board/board.go", string(board))
	write("keys_test.go", `package main

import (
	"testing"

	"example/board"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

`+test)
	shown := regexp.MustCompile("(?s)```\n\\$ go test -run TestKeys\n--- FAIL: TestKeys/moves\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, shown)
	want := strings.TrimRight(string(shown[1]), "\n")
	for _, command := range []string{"go test -short", "go test"} { // a busy machine needs more time
		if out, err = run(command); strings.Contains(out, want) {
			break
		}
	}
	require.Error(t, err)
	assert.Contains(t, out, want)

	// The report is part of that on the page, which a test compares with the command.
	page, err := os.ReadFile("docs/testing-any-engine.md")
	require.NoError(t, err)
	report := regexp.MustCompile("(?s)\\$ zobrist check .*? glaurung\n(.*?)```").FindSubmatch(text)
	require.NotNil(t, report)
	for _, line := range strings.Split(string(report[1]), "\n") {
		assert.Contains(t, string(page), line)
	}
}
