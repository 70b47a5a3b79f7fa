package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The games follow the descriptions in Sensei's Library (SendingTwoReturningOne,
// TripleKo, EternalLife, Snapback, Superko).
func TestGames(t *testing.T) {
	const legal = "every move is legal"
	wanted := map[string][3]string{
		"ko":           {"move 9, D7, would repeat the position after move 7", "move 9, D7, would repeat the position after move 7", "move 9, D7, would repeat the position after move 7"},
		"ko-threat":    {legal, legal, legal},
		"sending-two":  {legal, "move 3, B5, would repeat the position at the start", "move 5, C5, would repeat the position after move 1"},
		"triple-ko":    {legal, "move 6, B4, would repeat the position at the start", "move 6, B4, would repeat the position at the start"},
		"eternal-life": {legal, "move 4, D9, would repeat the position at the start", "move 4, D9, would repeat the position at the start"},
		"snapback":     {legal, legal, legal},
		"suicide":      {legal, "move 1, A5, would repeat the position at the start", legal},
	}
	all := records()
	require.Len(t, all, len(wanted))
	for _, r := range all {
		want := wanted[strings.TrimSuffix(r.name, ".txt")]
		for _, rule := range []Rule{Ko, Positional, Situational} {
			assert.Equal(t, want[rule], r.play(rule), "%s by %v", r.name, rule)
		}
	}
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	run(&out)
	assert.Contains(t, out.String(), `
  simple ko:           every move is legal
  positional superko:  move 3, B5, would repeat the position at the start
  situational superko: move 5, C5, would repeat the position after move 1
`)
}
