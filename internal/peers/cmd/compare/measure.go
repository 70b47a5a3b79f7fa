package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
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
	// elsewhere, where it is set, has another process run it so many times,
	// and returns the CPU time that took.
	elsewhere func(passes int) time.Duration
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
	if s.elsewhere != nil {
		return s.elsewhere(passes)
	}
	start := timing.Now()
	for range passes {
		m.sink ^= s.run()
	}
	return timing.Now() - start
}

// A contest is a job that the library and a peer both do.
type contest struct {
	job, over  string // what, and over what
	ours, peer side
	target     float64 // the ratio is to be at most this; 0 for no claim
}

type result struct {
	contest
	ratio       timing.Spread
	oursT, hisT timing.Spread
}

func (m *meter) contest(c contest) (result, error) {
	if ours, his := c.ours.xor(), c.peer.xor(); ours != his {
		return result{}, fmt.Errorf("%s: %s and %s disagree: %v, %v", c.job, c.ours.name, c.peer.name, ours, his)
	}
	t := m.measure(c.ours, c.peer)
	return result{c, timing.SpreadOf(timing.Ratios(t[0], t[1])), timing.SpreadOf(t[0]), timing.SpreadOf(t[1])}, nil
}
