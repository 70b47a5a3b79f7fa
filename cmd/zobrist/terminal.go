package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"
)

// isTerminal reports whether a stream is nil or a character device, such as a terminal, but not
// the null device.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return stream == nil
	}
	info, err := f.Stat()
	return err != nil || info.Mode()&os.ModeCharDevice != 0 && !isNull(info)
}

func isNull(info os.FileInfo) bool {
	null, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, null)
}

// isClosed reports whether a standard stream was closed when the program started. The
// Go runtime then opens the null device in its place, for reading and writing.
func isClosed(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || !isNull(info) {
		return err != nil
	}
	_, err = f.Read(make([]byte, 1))
	return err == io.EOF // >/dev/null opens it for writing only
}

// interruptible returns a context that ends with the first signal, such as Ctrl-C, which
// c.signal then is. The second signal kills the program.
func (c *cli) interruptible() (ctx context.Context, stop context.CancelFunc) {
	ctx, stop = context.WithCancel(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, endSignals...)
	go func() {
		select {
		case s := <-signals:
			c.signal.Store(signalNumber(s))
		case <-ctx.Done():
		}
		signal.Stop(signals)
		stop()
	}()
	return ctx, stop
}

// A progress shows progress on a terminal: a text, and the share of the work that is done
// and the seconds that are left, as far as they are known.
type progress struct {
	w     io.Writer
	usual time.Duration // how long the work usually takes, or 0
	of    int           // if not 0, the work is done when the number that begins the text is this
	begin time.Time

	mu   sync.Mutex
	text string
	over bool
}

// newProgress begins to draw, four times a second even while nobody calls show.
func newProgress(w io.Writer, usual time.Duration, of int) *progress {
	p := &progress{w: w, usual: usual, of: of, begin: time.Now(), over: !isTerminal(w)}
	go func() {
		for p.draw() {
			time.Sleep(time.Second / 4)
		}
	}()
	return p
}

// show replaces the text.
func (p *progress) show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = text
}

// draw reports whether there will be more to draw.
func (p *progress) draw() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text != "" && !p.over {
		fmt.Fprintf(p.w, "\r\x1b[K%s", p.line(time.Since(p.begin)))
	}
	return !p.over
}

// line returns what is shown after some time.
func (p *progress) line(after time.Duration) string {
	share, done := 0.0, 0
	if _, err := fmt.Sscanf(p.text, "%d ", &done); p.of > 0 && err == nil && done <= p.of {
		share = float64(done) / float64(p.of)
	} else if p.of == 0 && after < p.usual {
		share = float64(after) / float64(p.usual)
	}
	if share == 0 {
		return fmt.Sprintf("%s ... %.0f s", p.text, after.Seconds())
	}
	left := after.Seconds() * (1/share - 1)
	return fmt.Sprintf("%s ... %.0f%%, about %.0f s left", p.text, 100*share, left)
}

// clear removes the text.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.text != "" && !p.over {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.text = ""
}

// end removes the text and ends the drawing.
func (p *progress) end() {
	p.clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.over = true
}
