// Package uci asks a chess engine for keys. It runs the engine, sets up positions with
// UCI commands, and reads the keys that the engine prints.
package uci

import (
	"cmp"
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
)

// Options say how to talk to an engine.
type Options struct {
	Ask     string         // the command that prints the key; "" is d
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

	opt    Options
	p      *process.Process
	read   reader
	late   bool     // answers come after readyok
	trying bool     // trying perft, which may hang the engine
	first  []string // moves of the start position
}

// A Query is a position.
type Query = check.Query

// An Answer has the key and the FEN that the engine prints for a position.
type Answer = check.Answer

// Start runs an engine, sets its options and finds out how it prints keys. Errors say
// how to fix them. The caller must call [Session.Close].
func Start(ctx context.Context, opt Options) (*Session, error) {
	if opt.Ask == "" {
		opt.Ask = "d"
	}
	if opt.Limit <= 0 {
		opt.Limit = 10 * time.Second
	}
	p, err := process.Start(ctx, opt.Limit, opt.Program, opt.Args...)
	if err != nil {
		return nil, err
	}
	s := &Session{Name: opt.Program, opt: opt, p: p}
	err = s.begin()
	if err == nil {
		return s, nil
	}
	s.Close()
	if s.trying && opt.NoPerft == "" && ctx.Err() == nil {
		// It did not survive "go perft 1": start again without it.
		opt.NoPerft = strings.SplitN(err.Error(), "\n", 2)[0]
		return Start(ctx, opt)
	}
	return nil, err
}

func (s *Session) begin() error {
	s.p.Send("uci")
	err := s.p.Answer("uci", func(line string) bool {
		if name, ok := strings.CutPrefix(line, "id name "); ok {
			s.Name = strings.TrimSpace(name)
		}
		if rest, ok := strings.CutPrefix(line, "option name "); ok {
			name, _, _ := strings.Cut(rest, " type ")
			s.Options = append(s.Options, strings.TrimSpace(name))
		}
		return strings.TrimSpace(line) == "uciok"
	})
	if err != nil {
		return notUCI(s.opt.Program, err)
	}
	for _, set := range s.opt.Set {
		if err := s.set(set); err != nil {
			return err
		}
	}
	// Some engines are ready for a new game only after these commands.
	if _, err := s.block("isready"); err != nil {
		return err
	}
	if _, err := s.block("ucinewgame", "isready"); err != nil {
		return err
	}
	return s.calibrate()
}

// set sets an option of the engine. It ignores the case of the name.
func (s *Session) set(set string) error {
	name, value, ok := strings.Cut(set, "=")
	if !ok {
		return fmt.Errorf("option %q: want NAME=VALUE", set)
	}
	for _, have := range s.Options {
		if strings.EqualFold(have, name) {
			s.p.Send("setoption name " + have + " value " + value)
			return nil
		}
	}
	if len(s.Options) == 0 {
		return fmt.Errorf("option %q: %s has no options", set, s.Name)
	}
	return fmt.Errorf("option %q: %s has no option %q; the nearest of its %d options: %s", set, s.Name, name, len(s.Options), strings.Join(nearest(name, s.Options, 3), ", "))
}

// nearest returns the n names with the smallest edit distance to a name, regardless of
// case. Names that contain it, or that it contains, come first.
func nearest(name string, names []string, n int) []string {
	name = strings.ToLower(name)
	far := func(other string) int {
		other = strings.ToLower(other)
		if strings.Contains(other, name) || strings.Contains(name, other) {
			return 0
		}
		return distance(name, other)
	}
	names = slices.Clone(names)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(far(a), far(b)) })
	return names[:min(n, len(names))]
}

// distance returns how many letters must be inserted, removed or replaced to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // distances of a prefix of a to each prefix of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(d, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}

// HasOption reports whether the engine has an option.
func (s *Session) HasOption(name string) bool {
	for _, have := range s.Options {
		if strings.EqualFold(have, name) {
			return true
		}
	}
	return false
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

// Ask returns the key of each position. It asks for many at once.
func (s *Session) Ask(queries []Query) ([]Answer, error) { return s.ask(queries, inFlight) }

// AskAlone is like Ask, but waits for each answer before it sends the next query.
func (s *Session) AskAlone(queries []Query) ([]Answer, error) { return s.ask(queries, 0) }

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
		var a Answer
		var err error
		if s.late {
			a, err = s.askLate(q)
		} else {
			a, err = s.answer(commands[i])
			bytes -= len(commands[i]) + len(s.opt.Ask) + len("\n\nisready\n")
		}
		if err != nil {
			return answers, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// answer reads the answer to a query until readyok.
func (s *Session) answer(command string) (a Answer, err error) {
	found := false
	var block []string
	err = s.p.Answer(command+"; "+s.opt.Ask, func(line string) bool {
		if line == "readyok" || strings.TrimSpace(line) == "readyok" {
			return true
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
		return false
	})
	if err == nil && !found {
		err = &NoKeyError{Program: s.opt.Program, Asked: []string{command, s.opt.Ask}, Came: block, Before: true}
	}
	return a, err
}

// askLate asks an engine whose answers may come after readyok. It stops reading when it
// has the key, because nothing else marks the end of the answer.
func (s *Session) askLate(q Query) (a Answer, err error) {
	s.p.Send(q.Command(), s.opt.Ask)
	found := false
	err = s.p.Answer(q.Command()+"; "+s.opt.Ask, func(line string) bool {
		if !found {
			a.Key, found = s.read.key(line)
		}
		if a.FEN == "" {
			a.FEN = s.read.fen(line)
		}
		return found && (a.FEN != "" || !s.read.fenAfterKey)
	})
	return a, err
}

// pauses are the times to wait for a late answer.
var pauses = [...]time.Duration{0, 100 * time.Millisecond, 300 * time.Millisecond}

// usual are moves of chess, to see how an engine prints keys if it lists no moves.
var usual = strings.Fields("e2e4 d2d4 g1f3 b1c3 a2a3 h2h3 c2c4 e2e3 g2g3 b2b3 f2f4 a2a4")

// calibrate finds out how keys are printed, and when.
func (s *Session) calibrate() error {
	asked := []string{Query{}.Command(), s.opt.Ask}
	var block []string
	for _, pause := range pauses {
		time.Sleep(pause)
		commands := []string{"isready"}
		if pause == 0 {
			commands = asked
		}
		lines, err := s.block(commands...)
		if err != nil {
			return err
		}
		block = append(block, lines...)
		if s.read.learn(block, s.opt.Key) {
			s.late = pause != 0
			break
		}
	}
	if !s.read.learned {
		return &NoKeyError{Program: s.opt.Program, Asked: asked, Came: block, Regexp: s.opt.Key}
	}
	if err := s.findPerft(); err != nil {
		return err
	}
	// A number without letters may be hexadecimal or decimal: look at more keys.
	calibration := []Query{{}}
	for _, m := range s.first[:min(len(s.first), 16)] {
		calibration = append(calibration, Query{Moves: []string{m}})
	}
	var digits []string
	s.read.raw = &digits
	_, err := s.Ask(calibration)
	s.read.raw = nil
	if err != nil {
		return err
	}
	s.read.decide(digits)
	return nil
}

func notUCI(program string, err error) error {
	var e *process.Error
	if errors.As(err, &e) && e.Kind == process.TimedOut {
		return fmt.Errorf("%w\nIs it a UCI engine? The answer to \"uci\" ends with \"uciok\". For other programs, see zobrist check -adapter", err)
	}
	return err
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
