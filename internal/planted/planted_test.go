package planted

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTable requires a line of bugs.txt for each bug that the engine has a function for: no other
// test tries a bug without a line.
func TestTable(t *testing.T) {
	t.Parallel()
	names := slices.Collect(maps.Keys(askBugs()))
	names = slices.AppendSeq(names, maps.Keys(setUpBugs()))
	names = slices.AppendSeq(names, maps.Keys(moveBugs()))
	names = slices.AppendSeq(names, maps.Keys(undoBugs()))
	bugs := Bugs()
	for _, name := range names {
		if name == "rare" {
			continue // it has a rate, and no line
		}
		_, hasLine := bugs[name]
		assert.True(t, hasLine, "add a line for %q to bugs.txt", name)
	}
}
