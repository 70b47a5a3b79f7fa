package timing

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSpread(t *testing.T) {
	require.Equal(t, Spread{1, 2, 3, 4, 5}, SpreadOf([]float64{5, 4, 3, 2, 1}))
	require.Equal(t, Spread{7, 7, 7, 7, 7}, SpreadOf([]float64{7}))
	require.Equal(t, []float64{0.5, 2}, Ratios([]float64{1, 4}, []float64{2, 2}))
}

func TestNow(t *testing.T) {
	start, n := Now(), 0
	for Now() == start {
		n++
	}
	require.Less(t, n, 100_000_000)
}
