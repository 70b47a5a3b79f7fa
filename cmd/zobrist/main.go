// Command zobrist prints the Zobrist keys of positions, judges sets of keys, says
// what is wrong with a key, and reads and makes opening books.
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
// See zobrist -h, and the -h of each command.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/zobrist-go/zobrist/internal/notation"
)

const usage = `usage: zobrist COMMAND [flags] [arguments]

  hash     print the keys of positions
  explain  say what is wrong with a position's key
  keys     print every key of a game
  audit    judge a set of keys
  book     look positions up in an opening book, or make one
  check    check the keys of a chess engine, or of any game, in any language
  help     print this, as -h does
  version  print the version, as -version does

zobrist COMMAND -h says more.
`

// A command returns the exit status: 0, 1 when the input was wrong, or as its
// help says, 2 when the call was.
type command func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

// commandNamed returns a command, or nil.
func commandNamed(name string) command {
	switch name {
	case "hash":
		return hash
	case "explain":
		return explain
	case "keys":
		return keys
	case "audit":
		return audit
	case "book":
		return bookCommand
	case "check":
		return check
	}
	return nil
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return 2
	}
	if c := commandNamed(args[0]); c != nil {
		return c(args[1:], stdin, stdout, stderr)
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		if len(args) == 2 {
			if c := commandNamed(args[1]); c != nil {
				return c([]string{"-h"}, stdin, stdout, stderr)
			}
		}
		fmt.Fprint(stdout, usage)
		return 0
	case "version", "-version", "--version":
		fmt.Fprintln(stdout, version())
		return 0
	}
	fmt.Fprintf(stderr, "zobrist: unknown command %q\n%s", args[0], usage)
	return 2
}

// version names the version of the module that the command was built from, as
// far as go build knows it, and that of Go.
func version() string {
	v := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		v = info.Main.Version
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && v == "(devel)" {
				v = s.Value
			}
		}
	}
	return fmt.Sprintf("zobrist %s %s %s/%s", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// parseFlags parses the flags of a command. When it is not to run, ok is false
// and status what to exit with: 0 after -h, which prints help on standard
// output, 2 after a wrong flag, which prints the usage on standard error: the
// first paragraph of help.
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

// plain is an error of the library without the library's name.
func plain(err error) string {
	return strings.TrimPrefix(notation.Plain(err), "book: ")
}

// plural is a number of things, and what they are.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprint(n, " ", thing, "s")
}
