package subject

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/movegen"
)

const (
	// actLimit is the time limit of the first search, and of the first count of moves: some
	// engines know no such command, and are waited for in vain. A search of depth 4 that takes
	// less than half of it is used from then on, because many keys are asked for after one.
	actLimit = 200 * time.Millisecond

	// soonPart is which part of the usual limit an answer has that comes soon, if at all.
	soonPart = 5

	// searchTime is how long a search may last before stop is sent. It is longer than actLimit, so
	// that a search that ended in time once, mostly does so again.
	searchTime = 250 * time.Millisecond
)

// A counter is a command that counts lines of moves, such as "go perft ", or "". It may list the
// moves.
type counter struct {
	command string
	lists   bool
	unseen  bool           // the count is not on stdout: the answer ends with readyok
	end     *regexp.Regexp // of the line with the count
}

// findActs finds out what makes moves and takes them back: a count of lines of moves, best one
// that lists the moves, and a search. It returns the moves of the start position, if any. It
// restarts an engine that does not survive.
func (s *Session) findActs() (moves []string, err error) {
	for _, command := range []string{"go perft ", "perft "} {
		c, listed, err := s.findCount(command)
		if err != nil {
			if err = s.restart(); err != nil {
				return nil, err
			}
		}
		if c.lists || s.counts.command == "" {
			s.counts, moves = c, listed
		}
		if c.lists {
			break
		}
	}
	const deep = "go depth 4" // it takes less time than another, and always does the same
	s.search = s.protocol.search
	begin, over := time.Now(), false
	err = s.first(deep, func(line string) bool { over = isBest(line); return over })
	took := time.Since(begin)
	if err == nil {
		if over && took < actLimit/2 {
			s.search = deep
		}
		return moves, nil
	}
	err = s.restart()
	if err == nil {
		err = s.findSearch()
	}
	return moves, err
}

// noSearch is how long to wait for the best move of an engine that says readyok after stop. It is
// waited for only once: if it does not come, the engine is asked for no search.
const noSearch = time.Second

// findSearch tries a search again, with stop and isready. An engine that then says that it is
// ready, and names no move, answers no search at all: it is not waited for any more.
func (s *Session) findSearch() error {
	s.p.Send(s.protocol.position(s.base), s.search)
	over, err := s.p.Wait(actLimit, s.search, isBest)
	if err == nil && !over {
		s.p.Send("stop") // alone, because some engines discard commands that come with it
		over, err = s.p.Wait(actLimit, s.search+"; stop", isBest)
	}
	if err != nil {
		return s.restart()
	}
	if over {
		return nil
	}
	s.p.Send("isready")
	stopped := s.search + "; stop; isready"
	ready, err := s.p.Wait(s.opt.Limit/soonPart, stopped, func(line string) bool {
		over = over || isBest(line)
		return isReady(line)
	})
	if err == nil && ready && !over {
		over, err = s.p.Wait(noSearch, stopped, isBest)
	}
	if err != nil || !ready {
		return s.restart() // with nothing left to answer
	}
	if !over {
		s.search = ""
	}
	return nil
}

// first sends a command that the engine may not know, in the base, and stop if no answer ends.
func (s *Session) first(command string, read func(line string) (done bool)) error {
	s.p.Send(s.protocol.position(s.base), command)
	ended, err := s.p.Wait(actLimit, command, read)
	if err == nil && !ended && strings.HasPrefix(command, "go ") {
		// Some engines discard commands that come together with "stop".
		s.p.Send("stop")
		ended, err = s.p.Wait(s.opt.Limit/soonPart, command+"; stop", read)
		if err == nil && !ended {
			err = fmt.Errorf("no answer to %q", command)
		}
	}
	return err
}

// findCount tries a command that counts moves. Its last line has the number of those that it
// lists, or that of chess.
func (s *Session) findCount(command string) (c counter, moves []string, err error) {
	total := s.legal(1)
	read := func(line string) bool {
		if m, ok := perftMove(line); ok {
			moves = append(moves, m)
			return false
		}
		want := total
		if want == "" && len(moves) > 1 {
			want = strconv.Itoa(len(moves))
		}
		isInfo := strings.HasPrefix(line, "info ") && !strings.HasPrefix(line, "info string ")
		if !isInfo && slices.Contains(digits.FindAllString(line, -1), want) {
			parts := digits.Split(line, -1)
			before, after := regexp.QuoteMeta(parts[0]), regexp.QuoteMeta(parts[1])
			c.end = regexp.MustCompile("^" + before + "[0-9]+" + after)
		}
		return c.end != nil || isBest(line)
	}
	err = s.first(command+"1", read)
	c.lists = len(moves) > 1
	if err == nil && c.end == nil && c.lists {
		// perhaps the count is on stderr
		err = s.first("isready", isReady)
		c.end = regexp.MustCompile("^readyok")
		c.unseen = true
		// another number may look like the count of 1
	} else if err == nil && c.end != nil && !c.lists {
		c.end = nil
		total = s.legal(2)
		err = s.first(command+"2", read)
	}
	if err != nil || c.end == nil {
		return counter{}, nil, err
	}
	c.command = command
	return c, moves, nil
}

// legal returns the number of the legal sequences of one or two moves of chess from the base, and
// "" in a variant.
func (s *Session) legal(plies int) string {
	p, ok := s.board()
	if !ok {
		return ""
	}
	moves := movegen.Legal(&p)
	if plies == 1 {
		return strconv.Itoa(len(moves))
	}
	total := 0
	for _, m := range moves {
		after := p
		after.Play(m)
		total += len(movegen.Legal(&after))
	}
	return strconv.Itoa(total)
}

var (
	perftLine = regexp.MustCompile(`^\s*([A-Za-z0-9@+=*~-]{2,12})\s*[:=-]?\s+(\d+)\s*$`)
	perftWord = regexp.MustCompile(`(?i)nodes|total|leaf|leaves|perft`)
	digits    = regexp.MustCompile(`[0-9]+`)
)

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
	if a, err = keyless(s.askOne(q)); err != nil {
		return a, nil, err
	}
	list := s.counts.command + "1"
	s.p.Send(list)
	lines, ended, err := s.counted(s.protocol.position(q)+"; "+list, s.opt.Limit)
	if err == nil && !ended {
		err = fmt.Errorf("no complete answer to %q after %q", list, s.protocol.position(q))
	}
	for _, line := range lines {
		if m, ok := perftMove(line); ok {
			moves = append(moves, m)
		}
	}
	return a, moves, err
}

// Do sets up a position, makes the engine do an act, and then asks for the key.
func (s *Session) Do(q Query, act string) (Answer, error) { return keyless(s.do(q, act)) }

// do is Do, with an error if the engine prints no key.
func (s *Session) do(q Query, act string) (Answer, error) {
	switch act {
	case "":
		return s.askOne(q)
	case s.protocol.newGame:
		return s.beginGame(q)
	case s.opt.Ask:
		return s.printTwice(q)
	}
	result, ended, err := s.act(q, act)
	if err != nil {
		return Answer{}, err
	}
	if !ended {
		return Answer{Refused: "no result of " + act}, nil // it may still search
	}
	s.p.Send(s.opt.Ask, "isready")
	a, err := s.keyOf(s.protocol.position(q)+"; "+act, s.opt.Limit, nil)
	s.fens.last = "" // a search may end where the last one did
	a = s.markRefused(q, a)
	a.Move, a.Stopped = result.Move, result.Stopped
	return a, err
}

// beginGame sets up a position before and after the command for a new game.
func (s *Session) beginGame(q Query) (Answer, error) {
	_, err := s.askOne(q)
	if err == nil {
		_, err = s.block(s.protocol.newGame)
	}
	if err != nil {
		return Answer{}, err
	}
	return s.askOne(q)
}

// printTwice asks for the key of a position twice.
func (s *Session) printTwice(q Query) (Answer, error) {
	_, err := s.askOne(q)
	if err != nil {
		return Answer{}, err
	}
	s.p.Send(s.opt.Ask, "isready")
	a, err := s.keyOf(s.protocol.position(q)+"; "+s.opt.Ask, lateKey, nil)
	return s.markRefused(q, a), err
}

// act sets up a position and sends a command. A count of moves ends with the count, and a search
// with its best move, which result has. Any other command has ended when the engine is ready.
func (s *Session) act(q Query, command string) (result Answer, ended bool, err error) {
	position := s.protocol.position(q)
	sent := position + "; " + command
	isCount := s.counts.command != "" && strings.HasPrefix(command, s.counts.command)
	switch {
	case isCount:
		s.p.Send(position, command)
		_, ended, err = s.counted(sent, s.opt.Limit/soonPart)
	case strings.HasPrefix(command, "go "):
		s.p.Send(position, command)
		return s.searched(sent)
	default:
		_, err = s.block(position, command)
		ended = true
	}
	return result, ended, err
}

// counted reads a count of lines of moves, and then readyok. ended is false if the count comes
// neither before readyok nor within a time. The engine is asked whether it is ready only after the
// count: one that counts in a thread may print readyok within the line of the count otherwise.
func (s *Session) counted(sent string, within time.Duration) (
	lines []string, ended bool, err error,
) {
	read := func(line string) bool {
		lines = append(lines, line)
		return s.counts.end.MatchString(line)
	}
	soon := s.opt.Limit / soonPart
	if !s.counts.unseen {
		ended, err = s.p.Wait(soon, sent, read)
		if err != nil {
			return lines, ended, err
		}
	}
	s.p.Send("isready")
	err = s.p.Answer(sent, func(line string) bool {
		if read(line) {
			ended = true
		}
		return isReady(line)
	})
	if err == nil && !ended && within > soon {
		ended, err = s.p.Wait(within-soon, sent, read)
	}
	return lines, ended, err
}

// searched waits for the best move of a search, stops a long one, and returns no move if there
// is only readyok.
func (s *Session) searched(sent string) (a Answer, ended bool, err error) {
	read := func(line string) bool {
		rest, _ := strings.CutPrefix(line, "bestmove")
		if !isBest(line) {
			return false
		}
		f := strings.Fields(rest)
		if len(f) > 0 && len(f[0]) >= 4 && strings.ContainsAny(f[0], "12345678*") {
			a.Move = f[0]
		}
		return true
	}
	if ended, err = s.p.Wait(searchTime, sent, read); err == nil && !ended {
		a.Stopped, sent = true, sent+"; stop"
		s.p.Send("stop")
		ended, err = s.p.Wait(s.opt.Limit, sent, read)
	}
	if err == nil && !ended {
		s.p.Send("isready")
		err = s.p.Answer(sent, isReady)
	}
	return a, ended, err
}

func isBest(line string) bool {
	return strings.HasPrefix(line, "bestmove") || strings.TrimSpace(line) == "nobestmove"
}
