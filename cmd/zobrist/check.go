package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/cmd/internal/adapter"
	"github.com/zobrist-go/zobrist/cmd/internal/uci"
	checks "github.com/zobrist-go/zobrist/internal/check"
	"github.com/zobrist-go/zobrist/internal/lines"
)

const checkHelp = `usage: zobrist check [flags] ENGINE [ARG ...]
       zobrist check -adapter [flags] PROGRAM [ARG ...]

Tests the Zobrist keys of a UCI engine: keys by moves against keys from FENs, undo,
null moves, missing features, weak numbers. Reports what the keys are made of. The
engine must print its key after one of the commands of -ask.

With -adapter, PROGRAM adapts any game in any language. See
docs/testing-any-engine.md.

The exit status is 0 if the keys are sound, 1 if there is a bug, 2 if the check was not
possible, 3 if no bug was found but a main check did not run, and 130 if it is interrupted
before there is anything to report.

  $ zobrist check glaurung | head -1
  Glaurung 2.2: 1 difference, harmless unless keys are stored by FEN
  $ zobrist check -adapter python3 docs/adapters/adapter.py | head -1
  python3 docs/adapters/adapter.py: sound

flags:
`

// stringsFlag is a flag that may be given more than once.
type stringsFlag []string

func (s *stringsFlag) String() string { return strings.Join(*s, ",") }

func (s *stringsFlag) Set(v string) error {
	*s = append(*s, v)
	return nil
}

func check(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	var set stringsFlag
	isAdapter := flags.Bool("adapter", false, "PROGRAM is an adapter for any game")
	ask := flags.String("ask", "", "the `command` that prints the key (default: d, or else print, display, board, eval, key, hash or zobrist)")
	key := flags.String("key", "", "a `regexp` for the key; if it has groups, the first is the key (default: a line such as \"Key: 8F8F01D4562F59FB\", or a line that is only a number)")
	flags.Var(&set, "option", "set a UCI option, `NAME=VALUE`; may be repeated")
	var accept stringsFlag
	flags.Var(&accept, "accept", "a `NAME` that the report shows in brackets, such as en-passant-rules: the report still shows it, but the status ignores it; may be repeated")
	from := flags.String("from", "", "a `file` of starting positions, one FEN per line; in chess, a line may also be startpos moves ...")
	n := flags.Int("n", 0, "the number of `positions` to check by moves (default: up to 100000, in about four seconds; fewer of a slow engine); with -adapter, the number of moves to make (default: as many as seven seconds allow)")
	seed := flags.Uint64("seed", 1, "the `seed` of the random games; 0 picks a random seed")
	limit := 10 * time.Second
	flags.Func("limit", "the longest `time` for one answer, such as 2s (default 10s)", func(s string) (err error) {
		if limit, err = time.ParseDuration(s); err != nil || limit <= 0 {
			return errors.New("want a time such as 2s or 500ms, more than 0s")
		}
		return nil
	})
	asJSON := flags.Bool("json", false, "print the report as JSON")
	markdown := flags.String("markdown", "", "also write the report to a `file`, in Markdown, for an issue to the author of the engine")
	verbose := flags.Bool("v", false, "also list the recovered numbers of the features")
	if status, ok := parseFlags(flags, checkHelp, args, stdout, stderr); !ok {
		return status
	}
	wrong := func(err error) int { return misuse(flags, checkHelp, stderr, err) }
	if flags.NArg() == 0 {
		return wrong(errors.New("no engine: want a program to run"))
	}
	for _, arg := range flags.Args()[1:] {
		name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		if arg[:min(len(arg), 1)] == "-" && flags.Lookup(name) != nil && !slices.Contains(args, "--") {
			return wrong(fmt.Errorf("%s comes after the engine: flags go before it (if %[1]s is for the engine: zobrist check -- %s)", arg, strings.Join(flags.Args(), " ")))
		}
	}
	engine := uci.Options{Ask: *ask, Set: set, Limit: limit, Program: flags.Arg(0), Args: flags.Args()[1:]}
	opt := checks.Options{Positions: *n, Seed: *seed, Accept: accept}
	nSet := false
	flags.Visit(func(f *flag.Flag) { nSet = nSet || f.Name == "n" })
	if nSet && *n <= 0 {
		return wrong(fmt.Errorf("-n %d: want 1 or more", *n))
	}
	err := checks.CheckNames(accept, "lines", "positions") // the last are those of -adapter
	if err != nil {
		return wrong(fmt.Errorf("-accept: %w", err))
	}
	if *key != "" {
		if engine.Key, err = regexp.Compile(*key); err != nil {
			return wrong(fmt.Errorf("-key: %w", err))
		}
	}
	if *from != "" {
		if opt.Starts, err = readStarts(*from, !*isAdapter && uci.IsChess(set)); err != nil {
			fmt.Fprintf(stderr, "zobrist check: %v\n", err)
			return 2
		}
	}
	if opt.Seed == 0 {
		opt.Seed = rand.Uint64()>>11 + 1 // a number that JSON readers can hold exactly
	}
	progress, done := progressLine(stderr)
	opt.Progress = progress
	ctx, stop := interruptible()
	defer stop()
	var report *checks.Report
	if *isAdapter {
		report, err = checkAdapter(ctx, engine, opt)
	} else {
		report, err = checkEngine(ctx, engine, opt)
	}
	done()
	if ctx.Err() != nil {
		fmt.Fprintln(stderr, "zobrist check: interrupted")
		if report == nil || report.Positions == 0 {
			return 130
		}
		err = nil // the report says what ran
	}
	if err != nil {
		return failed("check", stderr, cmp.Or(ctx.Err(), err))
	}
	report.Command = "zobrist check " + quoted(args)
	if *markdown != "" {
		if err := writeFile(*markdown, report.WriteMarkdown); err != nil {
			fmt.Fprintf(stderr, "zobrist check: %v\n", err)
			return 2
		}
	}
	return printCheck(report, *asJSON, *verbose, stdout, stderr)
}

// quoted joins arguments for a shell, without those that choose where a report goes.
func quoted(args []string) string {
	var words []string
	for i := 0; i < len(args); i++ {
		name, _, joined := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		if strings.HasPrefix(args[i], "-") && (name == "markdown" || name == "json") {
			if name == "markdown" && !joined {
				i++
			}
			continue
		}
		word := args[i]
		if word == "" || strings.Trim(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=./,:+@%") != "" {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// writeFile writes a file.
func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return cmp.Or(write(f), f.Close())
}

// checkEngine checks a UCI engine.
func checkEngine(ctx context.Context, engine uci.Options, opt checks.Options) (*checks.Report, error) {
	src, err := uci.Open(ctx, engine)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	return checks.Run(ctx, src, opt)
}

// checkAdapter checks a program through the adapter protocol.
func checkAdapter(ctx context.Context, program uci.Options, opt checks.Options) (*checks.Report, error) {
	r, err := adapter.Check(ctx, adapter.Options{
		Limit: program.Limit, Seed: opt.Seed, Moves: opt.Positions, Starts: opt.Starts,
		Progress: func(doing string, moves int) { opt.Progress(fmt.Sprintf("%d moves; %s", moves, doing)) },
	}, program.Program, program.Args...)
	if err != nil {
		return nil, err
	}
	r.Finish(opt.Accept)
	return r, nil
}

func printCheck(report *checks.Report, asJSON, verbose bool, stdout, stderr io.Writer) int {
	if !verbose {
		report.Numbers = nil
	}
	write := report.WriteText
	if asJSON {
		write = report.WriteJSON
	}
	if err := write(stdout); err != nil {
		fmt.Fprintf(stderr, "zobrist check: %v\n", err)
		return 2
	}
	return report.Exit()
}

// readStarts reads one position per line. It ignores empty lines and lines that begin
// with #. In chess, a line is a FEN or a line of moves, as for zobrist hash, and
// readStarts returns FENs, or startpos or a FEN with moves.
func readStarts(name string, chess bool) (starts []string, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var wrong error
	err = lines.Each(f, func() error { return nil }, func(number int, line string, err error) {
		if line = strings.TrimSpace(line); wrong != nil || err == nil && (line == "" || line[0] == '#') {
			return
		}
		if err == nil && chess {
			line, err = startOf(line)
		}
		if starts = append(starts, line); err != nil {
			wrong = fmt.Errorf("%s line %d: %s", name, number, plain(err))
		}
	})
	if err = cmp.Or(wrong, err); err != nil {
		return nil, err
	}
	if len(starts) == 0 {
		return nil, fmt.Errorf("%s has no positions: want one FEN per line", name)
	}
	return starts, nil
}

// startOf checks a line of chess, and returns its first position and its moves.
func startOf(text string) (start string, err error) {
	line, moves, err := played("chess", text)
	if err != nil {
		return "", err
	}
	return strings.Join(append([]string{line[0].String(), "moves"}, moves...), " "), nil
}

// progressLine returns a function that shows the progress of a check on a terminal, and
// one that removes it.
func progressLine(w io.Writer) (progress func(text string), done func()) {
	f, ok := w.(*os.File)
	if !ok || !isTerminal(f) {
		return func(string) {}, func() {}
	}
	const erase = "\r\x1b[K"
	return func(text string) { fmt.Fprint(f, erase, text, " ...") }, func() { fmt.Fprint(f, erase) }
}
