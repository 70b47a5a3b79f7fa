package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A session is an engine. It survives the engine: after a crash or a hang it starts another
// one and goes on, without the line that did it.
//
// Its methods return no errors: they call Evidence.fail. What was not asked is Lost.
type session struct {
	ev      *Evidence
	src     Source
	started bool   // src was started here, and not by the caller
	first   *side  // its first answer
	lives   int    // it asks nothing more when none is left
	since   int    // answers since it died
	ended   string // why it asks nothing more; or ""
	single  bool   // one command at a time
	risky   bool   // its deaths are no bugs
}

// A step is a query, perhaps with an act in its position.
type step struct {
	Query
	then    string
	failure *Failure // of an engine that crashed there, or gave no answer
}

const (
	mainLives  = 5
	otherLives = 2
	hangLives  = 2  // a hang takes long
	aLife      = 30 // answers: an engine that gives so many may die once more
	mostDeaths = 60
)

// The reasons why a query was not asked.
const (
	died   = "the engine does not survive it"
	dead   = "the engine died, or was late, too often before it"
	others = "the engine ended before it, and each process has other numbers"
	noTime = "no time was left for it"
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
		if why := s.silent(&rest[0]); why != "" {
			answers = append(answers, lost(why))
			continue
		}
		rest = rest[:min(max(s.ev.rate/4, 1), len(rest))] // a quarter of a second's worth
		if i := slices.IndexFunc(rest, s.ev.kills); i > 0 {
			rest = rest[:i]
		}
		begin := s.ev.opt.Now()
		more, err := s.batch(rest, alone || s.single)
		// some engines become faster, and one late answer makes none slow
		if took := s.ev.opt.Now().Sub(begin); took > 0 {
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

// batch asks an engine for some keys. If one fails that is asked for many at once, batch
// asks another for one at a time, from the first without an answer, to find the line that
// failed, or that many at once are too many.
func (s *session) batch(queries []Query, alone bool) (answers []Answer, err error) {
	answers, err = s.src.Ask(queries, alone)
	for i, a := range answers {
		if s.ended != "" { // only the line that it does not survive counts
			answers[i] = lost(others)
		}
		if s.first == nil && a.Key != 0 {
			s.first = &side{queries[i], a.Key, ""}
		}
	}
	s.ev.keys += len(answers)
	s.since += len(answers)
	var f *Failure
	if alone || !s.ev.about.Many || !errors.As(err, &f) {
		return answers, err
	}
	s.replace()
	more, again := s.batch(queries[len(answers):], true)
	answers = append(answers, more...)
	switch {
	case again != nil || s.ended != "":
	case f.Kind == process.Late:
		s.ev.overdue++
	default:
		s.single = true
		s.ev.note(source.AtOnce)
	}
	return answers, again
}

// Do returns the key after an act in a position, or without one that of the position.
func (s *session) Do(q Query, act string) Answer {
	if act == "" {
		return s.AskAlone(q)[0]
	}
	deaths := len(s.ev.deaths)
	a := s.one(step{Query: q, then: act}, func() (Answer, error) { return s.src.Do(q, act) })
	if len(s.ev.deaths) > deaths {
		s.ev.fail(
			absent(
				fmt.Sprintf(
					"the engine dies, or gives no answer, at %s, then %s", q.Command(), act,
				),
			),
		)
	} else if a.Refused != "" && !a.Lost {
		s.replace()
	}
	return a
}

// List returns the legal moves of a position.
func (s *session) List(q Query) (a Answer, moves []string) {
	a = s.one(step{Query: q}, func() (a Answer, err error) {
		a, moves, err = s.src.List(q)
		return a, err
	})
	return a, moves
}

// one asks for one answer.
func (s *session) one(at step, ask func() (Answer, error)) Answer {
	if why := s.silent(&at.Query); why != "" {
		return lost(why)
	}
	s.ev.keys++
	a, err := ask()
	if err != nil {
		return s.failed(at, err)
	}
	return a
}

// silent returns why nothing more is asked, or not this query, or "".
func (s *session) silent(q *Query) string {
	ev := s.ev
	if err := ev.ctx.Err(); err != nil {
		ev.fail(err)
	}
	switch {
	case ev.err != nil:
		return ev.err.Error()
	case s.ended != "":
		return s.ended
	case ev.over():
		ev.late = ev.late || ev.slow()
		return noTime
	case q != nil && ev.kills(*q):
		return died
	}
	return ""
}

// failed turns the failure of an engine at a step into an answer, and starts another
// engine. After many late answers nothing more is asked for. Other failures are deaths, but
// for those at null moves, which are no UCI.
func (s *session) failed(at step, err error) Answer {
	ev := s.ev
	var f *Failure
	switch failure := errors.As(err, &f); {
	case failure && f.Kind == process.Late:
		ev.overdue++
	// it does not stop
	case !failure || slices.Contains(at.Moves, NullMove) ||
		f.Kind == process.TimedOut && strings.HasSuffix(at.then, brief):
		ev.fail(err)
		return lost(died)
	case !s.risky:
		ev.deaths = append(ev.deaths, step{at.Query, at.then, f})
	}
	switch {
	case f.Kind == process.TimedOut:
		s.lives -= hangLives + 1
	case f.Kind == process.Late || s.since < aLife || len(ev.deaths) > mostDeaths:
		s.lives--
	}
	if s.since = 0; s.lives <= 0 {
		s.ended = dead
	}
	s.replace()
	return lost(died)
}

// replace starts the engine again. If the numbers are others now, it asks nothing more.
func (s *session) replace() {
	fresh, err := s.src.Fresh()
	if err != nil {
		s.ended = dead
		return
	}
	if s.first != nil {
		if now, err := fresh.Do(s.first.Query, ""); err == nil && now.Key != s.first.key {
			s.ended = others
		}
	}
	s.Close()
	s.src, s.started = fresh, true
}

// kills reports whether a line begins with one that the engine did not survive.
func (ev *Evidence) kills(q Query) bool {
	return slices.ContainsFunc(ev.deaths, func(d step) bool {
		n := len(d.Moves)
		return d.then == "" && d.FEN == q.FEN && n <= len(q.Moves) &&
			slices.Equal(d.Moves, q.Moves[:n])
	})
}

// fresh returns a session with another engine.
func (s *session) fresh(lives int) *session {
	src, err := s.src.Fresh()
	if err != nil {
		s.ev.fail(err)
	}
	return &session{ev: s.ev, src: src, started: err == nil, lives: lives, single: s.single}
}

// Close ends an engine that was started here.
func (s *session) Close() {
	if s.started {
		s.src.Close()
	}
}

// Close ends the engines that were started for the checks. The caller closes its own.
func (ev *Evidence) Close() { ev.src.Close() }

// A pace is how much an engine is asked, by its speed and the time.
type pace struct {
	rate    int           // keys per second, roughly
	keys    int           // asked for
	budget  time.Duration // of all checks, if the engine is slow
	began   time.Time     // of what is done now
	part    float64       // of the budget, for it
	late    bool          // something was not asked for lack of time
	overdue int           // answers that came later than the limit
}

// over reports whether there is no time left for what is done now. For engines that are not
// slow, the budget is larger, because the machine may be busy, and has no end if the user
// wants so many positions.
func (ev *Evidence) over() bool {
	within := time.Duration(ev.part * float64(ev.budget))
	if !ev.slow() {
		within *= busy
	}
	return (ev.slow() || ev.opt.Positions == 0) && ev.opt.Now().Sub(ev.began) > within
}

func (p *pace) slow() bool { return p.affords(1) < fewKeys }

// affords returns how many queries there is time for in a part of the budget.
func (p *pace) affords(part float64) int {
	return max(int(part*p.budget.Seconds()*float64(p.rate)), 4)
}

// limited calls f, for which there is a part of the budget. It returns the first error.
func (ev *Evidence) limited(part float64, f func()) error {
	ev.began, ev.part, ev.err = ev.opt.Now(), part, nil
	f()
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
