package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patience is how long a browser may take for anything, on however busy a machine.
const patience = 3 * time.Minute

// A tab is the page in a browser.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string
}

var built = sync.OnceValues(build)

// open starts a browser on the page.
func open(t *testing.T, hash string) *tab {
	site, err := built()
	require.NoError(t, err)
	tab := openOn(t, "/", http.FileServerFS(site))
	tab.visit(hash)
	return tab
}

// openOn starts a browser for a path of a server. The test is skipped where no Chromium
// is installed, and fails there if PLAYGROUND_BROWSER is set, as in .ci/run.
func openOn(t *testing.T, path string, handler http.Handler) *tab {
	if chromium() == "" {
		if os.Getenv("PLAYGROUND_BROWSER") != "" {
			t.Fatal("chromium is not installed")
		}
		t.Skip("chromium is not installed (apt-get install chromium)")
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium()),
		chromedp.WSURLReadTimeout(patience),
		chromedp.NoSandbox, // Chromium's sandbox does not work for root, as in a container
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	)
	ctx, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	tab := &tab{t, ctx, server.URL + path}
	require.NoError(t, chromedp.Do(ctx)) // starts the browser, without a limit of time
	tab.do(chromedp.EmulateViewport(1280, 900))
	return tab
}

// chromium returns the first Chromium that is installed, or "".
func chromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// do runs actions.
func (tab *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	require.NoError(tab.t, chromedp.Do(ctx, actions...))
}

// visit loads the page anew.
func (tab *tab) visit(hash string) {
	tab.t.Helper()
	tab.do(chromedp.Navigate("about:blank"), chromedp.Navigate(tab.url+hash),
		chromedp.WaitVisible(chromedp.CSS("body[data-ready]")))
}

// eval runs a script, which may enter(square).
func (tab *tab) eval(script string) {
	tab.t.Helper()
	tab.do(chromedp.Evaluate[chromedp.Void](`globalThis.enter = s => {
		document.querySelector('[data-square="' + s + '"]').focus();
		const enter = new KeyboardEvent('keydown', {key: 'Enter', bubbles: true});
		document.activeElement.dispatchEvent(enter);
	};` + script))
}

// value evaluates an expression.
func value[T any](tab *tab, expression string) T {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	require.NoError(tab.t, err, expression)
	return v
}

// eventually waits until done returns true, or for a long time. The browser may still be
// busy with what the test did last.
func eventually(done func() bool) {
	for end := time.Now().Add(patience); !done() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
}

// wantValue requires that an expression gets this value.
func wantValue[T any](tab *tab, want T, expression string) {
	tab.t.Helper()
	eventually(func() bool { return assert.ObjectsAreEqual(want, value[T](tab, expression)) })
	require.Equal(tab.t, want, value[T](tab, expression), expression)
}

// wantText requires that an element gets a text with this part.
func (tab *tab) wantText(selector, part string) {
	tab.t.Helper()
	eventually(func() bool { return strings.Contains(tab.text(selector), part) })
	require.Contains(tab.t, tab.text(selector), part)
}

func (tab *tab) text(selector string) string {
	tab.t.Helper()
	return value[string](tab, fmt.Sprintf("document.querySelector(%q).textContent", selector))
}
