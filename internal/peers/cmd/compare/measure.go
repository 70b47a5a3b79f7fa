package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
)

// A side is one way to do a job: run does it ops times and returns the XOR of
// the keys, so that nothing can be left out.
type side struct {
	name string
	ops  int
	run  func() zobrist.Key
	// check, where it is set, is asked for the XOR in place of run, which does
	// not end in a number.
	check func() zobrist.Key
}

func (s side) xor() zobrist.Key {
	if s.check != nil {
		return s.check()
	}
	return s.run()
}

// A meter measures sides in alternation, so that whatever else the machine does
// meets them all.
type meter struct {
	rounds int
	slice  time.Duration // of one side in one round, at least
	sink   zobrist.Key
}

// measure returns, for each side, the nanoseconds of an operation in each round.
// Whoever goes first changes from round to round.
func (m *meter) measure(sides ...side) [][]float64 {
	runtime.GC()
	times, passes := make([][]float64, len(sides)), make([]int, len(sides))
	for i, s := range sides {
		passes[i] = m.calibrate(s)
	}
	for round := range m.rounds {
		for k := range sides {
			i := (k + round) % len(sides)
			took := m.time(sides[i], passes[i])
			times[i] = append(times[i], float64(took.Nanoseconds())/float64(passes[i]*sides[i].ops))
		}
	}
	return times
}

// calibrate returns how many passes fill a slice.
func (m *meter) calibrate(s side) int {
	passes := 1
	for {
		took := m.time(s, passes)
		if took >= m.slice {
			return passes
		}
		passes = max(passes+1, min(passes*10, int(float64(passes)*1.2*float64(m.slice)/float64(max(took, 1)))))
	}
}

func (m *meter) time(s side, passes int) time.Duration {
	start := time.Now()
	for range passes {
		m.sink ^= s.run()
	}
	return time.Since(start)
}

// A spread is the median and the quartiles of the rounds.
type spread struct{ low, median, high float64 }

func spreadOf(values []float64) spread {
	v := slices.Clone(values)
	slices.Sort(v)
	at := func(q float64) float64 {
		x := q * float64(len(v)-1)
		i := int(x)
		if i+1 == len(v) {
			return v[i]
		}
		return v[i] + (x-float64(i))*(v[i+1]-v[i])
	}
	return spread{at(0.25), at(0.5), at(0.75)}
}

// ratios returns a/b, round by round.
func ratios(a, b []float64) []float64 {
	r := make([]float64, len(a))
	for i := range r {
		r[i] = a[i] / b[i]
	}
	return r
}

// A contest is a job that the library and a peer both do.
type contest struct {
	job, over  string // what, and over what
	ours, peer side
	target     float64 // the ratio is to be at most this; 0 for no claim
	different  bool    // the peer's keys are others, and not comparable
}

type result struct {
	contest
	ratio       spread
	oursT, hisT spread
}

func (m *meter) contest(c contest) (result, error) {
	if !c.different {
		if ours, his := c.ours.xor(), c.peer.xor(); ours != his {
			return result{}, fmt.Errorf("%s: %s and %s disagree: %v, %v", c.job, c.ours.name, c.peer.name, ours, his)
		}
	}
	t := m.measure(c.ours, c.peer)
	return result{c, spreadOf(ratios(t[0], t[1])), spreadOf(t[0]), spreadOf(t[1])}, nil
}

// allocated returns the bytes and the number of allocations of one call.
func allocated(f func()) (bytes, count uint64) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, after.Mallocs - before.Mallocs
}
