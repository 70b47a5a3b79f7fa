package subject

import (
	"errors"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester/process"
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
	if s.alone {
		return s.AskAlone(queries)
	}
	answers, err := s.ask(queries)
	var none *NoKeyError
	if failed(err) == nil && !errors.As(err, &none) || s.restart() != nil {
		return answers, err
	}
	rest := queries[len(answers):]
	more, again := s.AskAlone(rest)
	if again != nil {
		return append(answers, more...), again
	}
	if e := failed(err); e != nil && e.Kind == process.TimedOut { // perhaps it was only late
		same, err := s.ask(rest)
		if err == nil && slices.Equal(same, more) {
			return append(answers, more...), nil
		}
		again = s.restart()
	}
	s.askSlowly(err)
	return append(answers, more...), again
}

// askSlowly makes the session ask for one key at a time from now on.
func (s *Session) askSlowly(why error) {
	s.alone, s.slow = true, "loses commands when many come"
	if e := failed(why); e != nil && e.Kind == process.Exited {
		s.slow = "ended (" + e.Status + ") when many commands came"
	}
}

// AskAlone is like Ask, but waits for each answer before it sends the next query.
func (s *Session) AskAlone(queries []Query) (answers []Answer, err error) {
	for _, q := range queries {
		a, err := s.askOne(q)
		if err != nil {
			return answers, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// askOne waits until the engine has set up the position, and then for its key.
func (s *Session) askOne(q Query) (Answer, error) {
	command := s.protocol.position(q)
	before, err := s.block(command)
	if err != nil {
		if e := failed(err); e != nil {
			e.Command += "; " + s.opt.Ask
		}
		return Answer{}, failure(err)
	}
	s.p.Send(s.opt.Ask, "isready")
	late := lateKey
	if s.late {
		late = s.opt.Limit
	}
	return s.keyOf(command, late, before)
}

// ask asks for the keys of many positions. inFlight limits the commands that are not
// answered yet.
func (s *Session) ask(queries []Query) ([]Answer, error) {
	answers := make([]Answer, 0, len(queries))
	commands := make([]string, 0, len(queries)) // sent
	size := func(command string) int { return len(command) + len(s.opt.Ask) + len("\n\nisready\n") }
	waiting := 0
	for i := range queries {
		for len(commands) < len(queries) && (len(commands) == i || waiting < inFlight) {
			command := s.protocol.position(queries[len(commands)])
			commands = append(commands, command)
			waiting += size(command)
			s.p.Send(command, s.opt.Ask, "isready")
		}
		a, err := s.keyOf(commands[i], 0, nil)
		if err != nil {
			return answers, err
		}
		waiting -= size(commands[i])
		answers = append(answers, a)
	}
	return answers, nil
}

// keyOf reads an answer until readyok, after lines that came before. In an engine with
// threads, the key may come after readyok, so keyOf waits for it a while longer.
func (s *Session) keyOf(command string, late time.Duration, before []string) (a Answer, err error) {
	found, ready := false, false
	var lines []string
	scan := scan{reader: &s.read}
	read := func(line string) bool {
		ready = ready || isReady(line)
		if key, ok := scan.keyIn(line); ok && !found {
			a.Key, found = key, true
		}
		if fen := scan.fenOf(line); fen != "" {
			a.FEN = fen
		}
		if len(lines) < 40 {
			lines = append(lines, line)
		}
		return found && (a.FEN != "" || !s.read.fenLast)
	}
	for _, line := range before {
		read(line)
	}
	sent := command + "; " + s.opt.Ask
	err = s.answer(sent, func(line string) bool { read(line); return ready })
	if err == nil && !found && late > 0 {
		_, err = s.wait(late, sent, read)
	}
	if err == nil && !found {
		err = s.noKey(true, lines, command, s.opt.Ask)
	}
	return a, err
}
