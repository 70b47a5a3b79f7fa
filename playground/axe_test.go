package main

import (
	"archive/tar"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The checker of accessibility, axe-core of Deque Systems, as npm has it.
const (
	axeCore   = "axe-core@4.14.1"
	axeSHA512 = "FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
)

// axe returns the checker's script. The test is skipped where there is no npm,
// unless PLAYGROUND_BROWSER is set.
func axe(t *testing.T) string {
	dir := t.TempDir()
	cmd := exec.Command("npm", "pack", "--silent", axeCore)
	cmd.Dir = dir
	if err := cmd.Run(); err != nil {
		if os.Getenv("PLAYGROUND_BROWSER") != "" {
			t.Fatalf("npm pack %s: %v", axeCore, err)
		}
		t.Skipf("npm pack %s: %v", axeCore, err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	f, err := os.Open(files[0])
	require.NoError(t, err)
	defer f.Close()
	sum := sha512.New()
	unzipped, err := gzip.NewReader(io.TeeReader(f, sum))
	require.NoError(t, err)
	var script []byte
	for r := tar.NewReader(unzipped); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
		if h.Name == "package/axe.min.js" {
			script, err = io.ReadAll(r)
			require.NoError(t, err)
		}
	}
	_, err = io.Copy(sum, f)
	require.NoError(t, err)
	require.Equal(t, axeSHA512, base64.StdEncoding.EncodeToString(sum.Sum(nil)), "the file is not the one that was reviewed")
	return string(script)
}

// TestAccessibility checks the page with axe-core against WCAG 2.2 AA, above all for
// contrast. It checks the states that differ most, light and dark.
func TestAccessibility(t *testing.T) {
	tab := open(t, "")
	script := axe(t)
	for _, theme := range []string{"light", "dark"} {
		tab.do(media(theme))
		for name, state := range states {
			tab.visit(state.hash)
			tab.eval(state.script)
			tab.eval(script + "; void 0")
			found, err := chromedp.Run(tab.ctx, chromedp.Evaluate[axeResult](`axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(r => ({
				passes: r.passes.length, contrast: r.passes.filter(p => p.id === 'color-contrast').flatMap(p => p.nodes).length,
				violations: r.violations.map(v => v.id + ': ' + v.help + ': ' + v.nodes.map(n => n.target + ' ' + n.any.map(a => a.message)).join('; ')),
				incomplete: r.incomplete.map(v => v.id + ': ' + v.nodes.length + ' ' + v.nodes[0].target)}))`, chromedp.EvalAwaitPromise))
			require.NoError(t, err)
			t.Logf("%s, %s: %d rules pass, contrast of %d elements; left to a person: %v", name, theme, found.Passes, found.Contrast, found.Incomplete)
			assert.Empty(t, found.Violations, "%s, %s", name, theme)
			assert.NotZero(t, found.Contrast, "%s, %s", name, theme)
		}
	}
}

type axeResult struct {
	Passes, Contrast       int
	Violations, Incomplete []string
}
