package explore

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func explorer(t *testing.T, opt Options) *Explorer {
	t.Helper()
	opt.Rules, opt.Known = Chess(opt.Chess960), true
	e, err := New(opt)
	require.NoError(t, err)
	return e
}

// TestLongGame requires, for each seed, a game that is longer than the arrays of engines.
func TestLongGame(t *testing.T) {
	for seed := range uint64(5) {
		e := explorer(t, Options{Seed: seed})
		longest := 0
		for range longFirst + 1 {
			for _, n := range e.Game() {
				longest = max(longest, len(n.Query.Moves))
			}
		}
		assert.Equal(t, longPlies, longest)
	}
}

// TestOnce requires each node once, after the one before it.
func TestOnce(t *testing.T) {
	for _, chess960 := range []bool{false, true} {
		e := explorer(t, Options{Seed: 1, Chess960: chess960})
		seen := make(map[*Node]bool)
		check := func(nodes []*Node) {
			for _, n := range nodes {
				assert.False(t, seen[n], n.Query)
				assert.True(t, n.Start() || seen[n.Before] || n.Before.Start(), n.Query)
				seen[n] = true
			}
		}
		check(e.Short(3000))
		for range 5 {
			check(e.Game())
		}
		assert.Greater(t, len(seen), 1000)
	}
}
