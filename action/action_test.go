// Package action tests the action of ../action.yml.
package action

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/gotool"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// testEngine is the folder of an engine with planted bugs.
const testEngine = "../internal/planted/engine"

// TestWorkflow requires that the workflow that runs the action builds the same engine.
func TestWorkflow(t *testing.T) {
	text := sample.Must(os.ReadFile("../.github/workflows/ci.yml"))
	folder := strings.TrimPrefix(testEngine, "../")
	assert.Contains(t, string(text), "go build -o engine.exe ./"+folder+"\n")
}

// TestPinned requires that the workflows name the actions of others by their hash.
func TestPinned(t *testing.T) {
	files := sample.Must(filepath.Glob("../.github/workflows/*.yml"))
	uses := regexp.MustCompile(`uses: ([^.\s].*)`)
	pinned := 0
	for _, name := range files {
		text := sample.Must(os.ReadFile(name))
		for _, used := range uses.FindAllStringSubmatch(string(text), -1) {
			assert.Regexp(t, `^actions/[a-z-]+@[0-9a-f]{40} # v[0-9.]+$`, used[1], name)
			pinned++
		}
	}
	assert.Positive(t, pinned)
}

// A step is the step of action.yml.
type step struct {
	run string
	env map[string]string // a variable, and the expression that sets it
	dir string            // where the step runs
}

func readStep(t *testing.T) (s step, inputs []string) {
	t.Helper()
	text := sample.Must(os.ReadFile("../action.yml"))
	const before = "\nruns:\n  using: composite\n  steps:\n    - run: "
	head, rest, ok := strings.Cut(string(text), before)
	require.True(t, ok)
	for _, m := range regexp.MustCompile(`(?m)^  (\w+):$`).FindAllStringSubmatch(head, -1) {
		inputs = append(inputs, m[1])
	}
	s.run, rest, _ = strings.Cut(rest, "\n")
	require.NotContains(t, s.run, "${{", "the shell would run what the value contains")
	s.dir = t.TempDir()
	s.env = make(map[string]string)
	variable := regexp.MustCompile(`(?m)^        (\w+): \$\{\{ (\S+) \}\}$`)
	for _, m := range variable.FindAllStringSubmatch(rest, -1) {
		s.env[m[1]] = m[2]
	}
	return s, inputs
}

// An outcome is what the step did.
type outcome struct {
	status                  int
	stdout, stderr, summary string
}

// do runs the step with values for its expressions, and with no other environment than env.
func (s step) do(t *testing.T, values map[string]string, env ...string) (o outcome) {
	t.Helper()
	root := sample.Must(filepath.Abs(".."))
	summary := filepath.Join(t.TempDir(), "summary")
	bash := sample.Must(exec.LookPath("bash"))
	cmd := exec.Command(bash, "--noprofile", "--norc", "-eo", "pipefail", "-c", s.run)
	cmd.Dir = s.dir
	cmd.Env = append(env, "GITHUB_ACTION_PATH="+root, "GITHUB_STEP_SUMMARY="+summary)
	for name, expression := range s.env {
		cmd.Env = append(cmd.Env, name+"="+values[expression])
	}
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		require.ErrorAs(t, err, new(*exec.ExitError))
	}
	text, err := os.ReadFile(summary)
	if err != nil {
		require.ErrorIs(t, err, os.ErrNotExist)
	}
	return outcome{cmd.ProcessState.ExitCode(), stdout.String(), stderr.String(), string(text)}
}

// tools returns a folder with the programs that the script may run, without Go.
func tools(t *testing.T) (path string) {
	t.Helper()
	path = t.TempDir()
	for _, name := range []string{
		"bash", "awk", "cat", "chmod", "curl", "dirname", "mktemp", "od", "rm", "sed", "sha256sum",
		"tr", "uname",
	} {
		file, err := exec.LookPath(name)
		if err != nil {
			t.Skip(err)
		}
		require.NoError(t, os.Symlink(file, filepath.Join(path, name)))
	}
	return path
}

// release serves a release with one binary and its checksum, which is wrong for the version v6.6.6.
func release(t *testing.T, binary []byte) (url string) {
	name := fmt.Sprintf("zobrist_%s_%s", runtime.GOOS, runtime.GOARCH)
	sums := fmt.Sprintf("%064x  other\n%x  %s\n", 1, sha256.Sum256(binary), name)
	mux := http.NewServeMux()
	wrong := strings.Repeat("0", 64) + "  " + name + "\n"
	for version, sums := range map[string]string{"v1.2.3": sums, "v6.6.6": wrong} {
		folder := "/zobrist-go/zobrist/releases/download/" + version + "/"
		mux.HandleFunc(folder+name, func(w http.ResponseWriter, _ *http.Request) {
			w.Write(binary)
		})
		mux.HandleFunc(folder+"checksums.txt", func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte(sums))
		})
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server.URL
}

// TestAction runs the step of action.yml on sound and on wrong engines.
func TestAction(t *testing.T) {
	sample.Slow(t)
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("needs links to programs, with names that have no ending")
	}
	dir := t.TempDir()
	zobrist := filepath.Join(dir, "zobrist")
	engine := filepath.Join(dir, "an engine")
	gotool.Run(t, "build", "-o", zobrist, "../cmd/zobrist")
	gotool.Run(t, "build", "-o", engine, testEngine)
	binary := sample.Must(os.ReadFile(zobrist))
	server := release(t, binary)
	path := "PATH=" + tools(t)

	s, inputs := readStep(t)
	assert.Equal(t, []string{"engine", "options", "from", "n", "args"}, inputs)
	for _, name := range inputs {
		assert.Equal(t, "inputs."+name, s.env[strings.ToUpper(name)])
	}
	values := func(more map[string]string) map[string]string {
		v := map[string]string{
			"github.action_repository": "zobrist-go/zobrist",
			"github.action_ref":        "v1.2.3",
			"inputs.engine":            engine,
			"inputs.n":                 "300",
			"inputs.args":              "-limit=1m",
		}
		maps.Copy(v, more)
		return v
	}
	inWorkflow := func(t *testing.T, more map[string]string) outcome {
		return s.do(t, values(more), path, "GITHUB_ACTIONS=true", "GITHUB_SERVER_URL="+server)
	}
	type m = map[string]string

	t.Run("sound", func(t *testing.T) {
		t.Parallel()
		o := inWorkflow(t, nil)
		assert.Equal(t, 0, o.status, o.stdout)
		assert.Empty(t, o.stderr)
		const sound = `Test engine: no bug found in 300 positions\n`
		assert.Regexp(t, `^::stop-commands::([0-9a-f]{32})\n`+sound, o.stdout)
		assert.NotContains(t, o.stdout, "::error")
		assert.Regexp(t, `^### zobrist check\n\n    `+sound, o.summary)
	})
	t.Run("wrong", func(t *testing.T) {
		t.Parallel()
		bug := m{"inputs.engine": engine + "\n-bug\n\npromotion-captured\n"}
		o := inWorkflow(t, bug)
		assert.Equal(t, 1, o.status)
		// The report is between lines that switch workflow commands off and on again.
		printed := regexp.MustCompile(
			`(?s)^::stop-commands::(\w+)\n(Test engine: .*\n)\n::(\w+)::\n(.*)$`)
		parts := printed.FindStringSubmatch(o.stdout)
		require.NotNil(t, parts, o.stdout)
		assert.Equal(t, parts[1], parts[3])
		annotations := strings.Split(strings.TrimSuffix(parts[4], "\n"), "\n")
		bugs := regexp.MustCompile(`(?m)^\d+\. `).FindAllString(parts[2], -1)
		assert.Len(t, annotations, len(bugs))
		assert.Regexp(t, `^::error title=Test engine%3A \d+ \w+::`+
			`1\. the key by moves is not the key from the FEN \[moves-piece\]%0A`+
			`   position fen .*%0A   .*wrongly has "[a-h][18] `, annotations[0])
		assert.Regexp(t, `(?s)^### zobrist check\n\n    Test engine: \d+ \w+.*\n`+
			`    1\. the key by moves is not the key from the FEN[^\n]*\n`+
			`       position fen .*\n       got  `, o.summary)

		constant := values(m{"inputs.engine": engine + "\n-bug\nconstant"})
		o = s.do(t, constant, path, "GITHUB_SERVER_URL="+server)
		assert.Equal(t, 1, o.status)
		assert.Regexp(t, `^Test engine: \d`, o.stdout, "outside a workflow")
		assert.NotContains(t, o.stdout, "::")
		assert.Empty(t, o.summary)
	})
	t.Run("inputs", func(t *testing.T) {
		t.Parallel()
		from := filepath.Join(dir, "starts, 100%.txt")
		require.NoError(t, os.WriteFile(from, []byte("8/P6k/8/8/8/8/8/K7 w - - 0 1\n"), 0o600))
		o := inWorkflow(t, m{
			"inputs.engine":  engine + "\n-bug\npromotion",
			"inputs.from":    from,
			"inputs.options": "Hash=1\n\nHash=2\n",
			"inputs.args":    "-limit=1m\n-json",
		})
		assert.Equal(t, 1, o.status, o.stdout)
		assert.Contains(t, o.stdout, "8/P6k/8/8/8/8/8/K7 w - - 0 1")
		o = inWorkflow(t, m{"inputs.options": "Hash=1\nnone=2"})
		assert.Equal(t, 2, o.status)
		assert.Contains(t, o.stdout, `option "none=2"`)
		o = inWorkflow(t, m{"inputs.from": "100%,\r: no file"})
		assert.Equal(t, 2, o.status)
		assert.Contains(t, o.stdout, "100%25,%0D: no file")
		o = inWorkflow(t, m{"inputs.engine": ""})
		assert.Equal(t, 2, o.status)
		assert.Contains(t, o.stdout, "no engine")

		// The shell runs nothing of what an input contains.
		const hostile = `"; touch made; $(touch made) ` + "`touch made`" + ` ' -n`
		for _, name := range inputs {
			o := inWorkflow(t, m{"inputs." + name: hostile})
			assert.Equal(t, 2, o.status, name)
			assert.NotContains(t, o.stdout, "command not found", name)
			files := sample.Must(os.ReadDir(s.dir))
			assert.Empty(t, files, name)
		}
	})
	t.Run("an engine that prints workflow commands", func(t *testing.T) {
		t.Parallel()
		const script = "printf 'id name ::error::evil\\n```\\n::error::evil\\n' >&2; exit 3"
		o := inWorkflow(t, m{"inputs.engine": "bash\n-c\n" + script})
		assert.Equal(t, 2, o.status)
		assert.Zero(t, strings.Index(o.stdout, "::stop-commands::"))
		end := strings.LastIndex(o.stdout, "::error title=zobrist check::")
		assert.NotContains(t, o.stdout[end:], "\n::error::evil")
		for _, line := range strings.Split(strings.TrimSuffix(o.summary, "\n"), "\n")[2:] {
			assert.True(t, line == "" || strings.HasPrefix(line, "    "), line)
		}
	})
	t.Run("without a release", func(t *testing.T) {
		t.Parallel()
		o := inWorkflow(t, m{"github.action_ref": "v9.9.9"})
		assert.Equal(t, 2, o.status)
		assert.Contains(t, o.stderr,
			`no release "v9.9.9" of zobrist for this system, and no Go to build it`)
		o = inWorkflow(t, m{"github.action_ref": "v6.6.6"})
		assert.Equal(t, 2, o.status)
		assert.Regexp(t, `/v6\.6\.6/zobrist_\w+: got checksum [0-9a-f]{64}, want 0{64}\n`, o.stderr)
		assert.NotContains(t, o.stdout, "sound", "it ran a binary with a wrong checksum")
	})
	// With Go, the action builds its own source, such as that of a branch.
	t.Run("with Go", func(t *testing.T) {
		sample.Skip(t, 2)
		t.Parallel()
		onBranch := values(m{
			"github.action_ref": "main",
			"inputs.engine":     engine + "\n-bug\nno-key",
		})
		env := append(os.Environ(), "GITHUB_ACTIONS=true", "GITHUB_SERVER_URL="+server)
		o := s.do(t, onBranch, env...)
		assert.Equal(t, 2, o.status, o.stderr)
		assert.Regexp(t, `\n::error title=zobrist check::zobrist check: .*prints no key`, o.stdout)
		assert.Contains(t, o.summary, "prints no key")
	})
}
