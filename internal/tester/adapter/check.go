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
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/words"
)

const (
	// If Options has no number of moves, a check takes fifteen seconds. All short lines get a tenth
	// of them: there are so many more lines of one ply more that ten times as much time seldom adds
	// a ply, but each random game has other positions.
	walkTime    = 1500 * time.Millisecond
	playoutTime = 13500 * time.Millisecond

	// A random game ends after this number of plies, so that a slow program plays several games.
	plies = 200

	// With fewer, nothing is called right. A right game never fails because of them. A bug in one
	// of twenty positions stays unseen in fifty with a probability of 8 %.
	fewPositions = 50
	// Random games seldom reach a position again, so this number is low. A bug in every second such
	// position stays unseen in five with a probability of 3 %, one in every fourth with 24 %.
	fewRepeated = 5

	// With Options.Moves, all short lines get one move in walkPart, and random games the others. A
	// slow program needs more than a tenth to walk all lines of two or three plies.
	walkPart = 4
)

// Options are the options of [Check].
type Options struct {
	Seed     uint64 // of the random games
	Starts   []string
	Moves    int           // to make, about; 0 is as many as fifteen seconds allow
	Limit    time.Duration // of an answer; 0 is ten seconds
	Accept   []string      // names of bugs that are accepted
	Progress func(text string)
	haste    time.Duration // divides the times; for tests
}

// Check runs a program and checks its game. It returns an error if the program cannot
// be checked: it does not start, crashes, hangs or violates the protocol.
func Check(
	ctx context.Context, opt Options, program string, args ...string,
) (*report.Report, error) {
	p, err := Start(ctx, opt.Limit, program, args...)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	begin := time.Now()
	p.playing = true
	c := newChecker(ctx, opt, p)
	r := &report.Report{
		Engine: strings.Join(append([]string{program}, args...), " "),
		Seed:   opt.Seed,
	}
	c.numbers(r)
	err = c.lines(r)
	isCrash := func(i report.Item) bool { return i.Name == "crash" }
	if err == nil && !slices.ContainsFunc(r.Items, isCrash) {
		c.restart() // to compare what was not played
		err = c.another(r, opt, args)
	}
	r.Moves = p.made
	r.Seconds = time.Since(begin).Seconds()
	r.Interrupted = ctx.Err() != nil
	if !r.Interrupted && err != nil {
		return nil, err
	}
	r.Finish(opt.Accept)
	return r, ctx.Err()
}

// numbers tests the numbers themselves.
func (c *checker) numbers(to *report.Report) {
	row := report.Row{
		Check: "numbers", Game: true, Compared: len(c.keys), Unit: report.Numbers,
		Skip: c.lacks(keys),
	}
	for _, problem := range tester.KeyProblems(c.keys) {
		to.Items = append(to.Items, report.Item{
			Check: row.Check, Name: cmp.Or(problem.Name, row.Check), Count: 1, Law: problem.What,
			Facts: []report.Fact{{Topic: report.Effect, Text: problem.Means}},
		})
	}
	c.Weak = len(to.Items) > 0
	to.Rows = append(to.Rows, row)
}

// lacks says why a check did not run that needs a request, or that it ran.
func (p *Program) lacks(request string) report.Skip {
	if !p.unknown[request] {
		return report.Ran
	}
	switch request {
	case unmake:
		return report.SkipNoUnmake
	case recompute:
		return report.SkipNoRecompute
	case position:
		return report.SkipNoPositions
	case null:
		return report.SkipNoPass
	case keys:
		return report.SkipNoKeys
	}
	return report.SkipNoNewText
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
		c.until = c.made + c.moves/walkPart
		_, walked := c.Walk()
		c.until = c.made + c.moves - c.moves/walkPart
		_, played := c.Play()
		bugs = append(walked, played...)
	}
	if stopped := c.Context.Err(); stopped != nil { // which ended the program
		bugs = slices.DeleteFunc(bugs, func(err error) bool {
			return errors.Is(err, stopped) || !errors.As(err, new(*tester.Break))
		})
	} else if c.err != nil && !c.ended() {
		return c.violation(bugs)
	}
	for _, err := range bugs {
		to.Items = append(to.Items, itemOf(err))
	}
	c.rows(to)
	return nil
}

// violation says how the program violates the protocol: with the line of the game, if it was in
// one. Otherwise it was when a line was taken back, which is no bug that was found.
func (c *checker) violation(bugs []error) error {
	inLine := slices.ContainsFunc(bugs, func(err error) bool {
		return errors.As(err, new(*tester.Break))
	})
	if inLine {
		return errors.Join(bugs...)
	}
	return c.err
}

// itemOf returns the item of what was found. Its check is that of the row to which it belongs.
func itemOf(err error) report.Item {
	var bug *tester.Break
	if !errors.As(err, &bug) {
		return report.Item{Check: movesCheck, Name: movesCheck, Law: err.Error(), Count: 1}
	}
	item := bug.Item()
	item.Check = checkOf(bug)
	item.Name = keycheck.Join(item.Check, item.Kinds...)
	switch {
	case bug.Kind() == "undo undonull":
		item.Name = keycheck.Join("undonull", item.Kinds...)
	case bug.Law == "reads":
		item.Name = "key"
	case bug.Law == "panic", bug.Law == "stuck":
		item.Name = "crash"
	}
	return item
}

// The checks of the rows.
const (
	movesCheck     = "moves"
	undoCheck      = "undo"
	nullCheck      = "null move"
	routesCheck    = "routes"
	positionsCheck = "positions"
)

// checkOf returns the check to which a bug belongs, by the law that is broken.
func checkOf(bug *tester.Break) string {
	kind := bug.Kind()
	switch {
	case kind == "load":
		return positionsCheck
	case bug.Law == "routes", bug.Law == "collision":
		return routesCheck
	case kind == "null", kind == "undo undonull", bug.Law == "refused":
		return nullCheck
	case strings.HasPrefix(kind, "undo"):
		return undoCheck
	}
	return movesCheck
}

// rows adds what was compared.
func (c *checker) rows(to *report.Report) {
	t := &c.Total
	to.Positions = min(t.Positions, c.computed)
	for _, row := range []struct {
		check, request string
		unit           report.Unit
		compared       int
		needed         int
	}{
		{movesCheck, recompute, report.Positions, to.Positions, fewPositions},
		{undoCheck, unmake, report.Moves, t.Undone, fewPositions},
		{nullCheck, null, report.NullMoves, t.Calls[tester.Null], 1},
		{routesCheck, position, report.Positions, t.Transpositions, fewRepeated},
		{positionsCheck, newText, report.Positions, t.Calls[tester.Load], 1},
	} {
		r := report.Row{
			Check: row.check, Game: true, Compared: row.compared, Unit: row.unit,
			Needed: row.needed, Skip: c.lacks(row.request),
		}
		if r.Skip == report.Ran && r.Compared < r.Needed {
			r.Skip = report.SkipFew
		}
		if row.check == movesCheck {
			r.Main = true
			r.Depth, r.Games, r.Ended = t.Depth, t.RandomLines, t.Ended
			if r.Skip == report.Ran && t.Ended == 0 {
				r.Skip = report.SkipNoEnd
			}
		}
		to.Rows = append(to.Rows, r)
	}
	// Routes or positions compares equal positions: one of them must run.
	routes := &to.Rows[len(to.Rows)-2]
	routes.Main = to.Rows[len(to.Rows)-1].Skip != report.Ran
}

// another compares the keys with those of a second process. Different keys are not a bug.
func (c *checker) another(to *report.Report, opt Options, args []string) error {
	q, err := Start(c.Context, opt.Limit, c.name, args...)
	if err != nil {
		return fmt.Errorf("started a second time: %w", err)
	}
	defer q.Close()
	row := report.Row{Check: "processes", Game: true, Unit: report.Keys}
	row.Compared, err = c.Compare(newChecker(c.Context, Options{}, q).Session)
	if err != nil {
		to.Items = append(to.Items, report.Item{
			Check: row.Check, Name: row.Check, Count: 1, Law: err.Error(),
		})
	} else if row.Compared == 0 {
		row.Skip = report.SkipOther
	}
	to.Rows = append(to.Rows, row)
	return cmp.Or(c.err, q.err)
}
