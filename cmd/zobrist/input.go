package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/zobrist-go/zobrist/internal/lines"
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

// replaceFile writes a file. An existing file stays until the new one is complete, and if ctx
// ends before that.
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

// broken is the error of a file that a command needs for every position.
type broken struct{ error }

// eachPosition calls do for each position: each argument, or each line of standard
// input if there are no arguments or only -. It reports errors by number.
func (c *cli) eachPosition(args []string, do func(position string) error) error {
	status := exit(0)
	report := func(where string, number int, err error) {
		c.warn(fmt.Errorf("%s %d: %s", where, number, plain(err)))
		status = max(status, 1)
		if errors.As(err, new(broken)) {
			status = 2
		}
	}
	if len(args) > 0 && !(len(args) == 1 && args[0] == "-") {
		for i, position := range args {
			if err := do(strings.TrimSpace(position)); err != nil {
				report("position", i+1, withHint(c.Name(), err, position))
			}
		}
	} else {
		err := lines.Each(c.stdin, c.out.Flush, func(number int, line string, err error) {
			if err == nil {
				err = do(line)
			}
			if err != nil {
				report("line", number, err)
			}
		})
		if err != nil && c.out.Flush() == nil { // else run reports it
			return err
		}
	}
	if status == 0 {
		return nil
	}
	return status
}

// withHint adds to an error what the argument probably meant.
func withHint(command string, err error, arg string) error {
	if _, statErr := os.Stat(arg); statErr == nil {
		return fmt.Errorf("%w (to read a file: zobrist %s < %s)", err, command, arg)
	}
	if len(arg) > 1 && arg[0] == '-' && arg[1] != '-' && len(arg) < 64 {
		return fmt.Errorf("%w (flags go before positions)", err)
	}
	return err
}
