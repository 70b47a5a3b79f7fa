// Command zobrist prints the Zobrist keys of positions.
//
//	zobrist hash [-game chess|othello] [-keys polyglot|SEED] [-ep pseudo-legal|legal|always] [-each] [POSITION ...]
//	zobrist audit [-game chess|othello] [-keys polyglot|SEED] [-svg FILE]
//	zobrist audit [-svg FILE] FILE
//
// See zobrist -h, and the -h of each command.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

const usage = `usage: zobrist COMMAND [flags] [arguments]

  hash   print the keys of positions
  audit  judge a set of keys
  help   print this, as -h does

zobrist COMMAND -h says more.
`

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run carries out a command and returns the exit status: 0, 1 when the input
// was wrong, 2 when the call was.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return 2
	}
	switch args[0] {
	case "hash":
		return hash(args[1:], stdin, stdout, stderr)
	case "audit":
		return audit(args[1:], stdin, stdout, stderr)
	case "help", "-h", "-help", "--help":
		if len(args) == 2 && (args[1] == "hash" || args[1] == "audit") {
			return run([]string{args[1], "-h"}, stdin, stdout, stderr)
		}
		fmt.Fprint(stdout, usage)
		return 0
	}
	fmt.Fprintf(stderr, "zobrist: unknown command %q\n%s", args[0], usage)
	return 2
}

// parseFlags parses the flags of a command. When it is not to run, ok is false
// and status what to exit with: 0 after -h, which prints help on standard
// output, 2 after a wrong flag, which prints it on standard error.
func parseFlags(flags *flag.FlagSet, help string, args []string, stdout, stderr io.Writer) (status int, ok bool) {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch {
	case err == nil:
		return 0, true
	case errors.Is(err, flag.ErrHelp):
		printHelp(flags, help, stdout)
		return 0, false
	}
	fmt.Fprintf(stderr, "zobrist %s: %v\n", flags.Name(), err)
	printHelp(flags, help, stderr)
	return 2, false
}

func printHelp(flags *flag.FlagSet, help string, w io.Writer) {
	fmt.Fprint(w, help)
	flags.SetOutput(w)
	flags.PrintDefaults()
	flags.SetOutput(io.Discard)
}
