package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// shown is a position after a double push that only one rule counts.
const shown = "#steps=e2e4.e7e5.g1f3.b8c6.f1b5.a7a6.b5a4.b7b5&at=8"

// states are the states in which the page looks different. Each has a link, and a
// script for what a link cannot hold.
var states = map[string]struct{ hash, script string }{
	"start":    {"", "0"},
	"selected": {shown, `enter(1)`},
	"game":     {shown + "&says=c8e3a304faecd2d6", `document.getElementById('all').open = true`},
	"passant":  {"#steps=8/8/8/8/k2p3Q/8/4P3/3K4_w_-_-_0_1.e2e4", "0"},
	"wrong": {
		"#steps=e2e4.e2e4&says=7aeabdfa5236c49f",
		`document.getElementById('text').value = 'x/';
		document.getElementById('paste').requestSubmit()`},
	"promote": {"#steps=1n6/P6k/8/8/8/8/8/K7_w_-_-_0_1", `enter(48); enter(57)`},
	"othello": {
		"#game=othello&steps=f5.f6.d3.g5.h5.h4.f7.h6", `document.getElementById('run').click()`},
}

// TestWidths opens the page as wide as on a phone, a tablet and a desktop. Nothing may be
// wider than the window or its box.
func TestWidths(t *testing.T) {
	tab := open(t, "")
	widths := []int64{360, 768, 1280}
	if testing.Short() {
		widths = widths[:1]
	}
	for _, width := range widths {
		tab.do(chromedp.EmulateViewport(width, 740))
		for name, state := range states {
			tab.visit(state.hash)
			tab.eval(state.script)
			assert.LessOrEqual(t, value[int64](tab, `document.documentElement.scrollWidth`),
				width, name)
			assert.Empty(t, value[string](tab, cutOff), "%s at %d: something is cut off",
				name, width)
		}
	}
}

// cutOff names the elements that are wider than their box, except the list of steps,
// which scrolls, and hidden elements.
const cutOff = `[...document.querySelectorAll('body *')].
	filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0).
	filter(e => !e.closest('#steps, .hidden, svg, select')).
	filter(e => getComputedStyle(e).display !== 'inline').
	map(e => e.tagName + '#' + e.id + '.' + e.className).join(' ')`

// runAxe checks the page with axe-core.
const runAxe = `axe.run({
	runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}).then(r => ({
	passes: r.passes.length,
	contrast: r.passes.filter(p => p.id === 'color-contrast').flatMap(p => p.nodes).length,
	violations: r.violations.map(v => v.id + ': ' + v.help + ': ' +
		v.nodes.map(n => n.target + ' ' + n.any.map(a => a.message)).join('; ')),
	incomplete: r.incomplete.map(v => v.id + ': ' + v.nodes.length + ' ' + v.nodes[0].target),
}))`

func media(theme string) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia,
			emulation.SetEmulatedMediaParams{
				Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
			})
		return err
	})
}

// axe returns the script that checks accessibility, axe-core of Deque Systems. The test is
// skipped where npm cannot get it.
func axe(t *testing.T) string {
	dir := t.TempDir()
	for try := 1; ; try++ {
		err := exec.Command("npm", "install", "--prefix", dir, "--silent", "--no-save",
			"--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund",
			"axe-core@4.14.1").Run()
		if err == nil {
			break
		}
		if try == 3 {
			t.Skip("npm install axe-core: ", err)
		}
	}
	script, err := os.ReadFile(filepath.Join(dir, "node_modules/axe-core/axe.min.js"))
	require.NoError(t, err)
	require.Equal(t, "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c",
		fmt.Sprintf("%x", sha256.Sum256(script)), "the file is not the one that was reviewed")
	return string(script)
}

// TestAccessibility checks the page with axe-core against WCAG 2.2 AA, above all for
// contrast. It checks the states that differ most, light and dark.
func TestAccessibility(t *testing.T) {
	tab := open(t, "")
	script := axe(t)
	themes := []string{"dark", "light"}
	if testing.Short() {
		themes = themes[:1]
	}
	for _, theme := range themes {
		tab.do(media(theme))
		for name, state := range states {
			tab.visit(state.hash)
			tab.eval(state.script)
			tab.eval(script + "; void 0")
			found, err := chromedp.Run(tab.ctx,
				chromedp.Evaluate[axeResult](runAxe, chromedp.EvalAwaitPromise))
			require.NoError(t, err)
			t.Logf("%s, %s: %d rules pass, contrast of %d elements; left to a person: %v",
				name, theme, found.Passes, found.Contrast, found.Incomplete)
			assert.Empty(t, found.Violations, "%s, %s", name, theme)
			assert.NotZero(t, found.Contrast, "%s, %s", name, theme)
		}
	}
}

type axeResult struct {
	Passes, Contrast       int
	Violations, Incomplete []string
}
