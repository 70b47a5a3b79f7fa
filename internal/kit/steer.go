package kit

import (
	"math"
	"strconv"
)

func quote(s string) string { return strconv.Quote(s) }

const (
	steerAfter = 8  // plies before a game turns back
	steerFor   = 32 // plies before it chooses another target
	wrongTurn  = 8  // one move in this many is random
	mostCells  = 160
)

// A steering leads a random game back to positions that are almost equal to an
// earlier one. Such positions show counts that cancel each other in the key.
type steering struct {
	target string
	left   int  // plies until the next target
	on     bool // whether to steer in this position
	best   int
	near   int
}

// aim chooses the target of the next move: an earlier position of the game.
func (s *steering) aim(how course, states []state) {
	s.best, s.near = -1, math.MaxInt
	s.on = how.steer && len(states) > steerAfter && how.draw(wrongTurn) > 0
	if !s.on {
		return
	}
	if s.left--; s.left < 0 {
		s.left = steerFor
		s.target = states[max(0, how.draw(len(states)-steerAfter/2))].position
	}
}

// consider compares the position after a move with the target. It ignores positions
// that were seen before.
func (s *steering) consider(i int, to state, isNew bool) {
	if !s.on || !isNew {
		return
	}
	if d := distance(to.position, s.target); d < s.near {
		s.best, s.near = i, d
	}
}

func (s *steering) choose(otherwise int) int {
	if !s.on || s.best < 0 {
		return otherwise
	}
	return s.best
}

// distance returns the edit distance of two texts: how many characters to change,
// insert or delete. For long texts it returns an upper bound.
func distance(a, b string) int {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return len(a) + len(b)
	}
	if len(a) > mostCells || len(b) > mostCells {
		n := max(len(a), len(b)) - min(len(a), len(b))
		for i := range min(len(a), len(b)) {
			if a[i] != b[i] {
				n++
			}
		}
		return n
	}
	var row [mostCells + 1]int
	for j := range len(b) + 1 {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
