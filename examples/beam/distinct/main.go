// Distinct counts the chess positions that can arise after 0 to n plies, with Apache
// Beam. This is sequence A083276 of the OEIS. The program compares keys. With -exact
// it compares whole positions, and uses keys only to choose their owners.
//
//	$ distinct -plies 4
//	0 1
//	1 20
//	2 400
//	3 5362
//	4 72078
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
)

// help lists the flags. The flag package would also list the many flags of Beam.
const help = `usage: distinct [flags]

Counts the chess positions that can arise after 0 to n plies (OEIS A083276). Prints
a ply and its count on each line. En passant counts only if a capture is legal.

  -plies N       count up to ply N (default 4)
  -exact         compare whole positions, and print on standard error how many of
                 them the keys alone miss
  -owners N      divide the keys among N owners (default 16)
  -bits N        keep N bits of each key (default 64)

  $ distinct -plies 2
  0 1
  1 20
  2 400

Where it runs:
  (nothing)      run in this process, on Beam's embedded runner, Prism: for one
                 machine, all in memory
  -jobs PORT     run a job server (Prism) that accepts jobs
  -pool PORT     run a pool of workers on 127.0.0.1, for a job server
  -endpoint HOST:PORT            submit a job to this server: one started with
                                 -jobs, or Flink's or Spark's
  -environment_type TYPE         where its workers are: EXTERNAL for a pool,
                                 LOOPBACK for this process, DOCKER for Beam's image
  -environment_config HOST:PORT  address of the pool
  -parallelism N                 for Flink and Spark

An interrupt ends this process. If the job runs elsewhere, cancel it there.
`

var (
	opts options
	jobs = flag.Int("jobs", 0, "")
	pool = flag.Int("pool", 0, "")
)

func main() {
	flag.IntVar(&opts.Plies, "plies", 4, "")
	flag.IntVar(&opts.Owners, "owners", 16, "")
	flag.IntVar(&opts.Bits, "bits", 64, "")
	flag.BoolVar(&opts.Exact, "exact", false, "")
	flag.CommandLine.Init("distinct", flag.ContinueOnError)
	flag.CommandLine.SetOutput(io.Discard)
	switch err := flag.CommandLine.Parse(os.Args[1:]); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(help)
		return
	case err != nil:
		fail(2, fmt.Errorf("%w; -h lists the flags", err))
	}
	log.LogLevel = "error"
	beam.Init() // does not return in a worker that a runner started

	run := submit
	if *jobs != 0 || *pool != 0 {
		run = serve
	} else {
		slog.SetDefault(slog.New(slog.DiscardHandler)) // so that errors appear only once
	}
	if err := run(context.Background()); err != nil {
		fail(1, err)
	}
}

func fail(code int, err error) {
	fmt.Fprintln(os.Stderr, "distinct:", err)
	os.Exit(code)
}

func submit(ctx context.Context) error {
	o := opts
	switch {
	case flag.NArg() > 0:
		return fmt.Errorf("%q: want flags only; -h lists them", flag.Arg(0))
	case o.Plies < 0:
		return fmt.Errorf("-plies %d: want 0 or more", o.Plies)
	case o.Owners < 1:
		return fmt.Errorf("-owners %d: want 1 or more", o.Owners)
	case o.Bits < 1 || o.Bits > 64:
		return fmt.Errorf("-bits %d: want 1 to 64", o.Bits)
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, o)
	results, err := runPipeline(ctx, p)
	if err != nil {
		return err
	}
	return o.print(results)
}

// print prints the counts if all are there. Otherwise it prints nothing and returns an
// error.
func (o *options) print(results metrics.Results) error {
	sums, err := totals(results)
	if err != nil {
		return err
	}
	for n := range o.Plies + 1 {
		_, ok := sums[countName(n)]
		if _, exact := sums[missedName(n)]; !ok || o.Exact && !exact {
			return fmt.Errorf("the runner returned no count of %s", countName(n))
		}
	}
	for n := range o.Plies + 1 {
		fmt.Println(n, sums[countName(n)])
		if o.Exact {
			fmt.Fprintf(os.Stderr, "after %d plies keys alone miss %d\n", n, sums[missedName(n)])
		}
	}
	return nil
}
