// Command zobrist tests the Zobrist keys of engines and games, explains a wrong key, prints
// the keys of positions, looks for weak random numbers, and reads and makes opening books.
//
// Run zobrist -h for the list of commands, and zobrist COMMAND -h for one of them.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/internal/notation"
	"github.com/zobrist-go/zobrist/internal/words"
)

// A command is one that the usage lists.
type command struct {
	name, about string
	help        string // the usage, a blank line and the details; flags are added
	run         func(c *cli, args []string) error
}

func commands() []command {
	return []command{
		{"check", "test the keys of a chess engine, or of any game, in any language",
			checkHelp, check},
		{"explain", "compare one key with the right one, and name the features that differ",
			explainHelp, explain},
		{"hash", "print the keys of positions", hashHelp, hash},
		{"keys", "print the random numbers, one for each feature", keysHelp, keys},
		{"audit", "look for weak random numbers in a table or in source code",
			auditHelp, audit},
		{"book", "look positions up in an opening book, or make a book", bookHelp, bookCommand},
		{"completion", "print a script that completes commands and flags in bash, zsh or fish",
			completionHelp, completion},
	}
}

func usage() string {
	var b strings.Builder
	b.WriteString("usage: zobrist COMMAND [flags] [arguments]\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.about)
	}
	fmt.Fprintf(&b, "  %-10s %s\n", "help", "print this, like -h")
	fmt.Fprintf(&b, "  %-10s %s\n", "version", "print the version, like -version")
	return b.String() + `
zobrist COMMAND -h says more about a command, with examples.

The exit status is 0 if all is well, 1 if something in the input or in the engine is
wrong, 2 if the command could not do its work, 3 if check found no bug but could not
check everything, 130 if it was interrupted, and 143 if it was terminated.
`
}

// A cli is a call of a command: its flags and its streams. Output is buffered, and written when
// the command ends.
type cli struct {
	*flag.FlagSet
	stdin  io.Reader
	out    *bufio.Writer
	stderr io.Writer
	signal atomic.Int32 // the number of the one that interrupted the command, or 0
}

// An exit is an error that was reported already. It is the exit status.
type exit int

func (e exit) Error() string { return fmt.Sprint("exit status ", int(e)) }

// A misuse is the error of a wrong call. It is reported with the call that says more.
type misuse struct{ error }

func main() {
	first := ""
	if len(os.Args) > 1 {
		first = os.Args[1]
	}
	if isClosed(os.Stdout) && first != "check" { // whose status is a result, too
		os.Stdout.Close() // so that writing fails
	}
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs a command and returns its exit status.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	name := ""
	if len(args) > 0 {
		name = args[0]
		args = args[1:]
	}
	if asksForHelp(name) && len(args) > 0 && !asksForHelp(args[0]) && !asksForVersion(args[0]) {
		name = args[0] // help COMMAND
		args = []string{"-h"}
	}
	c := &cli{
		FlagSet: flag.NewFlagSet(name, flag.ContinueOnError),
		stdin:   stdin,
		out:     bufio.NewWriter(stdout),
		stderr:  stderr,
	}
	status := c.dispatch(name, args)
	err := c.out.Flush()
	if err != nil && status != 2 {
		c.warn(fmt.Errorf("cannot write the output: %w", err))
		status = 2
	}
	return status
}

func asksForHelp(name string) bool {
	return slices.Contains([]string{"help", "-h", "-help", "--help"}, name)
}

func asksForVersion(name string) bool {
	return slices.Contains([]string{"version", "-version", "--version"}, name)
}

// dispatch runs the command of a name and returns its exit status.
func (c *cli) dispatch(name string, args []string) (status int) {
	var names []string
	for _, command := range commands() {
		if command.name == name {
			return c.run(command, args)
		}
		names = append(names, command.name)
	}
	switch {
	case name == demoEngine:
		return c.run(command{name: demoEngine, run: runDemoEngine}, args)
	case asksForHelp(name):
		c.out.WriteString(usage())
		return 0
	case asksForVersion(name) && len(args) == 1 && asksForHelp(args[0]):
		c.out.WriteString(usage())
		return 0
	case asksForVersion(name) && len(args) > 0:
		fmt.Fprintf(c.stderr, "zobrist version: got %q, want no arguments\n", args)
	case asksForVersion(name):
		fmt.Fprintln(c.out, version())
		return 0
	case name == "":
		fmt.Fprint(c.stderr, usage())
	case strings.HasPrefix(name, "-"):
		fmt.Fprintf(c.stderr, "zobrist: unknown flag %q: want a command first, and then its flags "+
			"(zobrist -h lists the commands)\n", name)
	default:
		fmt.Fprintf(c.stderr, "zobrist: unknown command %q%s (zobrist -h lists the commands)\n",
			name, nearest(name, names))
	}
	return 2
}

// run runs a command, reports its error, and returns the exit status.
func (c *cli) run(command command, args []string) int {
	err := command.run(c, args)
	var status exit
	switch {
	case err == nil:
		return 0
	case errors.Is(err, flag.ErrHelp):
		c.out.WriteString(command.help)
		c.SetOutput(c.out)
		c.printFlags()
		return 0
	case errors.As(err, &status):
		return int(status)
	case errors.Is(err, context.Canceled):
		c.warn(errors.New("interrupted"))
		return c.interrupted()
	}
	if errors.As(err, new(misuse)) {
		err = fmt.Errorf("%s (zobrist %s -h says more)", plain(err), command.name)
	}
	c.warn(err)
	return 2
}

// printFlags prints the flags in lines that fit a terminal.
func (c *cli) printFlags() {
	const column, width = 8, 88 // where package flag begins a usage, and where a line ends
	wrapped := flag.NewFlagSet(c.Name(), flag.ContinueOnError)
	wrapped.SetOutput(c.out)
	c.VisitAll(func(f *flag.Flag) {
		wrapped.Var(f.Value, f.Name, words.Wrapped(f.Usage, "", width-column))
		wrapped.Lookup(f.Name).DefValue = f.DefValue
	})
	wrapped.PrintDefaults()
}

// interrupted returns the status of a command that a signal ended, as a shell has it: 128 and the
// number of the signal.
func (c *cli) interrupted() int {
	const sigint = 2 // the usual one, also where signals have no numbers
	return 128 + int(cmp.Or(c.signal.Load(), sigint))
}

// nearest returns ", did you mean NAME?" if half of the letters of a name are right, or "".
func nearest(got string, names []string) string {
	best := ""
	for _, name := range names {
		wrong := words.Distance(got, name)
		if 2*wrong <= len(name) && (best == "" || wrong < words.Distance(got, best)) {
			best = name
		}
	}
	if best == "" {
		return ""
	}
	return ", did you mean " + best + "?"
}

func (c *cli) warn(err error) { fmt.Fprintf(c.stderr, "zobrist %s: %s\n", c.Name(), plain(err)) }

// parse parses the flags. An argument that looks like a flag and is not one ends them:
// an Othello position may begin with a dash, for an empty square, and a key with a minus.
func (c *cli) parse(args []string) error {
	c.SetOutput(io.Discard)
	for i := 0; i < len(args) && len(args[i]) > 1 && args[i][0] == '-' && args[i] != "--"; i++ {
		name, _, joined := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		f := c.Lookup(name)
		if f != nil && !joined && !isBool(f) {
			i++ // skip the flag's value
		}
		if f == nil && isArgument(args[i]) {
			args = slices.Insert(slices.Clone(args), i, "--")
			break
		}
	}
	err := c.Parse(args)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return err
	}
	return misuse{errors.New(c.explained(err.Error()))}
}

// isBool reports whether a flag may stand without a value.
func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// isArgument reports whether a text that begins with a dash is a position or a key.
func isArgument(text string) bool {
	isNumber := '0' <= text[1] && text[1] <= '9'
	return len(text) >= 64 || strings.ContainsAny(text, " \t\r\n") || isNumber
}

// explained returns the text of an error of package flag, with what was wanted.
func (c *cli) explained(text string) string {
	name, ok := strings.CutPrefix(text, "flag provided but not defined: -")
	if ok {
		var names []string
		c.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		return fmt.Sprintf("unknown flag -%s%s", name, nearest(name, names))
	}
	for _, part := range []struct{ begin, end, want string }{
		{"invalid boolean value", "parse error", "want true or false"},
		{"invalid value", "parse error", "want a whole number"},
		{"invalid value", "value out of range", "want a smaller whole number"},
	} {
		before, ok := strings.CutSuffix(text, ": "+part.end)
		if ok && strings.HasPrefix(text, part.begin) {
			return before + ": " + part.want
		}
	}
	// A flag such as -demo may have a value, but need not.
	return strings.Replace(text, "invalid boolean value", "invalid value", 1)
}

// given reports whether one of some flags was given.
func (c *cli) given(names ...string) bool {
	found := false
	c.Visit(func(f *flag.Flag) {
		if slices.Contains(names, f.Name) {
			found = true
		}
	})
	return found
}

// plain returns the text of an error without the package's name.
func plain(err error) string {
	return strings.TrimPrefix(notation.Plain(err), "book: ")
}

// release is "VERSION COMMIT DATE" in a binary of a release, where .goreleaser.yaml sets it.
// Otherwise it is empty.
var release string

// version returns the version, the version of Go, and the system. Without release, it says
// what the go command recorded, which in a clone has the commit and its date.
func version() string {
	recorded := "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		recorded = info.Main.Version
	}
	return fmt.Sprintf("zobrist %s %s %s/%s",
		cmp.Or(release, recorded), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
