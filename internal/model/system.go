package model

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/state"
)

// A system is the equations of samples: one for each key.
type system struct {
	of      []state.Feature // by index
	index   map[state.Feature]int32
	all     []equation
	wrong   bool // some keys contradict the others
	numbers []Number
	rank    int // how many equations that agree are needed to determine the numbers
}

// newSystem returns the equations of samples, without the features that skip excludes. Elimination
// determines the last number of each equation first, so optional numbers have the lowest indices.
func newSystem(samples []Sample, skip func(f state.Feature) bool) *system {
	s := &system{index: make(map[state.Feature]int32), all: make([]equation, len(samples))}
	features := make([][]state.Feature, len(samples))
	for i, sample := range samples {
		for _, f := range sample.features() {
			if skip(f) {
				continue
			}
			features[i] = append(features[i], f)
			if f.Optional() {
				s.add(f)
			}
		}
	}
	for i, sample := range samples {
		e := &s.all[i]
		e.key = sample.Key
		if sample.Before == nil {
			e.men = len(sample.State.Men)
		}
		for _, f := range features[i] {
			e.ids = append(e.ids, s.add(f))
		}
	}
	return s
}

// add returns the index of a feature, which may be new.
func (s *system) add(f state.Feature) int32 {
	id, ok := s.index[f]
	if !ok {
		id = int32(len(s.of))
		s.index[f] = id
		s.of = append(s.of, f)
	}
	return id
}

// solve solves the equations by elimination. If one contradicts those before it, most of all
// decide.
func (s *system) solve(seed uint64) {
	f := newFit(s.of)
	for _, e := range s.all {
		if !f.add(e.key, e.ids) {
			s.wrong = true
			f = agreed(s.distinct(), s.of, seed)
			break
		}
	}
	s.numbers = f.numbers(seed, false)
	s.rank = f.rank
}

// dropLone takes en passant squares to have no number beside their file, and sets of castling
// rights none beside their rights, if few of them seem to have one: an engine with a number for
// each has eight for White's squares, and eleven for sets. A few that seem so were fitted to wrong
// keys, as each is in few positions.
func (s *system) dropLone() {
	const oneIn = 4
	type class struct {
		kind    state.Kind
		capture state.Capture
	}
	all, nonzero := make(map[class]int), make(map[class][]int)
	for i, n := range s.numbers {
		c := class{n.Feature.Kind, n.Feature.Capture}
		if c.kind != state.EnPassantSquare && c.kind != state.Rights {
			continue
		}
		all[c]++
		if n.Key != 0 {
			nonzero[c] = append(nonzero[c], i)
		}
	}
	var files []state.Feature // of squares that are dropped
	for c, some := range nonzero {
		if oneIn*len(some) > all[c] {
			continue
		}
		for _, i := range some {
			s.numbers[i].Key = 0
			s.wrong = true
			file, ok := s.numbers[i].Feature.Besides()
			if ok {
				files = append(files, file)
			}
		}
	}
	s.dropFiles(files)
}

// dropFiles takes files to have no number if the one that they have was fitted beside that of a
// square, which is dropped: without it, most keys that have the file agree that it has none.
func (s *system) dropFiles(files []state.Feature) {
	all := s.distinct()
	for _, file := range files {
		id, ok := s.index[file]
		if !ok || s.numbers[id].Free != 0 {
			continue
		}
		using := slices.DeleteFunc(slices.Clone(all), func(e equation) bool {
			return !slices.Contains(e.ids, id)
		})
		if mostWrongBy(using, s.numbers) == s.numbers[id].Key {
			s.numbers[id].Key = 0
		}
	}
}

// distinct returns the equations, an empty one first. The same state and key twice are no evidence,
// but what two moves change is.
func (s *system) distinct() []equation {
	type content struct {
		features uint64
		key      zobrist.Key
	}
	all := []equation{{}}
	seen := make(map[content]bool, len(s.all))
	for _, e := range s.all {
		c := content{label(e.ids), e.key}
		if !seen[c] || e.men == 0 {
			seen[c] = true
			all = append(all, e)
		}
	}
	return all
}
