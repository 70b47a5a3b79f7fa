// Package engine makes a chess engine in this process a game of the tester, with the laws that a
// process from outside does not allow: undo, clones, pawn keys. internal/check judges its keys. It
// is the inside of zobristtest.RunChess, which documents the methods.
package engine

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
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	asking "github.com/zobrist-go/zobrist/internal/tester/source"
)

// An Engine is a zobristtest.ChessEngine.
type Engine interface {
	SetFEN(fen string) error
	Move(uci string) error
	Key() zobrist.Key
}

// The optional methods of an Engine, except Clone.
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
	keyer interface {
		Keys() iter.Seq2[string, zobrist.Key]
	}
	nuller interface {
		Null() bool
		UndoNull()
	}
)

// Options say how to make engines.
type Options struct {
	New      func() Engine
	Clone    func(Engine) Engine // the method Clone; nil if the engine has none
	Chess960 bool
	// Sequential says that only one engine can exist at a time: another one ends it.
	Sequential bool
	Within     time.Duration // for the laws of methods in random games
}

// A source answers the queries of internal/check. All sources of one Options share a state.
type source struct {
	*shared
	ctx context.Context
	e   Engine
}

// A shared is what all engines of a test share.
type shared struct {
	Options
	last    *source                 // the source that was used last: some engines share one board
	has     map[string]bool         // the methods of engines
	methods *methods                // what was found; nil before
	there   map[string]check.Answer // of another process, by line; nil if there is none
	scout   string                  // why
}

// Open makes an engine and returns it as a source of keys.
func Open(ctx context.Context, opt Options) (check.Source, error) {
	return (&shared{Options: opt}).open(ctx)
}

func (sh *shared) open(ctx context.Context) (*source, error) {
	s := &source{shared: sh, ctx: ctx}
	err := s.call("a new engine", func() { s.e = sh.New() })
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

func (s *source) Fresh() (check.Source, error) { return s.open(s.ctx) }

func (s *source) Close() {}

// Elsewhere returns the answers of another process, or why there are none. They are Lost if there was no
// time for them.
func (s *source) Elsewhere(queries []check.Query) (answers []check.Answer, why string) {
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

func (s *source) About() check.About {
	return check.About{
		Name:     strings.TrimPrefix(fmt.Sprintf("%T", s.e), "*"),
		Chess960: s.Chess960,
		More:     "add other positions to ChessConfig.Starts",
	}
}

// call calls f, which calls methods of the engine at a line.
func (s *source) call(line string, f func()) error {
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
	failure := &check.Failure{Command: line, Err: fmt.Errorf("the engine %s", says)}
	if hangs {
		failure.Kind = process.TimedOut
	}
	return failure
}

// place brings an engine to a position. It returns why the engine refuses.
func place(e Engine, q check.Query) (refused string) {
	if err := e.SetFEN(cmp.Or(q.FEN, chess.StartFEN)); err != nil {
		return err.Error()
	}
	for _, m := range q.Moves {
		if m == check.NullMove {
			if g, ok := e.(nuller); !ok || !g.Null() {
				return "no null move"
			}
		} else if err := e.Move(m); err != nil {
			return fmt.Sprintf("Move(%q): %v", m, err)
		}
	}
	return ""
}

// Do sets up a position. An engine in this process has no acts.
func (s *source) Do(q check.Query, _ string) (a check.Answer, err error) {
	err = s.call(q.Command(), func() {
		if a.Refused = place(s.e, q); a.Refused != "" {
			return
		}
		a.Key = s.e.Key()
		if n := len(q.Moves); n > 0 && q.Moves[n-1] == check.NullMove {
			a.FEN = check.Played(q) // by the rules, because the engine has said that it made the move
		} else if f, ok := s.e.(fener); ok {
			a.FEN = f.FEN()
		}
	})
	return a, err
}

func (s *source) Ask(queries []check.Query) ([]check.Answer, error) { return asking.Alone(s, queries) }

// List is not called, because About has nothing for it.
func (s *source) List(check.Query) (check.Answer, []string, error) { return check.Answer{}, nil, nil }
