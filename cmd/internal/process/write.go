package process

import (
	"bytes"
	"io"
	"sync"
)

// A writer writes the lines that were sent, in its own goroutine.
type writer struct {
	mu      sync.Mutex
	pending []byte
	closed  bool
	wake    chan struct{} // has room for one
}

func (w *writer) add(lines []string) {
	w.mu.Lock()
	if w.closed || len(w.pending) > maxPending { // the program reads nothing
		w.mu.Unlock()
		return
	}
	for _, line := range lines {
		w.pending = append(append(w.pending, line...), '\n')
	}
	w.mu.Unlock()
	w.signal()
}

// close makes run return after it has written everything.
func (w *writer) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.signal()
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// atomic is how many bytes a pipe passes on in one piece. Programs that read without a
// buffer assume that what they read ends with a line.
const atomic = 4096

// writeLines writes whole lines, as many at once as a pipe passes on in one piece.
func writeLines(to io.Writer, lines []byte) error {
	for len(lines) > 0 {
		n := len(lines)
		if n > atomic {
			if n = bytes.LastIndexByte(lines[:atomic], '\n') + 1; n == 0 {
				n = bytes.IndexByte(lines, '\n') + 1
			}
		}
		if _, err := to.Write(lines[:n]); err != nil {
			return err
		}
		lines = lines[n:]
	}
	return nil
}

// run writes until close, or until a write fails.
func (w *writer) run(to io.WriteCloser) {
	defer to.Close()
	var spare []byte
	for range w.wake {
		w.mu.Lock()
		out, closed := w.pending, w.closed
		w.pending = spare[:0]
		w.mu.Unlock()
		if err := writeLines(to, out); err != nil || closed {
			w.mu.Lock()
			w.closed, w.pending = true, nil
			w.mu.Unlock()
			return
		}
		spare = out
	}
}
