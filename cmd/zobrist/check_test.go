package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCheck runs the command on the planted engine of internal/check.
func TestCheck(t *testing.T) {
	t.Parallel()
	exe := filepath.Join(t.TempDir(), "engine.exe")
	out, err := exec.Command("go", "build", "-o", exe, "../../internal/check/testdata/engine").CombinedOutput()
	require.NoError(t, err, "%s", out)
	checked := func(args ...string) (status int, stdout, stderr string) {
		var o, e strings.Builder
		status = run(append([]string{"check", "-n", "600", "-limit", "1m"}, args...), nil, &o, &e)
		return status, o.String(), e.String()
	}

	status, stdout, stderr := checked(exe)
	assert.Equal(t, 0, status)
	assert.Contains(t, stdout, "Test engine: sound\n")
	assert.Contains(t, stdout, "seed 1\n")
	assert.Empty(t, stderr, "no progress without a terminal")
	assert.NotContains(t, stdout, "e4 P")

	status, stdout, _ = checked("-v", exe)
	assert.Equal(t, 0, status)
	assert.Contains(t, stdout, "\te4 P\n")

	status, stdout, _ = checked(exe, "-bug", "promotion-captured")
	assert.Equal(t, 1, status)
	assert.Regexp(t, `\n1\. the key by moves is wrong \[moves-piece\]\n   position fen .* moves ([a-h]7[a-h]8|[a-h]2[a-h]1)[qrbn]\n`, stdout)
	assert.Regexp(t, `wrongly has "[a-h][18] .*" \(pawn put on the promotion square, or captured piece left in\?\)`, stdout)

	status, stdout, _ = checked("-json", exe, "-bug", "no-side")
	assert.Equal(t, 1, status)
	var report struct {
		Engine string
		Bugs   []struct{ What, FEN string }
		Checks []struct {
			Name, Status string
			Count        int
		}
	}
	require.NoError(t, json.Unmarshal([]byte(stdout), &report))
	assert.Equal(t, "Test engine", report.Engine)
	require.NotEmpty(t, report.Bugs)
	assert.Equal(t, `"side" does not change the key`, report.Bugs[0].What)
	assert.Equal(t, "ok", report.Checks[0].Status)
	assert.Equal(t, 600, report.Checks[0].Count)

	from := filepath.Join(t.TempDir(), "starts")
	require.NoError(t, os.WriteFile(from, []byte("# one\n\n8/P6k/8/8/8/8/8/K7 w - - 0 1\n"), 0o600))
	status, stdout, _ = checked("-from", from, exe, "-bug", "promotion")
	assert.Equal(t, 1, status)
	assert.Contains(t, stdout, "position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q\n")

	status, stdout, _ = checked("-n", "3", exe)
	assert.Equal(t, 3, status)
	assert.Contains(t, stdout, "no bug found, but not all was checked: routes\n")
	assert.Contains(t, stdout, "\n  -      routes     too few positions")

	status, stdout, _ = checked(exe, "-bug", "constant")
	assert.Equal(t, 1, status)
	assert.Contains(t, stdout, "\n1. the key is 00000000deadbeef in every position [constant]\n")

	line := "startpos moves" + strings.Repeat(" g1f3 g8f6 f3g1 f6g8", 30) + " e2e4\n"
	require.NoError(t, os.WriteFile(from, []byte(line), 0o600))
	status, stdout, _ = checked("-from", from, exe)
	assert.Equal(t, 0, status, stdout)
	status, stdout, _ = checked("-from", from, exe, "-bug", "long-line") // the moves stay moves
	assert.Equal(t, 1, status)
	assert.Contains(t, stdout, "[long-line]\n   position startpos moves g1f3")

	file := filepath.Join(t.TempDir(), "report.md")
	status, stdout, _ = checked("-accept", "en-passant-rules", "-markdown", file, exe, "-bug", "ep-fen-always")
	assert.Equal(t, 0, status)
	assert.Contains(t, stdout, "Test engine: sound; accepted: en-passant-rules\n")
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(text), "\n    zobrist check -n 600 -limit 1m -accept en-passant-rules "+exe+" -bug ep-fen-always\n")

	status, stdout, stderr = checked(exe, "-bug", "no-key")
	assert.Equal(t, 2, status)
	assert.Empty(t, stdout)
	assert.Contains(t, stderr, "prints no key.\nAsked:\n\tposition startpos\n\td, print, ")
}

func TestCheckMisuse(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	require.NoError(t, os.WriteFile(empty, nil, 0o600))
	file := func(name, text string) string {
		name = filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	badLine := file("bad", "# castling\n8/P6k/8/8/8/8/8/K7 w - - 0 1\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkQ - 0 1\n")
	garbage := file("garbage", "nonsense\n")
	badMove := file("moves", "startpos moves e2e4\nstartpos moves e2e5\n")
	refused(t, "no engine: want a program to run", "check")
	refused(t, "-n -1: want 1 or more", "check", "-n", "-1", "x")
	refused(t, "-n 0: want 1 or more", "check", "-n", "0", "x")
	refused(t, "-n comes after the engine: flags go before it", "check", "glaurung", "-n", "100")
	refused(t, "--seed=3 comes after the engine: flags go before it", "check", "glaurung", "--seed=3")
	refused(t, "no program no-such-engine", "check", "--", "no-such-engine", "-n")
	refused(t, "flag -limit: want a time such as 2s or 500ms, more than 0s", "check", "-limit", "0s", "x")
	refused(t, "flag -limit: want a time such as 2s", "check", "-limit", "2", "x")
	refused(t, "-key: error parsing regexp", "check", "-key", "(", "x")
	refused(t, "-accept: unknown name \"en-passant-rule\": want ", "check", "-accept", "en-passant-rule", "x")
	refused(t, "bad line 3: FEN: field 3 ", "check", "-from", badLine, "x")
	refused(t, "garbage line 1: FEN: ", "check", "-from", garbage, "x")
	refused(t, "moves line 2: ", "check", "-from", badMove, "x")
	refused(t, "has no positions: want one FEN per line", "check", "-from", empty, "x")
	refused(t, "no such file", "check", "-from", empty+"none", "x")
	refused(t, "no program no-such-engine in PATH", "check", "no-such-engine")
	refused(t, "no program no-such-program in PATH", "check", "-adapter", "no-such-program")
	refused(t, "flag provided but not defined", "check", "-nonsense")
	helped(t, "exit status", "check", "-h")
}

// TestCheckAdapter checks a game of another language.
func TestCheckAdapter(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	for bug, want := range map[string]int{"": 0, "captured": 1} {
		var stdout, stderr strings.Builder
		args := []string{"check", "-adapter", "-seed", "1", "-n", "1000", python, "../../docs/adapters/adapter.py", bug}
		assert.Equal(t, want, run(args, nil, &stdout, &stderr), stderr.String())
		assert.Contains(t, stdout.String(), "adapter.py")
		assert.Contains(t, stdout.String(), map[int]string{0: "\n  ok     undo ", 1: "\n  WRONG  lines "}[want])
		if want == 1 {
			assert.Contains(t, strings.Join(strings.Fields(stdout.String()), " "), "(captured piece left in?)")
		}
	}
}
