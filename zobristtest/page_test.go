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

	"github.com/zobrist-go/zobrist/internal/sample"
)

func readPage(t *testing.T) string {
	return string(sample.Must(os.ReadFile(filepath.Join("..", "docs", "test-go.md"))))
}

// TestPage follows docs/test-go.md with the engine in testdata. The code to paste is the engine's
// test, word for word. The failure on the page is the one of the engine's broken variant.
func TestPage(t *testing.T) {
	sample.Slow(t)
	t.Parallel()
	page := readPage(t)
	_, section, ok := strings.Cut(page, "\n## A game in Go\n")
	require.True(t, ok)
	_, code, ok := strings.Cut(section, "```go\npackage engine")
	require.True(t, ok)
	code, _, _ = strings.Cut("package engine"+code, "```\n")
	test := sample.Must(os.ReadFile(filepath.Join("testdata", "engine", "zobrist_test.go")))
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
		set := "-ldflags=-X=github.com/zobrist-go/zobrist/zobristtest/testdata/engine." + c.bug +
			"=yes"
		var out []byte
		var err error
		for range 3 { // on a busy machine, Run may find another line
			out, err = exec.Command("go", "test", "-count=1", "-short", set,
				"./testdata/engine").CombinedOutput()
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
