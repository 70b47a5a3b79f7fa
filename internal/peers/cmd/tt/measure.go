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

// cpu returns the processor time of this thread. Other programs do not count, except
// through their effect on the caches.
func cpu() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}

// timed calls run in each of several threads at the same time. It returns the processor
// time for each operation.
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

// compare runs the sides in alternation. It returns the nanoseconds of each side, and the
// ratio of the first side to each.
func compare(rounds int, sides ...func() float64) (ns, ratios []timing.Spread) {
	times := make([][]float64, len(sides))
	for round := range rounds + 1 {
		for i := range sides {
			i = (i + round) % len(sides)
			t := sides[i]()
			if round > 0 { // round 0 fills the caches
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

// workFor returns the n for which work takes that long.
func workFor(d time.Duration) int {
	const many = 1 << 22
	var times []float64
	for range 9 {
		times = append(times, timed(1, many, func(int) { sink ^= work(sink, many) }))
	}
	return max(1, int(float64(d.Nanoseconds())/timing.SpreadOf(times).Median))
}

var sink uint64
