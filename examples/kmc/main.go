// Command kmc simulates the diffusion of a vacancy through iron with 1 at.% of copper. It
// shows how often a Zobrist key finds a stored energy, so that the program need not compute
// it. Read sim.go. lattice.go has the physics.
//
// The crystal is a periodic box of bcc cells. At each step its one vacancy changes places
// with one of its eight first neighbours. From the energy of each of the eight trial states,
// the simulation computes the rate
//
//	attempts * exp(-(barrier + (E_after - E_before)/2) / kT)
//
// of H. C. Kang and W. H. Weinberg (J. Chem. Phys. 90 (1989) 2824), which obeys detailed
// balance. It chooses one exchange in proportion to its rate and advances the clock, by the
// residence-time algorithm of A. B. Bortz, M. H. Kalos and J. L. Lebowitz (J. Comput. Phys.
// 17 (1975) 10).
//
// Copper binds the vacancy, most of all at low temperatures. So the vacancy jumps back
// and forth between a few states, whose energies are stored. The key of a state is the
// XOR of the keys of its copper and its vacancy: an exchange with iron takes two XORs.
//
// The program follows D. R. Mason, T. S. Hudson and A. P. Sutton, "Fast recall of
// state-history in kinetic Monte Carlo simulations utilizing the Zobrist key", Comput. Phys.
// Commun. 165 (2005) 37-48. The paper's figures are from its abstract. The paper's
// potentials, box, number of jumps and perhaps rates differ. Another seed changes the figures
// here by several percent.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() { simulate(os.Stdout, 10, 20_000, 1) }

// published has the paper's temperatures in kelvin, and the percentage of trial states that
// had been seen before.
var published = []struct{ kelvin, seen float64 }{{1073, 61.2}, {773, 85.1}, {373, 99.9}}

// simulate runs a box of cells^3 cells for a number of jumps at each temperature. The
// seed determines the sites of the copper, the jumps and the keys.
func simulate(out io.Writer, cells, jumps int, seed uint64) {
	m := newModel(cells, seed)
	fmt.Fprintf(out, `Vacancy diffusion in bcc Fe-1at.%%Cu:
%d sites, copper on %d, a vacancy on one.
%d jumps at each temperature, 8 states considered per jump.

  T, K   seen before, %%   energies   simulated
           here   paper   computed     time, s
`, len(m.start), m.copperAtoms(), jumps)
	for _, p := range published {
		r := m.newRun(p.kelvin)
		for range jumps {
			r.step()
		}
		fmt.Fprintf(out, "%6v %8.1f %7.1f %10d %11.2e\n",
			p.kelvin, 100*float64(r.seen)/float64(r.considered), p.seen,
			r.considered-r.seen, r.time)
	}
}
