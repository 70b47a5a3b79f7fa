package main

import (
	"fmt"
	"runtime"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// A side is one way to do a job. run does the job ops times. It returns the XOR of the
// keys, so that the compiler cannot leave anything out.
type side struct {
	name string
	ops  int
	run  func() zobrist.Key
	// check, if set, returns the XOR instead of run, whose result is not a number.
	check func() zobrist.Key
	// elsewhere, if set, makes another process run the job passes times, and returns
	// the CPU time.
	elsewhere func(passes int) time.Duration
}

func (s side) xor() zobrist.Key {
	if s.check != nil {
		return s.check()
	}
	return s.run()
}

// A meter measures sides in alternation, so that other load affects all of them.
type meter struct {
	rounds int
	slice  time.Duration // least time of one side in one round
	sink   zobrist.Key
}

// measure returns the nanoseconds of an operation, for each side and round. The sides take
// turns in going first.
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

// A contest is a job for the library and a peer.
type contest struct {
	job, over  string // the job, and its data
	ours, peer side
	target     float64 // highest ratio that the library claims; 0 for no claim
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
