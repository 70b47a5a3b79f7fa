package tt

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMemoryLimit(t *testing.T) {
	file := filepath.Join(t.TempDir(), "memory.max")
	assert.Equal(t, uint64(math.MaxUint64), memoryLimit(file), "no file")
	for text, want := range map[string]uint64{"536870912\n": 512 << 20, "max\n": math.MaxUint64, "": math.MaxUint64} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		assert.Equal(t, want, memoryLimit(file), "%q", text)
	}
	assert.Greater(t, machineMemory(), uint64(16<<20))
	assert.Less(t, machineMemory(), uint64(1)<<50)
	assert.LessOrEqual(t, memorySize(), machineMemory())
	if size := memorySize() + bucketBytes; size <= math.MaxInt {
		_, err := New[int](int(size))
		assert.Error(t, err)
	}
}
