// Package process runs a program and exchanges lines with it, like a chess interface with an
// engine. The program may misbehave in any way: crash, hang, print without end, or leave child
// processes behind. On Unix, the processes of its group end with it.
package process

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/words"
)

const (
	chunks = 8 // are read ahead, so that the program need not wait until they are looked at
	// A program that prints without end is stopped before it fills the memory. The longest line of
	// a right one is the list of moves of an adapter: 800,000 moves of four letters fit into it.
	maxLine   = 4 << 20
	maxAnswer = 64 << 20

	quitTime   = time.Second      // to exit after its input has ended, before it is killed
	drainTime  = 2 * time.Second  // for output that a child holds open
	usualLimit = 10 * time.Second // of an answer: what takes milliseconds has it on a busy machine

	// mostSent is how many pieces wait for the program. What it does not read then is lost, and the
	// limit of the next answer ends it: else a program that reads nothing would fill the memory.
	mostSent = 1 << 16

	// limitTicks is in how many ticks a limit of time is counted. A sleeping machine loses one.
	limitTicks = 20

	// An error has the first lines on stderr, where a panic has its cause, and the last lines.
	firstLines = 5
	lastLines  = 10

	// pipeBytes is how many bytes a pipe passes on in one piece: a program that reads without a
	// buffer needs whole lines.
	pipeBytes = 4096
)

// A Process is a running program. Its methods are for one goroutine.
type Process struct {
	Limit time.Duration // of an answer
	// how much longer to wait, to find out whether the answer is late or never comes
	Patience time.Duration
	grace    time.Duration // to exit
	cmd      *exec.Cmd
	ctx      context.Context

	input  chan string // whole lines
	output chan []byte // closed when the program and its output have ended
	rest   []byte      // of the output so far

	ended  chan struct{} // closed when its children have ended, too
	quit   chan struct{} // closed when nothing more is sent, and nothing reads the output
	closed sync.Once

	tail   tail // of stdout
	errs   tail // of stderr
	failed error
}

// Start runs a command until ctx ends. limit is that of each answer; 0 is ten seconds. The
// caller must call Close.
func Start(ctx context.Context, limit time.Duration, cmd *exec.Cmd) (*Process, error) {
	p := &Process{
		Limit: cmp.Or(limit, usualLimit), grace: quitTime, cmd: cmd, ctx: ctx,
		input: make(chan string, mostSent), output: make(chan []byte, chunks),
		ended: make(chan struct{}), quit: make(chan struct{}), errs: tail{first: firstLines},
	}
	ownGroup(cmd)
	stderr, errs := io.Pipe()
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = output{p}, errs, drainTime
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil && strings.Contains(err.Error(), "exec format error") {
		return nil, fmt.Errorf("cannot run %s: it is not a program for this system, "+
			"and not a script that begins with #!, such as #!/bin/sh (%w)", p.cmd.Args[0], err)
	}
	if err != nil {
		return nil, fmt.Errorf("cannot run %s: %w", p.cmd.Args[0], err)
	}
	stop := context.AfterFunc(ctx, func() { killGroup(cmd) })
	go p.write(stdin)
	go func() {
		defer close(p.ended)
		p.errs.read(stderr)
		close(p.output)
	}()
	go func() {
		_ = cmd.Wait()
		stop()
		killChildren(cmd.Process.Pid)
		errs.Close()
	}()
	return p, nil
}

// An output is where a program prints.
type output struct{ *Process }

// Write passes on what the program prints, while somebody reads it.
func (o output) Write(b []byte) (n int, err error) {
	select {
	case o.output <- bytes.Clone(b):
	case <-o.quit:
	}
	return len(b), nil
}

// Send sends lines. It does not wait until the program reads them. So a caller may send many
// lines before it reads the first answer. Unlike the other methods, it may be called by another
// goroutine while Answer waits.
func (p *Process) Send(lines ...string) {
	for len(lines) > 0 {
		n := 1
		for size := len(lines[0]) + 1; n < len(lines) && size+len(lines[n]) < pipeBytes; n++ {
			size += len(lines[n]) + 1
		}
		select {
		case p.input <- strings.Join(lines[:n], "\n") + "\n":
		default: // the program reads nothing
		}
		lines = lines[n:]
	}
}

// write writes what is sent, until the end, or until a write fails.
func (p *Process) write(to io.WriteCloser) {
	defer to.Close()
	for open := true; open || len(p.input) > 0; {
		select {
		case piece := <-p.input:
			if _, err := io.WriteString(to, piece); err != nil {
				return
			}
		case <-p.quit:
			open = false
		}
	}
}

// Answer reads the lines of an answer and calls f for each, until f returns true. The
// limits of time and length are for the whole answer. A failure is an [*Error] that
// names command. It also kills the program, and all later calls return the same error.
func (p *Process) Answer(command string, f func(line string) (done bool)) error {
	answered, err := p.Wait(p.Limit, command, f)
	if err != nil || answered {
		return err
	}
	kind := TimedOut
	if p.Patience > 0 {
		if answered, _ = p.Wait(p.Patience, command, f); answered {
			kind = Late
		}
	}
	return p.fail(kind, command)
}

// Wait is like Answer for an answer that may never come. After limit it returns false, and the
// program keeps running.
func (p *Process) Wait(
	limit time.Duration, command string, f func(line string) (done bool),
) (bool, error) {
	if p.failed != nil {
		return false, p.failed
	}
	kind := p.read(limit, f)
	if kind == "" || kind == TimedOut {
		return kind == "", nil
	}
	return false, p.fail(kind, command)
}

// read reads lines until f returns true. It returns the kind of failure, or "". It counts ticks
// of a clock, of which it loses at most one while this program is stopped, or while the machine
// sleeps.
func (p *Process) read(limit time.Duration, f func(line string) (done bool)) Kind {
	ticks := limitTicks
	var clock *time.Ticker // made when there is something to wait for
	for size := 0; ; {
		line, rest, whole := bytes.Cut(p.rest, []byte{'\n'})
		if !whole && len(line) <= maxLine {
			if clock == nil {
				clock = time.NewTicker(max(limit/time.Duration(ticks), 1))
				defer clock.Stop()
			}
			select {
			case <-clock.C:
				if ticks--; ticks == 0 {
					return TimedOut
				}
				continue
			case chunk, open := <-p.output:
				if open {
					p.rest = append(p.rest, chunk...)
					continue
				}
			}
			if len(line) == 0 { // else the last line lacks its newline
				return Exited
			}
		}
		p.rest = rest
		size += len(line) + 1
		s := string(bytes.TrimSuffix(line, []byte{'\r'}))
		p.tail.add(s)
		if len(line) > maxLine || size > maxAnswer {
			return TooLong
		}
		if f(s) {
			return ""
		}
	}
}

// fail kills the program and makes the error.
func (p *Process) fail(kind Kind, command string) error {
	if p.failed != nil {
		return p.failed
	}
	p.end(0)
	e := &Error{
		Kind:    kind,
		Program: p.cmd.Args[0],
		Command: command,
		Limit:   p.Limit,
		Lines:   p.tail.lines,
		Stderr:  p.errs.lines,
	}
	if kind == Exited {
		e.Status = p.cmd.ProcessState.String()
	}
	p.failed = e
	if p.ctx.Err() != nil {
		p.failed = fmt.Errorf("%s was stopped: %w", p.cmd.Args[0], p.ctx.Err())
	}
	return p.failed
}

// A Kind is a way in which a program can fail to answer.
type Kind string

const (
	Exited   Kind = "ended"
	TimedOut Kind = "gave no complete answer in"
	Late     Kind = "gave its answer later than in"
	TooLong  Kind = "printed too much" // a line of over 4 MB, or an answer of over 64 MB
)

// An Error says how a program failed to answer. If the context ended, that is no such error.
type Error struct {
	Kind    Kind
	Program string
	Command string        // the command without an answer
	Limit   time.Duration // of an answer
	Status  string        // "exit status 3" or "signal: killed", if Exited
	Lines   []string      // the last lines that it printed
	// the first and the last lines on stderr; a stack trace begins with its cause
	Stderr []string
	Err    error // of an engine in this process, instead of all this but Command
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
		fmt.Fprintf(&b, " after the command %q", words.Commands(e.Command))
	}
	said := func(where string, printed []string) {
		if len(printed) > 0 {
			b.WriteString("\n" + where)
		}
		for _, line := range printed {
			b.WriteString("\n\t" + lines.Printable(line, 300))
		}
	}
	said("the last lines it printed:", e.Lines)
	said("on stderr:", e.Stderr)
	if len(e.Lines)+len(e.Stderr) == 0 {
		b.WriteString("\nit printed nothing")
	}
	return b.String()
}

// Hangs reports whether an answer never came.
func (p *Process) Hangs() bool {
	var e *Error
	return errors.As(p.failed, &e) && e.Kind == TimedOut
}

// Close closes the program's input, waits a second, and kills it and its children. It may be
// called more than once.
func (p *Process) Close() {
	if p.failed == nil {
		p.failed = errors.New("process: used after Close")
	}
	p.end(p.grace)
}

func (p *Process) end(grace time.Duration) {
	p.closed.Do(func() {
		close(p.quit)
		select {
		case <-p.ended:
		case <-time.After(grace):
		}
		killGroup(p.cmd)
		<-p.ended
	})
}

// A tail keeps the first lines, and the last lines of a text.
type tail struct {
	first int
	lines []string
	cut   bool // a mark follows the first lines
}

func (t *tail) add(line string) {
	if t.lines = append(t.lines, line); len(t.lines) <= t.first+lastLines {
		return
	} else if t.first > 0 && !t.cut {
		t.lines[t.first], t.cut = "...", true
		t.first++
	}
	t.lines = slices.Delete(t.lines, t.first, t.first+1)
}

// read adds the beginnings of all lines.
func (t *tail) read(from io.Reader) {
	within := false // a long line
	for in := bufio.NewReader(from); ; {
		line, more, err := in.ReadLine()
		if err != nil {
			return
		}
		if !within {
			t.add(string(line))
		}
		within = more
	}
}
