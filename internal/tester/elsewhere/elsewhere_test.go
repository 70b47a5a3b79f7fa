package elsewhere

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProcess asks another process of this test, which ends at a question. The second
// subtest of a name has a process of its own.
func TestProcess(t *testing.T) {
	for i := range 2 {
		t.Run("answers", func(t *testing.T) {
			if Test() == t.Name() {
				require.NoError(t, Serve(os.Stdin, os.Stdout, func(q int) int {
					if q < 0 {
						panic("no such number")
					}
					return 10*q + i
				}))
				return
			}
			require.Empty(t, Test(), "the other process runs only its own test")
			p, _, err := Start[int, int](context.Background(), t.Name(), 20*time.Second)
			require.NoError(t, err)
			defer p.Close()
			for q := range 3 {
				a, err := p.Ask(q)
				require.NoError(t, err)
				assert.Equal(t, 10*q+i, a)
			}
			_, err = p.Ask(-1)
			assert.ErrorContains(t, err, "no such number")
		})
	}
}

// TestStart requires an error for a test that cannot be run again.
func TestStart(t *testing.T) {
	_, _, err := Start[int, int](context.Background(), "TestNone", 20*time.Second)
	assert.ErrorContains(t, err, "cannot run this test in another process")
}
