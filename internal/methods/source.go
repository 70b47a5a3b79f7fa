package methods

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A Source is an engine in this process as a source of keys.
type Source struct {
	*shared
	ctx context.Context
	e   Engine
}

// A shared is what all engines of a test share.
type shared struct {
	InProcess
	last *Source         // that was used last: some engines share one board
	has  map[string]bool // the methods of engines
	// twice is the first key that changed when it was asked for again, after the shortest sequence.
	twice  *changedKey
	spoils bool // FEN changes the key or the position
	hung   bool // a method has not returned
	// there has the answers of another process, by position; nil if there is none.
	// noProcess says why.
	there     map[string]source.Answer
	noProcess string
}

// A changedKey is a key that changed when it was asked for again, or, if the keys are the same,
// what FEN returned before and after a call of Key.
type changedKey struct {
	query        source.Query
	first, again zobrist.Key
	was, now     string
}

// Open makes an engine and returns it as a source of keys.
func Open(ctx context.Context, opt InProcess) (*Source, error) {
	return (&shared{InProcess: opt}).open(ctx)
}

func (sh *shared) open(ctx context.Context) (*Source, error) {
	s := &Source{shared: sh, ctx: ctx}
	err := s.call(
		func() string { return "a new engine" },
		func(func()) { s.e = sh.New() },
	)
	if err != nil {
		return s, err
	}
	if isNil(s.e) {
		return s, errors.New("newEngine returned nil, want an engine")
	}
	if sh.has == nil {
		sh.has = methodsOf(s.e, sh.Clone != nil)
	}
	return s, nil
}

// errHung says that a method has not returned.
var errHung = errors.New("a method has not returned, so nothing more is asked")

// Fresh makes another engine. After a method that has not returned it does not: nothing can stop
// that method, and each further one would take the whole limit of time again.
func (s *Source) Fresh() (source.Source, error) {
	if s.hung {
		return nil, errHung
	}
	return s.open(s.ctx)
}

// Close does nothing.
func (s *Source) Close() {}

// About says what the engine is. It has no acts: the laws of methods go further.
func (s *Source) About() source.About {
	return source.About{
		Name:     strings.TrimPrefix(fmt.Sprintf("%T", s.e), "*"),
		Chess960: s.Chess960,
		More:     "; add other positions to ChessConfig.Starts",
	}
}

// Elsewhere returns the answers of another process, or why there are none. They are Lost if that
// process was not asked, or had no time for them.
func (s *Source) Elsewhere(queries []source.Query) (answers []source.Answer, why string) {
	if s.there == nil {
		return nil, cmp.Or(s.noProcess, "because none was started")
	}
	for _, q := range queries {
		a, ok := s.there[q.String()]
		a.Lost = !ok
		answers = append(answers, a)
	}
	return answers, ""
}

// call calls f, which calls methods of the engine after a command.
func (s *Source) call(command func() string, f func(next func())) error {
	err := s.ctx.Err()
	if err != nil {
		return err
	}
	if s.last != s && s.Sequential && s.e != nil {
		s.e = s.New()
	}
	s.last = s
	says, hangs := tester.Guard(f)
	if says == "" {
		return nil
	}
	failure := &source.Failure{Command: command(), Err: fmt.Errorf("the engine %s", says)}
	if hangs {
		s.hung = true
		failure.Kind = process.TimedOut
	}
	return failure
}

// place brings an engine to a position. It returns why the engine refuses.
func place(e Engine, q source.Query) (refused string) {
	err := e.SetFEN(cmp.Or(q.FEN, chess.StartFEN))
	if err != nil {
		return err.Error()
	}
	return play(e, q.Moves)
}

// play makes moves, also null moves. It returns why the engine refuses one.
func play(e Engine, moves []string) (refused string) {
	for _, m := range moves {
		if m == source.NullMove {
			g, ok := e.(tester.Nuller)
			if !ok || !g.Null() {
				return "no null move"
			}
			continue
		}
		err := e.Move(m)
		if err != nil {
			return fmt.Sprintf("Move(%q): %v", m, err)
		}
	}
	return ""
}

// Do sets up a position. An engine in this process has no acts.
func (s *Source) Do(q source.Query, _ string) (source.Answer, error) {
	answers, err := s.Ask([]source.Query{q}, true)
	if len(answers) == 0 {
		return source.Answer{}, err
	}
	return answers[0], err
}

// List is not called: the rules are those of chess.
func (s *Source) List(source.Query) (source.Answer, []string, error) {
	return source.Answer{}, nil, nil
}

// Ask returns an answer for each query. Unless alone, it asks for keys by moves first, and where a
// sequence goes on, it makes only the moves that are new: so an engine plays on in one game, and is
// asked for its key between the moves, as in a match.
func (s *Source) Ask(queries []source.Query, alone bool) (answers []source.Answer, err error) {
	if alone {
		return s.askInOrder(queries)
	}
	var order []int // of queries with moves, and then of the others
	for i, q := range queries {
		if len(q.Moves) > 0 {
			order = append(order, i)
		}
	}
	for i, q := range queries {
		if len(q.Moves) == 0 {
			order = append(order, i)
		}
	}
	answers = make([]source.Answer, len(queries))
	at := 0
	command := func() string { return queries[order[at]].Command() }
	err = s.call(command, func(next func()) {
		for ; at < len(order); at++ {
			i := order[at]
			made := -1
			if at > 0 && answers[order[at-1]].Refused == "" && !s.spoils {
				made = goesOn(queries[order[at-1]], queries[i])
			}
			answers[i] = s.answer(queries[i], made)
			next()
		}
	})
	if err == nil {
		return answers, nil
	}
	// The engine ended. The caller takes the first query without an answer for the one at which it
	// ended, so a new engine is asked in the order of the queries.
	fresh, failed := s.Fresh()
	if failed != nil {
		// It hangs, and nothing more can be asked.
		for _, i := range order[at:] {
			answers[i] = source.Answer{Lost: true, Refused: "it was not asked"}
		}
		return answers[:order[at]], err
	}
	return fresh.Ask(queries, true)
}

// askInOrder sets up each position anew.
func (s *Source) askInOrder(queries []source.Query) (answers []source.Answer, err error) {
	command := func() string { return queries[len(answers)].Command() }
	err = s.call(command, func(next func()) {
		for _, q := range queries {
			answers = append(answers, s.answer(q, -1))
			next()
		}
	})
	return answers, err
}

// goesOn returns how many moves of a query are those of the one before, or -1 if it does not begin
// with all of these.
func goesOn(before, q source.Query) int {
	n := len(before.Moves)
	if n <= len(q.Moves) && before.Equal(source.Query{FEN: q.FEN, Moves: q.Moves[:n]}) {
		return n
	}
	return -1
}

// answer returns the key of a position, of whose moves some were made if that is no negative
// number.
func (s *Source) answer(q source.Query, made int) (a source.Answer) {
	more := 1 // calls of Key, after the first
	if made >= 0 {
		a.Refused = play(s.e, q.Moves[made:])
	} else {
		a.Refused = place(s.e, q)
		// Calls of Key cost little compared with a new position, and what they change may not
		// show in the next one.
		more = 3
	}
	if a.Refused != "" {
		return a
	}
	a.Key = s.e.Key()
	for range more {
		again := s.e.Key()
		if again != a.Key {
			s.keyChanged(changedKey{query: q, first: a.Key, again: again})
		}
	}
	e, ok := s.e.(fener)
	if ok && !s.spoils {
		a.FEN = e.FEN()
		s.spoils = s.e.Key() != a.Key || e.FEN() != a.FEN // a law of FEN reports it
	}
	return a
}

// keyChanged keeps the shortest sequence after which Key changes something.
func (s *Source) keyChanged(c changedKey) {
	if s.twice == nil || len(c.query.Moves) < len(s.twice.query.Moves) {
		s.twice = &c
	}
}
