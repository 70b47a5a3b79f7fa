// Command kmc simulates the diffusion of a vacancy through iron with 1 at.% of
// copper, and shows how often a state's energy can be recalled by its Zobrist key
// instead of being computed, after D. R. Mason, T. S. Hudson and A. P. Sutton,
// "Fast recall of state-history in kinetic Monte Carlo simulations utilizing the
// Zobrist key", Comput. Phys. Commun. 165 (2005) 37-48.
//
// The crystal is a periodic box of bcc cells. Its one vacancy changes places with
// one of its eight first neighbours a step. For each of the eight trial states the
// energy is wanted, and from it the rate
//
//	attempts * exp(-(barrier + (E_after - E_before)/2) / kT)
//
// of H. C. Kang and W. H. Weinberg (J. Chem. Phys. 90 (1989) 2824), which obeys
// detailed balance. One exchange is chosen in proportion to its rate, and the
// clock advances, by the residence-time algorithm of A. B. Bortz, M. H. Kalos and
// J. L. Lebowitz (J. Comput. Phys. 17 (1975) 10). The energy is a many-body
// potential of Finnis-Sinclair form, summed over the whole box, atoms unrelaxed:
// see potential.go.
//
// A vacancy mostly flickers between few states, the more so the colder, since
// copper binds it (by 0.13 and 0.23 eV on first and second neighbours here): it
// comes back to states whose energy has been computed. The key of a state is the
// XOR of the keys of what is not iron, so that an exchange with iron is two XORs.
//
// The paper's figures are those of its abstract. Its potentials are simpler, and
// its box, its number of jumps and perhaps its rates are others. Box and jumps
// matter: as copper gathers into clusters that hold the vacancy, more and more
// states have been seen before. Chance, the -seed, is worth several percent.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := command(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "kmc:", err)
		os.Exit(2)
	}
}

// published has the temperatures of the paper in kelvin, and the share of the
// states considered that had been seen before, in percent.
var published = []struct{ kelvin, seen float64 }{{1073, 61.2}, {773, 85.1}, {373, 99.9}}

func command(args []string, stdout io.Writer) error {
	const maxCells, maxSteps = 64, 1_000_000
	flags := flag.NewFlagSet("kmc", flag.ExitOnError)
	cells := flags.Int("cells", 10, fmt.Sprintf("`edge` of the periodic box in bcc cells of two sites, %d to %d", minCells, maxCells))
	steps := flags.Int("steps", 20000, fmt.Sprintf("`jumps` of the vacancy at each temperature, 1 to %d", maxSteps))
	seed := flags.Uint64("seed", 1, "`number` that the copper's sites, the jumps and the keys are drawn from")
	if err := flags.Parse(args); err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case *cells < minCells || *cells > maxCells:
		return fmt.Errorf("-cells %d, want %d to %d", *cells, minCells, maxCells)
	case *steps < 1 || *steps > maxSteps:
		return fmt.Errorf("-steps %d, want 1 to %d", *steps, maxSteps)
	}

	m := newModel(*cells, *seed)
	fmt.Fprintf(stdout, `Vacancy diffusion in bcc Fe-1at.%%Cu: %d sites, copper on %d, a vacancy on one;
%d jumps at each temperature, 8 states considered a jump.

  T, K   seen before, %%   energies   simulated
           here   paper   computed     time, s
`, len(m.start), m.copperAtoms(), *steps)
	for _, p := range published {
		r := m.newRun(p.kelvin, true)
		for range *steps {
			r.step()
		}
		fmt.Fprintf(stdout, "%6v %8.1f %7.1f %10d %11.2e\n",
			p.kelvin, 100*float64(r.seen)/float64(r.considered), p.seen, r.considered-r.seen, r.time)
	}
	return nil
}
