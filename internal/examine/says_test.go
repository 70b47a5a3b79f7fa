package examine_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/examine"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/internal/state"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// reportOf examines a planted engine with some positions.
func reportOf(t *testing.T, bug string, positions int) *report.Report {
	t.Helper()
	ctx := context.Background()
	r, err := examine.Engine(ctx, newInstance(ctx, bug), examine.Options{
		Options: observe.Options{Seed: 1, Positions: positions},
	})
	require.NoError(t, err)
	return r
}

// rowNamed returns the row of a check.
func rowNamed(t *testing.T, r *report.Report, check string) report.Row {
	t.Helper()
	at := slices.IndexFunc(r.Rows, func(row report.Row) bool { return row.Check == check })
	require.GreaterOrEqual(t, at, 0, check)
	return r.Rows[at]
}

// allNames returns the names of items, with those that are shown together.
func allNames(r *report.Report) (names []string) {
	for _, item := range r.Items {
		names = append(names, item.Name)
		for _, also := range item.Also {
			names = append(names, also.Name)
		}
	}
	slices.Sort(names)
	return names
}

// TestMissingFromFENs requires of engines whose FENs lack numbers an item for each kind, that no
// row of what the FENs make wrong is ok, and that what is said to be observed was observed.
func TestMissingFromFENs(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "fen-side+fen-ep", positions)
	assert.Equal(t, []string{
		"missing-from-fen", "missing-from-fen", "no-en-passant", "no-side",
		"null-move-en-passant", "null-move-side",
	}, allNames(r))
	assert.Len(t, r.Items, 2)
	nulls := rowNamed(t, r, "null move")
	assert.Equal(t, report.IsWrong, nulls.Status)
	assert.Equal(t, nulls.Compared, nulls.Wrong, "each key after a null move differs")
	routes := rowNamed(t, r, "routes")
	assert.Equal(t, report.SkipShareKeys, routes.Skip)
	assert.Equal(t, "moves", routes.Why, "the numbers are good")
}

// TestConstantFENs requires that processes are not said to have other numbers if every FEN has the
// same key in each of them: that tells nothing of numbers.
func TestConstantFENs(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "fen-one-key+undo-capture", positions)
	require.Contains(t, allNames(r), "undo-piece")
	for _, item := range r.Items {
		assert.False(t, item.OtherNumbers, item.Name)
	}
}

// TestNothingHides requires that a number that is missing from FENs hides no other bug of the side
// to move: the number that the keys by moves must have is known.
func TestNothingHides(t *testing.T) {
	t.Parallel()
	for bugs, name := range map[string]string{
		"fen-side+side-castling":  "moves-side",
		"fen-side+null-side":      "null-move-side",
		"fen-castling+captured":   "moves-piece",
		"fen-side+undo-side":      "undo-side",
		"fen-ep+knight-captures":  "moves-piece",
		"fen-side+side-dependent": "numbers",
	} {
		t.Run(bugs, func(t *testing.T) {
			sample.Skip(t, 1)
			t.Parallel()
			r := reportOf(t, bugs, positions)
			assert.Contains(t, allNames(r), name)
			assert.Greater(t, len(r.Items), 1)
		})
	}
}

// TestFewPositions requires that 200 positions show a capture with promotion, and that FENs lack
// the side to move.
func TestFewPositions(t *testing.T) {
	t.Parallel()
	for bug, name := range map[string]string{
		"promotion-captured": "moves-piece",
		"fen-side":           "missing-from-fen",
	} {
		r := reportOf(t, bug, 200)
		require.Len(t, r.Items, 1, bug)
		assert.Equal(t, name, r.Items[0].Name, bug)
	}
}

// TestOneSet requires that of sixteen numbers for sets of castling rights the report names the one
// that is wrong, and no other.
func TestOneSet(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "castling-one-set", positions)
	require.Equal(t, []string{"moves-castling"}, allNames(r))
	assert.Equal(t, []state.Feature{state.Castling("q")}, r.Items[0].Features)
}

// TestNewGameCommands requires that a new game's item shows the position that is set up again: the
// commands, in order, give both keys.
func TestNewGameCommands(t *testing.T) {
	t.Parallel()
	r := reportOf(t, "newgame", positions)
	require.Len(t, r.Items, 1)
	item := r.Items[0]
	require.NotNil(t, item.Got.Last)
	e := newInstance(context.Background(), "newgame")
	ask := func(q source.Query) zobrist.Key {
		answers, err := e.Ask([]source.Query{q}, true)
		require.NoError(t, err)
		return answers[0].Key
	}
	assert.Equal(t, item.Want.Key, ask(item.Got.Query))
	_, err := e.Do(item.Got.Query, item.Got.Then)
	require.NoError(t, err)
	assert.Equal(t, item.Got.Key, ask(*item.Got.Last))
}

// TestAcceptedHides requires that the names of a bug in undo, once they are accepted, hide no bug
// of the search.
func TestAcceptedHides(t *testing.T) {
	t.Parallel()
	for bugs, want := range map[string]int{
		"undo-side":                0,
		"undo-side+search-null-ep": 1,
		"undo-side+search-board":   1,
		"undo-side+plays-ep":       1,
	} {
		ctx := context.Background()
		r, err := examine.Engine(ctx, newInstance(ctx, bugs), examine.Options{
			Options: observe.Options{Seed: 1, Positions: 600},
			Accept:  []string{"undo-side", "search-side"},
		})
		require.NoError(t, err)
		assert.Equal(t, want, r.Exit(), "%s\n%s", bugs, r.Text())
	}
}
