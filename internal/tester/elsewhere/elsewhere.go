// Package elsewhere runs a test again in another process, and reads what that process says.
// The keys there must be the same, and a program that ends its process can be seen to do so.
package elsewhere

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
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
	return "^" + strings.ReplaceAll(regexp.QuoteMeta(test), "/", "$/^") + "$"
}

// Say prints an answer. JSON replaces bytes that are not UTF-8, in every process.
func Say[A any](out io.Writer, a A) error {
	text, err := json.Marshal(a)
	if err == nil {
		_, err = fmt.Fprintf(out, "\n%s%s\n", prefix, text)
	}
	return err
}

// Run runs a test, or a subtest, again in another process, and yields what it says until the caller
// stops. limit is that of an answer. An error is the last; if it is the first, too, this test cannot be
// run so, for example because it has flags of its own or its binary is gone.
func Run[A any](ctx context.Context, test string, limit time.Duration) iter.Seq2[A, error] {
	return func(yield func(A, error) bool) {
		self, _ := os.Executable() // "" does not start
		cmd := exec.Command(self, "-test.run="+Pattern(test), "-test.count=1", fmt.Sprint("-test.timeout=", limit))
		cmd.Env = append(os.Environ(), variable+"="+test)
		p, err := process.Start(ctx, limit, cmd)
		if err == nil {
			defer p.Close()
		}
		for first := true; ; first = false {
			var a A
			if err == nil {
				a, err = next[A](p)
			}
			if err != nil && first {
				err = fmt.Errorf("cannot run this test in another process: %v", err)
			}
			if !yield(a, err) || err != nil {
				return
			}
		}
	}
}

// next returns the next answer.
func next[A any](p *process.Process) (a A, err error) {
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
