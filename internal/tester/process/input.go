package process

import (
	"bytes"
	"io"
	"sync"
)

const (
	maxPending = 64 << 20 // sent, but not yet read by the program
	// pipeBytes is how many bytes a pipe passes on in one piece. Programs that read without
	// a buffer assume that what they read ends with a line.
	pipeBytes = 4096
)

// A queue has the lines that were sent, until its goroutine has written them.
type queue struct {
	mu      sync.Mutex
	changed *sync.Cond
	pending []byte
	closed  bool
}

func newQueue() *queue {
	q := new(queue)
	q.changed = sync.NewCond(&q.mu)
	return q
}

func (q *queue) add(lines []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.pending) > maxPending { // the program reads nothing
		return
	}
	for _, line := range lines {
		q.pending = append(append(q.pending, line...), '\n')
	}
	q.changed.Signal()
}

// close ends the queue after what it has now.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Signal()
}

// next returns whole lines, as many as a pipe passes on in one piece, or one longer line. After
// the end it returns nil.
func (q *queue) next() []byte {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.pending) == 0 && !q.closed {
		q.changed.Wait()
	}
	piece := q.pending[:min(len(q.pending), pipeBytes)]
	n := bytes.LastIndexByte(piece, '\n') + 1
	if n == 0 {
		n = bytes.IndexByte(q.pending, '\n') + 1
	}
	piece, q.pending = q.pending[:n:n], q.pending[n:]
	return piece
}

// run writes until close, or until a write fails.
func (q *queue) run(to io.WriteCloser) {
	defer to.Close()
	for piece := q.next(); len(piece) > 0; piece = q.next() {
		if _, err := to.Write(piece); err != nil {
			q.close()
			return
		}
	}
}
