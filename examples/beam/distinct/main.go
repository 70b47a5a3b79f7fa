// Distinct counts the chess positions that can arise after 0 to n plies, sequence
// A083276 of the OEIS, as a pipeline of Apache Beam: keys decide, or with -exact
// whole positions, and keys only which owner they are sent to.
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
	"flag"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/zobrist-go/zobrist/examples/beam/internal/run"
)

const help = `usage: distinct [flags]

Prints how many chess positions can arise after 0 to n plies: a line of ply and
count for each. En passant counts where a capture is legal (OEIS A083276).

  -plies N       to which ply (default 4)
  -exact         let whole positions decide, and say on standard error how many
                 more there are than keys
  -owners N      number of owners that the work is divided among (default 16)
  -bits N        keep N bits of each key (default 64)
`

var (
	plies  = flag.Int("plies", 4, "")
	exact  = flag.Bool("exact", false, "")
	owners = flag.Int("owners", 16, "")
	bits   = flag.Int("bits", 64, "")
)

func main() { run.Main("distinct", help, submit) }

func submit(ctx context.Context) error {
	o := options{Plies: *plies, Owners: *owners, Bits: *bits, Exact: *exact}
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
	results, err := run.Pipeline(ctx, p, o.status)
	if err != nil {
		return err
	}
	return o.print(results)
}

// status is the line of progress: the last ply that was reached.
func (o *options) status(counters map[string]int64) string {
	for n := o.Plies; n >= 0; n-- {
		if count := counters[countName(n)]; count > 0 {
			return fmt.Sprintf("ply %d: %d positions", n, count)
		}
	}
	return "starting"
}

// print prints the counts, and nothing unless all are there.
func (o *options) print(results metrics.Results) error {
	totals, err := run.Totals(results, namespace)
	if err != nil {
		return err
	}
	for n := range o.Plies + 1 {
		_, ok := totals[countName(n)]
		if _, exact := totals[missedName(n)]; !ok || o.Exact && !exact {
			return fmt.Errorf("the runner returned no count of %s", countName(n))
		}
	}
	for n := range o.Plies + 1 {
		fmt.Println(n, totals[countName(n)])
		if o.Exact {
			fmt.Fprintf(os.Stderr, "after %d plies keys alone miss %d\n", n, totals[missedName(n)])
		}
	}
	return nil
}
