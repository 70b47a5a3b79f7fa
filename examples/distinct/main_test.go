package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/sample"
)

func TestSequences(t *testing.T) {
	for plies, want := range []int{1, 20, 400, 8902} {
		var out bytes.Buffer
		require.NoError(t, sequences(&out, plies))
		assert.Equal(t, want, strings.Count(out.String(), "\n"))
	}
}

// TestRecipes runs the commands of README.md, those marked sh, on all sequences of three plies, or
// with ZOBRIST_SAMPLE=4 of four. Each must print the number of positions after them, OEIS A083276.
func TestRecipes(t *testing.T) {
	sample.Slow(t)
	if testing.Short() {
		t.Skip("builds the command and runs it on thousands of positions a recipe")
	}
	plies, want := 3, "5362"
	if sample.All(4) {
		plies, want = 4, "72078"
	}
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "positions.txt"))
	require.NoError(t, err)
	require.NoError(t, sequences(file, plies))
	require.NoError(t, file.Close())
	command := "github.com/zobrist-go/zobrist/cmd/zobrist"
	said, err := exec.Command("go", "build", "-o", dir, command).CombinedOutput()
	require.NoError(t, err, string(said))

	page, err := os.ReadFile("README.md")
	require.NoError(t, err)
	scripts := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(page), -1)
	require.Len(t, scripts, 2)
	for _, script := range scripts {
		missing := missingTool(script[1])
		if missing != "" {
			t.Logf("not run, for want of %s:\n%s", missing, script[1])
			continue
		}
		cmd := exec.Command("bash", "-euo", "pipefail", "-c", script[1])
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.Output() // parallel warns on standard error when processes start slowly
		require.NoError(t, err, script[1])
		assert.Equal(t, want, strings.TrimSpace(string(out)), script[1])
	}
}

// missingTool returns a program that a script needs and this machine has not, or "".
func missingTool(script string) string {
	for _, tool := range []string{"bash", "sort", "wc", "parallel"} {
		_, err := exec.LookPath(tool)
		needed := tool == "bash" || regexp.MustCompile(`\b`+tool+`\b`).MatchString(script)
		if err != nil && needed {
			return tool
		}
	}
	return ""
}
