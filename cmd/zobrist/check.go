package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/examine"
	"github.com/zobrist-go/zobrist/internal/lines"
	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/report"
	"github.com/zobrist-go/zobrist/internal/tester/adapter"
	"github.com/zobrist-go/zobrist/internal/tester/subject"
	"github.com/zobrist-go/zobrist/internal/words"
)

const checkHelp = `usage: zobrist check [flags] ENGINE [ARG ...]
       zobrist check [flags] -adapter PROGRAM [ARG ...]
       zobrist check -demo

Plays on a UCI engine and tests its Zobrist keys. A position must have the same key
whatever moves lead to it, and the same key as when it is set up from a FEN. Taking a
move back must restore the key, no feature may be missing from it, and the random
numbers must not be weak. The engine must print its key on a command: see -ask. A run
takes about ten seconds, and up to a minute if the engine is slow.

With -adapter, PROGRAM is a small program that you write around a game of any kind, in
any language. docs/test-adapter.md of the repository github.com/zobrist-go/zobrist
says how. A run with an adapter plays for fifteen seconds.

The exit status is
  0    if no bug was found, except those that you accepted with -accept
  1    if a bug was found, even a harmless one, that you did not accept with -accept
  2    if the check was not possible, for example because the engine prints no key
  3    if no bug was found, but a check that is needed to call the keys right did not
       run: the report says which, and why
  130  if the check was interrupted: the report has what was found until then
  143  if it was terminated

Examples:
  zobrist check -demo
  zobrist check ./myengine
  zobrist check -option UCI_Variant=crazyhouse ./fairy-stockfish
  zobrist check -sub -key 'Pawn key: (\S+)' ./myengine
  zobrist check -adapter python3 adapter.py

flags:
`

func check(c *cli, args []string) error {
	call := newCheckCall(c)
	err := c.parse(args)
	if err != nil {
		return err
	}
	if call.names {
		return report.WriteNames(c.out)
	}
	err = call.validate(args)
	if err != nil {
		return err
	}
	return c.checkKeys(call)
}

// A checkCall is a call of check: what its flags say.
type checkCall struct {
	*cli
	engine  subject.Options
	checks  examine.Options
	keys    []*regexp.Regexp // of the keys to test, or one nil
	from    string
	demo    demoFlag
	adapter bool
	names   bool // only list the names of bugs
	verbose bool // the report has the numbers
	json    bool
}

// newCheckCall defines the flags.
func newCheckCall(c *cli) *checkCall {
	call := &checkCall{cli: c}
	c.BoolVar(&call.adapter, "adapter", false,
		"test any game: PROGRAM is an adapter, which you write around the game")
	tried := subject.KeyCommands()
	c.StringVar(&call.engine.Ask, "ask", "", "the `COMMAND` that prints the key (default: "+
		tried[0]+", or else "+words.Or(tried[1:])+")")
	c.Func("key", "a `REGEXP` for the line that has the key; if it has groups, the first is "+
		"the key (default: a line such as \"Key: 8F8F01D4562F59FB\", or a line that is only a "+
		"number). With -sub, repeat -key to test several keys", call.addKey)
	c.Func("option", "set a UCI option, `NAME=VALUE`; may be repeated", call.addOption)
	c.Func("accept", "do not fail because of this bug, which is still reported; `NAME` is shown "+
		"in brackets in the report, for example en-passant-rules; may be repeated", call.accept)
	c.StringVar(&call.from, "from", "", "a `FILE` of starting positions, one FEN per line; "+
		"in chess, a line may also be startpos moves ...")
	c.IntVar(&call.checks.Positions, "n", 0, "stop after `N` positions, however long that takes "+
		"(default: as many as four seconds allow, but at most 100000). With -adapter, make N "+
		"moves (default: as many as fifteen seconds allow)")
	c.Uint64Var(&call.checks.Seed, "seed", 1,
		"the `SEED` of the random games; 0 picks a random seed")
	call.engine.Limit = 10 * time.Second
	c.Func("limit", "how long to wait for one answer: a `TIME` such as 2s (default 10s)",
		call.limit)
	c.BoolVar(&call.json, "json", false, "print the report as JSON")
	c.BoolVar(&call.checks.Sub, "sub", false, "test a sub-key, which has only some features, such "+
		"as a pawn key; choose its line with -ask or -key")
	c.BoolVar(&call.checks.Polyglot, "polyglot", false,
		"require the keys of Polyglot's opening books")
	c.BoolVar(&call.names, "names", false, "list the names that a report shows in brackets, "+
		"with what each means and where the cause usually is")
	c.BoolVar(&call.verbose, "v", false,
		"also list the random numbers that were worked out, one for each feature")
	c.Var(&call.demo, "demo", "test an engine that is built in and has a bug, to see a report. "+
		"-demo=NAME plants a different bug: NAME is "+demoNames())
	return call
}

func (call *checkCall) addKey(text string) error {
	if text == "" {
		return errors.New("want a regular expression, such as 'Key: (\\S+)'")
	}
	key, err := regexp.Compile(text)
	call.keys = append(call.keys, key)
	return err
}

func (call *checkCall) addOption(set string) error {
	if !strings.Contains(set, "=") {
		return errors.New("want NAME=VALUE")
	}
	call.engine.Set = append(call.engine.Set, set)
	return nil
}

func (call *checkCall) accept(name string) error {
	call.checks.Accept = append(call.checks.Accept, name)
	return nil
}

func (call *checkCall) limit(text string) error {
	limit, err := time.ParseDuration(text)
	if err != nil || limit <= 0 {
		return errors.New("want a time such as 2s or 500ms, more than 0s")
	}
	call.engine.Limit = limit
	return nil
}

// validate completes the options, and refuses those that make no sense.
func (call *checkCall) validate(args []string) error {
	switch {
	case call.NArg() == 0 && !call.demo.given():
		return misuse{errors.New("no engine: want a program to run. " +
			"To see a report without one, run zobrist check -demo")}
	case call.given("n") && call.checks.Positions <= 0:
		return misuse{fmt.Errorf("-n %d: want 1 or more", call.checks.Positions)}
	case len(call.keys) > 1 && !call.checks.Sub:
		return misuse{errors.New("-key is repeated: add -sub, for keys of parts of the position")}
	}
	if !call.demo.given() {
		err := call.lateFlag(args)
		if err != nil {
			return err
		}
	}
	err := report.CheckNames(call.checks.Accept)
	if err != nil { // which says where all names are
		return fmt.Errorf("-accept: %w", err)
	}
	if len(call.keys) == 0 {
		call.keys = []*regexp.Regexp{nil}
	}
	inChess := !call.adapter && isChess(call.engine.Set)
	if call.from != "" {
		call.checks.Starts, err = readStarts(call.from, inChess)
		if err != nil {
			return err
		}
	}
	if inChess && len(call.checks.Starts) > 0 {
		call.engine.Start = call.checks.Starts[0]
	}
	if call.checks.Seed == 0 {
		call.checks.Seed = rand.Uint64()>>11 + 1 // a number that JSON readers can hold exactly
	}
	if call.demo.given() {
		return call.demonstrate()
	}
	call.engine.Program = call.Arg(0)
	call.engine.Args = call.Args()[1:]
	return nil
}

// checkKeys runs the checks for each key, and prints a report of each. The exit status is the
// worst of them.
func (c *cli) checkKeys(call *checkCall) error {
	better := []int{0, 3, 1, 130} // statuses, the best first
	worst := 0
	for i, key := range call.keys {
		call.engine.Key = key
		r, err := call.run()
		if err != nil {
			return err
		}
		if i > 0 && !call.json {
			fmt.Fprintln(c.out)
		}
		if call.json {
			err = r.WriteJSON(c.out)
		} else {
			err = r.WriteText(c.out)
		}
		if err != nil {
			return err
		}
		worst = max(worst, slices.Index(better, r.Exit()))
		if better[worst] == 130 {
			break
		}
	}
	switch status := better[worst]; status {
	case 0:
		return nil
	case 130:
		return exit(c.interrupted())
	default:
		return exit(status)
	}
}

// lateFlag returns an error if a flag comes after the engine.
func (c *cli) lateFlag(args []string) error {
	if slices.Contains(args, "--") {
		return nil
	}
	for _, arg := range c.Args()[1:] {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if strings.HasPrefix(arg, "-") && c.Lookup(name) != nil {
			return misuse{fmt.Errorf("%s comes after the engine: flags go before it "+
				"(if %[1]s is for the engine: zobrist check -- %s)",
				arg, strings.Join(c.Args(), " "))}
		}
	}
	return nil
}

// run tests the engine, or the game behind the adapter, and shows its progress. If a signal ends
// it, the report has what was found until then.
func (call *checkCall) run() (*report.Report, error) {
	usual := 10 * time.Second
	if call.checks.Positions > 0 { // nobody knows how long these take
		usual = 0
	}
	moves := 0
	if call.adapter {
		moves = call.checks.Positions
	}
	progress := newProgress(call.stderr, usual, moves)
	ctx, stop := call.interruptible()
	defer stop()
	test := call.testEngine
	if call.adapter {
		test = call.testAdapter
	}
	r, err := test(ctx, progress)
	progress.end()
	if r != nil && ctx.Err() != nil {
		call.warn(errors.New("interrupted"))
		return r, nil
	}
	return r, err
}

// testEngine tests a UCI engine. It returns no report if the engine can't be asked for keys.
func (call *checkCall) testEngine(ctx context.Context, progress *progress) (*report.Report, error) {
	s, err := subject.Open(ctx, call.engine)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	call.checks.Progress = func(stage string, positions, keys int) {
		progress.show(fmt.Sprintf("%d positions; %d keys; %s", positions, keys, stage))
	}
	r, err := examine.Engine(ctx, s, call.checks)
	if r == nil {
		return nil, err
	}
	if !call.verbose {
		r.Numbers = nil
	}
	return r, err
}

// testAdapter tests a game behind an adapter.
func (call *checkCall) testAdapter(
	ctx context.Context, progress *progress,
) (*report.Report, error) {
	return adapter.Check(ctx, adapter.Options{
		Seed:     call.checks.Seed,
		Starts:   call.checks.Starts,
		Moves:    call.checks.Positions,
		Limit:    call.engine.Limit,
		Accept:   call.checks.Accept,
		Progress: progress.show,
	}, call.engine.Program, call.engine.Args...)
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
	stopAtWrong := func() error { return wrong }
	err = lines.Each(f, stopAtWrong, func(number int, text string, err error) {
		if err == nil && chess {
			_, _, err = notation.Played("chess", text)
		}
		if err != nil && wrong == nil {
			wrong = fmt.Errorf("%s line %d: %s", name, number, plain(err))
		}
		starts = append(starts, text)
	})
	switch {
	case wrong != nil:
		return nil, wrong
	case err != nil:
		return nil, err
	case len(starts) == 0:
		return nil, fmt.Errorf("%s has no positions: want one FEN per line", name)
	}
	return starts, nil
}

// isChess reports whether options of an engine choose no variant.
func isChess(options []string) bool {
	return !slices.ContainsFunc(options, func(set string) bool {
		name, value, _ := strings.Cut(set, "=")
		return strings.EqualFold(name, "UCI_Variant") && !strings.EqualFold(value, "chess")
	})
}
