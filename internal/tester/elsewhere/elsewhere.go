// Package elsewhere runs a test again in another process, and asks that process questions.
// The keys there must be the same, and a program that ends its process can be seen to do so.
package elsewhere

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// variable names the test that a process was started for.
const variable = "ZOBRISTTEST_ELSEWHERE"

// prefix marks an answer among what the test prints.
const prefix = "zobristtest: answer: "

// Test returns the name of the test that this process was started to answer for, or "".
func Test() string { return os.Getenv(variable) }

// Serve answers the questions on in until its end. A first line without an answer says
// that the process is ready.
func Serve[Q, A any](in io.Reader, out io.Writer, answer func(Q) A) error {
	if _, err := fmt.Fprintf(out, "\n%s\n", prefix); err != nil {
		return err
	}
	for questions := json.NewDecoder(in); ; {
		var q Q
		if err := questions.Decode(&q); err != nil {
			return nil // the other process has closed the pipe
		}
		text, err := json.Marshal(answer(q))
		if err == nil {
			_, err = fmt.Fprintf(out, "\n%s%s\n", prefix, text)
		}
		if err != nil {
			return err
		}
	}
}

// A Process runs a test again. Its answers are those of Serve there.
type Process[Q, A any] struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Scanner
	stop   context.CancelFunc
	stderr strings.Builder
}

// An Ended is the error of a process that ended before it answered.
type Ended struct{ Err error }

func (e *Ended) Error() string { return e.Err.Error() }
func (e *Ended) Unwrap() error { return e.Err }

// Start runs a test, or a subtest, again in another process, until Close or for at most
// the limit. Any error means that this test cannot be run so, for example because
// it has flags of its own or its binary is gone.
func Start[Q, A any](ctx context.Context, test string, limit time.Duration) (*Process[Q, A], error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var pattern []string
	for _, name := range strings.Split(test, "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(name)+"$")
	}
	ctx, stop := context.WithTimeout(ctx, limit)
	p := &Process[Q, A]{stop: stop}
	p.cmd = exec.CommandContext(ctx, self, "-test.run="+strings.Join(pattern, "/"), "-test.count=1", fmt.Sprint("-test.timeout=", limit))
	p.cmd.Env = append(os.Environ(), variable+"="+test)
	p.cmd.WaitDelay = time.Second
	p.cmd.Stderr = &p.stderr
	in, err := p.cmd.StdinPipe()
	out, err2 := p.cmd.StdoutPipe()
	if err = errors.Join(err, err2); err == nil {
		err = p.cmd.Start()
	}
	if err != nil {
		stop()
		return nil, err
	}
	p.in, p.out = in, bufio.NewScanner(out)
	p.out.Buffer(nil, 1<<24)
	if _, err := p.read(); err != nil {
		p.Close()
		return nil, fmt.Errorf("this test does not answer in another process: %w", err)
	}
	return p, nil
}

// Close ends the process.
func (p *Process[Q, A]) Close() {
	p.in.Close()
	p.stop()
	_ = p.cmd.Wait() // it was killed
}

// Ask returns the answer to a question. The error of a process that ended is an [Ended].
func (p *Process[Q, A]) Ask(q Q) (a A, err error) {
	if err = json.NewEncoder(p.in).Encode(q); err != nil {
		return a, p.ended(nil)
	}
	text, err := p.read()
	if err == nil {
		err = json.Unmarshal([]byte(text), &a)
	}
	return a, err
}

// read returns the next answer.
func (p *Process[Q, A]) read() (string, error) {
	var last []string // what it prints besides, such as the reason why it ends
	for p.out.Scan() {
		text, ok := strings.CutPrefix(p.out.Text(), prefix)
		if ok {
			return text, nil
		}
		if last = append(last, p.out.Text()); len(last) > 12 {
			last = last[1:]
		}
	}
	return "", p.ended(last)
}

// ended says how the process ended.
func (p *Process[Q, A]) ended(printed []string) error {
	p.in.Close()
	err := p.cmd.Wait()
	if err == nil {
		err = errors.New("it ended")
	}
	if text := strings.TrimSpace(strings.Join(printed, "\n") + "\n" + p.stderr.String()); text != "" {
		err = fmt.Errorf("%w: %s", err, text[:min(len(text), 800)])
	}
	return &Ended{err}
}
