// Package process runs a program and exchanges lines with it, like a chess interface
// with an engine. The program may misbehave in any way: crash, hang, print without
// end, or leave child processes behind. On Linux, all processes of its group end with
// it. Elsewhere, see awaitExit.
package process

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

const (
	chunkBytes  = 64 << 10 // read at once
	chunks      = 4        // read ahead
	maxLine     = 1 << 20  // longest line
	maxAnswer   = 64 << 20 // longest answer
	maxPending  = 64 << 20 // sent, but not yet read by the program
	quitTime    = time.Second
	drainTime   = 300 * time.Millisecond
	startLimits = 10 * time.Second
)

// A Process is a running program. Its methods are for one goroutine.
type Process struct {
	name  string
	limit time.Duration
	grace time.Duration // to exit
	cmd   *exec.Cmd
	ctx   context.Context

	stdin  *os.File
	stdout *os.File
	write  writer
	chunks chan []byte // the output, cut after newlines
	rest   []byte      // of the current chunk

	exited chan struct{} // closed after Wait has returned
	reap   sync.Mutex    // while the program is killed, or reaped
	quit   chan struct{} // closed when nothing reads chunks any more
	closed sync.Once

	last     string // command
	tail     tail   // of stdout
	errs     tail   // of stderr
	errsDone chan struct{}
	failed   error
}

// Start runs a program, without a shell. limit is the time limit of each answer; 0 is
// ten seconds. If ctx ends, the program is killed. An error says how to make the
// program run. The caller must call [Process.Close].
func Start(ctx context.Context, limit time.Duration, program string, args ...string) (*Process, error) {
	if limit <= 0 {
		limit = startLimits
	}
	path, err := exec.LookPath(program)
	if errors.Is(err, exec.ErrDot) {
		err = exec.ErrNotFound
	}
	if err != nil {
		return nil, startError(program, err)
	}
	cmd := exec.Command(path, args...)
	ownGroup(cmd)
	var files [6]*os.File
	for i := 0; i < len(files); i += 2 {
		if files[i], files[i+1], err = os.Pipe(); err != nil {
			closeAll(files[:]...)
			return nil, err
		}
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = files[0], files[3], files[5]
	if err := cmd.Start(); err != nil {
		closeAll(files[:]...)
		return nil, startError(program, err)
	}
	closeAll(files[0], files[3], files[5])
	p := &Process{
		name: program, limit: limit, grace: quitTime, cmd: cmd, ctx: ctx,
		stdin: files[1], stdout: files[2],
		chunks: make(chan []byte, chunks),
		exited: make(chan struct{}),
		quit:   make(chan struct{}),

		errsDone: make(chan struct{}),
	}
	p.errs.most = 5
	p.write.wake = make(chan struct{}, 1)
	stop := context.AfterFunc(ctx, p.kill)
	go func() {
		if awaitExit(cmd.Process.Pid) {
			p.kill() // its children
			p.reap.Lock()
			defer p.reap.Unlock()
		}
		cmd.Wait() // ProcessState tells how it ended
		stop()
		close(p.exited)
	}()
	go p.write.run(p.stdin)
	go p.readOutput()
	go p.readErrors(files[4])
	return p, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

// Send sends lines. It does not wait until the program reads them. So a caller may send
// many lines before it reads the first answer.
func (p *Process) Send(lines ...string) {
	if len(lines) == 0 {
		return
	}
	p.last = lines[len(lines)-1]
	p.write.add(lines)
}

// Interrupt sends lines at once. Unlike the other methods, it may be called by another
// goroutine while Answer waits.
func (p *Process) Interrupt(lines ...string) { p.write.add(lines) }

// SetLimit changes the limit of an answer.
func (p *Process) SetLimit(limit time.Duration) { p.limit = limit }

// ReadLine returns the next line that the program prints, without its end. It
// fails with an [*Error] if none comes in time.
func (p *Process) ReadLine() (line string, err error) {
	err = p.Answer(p.last, func(s string) bool { line = s; return true })
	return line, err
}

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
		for len(p.rest) == 0 {
			if left == nil {
				left = newClock(limit)
				defer left.Stop()
			}
			if kind := p.wait(left); kind != 0 {
				return kind
			}
		}
		line, rest, _ := bytes.Cut(p.rest, []byte{'\n'})
		p.rest = rest
		size += len(line) + 1
		if len(line) > maxLine || size > maxAnswer {
			p.tail.add(string(line))
			return TooLong
		}
		s := string(bytes.TrimSuffix(line, []byte{'\r'}))
		p.tail.add(s)
		if f(s) {
			return 0
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

// within waits until done is closed. After limit it returns false.
func within(limit time.Duration, done <-chan struct{}) bool {
	left := newClock(limit)
	defer left.Stop()
	for {
		select {
		case <-done:
			return true
		case <-left.C:
			if left.over() {
				return false
			}
		}
	}
}

// wait takes the next chunk of output.
func (p *Process) wait(left *clock) Kind {
	select {
	case <-left.C: // even if the program never stops printing
		if left.over() {
			return TimedOut
		}
	default:
	}
	exited := p.exited
	for {
		select {
		case chunk, ok := <-p.chunks:
			if !ok {
				return p.ended()
			}
			p.rest = chunk
			return 0
		case <-exited: // a surviving child may hold the pipe open
			exited = nil
			left = newClock(drainTime)
			defer left.Stop()
		case <-left.C:
			switch {
			case !left.over():
			case exited == nil:
				return p.ended()
			default:
				return TimedOut
			}
		}
	}
}

// ended returns the reason why the output ended.
func (p *Process) ended() Kind {
	exited := within(p.grace, p.exited)
	switch {
	case p.ctx.Err() != nil:
		return Canceled
	case !exited:
		return Silent
	}
	return Exited
}

// fail kills the program and makes the error.
func (p *Process) fail(kind Kind, command string) error {
	if p.ctx.Err() != nil {
		kind = Canceled
	}
	e := &Error{Kind: kind, Program: p.name, Command: command, Limit: p.limit, Lines: p.tail.lines()}
	if kind == Exited {
		e.Status = p.cmd.ProcessState.String()
	}
	p.end(0)
	within(drainTime, p.errsDone)
	e.Stderr = p.errs.lines()
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
		p.write.close()
		if grace > 0 {
			go func() { // read what it still prints
				for range p.chunks {
				}
			}()
			within(grace, p.exited)
		}
		p.kill()
		<-p.exited
		close(p.quit)
		closeAll(p.stdin, p.stdout)
	})
}

// readOutput sends the output of the program to chunks, in pieces of whole lines.
func (p *Process) readOutput() {
	defer close(p.chunks)
	buf := make([]byte, chunkBytes)
	filled := 0
	for {
		n, err := p.stdout.Read(buf[filled:])
		end := bytes.LastIndexByte(buf[filled:filled+n], '\n') + 1
		if end > 0 {
			end += filled
		}
		filled += n
		if err != nil || filled > maxLine {
			end = filled // the last line may lack its newline
		}
		if end > 0 {
			select {
			case p.chunks <- bytes.Clone(buf[:end]):
			case <-p.quit:
				return
			}
			filled = copy(buf, buf[end:filled])
		}
		if err != nil {
			return
		}
		if filled == len(buf) {
			buf = append(buf, make([]byte, len(buf))...)
		}
	}
}

// readErrors keeps the beginnings of lines on stderr.
func (p *Process) readErrors(r io.ReadCloser) {
	defer close(p.errsDone)
	defer r.Close()
	in := bufio.NewReader(r)
	for begins := true; ; {
		line, more, err := in.ReadLine()
		if err != nil {
			return
		}
		if begins {
			p.errs.add(string(line))
		}
		begins = !more
	}
}
