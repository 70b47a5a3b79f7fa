package sample

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestHas requires samples of their size, each part of the larger ones.
func TestHas(t *testing.T) {
	for larger, want := range map[string]int{"": 250, "2": 2000, "4": 4000, "16": 16000} {
		t.Setenv("ZOBRIST_SAMPLE", larger)
		n := 0
		for i := range 16000 {
			name := fmt.Sprint("TestPlanted/bug-", i)
			if Has(name, 16) {
				n++
				assert.True(t, Has(name, 4))
			}
		}
		assert.Equal(t, larger == "16", All(16))
		assert.InDelta(t, want, n, 150, larger)
	}
}
