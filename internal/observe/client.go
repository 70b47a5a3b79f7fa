package observe

import (
	"context"
	"errors"
	"slices"

	"github.com/zobrist-go/zobrist/internal/tester/process"
	"github.com/zobrist-go/zobrist/internal/tester/source"
)

// A Client is an engine that is asked, and that may misbehave in any way. After a crash or a hang
// the client starts another process and goes on, without the sequence of moves that did it. This is
// the one place where engines are survived: all that asks, asks a Client.
//
// An answer that is not to be had is Lost.
type Client struct {
	desk    *desk
	src     source.Source
	started bool // src was started here, and not by the caller
	lives   int  // it asks nothing more when none is left
	since   int  // answers since it died
	ended   bool // it asks nothing more
	alone   bool // one command at a time
	// harmless is set if a death is no bug: a position may be impossible in the game.
	harmless bool
	// first is the first answer with a key. A new process with another key for it has other
	// numbers, so that its answers can't be compared with those before.
	first      source.Query
	firstKey   source.Answer
	otherStart bool // a new process had other numbers

	// deadly knows what else is not asked, besides what the engine did not survive; or it is nil.
	deadly *deadly

	keyless int    // answers without a key since the last one with a key
	mute    string // what it prints instead of keys, once it has printed none for long
}

const (
	// mainLives is how often the engine that most keys come from may die, and otherLives how often
	// one that is started for a single purpose may. More deaths tell nothing new.
	mainLives  = 5
	otherLives = 2

	// hangLives is how many lives a hang costs beside the first: it takes the whole limit of time.
	hangLives = 2

	// aLife is how many answers earn an engine its life back.
	aLife = 30

	// mostDeaths limits the deaths of an engine that dies after each aLife answers.
	mostDeaths = 60

	// mostKeyless is how many answers in a row may have no key. Some engines print none in some
	// positions, such as those that are drawn, but hardly in as many one after the other.
	mostKeyless = 100

	// againKeyless is how many queries without a key are asked again, alone, in one chunk.
	againKeyless = 3

	// chunk is how many queries are sent before the context and the pace are looked at again.
	chunk = 128
)

// A Death is where an engine crashed, or gave no answer.
type Death struct {
	Query   source.Query
	Act     string // "" if it died of the query
	Failure *source.Failure
}

// A Failed is an act, or a null move, after which an engine gave no key.
type Failed struct {
	Query source.Query
	Act   string // source.NullMove for the one at the end of Query
	// Failure is how the engine ended; nil if it did not.
	Failure *source.Failure
	// Answer has no key: NoKey is set if the engine printed none.
	Answer source.Answer
}

// Hung reports whether the engine gave no answer, instead of ending.
func (d Death) Hung() bool { return d.Failure.Kind == process.TimedOut }

// A desk is what all clients of an observation share.
type desk struct {
	ctx      context.Context
	progress func(keys int)
	keys     int // asked for
	deaths   []Death
	failures []Failed // the first of each act
	late     int      // answers that came later than the limit
	alone    bool     // the engine loses commands if many come at once
	failed   error    // the engine can't be asked any more
}

// newDesk returns a desk where nothing was asked yet. progress may be nil.
func newDesk(ctx context.Context, progress func(keys int)) *desk {
	if progress == nil {
		progress = func(int) {}
	}
	return &desk{ctx: ctx, progress: progress}
}

// client returns a client with an engine that the caller closes.
func (d *desk) client(src source.Source, lives int) *Client {
	return &Client{desk: d, src: src, lives: lives, alone: d.alone}
}

// Fresh returns a client with a new process. The caller must close it.
func (c *Client) Fresh() *Client {
	src, err := c.src.Fresh()
	f := c.desk.client(src, otherLives)
	f.started = err == nil
	if err != nil {
		f.ended = true
		c.desk.fail(err)
	}
	return f
}

// Close ends an engine that was started here.
func (c *Client) Close() {
	if c.started {
		c.src.Close()
	}
}

// fail keeps the first error after which the engine can't be asked any more.
func (d *desk) fail(err error) {
	if d.failed == nil {
		d.failed = err
	}
}

// noteFailure keeps the first failure of each act.
func (d *desk) noteFailure(f Failed) {
	isSame := func(other Failed) bool { return other.Act == f.Act }
	if !slices.ContainsFunc(d.failures, isSame) {
		d.failures = append(d.failures, f)
	}
}

// lost is the answer to what was not asked.
func lost() source.Answer { return source.Answer{Lost: true, Refused: "it was not asked"} }

// Answered reports whether an answer has a key.
func Answered(a source.Answer) bool { return !a.Lost && a.Refused == "" }

// Ask returns an answer for each query. It may send many before it reads the first answer.
func (c *Client) Ask(queries ...source.Query) []source.Answer { return c.ask(queries, false) }

// AskAlone is like Ask, and waits for each answer before it sends the next query.
func (c *Client) AskAlone(queries ...source.Query) []source.Answer { return c.ask(queries, true) }

// ask asks in chunks, skips what the engine does not survive, and goes on after a death.
func (c *Client) ask(queries []source.Query, alone bool) []source.Answer {
	answers := make([]source.Answer, 0, len(queries))
	for len(answers) < len(queries) {
		rest := queries[len(answers):]
		if c.silent() || c.avoids(rest[0]) {
			answers = append(answers, lost())
			continue
		}
		rest = rest[:min(len(rest), chunk)]
		avoided := slices.IndexFunc(rest, c.avoids)
		if avoided > 0 {
			rest = rest[:avoided]
		}
		more, err := c.batch(rest, alone || c.alone)
		answers = append(answers, more...)
		c.desk.progress(c.desk.keys)
		if err != nil {
			answers = append(answers, c.dies(Death{Query: rest[len(more)]}, err))
		}
	}
	return answers
}

// avoids reports whether a query is not asked, because the engine did not survive it or others like
// it.
func (c *Client) avoids(q source.Query) bool {
	return c.desk.kills(q) || c.deadly != nil && c.deadly.avoid(q)
}

// batch asks for some keys. If an engine fails that was sent many queries at once, batch asks
// another process for one at a time, from the first without an answer: to find the query that
// failed, or to find that many at once are too many.
func (c *Client) batch(queries []source.Query, alone bool) ([]source.Answer, error) {
	answers, err := c.src.Ask(queries, alone)
	many := !alone && c.src.About().Many
	if many && err == nil {
		answers, err = c.againForKeys(queries, answers)
	}
	c.count(queries, answers)
	var failure *source.Failure
	if !many || !errors.As(err, &failure) {
		return answers, err
	}
	c.replace()
	if c.ended {
		return answers, err
	}
	more, again := c.batch(queries[len(answers):], true)
	answers = append(answers, more...)
	switch {
	case again != nil:
	case failure.Kind == process.Late:
		c.desk.late++
	default:
		c.alone, c.desk.alone = true, true
	}
	return answers, again
}

// againForKeys asks for some keys again, alone, that were not printed when many queries were
// sent at once: the engine may have lost the command that prints them.
func (c *Client) againForKeys(
	queries []source.Query, answers []source.Answer,
) ([]source.Answer, error) {
	keyless := 0
	for i, a := range answers {
		if !a.NoKey || keyless == againKeyless {
			continue
		}
		again, err := c.src.Ask(queries[i:i+1], true)
		if err != nil {
			return answers[:i], err
		}
		answers[i] = again[0]
		if again[0].NoKey {
			keyless++
		} else {
			c.alone, c.desk.alone = true, true
		}
	}
	return answers, nil
}

// count notes that some queries were answered.
func (c *Client) count(queries []source.Query, answers []source.Answer) {
	for i, a := range answers {
		if c.firstKey.Key == 0 && Answered(a) {
			c.first, c.firstKey = queries[i], a
		}
		c.keyless++
		if !a.NoKey {
			c.keyless = 0
		}
		if c.keyless == mostKeyless {
			c.ended, c.mute = true, a.Refused
		}
	}
	c.desk.keys += len(answers)
	c.since += len(answers)
}

// Do returns the key after an act in a position; without one, that of the position.
func (c *Client) Do(q source.Query, act string) source.Answer {
	if act == "" {
		return c.AskAlone(q)[0]
	}
	if c.silent() || c.desk.kills(q) || c.desk.killsBy(act) {
		return lost()
	}
	c.desk.keys++
	a, err := c.src.Do(q, act)
	if err != nil {
		return c.dies(Death{Query: q, Act: act}, err)
	}
	if a.Refused != "" { // the act may go on, so this process is asked nothing more
		c.desk.noteFailure(Failed{Query: q, Act: act, Answer: a})
		c.replace()
	}
	return a
}

// List returns the state of a position and its legal moves, as the engine lists them.
func (c *Client) List(q source.Query) (fen string, moves []string, ok bool) {
	if c.silent() || c.desk.kills(q) {
		return "", nil, false
	}
	c.desk.keys++
	a, moves, err := c.src.List(q)
	if err != nil {
		c.dies(Death{Query: q}, err)
		return "", nil, false
	}
	return a.FEN, moves, Answered(a)
}

// silent reports whether nothing more is asked.
func (c *Client) silent() bool {
	return c.ended || c.desk.failed != nil || c.desk.ctx.Err() != nil
}

// kills reports whether a query begins with one that the engine did not survive.
func (d *desk) kills(q source.Query) bool {
	return slices.ContainsFunc(d.deaths, func(death Death) bool {
		n := len(death.Query.Moves)
		if death.Act != "" || death.Query.FEN != q.FEN || n > len(q.Moves) {
			return false
		}
		return slices.Equal(death.Query.Moves, q.Moves[:n])
	})
}

// killsBy reports whether an engine did not survive an act. It is not asked for in other positions:
// each hang takes the whole limit.
func (d *desk) killsBy(act string) bool {
	return slices.ContainsFunc(d.deaths, func(death Death) bool { return death.Act == act })
}

// dies notes a death, and starts another process.
func (c *Client) dies(death Death, err error) source.Answer {
	var failure *source.Failure
	if !errors.As(err, &failure) {
		if c.desk.ctx.Err() == nil {
			c.desk.fail(err)
		}
		return lost()
	}
	death.Failure = failure
	// A null move is no UCI, so that an engine may do with it what it likes.
	isNull := slices.Contains(death.Query.Moves, source.NullMove)
	failed := Failed{Query: death.Query, Act: death.Act, Failure: failure, Answer: lost()}
	switch {
	case isNull:
		failed.Act = source.NullMove
		c.desk.noteFailure(failed)
	case death.Act != "":
		c.desk.noteFailure(failed)
	}
	switch {
	case failure.Kind == process.Late:
		c.desk.late++
	case !c.harmless && !isNull:
		c.desk.deaths = append(c.desk.deaths, death)
		if c.deadly != nil && death.Act == "" {
			c.deadly.dies(death.Query)
		}
	}
	switch {
	case failure.Kind == process.TimedOut:
		c.lives -= 1 + hangLives
	case failure.Kind == process.Late, c.since < aLife, len(c.desk.deaths) > mostDeaths:
		c.lives--
	}
	c.since = 0
	if c.lives <= 0 || isNull {
		c.ended = true
	}
	c.replace()
	return lost()
}

// replace starts another process. If it has other numbers, nothing more is asked.
func (c *Client) replace() {
	fresh, err := c.src.Fresh()
	if err != nil {
		c.ended = true
		c.desk.fail(err)
		return
	}
	c.Close()
	c.src, c.started = fresh, true
	if c.firstKey.Key == 0 {
		return
	}
	now, err := fresh.Do(c.first, "")
	if err == nil && now.Key != c.firstKey.Key {
		c.ended, c.otherStart = true, true
	}
}
