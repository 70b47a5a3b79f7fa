package examine_test

import (
	"context"
	"flag"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/examine"
	"github.com/zobrist-go/zobrist/internal/golden"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/planted"
	"github.com/zobrist-go/zobrist/internal/proofread"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
)

var (
	seed = flag.Uint64("seed", 1, "of the games of TestPlanted and TestPairs")
	show = flag.Bool("show", false, "print the reports of TestPlanted and TestPairs")
	_    = flag.Bool("long", false, "all planted bugs")
	_    = flag.Bool("update", false, "write the golden tables")
)

// TestMain collects garbage less often: the tests make much, for a quarter of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

// positions is enough to find each planted bug.
const positions = 1500

// inProcess examines a planted engine in this process.
func inProcess(t *testing.T, bug string) *report.Report {
	t.Helper()
	ctx := context.Background()
	r, err := examine.Engine(ctx, newInstance(ctx, bug), examine.Options{
		Options: observe.Options{Seed: *seed, Positions: positions},
	})
	require.NoError(t, err)
	if *show {
		short := *r
		short.Numbers = nil
		t.Log(bug + "\n" + short.Text())
	}
	return r
}

// TestPlanted requires that each planted bug is found, and nothing in a sound engine, in the kinds
// of features and after the moves that testdata/golden.txt has.
func TestPlanted(t *testing.T) {
	t.Parallel()
	table := golden.Open(t, "testdata/golden.txt")
	t.Run("each", func(t *testing.T) {
		for name, bug := range planted.Bugs() {
			if bug.OnlyProcess {
				continue
			}
			t.Run(name, func(t *testing.T) {
				sample.Skip(t, 4)
				t.Parallel()
				r := inProcess(t, name)
				assert.Empty(t, bug.Wrong(r), "%s\n%s", bug.About, r.Text())
				assert.LessOrEqual(t, r.Positions, positions)
				if *seed == 1 {
					table.Add(t, golden.RowOf(name, r))
				}
			})
		}
	})
}

// TestPairs requires that both of two planted bugs are reported: they may be of one kind, and then
// one item.
func TestPairs(t *testing.T) {
	t.Parallel()
	table := golden.Open(t, "testdata/pairs.txt")
	t.Run("each", func(t *testing.T) {
		for _, line := range sample.Lines(t, "testdata/pairs.txt", "#") {
			mode, _, _ := strings.Cut(line, "\t")
			t.Run(mode, func(t *testing.T) {
				sample.Skip(t, 4)
				t.Parallel()
				r := inProcess(t, mode)
				assert.Equal(t, 1, r.Exit())
				assert.Empty(t, proofread.Report(r), r.Text())
				if *seed == 1 {
					table.Add(t, golden.RowOf(mode, r))
				}
			})
		}
	})
}

// TestAccept: the status ignores the name that is accepted, and the names of nothing else.
func TestAccept(t *testing.T) {
	t.Parallel()
	const bugs = "undo-side+plays-ep"
	ctx := context.Background()
	names := []string{}
	for range 3 {
		r, err := examine.Engine(ctx, newInstance(ctx, bugs), examine.Options{
			Options: observe.Options{Seed: 1, Positions: positions},
			Accept:  names,
		})
		require.NoError(t, err)
		open := slices.DeleteFunc(
			slices.Clone(r.Items),
			func(i report.Item) bool { return i.Accepted },
		)
		if len(names) == 2 {
			assert.Zero(t, r.Exit(), r.Text())
			assert.Contains(t, r.Text(), "(accepted)")
			return
		}
		require.Equal(t, 1, r.Exit(), r.Text())
		names = append(names, open[0].Name)
	}
}
