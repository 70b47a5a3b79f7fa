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

// isTerminal reports whether f is a terminal, or another device that is read
// character by character, other than the null device.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return err != nil
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// A progress shows how far something is, on a terminal.
type progress struct {
	w     io.Writer // nil when there is none
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

// show shows a text in place of the last, unless that was just now.
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
