package examine_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// keysAfter returns the key of the last of some positions, which a new engine is asked for one after
// the other.
func keysAfter(t *testing.T, bug string, queries ...source.Query) (last zobrist.Key) {
	t.Helper()
	answers, err := newInstance(context.Background(), bug).Ask(queries, true)
	require.NoError(t, err)
	return answers[len(answers)-1].Key
}

// TestAgainShows requires that a position that is said to have two keys has them, by the commands
// that the report shows.
func TestAgainShows(t *testing.T) {
	t.Parallel()
	for _, bug := range []string{"cached", "fen-castling-stays", "position-before"} {
		t.Run(bug, func(t *testing.T) {
			sample.Skip(t, 2)
			t.Parallel()
			r := reportOf(t, bug, positions)
			r.Numbers = nil
			require.NotEmpty(t, r.Items)
			item := r.Items[0]
			require.Equal(t, "again", item.Name, r.Text())
			require.NotNil(t, item.Got.Last, r.Text())
			assert.True(t, item.Want.Query.Equal(*item.Got.Last), "one position\n%s", r.Text())
			assert.NotEqual(t, item.Got.Key, item.Want.Key)
			assert.Equal(t, item.Got.Key, keysAfter(t, bug, item.Got.Query, *item.Got.Last))
			assert.Equal(t, item.Want.Key, keysAfter(t, bug, item.Want.Query))
		})
	}
}

// TestFlaky requires that keys that are wrong now and then make no item but that of the check again,
// and that they are not taken for a clock in the key.
func TestFlaky(t *testing.T) {
	t.Parallel()
	for _, bugs := range []string{"flaky", "flaky+captured", "stale+captured"} {
		t.Run(bugs, func(t *testing.T) {
			sample.Skip(t, 2)
			t.Parallel()
			r := reportOf(t, bugs, positions)
			r.Numbers = nil
			for _, item := range r.Items {
				assert.Contains(t, []string{"again", "moves-piece"}, item.Name, r.Text())
			}
			for _, row := range r.Rows {
				assert.NotEqual(t, report.SkipClock, row.Skip, r.Text())
			}
		})
	}
}
