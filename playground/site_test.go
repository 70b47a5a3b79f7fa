package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSize compresses what a visitor downloads.
func TestSize(t *testing.T) {
	site, err := built()
	require.NoError(t, err)
	var small bytes.Buffer
	to := gzip.NewWriter(&small)
	_, err = to.Write(site["zobrist.wasm"].Data)
	require.NoError(t, errors.Join(err, to.Close()))
	t.Logf("zobrist.wasm: %d bytes, %d by gzip", len(site["zobrist.wasm"].Data), small.Len())
	assert.Less(t, small.Len(), 1<<20, "too large: was a package such as testing linked in?")
}

// TestFolder opens the written files as a static host serves them: not compressed, in a
// folder that is not the root of the server.
func TestFolder(t *testing.T) {
	site, err := built()
	require.NoError(t, err)
	const folder = "/some/zobrist/"
	root := t.TempDir()
	require.NoError(t, write(site, filepath.Join(root, folder)))
	var mu sync.Mutex
	asked := map[string]bool{}
	files := http.FileServer(http.Dir(root))
	tab := openOn(t, folder, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		asked[r.URL.Path] = true
		files.ServeHTTP(w, r)
	}))
	tab.visit("")
	tab.wantKey(0x463b96181691fc9c, "the published key of the start")
	tab.tap("e2", "e4")
	tab.wantKey(0x823c9b50fd114196, "the published key after e2e4")
	wantValue(tab, folder+"#steps=e2e4", "location.pathname + location.hash")

	want := map[string]bool{folder: true}
	for name := range site {
		if name != "index.html" {
			want[folder+name] = true
		}
	}
	eventually(func() bool { // the icon comes late
		mu.Lock()
		defer mu.Unlock()
		return len(asked) >= len(want)
	})
	mu.Lock()
	defer mu.Unlock()
	assert.Equal(t, want, asked)
}
