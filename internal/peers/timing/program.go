package timing

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// A Program does jobs in a separate process, so that programs in any language can be
// measured in alternation. It reads a job and a number of passes from each line of its
// standard input, such as "hash 10". It answers with a line: a checksum of one pass, in 16
// hexadecimal digits, and the CPU time of all passes in nanoseconds.
type Program struct {
	cmd    *exec.Cmd
	ask    io.WriteCloser
	answer *bufio.Reader
}

// Start starts a program.
func Start(name string, args ...string) (*Program, error) {
	p := &Program{cmd: exec.Command(name, args...)}
	p.cmd.Stderr = os.Stderr
	ask, err := p.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	answer, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.ask, p.answer = ask, bufio.NewReader(answer)
	return p, p.cmd.Start()
}

// Do runs a job of the program that many times.
func (p *Program) Do(job string, passes int) (checksum uint64, took time.Duration, err error) {
	if _, err := fmt.Fprintln(p.ask, job, passes); err != nil {
		return 0, 0, err
	}
	line, err := p.answer.ReadString('\n')
	if err != nil {
		return 0, 0, fmt.Errorf("%s: no answer to %q: %w", p.cmd.Path, job, err)
	}
	var ns int64
	if _, err := fmt.Sscanf(line, "%x %d", &checksum, &ns); err != nil {
		return 0, 0, fmt.Errorf("%s: answer %q to %q, want a checksum and nanoseconds", p.cmd.Path, line, job)
	}
	return checksum, time.Duration(ns), nil
}

// Stop ends the program and waits for it.
func (p *Program) Stop() error {
	p.ask.Close()
	return p.cmd.Wait()
}
