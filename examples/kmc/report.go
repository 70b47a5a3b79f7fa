package main

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"time"
)

// published has the figures of the paper's abstract: the share of the states
// considered that had been seen before, in percent, and the speed-up.
var published = map[float64]struct {
	seen    float64
	speedup string
}{
	1073: {61.2, "-"},
	773:  {85.1, "6.3"},
	373:  {99.9, ">100"},
}

func (r *run) share() float64 { return 100 * float64(r.seen) / float64(r.considered) }

// checksum returns the FNV-1a hash of every step's site and time.
func (r *run) checksum() uint64 {
	h := fnv.New64a()
	var b [12]byte
	for _, p := range r.trace {
		binary.LittleEndian.PutUint32(b[:], uint32(p.vacancy))
		binary.LittleEndian.PutUint64(b[4:], math.Float64bits(p.time))
		h.Write(b[:])
	}
	return h.Sum64()
}

func intro(w io.Writer, c config, m *model) {
	fmt.Fprintf(w, `Vacancy diffusion in bcc Fe-1at.%%Cu: %d x %d x %d cells, %d sites, copper on %d,
a vacancy on one, seed %d; %d jumps at each temperature, 8 states considered a jump.

  T, K  seen before, %%      speed-up        run time, s  energies   copper  simulated   trajectory
          here  paper   here  paper  ideal    with   w/out   stored    jumps    time, s
`, c.cells, c.cells, c.cells, len(m.start), m.copperAtoms(), c.seed, c.steps)
}

func row(w io.Writer, r result) {
	seen, speedup := "-", "-"
	if p, ok := published[r.kelvin]; ok {
		seen, speedup = fmt.Sprintf("%.1f", p.seen), p.speedup
	}
	fmt.Fprintf(w, "%6v %7.1f %6s %6.1f %6s %6.1f %7.2f %7.2f %8d %8d %10.2e   %016x\n",
		r.kelvin, r.run.share(), seen,
		r.without.Seconds()/r.with.Seconds(), speedup, float64(r.run.considered)/float64(r.run.considered-r.run.seen),
		r.with.Seconds(), r.without.Seconds(), r.stored, r.run.exchanges, r.run.time, r.run.checksum())
}

func outro(w io.Writer, c config, results []result) {
	var evaluations int64
	var spent time.Duration
	configurations, whole := 0, true
	for _, r := range results {
		evaluations += r.run.considered
		spent += r.without
		configurations += r.verified
		whole = whole && r.steps == c.steps
		if r.stored >= r.run.room {
			fmt.Fprintf(w, "At %v K more states were met than the %d stored; the rest were computed anew.\n", r.kelvin, r.run.room)
		}
	}
	fmt.Fprintf(w, `
Trajectories with and without stored energies: the same, in every site and every bit of the time.
`)
	if c.verify {
		extent := ""
		if !whole {
			extent = " (as far as memory for it lasts)"
		}
		fmt.Fprintf(w, "Keys held against whole configurations: %d over all temperatures%s, no two with one key.\n", configurations, extent)
	}
	fmt.Fprintf(w, "One energy takes %v to compute; the ideal speed-up is that of recalling it in no\n"+
		"time, on a machine with nothing else to do; times are by the wall clock.\n"+
		"At most %d energies are stored at a time, in some 200 MB.\n",
		(spent / time.Duration(evaluations)).Round(100*time.Nanosecond), maxStored)
	fmt.Fprint(w, differences)
}

// differences is as much as the paper's abstract lets us say.
const differences = `
The paper's figures are from its abstract. Where this model is known to differ, or may:
- Potential: the paper has "simple potentials". Here: Finnis-Sinclair, iron of Ackland et al. (1997),
  copper of Hepburn et al. (2009), which is later than the paper; atoms stay on the lattice's sites.
- Rates: the paper takes them from "the difference in internal energy between trial states". The form
  here, half the difference added to one barrier of 0.65 eV, is a usual one; it may not be the paper's.
- Box and number of jumps are ours, and matter: as copper gathers into clusters that hold the vacancy,
  more and more of the states have been seen (try -steps 200000), and a small box repeats itself sooner.
  Chance, the -seed, is worth several percent.
- Speed-up depends on what an energy costs. Here all of the box is summed, as if no part of the sum could
  be kept: on a rigid lattice it could, and the gain would be less; for relaxed atoms it could not.
`
