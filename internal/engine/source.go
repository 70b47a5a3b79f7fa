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
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
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
	// Elsewhere starts an engine in another process; nil makes another engine in this one.
	Elsewhere func() (check.Source, error)
}

// A source is an engine as a source of keys. All sources of one Options share a state.
type source struct {
	check.Source // nil: Do and List are not called, because About has nothing for them
	*shared
	ctx    context.Context
	e      Engine
	at     check.Query // where the engine stands, if placed
	placed bool
}

// A shared is what all engines of a test share.
type shared struct {
	Options
	last     *source         // the source that was used last: some engines share one board
	twice    *twice          // the first key that changed when it was asked for again
	keys     int             // how many keys were asked for twice
	has      map[string]bool // the methods of engines
	unpassed bool            // Null has returned false
	passed   bool            // Null has returned true
	broken   map[string]bool // methods with a bug: other checks do not use them
	watch    watch
}

// A twice is a position with two keys, the first and the second answer of Key.
type twice struct {
	at            check.Query
	first, second zobrist.Key
}

// Open makes an engine and returns it as a source of keys.
func Open(ctx context.Context, opt Options) (check.Source, error) {
	sh := &shared{Options: opt, broken: make(map[string]bool)}
	if opt.Hung != nil {
		sh.watch.start(ctx, opt)
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

// Elsewhere starts an engine in another process, if Options says how.
func (s *source) Elsewhere() (check.Source, error) {
	if s.Options.Elsewhere == nil {
		return s.Fresh()
	}
	return s.Options.Elsewhere()
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
	s.watch.begin(line)
	done := false
	defer func() {
		s.watch.end()
		if done {
			return
		}
		s.placed = false
		if r := recover(); r != nil { // not runtime.Goexit
			err = &check.Failure{Command: line(), Err: fmt.Errorf("%s: the engine panics: %v\n%s", line(), r, stack())}
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

// stack returns the lines of the stack between the panic and this package.
func stack() string {
	lines := strings.Split(strings.TrimSpace(string(debug.Stack())), "\n")
	at := func(words string) int {
		return slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, words) })
	}
	if i := at("panic("); i >= 0 {
		lines = lines[i+2:]
	}
	if i := at("zobrist/internal/engine."); i >= 0 {
		lines = lines[:i]
	}
	return strings.Join(lines[:min(len(lines), 8)], "\n")
}

// place brings the engine to a position. It continues the line on which the engine
// stands, if it can. It returns why the engine refuses.
func (s *source) place(q check.Query) (refused string) {
	moves, n := q.Moves, len(s.at.Moves)
	if s.placed && s.at.FEN == q.FEN && n <= len(moves) && slices.Equal(s.at.Moves, moves[:n]) {
		moves = moves[n:]
	} else if err := s.e.SetFEN(cmp.Or(q.FEN, zobrist.StartFEN)); err != nil {
		s.placed = false
		return err.Error()
	}
	s.placed = false
	for _, m := range moves {
		if m != check.NullMove {
			if err := s.e.Move(m); err != nil {
				return fmt.Sprintf("Move(%q): %v", m, err)
			}
			continue
		}
		if g, ok := s.e.(nuller); !ok || !g.Null() {
			s.unpassed = s.unpassed || ok
			return "no null move"
		}
		s.passed = true
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
		if s.twice == nil || len(at.Moves) < len(s.twice.at.Moves) {
			s.twice = &twice{at, k, again}
		}
	}
	return k
}

// fen returns the engine's FEN, or "" if it has none. After a null move it is the FEN by
// the rules, because the engine has said that it made the move.
func (s *source) fen(q check.Query) string {
	if n := len(q.Moves); n > 0 && q.Moves[n-1] == check.NullMove {
		return played(q)
	}
	if f, ok := s.e.(fener); ok {
		return f.FEN()
	}
	return ""
}

// played returns the FEN after the moves of a query, or "" if there is none.
func played(q check.Query) string {
	p, err := zobrist.ParseFEN(cmp.Or(q.FEN, zobrist.StartFEN))
	if err != nil {
		return ""
	}
	for _, move := range q.Moves {
		var m zobrist.ChessMove
		if move != check.NullMove {
			if m, err = zobrist.ParseMove(move); err != nil {
				return ""
			}
		}
		p.Play(m)
	}
	return p.FEN()
}

func (s *source) answer(q check.Query) (a check.Answer, err error) {
	err = s.call(q.Command, func() {
		if a.Refused = s.place(q); a.Refused == "" {
			a.Key = s.key(q)
			a.FEN = s.fen(q)
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
			if lines != (len(q.Moves) > 0) {
				continue
			}
			a, err := s.answer(q)
			if err != nil {
				answers, failed = answers[:i], err
				break
			}
			answers[i] = a
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

// AskAlone sets up each position anew.
func (s *source) AskAlone(queries []check.Query) (answers []check.Answer, err error) {
	for _, q := range queries {
		s.placed = false
		a, err := s.answer(q)
		if err != nil {
			return answers, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}
