// Package uci asks a chess engine for keys. It runs the engine, sets up positions with
// UCI commands, and reads the keys that the engine prints.
package uci

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/cmd/internal/process"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/recover"
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
	NoPerft string // the reason not to use "go perft"; "" to try it
}

// A Session is a running engine. Its methods are for one goroutine.
type Session struct {
	Name    string // "id name" of the engine, or the program's
	Options []string
	Perft   bool // "go perft 1" lists the moves

	ctx   context.Context
	opt   Options
	p     *process.Process
	read  reader
	late  bool     // answers come after readyok
	alone bool     // it is asked for one key at a time
	loses bool     // because it loses commands when many come at once
	first []string // moves of the start position
}

// A Query is a position.
type Query = check.Query

// An Answer has the key and the FEN that the engine prints for a position.
type Answer = check.Answer

// Start runs an engine, sets its options and finds out how it prints keys. Errors say
// how to fix them. The caller must call [Session.Close].
func Start(ctx context.Context, opt Options) (*Session, error) {
	if opt.Limit <= 0 {
		opt.Limit = 10 * time.Second
	}
	s := &Session{ctx: ctx, opt: opt}
	if err := s.start(); err != nil {
		return nil, err
	}
	if err := s.calibrate(); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Fresh starts the engine once more, in a process of its own. It knows already how the
// engine prints keys, so it is faster than [Start]. The caller must close both sessions.
func (s *Session) Fresh() (*Session, error) {
	f := *s
	if err := f.start(); err != nil {
		return nil, err
	}
	return &f, nil
}

// Restart replaces the engine's process with a new one, so that a caller can go on
// after [Failed].
func (s *Session) Restart() error {
	s.Close()
	return s.start()
}

// Failed returns the failure if err says that the engine crashed, exited, hung, or
// printed too much. Its Command is the whole position command and what came after it.
// Other errors, and the end of the context, return nil.
func Failed(err error) *process.Error {
	var e *process.Error
	if errors.As(err, &e) && e.Kind != process.Canceled {
		return e
	}
	return nil
}

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

func (s *Session) hello() error {
	s.Name, s.Options = s.opt.Program, nil
	refused := ""
	s.p.Send("uci")
	answered, err := s.p.Wait(s.opt.Limit, "uci", func(line string) bool {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			s.Name = strings.TrimSpace(name)
		}
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			name, _, _ := strings.Cut(rest, " type ")
			s.Options = append(s.Options, strings.TrimSpace(name))
		}
		if refusal.MatchString(line) {
			refused = line
		}
		return refused != "" || strings.TrimSpace(line) == "uciok"
	})
	switch {
	case err != nil:
		return err
	case !answered || refused != "":
		return s.notUCI(refused)
	}
	for _, set := range s.opt.Set {
		if err := s.set(set); err != nil {
			return err
		}
	}
	// Some engines are ready for a new game only after these commands.
	if _, err = s.block("isready"); err == nil {
		_, err = s.block("ucinewgame", "isready")
	}
	return err
}

// refusal is what an engine prints that does not know the command uci.
var refusal = regexp.MustCompile(`(?i)^\W*(error|illegal|unknown|unrecogni[sz]ed|invalid|bad)\b.*\buci\b`)

// notUCI returns the reason why an engine does not answer uci. An engine that knows
// only xboard's protocol answers protover.
func (s *Session) notUCI(refused string) error {
	s.p.SetLimit(s.stopLimit())
	s.p.Send("xboard", "protover 2")
	err := s.p.Answer("uci", func(line string) bool { return strings.HasPrefix(line, "feature ") })
	e := Failed(err)
	switch {
	case err == nil:
		return fmt.Errorf("%s speaks xboard's protocol and not UCI: it answers protover, but not uci. Check it through an adapter (-adapter)", s.opt.Program)
	case e == nil:
		return err
	case refused != "":
		return fmt.Errorf("%s does not speak UCI: it answers %q to uci. Check it through an adapter (-adapter)", s.opt.Program, cut(refused))
	}
	e.Limit = s.opt.Limit
	return fmt.Errorf("%w\nIt answers neither uci, as UCI engines do with \"uciok\", nor xboard's protover. For other programs, see zobrist check -adapter", err)
}

// set sets an option of the engine. It ignores the case of the name.
func (s *Session) set(set string) error {
	name, value, ok := strings.Cut(set, "=")
	if !ok {
		return fmt.Errorf("option %q: want NAME=VALUE", set)
	}
	if i := s.option(name); i >= 0 {
		s.p.Send("setoption name " + s.Options[i] + " value " + value)
		return nil
	}
	if len(s.Options) == 0 {
		return fmt.Errorf("option %q: %s has no options", set, s.Name)
	}
	return fmt.Errorf("option %q: %s has no option %q; the nearest of its %d options: %s", set, s.Name, name, len(s.Options), strings.Join(nearest(name, s.Options, 3), ", "))
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

// HasOption reports whether the engine has an option. It ignores the case of the name.
func (s *Session) HasOption(name string) bool { return s.option(name) >= 0 }

func (s *Session) option(name string) int {
	return slices.IndexFunc(s.Options, func(have string) bool { return strings.EqualFold(have, name) })
}

// Close ends the engine.
func (s *Session) Close() {
	s.p.Send("quit")
	s.p.Close()
}

// block sends commands and isready, and returns what was printed until readyok.
func (s *Session) block(commands ...string) (lines []string, err error) {
	s.p.Send(commands...)
	if commands[len(commands)-1] != "isready" {
		s.p.Send("isready")
	}
	err = s.p.Answer(strings.Join(commands, "; "), func(line string) bool {
		if strings.TrimSpace(line) == "readyok" {
			return true
		}
		lines = append(lines, line)
		return false
	})
	return lines, err
}

// inFlight limits the bytes of unanswered commands, so that they fit into a pipe. Some
// programs assume that what they read at once ends with a line.
const inFlight = 32 << 10

// Ask returns the key of each position. It asks for many at once. If the engine fails,
// Ask asks alone for each from the first without an answer, so that it finds the position,
// or that the engine cannot be asked for many at once.
func (s *Session) Ask(queries []Query) ([]Answer, error) {
	if s.alone {
		return s.AskAlone(queries)
	}
	answers, err := s.ask(queries, inFlight)
	var none *NoKeyError
	if Failed(err) == nil && !errors.As(err, &none) || s.Restart() != nil {
		return answers, err
	}
	more, err := s.AskAlone(queries[len(answers):])
	s.alone, s.loses = err == nil, err == nil
	return append(answers, more...), err
}

// AskAlone is like Ask, but waits for each answer before it sends the next query.
func (s *Session) AskAlone(queries []Query) (answers []Answer, err error) {
	if s.late {
		return s.ask(queries, 0)
	}
	for _, q := range queries {
		a, err := s.askOne(q)
		if err != nil {
			return answers, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// askOne waits until the engine has set up the position, and then for its key. In an
// engine with threads, the key may come after readyok.
func (s *Session) askOne(q Query) (a Answer, err error) {
	command := q.Command()
	var block []string
	found, ready := false, false
	read := func(line string) bool {
		if strings.TrimSpace(line) == "readyok" {
			ready = true
		} else if key, ok := s.read.key(line); ok && !found {
			a.Key, found = key, true
		} else if fen := s.read.fen(line); fen != "" {
			a.FEN = fen
		}
		block = append(block, line)
		return ready && found
	}
	if _, err = s.block(command); err != nil {
		e := Failed(err)
		if e != nil {
			e.Command += "; " + s.opt.Ask
		}
		return a, err
	}
	s.p.Send(s.opt.Ask, "isready")
	err = s.p.Answer(command+"; "+s.opt.Ask, func(line string) bool { return read(line) || ready })
	if err == nil && !found { // it may be late
		_, err = s.p.Wait(lateKey, command, read)
	}
	if err == nil && !found {
		err = &NoKeyError{Program: s.opt.Program, Asked: []string{command, s.opt.Ask}, Came: block, Regexp: s.opt.Key, Short: s.read.short, Before: true}
	}
	return a, err
}

// lateKey is how long to wait for a key after readyok.
const lateKey = 300 * time.Millisecond

func (s *Session) ask(queries []Query, window int) ([]Answer, error) {
	answers := make([]Answer, 0, len(queries))
	commands := make([]string, 0, len(queries)) // sent
	bytes := 0                                  // of commands that are not answered
	for i, q := range queries {
		for !s.late && len(commands) < len(queries) && (len(commands) == i || bytes < window) {
			command := queries[len(commands)].Command()
			commands = append(commands, command)
			bytes += len(command) + len(s.opt.Ask) + len("\n\nisready\n")
			s.p.Send(command, s.opt.Ask, "isready")
		}
		if s.late {
			commands = append(commands, q.Command())
			s.p.Send(q.Command(), s.opt.Ask)
		}
		a, err := s.answer(commands[i], false)
		bytes -= len(commands[i]) + len(s.opt.Ask) + len("\n\nisready\n")
		if err != nil {
			return answers, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// answer reads an answer until readyok. A late answer may come after readyok, so nothing
// marks its end but the key, and the FEN if that comes later. If must is true, answer
// waits for a key after readyok, too.
func (s *Session) answer(command string, must bool) (a Answer, err error) {
	found := false
	var block []string
	err = s.p.Answer(command+"; "+s.opt.Ask, func(line string) bool {
		if !s.late && strings.TrimSpace(line) == "readyok" {
			return found || !must
		}
		if !found {
			a.Key, found = s.read.key(line)
		}
		if a.FEN == "" {
			a.FEN = s.read.fen(line)
		}
		if len(block) < 40 {
			block = append(block, line)
		}
		return s.late && found && (a.FEN != "" || !s.read.fenAfterKey)
	})
	if err == nil && !found {
		err = &NoKeyError{Program: s.opt.Program, Asked: []string{command, s.opt.Ask}, Came: block, Regexp: s.opt.Key, Short: s.read.short, Before: true}
	}
	return a, err
}

// pauses are the times to wait for a late answer.
var pauses = [...]time.Duration{0, 100 * time.Millisecond, 300 * time.Millisecond}

// usual are moves of chess, to see how an engine prints keys if it lists no moves.
var usual = strings.Fields("e2e4 d2d4 g1f3 b1c3 a2a3 h2h3 c2c4 e2e3 g2g3 b2b3 f2f4 a2a4")

// findKey finds the command that prints the key. Only the first may answer late.
func (s *Session) findKey() error {
	tried := []string{s.opt.Ask}
	if s.opt.Ask == "" {
		tried = strings.Fields("d print display board eval key hash zobrist")
	}
	none := &NoKeyError{Program: s.opt.Program, Asked: append([]string{Query{}.Command()}, tried...), Regexp: s.opt.Key}
	for i, ask := range tried {
		var block []string
		for _, pause := range pauses[:max(1, len(pauses)*(1-i))] {
			time.Sleep(pause)
			commands := []string{"isready"}
			if pause == 0 {
				commands = []string{Query{}.Command(), ask}
			}
			lines, err := s.block(commands...)
			if e := Failed(err); e != nil && e.Kind == process.Exited && i > 0 { // by an unknown command
				err = s.Restart()
			}
			if err != nil {
				return err
			}
			block = append(block, lines...)
			if s.read.learn(block, s.opt.Key) {
				s.opt.Ask, s.late = ask, pause != 0
				return nil
			}
		}
		none.Came = append(none.Came, block...)
	}
	none.Short = s.read.short
	return none
}

// calibrate finds out how keys are printed, and when.
func (s *Session) calibrate() error {
	if err := s.findKey(); err != nil {
		return err
	}
	if err := s.findPerft(); err != nil {
		return err
	}
	// A number without letters may be hexadecimal or decimal: look at more keys.
	calibration := []Query{{}}
	for _, m := range s.first[:min(len(s.first), 5)] {
		calibration = append(calibration, Query{Moves: []string{m}})
	}
	var digits []string
	s.read.raw = &digits
	begin := time.Now()
	_, err := s.AskAlone(calibration)
	s.read.raw = nil
	if err != nil {
		return err
	}
	s.read.decide(digits)
	return s.pipeline(calibration, time.Since(begin)/time.Duration(len(calibration)))
}

// pipeline finds out whether the engine answers many queries at once as it does alone.
// each is the time of one answer alone.
func (s *Session) pipeline(queries []Query, each time.Duration) error {
	const times = 12
	if s.late {
		return nil
	}
	if each > 30*time.Millisecond { // then it would not be faster
		s.alone = true
		return nil
	}
	want, err := s.AskAlone(queries)
	if err != nil {
		return err
	}
	s.p.SetLimit(time.Second + 3*times*each*time.Duration(len(queries)))
	got, err := s.ask(slices.Repeat(queries, times), inFlight)
	s.p.SetLimit(s.opt.Limit)
	if err == nil && slices.Equal(got, slices.Repeat(want, times)) || s.ctx.Err() != nil {
		return err
	}
	s.alone, s.loses = true, true
	return s.Restart()
}

// fenIn returns the FEN in a line, or "".
func fenIn(line string) string {
	before, _, ok := strings.Cut(line, "/")
	if !ok {
		return ""
	}
	start := strings.LastIndexAny(before, " \t\"'|:") + 1
	fen := strings.TrimRight(line[start:], " \t\"'|")
	if strings.Count(fen, "/") < 2 {
		return ""
	}
	if _, err := recover.Parse(fen); err != nil || !strings.Contains(fen, " ") {
		return ""
	}
	return fen
}
