package subject

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist"
)

// TestGrouped reads keys that are printed in groups of digits.
func TestGrouped(t *testing.T) {
	const key = zobrist.Key(0x463b96181691fc9c)
	for _, line := range []string{
		"Key: 463b-9618-1691-fc9c",
		"Key: 463B_9618_1691_FC9C",
		"Zobrist key = 0x463b'9618'1691'fc9c",
		"463b-9618-1691-fc9c",
	} {
		r := new(reader)
		values := valuesIn(line)
		assert.Len(t, values, 1, line)
		got, ok := r.parse(values[0].text)
		assert.True(t, ok, line)
		assert.Equal(t, key, got, line)
	}
	for _, line := range []string{"Key: 463b-9618", "Key: 463b-9618-1691", "Key: 2024-10-11"} {
		assert.Empty(t, valuesIn(line), line)
	}
}
