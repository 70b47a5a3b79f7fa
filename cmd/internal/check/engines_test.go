package check

import (
	"bytes"
	"context"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/cmd/internal/uci"
)

// engine finds an engine of Debian's packages, or skips the test.
func engine(t *testing.T, name string) string {
	for _, path := range []string{name, "/usr/games/" + name} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	t.Skipf("%s is not installed", name)
	return ""
}

func report(t *testing.T, engine string, positions int, set ...string) *Report {
	r, err := UCI(context.Background(), Options{UCI: uci.Options{Program: engine, Set: set, Limit: time.Minute}, Seed: 1, Positions: positions})
	require.NoError(t, err)
	var card strings.Builder
	require.NoError(t, r.WriteText(&card))
	t.Log(card.String())
	return r
}

func (r *Report) part(name string) string {
	for _, p := range r.Scheme {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

func (r *Report) status(name string) Status {
	for _, c := range r.Checks {
		if c.Name == name {
			return c.Status
		}
	}
	return ""
}

func TestStockfish(t *testing.T) {
	r := report(t, engine(t, "stockfish"), 2000)
	assert.True(t, r.Sound())
	assert.Contains(t, r.Engine, "Stockfish")
	assert.Equal(t, "16 numbers, one for each set of rights", r.part("castling"))
	assert.Equal(t, "by file; pseudo-legal (if a pawn can capture)", r.part("en passant"))
	assert.Equal(t, "from 14 on", r.part("halfmove clock"))
	for _, name := range []string{byMoves, routes, undo, fields, xor, numbers, processes} {
		assert.Equal(t, OK, r.status(name), name)
	}
	assert.Equal(t, Skipped, r.status(nullMove))
	assert.Greater(t, len(r.Numbers), 740)
}

func TestFairyStockfish(t *testing.T) {
	exe := engine(t, "fairy-stockfish")
	r := report(t, exe, 2000)
	assert.True(t, r.Sound())
	assert.Equal(t, "4 numbers", r.part("castling"))
	assert.Equal(t, "not in the key", r.part("halfmove clock"))
	for _, c := range []struct{ variant, part, value string }{
		{"crazyhouse", "hands", "a number for each count"},
		{"3check", "check counters", "counted"},
		{"shogi", "hands", "a number for each count"},
		{"xiangqi", "castling", ""},
		{"makruk", "castling", ""},
	} {
		t.Run(c.variant, func(t *testing.T) {
			positions := 1200
			if testing.Short() {
				positions = 300
			}
			r := report(t, exe, positions, "UCI_Variant="+c.variant)
			assert.True(t, r.Sound())
			assert.Equal(t, c.variant, r.Variant)
			assert.Equal(t, c.value, r.part(c.part))
			assert.Equal(t, OK, r.status(fields))
			assert.Equal(t, OK, r.status(xor))
		})
	}
}

// TestGlaurung finds a real mistake: an en passant square always counts in a FEN, but
// by moves only if a pawn can capture.
func TestGlaurung(t *testing.T) {
	r := report(t, engine(t, "glaurung"), 2000)
	require.Len(t, r.Mistakes, 1)
	m := r.Mistakes[0]
	assert.Equal(t, "the en passant rules differ: from a FEN always (after each double push), by moves pseudo-legal (if a pawn can capture)", m.What)
	assert.LessOrEqual(t, len(m.Moves), 6)
	assert.Empty(t, m.Start, "a line from the start position")
	require.Len(t, m.Features, 1)
	assert.Regexp(t, "^en passant [a-h]3$", m.Features[0])
	assert.Equal(t, Wrong, r.status(byMoves))
	assert.Equal(t, "by square; from a FEN always (after each double push), by moves pseudo-legal (if a pawn can capture)", r.part("en passant"))
}

// TestStarts begins lines with the user's positions.
func TestStarts(t *testing.T) {
	exe := buildEngine(t)
	opt := Options{
		UCI:       uci.Options{Program: exe, Args: []string{"-bug", "promotion"}, Limit: time.Minute},
		Starts:    []string{"8/P6k/8/8/8/8/8/K7 w - - 0 1"},
		Positions: 100, Seed: 1,
	}
	r, err := UCI(context.Background(), opt)
	require.NoError(t, err)
	require.NotEmpty(t, r.Mistakes)
	assert.Equal(t, opt.Starts[0], r.Mistakes[0].Start)
	assert.Equal(t, []string{"a7a8q"}, r.Mistakes[0].Moves)
	assert.Contains(t, r.Mistakes[0].Why, `lacks "a8 Q"`)
	opt.Starts = []string{"8/8/8/8/8/8/8/8 w - - 0 1 x"}
	_, err = UCI(context.Background(), opt)
	assert.Error(t, err)
}

// TestSameSeed requires the same report for the same seed.
func TestSameSeed(t *testing.T) {
	exe := buildEngine(t)
	var cards [2]string
	for i := range cards {
		opt := Options{UCI: uci.Options{Program: exe, Args: []string{"-bug", "captured"}, Limit: time.Minute}, Seed: 7, Positions: 900}
		r, err := UCI(context.Background(), opt)
		require.NoError(t, err)
		r.Seconds = 0
		var b strings.Builder
		require.NoError(t, r.WriteText(&b))
		cards[i] = b.String()
	}
	assert.Equal(t, cards[0], cards[1])
}

func TestText(t *testing.T) {
	r := &Report{
		Engine: "Some 1.0", Variant: "shogi", Positions: 1, Keys: 1234, Seconds: 1.26, Seed: 5,
		Scheme: []Part{{"hands", "a number for each count"}},
		Checks: []Check{{byMoves, Wrong, "bad"}, {undo, OK, strings.Repeat("word ", 30)}, {nullMove, Skipped, "no"}},
		Notes:  []string{"a note"},
		Mistakes: []Mistake{
			{What: "the key by moves is wrong", Moves: []string{"e2e4", "e7e5"}, FEN: "FEN", Key: 1, Want: 2, HasKeys: true, Of: "by moves", OfWant: "from the FEN", Why: "why", Count: 3},
			{What: "one\ntwo", Start: "8/8 w", Then: "go perft 1"},
		},
		Numbers: []Number{{"e4 P", 17, false}, {"e1 K", 18, true}},
	}
	var b strings.Builder
	require.NoError(t, r.WriteText(&b))
	assert.Equal(t, `Some 1.0, shogi: 2 mistakes
1 position, 1234 keys in 1.3 s, seed 5

  hands          a number for each count

  WRONG  moves      bad
  ok     undo       word word word word word word word word word word word word word word word word
                    word word word word word word word word word word word word word word
  -      null move  no
  note   a note

1. the key by moves is wrong
   position startpos moves e2e4 e7e5
   FEN FEN
   key by moves     0000000000000001
   key from the FEN 0000000000000002
   why
   (found 3 times)

2. one
   two
   position fen 8/8 w
   then go perft 1

numbers (?: known except for a constant that the squares of one king share)
0000000000000011	e4 P
0000000000000012	e1 K ?
`, b.String())
	var j bytes.Buffer
	require.NoError(t, r.WriteJSON(&j))
	var back Report
	require.NoError(t, json.Unmarshal(j.Bytes(), &back))
	r.Mistakes[0].HasKeys = false // only for the text
	assert.Equal(t, r, &back)
}
