package main

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
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

// published yields the positions and scores of testdata, set by set.
func published(t *testing.T, yield func(set, game string, score int)) {
	text, err := os.ReadFile("testdata/positions.txt")
	require.NoError(t, err)
	set := ""
	for _, line := range strings.Split(string(text), "\n") {
		if name, ok := strings.CutPrefix(line, "# Test_"); ok {
			set = name
		}
		game, value, ok := strings.Cut(line, " ")
		if !ok || game == "#" {
			continue
		}
		score, err := strconv.Atoi(value)
		require.NoError(t, err)
		yield(set, game, score)
	}
}

// The solver finds the published scores, with one table for all positions.
func TestPublished(t *testing.T) {
	table := makeTable(t, 16<<20)
	solved := 0
	published(t, func(set, game string, score int) {
		if slow := set == "L1_R2" || set == "L1_R3"; slow || testing.Short() && set != "L3_R1" && set != "L2_R1" {
			return
		}
		table.NewSearch()
		s := Solver{Table: table}
		b := parse(t, game)
		got, best := s.Solve(b)
		assert.Equal(t, score, got, game)
		assertLeads(t, &s, b, got, best)
		solved++
	})
	assert.GreaterOrEqual(t, solved, 80)
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

// plain finds the score by trying everything. Its board shares no code with the
// solver's.
func plain(board *[width][]byte, side byte) int {
	left := cells
	for _, c := range board {
		left -= len(c)
	}
	if left == 0 {
		return 0
	}
	best := -cells
	for c := range board {
		if len(board[c]) == height {
			continue
		}
		if four(board, c, side) {
			return (left + 1) / 2
		}
		board[c] = append(board[c], side)
		best = max(best, -plain(board, 'X'+'O'-side))
		board[c] = board[c][:len(board[c])-1]
	}
	return best
}

// four reports whether a stone in column c makes four.
func four(board *[width][]byte, c int, side byte) bool {
	for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}} {
		line := 1
		for _, sign := range []int{1, -1} {
			x, y := c+sign*d[0], len(board[c])+sign*d[1]
			for 0 <= x && x < width && 0 <= y && y < len(board[x]) && board[x][y] == side {
				line, x, y = line+1, x+sign*d[0], y+sign*d[1]
			}
		}
		if line >= 4 {
			return true
		}
	}
	return false
}

// On random positions near the end, the solver agrees with trying everything: with a
// table of one bucket and of many, and with one to three threads.
func TestAgainstPlainSearch(t *testing.T) {
	rng := rand.New(zobrist.NewSplitMix64(7))
	games := 300
	if testing.Short() {
		games = 50
	}
	tables := []*tt.Table[Bounds]{makeTable(t, 64), makeTable(t, 1<<20)}
	for solved := 0; solved < games; {
		b, board, game, side := Board{}, [width][]byte{}, "", byte('X')
		for b.stones < 30+rng.IntN(13) {
			c := rng.IntN(width)
			if len(board[c]) == height {
				continue
			}
			if four(&board, c, side) {
				break
			}
			b = b.Play(b.Moves() & inColumn(c+1))
			board[c] = append(board[c], side)
			game += strconv.Itoa(c + 1)
			side = 'X' + 'O' - side
		}
		if b.stones < 30 {
			continue
		}
		solved++
		parsed, err := Parse(game)
		require.NoError(t, err)
		require.Equal(t, parsed, b)
		want := plain(&board, side)
		for _, table := range tables {
			s := Solver{Table: table, Threads: 1 + solved%3}
			got, best := s.Solve(b)
			require.Equal(t, want, got, game)
			if b.stones == cells {
				require.Zero(t, best)
			} else {
				assertLeads(t, &s, b, got, best)
			}
		}
	}
}

// A position and its mirror image share their table entries.
func TestMirror(t *testing.T) {
	const game = "5455174361263362"
	s := Solver{Table: makeTable(t, 16<<20)}
	score, best := s.Solve(parse(t, game))
	searched := s.Nodes.Load()
	var mirrored strings.Builder
	for _, c := range game {
		mirrored.WriteString(string('1' + '7' - c))
	}
	score2, best2 := s.Solve(parse(t, mirrored.String()))
	assert.Equal(t, score, score2)
	assert.Less(t, s.Nodes.Load()-searched, searched/10)
	assertLeads(t, &s, parse(t, game), score, best)
	assertLeads(t, &s, parse(t, mirrored.String()), score, best2)
}

func TestRun(t *testing.T) {
	for _, c := range []struct {
		game         string
		mib, threads int
		want         string // the start of the output, or the error
	}{
		{"2252576253462244111563365343671351441", 64, 1, "score     -1: X wins by move 41, 4 from here\nmove      6\nsearched  "},
		{"7422341735647741166133573473242566", 64, 3, "score     1: X wins by move 41, 7 from here\n"},
		{"5554224333234511764415115", 64, 1, "score     4: O wins by move 36, 11 from here\nmove      6\n"},
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
		if err := run(&out, &progress, time.Minute, strings.Fields(c.game), c.mib, c.threads); err != nil {
			out.WriteString(err.Error())
		}
		assert.True(t, strings.HasPrefix(out.String(), c.want), "%s: got %s, want %s", c.game, &out, c.want)
		assert.Empty(t, progress.String())
	}
	var out, progress strings.Builder
	require.NoError(t, run(&out, &progress, time.Millisecond, []string{"274552224131661"}, 1, 1))
	lines := regexp.MustCompile(`(?m)^\d+s: (\d+) million nodes, the score is from (-?\d+) to (-?\d+)\n`).FindAllStringSubmatch(progress.String(), -1)
	require.Len(t, lines, strings.Count(progress.String(), "\n"))
	require.Greater(t, len(lines), 2)
	first, last := lines[0], lines[len(lines)-1]
	assert.NotEqual(t, first, last)
}
