package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func runWith(stdin string, args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = run(args, strings.NewReader(stdin), &out, &err)
	return status, out.String(), err.String()
}

func TestRun(t *testing.T) {
	status, out, _ := runWith("", "testdata/triple-ko.sgf")
	assert.Equal(t, 1, status)
	assert.Equal(t, `testdata/triple-ko.sgf: 7x7, Chinese rules: positional superko, suicide forbidden
  note: positional superko, as servers and programs play them
  move 6, White B4 (line 10, column 32 of the file) is illegal:
  forbidden by positional superko: it would repeat the position at the start

      A B C D E F G
    7 X X O O X X X
    6 X O . O X . X
    5 X X O O X X X
    4 X(O)X O X X X
    3 X X O O X X X
    2 X . X O X . X
    1 X X O O X X X
  before move 6; X is Black, O is White, the refused stone in parentheses
`, out)

	status, out, _ = runWith("", "-rule", "ko", "testdata/triple-ko.sgf", "testdata/snapback.sgf")
	assert.Equal(t, 0, status)
	assert.Contains(t, out, "snapback.sgf: 5x5, Tromp-Taylor rules: simple ko")

	status, out, _ = runWith("(;SZ[9];B[aa])", "-")
	assert.Equal(t, 0, status)
	assert.True(t, strings.HasPrefix(out, "standard input: 9x9, unnamed rules"), out)

	status, _, err := runWith("(;SZ[9]\n;B[a])", "-")
	assert.Equal(t, 1, status)
	assert.Equal(t, "superko: standard input:2:4: property B: point \"a\", expected two letters\n", err)

	status, out, err = runWith("", "testdata/none.sgf", "testdata/snapback.sgf")
	assert.Equal(t, 1, status)
	assert.Contains(t, err, "testdata/none.sgf")
	assert.Contains(t, out, "all moves are legal (3)", "the others are read")
}

func TestFlags(t *testing.T) {
	status, _, err := runWith("", "-h")
	assert.Equal(t, 0, status)
	assert.Contains(t, err, "superko [-rule positional|situational|ko] game.sgf")

	status, _, err = runWith("", "-rule", "super", "x.sgf")
	assert.Equal(t, 2, status)
	assert.Contains(t, err, `invalid value "super" for flag -rule: want positional, situational or ko`)

	status, _, err = runWith("", "-rule", "ko")
	assert.Equal(t, 2, status)
	assert.Contains(t, err, "-rule is for games that are read")

	status, _, err = runWith("", "-seed", "2", "testdata/ko.sgf")
	assert.Equal(t, 2, status)
	assert.Contains(t, err, "-seed is for random games")

	status, _, _ = runWith("", "-seeds", "2")
	assert.Equal(t, 2, status)
}

// TestRandom plays fewer games than the program, and holds that there is no
// wrong verdict and that the same seed gives the same figures.
func TestRandom(t *testing.T) {
	batches := []batch{{1, 10}, {2, 200}, {3, 60}, {4, 20}, {5, 10}, {6, 5}, {7, 4}, {9, 2}}
	if testing.Short() {
		batches = batches[:5]
	}
	figures := func(seed uint64) []string {
		var out, progress bytes.Buffer
		assert.Equal(t, 0, playRandom(seed, batches, &out, &progress))
		// board, games, moves, plays, positional, situational, wrong
		return regexp.MustCompile(`(?m)^ *(\w+( +\d+){6})`).FindAllString(out.String(), -1)
	}
	first := figures(1)
	assert.Len(t, first, len(batches)+1)
	for _, line := range first {
		assert.True(t, strings.HasSuffix(line, " 0"), line)
	}
	assert.Equal(t, first, figures(1))
	assert.NotEqual(t, first, figures(2))
	var size, games, moves, plays, positional, situational int
	_, err := fmt.Sscanf(first[1], "%dx2 %d %d %d %d %d", &size, &games, &moves, &plays, &positional, &situational)
	assert.NoError(t, err)
	assert.Equal(t, []int{2, 200, 4107, 7394, 1099, 546}, []int{size, games, moves, plays, positional, situational}, "on every machine")
}

// A wrong key does not go unnoticed.
func TestRandomNoticesWrongKeys(t *testing.T) {
	keys := NewKeys(3, 1)
	g := game{seen: map[string]uint8{}}
	rng := newRand(1, 3)
	wrong := 0
	for n := range 20 {
		g.play(keys, 3, n, rng)
		assert.Zero(t, g.check(keys).wrong)
		wrong += g.check(&Keys{Stones: keys.Stones.Only(Black), Side: keys.Side}).wrong
	}
	assert.NotZero(t, wrong)
}
