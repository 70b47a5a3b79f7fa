package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/tester/elsewhere"
)

// Serve answers the queries of another process, until its end.
func Serve(opt Options, in io.Reader, out io.Writer) error {
	s, err := (&shared{Options: opt}).open(context.Background())
	if err != nil {
		return err
	}
	return elsewhere.Serve(in, out, func(q check.Query) check.Answer {
		a, err := s.answer(q)
		if err != nil {
			a = check.Answer{Refused: err.Error()}
			if fresh, err := s.open(s.ctx); err == nil {
				s = fresh
			}
		}
		return a
	})
}

// A remote is an engine in another process that runs the same test.
type remote struct {
	check.Source // nil: the methods below are all that it has
	*elsewhere.Process[check.Query, check.Answer]
}

// Elsewhere runs a test again in another process, whose Serve answers.
func Elsewhere(ctx context.Context, test string, limit time.Duration) (check.Source, error) {
	p, _, err := elsewhere.Start[check.Query, check.Answer](ctx, test, limit)
	return &remote{Process: p}, err
}

func (r *remote) Close() { r.Process.Close() }

// Ask sends one query at a time, so that the last one is known if the process ends.
func (r *remote) Ask(queries []check.Query) ([]check.Answer, error) { return check.Alone(r, queries) }

func (r *remote) Do(q check.Query, _ string) (check.Answer, error) {
	a, err := r.Process.Ask(q)
	if err != nil {
		err = &check.Failure{Command: q.Command(), Err: fmt.Errorf("the process of the engine ends at %s: %w", q.Command(), err)}
	}
	return a, err
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
