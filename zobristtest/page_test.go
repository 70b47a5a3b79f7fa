package zobristtest_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func readPage(t *testing.T) string {
	page, err := os.ReadFile(filepath.Join("..", "docs", "testing-your-engine.md"))
	require.NoError(t, err)
	return string(page)
}

// TestSnippets checks that all code on the page is in the tests of this package, where
// it is compiled and run.
func TestSnippets(t *testing.T) {
	t.Parallel()
	var code strings.Builder
	code.WriteString("\n")
	for _, pattern := range []string{"testdata/*/*_test.go", "../README.md"} { // TestREADME runs the README's
		files, err := filepath.Glob(filepath.FromSlash(pattern))
		require.NoError(t, err)
		for _, name := range files {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			code.Write(text)
			code.WriteString("\n")
		}
	}
	page := readPage(t)
	fence := regexp.MustCompile("(?sm)^( *)```(\\w*)\n(.*?)^ *```$")
	blocks := 0
	for _, block := range fence.FindAllStringSubmatch(page, -1) {
		if block[2] != "go" {
			assert.NotContains(t, block[3], "func ", "a block that is not marked as Go")
			continue
		}
		blocks++
		snippet := strings.ReplaceAll("\n"+block[3], "\n"+block[1], "\n")
		assert.True(t, strings.Contains(code.String(), snippet), "not in the tests:%s", snippet)
	}
	assert.Equal(t, 3, blocks)
	assert.Equal(t, strings.Count(page, "```"), 2*len(fence.FindAllString(page, -1)))
	assert.NotRegexp(t, "(?i)proves", page)
}

// TestPage follows docs/testing-your-engine.md with the engine in testdata. The code
// to paste is the engine's test, word for word. The failure on the page is the one of
// the engine's broken variant.
func TestPage(t *testing.T) {
	t.Parallel()
	page := readPage(t)
	_, code, ok := strings.Cut(page, "```go\npackage engine")
	require.True(t, ok)
	code, _, _ = strings.Cut("package engine"+code, "```\n")
	test, err := os.ReadFile(filepath.Join("testdata", "engine", "zobrist_test.go"))
	require.NoError(t, err)
	assert.Equal(t, string(test), code)
	message := regexp.MustCompile(`(?m)^key after .*$`).FindString(page)
	require.NotEmpty(t, message)
	executable(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	for _, c := range []struct{ bug, message string }{
		{"none", ""},
		{"forgetCaptured", message},
		{"newFeature", "stored keys are no longer valid"},
	} {
		if c.bug != "forgetCaptured" && !*long {
			continue // each builds another program
		}
		set := "-ldflags=-X=github.com/zobrist-go/zobrist/zobristtest/testdata/engine." + c.bug + "=yes"
		var out []byte
		for range 3 { // on a busy machine, Run may find another line
			out, err = exec.Command("go", "test", "-count=1", "-short", set, "./testdata/engine").CombinedOutput()
			if strings.Contains(string(out), c.message) {
				break
			}
		}
		assert.Equal(t, c.message == "", err == nil, "%s", out)
		assert.Contains(t, string(out), c.message)
	}
	if *long {
		out, err := exec.Command("go", "vet", "./testdata/clash").CombinedOutput()
		assert.NoError(t, err, "%s", out)
	}
}
