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
			var all []int
			var last error
			for a, err := range Run[int](context.Background(), t.Name(), 20*time.Second) {
				all, last = append(all, a), err
			}
			assert.Equal(t, []int{i, 10 + i, 20 + i, 0}, all)
			assert.ErrorContains(t, last, "no such number")
		})
	}
}

// TestStart requires an error for a test that cannot be run again.
func TestStart(t *testing.T) {
	for _, err := range Run[int](context.Background(), "TestNone", 20*time.Second) {
		assert.ErrorContains(t, err, "cannot run this test in another process")
	}
}
