package tester

import (
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	mostMet = 1 << 18 // positions are stored before all are forgotten
	// positions; a longer run gets room for many at once, because maps grow slowly
	shortRun = 1 << 13
)

// A record remembers the positions of a run, their keys, and a line to each.
type record struct {
	all            []met
	byText         map[uint64]int32 // the index in all, by a hash of the text
	byKey          map[zobrist.Key]int32
	ways           []way                  // trees of lines; the roots are the starting positions
	starts         []string               // these; "" is that of a new game
	transpositions int                    // how often a position was met again, after another line
	visits         map[uint64]zobrist.Key // a hash of the moves after a line
	span           keycheck.Span
}

// met is the first visit of a position.
type met struct {
	text string
	key  zobrist.Key
	node int32 // the end of the line to it
}

type way struct {
	parent int32
	hash   uint64
	Step
}

// A placed is a move of a line.
type placed struct {
	Step
	node int32  // in the record; 0 if not there
	hash uint64 // of the line that ends with the move
}

func newRecord(starts ...string) *record {
	r := &record{ways: make([]way, len(starts)), starts: starts,
		visits: make(map[uint64]zobrist.Key)}
	r.forget(nil)
	return r
}

// forget removes all positions, in the middle of a line.
func (r *record) forget(line []placed) {
	r.all = r.all[:0]
	r.byText = make(map[uint64]int32)
	r.byKey = make(map[zobrist.Key]int32)
	r.ways = r.ways[:len(r.starts)]
	for i := range line {
		line[i].node = 0
	}
}

// contradicts returns the law that is broken if a position has this key, and the earlier
// position that shows it. Else it returns the record of this position, or nil.
func (r *record) contradicts(text string, key zobrist.Key) (law string, before *met) {
	i, keyMet := r.byKey[key]
	if keyMet && r.all[i].text == text { // it needs no look at byText
		return "", &r.all[i]
	}
	j, textMet := r.byText[hash(text)]
	switch {
	case textMet && r.all[j].text == text:
		return "routes", &r.all[j]
	case keyMet:
		return "collision", &r.all[i]
	}
	return "", nil
}

// visit records that a line from a start leads to a position with this key, unless an
// earlier one contradicts that.
func (r *record) visit(text string, key zobrist.Key, start int, line []placed) (law string,
	before *met) {
	law, before = r.contradicts(text, key)
	switch {
	case law != "":
		return law, before
	case before != nil:
		if r.ways[before.node].hash != lineHash(start, line) {
			r.transpositions++
		}
	default:
		if len(r.all) == mostMet {
			r.forget(line)
		}
		r.span.Add(key)
		i := int32(len(r.all))
		r.all = append(doubled(r.all), met{text: text, key: key, node: r.remember(start, line)})
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
	m := make(map[K]int32, mostMet/4)
	maps.Copy(m, old)
	return m
}

// lineHash returns a hash of a line from a start.
func lineHash(start int, line []placed) uint64 {
	if len(line) == 0 {
		return uint64(start)
	}
	return line[len(line)-1].hash
}

// remember adds a line to the tree and returns its last node.
func (r *record) remember(start int, line []placed) int32 {
	known := len(line)
	for known > 0 && line[known-1].node == 0 {
		known--
	}
	at := int32(start)
	if known > 0 {
		at = line[known-1].node
	}
	for i := known; i < len(line); i++ {
		r.ways = append(doubled(r.ways), way{at, line[i].hash, line[i].Step})
		at = int32(len(r.ways) - 1)
		line[i].node = at
	}
	return at
}

// way returns the script to a node.
func (r *record) way(at int32) (s Script) {
	for ; int(at) >= len(r.starts); at = r.ways[at].parent {
		s = append(s, r.ways[at].Step)
	}
	slices.Reverse(s)
	return append(begin(r.starts[at]), s...)
}
