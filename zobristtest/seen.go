package zobristtest

import (
	"hash/maphash"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// mostSeen bounds the positions that are remembered, at about 150 bytes each.
// When there are so many, all are forgotten.
const mostSeen = 1 << 18

// seen remembers the positions of a run, their keys, and a line to each.
// Positions are told apart by a 64-bit hash; that two of the 2^18 share one by
// chance has odds of 1 to 500 million.
type seen struct {
	seed       maphash.Seed
	byPosition map[uint64]met
	byKey      map[zobrist.Key]met
	nodes      []node // a tree of lines; the root is the start
	again      int    // how often a position was met again
}

type met struct {
	position uint64
	key      zobrist.Key
	node     int32
}

type node struct {
	parent int32
	move   move
}

func newSeen() *seen {
	return &seen{
		seed:       maphash.MakeSeed(),
		byPosition: make(map[uint64]met),
		byKey:      make(map[zobrist.Key]met),
		nodes:      make([]node, 1),
	}
}

// add records that line leads to a position with that key. When this cannot
// be true of right keys it returns what is wrong, and what was met before.
func (s *seen) add(position string, key zobrist.Key, line []move) (wrong kind, before met) {
	m := met{maphash.String(s.seed, position), key, 0}
	if before, ok := s.byPosition[m.position]; ok {
		if before.key != key {
			return route, before
		}
		s.again++
		return none, met{}
	}
	if before, ok := s.byKey[key]; ok {
		return collision, before
	}
	if len(s.byKey) == mostSeen {
		s.forget(line)
	}
	m.node = s.remember(line)
	s.byPosition[m.position], s.byKey[key] = m, m
	return none, met{}
}

// forget starts anew in the middle of a line.
func (s *seen) forget(line []move) {
	clear(s.byPosition)
	clear(s.byKey)
	s.nodes = s.nodes[:1]
	for i := range line {
		line[i].node = 0
	}
}

// remember puts a line in the tree and returns its end.
func (s *seen) remember(line []move) int32 {
	known := len(line)
	for known > 0 && line[known-1].node == 0 {
		known--
	}
	at := int32(0)
	if known > 0 {
		at = line[known-1].node
	}
	for i := known; i < len(line); i++ {
		s.nodes = append(s.nodes, node{at, line[i]})
		at = int32(len(s.nodes) - 1)
		line[i].node = at
	}
	return at
}

// line returns the moves to a node.
func (s *seen) line(at int32) []move {
	var line []move
	for ; at != 0; at = s.nodes[at].parent {
		line = append(line, s.nodes[at].move)
	}
	slices.Reverse(line)
	return line
}
