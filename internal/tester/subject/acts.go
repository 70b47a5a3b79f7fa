package subject

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
)

// actLimit is the time limit of the first search, and of the first count of moves: some
// engines know no such command. stopLimit is that of "bestmove" after "stop".
const actLimit = 200 * time.Millisecond

func (s *Session) stopLimit() time.Duration { return s.opt.Limit / 5 }

// findActs finds out what makes moves and takes them back: a count of lines of moves, which
// may list the moves, and a search. It returns the moves of the start position, if any. It
// restarts an engine that does not survive.
func (s *Session) findActs() (moves []string, err error) {
	for _, count := range []string{"go perft ", "perft "} {
		c := counting{chess: s.opt.IsChess() && s.protocol.variant == "", total: "20"}
		if err = s.first(count+"1", c.read); err == nil && c.end != nil {
			s.end, s.lists = c.end, len(c.moves) > 1
			if s.count = count; s.lists {
				moves = c.moves
				break
			}
			c = counting{chess: true, total: "400"} // another number may look like the count of 1
			if err = s.first(count+"2", c.read); err == nil && c.end != nil {
				break
			}
			s.count = ""
		}
		if err != nil {
			if err = s.restart(); err != nil {
				return nil, err
			}
		}
	}
	const deep = "go depth 4" // it takes less time than another, and always does the same
	s.search = s.protocol.search
	begin, over := time.Now(), false
	err = s.first(deep, func(line string) bool { over = over || isBest(line); return over })
	if took := time.Since(begin); err != nil {
		err = s.restart()
	} else if over && took < actLimit/2 {
		s.search = deep
	}
	return moves, err
}

// first sends a command that the engine may not know, in the start position. If there is no
// end of its answer, first sends stop.
func (s *Session) first(command string, read func(line string) (done bool)) error {
	s.p.Send(s.protocol.position(Query{}), command)
	ended, err := s.wait(actLimit, command, read)
	if err == nil && !ended && strings.HasPrefix(command, "go ") {
		// Some engines discard commands that come together with "stop".
		s.p.Send("stop")
		if ended, err = s.wait(s.stopLimit(), command+"; stop", read); err == nil && !ended {
			err = fmt.Errorf("no answer to %q", command)
		}
	}
	return err
}

// A counting reads the first answer to a command that counts lines of moves.
type counting struct {
	chess bool   // so the count is known
	total string // the count
	moves []string
	end   *regexp.Regexp // of the line with the count
}

var (
	perftLine = regexp.MustCompile(`^\s*([A-Za-z0-9@+=*~-]{2,12})\s*[:=-]?\s+(\d+)\s*$`)
	perftWord = regexp.MustCompile(`(?i)nodes|total|leaf|leaves|perft`)
	digits    = regexp.MustCompile(`[0-9]+`)
)

// read reads a line. It reports whether it is the last.
func (c *counting) read(line string) bool {
	if isBest(line) {
		return true
	}
	if strings.HasPrefix(line, "info ") && !strings.HasPrefix(line, "info string ") {
		return false
	}
	if m, ok := perftMove(line); ok {
		c.moves = append(c.moves, m)
		return false
	}
	all := digits.FindAllString(line, -1)
	if c.chess && slices.Contains(all, c.total) || len(all) > 0 && len(c.moves) > 1 && perftWord.MatchString(line) {
		parts := digits.Split(line, -1)
		for i, part := range parts {
			parts[i] = regexp.QuoteMeta(part)
		}
		c.end = regexp.MustCompile("^" + strings.Join(parts[:2], "[0-9]+"))
	}
	return c.end != nil
}

// perftMove reads a line such as "e2e4: 1".
func perftMove(line string) (move string, ok bool) {
	m := perftLine.FindStringSubmatch(line)
	if m == nil || perftWord.MatchString(line) || !strings.ContainsAny(m[1], "0123456789") {
		return "", false
	}
	return m[1], true
}

// List asks for the key of a position, and for its legal moves in the engine's order.
func (s *Session) List(q Query) (a Answer, moves []string, err error) {
	command, list := s.protocol.position(q), s.count+"1"
	if s.late {
		a, err = s.askOne(q)
		s.p.Send(list)
	} else { // send all at once: waiting for each answer takes longer than the answers
		s.p.Send(command, s.opt.Ask, "isready", list)
		a, err = s.keyOf(command, 0, nil)
	}
	if err != nil {
		return a, nil, err
	}
	err = s.answer(command+"; "+list, func(line string) bool {
		if m, ok := perftMove(line); ok {
			moves = append(moves, m)
		}
		return s.end.MatchString(line)
	})
	return a, moves, err
}

// Do sets up a position, makes the engine count lines of moves, search, or begin a new
// game and set up the position again, and then asks for the key.
func (s *Session) Do(q Query, act string) (a Answer, err error) {
	if act == s.protocol.newGame {
		if _, err = s.askOne(q); err == nil {
			_, err = s.block(act)
		}
		if err == nil {
			a, err = s.askOne(q)
		}
		return a, err
	}
	sent, move := s.protocol.position(q)+"; "+act, ""
	s.p.Send(s.protocol.position(q), act)
	ended := true
	if s.count != "" && strings.HasPrefix(act, s.count) {
		ended, err = s.counted(sent)
	} else {
		move, ended, err = s.searched(sent)
	}
	if err != nil {
		return a, err
	}
	if !ended {
		return Answer{Refused: "no result of " + act}, s.restart() // it may still search
	}
	s.p.Send(s.opt.Ask, "isready")
	a, err = s.keyOf(sent, s.opt.Limit, nil)
	a.Move = move
	return a, err
}

// counted waits for the count of lines of moves. An engine that says that it is ready, and
// gives no count, has none in this position.
func (s *Session) counted(sent string) (ended bool, err error) {
	ready := false
	s.p.Send("isready")
	read := func(line string) bool {
		ready = ready || isReady(line)
		ended = ended || s.end.MatchString(line)
		return ready && ended
	}
	if err = s.answer(sent, func(line string) bool { return read(line) || ready }); err == nil && !ended {
		_, err = s.wait(s.stopLimit(), sent, read)
	}
	return ended, err
}

// searched waits for the best move of a search. There is none if the engine gives none, but
// still answers.
func (s *Session) searched(sent string) (move string, ended bool, err error) {
	stop := time.AfterFunc(250*time.Millisecond, func() { s.p.Send("stop") })
	defer stop.Stop()
	ended, err = s.wait(s.opt.Limit, sent, func(line string) bool {
		rest, _ := strings.CutPrefix(line, "bestmove")
		if f := strings.Fields(rest); isBest(line) && len(f) > 0 && len(f[0]) >= 4 && strings.ContainsAny(f[0], "12345678*") {
			move = f[0]
		}
		return isBest(line)
	})
	if err == nil && !ended {
		s.p.Send("isready")
		err = s.answer(sent, isReady)
	}
	return move, ended, err
}

func isBest(line string) bool {
	return strings.HasPrefix(line, "bestmove") || strings.TrimSpace(line) == "nobestmove"
}
