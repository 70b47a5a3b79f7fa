package bench

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/zobrist-go/zobrist"
)

type key = zobrist.Key

// A bench measures rows.
//
// It uses CPU time, so that other programs count only through their effect on caches and
// clock rate. The two sides take turns in short slices, so that this effect is the same for
// both. A side's time in a round is its fastest slice, because other programs only ever add
// time. Each round gives a ratio, and the median of the ratios counts.
type bench struct {
	rows     []row
	rounds   int
	slices   int           // of each side in a round
	slice    time.Duration // least CPU time of a slice
	only     string        // a part of the rows' jobs
	programs [2]string     // of chess-library, built with -O3 and with -march=native, or ""
	small    bool          // use little data, for tests
	files    []string      // what the rows measure
}

// A row is a job of the library, compared with a peer. Its times are the medians, in
// nanoseconds of one operation.
type row struct {
	job, peer   string
	ours, ratio float64
}

func (r row) line() string {
	return fmt.Sprintf("|%s|%s|%.2f|%s|\n", r.job, r.peer, r.ratio, r.time())
}

// time returns the library's own time.
func (r row) time() string {
	if r.ours >= 9.95 {
		return fmt.Sprintf("%.0f ns", r.ours)
	}
	return fmt.Sprintf("%.1f ns", r.ours)
}

// size returns n, or in tests less.
func (b *bench) size(n int) int {
	if b.small {
		return max(20, n/64)
	}
	return n
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
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

var sink key

// cpuTime returns the CPU time that this process has used, with its garbage collector.
func cpuTime() time.Duration {
	var u syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func (s side) time(passes int) (took time.Duration) {
	if s.elsewhere != nil {
		return s.elsewhere(passes)
	}
	for start := cpuTime(); passes > 0; passes-- {
		if s.draw != nil {
			s.draw()
			start = cpuTime()
		}
		sink ^= s.run()
		if s.draw != nil || passes == 1 {
			took += cpuTime() - start
		}
	}
	return took
}

// slicesOf returns a function that does one slice of the side's work and returns the
// nanoseconds of an operation.
func (b *bench) slicesOf(s side) func() float64 {
	passes := 1
	for took := s.time(passes); took < b.slice; took = s.time(passes) {
		passes = max(passes+1,
			min(passes*10, int(float64(passes)*1.2*float64(b.slice)/float64(max(took, 1)))))
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
func (b *bench) contest(r row, ours, peer side) {
	if !strings.Contains(r.job, b.only) {
		return
	}
	if err := same(ours, peer); err != nil {
		check(fmt.Errorf("%s: %w", r.job, err))
	}
	runtime.GC()
	times := b.alternate(b.slicesOf(ours), b.slicesOf(peer))
	ratios := make([]float64, b.rounds)
	for i := range ratios {
		ratios[i] = times[0][i] / times[1][i]
	}
	r.ours, r.ratio = median(times[0]), median(ratios)
	b.rows = append(b.rows, r)
	if !b.small {
		fmt.Print(r.line())
	}
}

// versus is contest for sides that are only a function.
func (b *bench) versus(r row, ops int, ours, peer func() key) {
	b.contest(r, side{ops: ops, run: ours}, side{ops: ops, run: peer})
}

// collecting is contest for sides that allocate: every slice counts, because garbage is
// collected in some of them only.
func (b *bench) collecting(r row, ours, peer side) {
	c := *b
	c.slices, c.slice = 1, 4*b.slice
	c.contest(r, ours, peer)
	b.rows = c.rows
}

// alternate runs two sides in turn and returns their times, by round. A side does one slice
// of work and returns its time. The sides take turns in going first. A first round, which
// fills the caches, does not count.
func (b *bench) alternate(sides ...func() float64) (times [2][]float64) {
	for round := range b.rounds + 1 {
		least := [2]float64{math.Inf(1), math.Inf(1)}
		for slice := range 2 * b.slices {
			i := (slice + slice/2 + round) % 2
			least[i] = min(least[i], sides[i]())
		}
		for i, t := range least {
			if round > 0 {
				times[i] = append(times[i], t)
			}
		}
	}
	return times
}
