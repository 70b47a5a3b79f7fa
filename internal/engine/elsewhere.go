package engine

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/tester/elsewhere"
)

// Say says the answers to queries, for Scout. The first, which is zero, says that it begins.
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

// Scout runs a test again in another process, where Say answers queries, for at most a time: an engine
// that ends its process would end this one without a word. ask returns the answers, which are Lost if
// there was no time for them.
func Scout(ctx context.Context, test string, within time.Duration, queries []check.Query) (ask func([]check.Query) ([]check.Answer, error), ended error) {
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	known := make(map[string]check.Answer)
	var why error
	next := -1
	for a, err := range elsewhere.Run[check.Answer](ctx, test, 10*within) {
		switch {
		case err != nil && next >= 0 && ctx.Err() == nil:
			ended = fmt.Errorf("the process of the engine ends at %s: %w", queries[next].Command(), err)
		case err != nil && len(known) == 0:
			why = err
		case err == nil && next >= 0:
			known[queries[next].String()] = a
		}
		if next++; next == len(queries) {
			break
		}
	}
	return func(queries []check.Query) ([]check.Answer, error) {
		answers := make([]check.Answer, len(queries))
		for i, q := range queries {
			a, ok := known[q.String()]
			a.Lost = !ok
			answers[i] = a
		}
		return answers, why
	}, ended
}
