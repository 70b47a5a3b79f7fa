// Distinct counts the chess positions that can arise after 0 to n plies, with Apache
// Beam. This is sequence A083276 of the OEIS. The program compares keys.
//
//	$ distinct -plies 4
//	0 1
//	1 20
//	2 400
//	3 5362
//	4 72078
//
// It runs in this process, on Beam's embedded runner, Prism. With Beam's flags -endpoint and
// -environment_type, it runs on a job server. En passant counts only if a capture is legal.
package main

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
)

func main() {
	var o options
	flag.IntVar(&o.Plies, "plies", 4, "count up to ply `N`")
	flag.IntVar(&o.Owners, "owners", 16, "divide the keys among `N` owners")
	flag.Parse()
	log.LogLevel = "error"
	beam.Init()                                    // does not return in a worker
	slog.SetDefault(slog.New(slog.DiscardHandler)) // so that errors appear only once
	if err := count(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "distinct:", err)
		os.Exit(1)
	}
}

// count counts and prints.
func count(ctx context.Context, o options) error {
	if flag.NArg() > 0 || o.Plies < 0 || o.Owners < 1 {
		return fmt.Errorf("-plies %d, -owners %d, arguments %q: want at least 0, at least 1, none",
			o.Plies, o.Owners, flag.Args())
	}
	p, s := beam.NewPipelineWithRoot()
	build(s, o)
	runner := "prism"
	if *jobopts.Endpoint != "" {
		runner = "universal"
	}
	result, err := beam.Run(ctx, runner, p)
	if err != nil {
		return err
	}
	return o.print(result.Metrics())
}

// print prints the counts if all are there. Otherwise it prints nothing and returns an error.
func (o *options) print(results metrics.Results) error {
	sums, err := totals(results)
	if err != nil {
		return err
	}
	for n := range o.Plies + 1 {
		if _, ok := sums[countName(n)]; !ok {
			return fmt.Errorf("the runner returned no count of %s", countName(n))
		}
	}
	for n := range o.Plies + 1 {
		fmt.Println(n, sums[countName(n)])
	}
	return nil
}
