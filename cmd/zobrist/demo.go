package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/zobrist-go/zobrist/internal/demo"
)

// demoEngine is a command that the usage does not list: zobrist check -demo runs itself with
// it, because check tests other processes.
const demoEngine = "demo-engine"

// runDemoEngine is the built-in engine, which speaks UCI until its input ends.
func runDemoEngine(c *cli, args []string) error {
	bug, ok := demo.ByName(strings.Join(args, " "))
	if !ok {
		return misuse{fmt.Errorf("got %q, want %s", args, demoNames())}
	}
	return demo.Run(bug, c.stdin, c.out)
}

// demoNames lists the engines that -demo offers.
func demoNames() string {
	var names []string
	for _, bug := range demo.Bugs() {
		names = append(names, bug.Name)
	}
	return strings.Join(names, ", ") + " or " + demo.Sound
}

// A demoFlag is the flag -demo or -demo=NAME.
type demoFlag struct{ bug demo.Bug }

func (f *demoFlag) given() bool      { return f.bug.Name != "" }
func (f *demoFlag) String() string   { return f.bug.Name }
func (f *demoFlag) IsBoolFlag() bool { return true } // a flag that may stand without a value

// Set is called with "true" for -demo alone.
func (f *demoFlag) Set(name string) error {
	if name == "true" {
		f.bug = demo.Bugs()[0]
		return nil
	}
	var ok bool
	f.bug, ok = demo.ByName(name)
	if !ok {
		return fmt.Errorf("want %s", demoNames())
	}
	return nil
}

// demoPositions is how many positions a demonstration plays to. They take a few seconds, and
// make the same report each time.
const demoPositions = 3000

// demonstrate makes the built-in engine the one to check, and says so above the report.
func (call *checkCall) demonstrate() error {
	bug := call.demo.bug
	if call.adapter {
		return misuse{errors.New("-demo tests a built-in UCI engine: leave out -adapter")}
	}
	if call.NArg() > 0 {
		named, ok := demo.ByName(call.Arg(0))
		if ok {
			return misuse{fmt.Errorf("-demo %[1]s: write -demo=%[1]s", named.Name)}
		}
		return misuse{fmt.Errorf("-demo tests a built-in engine: leave out %q. "+
			"Another bug is -demo=NAME: want %s", call.Arg(0), demoNames())}
	}
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("-demo cannot find the program to run: %w", err)
	}
	call.engine.Program = self
	call.engine.Args = []string{demoEngine, bug.Name}
	if !call.given("n") {
		call.checks.Positions = demoPositions
	}
	if call.json { // which says it in the engine's name
		return nil
	}
	fmt.Fprintf(call.out,
		"This is a demonstration. The engine is built into zobrist, and it %s.\n", bug.About)
	fmt.Fprintf(call.out, "Others are -demo=NAME, with %s.\n\n", demoNames())
	return call.out.Flush() // before the progress
}
