package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// replaceable reports whether a path may be written: nothing is there, or nothing
// in it, or a device, or a file that ours reports to be of our kind.
func replaceable(path string, ours func(f *os.File, size int64) bool) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 {
		return err == nil || errors.Is(err, os.ErrNotExist)
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return ours(f, info.Size())
}

// A counter counts bytes.
type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// replaceFile writes a file, and leaves the one that was there as it is until the
// new one is whole.
func replaceFile(path string, write func(io.Writer) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0) // a pipe or a device
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".zobrist-book-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
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
