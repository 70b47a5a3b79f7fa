//go:build linux

package main

import (
	"math/bits"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

func mulHigh(a, b uint64) uint64 {
	high, _ := bits.Mul64(a, b)
	return high
}

// keyAt returns the i-th of random keys.
func keyAt(i int) key { return key(keySource.At(uint64(i))) }

var keySource = zobrist.NewSplitMix64(2026)

// cpu returns the processor time that this thread has taken: other programs do
// not count, but for what they do to the caches.
func cpu() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}

// timed returns the processor time of the calls of run, one in each of so many
// threads at once, per operation.
func timed(threads, ops int, run func(thread int)) float64 {
	var wait sync.WaitGroup
	took := make([]time.Duration, threads)
	for i := range threads {
		wait.Add(1)
		go func() {
			defer wait.Done()
			runtime.LockOSThread()
			start := cpu()
			run(i)
			took[i] = cpu() - start
		}()
	}
	wait.Wait()
	sum := time.Duration(0)
	for _, t := range took {
		sum += t
	}
	return float64(sum.Nanoseconds()) / float64(threads*ops)
}

// compare runs the sides in alternation, and returns the nanoseconds of each and
// the ratios of the first to each.
func compare(rounds int, sides ...func() float64) (ns, ratios []timing.Spread) {
	times := make([][]float64, len(sides))
	for round := range rounds + 1 {
		for i := range sides {
			i = (i + round) % len(sides)
			t := sides[i]()
			if round > 0 { // the first is for the caches
				times[i] = append(times[i], t)
			}
		}
	}
	for i := range sides {
		r := make([]float64, rounds)
		for j := range r {
			r[j] = times[0][j] / times[i][j]
		}
		ns, ratios = append(ns, timing.SpreadOf(times[i])), append(ratios, timing.SpreadOf(r))
	}
	return ns, ratios
}

// workFor returns how many times work must be done to take that long.
func workFor(d time.Duration) int {
	const many = 1 << 22
	var times []float64
	for range 9 {
		times = append(times, timed(1, many, func(int) { sink ^= work(sink, many) }))
	}
	return max(1, int(float64(d.Nanoseconds())/timing.SpreadOf(times).Median))
}

var sink uint64
