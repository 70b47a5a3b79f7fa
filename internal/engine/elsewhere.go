package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/tester/elsewhere"
)

// Say says the answers to queries, for a Scout. The first, which is zero, says that it begins.
func Say(src check.Source, queries []check.Query, out io.Writer) error {
	err := elsewhere.Say(out, check.Answer{})
	for i := 0; i < len(queries) && err == nil; i++ {
		a, failed := src.Do(queries[i], "")
		if failed != nil {
			a.Refused = failed.Error()
			src, err = src.Fresh()
		}
		err = cmp.Or(err, elsewhere.Say(out, a))
	}
	return err
}

// A Scout runs a test again in another process, where Say answers queries: an engine that ends its
// process would end this one without a word.
type Scout struct {
	answers map[string]check.Answer
	err     error
	done    chan struct{} // closed when these are known
}

// NewScout starts the other process, for at most a time.
func NewScout(ctx context.Context, test string, within time.Duration, queries []check.Query) *Scout {
	s := &Scout{answers: make(map[string]check.Answer), done: make(chan struct{})}
	ctx, stop := context.WithTimeout(ctx, within)
	go func() {
		defer close(s.done)
		defer stop()
		next := -1
		for a, err := range elsewhere.Run[check.Answer](ctx, test, 10*within) {
			switch {
			case err != nil && len(s.answers) > 0 && ctx.Err() != nil: // there was no time for more
			case err != nil && next >= 0 && ctx.Err() == nil:
				at := queries[next].Command()
				s.err = &check.Failure{Command: at, Err: fmt.Errorf("the process of the engine ends at %s: %w", at, err)}
			case err != nil:
				s.err = err
			case next >= 0:
				s.answers[queries[next].String()] = a
			}
			if next++; next == len(queries) {
				return
			}
		}
	}()
	return s
}

// Ended returns how the engine ended the other process, or nil if it did not, or if that takes
// longer than within.
func (s *Scout) Ended(within time.Duration) error {
	var failed *check.Failure
	select {
	case <-s.done:
		if errors.As(s.err, &failed) {
			return failed
		}
	case <-time.After(within):
	}
	return nil
}

// Ask returns the answers of the other process. They are Lost if it was not asked.
func (s *Scout) Ask(queries []check.Query) ([]check.Answer, error) {
	if s == nil {
		return nil, errors.New("the subtest methods did not run")
	}
	<-s.done
	answers := make([]check.Answer, len(queries))
	for i, q := range queries {
		a, ok := s.answers[q.String()]
		a.Lost = !ok
		answers[i] = a
	}
	return answers, s.err
}
