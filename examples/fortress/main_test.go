package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// With Upcoming, the draw is seen at less than half of the nodes. Only with the clock is the late
// mate a draw.
func TestRun(t *testing.T) {
	var out strings.Builder
	run(&out, 12, 6)
	assert.Contains(t, out.String(), `
  without Upcoming: 7 to 8 plies, 39341 nodes
  with    Upcoming: 7 to 7 plies, 15556 nodes
A fortress that nobody can break, searched 6 plies deep.`)
	assert.Contains(t, out.String(), `
  without ClockKey: a mate in 3 plies, then a mate in 3 plies
  with    ClockKey: a mate in 3 plies, then a draw
`)
}
