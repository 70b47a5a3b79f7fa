package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

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

// replaceFile writes a file. An existing file stays unchanged until the new one is
// complete, and if ctx ends before that.
func replaceFile(ctx context.Context, path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0) // a pipe or a device
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".zobrist-*")
	var named *fs.PathError
	if errors.As(err, &named) {
		named.Path = path // not that of the temporary file
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o644), f.Close(), ctx.Err()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(f.Name()))
	}
	return err
}
