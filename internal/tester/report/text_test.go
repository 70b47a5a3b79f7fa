package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	names "github.com/zobrist-go/zobrist/internal/report"
)

func TestText(t *testing.T) {
	r := &Report{
		Engine: "Some 1.0", Moves: 1234, Seconds: 1.26, Seed: 5,
		Results: []Result{
			{Name: "moves", Main: true, Count: 5640, Unit: "position", Says: ": 1 bug",
				Findings: []Finding{
					{What: "the key is wrong", Name: "moves", Look: "look for moves", Count: 3000},
				}},
			{Name: "undo", Count: 1, Unit: "move", Says: " word word\nword",
				Findings: []Finding{{What: "one\ntwo", Name: "undo", Accepted: true}}},
			{Name: "fields", Count: 12345, Unit: "change"},
			{Name: "null move", Why: "no"},
			{Name: "routes", Main: true, Unit: "position"},
		},
	}
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	assert.Equal(t, `Some 1.0: 1 bug; accepted: undo
1,234 moves in 1.3 s, seed 5

  WRONG  moves      5,640 positions: 1 bug
  WRONG  undo       1 move word word
                    word
  ok     fields     12,345 changes
  -      null move  no
  -      routes     nothing was compared

1. the key is wrong [moves]
   look: moves.
   (found 3,000 times)

2. one [undo]
   two
   (accepted)
`, b.String())
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
	assert.Equal(t, "1 bug; accepted: undo", back.Verdict)
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
		{[]Result{{Name: "undo", Findings: []Finding{{}, {}, {}}}}, 1, "3 bugs"},
		{[]Result{main, {Findings: []Finding{{Severity: names.Weak}}}}, 1, "1 weak-number bug"},
		{[]Result{main, {Findings: []Finding{
			{Severity: names.Weak}, {Severity: names.Harmless}, {},
		}}}, 1, "1 bug; 1 weak-number bug; 1 harmless bug"},
		{[]Result{main, {Findings: []Finding{
			{Name: "en-passant-rules", Severity: names.Harmless, Accepted: true},
		}}}, 0, "sound; accepted: en-passant-rules"},
		{[]Result{main, {Findings: []Finding{
			{Name: "32-bits", Severity: names.Weak, Accepted: true}, {},
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
