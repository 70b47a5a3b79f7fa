package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The positions that superko is explained by, made after the descriptions in
// Sensei's Library (SendingTwoReturningOne, TripleKo, EternalLife, Snapback,
// Superko).
func TestGames(t *testing.T) {
	const legal = "every move is legal"
	for name, want := range map[string][3]string{
		"ko":           {"move 9, D7, would repeat the position after move 7", "move 9, D7, would repeat the position after move 7", "move 9, D7, would repeat the position after move 7"},
		"ko-threat":    {legal, legal, legal},
		"sending-two":  {legal, "move 3, B5, would repeat the position at the start", "move 5, C5, would repeat the position after move 1"},
		"triple-ko":    {legal, "move 6, B4, would repeat the position at the start", "move 6, B4, would repeat the position at the start"},
		"eternal-life": {legal, "move 4, D9, would repeat the position at the start", "move 4, D9, would repeat the position at the start"},
		"snapback":     {legal, legal, legal},
		"suicide":      {legal, "move 1, A5, would repeat the position at the start", legal},
	} {
		file, err := games.ReadFile("games/" + name + ".txt")
		require.NoError(t, err)
		r, err := parse(string(file))
		require.NoError(t, err)
		for _, rule := range []Rule{Ko, Positional, Situational} {
			assert.Equal(t, want[rule], r.play(rule), "%s by %v", name, rule)
		}
	}
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run(nil, &out))
	assert.Contains(t, out.String(), `
  simple ko:           every move is legal
  positional superko:  move 3, B5, would repeat the position at the start
  situational superko: move 5, C5, would repeat the position after move 1
`)
	assert.ErrorContains(t, run([]string{"none.txt"}, io.Discard), "none.txt")

	file := filepath.Join(t.TempDir(), "game.txt")
	for text, want := range map[string]string{
		"":                            "want a title",
		"title\n. .\n. .":             "line 2: 2 points, want 1",
		"title\n. .\n. #\nX: A1":      `line 3: "#", want ., X or O`,
		"title\n. .\n. .\nB: A1":      "line 4: want X: or O:",
		"title\n. .\n. .\nX: A1 I1":   `line 4: move "I1", want pass or a point such as A1 of a board of 2 by 2`,
		"title\n. .\n. .\nX: A1 pass": "",
		"title\n. .\n. .\nX: A1 A1":   "",
	} {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		if err := run([]string{file}, io.Discard); want == "" {
			assert.NoError(t, err, text)
		} else {
			assert.ErrorContains(t, err, want, text)
		}
	}
}
