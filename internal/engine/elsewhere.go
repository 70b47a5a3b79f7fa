package engine

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

	"github.com/zobrist-go/zobrist/internal/check"
)

// processVariable names a test that should answer queries from its standard input.
const processVariable = "ZOBRISTTEST_ENGINE"

// prefix marks an answer among what the engine prints.
const prefix = "zobristtest: key: "

// ready is the first answer: the process has come to Serve.
const ready = "ready"

// IsElsewhere reports whether this process is one that Elsewhere has started for a test.
func IsElsewhere(test string) bool { return os.Getenv(processVariable) == test }

// Serve answers the queries of another process, until its end.
func Serve(opt Options, in io.Reader, out io.Writer) error {
	if _, err := fmt.Fprintf(out, "\n%s%s\n", prefix, ready); err != nil {
		return err
	}
	src, err := Open(context.Background(), opt)
	if err != nil {
		return err
	}
	queries := json.NewDecoder(in)
	for {
		var q check.Query
		if err := queries.Decode(&q); err != nil {
			return nil // the other process has closed the pipe
		}
		answers, err := src.Ask([]check.Query{q})
		if err != nil {
			answers = []check.Answer{{Refused: err.Error()}}
			if src, err = src.Fresh(); err != nil {
				return err
			}
		}
		text, err := json.Marshal(answers[0])
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "\n%s%s\n", prefix, text); err != nil {
			return err
		}
	}
}

// A remote is an engine in another process that runs the same test.
type remote struct {
	check.Source // nil: the methods below are all that it has
	cmd          *exec.Cmd
	in           io.WriteCloser
	out          *bufio.Scanner
	stop         context.CancelFunc
	stderr       strings.Builder
	ready        bool
}

// Scout plays lines in another process first: an engine that ends its process would end
// this one without a word. It returns how the process ended, or nil if it answers, or if
// that takes longer than within.
func Scout(ctx context.Context, test string, within time.Duration, lines []check.Query) error {
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	src, err := Elsewhere(ctx, test, 2*within)
	if err != nil {
		return nil // the check of processes says so
	}
	defer src.Close()
	_, err = src.Ask(lines)
	var failed *check.Failure
	if ctx.Err() != nil || !errors.As(err, &failed) {
		return nil
	}
	return failed
}

// Elsewhere runs a test again in another process, whose Serve answers.
func Elsewhere(ctx context.Context, test string, limit time.Duration) (check.Source, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var pattern []string
	for _, name := range strings.Split(test, "/") {
		pattern = append(pattern, "^"+regexp.QuoteMeta(name)+"$")
	}
	ctx, stop := context.WithCancel(ctx)
	r := &remote{stop: stop}
	r.cmd = exec.CommandContext(ctx, self, "-test.run="+strings.Join(pattern, "/"), "-test.count=1", fmt.Sprint("-test.timeout=", limit))
	r.cmd.Env = append(os.Environ(), processVariable+"="+test)
	r.cmd.WaitDelay = time.Second
	r.cmd.Stderr = &r.stderr
	in, err := r.cmd.StdinPipe()
	out, err2 := r.cmd.StdoutPipe()
	if err = errors.Join(err, err2); err == nil {
		err = r.cmd.Start()
	}
	if err != nil {
		stop()
		return nil, err
	}
	r.in = in
	r.out = bufio.NewScanner(out)
	r.out.Buffer(nil, 1<<24)
	return r, nil
}

func (r *remote) Close() {
	r.in.Close()
	r.stop()
	_ = r.cmd.Wait() // it was killed
}

// Ask sends one query at a time, so that the last one is known if the process ends.
func (r *remote) Ask(queries []check.Query) (answers []check.Answer, err error) {
	send := json.NewEncoder(r.in)
	for _, q := range queries {
		if err := send.Encode(q); err != nil {
			return answers, r.ended(q)
		}
		for {
			if !r.out.Scan() {
				return answers, r.ended(q)
			}
			if text, ok := strings.CutPrefix(r.out.Text(), prefix); ok && text == ready {
				r.ready = true
			} else if ok {
				var a check.Answer
				if err := json.Unmarshal([]byte(text), &a); err != nil {
					return answers, err
				}
				answers = append(answers, a)
				break
			}
		}
	}
	return answers, nil
}

// ended says how the process ended.
func (r *remote) ended(q check.Query) error {
	r.in.Close()
	err := r.cmd.Wait()
	if err == nil {
		err = errors.New("it ended")
	}
	text := strings.TrimSpace(r.stderr.String())
	if text != "" {
		text = ": " + text[:min(len(text), 500)]
	}
	if !r.ready {
		return fmt.Errorf("another process of this test does not come to RunChess: %w%s", err, text)
	}
	return &check.Failure{Command: q.Command(), Err: fmt.Errorf("the process of the engine ends at %s: %w%s", q.Command(), err, text)}
}
