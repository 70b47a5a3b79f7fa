package kit

import (
	"math"
	"strconv"

	"github.com/zobrist-go/zobrist/internal/words"
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
	met    map[string]struct{}
	rare   *explorer // prefers rare positions to near ones, unless nil
	best   int
	near   int
}

// aim chooses the target of the next move: an earlier position of the game.
func (s *steering) aim(how course, states []state) {
	s.best, s.near = -1, math.MaxInt
	s.on = s.rare != nil && how.draw(wrongTurn) > 0 || how.steer && len(states) > steerAfter && how.draw(wrongTurn) > 0
	if !s.on || s.rare != nil {
		return
	}
	if s.met == nil {
		s.met = make(map[string]struct{})
	}
	if s.left--; s.left < 0 {
		s.left = steerFor
		s.target = states[max(0, how.draw(len(states)-steerAfter/2))].position
	}
}

// consider compares the position after a move with the target. It ignores positions that
// this game met before. Only this game counts, so that its seed repeats it.
func (s *steering) consider(i int, to state) {
	if !s.on {
		return
	}
	d := 0
	if s.rare != nil {
		d = -s.rare.rarity(to.position)
	} else if _, ok := s.met[to.position]; ok {
		return
	} else {
		s.met[to.position] = struct{}{}
		d = distance(to.position, s.target)
	}
	if d < s.near {
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
// insert or delete. For long texts, and texts of the same length, it returns an upper
// bound.
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
	if len(a) != len(b) && max(len(a), len(b)) <= mostCells {
		return words.Distance(a, b)
	}
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
