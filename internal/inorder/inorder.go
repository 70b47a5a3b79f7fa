// Package inorder does work on all cores and hands over the results in the order of the jobs.
package inorder

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// A Queue has workers that turn jobs into results. Only one goroutine may call its methods.
type Queue[Job, Result any] struct {
	jobs    chan task[Job, Result] // for the workers
	results chan chan Result       // in the order of the jobs
	workers sync.WaitGroup
	used    chan struct{} // closed when use has got the last result
	pending atomic.Int64  // jobs whose results have not been used
}

// A task is a job and where its result goes.
type task[Job, Result any] struct {
	job    Job
	result chan Result
}

// New starts a queue. It calls work in GOMAXPROCS goroutines at once, and use for one result
// after the other, in the order in which Add got their jobs. When no job is left, it calls idle,
// as use from one goroutine, which may call it again at any time. Call Close at the end.
func New[Job, Result any](
	work func(Job) Result, use func(Result), idle func(),
) *Queue[Job, Result] {
	workers := runtime.GOMAXPROCS(0)
	q := &Queue[Job, Result]{
		jobs: make(chan task[Job, Result]),
		// Twice as many results as workers may wait for an earlier one that takes longer.
		results: make(chan chan Result, 2*workers),
		used:    make(chan struct{}),
	}
	for range workers {
		q.workers.Add(1)
		go func() {
			defer q.workers.Done()
			for t := range q.jobs {
				t.result <- work(t.job)
			}
		}()
	}
	go func() {
		defer close(q.used)
		for result := range q.results {
			use(<-result)
			if q.pending.Add(-1) == 0 {
				idle()
			}
		}
	}()
	return q
}

// Add adds a job. It waits while there are too many jobs and results, so that they take memory
// for some three jobs for each worker however long the input is.
func (q *Queue[Job, Result]) Add(job Job) {
	q.pending.Add(1)
	result := make(chan Result, 1) // so that a worker does not wait until it is used
	q.results <- result
	q.jobs <- task[Job, Result]{job, result}
}

// Close ends the queue. It returns when all results have been used.
func (q *Queue[Job, Result]) Close() {
	close(q.jobs)
	q.workers.Wait()
	close(q.results)
	<-q.used
}
