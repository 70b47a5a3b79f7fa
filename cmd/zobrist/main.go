// Command zobrist prints the Zobrist keys of positions, explains wrong keys, checks
// sets of keys and whole engines, and reads and makes opening books.
//
//	zobrist hash [-game chess|othello] [-keys polyglot|SEED|FILE] [-ep pseudo-legal|legal|always] [-each] [-k] [POSITION ...]
//	zobrist explain [-game chess|othello] [-keys polyglot|SEED|FILE] [-ep pseudo-legal|legal|always] POSITION KEY
//	zobrist keys [-game chess|othello] [-keys polyglot|SEED|FILE]
//	zobrist audit [-game chess|othello] [-keys polyglot|SEED]
//	zobrist audit [FILE]
//	zobrist book FILE [POSITION ...]
//	zobrist book -all FILE
//	zobrist book -make FILE [-min-games N] [-max-plies N] < GAMES
//	zobrist check [flags] ENGINE [ARG ...]
//	zobrist check -adapter [flags] PROGRAM [ARG ...]
//	zobrist -version
//
// For details, run zobrist -h, or -h with a command.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/notation"
)

const usage = `usage: zobrist COMMAND [flags] [arguments]

  hash     print the keys of positions
  explain  say why a position's key is wrong
  keys     print every key of a game
  audit    look for weaknesses in a set of keys
  book     look positions up in an opening book, or make one
  check    check the keys of a chess engine, or of any game, in any language
  help     print this, like -h
  version  print the version, like -version

Run zobrist COMMAND -h for details.

The exit status is 0 if all is well, 1 if something in the input is wrong, 2 if the
command could not do its work, 3 if check found nothing wrong but could not check
everything, and 130 if it was interrupted.
`

// A command returns the exit status. It need not report errors of stdout.
type command func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

// commandNamed returns a command, or nil.
func commandNamed(name string) command {
	return map[string]command{"hash": hash, "explain": explain, "keys": keys, "audit": audit, "book": bookCommand, "check": check}[name]
}

func main() {
	if isClosed(os.Stdout) && !slices.Contains(os.Args[:min(2, len(os.Args))], "check") { // whose status is a result, too
		os.Stdout.Close() // so that writing fails
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs a command. It reports the first error of stdout.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := &output{to: stdout, ctx: context.Background()}
	status := runCommand(args, stdin, out, stderr)
	if out.err != nil && status != 2 {
		return failed(args[0], stderr, fmt.Errorf("cannot write the output: %w", out.err))
	}
	return status
}

func runCommand(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return 2
	}
	if c := commandNamed(args[0]); c != nil {
		return c(args[1:], stdin, stdout, stderr)
	}
	unknown := args[0]
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) > 1 {
			if c := commandNamed(args[1]); c != nil {
				return c([]string{"-h"}, stdin, stdout, stderr)
			}
			if unknown = args[1]; unknown != "help" && unknown != "-h" && unknown != "version" {
				break
			}
		}
		fmt.Fprint(stdout, usage)
		return 0
	case "version", "-version", "--version":
		fmt.Fprintln(stdout, version())
		return 0
	}
	fmt.Fprintf(stderr, "zobrist: unknown command %q\n%s", unknown, usage)
	return 2
}

// parseFlags parses the flags of a command. If ok is false, the command exits with
// status. After -h, status is 0, and help is on standard output. After a wrong flag,
// status is 2, and the usage, the first paragraph of help, is on standard error.
func parseFlags(flags *flag.FlagSet, help string, args []string, stdout, stderr io.Writer) (status int, ok bool) {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch {
	case err == nil:
		return 0, true
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, help)
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return 0, false
	}
	return misuse(flags, help, stderr, err), false
}

// misuse reports a wrong call of a command, and returns its exit status.
func misuse(flags *flag.FlagSet, help string, stderr io.Writer, err error) int {
	short, _, _ := strings.Cut(help, "\n\n")
	fmt.Fprintf(stderr, "zobrist %s: %s\n%s\nzobrist %[1]s -h says more.\n", flags.Name(), plain(err), short)
	return 2
}

// failed reports why a command could not do its work, and returns its exit status.
func failed(command string, stderr io.Writer, err error) int {
	if errors.Is(err, context.Canceled) {
		fmt.Fprintf(stderr, "zobrist %s: interrupted\n", command)
		return 130
	}
	fmt.Fprintf(stderr, "zobrist %s: %s\n", command, plain(err))
	return 2
}

// plain returns the text of an error without the package's name.
func plain(err error) string {
	return strings.TrimPrefix(notation.Plain(err), "book: ")
}
