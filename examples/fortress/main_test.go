package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// With Upcoming, the draw is seen a ply earlier, at less than half of the nodes, and the
// fortress takes a tenth less. Only with the clock is the late mate a draw.
func TestRun(t *testing.T) {
	var out strings.Builder
	run(&out, 14)
	assert.Equal(t, `without Upcoming
  perpetual check: score 0 after 8 plies, 71375 nodes
  fortress: score 400 after 14 plies, 53600 nodes
with Upcoming
  perpetual check: score 0 after 7 plies, 32513 nodes
  fortress: score 400 after 14 plies, 48639 nodes
without ClockKey
  a mate in 3 plies: score 9997 when the halfmove clock is 60, then 9997 when it is 98
with ClockKey
  a mate in 3 plies: score 9997 when the halfmove clock is 60, then 0 when it is 98
`, out.String())
}
