package docs_test

import (
	"bufio"
	"bytes"
	"encoding/binary"
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
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// storeKey is k for a store that keeps byte strings in order.
func storeKey(k zobrist.Key) []byte {
	return binary.BigEndian.AppendUint64(nil, uint64(k))
}

func TestStoreKey(t *testing.T) {
	rng := zobrist.NewSplitMix64(14)
	for range 10_000 {
		a, b := zobrist.Key(rng.Uint64()>>(rng.Uint64()%64)), zobrist.Key(rng.Uint64())
		require.Equal(t, a < b, bytes.Compare(storeKey(a), storeKey(b)) < 0, "%v %v", a, b)
	}
}

// TestOutgrowingSnippets requires that the Go on the page is in tests that run.
func TestOutgrowingSnippets(t *testing.T) {
	page, err := os.ReadFile("outgrowing-one-machine.md")
	require.NoError(t, err)
	var code strings.Builder
	for _, name := range []string{"outgrowing_test.go", "../example_generic_test.go"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		code.WriteString(regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(string(text), ""))
	}
	blocks := regexp.MustCompile("(?s)```go\n(.*?)```").FindAllSubmatch(page, -1)
	require.Len(t, blocks, 2)
	for _, block := range blocks {
		lines := regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(string(block[1]), "")
		assert.Contains(t, code.String(), lines)
	}
}

// TestRecipes runs the commands of outgrowing-one-machine.md, those marked sh, on
// all lines of four plies. Each must print the number of positions after four
// plies, OEIS A083276.
func TestRecipes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs it on 197,281 positions a recipe")
	}
	page, err := os.ReadFile("outgrowing-one-machine.md")
	require.NoError(t, err)
	dir := t.TempDir()
	writeLines(t, filepath.Join(dir, "positions.txt"))
	out, err := exec.Command("go", "build", "-o", dir, "github.com/zobrist-go/zobrist/cmd/zobrist").CombinedOutput()
	require.NoError(t, err, string(out))

	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllSubmatch(page, -1)
	require.Len(t, blocks, 3)
	for _, block := range blocks {
		script := string(block[1])
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
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s%s", script, out)
		assert.Equal(t, "72078", strings.TrimSpace(string(out)), script)
	}
}

var tools = []string{"sort", "awk", "wc", "parallel"}

// writeLines writes the 197,281 lines of four plies.
func writeLines(t *testing.T, path string) {
	f, err := os.Create(path)
	require.NoError(t, err)
	out := bufio.NewWriter(f)
	var walk func(p zobrist.ChessPosition, line string, plies int)
	walk = func(p zobrist.ChessPosition, line string, plies int) {
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
	start, err := zobrist.ParseFEN(zobrist.StartFEN)
	require.NoError(t, err)
	walk(start, "startpos moves", 4)
	require.NoError(t, out.Flush())
	require.NoError(t, f.Close())
}
