package adapter

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/kit"
)

const (
	walkTime    = 3 * time.Second // if Options has no number of moves
	playoutTime = 4 * time.Second
	plies       = 200 // of a random game
	otherPlies  = 100 // compared with another process
)

// Options are the options of [Check]. The zero value is the default.
type Options struct {
	Limit  time.Duration // of an answer; 0 is ten seconds
	Seed   uint64        // of the random games
	Moves  int           // how many to make, about; 0 is as many as seven seconds allow
	Starts []string      // positions to begin from, after the usual one
	// Progress, if not nil, is called now and then with the current work.
	Progress func(doing string, moves int)

	haste time.Duration // divides the times; for tests
}

// A Report has the results of the checks.
type Report struct {
	Program string
	Moves   int // made
	Time    time.Duration
	Results []Result
}

// A Result is what a check found.
type Result struct {
	Name  string
	Main  bool   // without this check, the program is not sound
	Count int    // how many were compared
	Unit  string // of Count, such as "position"
	Says  string // follows the count
	Bugs  []string
	Why   string // why the check did not run, and what to do
}

// OK reports whether the check compared something and found no bug.
func (r *Result) OK() bool { return r.Count > 0 && r.Why == "" && len(r.Bugs) == 0 }

// Bugs returns what is wrong.
func (r *Report) Bugs() (all []string) {
	for _, result := range r.Results {
		all = append(all, result.Bugs...)
	}
	return all
}

// Exit returns the exit status of the command: 0 if the program is sound, 1 if there is a
// bug, 3 if a main check did not run.
func (r *Report) Exit() int {
	if len(r.Bugs()) > 0 {
		return 1
	}
	if slices.ContainsFunc(r.Results, func(r Result) bool { return r.Main && !r.OK() }) {
		return 3
	}
	return 0
}

// Check runs a program and checks its game. It returns an error if the program cannot
// be checked: it does not start, crashes, hangs or violates the protocol.
func Check(ctx context.Context, opt Options, program string, args ...string) (*Report, error) {
	p, err := Start(ctx, opt.Limit, program, args...)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	begin := time.Now()
	r := &Report{Program: program, Results: []Result{numbers(p)}}
	lines, err := checkLines(ctx, opt, p)
	if err != nil {
		return nil, err
	}
	processes, err := another(ctx, opt, p, args)
	if err != nil {
		return nil, err
	}
	r.Results = append(append(r.Results, lines...), processes)
	r.Moves, r.Time = p.made, time.Since(begin)
	return r, nil
}

// numbers judges the numbers themselves.
func numbers(p *Program) Result {
	r := Result{Name: "numbers", Count: len(p.keys), Unit: "number"}
	if !p.HasKeys {
		r.Why = unknown("keys")
	}
	for _, problem := range kit.KeyProblems(p.keys) {
		if problem.Harmless {
			r.Says += "; " + problem.Explained()
		} else {
			r.Bugs = append(r.Bugs, problem.Explained())
		}
	}
	return r
}

func unknown(request string) string {
	return fmt.Sprintf("the program does not know the request %s: add it", request)
}

// checkLines checks the keys along lines of moves, from each start. It stops at the
// first bug, because one bug shows in many ways.
func checkLines(ctx context.Context, opt Options, p *Program) ([]Result, error) {
	doing, most := "the start", opt.Moves/2
	s := &kit.Session{
		Config: kit.Config{Seed: opt.Seed, Plies: plies, Starts: opt.Starts, Sequential: true},
		New: func() kit.Game {
			if opt.Progress != nil {
				opt.Progress(doing, p.made)
			}
			p.Begin()
			return p.Game()
		},
		Context: ctx, Walking: walkTime / max(1, opt.haste), Playing: playoutTime / max(1, opt.haste), Haste: opt.haste,
	}
	if opt.Moves > 0 {
		s.Stop = func() bool { return p.made >= most }
		s.Walking, s.Playing = time.Hour, time.Hour
	}
	found := &kit.Result{}
	err := s.Start()
	for _, part := range []struct {
		doing string
		check func() (*kit.Result, error)
	}{{"every line", s.Walk}, {"random games", func() (*kit.Result, error) { got, _, err := s.Play(); return got, err }}} {
		if err == nil {
			var got *kit.Result
			doing = part.doing
			if got, err = part.check(); err == nil {
				found.Add(got)
			}
			most = opt.Moves
		}
	}
	switch {
	case p.err != nil:
		return nil, cmp.Or(err, p.err) // the session's error has the line
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return []Result{{Name: "lines", Main: true, Count: p.made, Unit: "move", Says: "; the other checks of lines did not run", Bugs: []string{err.Error()}}}, nil
	}
	return lineResults(p, found), nil
}

// lineResults says what the session checked.
func lineResults(p *Program, found *kit.Result) []Result {
	result := func(name string, known bool, request string, count int, unit, says, why string) Result {
		r := Result{Name: name, Count: count, Unit: unit, Says: says}
		switch {
		case !known:
			r.Why = unknown(request)
		case count == 0:
			r.Why = why
		}
		return r
	}
	none := "there was no time for it: allow more moves with -n"
	moves := result("moves", p.HasRecompute, "recompute", found.Positions, "position", fmt.Sprintf(
		", by moves as recomputed: every line of up to %d plies and %d random games", found.Depth, found.Games), none)
	undo := result("undo", true, "", found.Undone, "move", " taken back, each to the key before it", none)
	null := result("null move", p.HasNull, "null", found.Nulls, "null move", ", and moves after them", none)
	routes := result("routes", p.HasPosition, "position", found.Again, "position", " reached again by another line, with the same key",
		"no position was reached twice: allow more moves with -n")
	positions := result("positions", p.HasLoad, "new TEXT", found.Loaded, "position", " set up from the text, with the same key as by moves, and after more moves", none)
	moves.Main, routes.Main = true, !positions.OK() // one of the two compares equal positions
	return []Result{moves, undo, null, routes, positions}
}

// another compares the keys with those of a second process. Different keys are not a
// bug.
func another(ctx context.Context, opt Options, p *Program, args []string) (Result, error) {
	r := Result{Name: "processes", Unit: "position", Says: " with the same keys in a second process"}
	q, err := Start(ctx, opt.Limit, p.name, args...)
	if err != nil {
		return r, fmt.Errorf("started a second time: %w", err)
	}
	defer q.Close()
	if p.Begin(); p.err != nil {
		return r, p.err
	}
	draw := zobrist.NewSplitMix64(opt.Seed)
	same := slices.Equal(p.keys, q.keys)
	for range otherPlies {
		n := p.Moves()
		same = same && p.Key() == q.Key() && slices.Equal(p.list(), q.list())
		if err := cmp.Or(p.err, q.err); err != nil {
			return r, err
		}
		if !same {
			r.Why = "a second process has different keys: do not store keys"
			break
		}
		r.Count++
		if n == 0 {
			break
		}
		i := int(draw.Uint64() % uint64(n))
		p.Make(i)
		q.Make(i)
	}
	return r, cmp.Or(p.err, q.err)
}
