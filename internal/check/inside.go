package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/process"
)

// An Engine is a zobristtest.ChessEngine.
type Engine interface {
	SetFEN(fen string) error
	Move(uci string) error
	Key() zobrist.Key
}

// The optional methods of an Engine, except Clone and those of each game: tester.Keyer and
// tester.Nuller.
type (
	undoer   interface{ Undo() }
	trier    interface{ Try(uci string) bool }
	afterer  interface{ After(uci string) zobrist.Key }
	fener    interface{ FEN() string }
	perfter  interface{ Perft(depth int) }
	searcher interface{ Search(depth int) }
	subKeyer interface {
		SubKeys() iter.Seq2[string, zobrist.Key]
	}
)

// InProcess says how to make engines.
type InProcess struct {
	New      func() Engine
	Clone    func(Engine) Engine // the method Clone; nil if the engine has none
	Chess960 bool
	// Sequential says that only one engine can exist at a time: another one ends it.
	Sequential bool
	Within     time.Duration // for the laws of methods in random games
}

// An inside is an engine in this process as a Source. All of one InProcess share a state.
type inside struct {
	*shared
	ctx context.Context
	e   Engine
}

// A shared is what all engines of a test share.
type shared struct {
	InProcess
	last    *inside           // the source that was used last: some engines share one board
	has     map[string]bool   // the methods of engines
	methods *methods          // what the laws of methods found; nil before
	twice   *Finding          // the first key that changed when it was asked for again
	spoils  bool              // FEN changes the key or the position
	there   map[string]Answer // of another process, by line; nil if there is none
	scout   string            // why
}

// Open makes an engine and returns it as a source of keys.
func Open(ctx context.Context, opt InProcess) (Source, error) {
	return (&shared{InProcess: opt}).open(ctx)
}

func (sh *shared) open(ctx context.Context) (*inside, error) {
	s := &inside{shared: sh, ctx: ctx}
	err := s.call(func() string { return "a new engine" }, func(func()) { s.e = sh.New() })
	if err == nil && isNil(s.e) {
		err = errors.New("newEngine returned nil, want an engine")
	} else if err == nil && sh.has == nil {
		sh.has = methodsOf(s.e, sh.Clone != nil)
	}
	return s, err
}

func isNil(e Engine) bool {
	v := reflect.ValueOf(e)
	return e == nil || v.Kind() == reflect.Pointer && v.IsNil()
}

func (s *inside) Fresh() (Source, error) { return s.open(s.ctx) }
func (s *inside) Close()                 {}

// Elsewhere returns the answers of another process, or why there are none. They are Lost if
// there was no time for them.
func (s *inside) Elsewhere(queries []Query) (answers []Answer, why string) {
	for _, q := range queries {
		a, ok := s.there[q.String()]
		a.Lost = !ok
		answers = append(answers, a)
	}
	if s.there == nil {
		why = cmp.Or(s.scout, "no other process was asked")
	}
	return answers, why
}

func (s *inside) About() About {
	return About{
		Name:     strings.TrimPrefix(fmt.Sprintf("%T", s.e), "*"),
		Chess960: s.Chess960,
		More:     "; add other positions to ChessConfig.Starts",
	}
}

// call calls f, which calls methods of the engine at lines.
func (s *inside) call(line func() string, f func(next func())) error {
	if err := s.ctx.Err(); err != nil {
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
	failure := &Failure{Command: line(), Err: fmt.Errorf("the engine %s", says)}
	if hangs {
		failure.Kind = process.TimedOut
	}
	return failure
}

// place brings an engine to a position. It returns why the engine refuses.
func place(e Engine, q Query) (refused string) {
	if err := e.SetFEN(cmp.Or(q.FEN, chess.StartFEN)); err != nil {
		return err.Error()
	}
	return play(e, q.Moves)
}

func play(e Engine, moves []string) (refused string) {
	for _, m := range moves {
		if m == NullMove {
			if g, ok := e.(tester.Nuller); !ok || !g.Null() {
				return "no null move"
			}
		} else if err := e.Move(m); err != nil {
			return fmt.Sprintf("Move(%q): %v", m, err)
		}
	}
	return ""
}

// Do sets up a position. An engine in this process has no acts.
func (s *inside) Do(q Query, _ string) (Answer, error) {
	answers, err := s.Ask([]Query{q}, true)
	return append(answers, Answer{})[0], err
}

// Ask returns an answer for each query. Where a line goes on, it makes only the moves that
// are new, unless alone.
func (s *inside) Ask(queries []Query, alone bool) (answers []Answer, err error) {
	err = s.call(func() string { return queries[len(answers)].Command() }, func(next func()) {
		for i, q := range queries {
			made := -1
			if i > 0 && !alone && answers[i-1].Refused == "" && !s.spoils {
				if was := queries[i-1]; was.Equal(
					Query{FEN: q.FEN, Moves: q.Moves[:min(len(was.Moves), len(q.Moves))]},
				) {
					made = len(was.Moves)
				}
			}
			answers = append(answers, s.answer(q, made))
			next()
		}
	})
	return answers, err
}

// answer returns the key of a position, of whose moves some were made if that is no
// negative number.
func (s *inside) answer(q Query, made int) (a Answer) {
	more := 1 // calls of Key
	if made >= 0 {
		a.Refused = play(s.e, q.Moves[made:])
	} else {
		a.Refused, more = place(s.e, q), 3
	}
	if a.Refused != "" {
		return a
	}
	a.Key = s.e.Key()
	for range more {
		if again := s.e.Key(); again != a.Key &&
			(s.twice == nil || len(q.Moves) < len(s.twice.At.Moves)) {
			s.twice = &Finding{
				What: "Key returns another key when it is called again: " +
					"does it change the position?",
				Cause: "Key",
				At:    q,
				FEN:   Played(q),
				Count: 1,
				Keys: Keys{
					Got: again, Of: "another call", Want: a.Key, OfWant: "first call", WantAt: q,
				},
			}
		}
	}
	if f, ok := s.e.(fener); ok && !s.spoils {
		a.FEN = f.FEN()
		s.spoils = s.e.Key() != a.Key || f.FEN() != a.FEN // a law of FEN reports it
	}
	return a
}

// it is not called
func (s *inside) List(Query) (Answer, []string, error) { return Answer{}, nil, nil }
