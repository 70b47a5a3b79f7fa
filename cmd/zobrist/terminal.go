package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// isTerminal reports whether a stream is nil or a character device, such as a terminal,
// but not the null device.
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

// interruptible returns a context that ends with the first signal, such as Ctrl-C. The
// second signal kills the program.
func interruptible() (ctx context.Context, stop context.CancelFunc) {
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, hangup)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// A progress shows progress on a terminal.
type progress struct {
	w     io.Writer
	next  time.Time
	shown bool
}

const progressEvery = time.Second / 4

func newProgress(w io.Writer) *progress { return &progress{w: w, next: time.Now().Add(progressEvery)} }

// show replaces the text that is shown, at most four times a second.
func (p *progress) show(text func() string) {
	if time.Now().Before(p.next) {
		return
	}
	if p.next = time.Now().Add(progressEvery); isTerminal(p.w) {
		fmt.Fprintf(p.w, "\r\x1b[K%s", text())
		p.shown = true
	}
}

// clear removes the text.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
