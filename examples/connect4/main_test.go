package main

import (
	"bytes"
	"math/bits"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestRun(t *testing.T) {
	for _, c := range []struct {
		args           string
		status         int
		stdout, stderr string
	}{
		{"2252576253462244111563365343671351441", 0, "score     -1: X wins by move 41, 4 from here\n", ""},
		{"-threads 3 7422341735647741166133573473242566", 0, "score     1: X wins by move 41, 7 from here\n", ""},
		{"5554224333234511764415115", 0, "score     4: O wins by move 36, 11 from here\nmove      6\n", ""},
		{"121212", 0, "score     18: X wins by move 7, 1 from here\nmove      1\n", ""},
		{"44455554221", 0, "score     -15: X wins by move 13, 2 from here\nmove      1\n", ""},
		{"-tt 0 71255763773133525731261364622167124446454", 0, "score     0: a draw\n", ""},
		{"12345678", 1, "", `connect4: position "12345678": move 8 is '8', want a column from 1 to 7`},
		{"x", 1, "", `connect4: position "x": move 1 is 'x', want a column from 1 to 7`},
		{"4444444", 1, "", `connect4: position "4444444": move 7: column 4 is full`},
		{"1212121", 1, "", `connect4: position "1212121": the game is over, move 7 makes four in a row`},
		{"-tt -1 4", 2, "", "connect4: -tt -1: want 0 to "},
		{"-tt 1000000000 4", 2, "", "bytes of memory"},
		{"-threads 0 4", 2, "", "connect4: -threads 0, want at least 1"},
		{"4 4", 2, "", "connect4: 2 positions, want one"},
		{"-x", 2, "", "flag provided but not defined: -x"},
		{"-h", 0, "", "Solves a position of Connect Four"},
	} {
		if strings.Contains(c.args, "1000000000") && (runtime.GOOS != "linux" || bits.UintSize < 64) {
			continue
		}
		var stdout, stderr bytes.Buffer
		assert.Equal(t, c.status, run(strings.Fields(c.args), &stdout, &stderr), c.args)
		assert.Contains(t, stdout.String(), c.stdout, c.args)
		assert.Contains(t, stderr.String(), c.stderr, c.args)
		assert.Equal(t, c.stderr == "", stderr.Len() == 0, "%s: %s", c.args, &stderr)
	}
}

// The whole output matches, except the times.
func TestReport(t *testing.T) {
	var stdout, stderr bytes.Buffer
	require.Zero(t, run([]string{"2252576253462244111563365343671351441"}, &stdout, &stderr))
	assert.Regexp(t, `^ X O O O X \. \.
 O X O X X X \.
 X O O X O O \.
 X O X O X X \.
 O O O X X O O
 X X O X X X O
 1 2 3 4 5 6 7
score     -1: X wins by move 41, 4 from here
move      6
searched  \d+ nodes in [\dµ.a-z]+, [\d.]+ million per second
table     4194304 entries, \d+% used; \d+% of \d+ look-ups hit
$`, stdout.String())
}
