package check_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
	"github.com/zobrist-go/zobrist/internal/check/testdata/reports"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// pairs are planted bugs that touch: each line has one, and others to plant beside it.
const pairs = `
captured: ep-victim right-rook-captured castling-rook promotion ep-left-in fen-castling ep-moves-always undo-castling null-ep
knight-captures: promotion-captured ep-victim king-takes-rook right-rook-captured underpromotion ep-fen-always fen-side
promotion-captured: promotion right-rook-captured ep-victim ep-not-set fen-h8 undo-promotion
ep-victim: ep-left-in ep-file ep-moves-always ep-fen-always null-ep undo-ep-victim
ep-victim-colour: ep-fen-always king-takes-rook
right-rook-captured: right-king-moves right-castling castling-rook fen-white-castling ep-moves-always
right-rook-moves: right-castling side-castling castling-rook fen-h8 ep-left-in
right-king-moves: side-castling castling-long-rook king-from ep-none
right-castling: castling-rook castling-long-rook side-castling fen-side
castling-rook: side-castling fen-kings undo-castling ep-always
castling-assigned: castling-rook ep-fen-always captured promotion
king-from: side-castling fen-castling null-side ep-left-in
from: ep-not-set ep-file ep-victim promotion long-move-side
promotion: ep-victim fen-queens side-castling
underpromotion: king-takes-rook ep-moves-always null-ep
ep-left-in: null-side undo-capture search-null fen-castling
ep-moves-always: h-pawn search-cutoff zero undo-side
ep-fen-always: long-line bits32 long-move-side no-castling
long-move-side: side-castling null-side
fen-side: fen-castling side-castling ep-file
fen-castling: castling-rook fen-h8 castling-16
fen-black-castling: right-rook-captured
fen-home: right-rook-moves right-rook-captured
fen-second-queen: right-rook-captured promotion-captured
null-ep: undo-ep search-null
undo-capture: undo-castling undo-side
zero: promotion-captured
`

// items returns the names and sentences of the bugs of a report.
func items(t *testing.T, bug string) []string {
	r, err := reportOf(bug)
	require.NoError(t, err)
	var all []string
	for _, f := range r.Bugs() {
		what, _, _ := strings.Cut(f.What, ` have "`) // features
		what, _, _ = strings.Cut(what, ` in "`)
		what, _, _ = strings.Cut(what, " after ")
		all = append(all, "["+f.Name+"] "+what)
	}
	return all
}

// TestPairs plants two bugs in one engine. All that is said of each alone must be said of
// both, in 95 of 100 pairs. It takes a sample, and all with -long.
func TestPairs(t *testing.T) {
	t.Parallel()
	golden := Golden(t, "testdata/pairs.txt")
	of := func(bug string) []string { return items(t, bug) }
	all, named, extra := 0, 0, 0
	for _, line := range strings.Split(strings.TrimSpace(pairs), "\n") {
		first, others, _ := strings.Cut(line, ": ")
		for _, second := range strings.Fields(others) {
			if !sample.Has(first+"+"+second, 12) {
				continue
			}
			both := of(first + "+" + second)
			whole := true
			for _, bug := range []string{first, second} {
				some := false
				for _, item := range of(bug) {
					is := slices.Contains(both, item)
					some, whole = some || is, whole && is
				}
				if !some && len(of(bug)) > 0 {
					t.Logf("%s+%s: %s is not found: %q in %q", first, second, bug, of(bug), both)
				}
			}
			r, err := reportOf(first + "+" + second)
			require.NoError(t, err)
			assert.Empty(t, reports.Read(r))
			row := planted.RowOf(first+"+"+second, r.Exit(), "", r.Bugs())
			row.Named = whole
			golden.Add(t, row)
			if more := len(both) - len(of(first)) - len(of(second)); more > 0 {
				extra += more
				t.Logf("%s+%s: too many: %q", first, second, both)
			}
			if all++; whole {
				named++
			} else {
				t.Logf("%s+%s: %q, alone %q and %q", first, second, both, of(first), of(second))
			}
		}
	}
	t.Logf("%d of %d pairs named, %d items too many", named, all, extra)
	assert.GreaterOrEqual(t, 100*named, 95*all)
	assert.LessOrEqual(t, 5*extra, 2*all, "on average 1.2 items a bug")
}

// TestNothingHides: what is accepted is still solved, so that it hides no other bug.
func TestNothingHides(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r, err := run(ctx, newInstance(ctx, "ep-moves-always+h-pawn"), check.Options{Seed: 1, Positions: 4000, Accept: []string{"en-passant-rules"}})
	require.NoError(t, err)
	assert.Equal(t, 1, r.Exit())
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	assert.Regexp(t, `"h[2-7] p"`, b.String())
	assert.Contains(t, b.String(), "the captured piece stays in the key")
}

// TestSub: nothing is said of what a sub-key leaves out on purpose, and what it has by mistake is found.
func TestSub(t *testing.T) {
	t.Parallel()
	for bug, want := range map[string][]string{
		"non-pawn":            nil,
		"squares-alike":       nil,
		"non-pawn+promotion":  {"[moves-piece]"}, // as in Stockfish before December 2025
		"non-pawn+captured":   {"[moves-piece]"},
		"non-pawn+zero-rank":  {"[fields-piece]", "[numbers]"},
		"non-pawn+fen-h8":     {"[missing-from-fen]"},
		"non-pawn+junk-check": {"[moves-unknown]"}, // of which no feature that is left out explains a part
		"non-pawn+null-side":  nil,
	} {
		ctx := context.Background()
		r, err := run(ctx, newInstance(ctx, bug), check.Options{Seed: 1, Positions: positions, Sub: true})
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, r.WriteText(&b))
		assert.Equal(t, min(len(want), 1), r.Exit()%3, "%s: %s", bug, b.String())  // or 3: few numbers
		assert.LessOrEqual(t, len(r.Bugs()), len(want), "%s: %s", bug, b.String()) // what is left out is no bug of its own
		for _, f := range r.Bugs() {
			assert.Contains(t, want, "["+f.Name+"]", "%s: %s", bug, f.What)
		}
	}
}

// TestNullBesideMoves: a null move is compared where keys by moves are wrong, too.
func TestNullBesideMoves(t *testing.T) {
	t.Parallel()
	for _, bug := range []string{"ep-not-set", "ep-file", "ep-always"} {
		_, text := judged(reportOf(bug + "+null-ep"))
		assert.Contains(t, text, "[null-move-en-passant]", bug)
	}
}

// TestAcceptHidesNothing: a name that is accepted accepts the items of that name and nothing else.
func TestAcceptHidesNothing(t *testing.T) {
	t.Parallel()
	for bug, c := range map[string]struct{ accept, want string }{
		"undo-capture+search-null-ep": {"undo-piece", "search"},
		"undo-side+search-null-ep":    {"undo-side", "search"},
		"fen-castling+zero-castling":  {"missing-from-fen", "castling"},
		"undo-capture":                {"undo-piece", ""},
	} {
		ctx := context.Background()
		r, err := run(ctx, newInstance(ctx, bug), check.Options{Seed: 1, Positions: positions, Accept: []string{c.accept}})
		require.NoError(t, err)
		_, text := judged(r, nil)
		assert.Equal(t, c.want != "", r.Exit() == 1, "%s: %s", bug, text)
		assert.Contains(t, text, c.want, bug)
	}
}

// TestNullUntold: if keys from FENs lack the side, a null move that does not change it is not called right.
func TestNullUntold(t *testing.T) {
	r, err := reportOf("fen-side+null-side")
	require.NoError(t, err)
	assert.Equal(t, "keys from FENs lack the side to move: see moves", r.Results[4].Why, r.Results[4].Name)
}
