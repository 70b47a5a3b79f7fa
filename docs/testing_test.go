package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gotool"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// build builds a command of this module into dir.
func build(t *testing.T, dir, name, path string) string {
	exe := filepath.Join(dir, name)
	gotool.Run(t, "build", "-o", exe, "github.com/zobrist-go/zobrist/"+path)
	return exe
}

// TestScript runs the script of test-uci-engine.md on an engine of the tests, without and with
// a bug.
func TestScript(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	dir := t.TempDir()
	build(t, dir, "zobrist", "cmd/zobrist")
	engine := build(t, dir, "engine", "internal/planted/engine")
	scripts := blocks(read(t, "test-uci-engine.md"), "bash")
	require.Len(t, scripts, 1)
	script := filepath.Join(dir, "keys.sh")
	write(t, script, strings.Replace(scripts[0], "-n 5000", "-n 300", 1))
	buggy := filepath.Join(dir, "buggy")
	text := "#!/bin/sh\nexec " + engine + " -bug captured\n"
	require.NoError(t, os.WriteFile(buggy, []byte(text), 0o700))
	for exe, want := range map[string]string{
		engine: "key testing OK\n",
		buggy:  "key testing failed on line 9\n",
	} {
		cmd := exec.Command("bash", script, exe)
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.Output()
		assert.Equal(t, exe == engine, err == nil, "%s", out)
		assert.True(t, strings.HasSuffix(string(out), want), "%s", out)
	}
}

// TestShimWithoutLibrary requires that uci.js says what to install, where chess.js is not.
func TestShimWithoutLibrary(t *testing.T) {
	t.Parallel()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "uci.js"), read(t, "adapters/uci.js"))
	cmd := exec.Command(node, filepath.Join(dir, "uci.js"))
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir}
	out, err := cmd.CombinedOutput()
	require.EqualError(t, err, "exit status 1")
	want := "uci.js needs chess.js: run npm install chess.js in its folder\n"
	assert.True(t, strings.HasPrefix(string(out), want), "%s", out)
}

// TestAdapterPage replays the moves of the bug in test-adapter.md. The example has the two keys of
// the page after them. That check finds the bug is a test of cmd/zobrist.
func TestAdapterPage(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip(err)
	}
	page := read(t, "test-adapter.md")
	assert.Contains(t, page, "\nzobrist check -adapter python3 docs/adapters/adapter.py captured\n")
	form := regexp.MustCompile(`key after (.*): got (\w{16}), want (\w{16}); wrong by: "(.*)" `)
	bug := form.FindStringSubmatch(page)
	require.NotNil(t, bug)

	cmd := exec.Command(python, "adapters/adapter.py", "captured")
	moves := "make " + strings.ReplaceAll(bug[1], " ", "\nmake ")
	cmd.Stdin = strings.NewReader("new\n" + moves + "\nkey\nrecompute\nkeys\n")
	out, err := cmd.Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), "ok\n"+bug[2]+"\n"+bug[3]+"\n")
	got, err := zobrist.ParseKey(bug[2])
	require.NoError(t, err)
	want, err := zobrist.ParseKey(bug[3])
	require.NoError(t, err)
	assert.Contains(t, string(out), (got^want).String()+" "+bug[4]+"\n")
}

// TestGoPage runs the test of a chess engine that test-go.md shows, in a module of its own. It
// fails as the page says, and nothing else is wrong.
func TestGoPage(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	gotool.Run(t, "version") // or skip
	page, module := read(t, "test-go.md"), t.TempDir()
	write(t, filepath.Join(module, "board.go"), read(t, "testdata/gobit/board.go"))
	write(t, filepath.Join(module, "keys_test.go"), blocks(page, "go")[0])
	here, err := filepath.Abs("..")
	require.NoError(t, err)
	run := func(args ...string) (string, error) {
		cmd := exec.Command("go", args...)
		cmd.Dir = module
		cmd.Env = append(os.Environ(), "GOWORK=", "GOFLAGS=-buildvcs=false")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, args := range [][]string{{"mod", "init", "engine"}, {"work", "init", ".", here}} {
		out, err := run(args...)
		require.NoError(t, err, out)
	}
	// How many moves are right and wrong depends on how many positions there is time for.
	shown, _, ok := strings.Cut(blocks(page, "text")[0], "               in all")
	require.True(t, ok)
	_, shown, _ = strings.Cut(shown, "\n")
	var out string
	for _, short := range []string{"-short", "-short=false"} { // a busy machine needs more time
		out, err = run("test", short)
		if strings.Contains(out, shown) {
			break
		}
	}
	require.Error(t, err)
	assert.Contains(t, out, shown)
	assert.Equal(t, 1, strings.Count(out, "    --- FAIL"))
	assert.Equal(t, 1, strings.Count(out, "got  "))
}
