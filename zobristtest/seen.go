package zobristtest

import (
	"slices"

	"github.com/zobrist-go/zobrist"
)

// mostSeen and mostText limit the number of stored positions and the bytes of their
// texts. At either limit, all positions are forgotten.
const (
	mostSeen = 1 << 18
	mostText = 1 << 25
)

// seen remembers the positions of a run, their keys, and a line to each.
type seen struct {
	positions map[string]met
	keys      map[zobrist.Key]string // the position of each key
	nodes     []node                 // trees of lines; the roots are the starting positions
	starts    []string               // the starting positions
	shorter   bool                   // keep the shortest line to each position, not the first
	text      int
	again     int // how often a position was met again
}

// met records the first visit of a position.
type met struct {
	key  zobrist.Key
	node int32 // the end of the line to it
}

type node struct {
	parent int32
	depth  int32
	move   move
}

// newSeen returns an empty seen for lines from the given starting positions. "" is
// the position of a new game, and the default.
func newSeen(starts ...string) *seen {
	if starts == nil {
		starts = []string{""}
	}
	return &seen{
		positions: make(map[string]met),
		keys:      make(map[zobrist.Key]string),
		nodes:     make([]node, len(starts)),
		starts:    starts,
	}
}

// add records that a line from a start leads to a position with this key. If an
// earlier position contradicts this, add returns the kind of mistake and the earlier
// position.
func (s *seen) add(position string, key zobrist.Key, start int, line []move) (wrong kind, before string) {
	if m, ok := s.positions[position]; ok {
		if m.key != key {
			return route, position
		}
		s.again++
		if s.shorter && len(line) < int(s.nodes[m.node].depth) {
			m.node = s.remember(start, line)
			s.positions[position] = m
		}
		return none, ""
	}
	if before, ok := s.keys[key]; ok {
		return collision, before
	}
	if len(s.positions) == mostSeen || s.text+len(position) > mostText {
		s.forget(line)
	}
	s.text += len(position)
	s.positions[position] = met{key, s.remember(start, line)}
	s.keys[key] = position
	return none, ""
}

// forget removes all positions, in the middle of a line.
func (s *seen) forget(line []move) {
	clear(s.positions)
	clear(s.keys)
	s.nodes, s.text = s.nodes[:len(s.starts)], 0
	for i := range line {
		line[i].node = 0
	}
}

// remember adds a line to the tree and returns its last node.
func (s *seen) remember(start int, line []move) int32 {
	known := len(line)
	for known > 0 && line[known-1].node == 0 {
		known--
	}
	at := int32(start)
	if known > 0 {
		at = line[known-1].node
	}
	for i := known; i < len(line); i++ {
		s.nodes = append(s.nodes, node{at, int32(i + 1), line[i]})
		at = int32(len(s.nodes) - 1)
		line[i].node = at
	}
	return at
}

// line returns the moves to a node, and their starting position.
func (s *seen) line(at int32) (from string, line []move) {
	for ; int(at) >= len(s.starts); at = s.nodes[at].parent {
		line = append(line, s.nodes[at].move)
	}
	slices.Reverse(line)
	return s.starts[at], line
}
