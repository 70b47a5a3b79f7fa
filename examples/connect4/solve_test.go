package main

import (
	"io"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/tt"
)

func parse(t *testing.T, game string) Board {
	t.Helper()
	b, err := Parse(game)
	require.NoError(t, err)
	return b
}

func makeTable(t *testing.T, bytes int) *tt.Table[Bounds] {
	t.Helper()
	table, err := tt.New[Bounds](bytes)
	require.NoError(t, err)
	return table
}

// The solver finds the published scores, with one table for all positions.
func TestPublished(t *testing.T) {
	table, solved := makeTable(t, 16<<20), 0
	for _, line := range sample.Lines(t, "testdata/positions.txt", "#") {
		game, score, _ := strings.Cut(line, " ")
		if len(game) < sample.Rounds(20, 14, 8) { // shorter games take longer
			continue
		}
		table.NewSearch()
		s := Solver{Table: table}
		b := parse(t, game)
		got, best := s.Solve(b)
		assert.Equal(t, score, strconv.Itoa(got), game)
		assertLeads(t, &s, b, got, best)
		solved++
	}
	assert.GreaterOrEqual(t, solved, 60)
}

// assertLeads asserts that column best is a legal move of b, and that it leads to the
// score.
func assertLeads(t *testing.T, s *Solver, b Board, score, best int) {
	cell := b.Moves() & inColumn(best)
	if !assert.NotZero(t, cell, "%+v %d", b, best) {
		return
	}
	if b.Wins()&cell != 0 {
		assert.Equal(t, (cells+1-b.stones)/2, score)
		return
	}
	after, _ := s.Solve(b.Play(cell))
	assert.Equal(t, -score, after, "%+v %d", b, best)
}

// A table of one bucket and several threads change no score.
func TestTablesAndThreads(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(7))
	small, large := makeTable(t, 64), makeTable(t, 1<<20)
	for range 50 {
		b := Board{}
		for b.stones < 30+rng.IntN(12) && b.Wins() == 0 {
			cells := b.Moves()
			for range rng.IntN(bits.OnesCount64(cells)) {
				cells &= cells - 1
			}
			b = b.Play(cells & -cells)
		}
		one, three := Solver{Table: small}, Solver{Table: large, Threads: 3}
		got, best := one.Solve(b)
		want, _ := three.Solve(b)
		require.Equal(t, want, got, "%+v", b)
		if b.stones < cells {
			assertLeads(t, &one, b, got, best)
		}
	}
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		game         string
		mib, threads int
		want         string // in the output, or the error
	}{
		{"2252576253462244111563365343671351441",
			64, 1, "score     -1: X wins by move 41, 4 from here\nmove      6\nsearched  "},
		{"7422341735647741166133573473242566",
			64, 3, "score     1: X wins by move 41, 7 from here\n"},
		{"5554224333234511764415115",
			64, 1, "score     4: O wins by move 36, 11 from here\nmove      6\n"},
		{"121212", 64, 1, "score     18: X wins by move 7, 1 from here\nmove      1\n"},
		{"44455554221", 64, 1, "score     -15: X wins by move 13, 2 from here\nmove      1\n"},
		{"71255763773133525731261364622167124446454", 1, 1, "score     0: a draw\n"},
		{"12345678", 1, 1, `position "12345678": move 8 is '8', want a column from 1 to 7`},
		{"4444444", 1, 1, `position "4444444": move 7: column 4 is full`},
		{"1212121", 1, 1, `position "1212121": the game is over, move 7 makes four in a row`},
		{"4", 0, 1, "-tt 0, want 1 to "},
		{"4", 1, 0, "-threads 0, want at least 1"},
		{"4 4", 1, 1, "2 positions, want one"},
	} {
		var out, progress strings.Builder
		o := options{mib: c.mib, threads: c.threads}
		if err := run(&out, &progress, strings.Fields(c.game), o); err != nil {
			out.WriteString(err.Error())
		}
		assert.Contains(t, out.String(), c.want, c.game)
		if c.threads == 3 {
			const first = "0s: the score is from -3 to 3, 0 million nodes\n"
			assert.Contains(t, progress.String(), first)
		}
	}
	err := run(io.Discard, io.Discard, []string{"44"}, options{mib: 1, threads: 1, empty: true})
	assert.EqualError(t, err, `-empty with position "44", want one of them`)
}

// Without a position, the program solves one that is worth looking at and takes a few seconds.
func TestRunWithoutPosition(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	var out, progress strings.Builder
	require.NoError(t, run(&out, &progress, nil, options{mib: 64, threads: 2}))
	assert.Contains(t, out.String(), "position  "+usual+"\nscore     ")
	assert.NotEmpty(t, progress.String())
}
