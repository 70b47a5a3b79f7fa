package subject

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/chess"
	"github.com/zobrist-go/zobrist/internal/lines"
)

// inFlight limits the bytes of unanswered commands, so that they fit into a pipe, which
// holds 64 KiB on Linux. It is filled again once it is half empty. Some programs assume
// that what they read at once ends with a line.
const inFlight = 32 << 10

// lateKey is how long to wait for a key after readyok. Only an engine with threads of its
// own prints it so late, and then within milliseconds: the rest is for a busy machine.
const lateKey = 300 * time.Millisecond

// askOne waits until the engine has set up the position, and then for its key.
func (s *Session) askOne(q Query) (Answer, error) {
	command := s.protocol.position(q)
	before, err := s.block(command)
	if err != nil {
		return Answer{}, err
	}
	s.p.Send(s.opt.Ask, "isready")
	late := lateKey
	if s.late {
		late = s.opt.Limit
	}
	a, err := s.keyOf(command, late, before)
	return s.markRefused(q, a), err
}

// invalidFEN is what an engine says that does not set up a FEN.
var invalidFEN = regexp.MustCompile(`(?i)^info string .*\b(invalid|illegal|bad)\b.*\bfen\b`)

// markRefused marks the answer for a FEN that the engine does not set up: as the FEN that it
// prints says, it still has the position before, or the start position. Moves from such a FEN tell
// nothing.
func (s *Session) markRefused(q Query, a Answer) Answer {
	before, previous := s.fens.last, s.fens.query
	s.fens.last, s.fens.query = a.FEN, q
	switch {
	case a.FEN == "" || a.Refused != "":
		return a
	case q.FEN == "":
		if len(q.Moves) == 0 {
			s.fens.start = a.FEN
		}
		return a
	case len(q.Moves) == 0 && !samePosition(q.FEN, a.FEN):
		// An engine that takes the men of a FEN for others shows this each time that it has that
		// position.
		stays := a.FEN == before && !s.leadsTo(previous, q.FEN)
		restarts := a.FEN == s.fens.start && !samePosition(q.FEN, chess.StartFEN)
		if stays || restarts {
			s.fens.refused[q.FEN] = true
		}
	}
	if s.fens.refused[q.FEN] {
		return Answer{Refused: "it prints " + lines.Printable(a.FEN, 200)}
	}
	return a
}

// leadsTo reports whether a query is for the position of a FEN.
func (s *Session) leadsTo(q Query, fen string) bool {
	p, ok := s.after(q)
	return ok && samePosition(p.FEN(), fen)
}

// samePosition reports whether two FENs have the same board and side to move.
func samePosition(fen, other string) bool {
	first := strings.Fields(fen + " - -")[:2]
	second := strings.Fields(other + " - -")[:2]
	return slices.Equal(first, second)
}

// Ask returns the key of each position: many at once, unless alone. inFlight limits the commands
// not yet answered.
func (s *Session) Ask(queries []Query, alone bool) (answers []Answer, err error) {
	var sent []string
	waiting := 0 // bytes that are sent and not answered
	for i := range queries {
		if alone || s.alone {
			a, err := s.Do(queries[i], "")
			if err != nil {
				return answers, err
			}
			answers = append(answers, a)
			continue
		}
		var more []string
		full := waiting > inFlight/2
		for ; !full && len(sent) < len(queries); full = waiting >= inFlight {
			command := s.protocol.position(queries[len(sent)])
			sent = append(sent, command)
			waiting += len(command) + len(s.opt.Ask)
			more = append(more, command, s.opt.Ask, "isready")
		}
		s.p.Send(more...)
		a, err := keyless(s.keyOf(sent[i], 0, nil))
		if err != nil {
			return answers, err
		}
		waiting -= len(sent[i]) + len(s.opt.Ask)
		answers = append(answers, s.markRefused(queries[i], a))
	}
	return answers, nil
}

// keyOf reads an answer until readyok, after lines that came before. In an engine with
// threads, the key may come after readyok, so keyOf waits for it a while longer.
func (s *Session) keyOf(command string, late time.Duration, answer []string) (Answer, error) {
	sent := command + "; " + s.opt.Ask
	more, err := s.until(sent, isReady)
	answer = append(answer, more...)
	a, found := s.read.answer(answer)
	if err == nil && !found && late > 0 {
		_, err = s.p.Wait(late, sent, func(line string) bool {
			answer = append(answer, line)
			a, found = s.read.answer(answer)
			return found
		})
	}
	if err != nil {
		return a, err
	}
	at := slices.IndexFunc(answer, refuses)
	switch {
	case at >= 0:
		return Answer{FEN: a.FEN, Refused: lines.Printable(answer[at], 200)}, nil
	case !found:
		return a, s.noKey(" here, although it did before", answer, command, s.opt.Ask)
	}
	return a, nil
}

// keyless makes an answer of the error of [Session.noKey]. An engine that prints no key after some
// commands may print one after others.
func keyless(a Answer, err error) (Answer, error) {
	var none *noKeyError
	if !errors.As(err, &none) {
		return a, err
	}
	said := "it prints nothing"
	if len(none.printed) > 0 {
		said = "it prints " + lines.Printable(strings.TrimSpace(none.printed[0]), 200)
	}
	return Answer{FEN: a.FEN, NoKey: true, Refused: said}, nil
}

// refuses reports whether the engine says in a line that it does not set up a FEN.
func refuses(line string) bool {
	return strings.HasPrefix(line, "info string ") && invalidFEN.MatchString(line)
}
