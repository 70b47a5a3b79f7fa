//go:build unix && !aix && !solaris

package book

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A FIFO without a writer is refused at once. To open one would wait for the writer, and a user
// who sets an engine's option BookFile may name any file.
func TestOpenDoesNotWaitForAFIFO(t *testing.T) {
	name := filepath.Join(t.TempDir(), "book.bin")
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	done := make(chan error, 1)
	go func() {
		_, err := Open(name)
		done <- err
	}()
	select {
	case err := <-done:
		assert.EqualError(t, err, "book: "+name+" is not a regular file")
	case <-time.After(30 * time.Second):
		t.Fatal("Open waits for a writer")
	}
}
