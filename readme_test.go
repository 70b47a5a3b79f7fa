package zobrist_test

import (
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/gotool"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// The sum of the README and of the package comment is right, and each line of it has the
// library's number or key.
func TestSum(t *testing.T) {
	keys := zobrist.Polyglot()
	names := maps.Collect(keys.Keys())
	p := sample.Must(chess.ParseFEN(chess.StartFEN))
	terms := []zobrist.Key{p.Hash(keys), names["e2 P"], names["e4 P"], names["side"]}
	p.Play(sample.Must(chess.ParseMove("e2e4")))
	terms = append(terms, p.Hash(keys))
	for name, indent := range map[string]string{"README.md": "", "doc.go": "//\t"} {
		want, sum, i := "", zobrist.Key(0), 0
		text := string(sample.Must(os.ReadFile(name)))
		lineOfSum := regexp.MustCompile(`(?m)^(?://\t)?([ ^=]) ([0-9a-f]{16})  (.*)$`)
		for _, line := range lineOfSum.FindAllStringSubmatch(text, -1) {
			require.Less(t, i, len(terms), name)
			want += indent + line[0][len(indent):] + "\n"
			assert.Equal(t, terms[i].String(), line[2], line[3])
			if line[1] == "=" {
				assert.Equal(t, sum.String(), line[2], name)
			}
			sum ^= terms[i]
			i++
		}
		assert.Equal(t, len(terms), i, name)
		assert.Contains(t, text, want, "the lines of the sum stand together")
	}
}

// TestREADME runs the program of the README, as it says, in a new module. It prints what the README
// says.
func TestREADME(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		text := sample.Must(os.ReadFile(name))
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
	gotool.Run(t, "version") // or skip
	program := snippet(t, text, "19 * 19")
	assert.Equal(t, program, string(sample.Must(format.Source([]byte(program)))))
	write("main.go", program)
	out := ""
	assert.Contains(t, text, "\n```sh\ngo get github.com/zobrist-go/zobrist\n```\n")
	for _, command := range []string{
		"go mod init example",
		"go work init . DIR", // which replaces go get
		"go run .",
	} {
		assert.True(
			t, strings.Contains(command, "DIR") || strings.Contains(text, "`"+command+"`"), command,
		)
		out, err = run(command)
		require.NoError(t, err, command)
	}
	var printed []string
	shown := regexp.MustCompile(`fmt\.Println\(.*// (.*)`)
	for _, line := range shown.FindAllStringSubmatch(program, -1) {
		printed = append(printed, line[1])
	}
	assert.Equal(t, printed, strings.Split(strings.TrimSpace(out), "\n"))
}

// snippet returns the Go code of a page that contains some text.
func snippet(t *testing.T, page, contains string) string {
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllStringSubmatch(page, -1)
	for _, block := range blocks {
		if strings.Contains(block[1], contains) {
			return block[1]
		}
	}
	require.Fail(t, "no snippet contains "+contains)
	return ""
}

// TestClone requires that the README begins with the commands for a clone, that it shows
// examples/first as it is, and that the program prints what the page says. .ci/run runs the
// commands. The report of the demonstration is in the tests of cmd/zobrist.
func TestClone(t *testing.T) {
	page := string(sample.Must(os.ReadFile("README.md")))
	lines := strings.Split(page, "\n")
	beginning := strings.Join(lines[:70], "\n")
	for _, command := range []string{
		"go run ./cmd/zobrist check -demo",
		"go test ./...",
		"go run ./examples/first",
	} {
		assert.Contains(t, beginning, "\n```sh\n"+command+"\n```\n")
	}

	program := string(sample.Must(os.ReadFile("examples/first/main.go")))
	assert.Equal(t, program, snippet(t, page, "// Command first"))
	printed := gotool.Run(t, "run", "./examples/first")
	assert.Equal(t, "463b96181691fc9c\n823c9b50fd114196\n", printed)
	assert.Contains(t, beginning, "\n```\n"+printed+"```\n")

	// The page names the modules that go test ./... leaves out.
	_, section, _ := strings.Cut(page, "The nested modules")
	section, _, _ = strings.Cut(section, "\n\n")
	err := filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err == nil && entry.Name() == "testdata" {
			return filepath.SkipDir
		}
		if entry.Name() == "go.mod" && path != "go.mod" {
			assert.Contains(t, section, filepath.ToSlash(filepath.Dir(path)))
		}
		return err
	})
	require.NoError(t, err)
}
