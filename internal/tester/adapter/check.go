package adapter

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/tester"
	"github.com/zobrist-go/zobrist/internal/words"
)

const (
	walkTime    = 3 * time.Second // if Options has no number of moves
	playoutTime = 4 * time.Second
	plies       = 200 // of a random game
	otherPlies  = 100 // compared with another process

	// With fewer, nothing is called right.
	fewPositions = 50
	fewAgain     = 5
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

// Names returns the names of all checks.
func Names() []string {
	return []string{"numbers", "lines", "moves", "undo", "null move", "routes", "positions", "processes", "texts"}
}

// Check runs a program and checks its game. It returns an error if the program cannot
// be checked: it does not start, crashes, hangs or violates the protocol.
func Check(ctx context.Context, opt Options, program string, args ...string) (*check.Report, error) {
	p, err := Start(ctx, opt.Limit, program, args...)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	begin := time.Now()
	c := newChecker(ctx, opt, p)
	r := &check.Report{Engine: strings.Join(append([]string{program}, args...), " "), Seed: opt.Seed, Results: []check.Result{numbers(p)}}
	lines, err := c.lines()
	r.Results = append(r.Results, lines...)
	var processes check.Result
	if err == nil {
		processes, err = another(ctx, opt, p, args)
	}
	switch {
	case ctx.Err() != nil:
		r.Interrupted = true
		r.Results = append(r.Results, check.Result{Name: "the rest", Main: true, Why: "interrupted"})
	case err != nil:
		return nil, err
	default:
		if r.Results = append(r.Results, processes); len(r.Bugs()) == 0 {
			r.Results = append(r.Results, c.texts())
		}
	}
	r.Moves, r.Seconds = p.made, time.Since(begin).Seconds()
	return r, ctx.Err()
}

// numbers judges the numbers themselves.
func numbers(p *Program) check.Result {
	r := p.result("numbers", p.HasKeys, "keys", len(p.keys), "number", "", "")
	for _, problem := range tester.KeyProblems(p.keys) {
		if problem.Harmless {
			r.Says += "; " + problem.Explained()
		} else {
			r.Findings = append(r.Findings, finding(problem.Explained()))
		}
	}
	return r
}

// result is the result of a check that needs a request. why says why nothing was compared.
func (p *Program) result(name string, known bool, request string, count int, unit, says, why string) check.Result {
	r := check.Result{Name: name, Count: count, Unit: unit, Says: says}
	switch {
	case !known && request == "new TEXT" && p.refused != "":
		r.Why = fmt.Sprintf("the program answers unknown to new and the text of its own position, %q: add the request, or let it read what it writes", p.refused)
	case !known:
		r.Why = fmt.Sprintf("the program does not know the request %s: add it", request)
	case count == 0:
		r.Why = why
	}
	return r
}

// finding returns a bug. Advice for games in Go is put into words of the protocol.
func finding(what string) check.Finding {
	return check.Finding{What: strings.NewReplacer(
		"add a Keys method to see which keys are wrong", "answer the request keys to see which numbers are wrong",
		"let Load refuse such texts", "answer unknown to new with such a text",
		" (if only one game can exist at a time, set Config.Sequential)", "",
	).Replace(what), Count: 1}
}

// A checker checks the game of a program.
type checker struct {
	*Program
	*tester.Session
	doing string      // now, for Options.Progress
	over  func() bool // what is done now has had its share of Options.Moves
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
				opt.Progress(c.doing, p.made)
			}
			p.Begin()
			return p.Game()
		},
	}
	if opt.Moves > 0 {
		c.Stop = func() bool { return c.over() }
		c.Walking, c.Playing = time.Hour, time.Hour
	}
	return c
}

// lines checks the keys along lines of moves, from each start. It stops at the first bug,
// because one bug shows in many ways.
func (c *checker) lines() ([]check.Result, error) {
	c.over = func() bool { return c.made >= c.moves/2 }
	err := c.Start()
	var walked, played *tester.Result
	if err == nil {
		c.doing = "every line"
		walked, err = c.Walk()
	}
	if err == nil {
		c.doing, c.over = "random games", func() bool { return c.made >= c.moves }
		played, _, err = c.Play()
	}
	switch {
	case c.err != nil:
		return nil, cmp.Or(err, c.err) // the session's error has the line
	case c.Context.Err() != nil:
		return nil, c.Context.Err()
	case err != nil:
		return []check.Result{{Name: "lines", Main: true, Count: c.made, Unit: "move", Says: "; the other checks of lines did not run", Findings: []check.Finding{finding(err.Error())}}}, nil
	}
	walked.Add(played)
	return lineResults(c.Program, walked), nil
}

// texts checks texts that are put together. It comes last, because the program may crash
// there: most such texts are no position.
func (c *checker) texts() check.Result {
	found, err := &tester.Crossing{}, error(nil)
	if c.HasLoad {
		first := c.loaded
		c.doing, c.over = "texts put together", func() bool { return c.loaded-first >= c.moves/4 }
		if found, err = c.Texts(); err != nil {
			return check.Result{Name: "texts", Findings: []check.Finding{finding(err.Error())}}
		}
	}
	tried := fmt.Sprintf("accepted of %d put together from those of other positions", found.Tried)
	ended := strings.ReplaceAll(found.Ended, "\n", "; ")
	return c.result("texts", c.HasLoad, "new TEXT", found.Accepted, "text", " "+tried+", each with a key of its own"+ended, "none "+tried+ended)
}

// lineResults says what the session checked.
func lineResults(p *Program, found *tester.Result) []check.Result {
	none := "there was no time for it: allow more moves with -n"
	moves := p.result("moves", p.HasRecompute, "recompute", found.Positions, "position", fmt.Sprintf(
		", by moves as recomputed: every line of up to %d plies and %s", found.Depth, words.Plural(found.Games, "random game")), none)
	undo := p.result("undo", true, "", found.Undone, "move", " taken back, each to the key before it", none)
	null := p.result("null move", p.HasNull, "null", found.Nulls, "null move", ", and moves after them", none)
	routes := p.result("routes", p.HasPosition, "position", found.Again, "position", " reached again by another line, with the same key",
		"no position was reached twice: allow more moves with -n")
	positions := p.result("positions", p.HasLoad, "new TEXT", found.Loaded, "position", " set up from the text, with the same key as by moves, and after more moves", none)
	moves.Main, routes.Main = true, positions.Status() != check.OK // one of the two compares equal positions
	for r, floor := range map[*check.Result]int{&moves: fewPositions, &undo: fewPositions, &routes: fewAgain} {
		if r.Status() == check.OK && r.Count < floor {
			r.Why = fmt.Sprintf("only %d were compared, and %d are needed: allow more moves with -n, or a longer game", r.Count, floor)
		}
	}
	return []check.Result{moves, undo, null, routes, positions}
}

// another compares the keys with those of a second process. Different keys are not a
// bug.
func another(ctx context.Context, opt Options, p *Program, args []string) (check.Result, error) {
	r := check.Result{Name: "processes", Unit: "position", Says: " with the same keys in a second process"}
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
