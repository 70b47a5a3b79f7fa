package report

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWriteNeedsMarkers(t *testing.T) {
	dir := t.TempDir()
	r := Report{Program: "program"}
	require.NoError(t, r.Write(filepath.Join(dir, "new.md")))
	require.FileExists(t, filepath.Join(dir, "new.md"))
	file := filepath.Join(dir, "other.md")
	require.NoError(t, os.WriteFile(file, []byte("mine\n"), 0o644))
	require.ErrorContains(t, r.Write(file), "begin")
	kept, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, "mine\n", string(kept))
}

func TestNumbers(t *testing.T) {
	for want, x := range map[string]float64{"0.0021": 0.00214, "0.021": 0.0214, "0.950": 0.95, "1.15": 1.15, "13.3": 13.3, "425": 425.2, "64,056": 64056} {
		require.Equal(t, want, Number(x))
	}
	require.Equal(t, "8", Thousands(8))
	require.Equal(t, "10,000,000", Thousands(10_000_000))
}
