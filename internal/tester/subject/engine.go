// Package subject runs a chess engine, sets up positions with UCI commands, and reads the keys
// that it prints.
package subject

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// Options say how to talk to an engine.
type Options struct {
	Ask   string         // the command that prints the key; "" tries several
	Key   *regexp.Regexp // finds the key: its first group, or the whole match; nil for automatic
	Set   []string       // options to set, NAME=VALUE
	Limit time.Duration  // of an answer; 0 is 10 s
	// the position to begin with, a FEN or startpos moves ...; "" for startpos
	Start   string
	Program string
	Args    []string
}

// A Session is a running engine, as a [source.Source].
type Session struct {
	protocol protocol
	spoken   bool   // the engine has spoken this protocol
	name     string // "id name" of the engine, or the program's
	options  []option
	variant  string // the game that the engine says it plays; "" is chess
	counts   counter
	search   string // the command of a short search; "" if the engine answers none
	base     Query  // where the session finds out how the engine answers

	ctx  context.Context
	opt  Options
	p    *process.Process
	read *reader
	fens fens
	manner
}

// A manner is the way in which an engine answers.
type manner struct {
	late  bool   // keys come after readyok
	alone bool   // it is asked for one key at a time
	note  string // why
	hung  bool   // an answer never came: the next one is not waited for so long
}

// A fens has the FENs that an engine printed, to see which it refuses.
type fens struct {
	last, start string
	query       Query // after which last was printed
	refused     map[string]bool
}

// A Query is a position.
type Query = source.Query

// An Answer has the key and the FEN that the engine prints for a position.
type Answer = source.Answer

// Open runs an engine and finds out how it prints keys. Errors say how to fix them. The caller
// must call Close.
func Open(ctx context.Context, opt Options) (*Session, error) {
	if opt.Limit <= 0 {
		opt.Limit = 10 * time.Second
	}
	s := &Session{
		ctx:      ctx,
		opt:      opt,
		base:     baseOf(opt.Start),
		read:     &reader{custom: opt.Key},
		protocol: uci(),
		fens:     fens{refused: make(map[string]bool)},
	}
	err := s.start()
	if err == nil {
		if err = s.calibrate(); err != nil {
			s.Close()
		}
	}
	return s, err
}

// Fresh starts the engine once more, in a process of its own. It knows already how the
// engine prints keys, so it is faster than [Open]. The caller must close both sessions.
func (s *Session) Fresh() (source.Source, error) {
	f := *s
	f.hung = f.hung || s.p.Hangs()
	return &f, f.start()
}

// Close ends the engine.
func (s *Session) Close() {
	s.p.Send("quit")
	s.p.Close()
}

// restart replaces the engine's process with a new one.
func (s *Session) restart() error {
	s.Close()
	return s.start()
}

// About says what the engine is.
func (s *Session) About() source.About {
	read := fmt.Sprintf("%s, which prints %.200q", s.opt.Ask, strings.TrimSpace(s.read.line))
	about := source.About{
		Name:    s.name,
		Variant: s.variant,
		Process: true,
		Lists:   s.counts.lists,
		Reading: source.Reading{Ask: s.opt.Ask, Read: read},
		Search:  s.search,
		NewGame: s.protocol.newGame,
		More:    "; give more with -n, or other starts with -from",
		Limit:   fmt.Sprintf("-limit %v", 10*s.opt.Limit),
		Note:    s.note,
		SetUp:   s.protocol.position,
		Many:    !s.alone,
	}
	chess960 := s.option("UCI_Chess960")
	about.Chess960 = chess960 >= 0 && s.options[chess960].usual == "true"
	if count := s.counts.command; count != "" {
		about.Perft = []string{count + "1", count + "2"}
	}
	return about
}

// exited reports whether err says that the engine crashed or exited.
func exited(err error) bool {
	var e *process.Error
	return errors.As(err, &e) && e.Kind == process.Exited
}

// until returns the lines of an answer until one that is its end.
func (s *Session) until(command string, isEnd func(line string) bool) (lines []string, err error) {
	err = s.p.Answer(command, func(line string) bool {
		lines = append(lines, line)
		return isEnd(line)
	})
	return lines, err
}

// block sends commands and isready, and returns what was printed until readyok.
func (s *Session) block(commands ...string) (lines []string, err error) {
	all := append(commands, "isready")
	s.p.Send(all...) // in one piece
	return s.until(strings.Join(all[:max(len(commands), 1)], "; "), isReady)
}

func isReady(line string) bool { return strings.TrimSpace(line) == "readyok" }

// baseOf returns the position of a start: a FEN or startpos, perhaps with moves.
func baseOf(start string) (q Query) {
	position, moves, _ := strings.Cut(start, " moves ")
	position = strings.TrimPrefix(position, "fen ")
	if position != "startpos" {
		q.FEN = position
	}
	q.Moves = strings.Fields(moves)
	return q
}
