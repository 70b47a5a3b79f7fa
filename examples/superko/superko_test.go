package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The games follow the descriptions in Sensei's Library (SendingTwoReturningOne,
// TripleKo, EternalLife, Snapback, Superko).
func TestRun(t *testing.T) {
	var out bytes.Buffer
	run(&out)
	assert.Equal(t, `Eternal life: White throws in again with move 4, which repeats the start.
  simple ko:           every move is legal
  positional superko:  move 4, D9, would repeat the position at the start
  situational superko: move 4, D9, would repeat the position at the start
A ko with a threat and its answer before Black recaptures: legal under all rules.
  simple ko:           every move is legal
  positional superko:  every move is legal
  situational superko: every move is legal
A ko: Black recaptures at once with move 9, which every rule forbids.
  simple ko:           move 9, D7, would repeat the position after move 7
  positional superko:  move 9, D7, would repeat the position after move 7
  situational superko: move 9, D7, would repeat the position after move 7
Sending two, returning one: move 3 repeats the start, but with White to move.
  simple ko:           every move is legal
  positional superko:  move 3, B5, would repeat the position at the start
  situational superko: move 5, C5, would repeat the position after move 1
A snapback: White captures where Black has just captured, and no position is repeated.
  simple ko:           every move is legal
  positional superko:  every move is legal
  situational superko: every move is legal
White captures its own stone. The board stays the same, with Black to move.
  simple ko:           every move is legal
  positional superko:  move 1, A5, would repeat the position at the start
  situational superko: every move is legal
A triple ko: White's move 6 would repeat the start, with the same player to move.
  simple ko:           every move is legal
  positional superko:  move 6, B4, would repeat the position at the start
  situational superko: move 6, B4, would repeat the position at the start
`, out.String())
}
