package check

import (
	"cmp"
	"context"
	"errors"
	"io"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester/elsewhere"
)

// Say says the answers to queries, for Scout. The first, which is zero, says that it begins.
func Say(src Source, queries []Query, out io.Writer) error {
	err := elsewhere.Say(out, Answer{})
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

// Scout runs a test again in another process, where Say answers queries, for at most a
// time: an engine that ends its process would end this one without a word. It returns how
// it ended.
func Scout(
	ctx context.Context, src Source, test string, within time.Duration, queries []Query,
) error {
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	s := src.(*inside)
	there, err := elsewhere.Run[Answer](ctx, test, 10*within)
	for i, a := range there {
		if i == 0 {
			s.there = make(map[string]Answer)
		} else {
			s.there[queries[i-1].String()] = a
		}
	}
	switch n := len(there) - 1; {
	case err != nil && n >= 0 && n < len(queries) && ctx.Err() == nil:
		return errors.New(
			(&Finding{
				What: "the process of the engine ends at this line", Name: "crash", At: queries[n],
				Why: err.Error(),
			}).String(),
		)
	case err != nil && n < len(queries):
		s.scout = err.Error()
	}
	return nil
}
