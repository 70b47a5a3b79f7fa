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
	"flag"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/metrics"
	"github.com/zobrist-go/zobrist/examples/beam/internal/run"
)

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
  $ distinct -plies 1 -exact
  0 1
  after 0 plies keys alone miss 0
  1 20
  after 1 plies keys alone miss 0
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
	results, err := run.Pipeline(ctx, p)
	if err != nil {
		return err
	}
	return o.print(results)
}

// print prints the counts if all are there. Otherwise it prints nothing and returns an
// error.
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
