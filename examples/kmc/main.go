// Command kmc simulates the diffusion of a vacancy through iron with 1 at.% of
// copper, and shows what it saves to recall a state's energy by its Zobrist
// key, after D. R. Mason, T. S. Hudson and A. P. Sutton, "Fast recall of
// state-history in kinetic Monte Carlo simulations utilizing the Zobrist key",
// Comput. Phys. Commun. 165 (2005) 37-48.
//
// The crystal is a periodic box of bcc cells. Its one vacancy changes places
// with one of its eight first neighbours a step. For each of the eight trial
// states the energy is wanted, and from it the rate
//
//	attempts * exp(-(barrier + (E_after - E_before)/2) / kT)
//
// of H. C. Kang and W. H. Weinberg (J. Chem. Phys. 90 (1989) 2824), which
// obeys detailed balance. One exchange is chosen in proportion to its rate,
// and the clock advances, by the residence-time algorithm of A. B. Bortz,
// M. H. Kalos and J. L. Lebowitz (J. Comput. Phys. 17 (1975) 10). The energy is a many-body potential of Finnis-Sinclair form
// summed over the whole box, atoms unrelaxed: see potential.go.
//
// A vacancy mostly flickers between few states, the more so the colder, since
// copper binds it (by 0.13 and 0.23 eV on first and second neighbours here):
// it comes back to states whose energy has been computed. The key of a state
// is the XOR of the keys of what is not iron, so that an exchange with iron is
// two XORs. The program runs every sequence twice, with the energies stored
// and without, requires that both agree to the last bit, and holds every key
// against the whole configuration.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	os.Exit(command(os.Args[1:], os.Stdout, os.Stderr))
}

// A config is what the flags say.
type config struct {
	cells, steps int
	seed         uint64
	kelvin       []float64
	svg          string
	verify       bool
}

const (
	maxCells        = 64        // 524288 sites
	maxSteps        = 1_000_000 // a trace takes 16 bytes a step, and there are two
	maxTemperatures = 8         // colours of the picture
)

const usage = `Usage: kmc [flags]

Simulates the diffusion of a vacancy through iron with 1 at.% of copper, with
and without recalling energies by Zobrist key, and prints how many of the
states considered had been seen before and what recalling them saved.

`

// parse reads the flags, and says on stderr what is wrong with them.
func parse(args []string, stderr io.Writer) (config, error) {
	var c config
	var kelvin string
	flags := flag.NewFlagSet("kmc", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	flags.IntVar(&c.cells, "cells", 10, fmt.Sprintf("`edge` of the periodic box in bcc cells of two sites, %d to %d", minCells, maxCells))
	flags.IntVar(&c.steps, "steps", 20000, fmt.Sprintf("`jumps` of the vacancy at each temperature, 1 to %d", maxSteps))
	flags.Uint64Var(&c.seed, "seed", 1, "`number` that the copper's sites, the jumps and the keys are drawn from")
	flags.StringVar(&kelvin, "t", "1073,773,373", fmt.Sprintf("`temperatures` in kelvin, up to %d with commas between", maxTemperatures))
	flags.StringVar(&c.svg, "svg", "", "`file` for a picture of the share seen before against the step")
	flags.BoolVar(&c.verify, "verify", true, "hold every key against the whole configuration")
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	err := func() error {
		if flags.NArg() > 0 {
			return fmt.Errorf("unexpected argument %q", flags.Arg(0))
		}
		if c.cells < minCells || c.cells > maxCells {
			return fmt.Errorf("-cells %d: want %d to %d", c.cells, minCells, maxCells)
		}
		if c.steps < 1 || c.steps > maxSteps {
			return fmt.Errorf("-steps %d: want 1 to %d", c.steps, maxSteps)
		}
		var err error
		c.kelvin, err = temperatures(kelvin)
		return err
	}()
	if err != nil {
		fmt.Fprintf(stderr, "kmc: %v\nkmc -h lists the flags\n", err)
	}
	return c, err
}

func temperatures(list string) ([]float64, error) {
	var kelvin []float64
	for _, s := range strings.Split(list, ",") {
		// Below, the slowest rates would come near the smallest float64.
		t, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		if err != nil || !(t >= 50 && t <= 10000) {
			return nil, fmt.Errorf("-t %s: %q is not a temperature from 50 to 10000 K", list, s)
		}
		if slices.Contains(kelvin, t) {
			return nil, fmt.Errorf("-t %s: %v K twice", list, t)
		}
		kelvin = append(kelvin, t)
	}
	if len(kelvin) > maxTemperatures {
		return nil, fmt.Errorf("-t: %d temperatures, want at most %d", len(kelvin), maxTemperatures)
	}
	return kelvin, nil
}

// command is the whole program; it returns the exit status: 0 when all went
// well, 1 when a check or a file failed, 2 when the flags are wrong.
func command(args []string, stdout, stderr io.Writer) int {
	c, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	if err := simulate(c, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "kmc: %v\n", err)
		return 1
	}
	return 0
}

func simulate(c config, stdout, stderr io.Writer) (err error) {
	var picture *os.File
	if c.svg != "" { // first, lest the run be for nothing
		if picture, err = os.Create(c.svg); err != nil {
			return err
		}
		defer picture.Close()
	}
	m := newModel(c.cells, c.seed)
	intro(stdout, c, m)
	var results []result
	for _, t := range c.kelvin {
		r, err := m.compare(c, t, stderr)
		if err != nil {
			return fmt.Errorf("at %v K: %w", t, err)
		}
		results = append(results, r)
		row(stdout, r)
	}
	outro(stdout, c, results)
	if picture != nil {
		if _, err := io.WriteString(picture, chart(results)); err != nil {
			return err
		}
		return picture.Close()
	}
	return nil
}

// A result is what came of one temperature.
type result struct {
	kelvin          float64
	run             *run // with the energies stored, which are let go
	stored          int  // how many they were
	with, without   time.Duration
	verified, steps int // configurations whose keys were checked, and in how many steps
}

// compare makes the same run with and without the energies stored, requires
// that they agree, and verifies the keys. The two take turns, a few steps at a
// time, so that whatever else the machine does slows both alike.
func (m *model) compare(c config, kelvin float64, stderr io.Writer) (result, error) {
	with, without := m.newRun(kelvin, true), m.newRun(kelvin, false)
	with.trace, without.trace = make([]point, 0, c.steps), make([]point, 0, c.steps)
	res := result{kelvin: kelvin, run: with}
	p := newProgress(stderr, fmt.Sprintf("%v K", kelvin), c.steps)
	for done := 0; done < c.steps; {
		p.report(done)
		turn := min(16, c.steps-done)
		done += turn
		start := time.Now()
		for range turn {
			with.step()
		}
		middle := time.Now()
		for range turn {
			without.step()
		}
		res.with += middle.Sub(start)
		res.without += time.Since(middle)
	}
	if err := same(with, without); err != nil {
		return res, err
	}
	res.stored, with.stored = len(with.stored), nil
	if c.verify {
		var err error
		if res.verified, res.steps, err = m.verify(without.trace, maxVerified); err != nil {
			return res, err
		}
		if res.steps == c.steps && res.stored < with.room && res.stored != res.verified {
			return res, fmt.Errorf("%d states stored, but %d configurations considered", res.stored, res.verified)
		}
	}
	return res, nil
}

// same returns an error unless both runs did the same, to the last bit.
func same(a, b *run) error {
	for i := range max(len(a.trace), len(b.trace)) {
		if i >= len(a.trace) || i >= len(b.trace) {
			return fmt.Errorf("one run ends at step %d", i)
		}
		p, q := a.trace[i], b.trace[i]
		if p.vacancy != q.vacancy || math.Float64bits(p.time) != math.Float64bits(q.time) {
			return fmt.Errorf("step %d: with stored energies the vacancy is at %d after %v s, without at %d after %v s",
				i+1, p.vacancy, p.time, q.vacancy, q.time)
		}
	}
	if string(a.board) != string(b.board) || a.key != b.key || math.Float64bits(a.energy) != math.Float64bits(b.energy) {
		return errors.New("the last states with and without stored energies differ")
	}
	return nil
}

// A progress writes a line now and then to say how far a long run is.
type progress struct {
	w           io.Writer
	what        string
	steps       int
	start, next time.Time
}

func newProgress(w io.Writer, what string, steps int) *progress {
	now := time.Now()
	return &progress{w, what, steps, now, now.Add(1500 * time.Millisecond)}
}

func (p *progress) report(done int) {
	now := time.Now()
	if done == 0 || now.Before(p.next) {
		return
	}
	p.next = now.Add(2 * time.Second)
	left := time.Duration(float64(now.Sub(p.start)) / float64(done) * float64(p.steps-done))
	fmt.Fprintf(p.w, "kmc: %s: %d%% done, %v to go\n", p.what, 100*done/p.steps, left.Round(time.Second))
}
