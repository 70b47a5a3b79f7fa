package examine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/planted"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// An instance is the planted engine in this process as a source of keys.
type instance struct {
	*planted.Engine
	ctx context.Context
	bug string
}

func newInstance(ctx context.Context, bug string) source.Source {
	e, err := planted.New(bug, 1)
	if err != nil {
		panic(err)
	}
	return &instance{e, ctx, bug}
}

func (s *instance) About() source.About {
	return source.About{
		Name:     "Planted",
		Process:  true, // any command is an act, if Do knows it
		Perft:    []string{"go perft 1", "go perft 2"},
		Search:   "go depth 1",
		NewGame:  "ucinewgame",
		Chess960: strings.HasPrefix(s.bug, "960"),
	}
}

func (s *instance) Ask(queries []source.Query, _ bool) (answers []source.Answer, err error) {
	for _, q := range queries {
		if err := s.ctx.Err(); err != nil {
			return answers, err
		}
		a := source.Answer{}
		if err := s.Position(strings.Fields(q.String())); err != nil {
			a.Refused = err.Error()
		}
		a.Key, a.FEN = zobrist.Key(s.Key()), s.FEN()
		answers = append(answers, a)
	}
	return answers, nil
}

func (s *instance) Do(q source.Query, act string) (source.Answer, error) {
	answers, err := s.Ask([]source.Query{q}, true)
	if err != nil {
		return source.Answer{}, err
	}
	move := ""
	switch act {
	case "":
		return answers[0], nil
	case "ucinewgame":
		s.NewGame()
		answers, err = s.Ask([]source.Query{q}, true)
		if err != nil {
			return source.Answer{}, err
		}
		return answers[0], nil
	case "d": // prints the key again
	case "go perft 1":
		s.Perft(1)
	case "go perft 2":
		s.Perft(2)
	case s.About().Search:
		move = s.Search(1)
	default:
		return source.Answer{}, fmt.Errorf("Do in instance_test.go lacks the act %q", act)
	}
	return source.Answer{Key: zobrist.Key(s.Key()), FEN: s.FEN(), Move: move}, nil
}

func (s *instance) List(source.Query) (source.Answer, []string, error) {
	return source.Answer{}, nil, errors.New("it lists no moves")
}

func (s *instance) Fresh() (source.Source, error) { return newInstance(s.ctx, s.bug), nil }
func (s *instance) Close()                        {}
