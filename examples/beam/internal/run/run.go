// Package run runs the pipeline of a program: in one process, or in several, of which
// each is a job server, a worker pool or a submitter.
package run

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
)

var (
	jobs    = flag.Int("jobs", 0, "")
	pool    = flag.Int("pool", 0, "")
	runner  = flag.String("runner", "prism", "")
	verbose = flag.Bool("v", false, "")
)

// usage is the help for the flags of this package. The flag package would also list
// the many flags of Beam.
const usage = `
Where it runs:
  (nothing)      run in this process, on Beam's embedded runner, Prism: for one
                 machine, all in memory
  -jobs PORT     run a job server (Prism) that accepts jobs
  -pool PORT     run a pool of workers on 127.0.0.1, for a job server
  -runner NAME   submit a job: universal to a server started with -jobs, flink or
                 spark to their servers, with Beam's own flags:
      -endpoint HOST:PORT            address of the job server
      -environment_type TYPE         EXTERNAL for a pool, LOOPBACK for this
                                     process, DOCKER for Beam's image
      -environment_config HOST:PORT  address of the pool
      -parallelism N                 for flink and spark
  -v             print the runner's log

An interrupt ends this process. If the job runs elsewhere, cancel it there.
`

// Main is the main function of a program. It reads the flags, then serves or submits.
// help describes the program and its flags.
func Main(name, help string, submit func(context.Context) error) {
	flag.CommandLine.Init(name, flag.ContinueOnError)
	flag.CommandLine.SetOutput(io.Discard)
	if err := flag.CommandLine.Parse(os.Args[1:]); errors.Is(err, flag.ErrHelp) {
		fmt.Print(help, usage)
		return
	} else if err != nil {
		fail(name, 2, fmt.Errorf("%w; -h lists the flags", err))
	}
	if !*verbose {
		log.LogLevel = "error"
	}
	beam.Init() // does not return in a worker that a runner started

	ctx := context.Background()
	var err error
	if *jobs != 0 || *pool != 0 {
		err = serve(ctx)
	} else {
		if !*verbose {
			slog.SetDefault(slog.New(slog.DiscardHandler)) // so that errors appear only once
		}
		err = submit(ctx)
	}
	if err != nil {
		fail(name, 1, err)
	}
}

func fail(name string, code int, err error) {
	fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
	os.Exit(code)
}
