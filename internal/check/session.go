package check

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A session is an engine with the record of what it was asked. It survives the engine: after
// a crash or a hang it starts another one and goes on, without the line that did it.
//
// Its methods return no errors: they call Evidence.fail. What was not asked is Lost.
type session struct {
	ev      *Evidence
	src     Source
	started bool // src was started here, and not by the caller
	log     []step
	lives   int  // it asks nothing more when none is left
	single  bool // one command at a time
	risky   bool // its deaths are no bugs
	other   bool // it ended, and another process has other numbers
}

// A step is a query, perhaps with an act in its position, and the key that the engine gave.
type step struct {
	Query
	then string
	key  zobrist.Key
}

// A death is a line at which the engine crashed, or gave no answer.
type death struct {
	step
	failure *Failure
}

const (
	mainLives  = 5
	otherLives = 2
	hangLives  = 2 // a hang takes long
)

// The reasons why a query was not asked.
const (
	died    = "the engine does not survive it"
	dead    = "the engine died too often before it"
	others  = "the engine ended before it, and each process has other numbers"
	noTime  = "no time was left for it"
	overdue = "it takes longer than the limit"
)

func lost(why string) Answer { return Answer{Refused: why, Lost: true} }

// Ask returns an answer for each query. Some are Lost: the engine died, or no time was left.
func (s *session) Ask(queries ...Query) []Answer { return s.ask(queries, false) }

// AskAlone waits for each answer before it sends the next query.
func (s *session) AskAlone(queries ...Query) []Answer { return s.ask(queries, true) }

func (s *session) ask(queries []Query, alone bool) []Answer {
	answers := make([]Answer, 0, len(queries))
	for len(answers) < len(queries) {
		rest := queries[len(answers):]
		if why := s.silent(); why != "" {
			return append(answers, slices.Repeat([]Answer{lost(why)}, len(rest))...)
		}
		n := min(max(s.ev.rate/4, 1), len(rest)) // a quarter of a second's worth
		if i := slices.IndexFunc(rest[:n], s.ev.kills); i == 0 {
			answers = append(answers, lost(died))
			continue
		} else if i > 0 {
			n = i
		}
		begin := s.ev.opt.Now()
		more, err := s.batch(rest[:n], alone || s.single)
		if took := s.ev.opt.Now().Sub(begin); n >= 16 && took > 0 { // some engines become faster
			s.ev.rate = max(s.ev.rate, int(float64(len(more))/took.Seconds()))
		}
		if answers = append(answers, more...); len(answers) < len(queries) {
			s.ev.progress("%d keys", s.ev.keys)
		}
		if err != nil {
			answers = append(answers, s.failed(step{Query: rest[len(more)]}, err))
		}
	}
	return answers
}

// batch asks an engine for some keys. If one fails that is asked for many at once, batch asks another for
// one at a time, from the first without an answer: so it finds the line that failed, or that the engine
// cannot be asked for many at once.
func (s *session) batch(queries []Query, alone bool) (answers []Answer, err error) {
	begin := s.ev.opt.Now()
	defer func() { s.ev.excuse(begin, err) }()
	if alone {
		answers, err = source.Alone(s.src, queries)
	} else {
		answers, err = s.src.Ask(queries)
	}
	s.record(queries, answers)
	var f *Failure
	if alone || !s.ev.about.Many || !errors.As(err, &f) {
		return answers, err
	}
	s.ev.excuse(begin, err)
	begin = s.ev.opt.Now()
	s.replace()
	rest := queries[len(answers):]
	more, again := source.Alone(s.src, rest)
	if s.other { // only the line that it does not survive counts
		more = slices.Repeat([]Answer{lost(others)}, len(more))
	}
	s.record(rest, more)
	if answers = append(answers, more...); again != nil || s.other {
		return answers, again
	}
	if f.Kind == process.Late {
		s.ev.overdue++
		return answers, nil
	}
	s.single = true
	s.ev.atOnce = source.AtOnce(err)
	return answers, nil
}

// record keeps what was asked, except for a trace: there are as many as time allows, and it would
// find only itself.
func (s *session) record(queries []Query, answers []Answer) {
	if s.ev.traces {
		s.log = nil
		return
	}
	s.ev.keys += len(answers)
	for i, a := range answers {
		s.log = append(s.log, step{Query: queries[i], key: a.Key})
		if a.Refused == "" && len(queries[i].FEN) > 0 {
			s.ev.clockSurvived = max(s.ev.clockSurvived, clockOf(queries[i].FEN))
		}
	}
}

// Do returns the key after an act in a position, or without one that of the position.
func (s *session) Do(q Query, act string) Answer {
	if act == "" {
		return s.AskAlone(q)[0]
	}
	deaths := len(s.ev.deaths)
	a := s.one(step{Query: q, then: act}, func() (Answer, error) { return s.src.Do(q, act) })
	if len(s.ev.deaths) > deaths {
		s.ev.fail(absent(fmt.Sprintf("the engine does not survive %s, then %s", q.Command(), act)))
	} else if a.Refused != "" && !a.Lost {
		s.replace()
	}
	return a
}

// List returns the legal moves of a position.
func (s *session) List(q Query) (a Answer, moves []string) {
	a = s.one(step{Query: q}, func() (a Answer, err error) { a, moves, err = s.src.List(q); return a, err })
	return a, moves
}

// one asks for one answer.
func (s *session) one(at step, ask func() (Answer, error)) Answer {
	if why := s.silent(); why != "" {
		return lost(why)
	} else if s.ev.kills(at.Query) {
		return lost(died)
	}
	s.ev.keys++
	a, err := ask()
	at.key = a.Key
	if s.log = append(s.log, at); err != nil {
		return s.failed(at, err)
	}
	return a
}

// silent returns why nothing more is asked, or "".
func (s *session) silent() string {
	ev := s.ev
	if err := ev.ctx.Err(); err != nil {
		ev.fail(err)
	}
	switch {
	case ev.err != nil:
		return ev.err.Error()
	case s.lives <= 0 && len(ev.deaths) == 0 && ev.overdue > 0:
		return overdue
	case s.lives <= 0 && s.other:
		return others
	case s.lives <= 0:
		return dead
	case ev.over(ev.opt.Now()):
		ev.late = ev.late || !ev.traces
		return noTime
	}
	return ""
}

// failed turns the failure of an engine at a step into an answer, and starts another engine. A late
// answer makes an engine slow, and what it does not answer in time is not asked for. Other failures are
// deaths, also an answer that never comes. Null moves are no UCI, so an engine may die of them.
func (s *session) failed(at step, err error) Answer {
	ev, a := s.ev, lost(overdue)
	var f *Failure
	switch failure := errors.As(err, &f); {
	case failure && f.Kind == process.Late:
		ev.overdue++
	case !failure || slices.Contains(at.Moves, NullMove):
		ev.fail(err)
		return lost(died)
	default:
		if a = lost(died); f.Kind == process.TimedOut {
			s.lives -= hangLives
		}
		if !s.risky {
			ev.deaths = append(ev.deaths, death{at, f})
		}
	}
	s.lives--
	s.replace()
	return a
}

// replace starts the engine again. If the numbers are others now, it asks nothing more.
func (s *session) replace() {
	fresh, err := s.src.Fresh()
	if err != nil {
		s.lives = 0
		return
	}
	if i := slices.IndexFunc(s.log, func(at step) bool { return at.then == "" && at.key != 0 }); i >= 0 {
		now, err := fresh.Do(s.log[i].Query, "")
		if s.other = err == nil && now.Key != s.log[i].key; s.other {
			s.lives = 0
		}
	}
	s.Close()
	s.src, s.started = fresh, true
}

// revive lets a process with other numbers answer. It returns false if there is none.
func (s *session) revive() bool {
	if !s.other || len(s.ev.deaths) >= mainLives {
		return false
	}
	s.other, s.lives = false, mainLives-len(s.ev.deaths)
	return true
}

// kills reports whether a line begins with one that the engine did not survive, or shares
// with two of these what no line has that it survived: a promotion, or a FEN with a high
// halfmove clock.
func (ev *Evidence) kills(q Query) bool {
	promotions, clocks := 0, 0
	promotes := func(move string) bool { return ev.known && len(move) > 4 }
	for _, d := range ev.deaths {
		n := len(d.Moves)
		if d.then == "" && d.FEN == q.FEN && n <= len(q.Moves) && slices.Equal(d.Moves, q.Moves[:n]) {
			return true
		}
		if n > 0 && promotes(d.Moves[n-1]) {
			promotions++
		}
		if n == 0 && clockOf(d.FEN) > ev.clockSurvived {
			clocks++
		}
	}
	return promotions > 1 && slices.ContainsFunc(q.Moves, promotes) || clocks > 1 && clockOf(q.FEN) > ev.clockSurvived
}

// clockOf returns the halfmove clock of a FEN, or 0.
func clockOf(fen string) (clock int) {
	if i := strings.LastIndexByte(fen, ' '); i > 0 {
		clock, _ = strconv.Atoi(fen[strings.LastIndexByte(fen[:i], ' ')+1 : i])
	}
	return clock
}

// fresh returns a session with another engine.
func (s *session) fresh(lives int) *session {
	src, err := s.src.Fresh()
	if err != nil {
		s.ev.fail(err)
		lives = 0
	}
	return &session{ev: s.ev, src: src, started: err == nil, lives: lives, single: s.single}
}

// Close ends an engine that was started here, and keeps what it was asked. It does not wait
// for the end: Evidence.Close does.
func (s *session) Close() {
	s.ev.logs, s.log = append(s.ev.logs, s.log), nil
	if s.started {
		s.started = false
		s.ev.closing.Add(1)
		go func(src Source) {
			defer s.ev.closing.Done()
			src.Close()
		}(s.src)
	}
}

// Close ends all engines that were started for the checks. The caller closes its own.
func (ev *Evidence) Close() {
	ev.src.Close()
	ev.closing.Wait()
}

// A pace is how much an engine is asked, by its speed and the time.
type pace struct {
	rate    int           // keys per second, roughly
	keys    int           // asked for
	budget  time.Duration // of all checks
	end     time.Time     // of the budget; zero for none
	part    time.Time     // the end of what is done now; zero for none
	late    bool          // something was not asked for lack of time
	overdue int           // answers that came later than the limit
	atOnce  string        // why it is asked for one key at a time; "" if it is not
}

// excuse adds the time since a call began to the budget if it was spent with waiting for an answer that
// came late, or not.
func (ev *Evidence) excuse(begin time.Time, err error) {
	var f *Failure
	if !errors.As(err, &f) || f.Kind != process.TimedOut && f.Kind != process.Late {
		return
	}
	for _, end := range []*time.Time{&ev.end, &ev.part} {
		if !end.IsZero() {
			*end = end.Add(ev.opt.Now().Sub(begin))
		}
	}
}

func (p *pace) over(now time.Time) bool {
	return !p.end.IsZero() && now.After(p.end) || !p.part.IsZero() && now.After(p.part)
}

func (p *pace) slow() bool { return p.affords(1) < fewKeys }

// affords returns how many queries there is time for in a part of the budget.
func (p *pace) affords(part float64) int {
	return max(int(part*p.budget.Seconds()*float64(p.rate)), 4)
}

// limited calls f, in which a slow engine is asked for at most a part of the budget. It
// returns the first error.
func (ev *Evidence) limited(part float64, f func()) error {
	outer := ev.part
	if ev.slow() && ev.budget > 0 {
		ev.part = ev.opt.Now().Add(time.Duration(part * float64(ev.budget)))
	}
	ev.err = nil
	f()
	ev.part = outer
	return ev.err
}

// fail ends the present check, or piece of evidence: nothing more is asked for it.
func (ev *Evidence) fail(err error) {
	if errors.Is(err, source.ErrStart) {
		err = absent(err.Error())
	}
	if ev.err == nil {
		ev.err = err
	}
}
