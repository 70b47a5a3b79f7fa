package process

import (
	"fmt"
	"strings"
	"time"
)

// A Kind is a way in which a program can fail to answer.
type Kind string

const (
	Exited   Kind = "ended"
	TimedOut Kind = "gave no complete answer in"
	Late     Kind = "gave its answer later than in"
	TooLong  Kind = "printed too much" // a line of over 4 MB, or an answer of over 64 MB
	Silent   Kind = "closed its output but still runs"
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
	fmt.Fprintf(&b, "%s %s", e.Program, e.Kind)
	if e.Status != "" {
		fmt.Fprintf(&b, " (%s)", e.Status)
	}
	if e.Kind == TimedOut || e.Kind == Late {
		fmt.Fprintf(&b, " %v", e.Limit)
	}
	if e.Command != "" {
		fmt.Fprintf(&b, " after the command %q", e.Command)
	}
	said := func(where string, lines []string) {
		if len(lines) > 0 {
			b.WriteString("\n" + where)
		}
		for _, line := range lines {
			fmt.Fprintf(&b, "\n\t%.300s", line)
		}
	}
	said("the last lines it printed:", e.Lines)
	said("on stderr:", e.Stderr)
	if len(e.Lines)+len(e.Stderr) == 0 {
		b.WriteString("\nit printed nothing")
	}
	return b.String()
}
