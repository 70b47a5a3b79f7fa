package uci

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/cmd/internal/process"
	"github.com/zobrist-go/zobrist/internal/check"
)

// A source is an engine as a source of keys for the checks.
type source struct {
	s   *Session
	ctx context.Context
}

// Open starts an engine, as [Start] does, for the checks of internal/check.
func Open(ctx context.Context, opt Options) (check.Source, error) {
	s, err := Start(ctx, opt)
	return source{s, ctx}, err
}

func (e source) About() check.About {
	about := check.About{Name: e.s.Name, Lists: e.s.Perft, Ask: e.s.opt.Ask, Decimal: e.s.read.decimal}
	about.Variant, about.Chess960 = variant(e.s.opt.Set)
	if e.s.Perft {
		about.Acts = []string{"go perft 1", "go perft 2"}
	}
	about.Search = search
	if e.s.HasOption("UCI_Chess960") && !about.Chess960 {
		about.Hint = "for Chess960, add -option UCI_Chess960=true"
	}
	about.NewGame, about.More = newGame, "give more with -n, or other starts with -from"
	if e.s.loses {
		about.Note = "the engine loses commands when many come at once, so it was asked for one key at a time"
	}
	return about
}

func (e source) Ask(queries []Query) ([]Answer, error) {
	answers, err := e.s.Ask(queries)
	return answers, failure(err)
}

func (e source) AskAlone(queries []Query) ([]Answer, error) {
	answers, err := e.s.AskAlone(queries)
	return answers, failure(err)
}

func (e source) List(q Query) (Answer, []string, error) {
	a, moves, err := e.s.Step(q)
	return a, moves, failure(err)
}

const newGame = "ucinewgame"

func (e source) Do(q Query, act string) (a Answer, err error) {
	if act == newGame {
		_, err := e.s.AskAlone([]Query{q})
		if err == nil {
			_, err = e.s.block(newGame, "isready")
		}
		if err != nil {
			return a, failure(err)
		}
		answers, err := e.s.AskAlone([]Query{q})
		if err == nil {
			a = answers[0]
		}
		return a, failure(err)
	}
	if n, numErr := strconv.Atoi(strings.TrimPrefix(act, "go perft ")); numErr == nil {
		a, err = e.s.RunPerft(q, n)
	} else {
		a, err = e.s.Search(q)
	}
	return a, failure(err)
}

func (e source) Fresh() (check.Source, error) {
	s, err := e.s.Fresh()
	return source{s, e.ctx}, err
}

func (e source) Close() { e.s.Close() }

// failure marks a crash and a missing answer for the checks.
func failure(err error) error {
	var e *process.Error
	if errors.As(err, &e) && e.Kind != process.Canceled {
		return &check.Failure{Hang: e.Kind == process.TimedOut, Command: e.Command, Err: err}
	}
	return err
}

// variant returns what options, NAME=VALUE, say about the game: "" is chess.
func variant(set []string) (name string, chess960 bool) {
	for _, set := range set {
		option, value, _ := strings.Cut(set, "=")
		switch {
		case strings.EqualFold(option, "UCI_Chess960"):
			chess960 = strings.EqualFold(value, "true")
		case strings.EqualFold(option, "UCI_Variant") && !strings.EqualFold(value, "chess"):
			name = value
		}
	}
	return name, chess960
}

// IsChess reports whether options, NAME=VALUE, choose chess: no variant is set.
func IsChess(set []string) bool {
	name, _ := variant(set)
	return name == ""
}
