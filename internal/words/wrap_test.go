package words_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist/internal/words"
)

func TestWrapped(t *testing.T) {
	assert.Empty(t, words.Wrapped("", "  ", 10))
	assert.Equal(t, "one two", words.Wrapped("one  two", "  ", 7))
	assert.Equal(t, "one\n  two", words.Wrapped("one two", "  ", 6))
	assert.Equal(t, "a\n  unbreakable\n  b c", words.Wrapped("a unbreakable b c", "  ", 6))
}

// TestCommands requires that a command of several lines is shown on one.
func TestCommands(t *testing.T) {
	assert.Equal(t, "setpos start; play e2e4; d", words.Commands("setpos start\nplay e2e4", "d"))
}
