package examine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
	"github.com/zobrist-go/zobrist/internal/examine"
	"github.com/zobrist-go/zobrist/internal/golden"
	"github.com/zobrist-go/zobrist/internal/observe"
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

// rowOf returns the row of a golden table for a report.
func rowOf(mode string, r *report.Report) golden.Row {
	row := golden.Row{Mode: mode, Status: strconv.Itoa(r.Exit())}
	for _, item := range r.Items {
		names := []string{item.Name}
		for _, also := range item.Also {
			names = append(names, also.Name)
		}
		row.Bugs = append(row.Bugs, golden.Bug{
			Name:     strings.Join(names, "+"),
			Severity: string(item.Severity),
			Kinds:    item.Kinds,
		})
		row.Plies += item.Plies()
	}
	return row
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
				assert.Equal(t, bug.Exit, r.Exit(), bug.About)
				judge(t, r)
				if *seed == 1 {
					table.Add(t, rowOf(name, r))
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
		for _, line := range sample.Lines(t, "../check/testdata/pairs.txt", "#") {
			mode, _, _ := strings.Cut(line, "\t")
			t.Run(mode, func(t *testing.T) {
				sample.Skip(t, 4)
				t.Parallel()
				r := inProcess(t, mode)
				assert.Equal(t, 1, r.Exit())
				judge(t, r)
				if *seed == 1 {
					table.Add(t, rowOf(mode, r))
				}
			})
		}
	})
}

// judge requires what holds for each report: the text can be made from the JSON alone, each
// sentence is there, and two keys that are said to differ do.
func judge(t *testing.T, r *report.Report) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, r.WriteJSON(&b))
	var back report.Report
	require.NoError(t, json.Unmarshal(b.Bytes(), &back))
	assert.Equal(t, r.Text(), back.Text(), "the text made from the JSON")
	assert.LessOrEqual(t, r.Positions, positions)
	for _, item := range r.Items {
		assert.NotEmpty(t, item.Title(), item.Name)
		if item.Got != nil && item.Want != nil && item.Got.FEN == "" {
			assert.Equal(t, item.Differ, item.Got.Key == item.Want.Key, item.Name)
		}
		for _, f := range item.Facts {
			assert.NotEmpty(t, f.Sentence(), "%s: %s", item.Name, f.Topic)
		}
	}
	for _, row := range r.Rows {
		if row.Status == report.OK {
			assert.Positive(t, row.Compared, row.Check)
		}
	}
}

// TestBeside requires that the new room finds what the old one finds, and alarms nobody whom the
// old one does not.
func TestBeside(t *testing.T) {
	for _, file := range []string{"golden.txt", "pairs.txt"} {
		theirs, ours := statuses(t, "../check/testdata/"+file), statuses(t, "testdata/"+file)
		for mode, status := range theirs {
			assert.Equal(t, status, ours[mode], mode)
		}
	}
}

func statuses(t *testing.T, file string) map[string]string {
	all := make(map[string]string)
	for _, line := range sample.Lines(t, file, "#") {
		columns := strings.Split(line, "\t")
		all[columns[0]] = columns[1]
	}
	require.NotEmpty(t, all)
	return all
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
