package uci

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// perftLimit is the time limit of "go perft 1". Some engines start a search instead:
// stopLimit is the time limit of their "bestmove" after "stop".
const perftLimit = 200 * time.Millisecond

func (s *Session) stopLimit() time.Duration { return s.opt.Limit / 5 }

// findPerft finds out whether the engine lists moves. An engine that does not may
// search forever, so findPerft sends "stop". It restarts an engine that does not
// survive.
func (s *Session) findPerft() error {
	s.first = usual
	if s.opt.NoPerft != "" {
		return nil
	}
	const command = "go perft 1"
	s.p.Send("position startpos", command)
	var moves []string
	read := func(line string) bool {
		if m, ok := perftMove(line); ok {
			moves = append(moves, m)
		}
		return perftEnd(line) || strings.HasPrefix(line, "bestmove")
	}
	ended, err := s.p.Wait(perftLimit, command, read)
	if err == nil && !ended {
		// Some engines discard commands that come together with "stop".
		s.p.Send("stop")
		ended, err = s.p.Wait(s.stopLimit(), command+"; stop", read)
	}
	if err == nil && !ended {
		err = fmt.Errorf("no answer to %q", command)
	}
	if err != nil {
		s.opt.NoPerft, _, _ = strings.Cut(err.Error(), "\n")
		return s.Restart()
	}
	if s.Perft = len(moves) > 1; s.Perft {
		s.first = moves
	}
	return nil
}

var (
	perftLine  = regexp.MustCompile(`^\s*([A-Za-z0-9@+=*~-]{2,12})\s*[:=-]?\s+(\d+)\s*$`)
	perftTotal = regexp.MustCompile(`(?i)(nodes|total|leaf|leaves|perft).*\d`)
)

// perftMove reads a line such as "e2e4: 1".
func perftMove(line string) (move string, ok bool) {
	m := perftLine.FindStringSubmatch(line)
	if m == nil || perftEnd(line) || !strings.ContainsAny(m[1], "0123456789") {
		return "", false
	}
	return m[1], true
}

// perftEnd recognises the line that ends perft's output: "Nodes searched: 20".
func perftEnd(line string) bool {
	return perftTotal.MatchString(line) && !strings.HasPrefix(line, "info ")
}

// Step asks for the key of a position, and for its legal moves in the engine's order.
func (s *Session) Step(q Query) (a Answer, moves []string, err error) {
	command := q.Command()
	if s.late {
		s.p.Send(command, s.opt.Ask)
	} else { // send all at once: waiting for each answer takes longer than the answers
		s.p.Send(command, s.opt.Ask, "isready", "go perft 1")
	}
	if a, err = s.answer(command, false); err != nil {
		return a, nil, err
	}
	if s.late {
		s.p.Send("go perft 1")
	}
	moves, err = s.perft(q)
	return a, moves, err
}

func (s *Session) perft(q Query) (moves []string, err error) {
	err = s.p.Answer(q.Command()+"; go perft 1", func(line string) bool {
		if m, ok := perftMove(line); ok {
			moves = append(moves, m)
		}
		return perftEnd(line)
	})
	return moves, err
}

// RunPerft makes the engine count the lines of depth moves, and then asks for the key.
func (s *Session) RunPerft(q Query, depth int) (Answer, error) {
	command := fmt.Sprint("go perft ", depth)
	s.p.Send(q.Command(), command)
	if err := s.p.Answer(q.Command()+"; "+command, perftEnd); err != nil {
		return Answer{}, err
	}
	return s.again(command)
}

// search is the command of a short search. It has one limit, because some engines ignore
// a command with two.
const search = "go movetime 80"

// Search makes the engine search a position for a moment, and then asks for the key.
// The answer has the best move. It has none if the engine gives none, but still answers.
func (s *Session) Search(q Query) (Answer, error) {
	const command = search
	move := ""
	s.p.Send(q.Command(), command)
	stop := time.AfterFunc(250*time.Millisecond, func() { s.p.Interrupt("stop") })
	defer stop.Stop()
	sent := q.Command() + "; " + command
	ended, err := s.p.Wait(2*s.stopLimit(), sent, func(line string) bool {
		rest, ok := strings.CutPrefix(line, "bestmove")
		if f := strings.Fields(rest); ok && len(f) > 0 && len(f[0]) >= 4 && strings.ContainsAny(f[0], "12345678") {
			move = f[0]
		}
		return ok
	})
	if err == nil && !ended {
		s.p.Send("isready")
		s.p.SetLimit(s.stopLimit())
		defer s.p.SetLimit(s.opt.Limit)
		if err = s.p.Answer(sent, func(line string) bool { return line == "readyok" }); err == nil {
			return Answer{Refused: "no best move after " + command}, s.Restart() // it may still search
		}
	}
	if err != nil {
		return Answer{}, err
	}
	a, err := s.again(command)
	a.Move = move
	return a, err
}

// again asks for the key without setting up the position again.
func (s *Session) again(after string) (Answer, error) {
	s.p.Send(s.opt.Ask)
	if !s.late {
		s.p.Send("isready")
	}
	return s.answer(after, true)
}
