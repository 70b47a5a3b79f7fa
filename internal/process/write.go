package process

import (
	"io"
	"sync"
)

// A writer writes what was sent, on a goroutine of its own.
type writer struct {
	mu      sync.Mutex
	pending []byte
	closed  bool
	wake    chan struct{} // has room for one
}

func (w *writer) add(lines []string) {
	w.mu.Lock()
	if w.closed || len(w.pending) > maxPending { // of a program that reads nothing
		w.mu.Unlock()
		return
	}
	for _, line := range lines {
		w.pending = append(append(w.pending, line...), '\n')
	}
	w.mu.Unlock()
	w.signal()
}

// close lets run end once all is written.
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

// run writes until close, or until the program takes nothing more.
func (w *writer) run(to io.WriteCloser) {
	defer to.Close()
	var spare []byte
	for range w.wake {
		w.mu.Lock()
		out, closed := w.pending, w.closed
		w.pending = spare[:0]
		w.mu.Unlock()
		if _, err := to.Write(out); err != nil || closed {
			w.mu.Lock()
			w.closed, w.pending = true, nil
			w.mu.Unlock()
			return
		}
		spare = out
	}
}
