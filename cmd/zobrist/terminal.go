package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

// piped reports whether standard input is a file, a pipe or the null device rather
// than a terminal.
func piped(stdin io.Reader) bool {
	f, ok := stdin.(*os.File)
	return stdin != nil && (!ok || !isTerminal(f))
}

// isTerminal reports whether f is a character device, such as a terminal, but not
// the null device.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return err != nil
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// A progress shows progress on a terminal.
type progress struct {
	w     io.Writer // nil without a terminal
	next  time.Time
	shown bool
}

func newProgress(w io.Writer) *progress {
	if f, ok := w.(*os.File); !ok || !isTerminal(f) {
		return &progress{}
	}
	return &progress{w: w, next: time.Now().Add(progressEvery)}
}

const progressEvery = time.Second / 4

// show replaces the text that is shown, at most four times a second.
func (p *progress) show(text func() string) {
	if p.w == nil || time.Now().Before(p.next) {
		return
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", text())
	p.shown, p.next = true, time.Now().Add(progressEvery)
}

// clear removes the text.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.shown = false
	}
}
