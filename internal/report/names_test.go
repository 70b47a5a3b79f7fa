package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist/internal/report"
)

func TestHints(t *testing.T) {
	en, _ := report.NameOf("moves-en-passant")
	from, _ := report.NameOf("from-fen-en-passant")
	assert.NotEqual(t, en.Look, from.Look, "a hint about moves is not one about FENs")
}

// TestOf: the names of laws have kinds, in their order; the others stand alone.
func TestOf(t *testing.T) {
	seen := make(map[string]bool)
	for _, n := range append(report.Designs(), report.Laws()...) {
		assert.False(t, seen[n.Name], n.Name)
		seen[n.Name] = true
		assert.NotEmpty(t, n.Severity, n.Name)
	}
	for name, want := range map[string]bool{
		"moves": true, "moves-castling": true, "moves-castling-piece": true,
		"moves-piece-castling": false, "null-move-en-passant": true,
		"from-fen-side": true, "moves-unknown": true, "32-bits": true, "x-bits": false,
		"-bits": false, "en-passant-rules": true,
		"en-passant-rules-side": false, "castling": false, "clone-side": true, "": false,
	} {
		n, ok := report.NameOf(name)
		assert.Equal(t, want, ok, name)
		assert.True(t, !ok || n.Name == name)
	}
}
