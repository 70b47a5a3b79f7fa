package timing

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSpread(t *testing.T) {
	assert.Equal(t, Spread{2, 3, 4}, SpreadOf([]float64{5, 4, 3, 2, 1}))
	assert.Equal(t, Spread{1.25, 1.5, 1.75}, SpreadOf([]float64{2, 1}))
	assert.Equal(t, Spread{7, 7, 7}, SpreadOf([]float64{7}))
	assert.Equal(t, []float64{0.5, 2}, Ratios([]float64{1, 4}, []float64{2, 2}))
}

// The sides take turns in going first, the first round does not count, and the fastest of
// three slices counts. A slice in five that is disturbed changes nothing.
func TestAlternate(t *testing.T) {
	var order []int
	n := [2]float64{}
	side := func(i int) func() float64 {
		return func() float64 {
			order = append(order, i)
			n[i]++
			if int(n[i])%5 == 0 || n[i] <= 3 {
				return 1000
			}
			return float64(i + 1)
		}
	}
	times := Alternate(4, 3, side(0), side(1))
	assert.Equal(t, [][]float64{{1, 1, 1, 1}, {2, 2, 2, 2}}, times)
	assert.Len(t, order, 2*3*5)
	assert.Equal(t, []int{0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0}, order[:12])
}

func TestProcess(t *testing.T) {
	for start := Process(); Process() <= start; { // it goes on, however coarsely
	}
}
