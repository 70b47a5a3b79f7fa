package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// openFile opens a file to read it.
func openFile(path string) (*os.File, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s is a directory, want a file", path)
	}
	return f, nil
}

// An output passes on what is written until ctx ends. It counts the bytes.
type output struct {
	to    io.Writer
	ctx   context.Context
	bytes int
}

func (o *output) Write(p []byte) (n int, err error) {
	if err = o.ctx.Err(); err == nil {
		n, err = o.to.Write(p)
	}
	o.bytes += n
	return n, err
}

// replaceFile writes a file. An existing file stays unchanged until the new one is
// complete. A signal leaves it unchanged.
func replaceFile(path string, write func(*output) error) (err error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0) // a pipe or a device
		if err != nil {
			return err
		}
		return errors.Join(write(&output{to: f, ctx: context.Background()}), f.Close())
	}
	ctx, stop := interruptible()
	defer stop()
	f, err := os.CreateTemp(filepath.Dir(path), ".zobrist-*")
	var named *fs.PathError
	if errors.As(err, &named) {
		named.Path = path // not that of the temporary file
	}
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := errors.Join(write(&output{to: f, ctx: ctx}), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
