package zobrist_test

import (
	"go/format"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	read := func(name string) string {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(text)
	}
	text, module := read("README.md"), t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(module, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	here, err := filepath.Abs(".")
	require.NoError(t, err)
	run := func(command string) (out string, err error) {
		assert.Contains(t, text, strings.TrimSuffix(command, " -short"))
		args := strings.Fields(command)
		if i := slices.Index(args, "DIR"); i > 0 {
			args[i] = here
		}
		cmd := exec.Command(args[0], args[1:]...)
		cmd.Dir = module
		// The workspace is that of the module. Programs without symbols link faster.
		cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=-buildvcs=false -vet=off -ldflags=-s")
		said, err := cmd.Output()
		return string(said), err
	}
	assert.Contains(t, text, `go run ./cmd/zobrist hash "`+startFEN+`"`)
	assert.Equal(t, "463b96181691fc9c\t"+startFEN+"\n", gotool.Run(t, "run", "-ldflags=-s", "./cmd/zobrist", "hash", startFEN))

	snippets := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(text, -1)
	require.Len(t, snippets, 3) // the test, the signatures, the program
	test, program := snippets[0][1], snippets[2][1]
	for _, code := range []string{test, program} {
		assert.Equal(t, code, string(must(format.Source([]byte(code)))))
	}
	write("main.go", program)
	out := ""
	for _, command := range []string{
		"go mod init example",
		"go work init . DIR", // which replaces go get
		"go run .",
	} {
		out, err = run(command)
		require.NoError(t, err, command)
	}
	var printed []string
	for _, line := range regexp.MustCompile(`fmt\.Println\(.*// (.*)`).FindAllStringSubmatch(program, -1) {
		printed = append(printed, line[1])
	}
	assert.Equal(t, printed, strings.Split(strings.TrimSpace(out), "\n"))

	// The test fails on an engine with a bug as the README says.
	write("board/board.go", read("testdata/readme/board/board.go"))
	write("keys_test.go", `package main

import (
	"testing"

	"example/board"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/zobristtest"
)

`+test)
	shown := regexp.MustCompile("(?s)```\n\\$ go test -run TestKeys\n--- FAIL: TestKeys/moves\n(.*?)\n*```").FindStringSubmatch(text)
	require.NotNil(t, shown)
	for _, command := range []string{"go test -short", "go test"} { // a busy machine needs more time
		if out, err = run(command); strings.Contains(out, shown[1]) {
			break
		}
	}
	require.Error(t, err)
	assert.Contains(t, out, shown[1])

	// The report is part of that on the page, which a test compares with the command.
	report := regexp.MustCompile("(?s)\\$ zobrist check .*? glaurung\n(.*?)```").FindStringSubmatch(text)
	require.NotNil(t, report)
	page := read("docs/testing-any-engine.md")
	for _, line := range strings.Split(report[1], "\n") {
		assert.Contains(t, page, line)
	}
}
