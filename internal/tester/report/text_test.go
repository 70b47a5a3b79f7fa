package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/tester/names"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

var update = flag.Bool("update", false, "write the golden files")

func TestText(t *testing.T) {
	r := &Report{
		Engine: "Some 1.0", Variant: "shogi", Positions: 1, Keys: 1234, Seconds: 1.26, Seed: 5,
		Results: []Result{
			{Name: "moves", Main: true, Count: 5640, Unit: "position", Bad: 12, Findings: []Finding{
				{What: "the key by moves is wrong", At: source.Query{Moves: []string{"e2e4", "e7e5"}}, FEN: "FEN", Keys: Keys{Got: 1, Want: 2, Of: "by moves", OfWant: "from the FEN"}, Why: "why", Count: 3000},
				{What: "one\ntwo", At: source.Query{FEN: "8/8 w"}, Then: "go perft 1", Stop: true, Cause: "c"},
			}},
			{Name: "undo", Count: 1, Unit: "position", Says: strings.Repeat(" word", 30), Findings: []Finding{{What: "the same as two", Cause: "c"}}},
			{Name: "fields", Count: 12345, Unit: "change"},
			{Name: "null move", Why: "no"},
			{Name: "routes", Main: true, Unit: "position"},
		},
		Notes:   []string{"a note"},
		Numbers: []Number{{"e4 P", 17, false}, {"e1 K", 18, true}},
	}
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	assert.Equal(t, `Some 1.0, shogi: 2 bugs
1 position, 1,234 keys in 1.3 s, seed 5

  WRONG  moves      12 of 5,640 positions are wrong
  WRONG  undo       1 position word word word word word word word word word word word word word word
                    word word word word word word word word word word word word word word word word
  ok     fields     12,345 changes
  -      null move  no
  -      routes     nothing was compared
  note   a note

1. the key by moves is wrong
   position startpos moves e2e4 e7e5
   FEN FEN
   got  0000000000000001 by moves
   want 0000000000000002 from the FEN
   why
   (found 3,000 times)

2. one
   two
   position fen 8/8 w
   go perft 1
   stop

numbers (?: known except for a constant that the squares of one king share)
0000000000000011	e4 P
0000000000000012	e1 K ?
`, b.String())
	assert.Equal(t, "1 bug", (&Result{Unit: "position", Bad: 5, Findings: []Finding{{}}}).Text(), "not 5 of 0 positions")
	var j bytes.Buffer
	require.NoError(t, r.WriteJSON(&j))
	var back struct {
		Report
		Verdict string
		Exit    int
		Bugs    []Finding
	}
	require.NoError(t, json.Unmarshal(j.Bytes(), &back))
	assert.Equal(t, *r, back.Report)
	assert.Equal(t, "2 bugs", back.Verdict)
	assert.Equal(t, 1, back.Exit)
	assert.Len(t, back.Bugs, 2)
	assert.Contains(t, j.String(), `"status": "skipped"`)
}

// TestVerdict: what was not compared is not ok, and an engine is sound only if each main
// check ran.
func TestVerdict(t *testing.T) {
	main := Result{Name: "moves", Main: true, Count: 1}
	for _, c := range []struct {
		results []Result
		exit    int
		verdict string
	}{
		{nil, 3, "no bug found, but not all was checked: "},
		{[]Result{main}, 0, "sound"},
		{[]Result{main, {Name: "null move", Why: "none"}}, 0, "sound"},
		{[]Result{main, {Name: "routes", Main: true}}, 3, "no bug found, but not all was checked: routes"},
		{[]Result{main, {Name: "routes", Main: true, Count: 5, Why: "slow"}}, 3, "no bug found, but not all was checked: routes"},
		{[]Result{{Name: "routes", Main: true}, {Name: "undo", Findings: []Finding{{}}}}, 1, "1 bug"},
		{[]Result{{Name: "undo", Findings: []Finding{{Cause: "a"}, {Cause: "a"}, {}, {}}}}, 1, "3 bugs"},
		{[]Result{main, {Findings: []Finding{{Severity: names.Weak}}}}, 1, "1 bug, weak numbers"},
		{[]Result{main, {Findings: []Finding{{Severity: names.Weak}, {Severity: names.Harmless}, {}}}}, 1, "2 bugs, 1 of them weak numbers; 1 harmless bug"},
		{[]Result{main, {Findings: []Finding{{Name: "en-passant-rules", Severity: names.Harmless, Accepted: true}}}}, 0, "sound; accepted: en-passant-rules"},
		{[]Result{main, {Findings: []Finding{{Name: "32-bits", Severity: names.Weak, Accepted: true}, {}}}}, 1, "1 bug; accepted: 32-bits"},
		{[]Result{{Name: "moves", Main: true}, {Findings: []Finding{{Name: "a", Accepted: true}}}}, 3, "no bug found, but not all was checked: moves; accepted: a"},
	} {
		r := &Report{Results: c.results}
		assert.Equal(t, c.exit, r.Exit(), c.verdict)
		assert.Equal(t, c.verdict, r.Verdict())
	}
}

// Reports of real engines: see docs/field-report.md.
var reports = map[string]Report{
	"glaurung": {
		Engine: "Glaurung 2.2", Command: "zobrist check -n 4000 glaurung", Reading: source.Reading{Ask: "d", Decimal: true},
		Results: []Result{{Name: "moves", Main: true, Count: 3904, Bad: 439, Unit: "position", Findings: []Finding{{
			What: "the en passant rules differ: from a FEN always (after each double push), by moves pseudo-legal (if a pawn can capture)",
			Name: "en-passant-rules", At: source.Query{Moves: []string{"a2a4"}}, FEN: "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq a3 0 1",
			Keys: Keys{"by moves", 0x648bd716ceb172ce, "from the FEN", 0xd7cb1b8d9c9ac07f, source.Query{FEN: "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq a3 0 1"}},
			Why:  `they differ by "en passant a3"`, Features: []string{"en passant a3"}, Count: 439,
		}}}},
	},
	"chess22k": {
		Engine: "chess22k", Command: "zobrist check java -jar chess22k.jar", Reading: source.Reading{Ask: "d"},
		Results: []Result{{Name: "moves", Main: true, Count: 3904, Bad: 439, Unit: "position", Findings: []Finding{{
			What: "the en passant rules differ: from a FEN always (after each double push), by moves pseudo-legal (if a pawn can capture)",
			Name: "en-passant-rules", At: source.Query{Moves: []string{"a2a4"}}, Keys: Keys{WantAt: source.Query{FEN: "rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq a3 0 1"}},
			Why: `they differ by "en passant a3"`, Features: []string{"en passant a3"}, Count: 439,
		}}}},
	},
	"chesslib": {
		Engine: "chesslib", Command: "zobrist check -adapter java -cp chesslib.jar:. Adapter",
		Results: []Result{
			{Name: "numbers", Main: true, Count: 760, Unit: "number", Findings: []Finding{{
				What: `16 sets of features share a number, such as "castling Q" and "castling k"`, Name: "shared-numbers",
				At: source.Query{FEN: "4k2r/8/8/8/8/8/8/R3K3 w Q - 0 1"}, Keys: Keys{WantAt: source.Query{FEN: "4k2r/8/8/8/8/8/8/R3K3 w k - 0 1"}, Got: 0x832334827590b7c4, Want: 0x832334827590b7c4}, Count: 16,
				Look: "look for indexes that overlap, such as 57*piece + 13*square and 300 + 3*rights in one table",
			}}},
			{Name: "null move", Count: 1, Unit: "null move", Findings: []Finding{{
				What: "the key after a null move is wrong", At: source.Query{Moves: []string{"f2f4", "d7d5", "f4f5", "e7e5", source.NullMove}}, Count: 1, Features: []string{"e1 b"},
				Why: "wrong by: \"e1 b\"\na black bishop on e1 shares its number with en passant against the pawn on e5", Look: "doNullMove clears the en passant square but leaves its number in the key",
			}}},
		},
	},
	"sound": {
		Engine: "Sound <b>`1` ", Reading: source.Reading{Ask: "d"},
		Results: []Result{{Name: "moves", Main: true, Count: 3904, Unit: "position"}},
	},
	"depends": {
		Engine: "Depends", Reading: source.Reading{Ask: "d"}, Results: []Result{{Name: "undo", Main: true, Count: 9, Unit: "position", Findings: []Finding{
			{What: "the key is another one after go perft 1", At: source.Query{}, Then: "go perft 1", Keys: Keys{Of: "afterwards", Got: 1, OfWant: "before", Want: 2}, Why: `it lacks "side"`, Features: []string{"side"}},
		}}},
	},
}

func TestMarkdown(t *testing.T) {
	for name, r := range reports {
		t.Run(name, func(t *testing.T) {
			r.Finish(nil)
			var b strings.Builder
			require.NoError(t, r.WriteMarkdown(&b))
			file := filepath.Join("testdata", "markdown", name+".md")
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			assert.Equal(t, string(want), b.String())
			assert.Equal(t, 1, strings.Count(b.String(), "github.com/zobrist-go"))
		})
	}
}
