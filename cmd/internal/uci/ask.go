package uci

import (
	"errors"
	"time"
)

// inFlight limits the bytes of unanswered commands, so that they fit into a pipe. Some
// programs assume that what they read at once ends with a line.
const inFlight = 32 << 10

// lateKey is how long to wait for a key after readyok.
const lateKey = 300 * time.Millisecond

// Ask returns the key of each position. It asks for many at once. If the engine fails,
// Ask asks alone for each from the first without an answer, so that it finds the position,
// or that the engine cannot be asked for many at once.
func (s *Session) Ask(queries []Query) ([]Answer, error) {
	if s.alone || s.late {
		return s.AskAlone(queries)
	}
	answers, err := s.ask(queries, inFlight)
	var none *NoKeyError
	if failed(err) == nil && !errors.As(err, &none) || s.restart() != nil {
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
func (s *Session) askOne(q Query) (Answer, error) {
	command := q.Command()
	if _, err := s.block(command); err != nil {
		if e := failed(err); e != nil {
			e.Command += "; " + s.opt.Ask
		}
		return Answer{}, failure(err)
	}
	s.p.Send(s.opt.Ask, "isready")
	got := s.collect(command)
	ready := false
	read := func(line string) bool {
		got.take(line)
		ready = ready || isReady(line)
		return ready && got.found
	}
	err := s.answer(command+"; "+s.opt.Ask, func(line string) bool { return read(line) || ready })
	if err == nil && !got.found {
		_, err = s.wait(lateKey, command, read)
	}
	return got.answer(err)
}

// ask asks for the keys of many positions, with at most window bytes of commands that are
// not answered yet.
func (s *Session) ask(queries []Query, window int) ([]Answer, error) {
	answers := make([]Answer, 0, len(queries))
	commands := make([]string, 0, len(queries)) // sent
	size := func(command string) int { return len(command) + len(s.opt.Ask) + len("\n\nisready\n") }
	waiting := 0
	for i := range queries {
		for len(commands) < len(queries) && (len(commands) == i || waiting < window) {
			command := queries[len(commands)].Command()
			commands = append(commands, command)
			waiting += size(command)
			s.sendAsk(command)
		}
		a, err := s.keyOf(commands[i], false)
		if err != nil {
			return answers, err
		}
		waiting -= size(commands[i])
		answers = append(answers, a)
	}
	return answers, nil
}

// sendAsk sends commands and asks for the key.
func (s *Session) sendAsk(commands ...string) {
	commands = append(commands, s.opt.Ask)
	if !s.late {
		commands = append(commands, "isready")
	}
	s.p.Send(commands...)
}

// keyOf reads an answer until readyok. A late answer may come after readyok, so nothing
// marks its end but the key, and the FEN if that comes later. If must is true, keyOf
// waits for a key after readyok, too.
func (s *Session) keyOf(command string, must bool) (Answer, error) {
	got := s.collect(command)
	return got.answer(s.answer(command+"; "+s.opt.Ask, func(line string) bool {
		if !s.late && isReady(line) {
			return got.found || !must
		}
		got.take(line)
		return s.late && got.found && (got.FEN != "" || !s.read.fenAfterKey)
	}))
}

// A collector takes the key and the FEN from the lines of an answer.
type collector struct {
	Answer
	s       *Session
	command string
	found   bool
	lines   []string // the first
}

func (s *Session) collect(command string) *collector { return &collector{s: s, command: command} }

func (c *collector) take(line string) {
	if !c.found {
		c.Key, c.found = c.s.read.key(line)
	}
	if c.FEN == "" {
		c.FEN = c.s.read.fen(line)
	}
	if len(c.lines) < 40 {
		c.lines = append(c.lines, line)
	}
}

// answer returns the answer, or why there is none. err is that of reading.
func (c *collector) answer(err error) (Answer, error) {
	if err == nil && !c.found {
		err = c.s.noKey(true, c.lines, c.command, c.s.opt.Ask)
	}
	return c.Answer, err
}
