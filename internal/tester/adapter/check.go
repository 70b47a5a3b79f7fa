package adapter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/report"
	"github.com/zobrist-go/zobrist/internal/words"
)

const (
	walkTime    = 3 * time.Second // if Options has no number of moves
	playoutTime = 4 * time.Second
	plies       = 200 // of a random game

	// With fewer, nothing is called right.
	fewPositions = 50
	fewAgain     = 5
)

// Options are the options of [Check].
type Options struct {
	Seed     uint64 // of the random games
	Starts   []string
	Moves    int           // to make, about; 0 is as many as seven seconds allow
	Limit    time.Duration // of an answer; 0 is ten seconds
	Progress func(text string)
	haste    time.Duration // divides the times; for tests
}

// Check runs a program and checks its game. It returns an error if the program cannot
// be checked: it does not start, crashes, hangs or violates the protocol.
func Check(ctx context.Context, opt Options, program string, args ...string) (*report.Report, error) {
	p, err := Start(ctx, opt.Limit, program, args...)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	begin := time.Now()
	c := newChecker(ctx, opt, p)
	r := &report.Report{Engine: strings.Join(append([]string{program}, args...), " "), Seed: opt.Seed, Results: []report.Result{p.numbers()}}
	lines, err := c.lines(r)
	r.Results = append(r.Results, lines...)
	var processes report.Result
	if err == nil {
		processes, err = c.another(opt, args)
	}
	switch {
	case ctx.Err() != nil:
		r.Interrupted = true
		r.Results = append(r.Results, report.Result{Name: "the rest", Main: true, Why: "interrupted"})
	case err != nil:
		return nil, err
	default:
		r.Results = append(r.Results, processes)
	}
	r.Moves, r.Seconds = p.made, time.Since(begin).Seconds()
	return r, ctx.Err()
}

// numbers judges the numbers themselves.
func (p *Program) numbers() report.Result {
	r := p.needs(keys, report.Result{Name: "numbers", Count: len(p.keys), Unit: "number"})
	for _, problem := range tester.KeyProblems(p.keys) {
		if problem.Harmless {
			r.Says += "; " + problem.Explained()
		} else {
			r.Findings = append(r.Findings, finding(errors.New(problem.Explained())))
		}
	}
	return r
}

// needs returns the result of a check that needs a request. Its Why counts only if nothing was
// compared.
func (p *Program) needs(request string, r report.Result) report.Result {
	switch {
	case request == newText && p.refused != "":
		r.Why = fmt.Sprintf("the program answers unknown to new and the text of its own position, %q: add the request, or let it read what it writes", p.refused)
	case p.unknown[request]:
		r.Why = fmt.Sprintf("the program does not know the request %s: add it if your game needs it", request)
	case r.Count > 0:
		r.Why = ""
	}
	return r
}

// finding returns a bug. Advice for games in Go is put into words of the protocol.
func finding(err error) report.Finding {
	f := report.Finding{What: strings.NewReplacer(
		"add a Keys method to see which keys are wrong", "answer the request keys to see which numbers are wrong",
		" (if only one game can exist at a time, set Config.Sequential)", "",
	).Replace(err.Error()), Count: 1}
	var bug *tester.Bug
	if errors.As(err, &bug) {
		f.Features = bug.Features
	}
	return f
}

// A checker checks the game of a program.
type checker struct {
	*Program
	*tester.Session
	doing string      // now, for Options.Progress
	over  func() bool // what is done now has had its share of the moves
	moves int
}

func newChecker(ctx context.Context, opt Options, p *Program) *checker {
	c := &checker{Program: p, doing: "the start", moves: opt.Moves}
	haste := max(1, opt.haste)
	c.Session = &tester.Session{
		Options: tester.Options{Seed: opt.Seed, Plies: plies, Starts: opt.Starts, Sequential: true},
		Times:   tester.Times{Context: ctx, Walking: walkTime / haste, Playing: playoutTime / haste, Haste: haste},
		New: func() tester.Game {
			if opt.Progress != nil {
				opt.Progress(fmt.Sprintf("%d moves; %s", p.made, c.doing))
			}
			p.Begin()
			return p
		},
	}
	if c.moves > 0 {
		c.Stop = func() bool { return c.over() }
		c.Walking, c.Playing = time.Hour, time.Hour
	}
	return c
}

// upTo returns whether a count has grown by a number.
func upTo(count *int, by int) func() bool {
	end := *count + by
	return func() bool { return *count >= end }
}

// lines checks the keys along lines of moves, from each start, until a look finds no further bug.
func (c *checker) lines(to *report.Report) ([]report.Result, error) {
	var walked, played *tester.Result
	share := 2
	bugs := c.Each(func() (err error) {
		walked, played = nil, nil
		if err = c.Start(); err == nil {
			c.doing, c.over = "every line", upTo(&c.made, c.moves/share)
			walked, err = c.Walk()
		}
		if err == nil {
			c.doing, c.over = "random games", upTo(&c.made, c.moves/share)
			played, _, err = c.Play()
		}
		share = 4 // of further looks
		return err
	})
	switch {
	case c.err != nil:
		return nil, cmp.Or(errors.Join(bugs...), c.err) // the session's error has the line
	case c.Context.Err() != nil:
		return nil, c.Context.Err()
	case played != nil && bugs != nil:
		to.Notes = []string{"the counts of moves are those of the last look, which ignores what the bugs explain"}
	}
	all := c.lineResults(walked, played)
	for _, err := range bugs {
		r := c.resultOf(err, all)
		r.Findings = append(r.Findings, finding(err))
		if played == nil {
			r.Bad++
		}
	}
	return all, nil
}

// resultOf returns the result to which a bug belongs. What else its line does is not called right.
func (c *checker) resultOf(err error, all []report.Result) *report.Result {
	var bug *tester.Bug
	if !errors.As(err, &bug) {
		return &all[0]
	}
	starts := slices.Clone(c.Starts)
	for _, line := range c.Lines {
		starts = append(starts, line.Start)
	}
	at, acts := 0, bug.Acts(starts)
	for _, act := range acts {
		if at = map[tester.Call]int{tester.Unmake: 1, tester.Null: 2, tester.UndoNull: 2, tester.Load: 4}[act]; at > 0 {
			all[at].Why = "the line of a bug does this: repair it first"
		}
	}
	switch {
	case slices.Contains(acts, tester.Load):
		at = 4
	case bug.Law == "routes" || bug.Law == "collision":
		at = 3
	}
	return &all[at]
}

// lineResults says what the last look checked. Without one, nothing is called right.
func (p *Program) lineResults(walked, played *tester.Result) (all []report.Result) {
	none := "nothing was compared: allow more moves with -n"
	if played == nil {
		walked, played, none = &tester.Result{}, &tester.Result{}, "a bug ended this check: repair it first"
	}
	how := fmt.Sprintf(", by moves as recomputed: every line of up to %d plies and %s", walked.Depth, words.Plural(played.Games, "random game"))
	for _, line := range []struct {
		request    string // that it needs
		floor      int
		name, unit string
		count      int
		says       string
	}{
		{recompute, fewPositions, "moves", "position", walked.Positions + played.Positions, how},
		{"", fewPositions, "undo", "move", walked.Undone + played.Undone, " taken back, each to the key before it"},
		{null, 0, "null move", "null move", walked.Calls[tester.Null] + played.Calls[tester.Null], ", and moves after them"},
		{position, fewAgain, "routes", "position", walked.Again + played.Again, " reached again by another line, with the same key"},
		{newText, 0, "positions", "position", walked.Calls[tester.Load] + played.Calls[tester.Load], " set up from the text, with the same key as by moves, and after more moves"},
	} {
		r := p.needs(line.request, report.Result{Name: line.name, Count: line.count, Unit: line.unit, Says: line.says, Why: none})
		if r.Status() == report.OK && r.Count < line.floor {
			r.Why = fmt.Sprintf("%d compared, and %d are needed: allow more moves with -n, or a longer game", r.Count, line.floor)
		}
		all = append(all, r)
	}
	all[0].Main, all[3].Main = true, all[4].Status() != report.OK // routes or positions compares equal positions
	return all
}

// another compares the keys with those of a second process. Different keys are not a
// bug.
func (c *checker) another(opt Options, args []string) (report.Result, error) {
	r := report.Result{Name: "processes", Unit: "key", Says: ", the same in a second process"}
	q, err := Start(c.Context, opt.Limit, c.name, args...)
	if err != nil {
		return r, fmt.Errorf("started a second time: %w", err)
	}
	defer q.Close()
	if r.Count, err = c.Compare(newChecker(c.Context, Options{}, q).Session); err != nil || r.Count == 0 {
		r.Why = "a second process has different keys: do not store keys"
	}
	return r, cmp.Or(c.err, q.err)
}
