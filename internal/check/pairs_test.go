package check_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/check/testdata/planted"
	"github.com/zobrist-go/zobrist/internal/check/testdata/reports"
	"github.com/zobrist-go/zobrist/internal/golden"
	"github.com/zobrist-go/zobrist/internal/sample"
)

// pairs are planted bugs that touch: each line has one, and others to plant beside it.
const pairs = `
captured: ep-victim right-rook-captured castling-rook promotion ep-left-in fen-castling
captured: ep-moves-always undo-castling null-ep
knight-captures: promotion-captured ep-victim king-takes-rook right-rook-captured underpromotion
knight-captures: ep-fen-always fen-side
promotion-captured: promotion right-rook-captured ep-victim ep-not-set fen-h8 undo-promotion
ep-victim: ep-left-in ep-file ep-moves-always ep-fen-always null-ep undo-ep-victim
ep-victim-colour: ep-fen-always king-takes-rook
right-rook-captured: right-king-moves right-castling castling-rook fen-white-castling
right-rook-captured: ep-moves-always
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

// bugsOf returns the facts about the bugs of a report: names, severities, and kinds of features.
func bugsOf(t *testing.T, bug string) (facts []string) {
	r, err := reportOf(bug)
	require.NoError(t, err)
	for _, b := range planted.RowOf(bug, "", r.Bugs()).Bugs {
		facts = append(facts, b.String())
	}
	return facts
}

// TestPairs plants two bugs in one engine. All that is found of each alone must be found of
// both, in 95 of 100 pairs: in a few, one bug hides a part of the other. The test takes a
// sample, and all pairs with -long.
func TestPairs(t *testing.T) {
	t.Parallel()
	table := golden.Open(t, "testdata/pairs.txt")
	all, complete, extra := 0, 0, 0
	for _, line := range strings.Split(strings.TrimSpace(pairs), "\n") {
		first, others, _ := strings.Cut(line, ": ")
		for _, second := range strings.Fields(others) {
			pair := first + "+" + second
			if !sample.Has(pair, 12) {
				continue
			}
			r, err := reportOf(pair)
			require.NoError(t, err)
			assert.Empty(t, reports.Read(r))
			table.Add(t, planted.RowOf(pair, fmt.Sprint(r.Exit()), r.Bugs()))

			alone := append(bugsOf(t, first), bugsOf(t, second)...)
			both := bugsOf(t, pair)
			extra += max(0, len(both)-len(alone))
			hidden := slices.DeleteFunc(slices.Clone(alone), func(bug string) bool {
				return slices.Contains(both, bug)
			})
			all++
			if len(hidden) == 0 {
				complete++
			} else {
				t.Logf("%s: %q are hidden in %q", pair, hidden, both)
			}
		}
	}
	t.Logf("of %d pairs, all is found in %d; %d bugs too many", all, complete, extra)
	assert.GreaterOrEqual(t, 100*complete, 95*all)
	assert.LessOrEqual(t, 5*extra, 2*all,
		"on average at most 1.2 bugs are reported for each that is planted")
}

// TestNothingHides: what is accepted is still solved, so that it hides no other bug.
func TestNothingHides(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	r, err := run(ctx, newInstance(ctx, "ep-moves-always+h-pawn"),
		check.Options{Seed: 1, Positions: 4000, Accept: []string{"en-passant-rules"}})
	require.NoError(t, err)
	assert.Equal(t, 1, r.Exit())
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	assert.Regexp(t, `"h[2-7] p"`, b.String())
	assert.Contains(t, b.String(), "the captured piece stays in the key")
}

// TestSub: nothing is said of what a sub-key leaves out on purpose, and what
// it has by mistake is found.
func TestSub(t *testing.T) {
	t.Parallel()
	for bug, want := range map[string][]string{
		"non-pawn":           nil,
		"squares-alike":      nil,
		"non-pawn+promotion": {"[moves-piece]"}, // as in Stockfish before December 2025
		"non-pawn+captured":  {"[moves-piece]"},
		"non-pawn+zero-rank": {"[fields-piece]", "[numbers]"},
		"non-pawn+fen-h8":    {"[missing-from-fen]"},
		// of which no feature that is left out explains a part
		"non-pawn+junk-check": {"[moves-unknown]"},
		"non-pawn+null-side":  nil,
	} {
		ctx := context.Background()
		r, err := run(ctx, newInstance(ctx, bug),
			check.Options{Seed: 1, Positions: positions, Sub: true})
		require.NoError(t, err)
		var b strings.Builder
		require.NoError(t, r.WriteText(&b))
		// or 3: few numbers
		assert.Equal(t, min(len(want), 1), r.Exit()%3, "%s: %s", bug, b.String())
		// what is left out is no bug of its own
		assert.LessOrEqual(t, len(r.Bugs()), len(want), "%s: %s", bug, b.String())
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
		r, err := run(ctx, newInstance(ctx, bug),
			check.Options{Seed: 1, Positions: positions, Accept: []string{c.accept}})
		require.NoError(t, err)
		_, text := judged(r, nil)
		assert.Equal(t, c.want != "", r.Exit() == 1, "%s: %s", bug, text)
		assert.Contains(t, text, c.want, bug)
	}
}

// TestNullUntold: if keys from FENs lack the side, a null move that does not
// change it is not called right.
func TestNullUntold(t *testing.T) {
	r, err := reportOf("fen-side+null-side")
	require.NoError(t, err)
	assert.Equal(t, "keys from FENs lack the side to move: see moves", r.Results[4].Why,
		r.Results[4].Name)
}
