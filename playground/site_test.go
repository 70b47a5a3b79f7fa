package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSite builds the files, writes them, and fetches them compressed.
func TestSite(t *testing.T) {
	site, err := built()
	require.NoError(t, err)
	dir := filepath.Join(t.TempDir(), "new")
	require.NoError(t, write(site, dir))
	for name, file := range site {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, file.Data, data, name)
	}
	for _, name := range []string{"index.html", "zobrist.wasm", "wasm_exec.js", "main.js"} {
		assert.Contains(t, site, name)
	}

	server := httptest.NewServer(handler(site))
	defer server.Close()
	request, err := http.NewRequest("GET", server.URL+"/zobrist.wasm", nil)
	require.NoError(t, err)
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultTransport.RoundTrip(request)
	require.NoError(t, err)
	defer response.Body.Close()
	assert.Equal(t, "gzip", response.Header.Get("Content-Encoding"))
	assert.Equal(t, "application/wasm", response.Header.Get("Content-Type"))
	t.Logf("zobrist.wasm: %d bytes, %d by gzip", len(site["zobrist.wasm"].Data), gzipped(site["zobrist.wasm"].Data))
	assert.Less(t, gzipped(site["zobrist.wasm"].Data), 1<<20, "too large: was a package such as testing linked in?")
}
