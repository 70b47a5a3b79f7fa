package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	checks "github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/tester/adapter"
	"github.com/zobrist-go/zobrist/internal/tester/report"
	"github.com/zobrist-go/zobrist/internal/tester/subject"
)

const checkHelp = `usage: zobrist check [flags] ENGINE [ARG ...]
       zobrist check -adapter [flags] PROGRAM [ARG ...]

Tests the Zobrist keys of a UCI engine: keys by moves against keys from FENs, undo,
null moves, missing features, weak numbers. The engine must print its key on a
command: see -ask.

With -adapter, PROGRAM adapts any game in any language. See
docs/test-adapter.md.

The exit status is 0 if the keys are sound, 1 if there is a bug that you did not accept,
even a harmless one, 2 if the check was not possible, 3 if no bug was found but a main
check did not run, 130 if it was interrupted and 143 if it was terminated. An interrupted
check still reports what it has found.

  $ zobrist check glaurung | head -1
  Glaurung 2.2: 1 harmless bug
  $ zobrist check -adapter python3 docs/adapters/adapter.py | head -1
  python3 docs/adapters/adapter.py: sound

flags:
`

func check(c *cli, args []string) error {
	var engine subject.Options
	opt := checks.Options{}
	isAdapter := c.Bool("adapter", false, "PROGRAM is an adapter for any game")
	c.StringVar(&engine.Ask, "ask", "", "the `COMMAND` that prints the key (default: d, or else print, display, board, eval, key, hash or zobrist)")
	keys := []*regexp.Regexp{nil}
	c.Func("key", "a `REGEXP` for the key; if it has groups, the first is the key (default: a line such as \"Key: 8F8F01D4562F59FB\", or a line that is only a number). With -sub, it may be repeated: each key is tested", func(s string) error {
		key, err := regexp.Compile(s)
		keys = append(keys, key)
		return err
	})
	c.Func("option", "set a UCI option, `NAME=VALUE`; may be repeated", func(s string) error {
		if !strings.Contains(s, "=") {
			return errors.New("want NAME=VALUE")
		}
		engine.Set = append(engine.Set, s)
		return nil
	})
	c.Func("accept", "a `NAME` that the report shows in brackets, such as en-passant-rules: the report still shows it, but the status ignores it; may be repeated", func(s string) error {
		opt.Accept = append(opt.Accept, s)
		return nil
	})
	from := c.String("from", "", "a `FILE` of starting positions, one FEN per line; in chess, a line may also be startpos moves ...")
	c.IntVar(&opt.Positions, "n", 0, "check `N` positions by moves, however long that takes. By default, check plays for four seconds, to at most 100000 positions. The whole run then takes about 10 s, or up to a minute with a slow engine. With -adapter, make N moves (default: as many as fifteen seconds allow)")
	c.Uint64Var(&opt.Seed, "seed", 1, "the `SEED` of the random games; 0 picks a random seed")
	engine.Limit = 10 * time.Second
	c.Func("limit", "how long to wait for one answer: a `TIME` such as 2s (default 10s). Each answer that never comes costs at least this time", func(s string) (err error) {
		if engine.Limit, err = time.ParseDuration(s); err != nil || engine.Limit <= 0 {
			return errors.New("want a time such as 2s or 500ms, more than 0s")
		}
		return nil
	})
	asJSON := c.Bool("json", false, "print the report as JSON")
	c.BoolVar(&opt.Sub, "sub", false, "the key has only some features on purpose, such as a pawn key: choose its line with -ask or -key")
	c.BoolVar(&opt.Polyglot, "polyglot", false, "the keys must be those of Polyglot's opening books")
	list := c.Bool("names", false, "list the names that a report shows in brackets, each with its meaning, and where the cause usually is")
	verbose := c.Bool("v", false, "also list the recovered numbers of the features")
	room := c.String("room", oldRoom, "") // without a usage, so that the help leaves it out
	var demonstration demoFlag
	c.Var(&demonstration, "demo", "test an engine that is built in and has a bug, to see a report. "+
		"-demo=NAME has another bug: NAME is "+demoNames())
	if err := c.parse(args); err != nil {
		return err
	}
	if *list {
		return report.WriteNames(c.out)
	}
	how := output{*isAdapter, *verbose, *asJSON, *room}
	isDemo := demonstration.bug.Name != ""
	if c.NArg() == 0 && !isDemo {
		return misuse{errors.New("no engine: want a program to run. " +
			"To see a report without one, run zobrist check -demo")}
	}
	if !isDemo {
		if err := c.lateFlag(args); err != nil {
			return err
		}
	}
	if c.given("n") && opt.Positions <= 0 {
		return misuse{fmt.Errorf("-n %d: want 1 or more", opt.Positions)}
	}
	err := report.CheckNames(opt.Accept)
	if err != nil {
		return misuse{fmt.Errorf("-accept: %w", err)}
	}
	if len(keys) > 1 {
		keys = keys[1:]
	}
	if len(keys) > 1 && !opt.Sub {
		return misuse{errors.New("-key is repeated: add -sub, for keys of parts of the position")}
	}
	if *from != "" {
		if opt.Starts, err = readStarts(*from, !*isAdapter && isChess(engine.Set)); err != nil {
			return err
		}
	}
	if opt.Seed == 0 {
		opt.Seed = rand.Uint64()>>11 + 1 // a number that JSON readers can hold exactly
	}
	if isDemo {
		if !c.given("n") {
			opt.Positions = demoPositions
		}
		err = c.demonstrate(demonstration.bug, &engine, how)
		if err != nil {
			return err
		}
	} else {
		engine.Program = c.Arg(0)
		engine.Args = c.Args()[1:]
	}
	return c.checkKeys(keys, engine, opt, how)
}

// An output says how to print reports.
type output struct {
	isAdapter, verbose, json bool
	room                     string
}

// checkKeys runs the checks for each key, and prints a report of each. The exit status is the worst.
func (c *cli) checkKeys(keys []*regexp.Regexp, engine subject.Options, opt checks.Options, how output) error {
	worst := 0
	for i, key := range keys {
		engine.Key = key
		reports, err := c.reports(engine, opt, how)
		if err != nil {
			return err
		}
		for j, report := range reports {
			write := report.WriteText
			if how.json {
				write = report.WriteJSON
			} else if i+j > 0 {
				fmt.Fprintln(c.out)
			}
			err = write(c.out)
			if err != nil {
				return err
			}
			bad := []int{0, 3, 1, 130}
			worst = bad[max(slices.Index(bad, worst), slices.Index(bad, report.Exit()))]
		}
		if worst == 130 {
			break
		}
	}
	switch worst {
	case 0:
		return nil
	case 130:
		return exit(c.interrupted())
	}
	return exit(worst)
}

// lateFlag returns an error if a flag comes after the engine.
func (c *cli) lateFlag(args []string) error {
	for _, arg := range c.Args()[1:] {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && c.Lookup(name) != nil && !slices.Contains(args, "--") {
			return misuse{fmt.Errorf("%s comes after the engine: flags go before it (if %[1]s is for the engine: zobrist check -- %s)", arg, strings.Join(c.Args(), " "))}
		}
	}
	return nil
}

// runChecks shows its progress. If a signal ends it, the report has what ran.
func (c *cli) runChecks(engine subject.Options, opt checks.Options, isAdapter bool) (report *checks.Report, err error) {
	usual, moves := 10*time.Second, 0
	if isAdapter {
		moves = opt.Positions
	}
	if opt.Positions > 0 { // which nobody knows how long they take
		usual = 0
	}
	progress := newProgress(c.stderr, usual, moves)
	opt.Progress = progress.show
	ctx, stop := c.interruptible()
	defer stop()
	if isAdapter {
		report, err = adapter.Check(ctx, adapter.Options{Seed: opt.Seed, Starts: opt.Starts, Moves: opt.Positions, Limit: engine.Limit, Progress: opt.Progress}, engine.Program, engine.Args...)
	} else {
		report, err = checkEngine(ctx, engine, opt)
	}
	if progress.end(); report != nil {
		report.Finish(opt.Accept)
	}
	switch {
	case report == nil && ctx.Err() != nil:
		return nil, ctx.Err()
	case ctx.Err() != nil: // the report says what ran
		c.warn(errors.New("interrupted"))
		err = nil
	}
	return report, err
}

func checkEngine(ctx context.Context, engine subject.Options, opt checks.Options) (*checks.Report, error) {
	s, err := subject.Open(ctx, engine)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return checks.Run(ctx, s, opt)
}

// readStarts reads one position per line. It ignores empty lines and lines that begin
// with #. In chess, a line is a FEN or a line of moves, as for zobrist hash.
func readStarts(name string, chess bool) (starts []string, err error) {
	f, err := openFile(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var wrong error
	err = lines.Each(f, func() error { return wrong }, func(number int, text string, err error) {
		if err == nil && chess {
			_, _, err = notation.Played("chess", text)
		}
		if starts = append(starts, text); err != nil {
			wrong = cmp.Or(wrong, fmt.Errorf("%s line %d: %s", name, number, plain(err)))
		}
	})
	if err = cmp.Or(wrong, err); err == nil && len(starts) == 0 {
		err = fmt.Errorf("%s has no positions: want one FEN per line", name)
	}
	return starts, err
}

// isChess reports whether options of an engine choose no variant.
func isChess(options []string) bool {
	return !slices.ContainsFunc(options, func(set string) bool {
		name, value, _ := strings.Cut(set, "=")
		return strings.EqualFold(name, "UCI_Variant") && !strings.EqualFold(value, "chess")
	})
}
