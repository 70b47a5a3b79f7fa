// Package elsewhere runs a test again in another process, and reads what that process says.
// The keys there must be the same, and a program that ends its process can be seen to do so.
package elsewhere

import (
	"cmp"
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

// Run runs a test, or a subtest, again in another process for at most a time, and returns what
// it says. An error says how that process ended, or that this test cannot be run so: it has
// flags, or its binary is gone.
func Run[A any](ctx context.Context, test string, limit time.Duration) (all []A, err error) {
	const most = 40 // lines of an error: a panic has its cause and its first functions there
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	self, _ := os.Executable() // "" does not start
	cmd := exec.CommandContext(ctx, self, "-test.run="+Pattern(test), "-test.count=1")
	cmd.Env = append(os.Environ(), variable+"="+test)
	cmd.WaitDelay = time.Second // another process may hold its output
	out, err := cmd.CombinedOutput()
	var said []string
	for _, line := range strings.Split(string(out), "\n") {
		var a A
		if text, ok := strings.CutPrefix(line, prefix); !ok && line != "" {
			said = append(said, line)
		} else if ok && json.Unmarshal([]byte(text), &a) == nil {
			all = append(all, a)
		}
	}
	if ctx.Err() != nil {
		err = errors.New("it took too long, so it was stopped")
	} else if err != nil {
		err = errors.New(strings.TrimSpace(
			fmt.Sprintf("it ended (%v)\n\t%s", err,
				strings.Join(said[:min(len(said), most)], "\n\t"))))
	}
	if all == nil {
		err = fmt.Errorf("cannot run this test in another process: %w",
			cmp.Or(err, errors.New("it says nothing")))
	}
	return all, err
}
