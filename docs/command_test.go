package docs_test

import (
	"flag"
	"fmt"
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
	"github.com/zobrist-go/zobrist/internal/checks"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester/subject"
)

// TestCommand runs the commands of command.md that show their output.
func TestCommand(t *testing.T) {
	page := regexp.MustCompile(`(?m)^   `).ReplaceAllString(read(t, "command.md"), "")
	dir := t.TempDir()
	build(t, dir, "zobrist", "cmd/zobrist")
	shown := regexp.MustCompile("(?s)```\n\\$ (.*?)\n(.*?)```").FindAllStringSubmatch(page, -1)
	require.Len(t, shown, 3)
	for _, wrong := range otherOutput(shown, dir) {
		t.Error("command.md: " + wrong)
	}

	// The message of the example is that of an engine that forgets the captured rook.
	fen := regexp.MustCompile(`position fen (.*) moves a1a8`).FindStringSubmatch(page)
	require.NotNil(t, fen)
	p, err := chess.ParseFEN(fen[1])
	require.NoError(t, err)
	m, err := chess.ParseMove("a1a8")
	require.NoError(t, err)
	p.Play(m)
	assert.Contains(t, page, "position fen "+p.FEN()+"\n")
	assert.Contains(t, page, "want "+p.Hash(z).String()+" from the FEN")
	assert.Contains(t, page, "got  "+(p.Hash(z)^z.Castling(zobrist.BlackLong)).String()+" by moves")
}

// otherOutput runs commands, with zobrist in a folder, and says which print something else than is
// shown. Each element of shown has a command and its output.
func otherOutput(shown [][]string, dir string) (wrong []string) {
	for _, block := range shown {
		command, want := block[1], block[2]
		cmd := exec.Command("bash", "-c", strings.ReplaceAll(command, "zobrist ", dir+"/zobrist "))
		out, _ := cmd.Output() // explain exits with 1
		if got := string(out); got != want {
			wrong = append(wrong, fmt.Sprintf("%s prints\n%s\nbut the page has\n%s", command, got,
				want))
		}
	}
	return wrong
}

// TestStatuses requires that the page and the help name the same exit statuses.
func TestStatuses(t *testing.T) {
	_, table, _ := strings.Cut(read(t, "test-uci-engine.md"), "|status|meaning|")
	table, _, _ = strings.Cut(table, "\n\n")
	help := read(t, "../cmd/zobrist/check.go")
	_, help, _ = strings.Cut(help, "The exit status is\n")
	help, _, _ = strings.Cut(help, "\n\n")
	number := regexp.MustCompile(`\b\d+\b`)
	assert.Equal(t, []string{"0", "1", "2", "3", "130", "143"}, number.FindAllString(table, -1))
	assert.Equal(t, number.FindAllString(table, -1), number.FindAllString(help, -1))
}

// TestInstall compares the files that command.md names with those of a release.
func TestInstall(t *testing.T) {
	release := read(t, "../.goreleaser.yaml")
	template := `name_template: "{{.ProjectName}}_{{.Os}}_{{.Arch}}"`
	assert.Equal(t, 2, strings.Count(release, template))
	files := regexp.MustCompile(`zobrist_(\w+)_(\w+)`)
	for _, name := range files.FindAllStringSubmatch(read(t, "command.md"), -1) {
		assert.Regexp(t, `goos: \[.*\b`+name[1]+`\b`, release)
		assert.Regexp(t, `goarch: \[.*\b`+name[2]+`\b`, release)
	}
}

var long = flag.Bool("long", false, "check chess.js, which npm gets")

// TestKeyCommands requires that the page names the commands that are tried for a key, in order.
func TestKeyCommands(t *testing.T) {
	page := strings.Join(strings.Fields(read(t, "test-uci-engine.md")), " ")
	tried := subject.KeyCommands()
	last := len(tried) - 1
	want := "`check` tries `" + strings.Join(tried[:last], "`, `") + "` and `" + tried[last] + "`."
	assert.Contains(t, page, want)
}

// TestChecksTable requires that the page has a row for each check with its question, and main
// checks in bold. It writes the table with -update.
func TestChecksTable(t *testing.T) {
	const head = "|check|question|\n|---|---|\n"
	page := read(t, "test-uci-engine.md")
	before, rest, ok := strings.Cut(page, head)
	require.True(t, ok)
	shown, after, _ := strings.Cut(rest, "\n\n")
	var table strings.Builder
	for _, c := range checks.All() {
		if c.Name == "crash" {
			continue // it compares nothing
		}
		name := c.Name
		if c.Main {
			name = "**" + name + "**"
		}
		question := report.Question(c.Name)
		assert.NotEmpty(t, question, "add what %q asks to allChecks of package report", c.Name)
		fmt.Fprintf(&table, "|%s|%s|\n", name, question)
	}
	if *update {
		page = before + head + table.String() + "\n" + after
		require.NoError(t, os.WriteFile("test-uci-engine.md", []byte(page), 0o600))
		return
	}
	assert.Equal(t, table.String(), shown+"\n", "run go test ./docs -run ChecksTable -update")
}

// TestShim checks chess.js through the UCI shim of test-uci-engine.md. It finds the two
// en passant rules that the field report names.
func TestShim(t *testing.T) {
	lines := strings.Count(read(t, "adapters/uci.js"), "\n")
	length := fmt.Sprintf("for chess.js in %d lines", lines)
	page := strings.Join(strings.Fields(read(t, "test-uci-engine.md")), " ")
	assert.True(t, strings.Contains(page, length), length)
	if !*long {
		t.Skip("without -long")
	}
	dir := t.TempDir()
	exe := build(t, dir, "zobrist", "cmd/zobrist")
	for _, tool := range []string{"node", "npm"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	install := exec.Command("npm", "install", "--prefix", dir, "--silent", "--no-save",
		"--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "chess.js@1.4.0")
	out, err := install.CombinedOutput()
	if err != nil {
		t.Skipf("npm install chess.js: %v: %s", err, out)
	}
	shim := filepath.Join(dir, "uci.js")
	write(t, shim, read(t, "adapters/uci.js"))
	out, _ = exec.Command(exe, "check", "-n", "100", "node", shim).CombinedOutput()
	assert.Contains(t, string(out), "[en-passant-rules]")
	assert.Regexp(t, `\n   lacks "en passant [a-h]"\n`, string(out))
}

// TestMessages requires that the tester has the words of each message that
// bugs.md explains, such as "but the positions differ".
func TestMessages(t *testing.T) {
	var code strings.Builder
	for _, dir := range []string{"../internal", "../zobristtest"} {
		require.NoError(t, filepath.WalkDir(dir, func(name string, _ os.DirEntry, err error) error {
			if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
				code.WriteString(read(t, name))
			}
			return err
		}))
	}
	_, table, _ := strings.Cut(read(t, "bugs.md"), "|message|likely bug|")
	table, _, _ = strings.Cut(table, "\n\n")
	messages := regexp.MustCompile("(?m)^\\|(`[^|]*)\\|").FindAllStringSubmatch(table, -1)
	require.Greater(t, len(messages), 10)
	for _, message := range messages {
		parts := regexp.MustCompile(`[a-z][a-z ]*[a-z]`).FindAllString(message[1], -1)
		longest := slices.MaxFunc(parts, func(a, b string) int { return len(a) - len(b) })
		assert.True(t, strings.Contains(code.String(), longest),
			"no code says %q: %s", longest, message[1])
	}
}
