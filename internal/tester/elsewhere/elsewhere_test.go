package elsewhere

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestProcess reads what another process of this test says, which then panics. The second
// subtest of a name has a process of its own.
func TestProcess(t *testing.T) {
	for i := range 2 {
		t.Run("answers", func(t *testing.T) {
			if Test() == t.Name() {
				for a := range 3 {
					require.NoError(t, Say(os.Stdout, 10*a+i))
				}
				panic("no such number")
			}
			require.Empty(t, Test(), "the other process runs only its own test")
			all, err := Run[int](context.Background(), t.Name(), 20*time.Second)
			assert.Equal(t, []int{i, 10 + i, 20 + i}, all)
			assert.ErrorContains(t, err, "no such number")
		})
	}
}

// TestStart requires an error for a test that cannot be run again.
func TestStart(t *testing.T) {
	_, err := Run[int](context.Background(), "TestNone", 20*time.Second)
	assert.ErrorContains(t, err, "cannot run this test in another process")
	_, err = Run[int](context.Background(), "TestNone", 0)
	assert.ErrorContains(t, err, "it took too long, so it was stopped")
}
