package adapter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/keycheck"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/tester/report"
	"github.com/zobrist-go/zobrist/internal/words"
)

const (
	walkTime    = 1500 * time.Millisecond // if Options has no number of moves
	playoutTime = 13500 * time.Millisecond
	plies       = 200 // of a random game

	// With fewer, nothing is called right.
	fewPositions = 50
	fewAgain     = 5
)

// Options are the options of [Check].
type Options struct {
	Seed     uint64 // of the random games
	Starts   []string
	Moves    int           // to make, about; 0 is as many as fifteen seconds allow
	Limit    time.Duration // of an answer; 0 is ten seconds
	Progress func(text string)
	haste    time.Duration // divides the times; for tests
}

// Check runs a program and checks its game. It returns an error if the program cannot
// be checked: it does not start, crashes, hangs or violates the protocol.
func Check(ctx context.Context, opt Options, program string, args ...string) (*report.Report,
	error) {
	p, err := Start(ctx, opt.Limit, program, args...)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	begin := time.Now()
	p.playing = true
	c := newChecker(ctx, opt, p)
	r := &report.Report{Engine: strings.Join(append([]string{program}, args...), " "),
		Seed: opt.Seed, Results: []report.Result{c.numbers()}}
	if err = c.lines(r); err == nil && !slices.ContainsFunc(r.Bugs(), func(f report.Finding) bool {
		return f.Name == "crash"
	}) {
		c.restart() // to compare what was not played
		err = c.another(r, opt, args)
	}
	r.Moves = p.made
	r.Seconds = time.Since(begin).Seconds()
	r.Interrupted = ctx.Err() != nil
	if !r.Interrupted && err != nil {
		return nil, err
	}
	return r, ctx.Err()
}

// numbers judges the numbers themselves.
func (c *checker) numbers() report.Result {
	r := report.Result{Name: "numbers", Count: len(c.keys), Unit: "number", Why: c.lacks(keys, "")}
	for _, problem := range tester.KeyProblems(c.keys) {
		r.Findings = append(r.Findings,
			report.Finding{Name: problem.Name, What: problem.Explained(), Count: 1})
	}
	c.Weak = len(r.Findings) > 0
	return r
}

// lacks says why a check did not run that needs a request.
func (p *Program) lacks(request, why string) string {
	if p.unknown[request] && request == unmake {
		return "the program answers unknown to unmake: to take a move back, the game was played " +
			"again"
	}
	if p.unknown[request] {
		return fmt.Sprintf("the program answers unknown to %s: add the request if your game "+
			"needs it", request)
	}
	return why
}

// A checker checks the game of a program.
type checker struct {
	*Program
	*tester.Session
	moves int // to make; 0 for as many as the time allows
	until int // moves have been made
}

func newChecker(ctx context.Context, opt Options, p *Program) *checker {
	c := &checker{Program: p, moves: opt.Moves}
	haste := max(1, opt.haste)
	c.Session = &tester.Session{
		// The first game from each start turns back, and the second is plain: one
		// that explores needs many moves.
		Options: tester.Options{Seed: (3*opt.Seed - 1) * uint64(len(opt.Starts)+1), Plies: plies,
			Starts: opt.Starts, Sequential: true},
		Times: tester.Times{Context: ctx, Walking: walkTime / haste, Playing: playoutTime / haste,
			Haste: haste, Limited: true},
		Anew: p.restart,
		New: func() tester.Game {
			if opt.Progress != nil {
				opt.Progress(words.Plural(p.made, "move"))
			}
			p.Begin()
			return p
		},
	}
	if c.moves > 0 {
		c.Stop = func() bool { return c.made >= c.until }
		c.Walking, c.Playing = time.Hour, time.Hour
	}
	return c
}

// lines checks the keys along lines of moves, from each start.
func (c *checker) lines(to *report.Report) error {
	var bugs []error
	if err := c.Start(); err != nil {
		bugs = []error{err}
	}
	if bugs == nil {
		c.until = c.made + c.moves/4
		_, walked := c.Walk()
		c.until = c.made + 3*c.moves/4
		_, played := c.Play()
		bugs = append(walked, played...)
	}
	if stopped := c.Context.Err(); stopped != nil { // which ended the program
		bugs = slices.DeleteFunc(bugs, func(err error) bool {
			return errors.Is(err, stopped) || !errors.As(err, new(*tester.Break))
		})
	} else if c.err != nil && !c.ended() {
		return errors.Join(bugs...) // with the line
	}
	all := c.lineResults()
	for _, err := range bugs {
		f := report.Finding{What: err.Error(), Count: 1}
		row := movesRow
		var bug *tester.Break
		if errors.As(err, &bug) {
			row = rowOf(bug)
			describe(&f, bug)
		}
		all[row].Findings = append(all[row].Findings, f)
	}
	to.Results = append(to.Results, all...)
	for i := range to.Results {
		r := &to.Results[i]
		if len(r.Findings) > 0 {
			r.Says = ": " + words.Plural(len(r.Findings), "bug")
		}
	}
	return nil
}

// describe adds to a finding what is known of a broken law: its features, how often it was
// found, and its name, if the row alone does not give it.
func describe(f *report.Finding, bug *tester.Break) {
	f.Features = bug.Differ
	f.Count = bug.Count()
	switch {
	case bug.Kind() == "undo undonull":
		f.Name = keycheck.Join("undonull", keycheck.KindsOf(f.Features)...)
	case bug.Law == "reads":
		f.Name = "key"
	case bug.Law == "panic", bug.Law == "stuck":
		f.Name = "crash"
	}
}

// The rows of lineResults.
const (
	movesRow = iota
	undoRow
	nullRow
	routesRow
	positionsRow
)

// rowOf returns the row to which a bug belongs: by its law, or by the calls of its line.
func rowOf(bug *tester.Break) int {
	switch {
	case bug.Kind() == "load":
		return positionsRow
	case bug.Law == "routes", bug.Law == "collision":
		return routesRow
	case bug.Law == "reads":
		return movesRow
	}
	row := movesRow
	for _, st := range slices.Concat(bug.Base, bug.Got) {
		switch st.Call {
		case tester.Unmake:
			row = undoRow
		case tester.Null, tester.UndoNull:
			row = nullRow
		case tester.Make:
			if row == undoRow {
				row = movesRow
			}
		}
	}
	return row
}

// lineResults says what was compared.
func (c *checker) lineResults() (all []report.Result) {
	t := &c.Total
	// add adds a row of a check that needs a request.
	add := func(request string, floor int, name, unit string, count int, says string) {
		r := report.Result{Name: name, Unit: unit, Count: count, Says: says}
		if count < floor {
			r.Why = fmt.Sprintf("%d compared, and %d are needed: allow more moves with -n, "+
				"or a longer game, and repair bugs first", count, floor)
		}
		r.Why = c.lacks(request, r.Why)
		all = append(all, r)
	}
	compared := fmt.Sprintf(
		" compared with the recomputed key, in every line of up to %s and in %s, "+
			"%d of them to the end",
		words.Plural(t.Depth, "ply"), words.Plural(t.Roamed, "random game"), t.Ended)
	add(recompute, fewPositions, "moves", "position", min(t.Positions, c.computed), compared)
	add(unmake, fewPositions, "undo", "move", t.Undone,
		" taken back, and the key compared with the one before")
	add(null, 1, "null move", "null move", t.Calls[tester.Null], ", and moves after them")
	add(position, fewAgain, "routes", "position", t.Again,
		" reached again by another line, and the keys compared")
	add(newText, 1, "positions", "position", t.Calls[tester.Load],
		" set up from the text, and compared with those by moves, also after more moves")
	moves := &all[movesRow]
	if moves.Status() == report.OK && t.Ended == 0 {
		moves.Why = words.Plural(moves.Count, moves.Unit) + moves.Says +
			": rare moves may be missing. " +
			"Allow more moves with -n, or give positions near the end of games with -from"
	}
	moves.Main = true
	// Routes or positions compares equal positions: one of them must run.
	all[routesRow].Main = all[positionsRow].Status() != report.OK
	return all
}

// another compares the keys with those of a second process. Different keys are not a bug.
func (c *checker) another(to *report.Report, opt Options, args []string) error {
	q, err := Start(c.Context, opt.Limit, c.name, args...)
	if err != nil {
		return fmt.Errorf("started a second time: %w", err)
	}
	defer q.Close()
	r := report.Result{Name: "processes", Unit: "key", Says: ", the same in a second process"}
	if r.Count, err = c.Compare(newChecker(c.Context, Options{}, q).Session); err != nil {
		r.Says += ", but others differ"
		r.Findings = []report.Finding{{What: err.Error(), Count: 1}}
	} else if r.Count == 0 {
		r.Why = "a second process has different keys: do not store keys"
	}
	to.Results = append(to.Results, r)
	return cmp.Or(c.err, q.err)
}
