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

// prefix marks an answer among what the engine prints. The first one has no key: the
// process has come to Serve.
const prefix = "zobristtest: key: "

// IsElsewhere reports whether this process is one that Elsewhere has started for a test.
func IsElsewhere(test string) bool { return os.Getenv(processVariable) == test }

// Serve answers the queries of another process, until its end.
func Serve(opt Options, in io.Reader, out io.Writer) error {
	say := func(a check.Answer) error {
		text, err := json.Marshal(a)
		if err == nil {
			_, err = fmt.Fprintf(out, "\n%s%s\n", prefix, text)
		}
		return err
	}
	src, err := Open(context.Background(), opt)
	queries := json.NewDecoder(in)
	var a check.Answer
	for err == nil {
		if err = say(a); err != nil {
			break
		}
		var q check.Query
		if err := queries.Decode(&q); err != nil {
			return nil // the other process has closed the pipe
		}
		answers, failed := src.Ask([]check.Query{q})
		if failed == nil {
			a = answers[0]
			continue
		}
		a = check.Answer{Refused: failed.Error()}
		src, err = src.Fresh()
	}
	return err
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
		a, err := r.answer(q)
		if err == nil && !r.ready {
			r.ready = true
			a, err = r.answer(q)
		}
		if err != nil {
			return answers, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// answer reads the next answer.
func (r *remote) answer(q check.Query) (a check.Answer, err error) {
	for r.out.Scan() {
		if text, ok := strings.CutPrefix(r.out.Text(), prefix); ok {
			err = json.Unmarshal([]byte(text), &a)
			return a, err
		}
	}
	return a, r.ended(q)
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
