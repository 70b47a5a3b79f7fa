package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/tester/source"
)

func TestText(t *testing.T) {
	r := &Report{
		Engine: "Some 1.0", Variant: "shogi", Positions: 1, Keys: 1234, Seconds: 1.26, Seed: 5,
		Results: []Result{
			{Name: "moves", Main: true, Count: 5640, Unit: "position", Bad: 12, Findings: []Finding{
				{What: "the key by moves is wrong", Name: "moves",
					At: source.Query{Moves: []string{"e2e4", "e7e5"}}, FEN: "FEN",
					Keys: Keys{Got: 1, Want: 2, Of: "by moves", OfWant: "from the FEN"}, Why: "why",
					Count: 3000},
				{What: "one\ntwo", Name: "undo", At: source.Query{FEN: "8/8 w"}, Then: "go perft 1",
					Stop: true, Cause: "c"},
			}},
			{Name: "undo", Count: 1, Unit: "position", Says: " word word\nword",
				Findings: []Finding{{What: "the same as two", Cause: "c"}}},
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
  WRONG  undo       1 position word word
                    word
  ok     fields     12,345 changes
  -      null move  no
  -      routes     nothing was compared
  note   a note

1. the key by moves is wrong [moves]
   position startpos moves e2e4 e7e5
   FEN FEN
   got  0000000000000001 by moves
   want 0000000000000002 from the FEN
   why
   (found 3,000 times)

2. one [undo]
   two
   position fen 8/8 w
   go perft 1
   stop

numbers (?: known except for a constant that the squares of one king share)
0000000000000011	e4 P
0000000000000012	e1 K ?
`, b.String())
	assert.Equal(t, "1 bug", (&Result{Unit: "position", Bad: 5, Findings: []Finding{{}}}).Text(),
		"not 5 of 0 positions")
	assert.Equal(t, "1 bug", (&Result{Unit: "position", Count: 5, Findings: []Finding{{}}}).Text(),
		"it does not say how many are wrong")
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

// TestVerdict: what was not compared is not ok, and an engine is sound only if each main check ran.
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
		{[]Result{main, {Name: "routes", Main: true}}, 3,
			"no bug found, but not all was checked: routes"},
		{[]Result{main, {Name: "routes", Main: true, Count: 5, Why: "slow"}}, 3,
			"no bug found, but not all was checked: routes"},
		{[]Result{{Name: "routes", Main: true}, {Name: "undo", Findings: []Finding{{}}}}, 1,
			"1 bug"},
		{[]Result{{Name: "undo", Findings: []Finding{{Cause: "a"}, {Cause: "a"}, {}, {}}}}, 1,
			"3 bugs"},
		{[]Result{main, {Findings: []Finding{{Severity: Weak}}}}, 1, "1 weak-number bug"},
		{[]Result{main, {Findings: []Finding{{Severity: Weak}, {Severity: Harmless}, {}}}}, 1,
			"1 bug; 1 weak-number bug; 1 harmless bug"},
		{[]Result{main, {Findings: []Finding{
			{Name: "en-passant-rules", Severity: Harmless, Accepted: true},
		}}}, 0, "sound; accepted: en-passant-rules"},
		{[]Result{main, {Findings: []Finding{
			{Name: "32-bits", Severity: Weak, Accepted: true}, {},
		}}}, 1, "1 bug; accepted: 32-bits"},
		{[]Result{{Name: "moves", Main: true}, {Findings: []Finding{
			{Name: "a", Accepted: true},
		}}}, 3, "no bug found, but not all was checked: moves; accepted: a"},
	} {
		r := &Report{Results: c.results}
		assert.Equal(t, c.exit, r.Exit(), c.verdict)
		assert.Equal(t, c.verdict, r.Verdict())
	}
}
