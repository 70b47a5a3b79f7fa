// Package process runs a program and exchanges lines with it, like a chess interface
// with an engine. The program may misbehave in any way: crash, hang, print without
// end, or leave child processes behind. On Linux, all processes that it started end with
// it. Elsewhere, see awaitExit.
package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

const (
	chunks      = 8       // read ahead
	maxLine     = 1 << 20 // longest line
	maxAnswer   = 64 << 20
	quitTime    = time.Second
	drainTime   = 2 * time.Second // for output that a child holds open
	startLimits = 10 * time.Second
)

// A Process is a running program. Its methods are for one goroutine.
type Process struct {
	name  string
	limit time.Duration
	grace time.Duration // to exit
	cmd   *exec.Cmd
	ctx   context.Context

	input  *queue
	chunks chan []byte // the output
	rest   []byte      // of the output so far

	mute   chan struct{} // closed when the output ends: chunks has all of it
	exited chan struct{} // closed when the program has exited
	reaped chan struct{} // closed after Wait has returned
	reap   sync.Mutex    // while the program is killed, or reaped
	quit   chan struct{} // closed when nothing reads chunks any more
	closed sync.Once

	tail   tail // of stdout
	errs   tail // of stderr
	failed error
}

// Start runs a program, without a shell. limit is the time limit of each answer; 0 is
// ten seconds. If ctx ends, the program is killed. An error says how to make the
// program run. The caller must call [Process.Close].
func Start(ctx context.Context, limit time.Duration, program string, args ...string) (*Process, error) {
	if limit <= 0 {
		limit = startLimits
	}
	cmd := exec.Command(program, args...)
	p := &Process{
		name: program, limit: limit, grace: quitTime, cmd: cmd, ctx: ctx,
		input:  newQueue(),
		chunks: make(chan []byte, chunks),
		mute:   make(chan struct{}),
		exited: make(chan struct{}),
		reaped: make(chan struct{}),
		quit:   make(chan struct{}),
		errs:   tail{most: 5},
	}
	mark := fmt.Sprintf("ZOBRIST_PROGRAM=%d-%d-%p", os.Getpid(), time.Now().UnixNano(), p) // its children inherit it
	cmd.Env = append(os.Environ(), mark)
	ownGroup(cmd)
	cmd.Stdout, cmd.Stderr = stdout{p}, &p.errs
	cmd.WaitDelay = drainTime
	stdin, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, startError(program, err)
	}
	stop := context.AfterFunc(ctx, p.kill)
	go func() {
		if awaitExit(cmd.Process.Pid) {
			close(p.exited)
			p.kill() // its children
			killMarked(mark)
			p.reap.Lock()
			defer p.reap.Unlock()
		} else {
			defer close(p.exited)
		}
		cmd.Wait() // ProcessState tells how it ended
		stop()
		close(p.reaped)
	}()
	go p.input.run(stdin)
	return p, nil
}

// A stdout takes what a program prints.
type stdout struct{ p *Process }

func (o stdout) Write(output []byte) (int, error) {
	select {
	case o.p.chunks <- bytes.Clone(output):
	case <-o.p.quit:
	}
	return len(output), nil
}

// ReadFrom is called by [exec.Cmd] with the pipe. It notices its end.
func (o stdout) ReadFrom(pipe io.Reader) (int64, error) {
	defer close(o.p.mute)
	return io.Copy(struct{ io.Writer }{o}, pipe)
}

// Send sends lines. It does not wait until the program reads them. So a caller may send
// many lines before it reads the first answer. Unlike the other methods, it may be called
// by another goroutine while Answer waits.
func (p *Process) Send(lines ...string) { p.input.add(lines) }

// SetLimit changes the limit of an answer.
func (p *Process) SetLimit(limit time.Duration) { p.limit = limit }

// Answer reads the lines of an answer and calls f for each, until f returns true. The
// limits of time and length are for the whole answer. A failure is an [*Error] that
// names command. It also kills the program, and all later calls return the same error.
func (p *Process) Answer(command string, f func(line string) (done bool)) error {
	answered, err := p.Wait(p.limit, command, f)
	if err == nil && !answered {
		err = p.fail(TimedOut, command)
	}
	return err
}

// Wait is like Answer for an answer that may never come. After limit it returns false,
// and the program keeps running.
func (p *Process) Wait(limit time.Duration, command string, f func(line string) (done bool)) (bool, error) {
	if p.failed != nil {
		return false, p.failed
	}
	switch kind := p.read(limit, f); kind {
	case 0:
		return true, nil
	case TimedOut:
		return false, nil
	default:
		return false, p.fail(kind, command)
	}
}

// read reads lines until f returns true. It returns 0, or the kind of failure.
func (p *Process) read(limit time.Duration, f func(line string) (done bool)) Kind {
	var left *clock // made when there is something to wait for
	size := 0
	for {
		line, rest, whole := bytes.Cut(p.rest, []byte{'\n'})
		if !whole && len(line) <= maxLine {
			if left == nil {
				left = newClock(limit)
				defer left.Stop()
			}
			kind := p.more(left)
			if kind == 0 {
				continue
			}
			if kind == TimedOut || len(line) == 0 { // the last line may lack its newline
				return kind
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
			return 0
		}
	}
}

// more waits for more output.
func (p *Process) more(left *clock) Kind {
	for {
		select {
		case chunk := <-p.chunks:
			p.rest = append(p.rest, chunk...)
			return 0
		case <-p.mute:
			if len(p.chunks) > 0 {
				continue
			}
			if !p.exits(p.grace) {
				return Silent
			}
			return Exited
		case <-left.C:
			if left.over() {
				return TimedOut
			}
		}
	}
}

// exits waits until the program has exited. After limit it returns false.
func (p *Process) exits(limit time.Duration) bool {
	left := newClock(limit)
	defer left.Stop()
	for {
		select {
		case <-p.exited:
			return true
		case <-left.C:
			if left.over() {
				return false
			}
		}
	}
}

// A clock counts down in ticks. It loses at most one tick while this program is
// stopped, or while the machine sleeps.
type clock struct {
	*time.Ticker
	left int
}

func newClock(limit time.Duration) *clock {
	const ticks = 20
	return &clock{time.NewTicker(max(limit/ticks, 1)), ticks}
}

// over counts a tick, and reports whether it was the last.
func (c *clock) over() bool {
	c.left--
	return c.left <= 0
}

// fail kills the program and makes the error.
func (p *Process) fail(kind Kind, command string) error {
	if p.ctx.Err() != nil {
		kind = Canceled
	}
	p.end(0)
	e := &Error{Kind: kind, Program: p.name, Command: command, Limit: p.limit, Lines: p.tail.lines(), Stderr: p.errs.lines()}
	if kind == Exited {
		e.Status = p.cmd.ProcessState.String()
	}
	p.failed = e
	return e
}

// kill kills the program and its process group.
func (p *Process) kill() {
	p.reap.Lock()
	defer p.reap.Unlock()
	killGroup(p.cmd)
}

// Close ends the program: it closes its input, waits a second, and kills it and
// its children. It may be called more than once.
func (p *Process) Close() {
	if p.failed == nil {
		p.failed = errors.New("process: used after Close")
	}
	p.end(p.grace)
}

func (p *Process) end(grace time.Duration) {
	p.closed.Do(func() {
		close(p.quit)
		p.input.close()
		if grace > 0 {
			p.exits(grace)
		}
		p.kill()
		<-p.reaped
	})
}
