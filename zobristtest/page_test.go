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

// TestPage does what docs/testing-your-engine.md says, to the engine in
// testdata: the block of code to paste is that engine's test, word for word,
// and the failure on the page is the one of the engine's broken variant.
func TestPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "docs", "testing-your-engine.md"))
	require.NoError(t, err)
	_, code, ok := strings.Cut(string(page), "```go\n")
	require.True(t, ok)
	code, _, _ = strings.Cut(code, "```\n")
	test, err := os.ReadFile(filepath.Join("testdata", "engine", "zobrist_test.go"))
	require.NoError(t, err)
	assert.Equal(t, string(test), code)
	assert.LessOrEqual(t, strings.Count(code, "\n"), 25, "lines to paste")

	pinned, err := os.ReadFile(filepath.Join("testdata", "engine", "pinned_test.go"))
	require.NoError(t, err)
	_, pin, _ := strings.Cut(string(pinned), "\n\nfunc ")
	assert.Contains(t, string(page), "func "+pin)

	message := regexp.MustCompile(`(?m)^key after .*$`).FindString(string(page))
	require.NotEmpty(t, message)
	executable(t)
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	for _, c := range []struct{ tags, message string }{
		{"", ""},
		{"forgets", message},
		{"feature", "every stored key is void"},
	} {
		out, err := exec.Command("go", "test", "-short", "-tags="+c.tags, "./testdata/engine").CombinedOutput()
		assert.Equal(t, c.message == "", err == nil, "%s", out)
		assert.Contains(t, string(out), c.message)
	}
}
