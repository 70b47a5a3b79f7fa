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

// run writes until close, or until a write fails.
func (q *queue) run(to io.WriteCloser) {
	io.Copy(to, q)
	q.close()
	to.Close()
}

// Read reads whole lines, as many as a pipe passes on in one piece, or one longer line.
func (q *queue) Read(b []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.pending) == 0 {
		if q.closed {
			return 0, io.EOF
		}
		q.changed.Wait()
	}
	n := copy(b, q.pending)
	if end := bytes.LastIndexByte(b[:min(n, pipeBytes)], '\n') + 1; end > 0 {
		n = end
	} else if end := bytes.IndexByte(b[:n], '\n') + 1; end > 0 {
		n = end
	}
	q.pending = q.pending[n:]
	return n, nil
}
