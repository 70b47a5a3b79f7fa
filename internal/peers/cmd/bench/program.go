package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// A program does jobs in a separate process, so that programs in any language can be
// measured in alternation. It reads a job and a number of passes from each line of its
// standard input, such as "hash 10". It answers with a line: a checksum of one pass, in 16
// hexadecimal digits, and the CPU time of all passes in nanoseconds.
type program struct {
	cmd    *exec.Cmd
	ask    io.WriteCloser
	answer *bufio.Reader
}

func start(name string, args ...string) *program {
	cmd := exec.Command(name, args...)
	cmd.Stderr = os.Stderr
	p := &program{cmd, must(cmd.StdinPipe()), bufio.NewReader(must(cmd.StdoutPipe()))}
	check(cmd.Start())
	return p
}

// do runs a job of the program that many times.
func (p *program) do(job string, passes int) (checksum key, took time.Duration) {
	fmt.Fprintln(p.ask, job, passes)
	line, _ := p.answer.ReadString('\n')
	if _, err := fmt.Sscanf(line, "%x %d", &checksum, &took); err != nil || took <= 0 {
		check(fmt.Errorf("%s: answer %q to %q, want a checksum and nanoseconds", p.cmd.Path, line, job))
	}
	return checksum, took
}

// stop ends the program and waits for it.
func (p *program) stop() {
	p.ask.Close()
	check(p.cmd.Wait())
}
