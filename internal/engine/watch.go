package engine

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// A watch reports an engine that does not answer. It counts ticks of a clock, so that time
// in which this process does not run does not count.
type watch struct {
	mu    sync.Mutex
	line  func() string // what the engine does; nil if it does nothing
	ticks int           // since it began
}

func (w *watch) start(ctx context.Context, opt Options) {
	const ticks = 20
	go func() {
		ticker := time.NewTicker(opt.Limit / ticks)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			w.mu.Lock()
			w.ticks++
			line, hung := w.line, w.line != nil && w.ticks > ticks
			w.mu.Unlock()
			if hung {
				opt.Hung(line(), stacks())
				return
			}
		}
	}()
}

func (w *watch) begin(line func() string) {
	w.mu.Lock()
	w.line, w.ticks = line, 0
	w.mu.Unlock()
}

func (w *watch) end() { w.begin(nil) }

// stacks returns what all goroutines do, that of the engine among them.
func stacks() string {
	text := make([]byte, 1<<16)
	return string(text[:runtime.Stack(text, true)])
}
