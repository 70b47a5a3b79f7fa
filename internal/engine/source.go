// Package engine makes a chess engine in this process a source of keys for the checks of
// internal/check, and adds the checks that a process from outside does not allow: undo,
// clones, pawn keys. It is the inside of zobristtest.RunChess, which documents the
// methods.
package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/tester"
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
	// Hung is called from another goroutine if the engine gives no answer at a line, with
	// the stacks of all goroutines; nil to wait forever.
	Hung  func(line, stacks string)
	Limit time.Duration // of one answer, for Hung
	// Elsewhere answers in another process; nil asks another engine in this one.
	Elsewhere func([]check.Query) ([]check.Answer, error)
}

// A source is an engine as a source of keys. All sources of one Options share a state.
type source struct {
	check.Source // nil: List is not called, because About has nothing for it
	*shared
	ctx    context.Context
	e      Engine
	at     check.Query // where the engine stands, if placed
	placed bool
}

// A shared is what all engines of a test share.
type shared struct {
	Options
	last     *source                       // the source that was used last: some engines share one board
	twice    *check.Finding                // the first key that changed when it was asked for again
	keys     int                           // how many keys were asked for twice
	has      map[string]bool               // the methods of engines
	nulls    []check.Finding               // of the check "null move"
	unsteady bool                          // keys depend on more than the position
	calling  atomic.Pointer[func() string] // what the engine does, or nil
}

// Open makes an engine and returns it as a source of keys.
func Open(ctx context.Context, opt Options) (check.Source, error) {
	sh := &shared{Options: opt}
	if opt.Hung != nil {
		go sh.watch(ctx)
	}
	return sh.open(ctx)
}

func (sh *shared) open(ctx context.Context) (*source, error) {
	s := &source{shared: sh, ctx: ctx}
	err := s.call(func() string { return "a new engine" }, func() { s.e = sh.New() })
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

// Elsewhere returns the answers of another process, if Options says how.
func (s *source) Elsewhere(queries []check.Query) ([]check.Answer, error) {
	if s.Options.Elsewhere != nil {
		return s.Options.Elsewhere(queries)
	}
	other, err := s.open(s.ctx)
	if err != nil {
		return nil, err
	}
	return other.Ask(queries)
}

func (s *source) About() check.About {
	return check.About{
		Name:     strings.TrimPrefix(fmt.Sprintf("%T", s.e), "*"),
		Chess960: s.Chess960,
		More:     "add other positions to ChessConfig.Starts",
	}
}

// call calls f, which calls methods of the engine. line says what the engine does.
func (s *source) call(line func() string, f func()) (err error) {
	if err := s.ctx.Err(); err != nil {
		return err
	}
	s.calling.Store(&line)
	done := false
	defer func() {
		s.calling.Store(nil)
		if done {
			return
		}
		s.placed = false
		if r := recover(); r != nil { // not runtime.Goexit
			err = &check.Failure{Command: line(), Err: fmt.Errorf("%s: the engine panics: %v\n%s", line(), r, tester.Frames())}
		}
	}()
	if s.last != s {
		if s.Sequential && s.e != nil {
			s.e = s.New()
		}
		s.placed, s.last = false, s
	}
	f()
	done = true
	return nil
}

// watch reports an engine that does not answer. It counts ticks of a clock, so that time in which
// this process does not run does not count.
func (sh *shared) watch(ctx context.Context) {
	const ticks = 20
	ticker := time.NewTicker(sh.Limit / ticks)
	defer ticker.Stop()
	var last *func() string
	for n := 0; ctx.Err() == nil; <-ticker.C {
		line := sh.calling.Load()
		if n++; line == nil || line != last {
			last, n = line, 0
		}
		if n > ticks {
			stacks := make([]byte, 1<<16)
			sh.Hung((*line)(), string(stacks[:runtime.Stack(stacks, true)]))
			return
		}
	}
}

// place brings the engine to a position. It continues the line on which the engine
// stands, if it can. It returns why the engine refuses.
func (s *source) place(q check.Query) (refused string) {
	moves, n := q.Moves, len(s.at.Moves)
	if s.placed && s.at.FEN == q.FEN && n <= len(moves) && slices.Equal(s.at.Moves, moves[:n]) {
		moves = moves[n:]
	} else if err := s.e.SetFEN(cmp.Or(q.FEN, chess.StartFEN)); err != nil {
		s.placed = false
		return err.Error()
	}
	s.placed = false
	for _, m := range moves {
		if m == check.NullMove {
			if g, ok := s.e.(nuller); !ok || !g.Null() {
				return "no null move"
			}
		} else if err := s.e.Move(m); err != nil {
			return fmt.Sprintf("Move(%q): %v", m, err)
		}
	}
	s.at, s.placed = q, true
	return ""
}

// key asks for the key, twice.
func (s *source) key(at check.Query) zobrist.Key {
	k := s.e.Key()
	s.keys++
	if again := s.e.Key(); again != k {
		s.placed = false
		if s.twice == nil || len(at.Moves) < len(s.twice.At.Moves) {
			s.twice = &check.Finding{
				What: "Key returns another key when it is called again: does it change the position?", Cause: "Key", At: at, FEN: played(at), Count: 1,
				Keys: check.Keys{Got: again, Of: "second call", Want: k, OfWant: "first call", WantAt: at},
			}
		}
	}
	return k
}

// played returns the FEN after the moves of a query, or "" if there is none.
func played(q check.Query) string {
	p, err := chess.ParseFEN(cmp.Or(q.FEN, chess.StartFEN))
	if err != nil {
		return ""
	}
	for _, move := range q.Moves {
		m, err := chess.ParseMove(move)
		if err != nil && move != check.NullMove { // the zero move passes
			return ""
		}
		p.Play(m)
	}
	return p.FEN()
}

func (s *source) answer(q check.Query) (a check.Answer, err error) {
	err = s.call(q.Command, func() {
		if a.Refused = s.place(q); a.Refused == "" {
			a.Key = s.key(q)
			if n := len(q.Moves); n > 0 && q.Moves[n-1] == check.NullMove {
				a.FEN = played(q) // by the rules, because the engine has said that it made the move
			} else if f, ok := s.e.(fener); ok {
				a.FEN = f.FEN()
			}
		}
	})
	return a, err
}

// Ask first plays the lines and then sets up the FENs, so that the engine need not leave
// a line for each FEN of it.
func (s *source) Ask(queries []check.Query) (answers []check.Answer, failed error) {
	answers = make([]check.Answer, len(queries))
	for _, lines := range []bool{true, false} {
		for i, q := range queries[:len(answers)] {
			if failed == nil && lines == (len(q.Moves) > 0) {
				if answers[i], failed = s.answer(q); failed != nil {
					answers = answers[:i]
				}
			}
		}
		if failed != nil && lines { // another engine answers the FENs before
			var err error
			if s, err = s.open(s.ctx); err != nil {
				return nil, err
			}
		}
	}
	return answers, failed
}

// Do sets up the position anew. An engine in this process has no acts.
func (s *source) Do(q check.Query, _ string) (check.Answer, error) {
	s.placed = false
	return s.answer(q)
}
