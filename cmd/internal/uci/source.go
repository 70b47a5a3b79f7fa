package uci

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/cmd/internal/process"
	"github.com/zobrist-go/zobrist/internal/check"
)

// The acts of an engine, besides perft.
const shortSearch = "a short search"

// A source is an engine as a source of keys for the checks.
type source struct {
	*Session
	ctx context.Context
}

// Open starts an engine, as [Start] does, for the checks of internal/check.
func Open(ctx context.Context, opt Options) (check.Source, error) {
	s, err := Start(ctx, opt)
	if err != nil {
		return nil, err
	}
	return &source{s, ctx}, nil
}

func (s *source) About() check.About {
	about := check.About{Name: s.Name, Lists: s.Perft}
	for _, set := range s.opt.Set {
		name, value, _ := strings.Cut(set, "=")
		switch strings.ToLower(name) {
		case "uci_variant":
			if !strings.EqualFold(value, "chess") {
				about.Variant = value
			}
		case "uci_chess960":
			about.Chess960 = strings.EqualFold(value, "true")
		}
	}
	if s.Perft {
		about.Acts = []string{"go perft 1", "go perft 2"}
	}
	about.Acts = append(about.Acts, shortSearch)
	if s.HasOption("UCI_Chess960") && !about.Chess960 {
		about.Hint = "for Chess960, add -option UCI_Chess960=true"
	}
	return about
}

func (s *source) Ask(queries []Query) ([]Answer, error) {
	answers, err := s.Session.Ask(queries)
	return answers, failure(err)
}

func (s *source) AskAlone(queries []Query) ([]Answer, error) {
	answers, err := s.Session.AskAlone(queries)
	return answers, failure(err)
}

func (s *source) List(q Query) (Answer, []string, error) {
	a, moves, err := s.Step(q)
	return a, moves, failure(err)
}

func (s *source) Do(q Query, act string) (a Answer, err error) {
	if depth, ok := strings.CutPrefix(act, "go perft "); ok {
		n, _ := strconv.Atoi(depth) // one of About's acts
		a, err = s.RunPerft(q, n)
	} else {
		a, err = s.Search(q)
	}
	return a, failure(err)
}

// Fresh starts another process.
func (s *source) Fresh() (check.Source, error) {
	opt := s.opt
	if !s.Perft && opt.NoPerft == "" { // it need not be tried again
		opt.NoPerft = "the engine does not list moves"
	}
	return Open(s.ctx, opt)
}

// failure marks a crash and a missing answer for the checks.
func failure(err error) error {
	var e *process.Error
	if errors.As(err, &e) && e.Kind != process.Canceled {
		return &check.Failure{Hang: e.Kind == process.TimedOut, Command: e.Command, Err: err}
	}
	return err
}

// IsChess reports whether options, NAME=VALUE, choose chess: no variant is set.
func IsChess(set []string) bool {
	s := source{Session: &Session{opt: Options{Set: set}}}
	return s.About().Variant == ""
}
