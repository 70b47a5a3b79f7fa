package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/results"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

type key = zobrist.Key

// A bench measures the rows of one part.
type bench struct {
	Rows    map[string]results.Figures
	LeftOut []string // what was left out, and why

	rounds  int
	slices  int           // of each side in a round; the fastest counts
	slice   time.Duration // least CPU time of a slice
	only    string        // a part of the rows' names
	library map[string]string
	small   bool // use little data, for tests
}

// wants reports whether the row is to be measured.
func (b *bench) wants(id string) bool { return strings.Contains(id, b.only) }

// size returns n, or in tests less.
func (b *bench) size(n int) int {
	if b.small {
		return max(20, n/64)
	}
	return n
}

// add adds a row, from nanoseconds of each round. peer may be nil.
func (b *bench) add(id string, ours, peer []float64) {
	f := results.Figures{Ours: timing.SpreadOf(ours)}
	if peer != nil {
		f.Peer, f.Ratio = timing.SpreadOf(peer), timing.SpreadOf(timing.Ratios(ours, peer))
	}
	b.Rows[id] = f
}

// check ends the program, unless err is nil.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func must[T any](x T, err error) T {
	check(err)
	return x
}

// A side does a job ops times. It returns the XOR of the keys, so that the compiler cannot
// leave anything out.
type side struct {
	ops int
	run func() key
	// draw, if set, chooses other data before each run. Its time does not count.
	draw func()
	// check, if set, returns the XOR instead of run, whose result is not a number.
	check func() key
	// elsewhere, if set, makes another process run the job, and returns the CPU time.
	elsewhere func(passes int) time.Duration
}

// over calls change with each item. It is inlined together with change, so that no call
// separates the loop from the library.
func over[T any](items []T, change func(h key, item *T) key) (h key) {
	for i := range items {
		h = change(h, &items[i])
	}
	return h
}

var sink key

func (s side) time(passes int) (took time.Duration) {
	if s.elsewhere != nil {
		return s.elsewhere(passes)
	}
	if s.draw != nil {
		for range passes {
			s.draw()
			start := timing.Process()
			sink ^= s.run()
			took += timing.Process() - start
		}
		return took
	}
	start := timing.Process()
	for range passes {
		sink ^= s.run()
	}
	return timing.Process() - start
}

// slicesOf returns a function that does one slice of the side's work and returns the
// nanoseconds of an operation.
func (b *bench) slicesOf(s side) func() float64 {
	passes := 1
	for took := s.time(passes); took < b.slice; took = s.time(passes) {
		passes = max(passes+1, min(passes*10, int(float64(passes)*1.2*float64(b.slice)/float64(max(took, 1)))))
	}
	return func() float64 { return float64(s.time(passes).Nanoseconds()) / float64(passes*s.ops) }
}

// same returns an error unless both sides have the same keys.
func same(ours, peer side) error {
	xor := func(s side) key {
		if s.check != nil {
			return s.check()
		}
		return s.run()
	}
	if got, want := xor(ours), xor(peer); got != want {
		return fmt.Errorf("the keys differ: got %v, want the peer's %v", got, want)
	}
	return nil
}

// contest measures a row, if it is wanted. Both sides must have the same keys.
func (b *bench) contest(id string, ours, peer side) {
	if !b.wants(id) {
		return
	}
	if err := same(ours, peer); err != nil {
		check(fmt.Errorf("%s: %w", id, err))
	}
	runtime.GC()
	times := timing.Alternate(b.rounds, b.slices, b.slicesOf(ours), b.slicesOf(peer))
	b.add(id, times[0], times[1])
}

// versus is contest for sides that are only a function.
func (b *bench) versus(id string, ops int, ours, peer func() key) {
	b.contest(id, side{ops: ops, run: ours}, side{ops: ops, run: peer})
}

// collecting is for sides that allocate: every slice counts, because garbage is collected
// in some of them only.
func (b *bench) collecting() *bench {
	c := *b
	c.slices, c.slice = 1, 4*b.slice
	return &c
}
