package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// A Kind is a way in which a program can fail to answer.
type Kind int

const (
	Exited   Kind = iota + 1 // it crashed or exited
	TimedOut                 // no answer in time, or no end of the answer
	Late                     // the answer came later
	TooLong                  // a line of over 4 MB, or an answer of over 64 MB
	Silent                   // it closed its output, and still runs
)

// An Error says how a program failed to answer. If the context ended, that is no such error.
type Error struct {
	Kind    Kind
	Program string
	Command string        // the command without an answer
	Limit   time.Duration // of an answer
	Status  string        // "exit status 3" or "signal: killed", if Exited
	Lines   []string      // the last lines that it printed
	Stderr  []string      // the first and the last lines on stderr; a stack trace begins with its cause
	Err     error         // of an engine in this process, instead of all this but Command
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", e.Program, map[Kind]string{
		Exited: "ended (" + e.Status + ")", TimedOut: fmt.Sprint("gave no complete answer in ", e.Limit), Late: fmt.Sprint("gave its answer later than in ", e.Limit), TooLong: "printed too much",
		Silent: "closed its output but still runs",
	}[e.Kind])
	if e.Command != "" {
		fmt.Fprintf(&b, " after the command %q", shorten(e.Command, 4000))
	}
	said := func(where string, lines []string) {
		if len(lines) > 0 {
			b.WriteString("\n" + where)
			for _, line := range lines {
				b.WriteString("\n\t" + shorten(line, 300))
			}
		}
	}
	said("the last lines it printed:", e.Lines)
	said("on stderr:", e.Stderr)
	if len(e.Lines)+len(e.Stderr) == 0 {
		b.WriteString("\nit printed nothing")
	}
	return b.String()
}

// shorten cuts the middle out of a line for a message. The end of a command is the move
// that made the program fail.
func shorten(s string, most int) string {
	if len(s) > most {
		return fmt.Sprintf("%s ... (%d bytes) ... %s", strings.ToValidUTF8(s[:most/2], ""), len(s)-most, strings.ToValidUTF8(s[len(s)-most/2:], ""))
	}
	return s
}

// startError returns an error that says how to make the program run.
func startError(program string, err error) error {
	info, noFile := os.Stat(program)
	hint := fmt.Sprintf("a program must be built for %s/%s, and a script begins with a line such as #!/bin/sh", runtime.GOOS, runtime.GOARCH)
	switch {
	case program == "":
		return errors.New("no program: want the path of a program to run")
	case noFile == nil && info.IsDir():
		hint = "it is a directory"
	case errors.Is(err, exec.ErrNotFound) || errors.Is(err, exec.ErrDot):
		hint = "check the spelling, or give its path, such as ." + string(filepath.Separator) + program
	case noFile != nil:
		hint = "check the path"
	case errors.Is(err, fs.ErrPermission):
		hint = fmt.Sprintf("run chmod +x %s, or an interpreter, such as python3 %[1]s", program)
	case errors.Is(err, fs.ErrNotExist):
		hint = "the interpreter in its first line, or its loader, does not exist"
	}
	return fmt.Errorf("cannot run %s: %w: %s", program, err, hint)
}
