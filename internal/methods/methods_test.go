package methods_test

import (
	"context"
	"flag"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/golden"
	"github.com/zobrist-go/zobrist/internal/methods"
	"github.com/zobrist-go/zobrist/internal/planted"
	"github.com/zobrist-go/zobrist/internal/proofread"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
)

var (
	seed = flag.Uint64("seed", 1, "of the games; the golden tables are those of seed 1")
	show = flag.Bool("show", false, "print the reports")
	_    = flag.Bool("long", false, "all planted bugs")
	_    = flag.Bool("update", false, "write the golden tables")
)

// TestMain collects garbage less often: the tests make much, for a quarter of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

// examined tests an engine in this process, at so many positions.
func examined(t *testing.T, in methods.InProcess, positions int) *report.Report {
	t.Helper()
	ctx := context.Background()
	src, err := methods.Open(ctx, in)
	require.NoError(t, err)
	opt := methods.Options{}
	opt.Positions, opt.Seed = positions, *seed
	r, err := methods.Examine(ctx, src, opt)
	require.NoError(t, err)
	assert.Empty(t, proofread.Report(r), r.Text())
	countsAll(t, r)
	if *show {
		short := *r
		short.Numbers = nil
		t.Log("\n" + short.Text())
	}
	return r
}

// countsAll requires that the row of a method counts all that is wrong: what its items count, and
// what these say is wrong in other ways.
func countsAll(t *testing.T, r *report.Report) {
	t.Helper()
	for _, row := range r.Rows {
		if row.Unit != report.Comparisons && row.Check != "Keys" {
			continue
		}
		wrong := 0
		for _, item := range r.Items {
			if item.Check != row.Check {
				continue
			}
			wrong += item.Count
			for _, fact := range item.Facts {
				if fact.Topic == report.RestOfCheck {
					wrong += fact.N
				}
			}
		}
		assert.GreaterOrEqual(t, row.Wrong, wrong, "%s\n%s", row.Check, r.Text())
	}
}

// finds returns whether a report has an item of a check, or shows it together with another one.
func finds(r *report.Report, check string) bool {
	switch check {
	case "again": // where engines of processes are asked again, an engine with methods may end
		check = "crash|again"
	case "moves":
		check = "moves|board"
	}
	is := func(name string) bool { return slices.Contains(strings.Split(check, "|"), name) }
	return slices.ContainsFunc(r.Items, func(i report.Item) bool {
		also := slices.ContainsFunc(i.Also, func(a report.Also) bool { return is(a.Check) })
		return is(i.Check) || also
	})
}

// TestMethods plants a bug in each method, and requires the check that finds it. The table has the
// kinds of features.
func TestMethods(t *testing.T) {
	polyglot := zobrist.Polyglot()
	pawns := polyglot.Table().Only(zobrist.WhitePawn, zobrist.BlackPawn)
	kings := polyglot.Table().Only(
		zobrist.WhitePawn, zobrist.BlackPawn, zobrist.WhiteKing, zobrist.BlackKing,
	)
	var board full // of all engines with the bug "one board"
	table := golden.Open(t, "testdata/methods.txt")
	test := func(bug, want string, in methods.InProcess) {
		t.Run(bug, func(t *testing.T) {
			sample.Skip(t, 8)
			t.Parallel()
			r := examined(t, in, 1500)
			table.AddOf(t, *seed, golden.RowOf(bug, r))
			if want == "" {
				assert.Empty(t, r.Items, r.Text())
				return
			}
			for _, one := range strings.Split(want, "; ") {
				check, _, _ := strings.Cut(one, ":")
				assert.True(t, finds(r, check), "want %s\n%s", want, r.Text())
			}
		})
	}
	for bug, want := range methodBugs() {
		test(bug, want, methods.InProcess{
			Clone: func(e methods.Engine) methods.Engine { return e.(*full).clone() },
			New: func() methods.Engine {
				e := &full{bug: bug, keys: polyglot, pawns: pawns}
				switch bug {
				case "pawns and kings":
					e.pawns = kings
				case "one board":
					board = *e
					return &board
				}
				return e
			},
		})
	}
	for bug, want := range boardBugs() {
		test(strings.TrimSpace(bug+" of a mute"), want, methods.InProcess{
			Clone: func(e methods.Engine) methods.Engine {
				return mute{e.(mute).clone().(*full)}
			},
			New: func() methods.Engine {
				return mute{&full{bug: bug, keys: polyglot, pawns: pawns}}
			},
		})
	}
}

// A wrapped is the engine of package planted, with the methods of an Engine.
type wrapped struct {
	*planted.Engine
	before []planted.Engine
}

func (w *wrapped) SetFEN(fen string) error {
	return w.Position(append([]string{"fen"}, strings.Fields(fen)...))
}
func (w *wrapped) Key() zobrist.Key { return zobrist.Key(w.Engine.Key()) }
func (w *wrapped) Perft(depth int)  { w.Engine.Perft(depth) }

// Search searches as deep as a bug needs.
func (w *wrapped) Search(depth int) { w.Engine.Search(min(depth, 2)) }
func (w *wrapped) Null() bool {
	w.before = append(w.before, *w.Engine)
	return w.Engine.Move("0000") == nil
}
func (w *wrapped) UndoNull() {
	last := len(w.before) - 1
	*w.Engine = w.before[last]
	w.before = w.before[:last]
}

// notInside are bugs that an engine with methods cannot have: in processes, in commands of UCI, or
// in position startpos.
func notInside(name string, bug planted.Bug) bool {
	commands := []string{
		"uninitialised", "own-numbers", "newgame", "second-game", "no-fen", "plays", "plays-side",
	}
	return bug.OnlyProcess || slices.Contains(commands, name) || strings.HasSuffix(name, "-stays")
}

// TestPlanted requires that RunChess finds the bugs that zobrist check finds. It may find them in
// another check and in other kinds of features, because it calls methods: testdata/planted.txt has
// them.
func TestPlanted(t *testing.T) {
	table := golden.Open(t, "testdata/planted.txt")
	for name, bug := range planted.Bugs() {
		if notInside(name, bug) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			sample.Skip(t, 24)
			t.Parallel()
			r := examined(t, methods.InProcess{
				Chess960: strings.HasPrefix(name, "960"),
				New: func() methods.Engine {
					return &wrapped{Engine: sample.Must(planted.New(name, 1))}
				},
			}, 1500)
			table.AddOf(t, *seed, golden.RowOf(name, r))
			found := strconv.Itoa(min(len(r.Items), 1))
			assert.Equal(t, strconv.Itoa(min(bug.Exit, 1)), found, "%s\n%s", bug.About, r.Text())
		})
	}
}
