package inorder

import (
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// Jobs that take different times come out in order. The queue is idle after the last of them.
func TestResultsComeInOrder(t *testing.T) {
	const jobs = 2000
	var got []int
	work := func(n int) int {
		if rand.IntN(50) == 0 {
			time.Sleep(time.Millisecond)
		}
		return n * n
	}
	use := func(square int) { got = append(got, square) }
	usedWhenIdle := make(chan int, jobs)
	idle := func() { usedWhenIdle <- len(got) }
	q := New(work, use, idle)
	for n := range jobs {
		q.Add(n)
		if n%500 != 0 {
			continue
		}
		for <-usedWhenIdle != n+1 { // it may have been idle before, too
		}
	}
	q.Close()
	for n := range jobs {
		if got[n] != n*n {
			t.Fatalf("result %d is %d", n, got[n])
		}
	}
	assert.Len(t, got, jobs)
}

// Several jobs run at once.
func TestJobsRunAtOnce(t *testing.T) {
	workers := runtime.GOMAXPROCS(0)
	meet := make(chan struct{})
	var here atomic.Int32
	q := New(func(int) bool {
		if int(here.Add(1)) == workers {
			close(meet)
		}
		select {
		case <-meet:
			return true
		case <-time.After(time.Minute):
			return false
		}
	}, func(met bool) { assert.True(t, met, "a worker is alone") }, func() {})
	for range workers {
		q.Add(0)
	}
	q.Close()
}

// Add waits for a result that holds up the others, so that memory is bounded.
func TestAddWaits(t *testing.T) {
	hold := make(chan struct{})
	var added atomic.Int32
	q := New(func(n int) int {
		if n == 0 {
			<-hold
		}
		return n
	}, func(int) {}, func() {})
	done := make(chan struct{})
	const jobs = 1000
	go func() {
		defer close(done)
		for n := range jobs {
			q.Add(n)
			added.Add(1)
		}
	}()
	time.Sleep(50 * time.Millisecond)
	assert.LessOrEqual(t, int(added.Load()), 4*runtime.GOMAXPROCS(0)+1)
	close(hold)
	<-done
	q.Close()
	assert.EqualValues(t, jobs, added.Load())
}
