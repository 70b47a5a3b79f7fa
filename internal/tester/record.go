package tester

import (
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	// mostPositions is how many positions are stored before all are forgotten. With their texts and
	// their lines, they take some tens of megabytes.
	mostPositions = 1 << 18
	// positions; a longer run gets room for many at once, because maps grow slowly
	shortRun = 1 << 13
)

// A record remembers the positions of a run, their keys, and a line to each.
type record struct {
	all            []firstVisit
	byText         map[uint64]int32 // the index in all, by a hash of the text
	byKey          map[zobrist.Key]int32
	lineTree       []lineNode             // trees of lines; the roots are the starting positions
	starts         []string               // these; "" is that of a new game
	transpositions int                    // how often different moves reached a position again
	moveLists      map[uint64]zobrist.Key // a hash of the moves after a line
	span           keycheck.Span
}

// A firstVisit is what the record has of a position: the key and the line of its first visit.
type firstVisit struct {
	text string
	key  zobrist.Key
	node int32 // the end of the line to it
}

// A lineNode is the last move of a line. Lines that begin alike share their first nodes.
type lineNode struct {
	parent int32
	hash   uint64
	Step
}

// A lineMove is a move of a line.
type lineMove struct {
	Step
	node int32  // in the record; 0 if not there
	hash uint64 // of the line that ends with the move
}

func newRecord(starts ...string) *record {
	r := &record{lineTree: make([]lineNode, len(starts)), starts: starts,
		moveLists: make(map[uint64]zobrist.Key)}
	r.forget(nil)
	return r
}

// forget removes all positions, in the middle of a line.
func (r *record) forget(line []lineMove) {
	r.all = r.all[:0]
	r.byText = make(map[uint64]int32)
	r.byKey = make(map[zobrist.Key]int32)
	r.lineTree = r.lineTree[:len(r.starts)]
	for i := range line {
		line[i].node = 0
	}
}

// contradicts returns the law that is broken if a position has this key, and the earlier
// position that shows it. Else it returns the record of this position, or nil.
func (r *record) contradicts(text string, key zobrist.Key) (law string, before *firstVisit) {
	i, keyKnown := r.byKey[key]
	if keyKnown && r.all[i].text == text { // it needs no look at byText
		return "", &r.all[i]
	}
	j, textKnown := r.byText[hash(text)]
	switch {
	case textKnown && r.all[j].text == text:
		return "routes", &r.all[j]
	case keyKnown:
		return "collision", &r.all[i]
	}
	return "", nil
}

// visit records that a line from a start leads to a position with this key, unless an
// earlier one contradicts that.
func (r *record) visit(
	text string, key zobrist.Key, start int, line []lineMove,
) (law string, before *firstVisit) {
	law, before = r.contradicts(text, key)
	switch {
	case law != "":
		return law, before
	case before != nil:
		if r.lineTree[before.node].hash != lineHash(start, line) {
			r.transpositions++
		}
	default:
		if len(r.all) == mostPositions {
			r.forget(line)
		}
		r.span.Add(key)
		i := int32(len(r.all))
		node := r.remember(start, line)
		r.all = append(doubled(r.all), firstVisit{text: text, key: key, node: node})
		if i == shortRun {
			r.byText = roomier(r.byText)
			r.byKey = roomier(r.byKey)
		}
		r.byText[hash(text)] = i
		r.byKey[key] = i
	}
	return "", nil
}

// roomier returns a copy of a map with room for a quarter of all positions.
func roomier[K comparable](old map[K]int32) map[K]int32 {
	m := make(map[K]int32, mostPositions/4)
	maps.Copy(m, old)
	return m
}

// lineHash returns a hash of a line from a start.
func lineHash(start int, line []lineMove) uint64 {
	if len(line) == 0 {
		return uint64(start)
	}
	return line[len(line)-1].hash
}

// remember adds a line to the tree and returns its last node.
func (r *record) remember(start int, line []lineMove) int32 {
	known := len(line)
	for known > 0 && line[known-1].node == 0 {
		known--
	}
	at := int32(start)
	if known > 0 {
		at = line[known-1].node
	}
	for i := known; i < len(line); i++ {
		r.lineTree = append(doubled(r.lineTree), lineNode{at, line[i].hash, line[i].Step})
		at = int32(len(r.lineTree) - 1)
		line[i].node = at
	}
	return at
}

// lineTo returns the script to a node.
func (r *record) lineTo(at int32) (s Script) {
	for ; int(at) >= len(r.starts); at = r.lineTree[at].parent {
		s = append(s, r.lineTree[at].Step)
	}
	slices.Reverse(s)
	return append(begin(r.starts[at]), s...)
}
