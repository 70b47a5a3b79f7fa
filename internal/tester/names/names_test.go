package names

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOf: the names of laws have kinds, in their order; the others stand alone.
func TestOf(t *testing.T) {
	seen := make(map[string]bool)
	for _, n := range append(Designs(), Laws()...) {
		assert.False(t, seen[n.Name], n.Name)
		seen[n.Name] = true
		assert.NotEmpty(t, n.Cost, n.Name)
		assert.NotEmpty(t, n.Severity, n.Name)
	}
	for name, want := range map[string]bool{
		"moves": true, "moves-castling": true, "moves-castling-piece": true, "moves-piece-castling": false, "null-move-en-passant": true,
		"from-fen-side": true, "moves-unknown": true, "32-bits": true, "x-bits": false, "-bits": false, "en-passant-rules": true,
		"en-passant-rules-side": false, "castling": false, "clone-side": true, "": false,
	} {
		n, ok := Of(name, "clone")
		assert.Equal(t, want, ok, name)
		assert.True(t, !ok || n.Name == name)
	}
}
