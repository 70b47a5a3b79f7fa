package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/sample"
)

// plantedDir is a folder that TestMain removes.
var plantedDir string

// The test binary is also the command, and the engine that check -demo runs.
func TestMain(m *testing.M) {
	isDemo := len(os.Args) > 1 && os.Args[1] == demoEngine
	if os.Getenv("ZOBRIST_TEST") == "command" || isDemo {
		main()
	}
	os.Setenv("GORACE", "atexit_sleep_ms=0") // else the command takes a second to exit
	var err error
	if plantedDir, err = os.MkdirTemp("", "planted"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(plantedDir)
	os.Exit(status)
}

// planting builds the planted engine, once for all tests.
var planting = sync.OnceValues(func() (out []byte, err error) {
	exe := filepath.Join(plantedDir, "engine.exe")
	const source = "../../internal/planted/engine"
	return exec.Command("go", "build", "-o", exe, source).CombinedOutput()
})

// planted returns the path of the planted engine.
func planted(t *testing.T) string {
	out, err := planting()
	require.NoError(t, err, "%s", out)
	return filepath.Join(plantedDir, "engine.exe")
}

// call runs the command.
func call(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, errs bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &errs)
	return status, out.String(), errs.String()
}

// file writes a file in a new folder and returns its path.
func file[T string | []byte](t *testing.T, name string, text T) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

// called runs the command and requires its status. With 0, it prints no error.
func called(t *testing.T, want int, stdin string, args ...string) (stdout, stderr string) {
	t.Helper()
	status, stdout, stderr := call(stdin, args...)
	require.Equal(t, want, status, "%q: %s%s", args, stdout, stderr)
	if want == 0 {
		require.Empty(t, stderr, "%q", args)
	}
	return stdout, stderr
}

// refused requires that a call prints nothing but an error.
func refused(t *testing.T, want string, args ...string) {
	t.Helper()
	var out, errs bytes.Buffer
	assert.Equal(t, 2, run(args, nil, &out, &errs), args)
	assert.Contains(t, errs.String(), want, args)
	assert.Empty(t, out.String(), args)
	assert.True(t, len(args) == 0 || strings.Count(errs.String(), "\n") == 1, "one line: %s", &errs)
}

// helped requires that a call prints nothing but help.
func helped(t *testing.T, want string, args ...string) {
	t.Helper()
	out, _ := called(t, 0, "", args...)
	assert.Contains(t, out, want, args)
}

type failing struct{ io.Writer }

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }
func (failing) Read([]byte) (int, error)  { return 0, io.ErrUnexpectedEOF }

func TestUsage(t *testing.T) {
	helped(t, "usage: zobrist COMMAND", "-h")
	helped(t, "usage: zobrist COMMAND", "help")
	helped(t, "usage: zobrist COMMAND", "help", "help")
	helped(t, "usage: zobrist COMMAND", "-h", "-h")
	helped(t, "usage: zobrist COMMAND", "version", "-h")
	helped(t, "usage: zobrist audit", "help", "audit")
	helped(t, "usage: zobrist hash", "hash", "-h")
	helped(t, "pseudo-legal", "hash", "--help")
	refused(t, "usage: zobrist COMMAND")
	refused(t, `unknown command "foo"`, "help", "foo")
	refused(t, `zobrist: unknown flag "-x": want a command first`, "-x")
	refused(t, `zobrist version: got ["extra"], want no arguments`, "version", "extra")
	refused(t, "zobrist: unknown command \"hsah\", did you mean hash? "+
		"(zobrist -h lists the commands)\n", "hsah")
	refused(t, "zobrist check: unknown flag -adaptr, did you mean adapter? "+
		"(zobrist check -h says more)\n", "check", "-adaptr")
	refused(t, "zobrist hash: unknown flag -x (", "hash", "-x")
	refused(t, "zobrist hash: invalid boolean value \"foo\" for -k: want true or false (",
		"hash", "-k=foo")
	refused(t, `unknown en passant rule "never", want pseudo-legal, legal or always`,
		"hash", "-ep", "never")
	refused(t, `unknown keys "polyglot", want a seed`,
		"hash", "-game", "othello", "-keys", "polyglot")
	refused(t, "-ep is for chess", "hash", "-game", "othello", "-ep", "legal")
	refused(t, `unknown game "checkers", want`, "hash", "-game", "checkers")
}

// TestHelpExamples runs the examples of the help texts: each prints the lines that follow it.
func TestHelpExamples(t *testing.T) {
	made := filepath.Join(t.TempDir(), "book.bin")
	const games = "e2e4 e7e5 1-0\ne2e4 1/2-1/2\nd2d4 1/2-1/2\n"
	examples := 0
	for _, command := range []string{"book", "hash", "explain", "keys", "audit"} {
		_, help, _ := call("", command, "-h")
		for _, example := range strings.Split(help, "\n  $ ")[1:] {
			example, _, _ = strings.Cut(example, "\n\n")
			line, want, _ := strings.Cut(example, "\n")
			text := ""
			if before, ok := strings.CutSuffix(line, " < games.txt"); ok {
				line, text = before, games
			}
			line = strings.ReplaceAll(line, "book.bin", made)
			for _, program := range strings.Split(line, " | ") {
				text = pipe(t, program, text)
			}
			want = strings.ReplaceAll("\n"+want, "\n  ", "\n")
			text = strings.ReplaceAll(text, made, "book.bin")
			assert.Equal(t, strings.TrimPrefix(want, "\n"), text, example)
			examples++
		}
	}
	assert.Equal(t, 10, examples)
}

// pipe runs zobrist, grep, head -1 or tail -1, and returns what it prints, without the last
// newline.
func pipe(t *testing.T, program, stdin string) string {
	words := regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(program, -1)
	for i := range words {
		words[i] = strings.Trim(words[i], `"`)
	}
	lines := strings.Split(stdin, "\n")
	switch words[0] {
	case "grep":
		lines = slices.DeleteFunc(lines, func(line string) bool {
			return !strings.Contains(line, words[1])
		})
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

// TestCompletion completes in the shells that are installed.
func TestCompletion(t *testing.T) {
	for shell, script := range map[string]string{
		"bash": `complete() { :; }; COMP_WORDS=(zobrist %s) COMP_CWORD=%d; eval "$SCRIPT"; ` +
			`_zobrist; echo "${COMPREPLY[@]}"`,
		"fish": `eval "$SCRIPT"; complete -C "zobrist %s" | cut -f1 | string join ' '; true #%d`,
	} {
		program, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		out, _ := called(t, 0, "", "completion", shell)
		for words, want := range map[string]string{
			"che":       "check",
			"hash -k":   "-k -keys",
			"check -ad": "-adapter",
		} {
			script := script
			if shell == "fish" { // which evaluates a list of lines as one line
				script = strings.Replace(script, `eval "$SCRIPT"`, "echo $SCRIPT | source", 1)
			}
			last := len(strings.Fields(words))
			cmd := exec.Command(program, "-c", fmt.Sprintf(script, words, last))
			cmd.Env = append(os.Environ(), "SCRIPT="+out, "HOME="+t.TempDir())
			got, err := cmd.Output()
			require.NoError(t, err)
			assert.Equal(t, want+"\n", string(got), "%s: %s", shell, words)
		}
	}
	if program, err := exec.LookPath("zsh"); err == nil {
		out, _ := called(t, 0, "", "completion", "zsh")
		const script = `eval "$0"; whence -w _zobrist; print $_comps[zobrist]`
		cmd := exec.Command(program, "-f", "-c", script, out)
		cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
		got, err := cmd.CombinedOutput()
		require.NoError(t, err)
		assert.Contains(t, string(got),
			"_zobrist: function\n_bash_complete -o default -F _zobrist\n")
	}
}

// TestProgress requires that the share and the time that is left follow from what is known.
func TestProgress(t *testing.T) {
	p := &progress{text: "50 keys; moves", of: 200}
	assert.Equal(t, "50 keys; moves ... 25%, about 15 s left", p.line(5*time.Second))
	p.of, p.usual = 0, 10*time.Second
	assert.Equal(t, "50 keys; moves ... 50%, about 5 s left", p.line(5*time.Second))
	assert.Equal(t, "50 keys; moves ... 12 s", p.line(12*time.Second), "nobody knows")
	p.of = 10
	assert.Equal(t, "50 keys; moves ... 5 s", p.line(5*time.Second), "more than asked for")
}

// TestMan requires that the man page has each command and flag. -update writes it.
func TestMan(t *testing.T) {
	var b strings.Builder
	raw := strings.NewReplacer("\\", "\\e", "-", "\\-", "\n.", "\n\\&.", "\n'", "\n\\&'").Replace
	b.WriteString(".TH ZOBRIST 1 \"\" zobrist\n")
	b.WriteString(".SH NAME\nzobrist \\- print, explain, audit and test Zobrist keys\n")
	b.WriteString(".SH SYNOPSIS\n.nf\n" + raw(usage()) + ".fi\n")
	for _, command := range commands() {
		out, _ := called(t, 0, "", command.name, "-h")
		fmt.Fprintf(&b, ".SH %s\n.nf\n%s.fi\n", strings.ToUpper("zobrist "+command.name), raw(out))
	}
	if *update {
		require.NoError(t, os.WriteFile("zobrist.1", []byte(b.String()), 0o644))
	}
	page := sample.Must(os.ReadFile("zobrist.1"))
	assert.Equal(t, b.String(), string(page), "run go test ./cmd/zobrist -run Man -update")
}

var update = flag.Bool("update", false, "write the man page, and the demonstration's report")

func TestVersion(t *testing.T) {
	for _, arg := range []string{"version", "-version", "--version"} {
		out, _ := called(t, 0, "", arg)
		assert.Regexp(t, `^zobrist \S+ go\S+ \w+/\w+\n$`, out)
	}
}

// TestVersionOfRelease sets what the linker sets for a release.
func TestVersionOfRelease(t *testing.T) {
	defer func(was string) { release = was }(release)
	release = "v1.2.3 9f7cf75 2026-11-22T00:10:00Z"
	assert.Regexp(t, `^zobrist v1\.2\.3 9f7cf75 2026-11-22T00:10:00Z go`, version())
	config := sample.Must(os.ReadFile("../../.goreleaser.yaml"))
	assert.Contains(t, string(config), `-X "main.release={{.Tag}} `)
}
