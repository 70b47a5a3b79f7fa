package tester

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/keycheck"
)

const (
	// Walk and Play take four seconds together, in which they find all planted bugs of zobristtest
	// with three seeds (see node). More are found by random games than by the walk if both have the
	// same time, because ten times as much time seldom adds a ply to the walk.
	walkTime    = 1500 * time.Millisecond
	playoutTime = 2500 * time.Millisecond

	// A random game that does not end is cut here, so that a session has several games.
	playoutPlies = 400
	// A walk gets so deep only where each position has a single move.
	walkDepth = 1000

	shorter = 5 // -short divides the times by this: less than a second for both

	// The variables of the command that repeats a failure. With the second, Walk and Play compare
	// so many positions, however long that takes.
	seedVariable      = "ZOBRISTTEST_SEED"
	positionsVariable = "ZOBRISTTEST_POSITIONS"
)

// Options are documented in zobristtest.Config.
type Options struct {
	Games                int
	Seed                 uint64
	Plies                int
	Starts               []string
	Sequential, Unseeded bool
}

// Times limit how long a session looks.
type Times struct {
	Context          context.Context // ends every loop; nil is the background
	Haste            time.Duration   // divides the default times; 0 is 1
	Walking, Playing time.Duration   // of Walk and Play, if Games is zero; 0 is the default
	Stop             func() bool     // ends Walk and Play early; may be nil
	Limited          bool            // calls have their own limits of time: none is given up here
}

// A Session checks the games that New makes.
type Session struct {
	Options
	Times
	Total   Result // of all looks, also those that a bug ended; Complete is that of the last walk
	New     func() Game
	Anew    func() // starts the program again, if it is another process
	Cloning Cloning
	Methods []Method
	Laws    []Law  // nil is Laws()
	Verbs   []Verb // of these laws
	Places
	Reuse bool // a game is made anew by Load, which follows each New

	onBreak    func(*Break) bool
	repeats    int      // how many positions a look compares, if it repeats a failure; or 0
	reached    int      // how many the last look compared
	played     int      // calls of all looks
	onlyGame   *subject // of the only game: see single
	aloneKnown bool     // it was found out whether New returns the same game each time
	facts      facts    // the broken laws that were collected

	// Weak says that the listed numbers have a problem, which was reported. Keys with equal
	// bits may be the same problem.
	Weak bool
}

// Places say where a session looks.
type Places struct {
	Lines []Line   // that Check plays before random games
	From  []string // where the random games of Check begin
	Tries int      // the most moves that Check tries in a position; 0 for no such limit
	Both  bool     // a wrong key does not end a line
	Plain bool     // random games of Check are neither steered nor transposed
}

// A Line is a fixed line of moves, by their names. Its moves that cannot be made are left out.
type Line struct {
	Start string // "" is a new game
	Moves []string
	Only  bool // no other moves are tried along it
}

// FirstSeed returns the seed of the first random game: that of the environment, else Seed, else
// usual. It also reads from the environment how many positions repeat a failure.
func (r *Session) FirstSeed(usual uint64) (seed uint64, err error) {
	if many := os.Getenv(positionsVariable); many != "" {
		r.repeats, err = strconv.Atoi(many)
		if err != nil || r.repeats <= 0 {
			return 0, fmt.Errorf("zobristtest: %s=%q: want a number from 1 to 2^31-1",
				positionsVariable, many)
		}
	}
	text := os.Getenv(seedVariable)
	switch {
	case min(r.Games, r.Plies) < 0:
		return 0, fmt.Errorf("zobristtest: Config.Games is %d, and Config.Plies %d", r.Games,
			r.Plies)
	case text == "":
		return cmp.Or(r.Seed, usual), nil
	}
	if seed, err = strconv.ParseUint(text, 0, 64); err != nil {
		err = fmt.Errorf("zobristtest: %s=%q: want a number from 0 to 2^64-1", seedVariable, text)
	}
	return seed, err
}

// starts returns the starting positions. "" is the position of a new game.
func (r *Session) starts() []string { return append([]string{""}, r.Starts...) }

// make makes a new game.
func (r *Session) make(old *game) (game, error) {
	if r.Reuse && old.Game != nil {
		old.stack = old.stack[:0]
		old.unset = true
		return *old, nil
	}
	g := r.New()
	if g == nil {
		return game{}, errors.New("zobristtest: newGame returned nil")
	}
	return newGame(g, r.Cloning), nil
}

// subject returns a subject with a new game, or nil if that fails, as it does for the only game
// after one of its methods was given up.
func (r *Session) subject() *subject {
	s := r.onlyGame
	if s == nil {
		s = newSubject(r.make, r.Verbs)
		s.ends = r.Limited
	}
	if s.contain(func() { s.ask(New) }) != nil {
		return nil
	}
	return s
}

// alone reports whether only one game can exist at a time: New returns the same one each time.
func (r *Session) alone() bool {
	if !r.Sequential && !r.aloneKnown {
		r.aloneKnown = true // the next call makes no games
		r.Sequential = isSame(r.New(), r.New())
	}
	return r.Sequential
}

// isSame reports whether two games are one. Some types of games cannot be compared.
func isSame(a, b Game) bool {
	if a == nil || b == nil {
		return false
	}
	return reflect.ValueOf(a).Comparable() && reflect.ValueOf(b).Comparable() && a == b
}

// limits returns the limits of a line of at most this number of plies, without a limit of time.
func (r *Session) limits(plies int) limits {
	return limits{plies: cmp.Or(r.Plies, plies), ctx: r.Context, alone: r.alone()}
}

// within returns limits that end after the time d, or the usual one, unless Games is
// set. The first game must stand.
func (r *Session) within(l limits, d, usual time.Duration) limits {
	l.stop = r.Stop
	if r.repeats > 0 {
		l.positions = r.repeats
		return l
	}
	if r.Games > 0 {
		return l
	}
	if d == 0 {
		d = usual / max(1, r.Haste)
		if testing.Short() {
			d /= shorter
		}
	}
	l.deadline = time.Now().Add(d)
	return l
}

// keys returns the numbers that a new game lists.
func (r *Session) keys() (keys []keycheck.Named, err error) {
	err = r.probe(func(s *subject) { keys = s.numbers(&s.games[0], "Keys") })
	return keys, err
}

// player returns a live runner of a new game, or nil if none can be made.
func (r *Session) player(rec *record, l limits) *live {
	laws := r.Laws
	if laws == nil {
		laws = Laws()
	}
	s := r.subject()
	if s == nil {
		return nil
	}
	can := s.games[0].calls(s.own)
	if r.Plain { // the caller has its own record of positions
		can &^= (1 << Text) | (1 << Load)
	}
	p := newLive(s, compile(laws, s.own, can, l.alone), rec, l)
	if !l.alone {
		broken := p.contain(func() { p.do(untouched, New, 0, "") })
		if broken != nil {
			return nil
		}
	}
	p.scratch = r.Both
	p.mostTries = cmp.Or(r.Tries, p.mostTries)
	p.onBreak = r.onBreak
	if p.onBreak == nil {
		r.collectFrom(p)
	}
	return p
}

// newState returns what a new game is.
func (r *Session) newState() (now Value) {
	_ = r.probe(func(s *subject) {
		s.ask(Recompute)
		now = s.state()
	})
	return now
}

// Check plays the session's lines, but for at most a time, and then random games from From, until a
// time after its beginning; without one, only the lines. It gives each broken law to onBreak,
// which says whether the game goes on. If not, and if the game panics, hangs or returns an error of
// its own, ended gets the law, whose time does not count, and a new game follows. One subject plays
// all games. Check returns how often each law was compared.
func (r *Session) Check(lines, games time.Duration, onBreak func(*Break) bool,
	ended func(*Break)) map[string]int {
	began := time.Now()
	r.onBreak = onBreak
	rec := newRecord(r.starts()...)
	l := r.limits(playoutPlies)
	l.stop = r.Stop
	if lines > 0 {
		l.deadline = began.Add(lines)
	}
	laws := make(map[string]int)
	var p *live
	run := func(start string, f func()) (replays bool) {
		if p == nil {
			p = r.player(rec, l)
			if p == nil {
				return false
			}
		}
		p.deadline = l.deadline
		b := p.at(max(0, slices.Index(rec.starts, start)), f)
		if b == nil {
			return false
		}
		p.compared(laws)
		p = nil
		now := time.Now()
		ended(b)
		if !l.deadline.IsZero() {
			l.deadline = l.deadline.Add(time.Since(now))
		}
		began = began.Add(time.Since(now))
		return b.Of != nil
	}
	for _, line := range r.Lines {
		for replays := true; replays && !l.ended(); {
			replays = run(line.Start, func() { p.playLine(line) })
		}
	}
	l.deadline = began.Add(games)
	for i := uint64(0); games > 0 && !l.ended() && len(r.From) > 0; i++ {
		run(r.From[i%uint64(len(r.From))], func() { p.playout(r.course(r.Seed+i, p)) })
	}
	if p != nil {
		p.compared(laws)
	}
	return laws
}

// Prove looks for the shortest line that shows a broken law on a new game, also from
// another position, such as that of the place itself. It returns the law with this line,
// and 2 if the line alone shows it, 1 if it does with calls that were made before, if they
// were kept, and 0 if nothing does.
func (r *Session) Prove(b *Break, place string, calls int) (short *Break, shows int) {
	short, shows = r.ProveAlone(b, place, calls/2)
	if shows < 2 {
		short, shows, _ = r.prove(b, calls/2, nil)
	}
	return short, shows
}

// ProveAlone is Prove from another position only, with no calls that were made before. Shows is 2
// or 0.
func (r *Session) ProveAlone(b *Break, place string, calls int) (short *Break, shows int) {
	of := *b
	of.Base = begin(place)
	of.log = nil
	short, shows, _ = r.prove(&of, calls, nil)
	return short, shows
}
