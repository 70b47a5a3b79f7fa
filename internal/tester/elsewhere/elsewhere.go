// Package elsewhere runs a test again in another process, and reads what that process says.
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
	"slices"
	"strings"
	"time"
)

// variable names the test that a process was started for.
const variable = "ZOBRISTTEST_ELSEWHERE"

// prefix marks an answer among what the test prints.
const prefix = "zobristtest: answer: "

// Test returns the name of the test that this process was started to answer for, or "".
func Test() string { return os.Getenv(variable) }

// Pattern returns the pattern for go test -run that runs one test, or subtest.
func Pattern(test string) string {
	var all []string
	for _, name := range strings.Split(test, "/") {
		all = append(all, "^"+regexp.QuoteMeta(name)+"$")
	}
	return strings.Join(all, "/")
}

// Say prints an answer. JSON replaces bytes that are not UTF-8, in every process.
func Say[A any](out io.Writer, a A) error {
	text, err := json.Marshal(a)
	if err == nil {
		_, err = fmt.Fprintf(out, "\n%s%s\n", prefix, text)
	}
	return err
}

// Serve answers the questions on in until its end. A first answer, which is zero, says that
// the process is ready.
func Serve[Q, A any](in io.Reader, out io.Writer, answer func(Q) A) error {
	var a A
	for questions := json.NewDecoder(in); ; {
		if err := Say(out, a); err != nil {
			return err
		}
		var q Q
		if questions.Decode(&q) != nil {
			return nil // the other process has closed the pipe
		}
		a = answer(q)
	}
}

// A Process runs a test again. Q are the questions and A the answers of Serve there.
type Process[Q, A any] struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Scanner
	stop   context.CancelFunc
	stderr strings.Builder
}

// Start runs a test, or a subtest, again in another process, until Close or for at most the
// limit. It returns the first answer, too. Any error means that this test cannot be run so, for
// example because it has flags of its own or its binary is gone.
func Start[Q, A any](ctx context.Context, test string, limit time.Duration) (p *Process[Q, A], first A, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, first, err
	}
	ctx, stop := context.WithTimeout(ctx, limit)
	p = &Process[Q, A]{stop: stop}
	p.cmd = exec.CommandContext(ctx, self, "-test.run="+Pattern(test), "-test.count=1", fmt.Sprint("-test.timeout=", limit))
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
		return nil, first, err
	}
	p.in, p.out = in, bufio.NewScanner(out)
	p.out.Buffer(nil, 1<<24)
	if first, err = p.Next(); err != nil {
		p.Close()
		return nil, first, fmt.Errorf("cannot run this test in another process: %w", err)
	}
	return p, first, nil
}

// Close ends the process.
func (p *Process[Q, A]) Close() {
	p.in.Close()
	p.stop()
	_ = p.cmd.Wait() // it was killed
}

// Ask returns the answer to a question.
func (p *Process[Q, A]) Ask(q Q) (a A, err error) {
	if err = json.NewEncoder(p.in).Encode(q); err != nil {
		return a, p.ended(nil)
	}
	return p.Next()
}

// Next returns the next answer, or an error that says how the process ended.
func (p *Process[Q, A]) Next() (a A, err error) {
	var printed []string // besides, such as the reason why it ends
	for p.out.Scan() {
		text, ok := strings.CutPrefix(p.out.Text(), prefix)
		if ok {
			return a, json.Unmarshal([]byte(text), &a)
		}
		printed = append(printed, p.out.Text())
		printed = printed[max(0, len(printed)-100):]
	}
	return a, p.ended(printed)
}

func (p *Process[Q, A]) ended(printed []string) error {
	p.in.Close()
	err := p.cmd.Wait()
	if err == nil {
		err = errors.New("it ended")
	}
	const most = 12 // lines, from the panic on or the last
	lines := strings.Split(strings.TrimSpace(strings.Join(printed, "\n")+"\n"+p.stderr.String()), "\n")
	if i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "panic: ") }); i >= 0 {
		lines = lines[i:min(i+most, len(lines))]
	}
	text := strings.Join(lines[max(0, len(lines)-most):], "\n")
	if text == "" {
		return err
	}
	return fmt.Errorf("%w: %s", err, text)
}
