package check

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
)

// A session is an engine with the record of what it was asked. It survives the engine: after
// a crash or a hang it starts another one and goes on, without the line that did it.
type session struct {
	ev      *Evidence
	src     Source
	started bool // src was started here, and not by the caller
	log     []step
	lives   int  // it asks nothing more when none is left
	single  bool // one command at a time
	risky   bool // its deaths are no bugs
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
	mostLogged = 1 << 17
)

// The reasons why a query was not asked.
const (
	died   = "the engine does not survive it"
	dead   = "the engine died too often before it"
	noTime = "no time was left for it"
)

func (s *session) About() About { return s.src.About() }

// Ask is as that of a Source, but a Failure is no error: the answer is Lost. So are all
// answers when the time is over.
func (s *session) Ask(queries []Query) ([]Answer, error) { return s.ask(queries, s.single) }

func (s *session) AskAlone(queries []Query) ([]Answer, error) { return s.ask(queries, true) }

func (s *session) ask(queries []Query, alone bool) (answers []Answer, err error) {
	answers = make([]Answer, 0, len(queries))
	for len(answers) < len(queries) {
		rest := queries[len(answers):]
		if err := s.ev.ctx.Err(); err != nil {
			return answers, err
		}
		if why := s.silent(); why != "" {
			return append(answers, slices.Repeat([]Answer{{Refused: why, Lost: true}}, len(rest))...), nil
		}
		n := min(max(s.ev.rate/4, 1), len(rest)) // a quarter of a second's worth
		if i := slices.IndexFunc(rest[:n], s.ev.kills); i >= 0 {
			n = i
		}
		if n == 0 {
			answers = append(answers, Answer{Refused: died, Lost: true})
			continue
		}
		ask := s.src.Ask
		if alone {
			ask = s.src.AskAlone
		}
		begin := time.Now()
		more, err := ask(rest[:n])
		if took := time.Since(begin); n >= 16 && took > 0 { // some engines become faster
			s.ev.rate = max(s.ev.rate, int(float64(len(more))/took.Seconds()))
		}
		answers = append(answers, more...)
		s.record(rest, more)
		if err != nil && !s.survives(step{Query: rest[len(more)]}, err) {
			return answers, err
		}
		if err != nil {
			answers = append(answers, Answer{Refused: died, Lost: true})
		}
	}
	return answers, nil
}

// silent returns why nothing more is asked, or "".
func (s *session) silent() string {
	switch {
	case s.lives <= 0:
		return dead
	case !s.ev.until.IsZero() && time.Now().After(s.ev.until):
		s.ev.late = s.ev.late || !s.ev.traces
		return noTime
	}
	return ""
}

func (s *session) record(queries []Query, answers []Answer) {
	if s.ev.traces { // of which there are as many as time allows, and a trace would find only itself
		s.log = nil
		return
	}
	s.ev.keys += len(answers)
	for i, a := range answers {
		s.log = append(s.log, step{Query: queries[i], key: a.Key})
	}
	if len(s.log) > mostLogged {
		s.log = append([]step(nil), s.log[len(s.log)-mostLogged/2:]...)
	}
	if len(answers) < len(queries) {
		s.ev.progress("%d keys", s.ev.keys)
	}
}

// survives turns the failure of an engine into a death, and starts another engine. It
// returns false for other errors. Null moves are no UCI, so an engine may die of them.
func (s *session) survives(at step, err error) bool {
	var f *Failure
	if !errors.As(err, &f) || slices.Contains(at.Moves, NullMove) {
		return false
	}
	if s.lives--; f.Hang {
		s.lives -= hangLives
	}
	if !s.risky {
		s.ev.deaths = append(s.ev.deaths, death{at, f})
	}
	fresh, again := s.src.Fresh()
	if again != nil {
		s.lives = 0
		return true
	}
	s.Close()
	s.src, s.started = fresh, true
	return true
}

// kills reports whether a line begins with one that the engine did not survive, or has a
// promotion if it did not survive two.
func (ev *Evidence) kills(q Query) bool {
	promotes := func(move string) bool { return len(move) == 5 }
	promotions := 0
	for _, d := range ev.deaths {
		n := len(d.Moves)
		if d.then == "" && d.FEN == q.FEN && n <= len(q.Moves) && slices.Equal(d.Moves, q.Moves[:n]) {
			return true
		}
		if n > 0 && promotes(d.Moves[n-1]) {
			promotions++
		}
	}
	return promotions > 1 && slices.ContainsFunc(q.Moves, promotes)
}

func (s *session) Do(q Query, act string) (Answer, error) {
	if why := s.silent(); why != "" {
		return Answer{Refused: why, Lost: true}, nil
	}
	s.ev.keys++
	a, err := s.src.Do(q, act)
	at := step{q, act, a.Key}
	s.log = append(s.log, at)
	if err != nil && s.survives(at, err) {
		err = absent(fmt.Sprintf("the engine does not survive %s, then %s", q.Command(), act))
	}
	return a, err
}

func (s *session) List(q Query) (Answer, []string, error) {
	why := s.silent()
	if why == "" && s.ev.kills(q) {
		why = died
	}
	if why != "" {
		return Answer{}, nil, absent(why)
	}
	a, moves, err := s.src.List(q)
	if err != nil && s.survives(step{Query: q}, err) {
		err = absent(died)
	}
	return a, moves, err
}

// Fresh returns a session of its own.
func (s *session) Fresh() (Source, error) { return s.fresh(otherLives) }

func (s *session) fresh(lives int) (*session, error) {
	src, err := s.src.Fresh()
	return &session{ev: s.ev, src: src, started: err == nil, lives: lives, single: s.single}, err
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

// limited calls f, in which a slow engine is asked for at most a part of the budget.
func (ev *Evidence) limited(part float64, f func() error) error {
	outer := ev.until
	defer func() {
		if ev.until = outer; ev.end.IsZero() { // there is no limit any more
			ev.until = ev.end
		}
	}()
	if ev.slow() && ev.budget > 0 {
		if until := time.Now().Add(time.Duration(part * float64(ev.budget))); outer.IsZero() || until.Before(outer) {
			ev.until = until
		}
	}
	return f()
}
