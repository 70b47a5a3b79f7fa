package subject

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// perftLimit is the time limit of "go perft 1". Some engines start a search instead:
// stopLimit is the time limit of their "bestmove" after "stop".
const perftLimit = 200 * time.Millisecond

func (s *Session) stopLimit() time.Duration { return s.opt.Limit / 5 }

// findPerft finds out whether the engine lists moves, and returns those of the start
// position. An engine that does not may search forever, so findPerft sends "stop". It
// restarts an engine that does not survive.
func (s *Session) findPerft() (moves []string, err error) {
	const command = "go perft 1"
	s.p.Send("position startpos", command)
	read := func(line string) bool {
		if m, ok := perftMove(line); ok {
			moves = append(moves, m)
		}
		return perftEnd(line) || strings.HasPrefix(line, "bestmove")
	}
	ended, err := s.wait(perftLimit, command, read)
	if err == nil && !ended {
		// Some engines discard commands that come together with "stop".
		s.p.Send("stop")
		ended, err = s.wait(s.stopLimit(), command+"; stop", read)
	}
	if err == nil && !ended {
		err = fmt.Errorf("no answer to %q", command)
	}
	if err != nil {
		s.noPerft, _, _ = strings.Cut(err.Error(), "\n")
		return nil, s.restart()
	}
	s.lists = len(moves) > 1
	return moves, nil
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

// List asks for the key of a position, and for its legal moves in the engine's order.
func (s *Session) List(q Query) (a Answer, moves []string, err error) {
	const list = "go perft 1"
	command := q.Command()
	if s.late {
		a, err = s.askOne(q)
		s.p.Send(list)
	} else { // send all at once: waiting for each answer takes longer than the answers
		s.p.Send(command, s.opt.Ask, "isready", list)
		a, err = s.keyOf(command, 0)
	}
	if err != nil {
		return a, nil, err
	}
	err = s.answer(command+"; "+list, func(line string) bool {
		if m, ok := perftMove(line); ok {
			moves = append(moves, m)
		}
		return perftEnd(line)
	})
	return a, moves, err
}

// search is the command of a short search. It has one limit, because some engines ignore
// a command with two.
const search = "go movetime 80"

// Do sets up a position, makes the engine count lines of moves, search, or begin a new
// game and set up the position again, and then asks for the key.
func (s *Session) Do(q Query, act string) (a Answer, err error) {
	if act == newGame {
		if _, err = s.askOne(q); err == nil {
			_, err = s.block(newGame)
		}
		if err == nil {
			a, err = s.askOne(q)
		}
		return a, err
	}
	s.p.Send(q.Command(), act)
	if _, numErr := strconv.Atoi(strings.TrimPrefix(act, "go perft ")); numErr == nil {
		err = s.answer(q.Command()+"; "+act, perftEnd)
	} else {
		a, err = s.searched(q.Command()+"; "+act, act)
	}
	if err != nil || a.Refused != "" {
		return a, err
	}
	move := a.Move
	s.p.Send(s.opt.Ask, "isready")
	a, err = s.keyOf(act, s.opt.Limit)
	a.Move = move
	return a, err
}

// searched waits for the best move of a search. The answer has none if the engine gives
// none, but still answers.
func (s *Session) searched(sent, act string) (a Answer, err error) {
	stop := time.AfterFunc(250*time.Millisecond, func() { s.p.Send("stop") })
	defer stop.Stop()
	ended, err := s.wait(2*s.stopLimit(), sent, func(line string) bool {
		rest, ok := strings.CutPrefix(line, "bestmove")
		if f := strings.Fields(rest); ok && len(f) > 0 && len(f[0]) >= 4 && strings.ContainsAny(f[0], "12345678") {
			a.Move = f[0]
		}
		return ok
	})
	if err != nil || ended {
		return a, err
	}
	s.p.Send("isready")
	s.p.SetLimit(s.stopLimit())
	if err = s.answer(sent, isReady); err != nil {
		return a, err
	}
	return Answer{Refused: "no best move after " + act}, s.restart() // it may still search
}
