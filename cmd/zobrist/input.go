package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist/internal/lines"
)

// broken is the error of a file that a command needs for every position.
type broken struct{ error }

// eachPosition calls do for each position: each argument, or each line of standard
// input if there are no arguments or only -. It reports errors by number.
func (c *cli) eachPosition(args []string, do func(position string) error) error {
	status := exit(0)
	report := func(where string, number int, err error) {
		c.warn(fmt.Errorf("%s %d: %s", where, number, plain(err)))
		if status = max(status, 1); errors.As(err, new(broken)) {
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
