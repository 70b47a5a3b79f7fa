package methods

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist/internal/explore"
	"github.com/zobrist-go/zobrist/internal/observe"
	"github.com/zobrist-go/zobrist/internal/tester/elsewhere"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// mostElsewhere is how many positions another process is asked for. They take a fraction of a
// second, also of an engine in which a position takes some microseconds.
const mostElsewhere = 2200

// Queries returns the positions for which another process is asked, in another order than this one:
// a key may depend on what was asked before.
func Queries(chess960 bool, starts []string) ([]source.Query, error) {
	e, err := explore.New(explore.Options{
		Rules: explore.Chess(chess960), Known: true, Chess960: chess960, Starts: starts,
	})
	if err != nil {
		return nil, err
	}
	var all []source.Query
	for _, n := range e.Short(mostElsewhere / 2) {
		// This process never asks for the same board without rights and en passant square. An
		// engine with a cache that confuses the two then gives other keys there than here.
		bare := n.Board
		bare.Castling, bare.EnPassant = 0, 0
		all = append(all, n.Query, n.FromFEN(), source.Query{FEN: bare.FEN()})
	}
	for _, fen := range observe.FixedFENs() {
		all = append(all, source.Query{FEN: fen})
	}
	all = all[:min(len(all), 2*mostElsewhere)]
	slices.Reverse(all)
	return all, nil
}

// Say writes the answers to queries, for Scout. The first, which is zero, says that it begins.
func Say(s *Source, queries []source.Query, out io.Writer) error {
	var src source.Source = s
	err := elsewhere.Say(out, source.Answer{})
	for i := 0; i < len(queries) && err == nil; i++ {
		a, failed := src.Do(queries[i], "")
		if failed != nil {
			a.Refused = failed.Error()
			src, err = src.Fresh()
			if err != nil {
				return err
			}
		}
		err = elsewhere.Say(out, a)
	}
	return err
}

// An Ended is the error of Scout: the process of the engine has ended at a command. An engine that
// does that would end this process without a word.
type Ended struct {
	Query source.Query
	Err   error
}

func (e *Ended) Error() string {
	return fmt.Sprintf("the process of the engine ends at this line [crash]\n%s\n%v",
		e.Query.Command(), e.Err)
}

// Scout runs a test again in another process, where Say answers queries, for at most a time. It
// keeps the answers, and returns an *Ended if the engine ends its process.
func Scout(
	ctx context.Context, s *Source, test string, within time.Duration, queries []source.Query,
) error {
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	there, err := elsewhere.Run[source.Answer](ctx, test, 10*within)
	for i, a := range there {
		if i == 0 {
			s.there = make(map[string]source.Answer)
			continue
		}
		s.there[queries[i-1].String()] = a
	}
	n := len(there) - 1 // answers
	if err == nil || n >= len(queries) {
		return nil
	}
	if n >= 0 && ctx.Err() == nil {
		return &Ended{Query: queries[n], Err: err}
	}
	s.noProcess = err.Error()
	return nil
}
