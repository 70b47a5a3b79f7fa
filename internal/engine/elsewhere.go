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
// that ends its process would end this one without a word. It returns how it ended.
func Scout(ctx context.Context, src check.Source, test string, within time.Duration, queries []check.Query) error {
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	s := src.(*source)
	there, err := elsewhere.Run[check.Answer](ctx, test, 10*within)
	for i, a := range there {
		if i == 0 {
			s.there = make(map[string]check.Answer)
		} else {
			s.there[queries[i-1].String()] = a
		}
	}
	switch n := len(there) - 1; {
	case err != nil && n >= 0 && n < len(queries) && ctx.Err() == nil:
		return fmt.Errorf("the process of the engine ends at %s: %w", queries[n].Command(), err)
	case err != nil && n < len(queries):
		s.scout = err.Error()
	}
	return nil
}
