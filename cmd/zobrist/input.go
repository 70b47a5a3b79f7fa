package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/lines"
)

// broken is the error of a file that a command needs for every position.
type broken struct{ error }

// eachPosition calls do for each position: each argument, or each line of standard
// input if there are no arguments or only -. It skips blank lines and lines that
// begin with #. It reports errors by number, and returns the exit status.
func eachPosition(command string, args []string, stdin io.Reader, flush func() error, stderr io.Writer, do func(position string) error) int {
	status := 0
	report := func(where string, number int, err error) {
		fmt.Fprintf(stderr, "zobrist %s: %s %d: %s\n", command, where, number, plain(err))
		if status = max(status, 1); errors.As(err, new(broken)) {
			status = 2
		}
	}
	if len(args) > 0 && !(len(args) == 1 && args[0] == "-") {
		for i, position := range args {
			if err := do(strings.TrimSpace(position)); err != nil {
				report("position", i+1, withHint(command, err, position))
			}
		}
		return status
	}
	var unwritten error // which run reports
	idle := func() error { unwritten = flush(); return unwritten }
	err := lines.Each(stdin, idle, func(number int, line string, err error) {
		if line = strings.TrimSpace(line); err == nil && line != "" && line[0] != '#' {
			err = do(line)
		}
		if err != nil {
			report("line", number, err)
		}
	})
	if err != nil && unwritten == nil {
		return failed(command, stderr, err)
	}
	return status
}

// withHint adds to an error what the argument probably meant.
func withHint(command string, err error, arg string) error {
	if _, statErr := os.Stat(arg); statErr == nil || looksLikeFile(arg) {
		return fmt.Errorf("%w (to read a file: zobrist %s < %s)", err, command, arg)
	}
	if len(arg) > 1 && arg[0] == '-' && arg[1] != '-' && len(arg) < 64 {
		return fmt.Errorf("%w (flags go before positions)", err)
	}
	return err
}

// looksLikeFile reports whether an argument is one word that ends like the name of
// a file of positions.
func looksLikeFile(arg string) bool {
	switch strings.ToLower(filepath.Ext(arg)) {
	case ".txt", ".fen", ".epd", ".obf", ".csv", ".pgn", ".uci", ".ggf":
		return !strings.ContainsAny(arg, " \t\r\n")
	}
	return false
}

// endFlags inserts -- before an argument that looks like a flag and is not one. An
// Othello position may begin with a dash, for an empty square, and a key with a minus.
func endFlags(flags *flag.FlagSet, args []string) []string {
	for i := 0; i < len(args) && len(args[i]) > 1 && args[i][0] == '-' && args[i] != "--"; i++ {
		if len(args[i]) >= 64 || strings.ContainsAny(args[i], " \t\r\n") || '0' <= args[i][1] && args[i][1] <= '9' {
			return slices.Insert(slices.Clone(args), i, "--")
		}
		if f := flags.Lookup(strings.TrimLeft(args[i], "-")); f != nil {
			if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
				i++ // skip the flag's value
			}
		}
	}
	return args
}
