package docs_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// TestRecipes runs the commands of ../examples/distinct/README.md, those marked sh, on
// all lines of three plies, or with ZOBRIST_SAMPLE=4 of four. Each must print the number of
// positions after them, OEIS A083276.
func TestRecipes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it on thousands of positions a recipe")
	}
	dir, plies, want := t.TempDir(), 3, "5362"
	if sample.All(4) {
		plies, want = 4, "72078"
	}
	writeLines(t, filepath.Join(dir, "positions.txt"), plies)
	out, err := exec.Command("go", "build", "-o", dir, "github.com/zobrist-go/zobrist/cmd/zobrist").CombinedOutput()
	require.NoError(t, err, string(out))

	scripts := blocks(read(t, "../examples/distinct/README.md"), "sh")
	require.Len(t, scripts, 2)
	for _, script := range scripts {
		if missing := slices.IndexFunc(tools, func(tool string) bool {
			_, err := exec.LookPath(tool)
			return err != nil && regexp.MustCompile(`\b`+tool+`\b`).MatchString(script)
		}); missing >= 0 {
			t.Logf("not run, for want of %s:\n%s", tools[missing], script)
			continue
		}
		cmd := exec.Command("bash", "-euo", "pipefail", "-c", script)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.Output() // parallel warns on standard error when processes start slowly
		require.NoError(t, err, script)
		assert.Equal(t, want, strings.TrimSpace(string(out)), script)
	}
}

var tools = []string{"sort", "wc", "parallel"}

// writeLines writes all lines of so many plies.
func writeLines(t *testing.T, path string, plies int) {
	f, err := os.Create(path)
	require.NoError(t, err)
	out := bufio.NewWriter(f)
	var walk func(p chess.Position, line string, plies int)
	walk = func(p chess.Position, line string, plies int) {
		if plies == 0 {
			out.WriteString(line + "\n")
			return
		}
		for _, m := range movegen.Legal(&p) {
			after := p
			after.Play(m)
			walk(after, line+" "+m.String(), plies-1)
		}
	}
	start, err := chess.ParseFEN(chess.StartFEN)
	require.NoError(t, err)
	walk(start, "startpos moves", plies)
	require.NoError(t, out.Flush())
	require.NoError(t, f.Close())
}
