package source_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// TestDoes requires that a process is asked for any act, and an engine in Go only for those that it
// names.
func TestDoes(t *testing.T) {
	t.Parallel()
	inGo := source.About{
		Perft:   []string{"go perft 1"},
		Search:  "go depth 1",
		NewGame: "ucinewgame",
	}
	for _, act := range []string{"go perft 1", "go depth 1", "ucinewgame"} {
		assert.True(t, inGo.Does(act), act)
	}
	assert.False(t, inGo.Does("ponderhit"))
	process := source.About{Process: true}
	assert.True(t, process.Does("ponderhit"))
}
