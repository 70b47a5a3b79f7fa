// Superko finds forbidden repetitions in games of Go, by Zobrist keys.
//
// The rules of superko forbid a play that recreates an earlier position of
// the whole board. To compare the board with all earlier ones, point by point,
// is slow. So every stone on every point gets a random number of 64 bits, and
// the key of a board is the XOR of the numbers of its stones. A play changes
// the key by one XOR for the new stone and one for each stone that it takes
// off, so the key after a play is known before the play is made; the question
// whether the position occurred is one look-up of 8 bytes in zobrist.History.
// Positional superko looks up the key of the board. Situational superko asks
// for the same player to move as well, which is one more number in the XOR.
//
// Usage:
//
//	superko [-rule positional|situational|ko] game.sgf ...
//	superko [-seed n]
//
// The first form reads games in SGF (- is the standard input), and reports the
// first illegal move of each. The second plays random games and holds every
// verdict by keys against one by comparing whole boards.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usage = `Finds forbidden repetitions (superko) in games of Go, by Zobrist keys.

  superko [-rule positional|situational|ko] game.sgf ...
        report the first illegal move of each game; - reads the standard input
  superko [-seed n]
        play random games, and compare every verdict by keys with whole boards

The exit status is 0 when all moves are legal (or all verdicts right), 1 when
one is not or a game cannot be read, 2 when the command line is wrong.

`

// run is the program: it returns the exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("superko", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(flags.Output(), usage)
		flags.PrintDefaults()
	}
	var override *Rule
	flags.Func("rule", "`rule` about repetition: positional, situational or ko (default: by the RU property of the game)", func(s string) error {
		rule, ok := map[string]Rule{"ko": Ko, "positional": Positional, "situational": Situational}[s]
		if !ok {
			return errors.New("want positional, situational or ko")
		}
		override = &rule
		return nil
	})
	seed := flags.Uint64("seed", 1, "`n` of the random games: the same seed plays the same games")

	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	if flags.NArg() == 0 {
		if override != nil {
			fmt.Fprintln(stderr, "superko: -rule is for games that are read, and none is named (random games check both superko rules)")
			return 2
		}
		return playRandom(*seed, sizes, stdout, stderr)
	}
	seeded := false
	flags.Visit(func(f *flag.Flag) { seeded = seeded || f.Name == "seed" })
	if seeded {
		fmt.Fprintln(stderr, "superko: -seed is for random games, which are played when no game is named")
		return 2
	}
	status := 0
	for i, name := range flags.Args() {
		if i > 0 {
			fmt.Fprintln(stdout)
		}
		rec, err := read(name, stdin)
		if err != nil {
			fmt.Fprintf(stderr, "superko: %v\n", err)
			status = 1
			continue
		}
		if name == "-" {
			name = "standard input"
		}
		report, legal := Replay(name, rec, override)
		fmt.Fprint(stdout, report)
		if !legal {
			status = 1
		}
	}
	return status
}

func read(name string, stdin io.Reader) (*Record, error) {
	var text []byte
	var err error
	if name == "-" {
		name = "standard input"
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return nil, err // of package os: it names the file
	}
	rec, err := ParseSGF(text)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	return rec, nil
}
