package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

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
	tab := openOn(t, "/", handler(site))
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
	ctx, stop := browser(t.Context())
	t.Cleanup(stop)
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

// browser starts a Chromium with a new profile that makes no network requests.
func browser(ctx context.Context) (context.Context, context.CancelFunc) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium()),
		chromedp.NoSandbox, // Chromium's sandbox does not work for root, as in a container
		chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
	)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	ctx, cancel := chromedp.NewContext(ctx)
	return ctx, func() { cancel(); stop() }
}

// do runs actions, for half a minute at most.
func (tab *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, 30*time.Second)
	defer cancel()
	require.NoError(tab.t, chromedp.Do(ctx, actions...))
}

// visit loads the page anew.
func (tab *tab) visit(hash string) {
	tab.t.Helper()
	tab.do(chromedp.Navigate("about:blank"), chromedp.Navigate(tab.url+hash), chromedp.WaitVisible(chromedp.CSS("body[data-ready]")))
}

// eval runs a script, which may enter(square).
func (tab *tab) eval(script string) {
	tab.t.Helper()
	tab.do(chromedp.Evaluate[chromedp.Void](`globalThis.enter = s => {
		document.querySelector('[data-square="' + s + '"]').focus();
		document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}));
	};` + script))
}

// value evaluates an expression.
func value[T any](tab *tab, expression string) T {
	tab.t.Helper()
	ctx, cancel := context.WithTimeout(tab.ctx, 30*time.Second)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	require.NoError(tab.t, err, expression)
	return v
}
