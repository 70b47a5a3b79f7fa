// Package elsewhere runs a test again in another process, and reads what that process says.
// The keys there must be the same, and a program that ends its process can be seen to do so.
package elsewhere

import (
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

	"github.com/zobrist-go/zobrist/internal/tester/process"
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
type Process[Q, A any] struct{ *process.Process }

// Start runs a test, or a subtest, again in another process, until Close. limit is that of an
// answer. It returns the first answer, too. Any error means that this test cannot be run so, for
// example because it has flags of its own or its binary is gone.
func Start[Q, A any](ctx context.Context, test string, limit time.Duration) (p *Process[Q, A], first A, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, first, err
	}
	cmd := exec.Command(self, "-test.run="+Pattern(test), "-test.count=1", fmt.Sprint("-test.timeout=", limit))
	cmd.Env = append(os.Environ(), variable+"="+test)
	p = new(Process[Q, A])
	if p.Process, err = process.StartCommand(ctx, limit, cmd); err == nil {
		if first, err = p.Next(); err != nil {
			p.Close()
		}
	}
	if err != nil {
		return nil, first, fmt.Errorf("cannot run this test in another process: %w", err)
	}
	return p, first, nil
}

// Ask returns the answer to a question.
func (p *Process[Q, A]) Ask(q Q) (a A, err error) {
	text, err := json.Marshal(q)
	if err != nil {
		return a, err
	}
	p.Send(string(text))
	return p.Next()
}

// Next returns the next answer.
func (p *Process[Q, A]) Next() (a A, err error) {
	var text string
	err = p.Answer("", func(line string) (ok bool) { text, ok = strings.CutPrefix(line, prefix); return ok })
	if e := (*process.Error)(nil); errors.As(err, &e) {
		e.Lines = slices.DeleteFunc(e.Lines, func(line string) bool { return line == "" || strings.HasPrefix(line, prefix) })
	}
	if err == nil {
		err = json.Unmarshal([]byte(text), &a)
	}
	return a, err
}
