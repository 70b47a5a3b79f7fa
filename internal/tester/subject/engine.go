// Package subject asks a chess engine for keys. It runs the engine, sets up positions with
// UCI commands, and reads the keys that the engine prints.
package subject

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/words"
)

// Options say how to talk to an engine.
type Options struct {
	Ask     string         // the command that prints the key; "" tries several
	Key     *regexp.Regexp // finds the key: its first group, or the whole match; nil for automatic
	Set     []string       // options to set, NAME=VALUE
	Limit   time.Duration  // of an answer; 0 is 10 s
	Program string
	Args    []string
}

// variant returns what the options say about the game: "" is chess.
func (o Options) variant() (name string, chess960 bool) {
	for _, set := range o.Set {
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

// IsChess reports whether the options choose chess: no variant is set.
func (o Options) IsChess() bool {
	name, _ := o.variant()
	return name == ""
}

// A Session is a running engine, as a [check.Source].
type Session struct {
	protocol protocol
	name     string // "id name" of the engine, or the program's
	options  []string
	count    string         // the command that counts lines of moves, such as "go perft ", or ""
	end      *regexp.Regexp // of its last line
	lists    bool           // it lists the moves
	search   string         // the command of a short search

	ctx   context.Context
	opt   Options
	p     *process.Process
	read  reader
	late  bool   // keys come after readyok
	alone bool   // it is asked for one key at a time
	slow  string // because it fails when many commands come at once
}

// A Query is a position.
type Query = check.Query

// An Answer has the key and the FEN that the engine prints for a position.
type Answer = check.Answer

// Open runs an engine, sets its options and finds out how it prints keys. Errors say
// how to fix them. The caller must call [Session.Close].
func Open(ctx context.Context, opt Options) (*Session, error) {
	if opt.Limit <= 0 {
		opt.Limit = 10 * time.Second
	}
	s := &Session{ctx: ctx, opt: opt, read: reader{custom: opt.Key}, protocol: uci()}

	if err := s.start(); err != nil {
		return nil, err
	}
	if err := s.calibrate(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Check checks an engine. Its report has positions as the engine reads them.
func Check(ctx context.Context, engine Options, opt check.Options) (*check.Report, error) {
	s, err := Open(ctx, engine)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	r, err := check.Run(ctx, s, opt)
	for i := 0; r != nil && i < len(r.Results); i++ {
		for j := range r.Results[i].Findings {
			f := &r.Results[i].Findings[j]
			for _, fen := range []*string{&f.At.FEN, &f.WantAt.FEN, &f.FEN} {
				*fen = s.protocol.written(*fen)
			}
		}
	}
	return r, err
}

// Fresh starts the engine once more, in a process of its own. It knows already how the
// engine prints keys, so it is faster than [Open]. The caller must close both sessions.
func (s *Session) Fresh() (check.Source, error) {
	f := *s
	if err := f.start(); err != nil {
		return nil, err
	}
	return &f, nil
}

// Patient is like Fresh, with ten times the limit.
func (s *Session) Patient() (check.Source, error) {
	f := *s
	f.opt.Limit *= 10
	return f.Fresh()
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
func (s *Session) About() check.About {
	about := check.About{Name: s.name, Lists: s.lists, Ask: s.opt.Ask, Read: s.read.where(s.opt.Ask), Decimal: !s.read.hex, Search: s.search, NewGame: s.protocol.newGame,
		More: "give more with -n, or other starts with -from", Limit: fmt.Sprintf("-limit %v", s.opt.Limit)}
	if about.Variant, about.Chess960 = s.opt.variant(); about.Variant == "" {
		about.Variant = s.protocol.variant
	}
	if s.count != "" {
		about.Acts = []string{s.count + "1", s.count + "2"}
	}
	if s.option("UCI_Chess960") >= 0 && !about.Chess960 {
		about.Hint = "for Chess960, add -option UCI_Chess960=true"
	}
	if s.slow != "" {
		about.Note = "the engine " + s.slow + " at once, so it was asked for one key at a time"
	}
	return about
}

// answer reads lines until f returns true. A failure is a [*check.Failure] that wraps a
// [*process.Error], except after the end of the context.
func (s *Session) answer(command string, f func(line string) (done bool)) error {
	return failure(s.p.Answer(command, f))
}

// wait is like answer for an answer that may never come.
func (s *Session) wait(limit time.Duration, command string, f func(line string) (done bool)) (bool, error) {
	ok, err := s.p.Wait(limit, command, f)
	return ok, failure(err)
}

func failure(err error) error {
	if e := failed(err); e != nil {
		return &check.Failure{Hang: e.Kind == process.TimedOut, Command: e.Command, Err: err}
	}
	return err
}

// failed returns the failure if err says that the engine crashed, exited, hung, or
// printed too much.
func failed(err error) *process.Error {
	var e *process.Error
	if errors.As(err, &e) && e.Kind != process.Canceled {
		return e
	}
	return nil
}

// block sends commands and isready, and returns what was printed until readyok.
func (s *Session) block(commands ...string) (lines []string, err error) {
	s.p.Send(append(commands, "isready")...) // in one piece
	err = s.answer(cmp.Or(strings.Join(commands, "; "), "isready"), func(line string) bool {
		if isReady(line) {
			return true
		}
		lines = append(lines, line)
		return false
	})
	return lines, err
}

func isReady(line string) bool { return strings.TrimSpace(line) == "readyok" }

// start starts the process and makes it ready for a game.
func (s *Session) start() error {
	p, err := process.Start(s.ctx, s.opt.Limit, s.opt.Program, s.opt.Args...)
	if err != nil {
		return err
	}
	s.p = p
	if err = s.hello(); err != nil {
		s.Close()
	}
	return err
}

// hello finds out which protocol the engine speaks, and sets its options.
func (s *Session) hello() error {
	s.name, s.options = s.opt.Program, nil
	g := greeting{Session: s, try: []protocol{s.protocol}}
	if err := g.greet(); err != nil {
		return err
	}
	if g.spoken.hello != s.protocol.hello {
		s.protocol = g.spoken
		return s.restart() // it may have misunderstood what else it was asked
	}
	s.read.fenIn = s.protocol.fenIn
	for _, set := range s.opt.Set {
		if err := s.set(set); err != nil {
			return err
		}
	}
	// Some engines are ready for a new game only after these commands.
	_, err := s.block()
	if err == nil {
		_, err = s.block(s.protocol.newGame)
	}
	return err
}

// A greeting finds out which protocol an engine speaks.
type greeting struct {
	*Session
	try     []protocol
	spoken  protocol
	xboard  bool
	refused string // the first line that says that a command is unknown
}

var refusal = regexp.MustCompile(`(?i)^\W*(error|illegal|unknown|unrecogni[sz]ed|invalid|bad)\b.*\b(uci|usi|ucci)\b`)

// read reads an answer. It reports whether it is over.
func (g *greeting) read(line string) bool {
	if name, ok := strings.CutPrefix(line, "id name "); ok {
		g.name = strings.TrimSpace(name)
	}
	if rest, ok := strings.CutPrefix(line, g.protocol.option); ok {
		name, _, _ := strings.Cut(rest, " type ")
		g.options = append(g.options, strings.TrimSpace(name))
	}
	if g.refused == "" && refusal.MatchString(line) {
		g.refused = line
	}
	for _, p := range g.try {
		if strings.TrimSpace(line) == p.ok {
			g.spoken = p
		}
	}
	g.xboard = len(g.try) > 1 && strings.HasPrefix(line, "feature ")
	return g.spoken.ok != "" || g.xboard || g.refused != "" && len(g.try) == 1
}

// greet greets by the protocol that is usual. If the engine does not answer soon, it tries
// all of them, and xboard's, whose engines answer protover.
func (g *greeting) greet() error {
	hello, limit := g.protocol.hello, g.opt.Limit
	g.p.Send(hello)
	_, err := g.wait(limit/3, hello, g.read)
	if err != nil || g.spoken.ok != "" {
		return err
	}
	g.try = protocols()
	for _, p := range g.try[1:] {
		g.p.Send(p.hello)
	}
	g.p.Send("xboard", "protover 2")
	wait := limit - limit/3
	if g.refused != "" { // it is alive
		wait = g.stopLimit()
	}
	_, err = g.wait(wait, hello, g.read)
	switch {
	case err != nil || g.spoken.ok != "":
		return err
	case g.xboard:
		return fmt.Errorf("%s speaks xboard's protocol and not UCI: it answers protover, but not uci. Check it through an adapter (-adapter)", g.opt.Program)
	case g.refused != "":
		return fmt.Errorf("%s does not speak UCI: it answers %q to uci. Check it through an adapter (-adapter)", g.opt.Program, cut(g.refused))
	}
	g.p.SetLimit(time.Millisecond)
	err = g.answer(hello, func(string) bool { return false })
	if e := failed(err); e != nil {
		e.Limit = limit
	}
	return fmt.Errorf("%w\nIt answers neither uci, usi or ucci, as engines do with \"uciok\", nor xboard's protover. For other programs, see zobrist check -adapter", err)
}

// set sets an option of the engine. It ignores the case of the name.
func (s *Session) set(set string) error {
	name, value, ok := strings.Cut(set, "=")
	if !ok {
		return fmt.Errorf("option %q: want NAME=VALUE", set)
	}
	if i := s.option(name); i >= 0 {
		s.p.Send(fmt.Sprintf(s.protocol.set, s.options[i], value))
		return nil
	}
	if len(s.options) == 0 {
		return fmt.Errorf("option %q: %s has no options", set, s.name)
	}
	return fmt.Errorf("option %q: %s has no option %q; the nearest of its %d options: %s", set, s.name, name, len(s.options), strings.Join(nearest(name, s.options, 3), ", "))
}

// option returns the index of an option, or -1. It ignores the case of the name.
func (s *Session) option(name string) int {
	return slices.IndexFunc(s.options, func(have string) bool { return strings.EqualFold(have, name) })
}

// nearest returns the n names that are most like a name, regardless of case. Names that
// contain it come first.
func nearest(name string, names []string, n int) []string {
	name = strings.ToLower(name)
	far := func(other string) int {
		if other = strings.ToLower(other); strings.Contains(other, name) {
			return 0
		}
		return words.Distance(name, other)
	}
	names = slices.Clone(names)
	slices.SortStableFunc(names, func(a, b string) int { return far(a) - far(b) })
	return names[:min(n, len(names))]
}
