// Package check finds wrong keys of a chess engine: it asks a [Source] for the keys of
// positions, and compares them. Of an engine in this process, [InProcess], it also checks
// the laws of methods that a process does not have: undo, clones, pawn keys.
//
// The parts are:
//
//   - a [Source] answers queries: a UCI process, or an engine in this process;
//   - [Evidence] is what was asked so far. It is gathered in phases;
//   - a [Check] is one question about the evidence. Its answer is a [Result];
//   - a [Result] says how much was compared, and has a [Finding] for each bug. Its status
//     follows from these, so a check that compared nothing cannot be "ok";
//   - a [Report] is the list of the results. It says nothing that is not in a result.
//
// To add a check, add it to [All], and plant a bug that it finds: a test requires one.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist/internal/words"
)

// A Check is one question about an engine's keys.
type Check struct {
	Name  string
	Main  bool                   // an engine is sound only if this check ran
	Lines bool                   // of the evidence, Run reads only the lines
	Run   func(*Evidence) Result // answers the question. It may ask the engine for more
	Few   int                    // how many must be compared, or the check did not run
	// findings are made from all of the evidence: there are none if the engine died too
	// often, or was late
	Whole bool
	// findings are not repeated in a fresh process: their keys are not those of the
	// Source's Ask and Do
	Inside bool
}

// Options are the options of [Run]. The zero value is the default.
type Options struct {
	// what lines begin with: FENs, in chess also with moves; nil for those that make rare
	// moves likely
	Starts    []string
	Positions int           // in lines of moves; 0 for as many as Time allows, at most Most
	Most      int           // 0 for 100,000
	Time      time.Duration // 0 for four seconds
	// of the queries of all checks; 0 for 40 seconds. A slow engine is asked for less
	Budget   time.Duration
	Seed     uint64   // of the random games
	Checks   []Check  // nil for All
	Polyglot bool     // run the check Polyglot, too
	Sub      bool     // the key has only some features on purpose, such as a pawn key
	Accept   []string // names of findings that the status ignores
	Progress func(text string)
	Now      func() time.Time // the clock; nil for time.Now
}

// Run asks an engine and runs the checks. It leaves the source open. If ctx ends, it
// returns its error and what it has.
func Run(ctx context.Context, src Source, opt Options) (*Report, error) {
	begin := time.Now()
	ev, err := Begin(ctx, src, opt)
	if err != nil {
		return nil, err
	}
	defer ev.Close()
	checks := opt.Checks
	if checks == nil {
		checks = All()
	}
	if opt.Polyglot {
		checks = append(checks, Polyglot)
	}
	about := ev.about
	r := &Report{Engine: about.Name, Variant: about.Variant, Reading: about.Reading, Seed: opt.Seed}
	for _, c := range checks {
		result, err := ev.Result(c)
		switch {
		case err != nil && ctx.Err() == nil:
			return nil, err
		case err != nil:
			result = (Result{Why: "interrupted"})
			if c.Name == "moves" {
				result = ev.unexplained()
			}
			result.Name, result.Main = c.Name, c.Main
		}
		r.Results = append(r.Results, result)
	}
	if ev.overdue == 1 {
		ev.note("an answer came later than the limit: with more such answers, add %s", about.Limit)
	} else if ev.overdue > 1 {
		r.Results = append(r.Results, Result{Name: "time", Main: true, // so it is not sound
			Why: fmt.Sprintf(
				"%s came later than the limit, so some positions were not asked for: add %s",
				words.Plural(ev.overdue, "answer"), about.Limit,
			)})
	}
	// or its keys change, whatever is lost
	if note := ev.src.src.About().Note; note != "" && ev.blind == "" {
		ev.note("%s", note)
	}
	r.Positions, r.Keys, r.Notes = len(ev.nodes), ev.keys, ev.Notes()
	r.Numbers = ev.Numbers()
	if about.Written != nil {
		r.Rewrite(about.Written)
	}
	r.Seconds, r.Interrupted = time.Since(begin).Seconds(), ctx.Err() != nil
	return r, ctx.Err()
}

// Result gathers what a check needs, runs it, and repeats its findings in a fresh process.
// The caller finishes it.
func (ev *Evidence) Result(c Check) (r Result, err error) {
	if err = ev.gather(c); err == nil {
		ev.progress("%d positions; %s", len(ev.nodes), c.Name)
		err = ev.limited(0.06, func() { r = c.Run(ev) })
	}
	// what needs numbers does not run
	noXOR := slices.Contains(ev.opt.Accept, "no-xor") && ev.fromFEN != nil && !ev.fromFEN.XOR()
	if c.Whole && ev.src.ended != "" && len(r.Findings) > 0 {
		r = Result{Why: "too little was asked to judge this: " + ev.src.ended}
	}
	r.Name, r.Main = c.Name, c.Main && !(noXOR && r.Why != "")
	var none absent
	var failed *Failure
	switch {
	case err == nil && !c.Inside:
		if err = ev.limited(0.15, func() { ev.repeat(&r) }); errors.As(err, &none) {
			err = nil // the engine died of it, as the check again reports
		}
	case errors.As(err, &none):
		r.Why, err = string(none), nil
	case errors.As(err, &failed) && ev.ctx.Err() == nil:
		r.Why, err = "the engine ends, or gives no answer, after "+failed.Command, nil
	}
	switch more := ev.about.More; {
	case err == nil && ev.src.ended != "" && r.Status() == Skipped && none == "":
		r.Why = ev.src.ended
	case r.Status() == OK && r.Count < c.Few:
		if ev.src.ended != "" {
			more = "; " + ev.src.ended
		} else if ev.late {
			more = "; the engine is slow"
		}
		r.Why = fmt.Sprintf(
			"only %s compared, and %d are needed%s", words.Plural(r.Count, r.Unit), c.Few, more,
		)
	}
	ev.found = ev.found || len(r.Findings) > 0
	return r, cmp.Or(ev.ctx.Err(), err)
}

// All returns the checks of a chess or variant engine, in the order of the report.
func All() []Check {
	return []Check{
		{Name: "keys", Main: true, Few: 60, Whole: true, Lines: true, Run: judgeKeys},
		{Name: "moves", Main: true, Few: 60, Run: judgeMoves},
		{Name: "undo", Run: judgeUndo},
		{Name: "search", Run: judgeSearch},
		{Name: "null move", Run: judgeNull},
		{Name: "fields", Whole: true, Run: judgeFields},
		{Name: "XOR", Main: true, Few: 100, Whole: true, Run: judgeXOR},
		{Name: "numbers", Main: true, Few: 20, Whole: true, Run: judgeNumbers},
		{Name: "routes", Main: true, Few: 5, Run: judgeRoutes},
		{Name: "processes", Inside: true, Run: judgeProcesses},
		{Name: "again", Main: true, Few: 10, Inside: true, Run: judgeAgain},
	}
}
