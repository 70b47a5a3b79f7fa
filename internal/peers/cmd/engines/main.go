// Engines builds the small chess engine of internal/peers/engine three times,
// with keys in arrays of its own, with the verbs of zobrist.Table, and with
// arrays filled from a table; each as it is and with a profile of its own run
// (-pgo). It runs them in alternation and prints how long they took in ratio to
// the arrays. Run it in internal/peers:
//
//	go run ./cmd/engines [-rounds N] [-layouts N] [-write FILE]
//
// Two builds of the same code differ by some percent by where the linker happens
// to put it, so each is linked in several random orders; the table shows what
// the median order gave.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/zobrist-go/zobrist/internal/peers/report"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

var variants = [...]struct{ tag, name string }{
	{"arrays", "arrays of the engine's own"},
	{"table", "verbs of Table"},
	{"filled", "arrays filled from a Table"},
}

// Jobs, and passes in one round.
var jobs = []struct {
	name   string
	passes int
}{{"perft", 4}, {"search", 1}}

func main() {
	rounds := flag.Int("rounds", 9, "rounds of each comparison")
	layouts := flag.Int("layouts", 7, "random orders of linking")
	write := flag.String("write", "", "replace the table between the markers of this Markdown `file`")
	flag.Parse()
	if flag.NArg() > 0 || *rounds < 1 || *layouts < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*rounds, *layouts, *write); err != nil {
		fmt.Fprintln(os.Stderr, "engines:", err)
		os.Exit(1)
	}
}

func run(rounds, layouts int, write string) error {
	dir, err := os.MkdirTemp("", "engines")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	found := report.Table{
		Title: "Time in ratio to arrays",
		Intro: fmt.Sprintf("A small chess engine with bitboards, make and unmake, in time of the same engine with arrays `[13][64]uint64`: "+
			"perft of depth 3 and an alpha-beta search of depth 5 with a transposition table, over 6 positions, the same nodes and the same keys. "+
			"With a profile: built by -pgo with one of its own run. The ratio is the median of %d random orders of linking, low and high the least and the greatest of them; "+
			"cost is what `make`, the move, costs of the compiler's budget for inlining.", layouts),
		Head: []string{"keys", "profile", "job", "ratio", "low", "high", "cost of make"},
	}
	for _, profile := range []bool{false, true} {
		builds := make([][]string, len(variants)) // by layout
		costs := make([]string, len(variants))
		for i, v := range variants {
			if builds[i], costs[i], err = build(dir, v.tag, profile, layouts); err != nil {
				return err
			}
		}
		for _, job := range jobs {
			medians := make([][]float64, len(variants)) // by layout
			for l := range layouts {
				ratios, err := compare([]string{builds[0][l], builds[1][l], builds[2][l]}, job.name, job.passes, rounds)
				if err != nil {
					return err
				}
				for i, r := range ratios {
					medians[i] = append(medians[i], r)
				}
			}
			for i, v := range variants {
				s := timing.SpreadOf(medians[i])
				found.Add(v.name, map[bool]string{false: "no", true: "yes"}[profile], job.name,
					report.Number(s.Median), report.Number(s.Least), report.Number(s.Greatest), costs[i])
			}
		}
	}
	command := strings.Join(append([]string{"go run ./cmd/engines"}, os.Args[1:]...), " ")
	r := report.Report{Program: "internal/peers/cmd/engines", Facts: report.Machine(command), Tables: []report.Table{found}}
	if err := r.Text(os.Stdout); err != nil {
		return err
	}
	if write != "" {
		return r.Write(write)
	}
	return nil
}

// build builds a variant in so many orders of linking and returns the files, and
// the inlining cost of its make.
func build(dir, tag string, profile bool, layouts int) (files []string, cost string, err error) {
	const pkg = "github.com/zobrist-go/zobrist/internal/peers/engine"
	pgo := "-pgo=off"
	if profile {
		file := filepath.Join(dir, tag+".pprof")
		engine, err := timing.Start(filepath.Join(dir, fmt.Sprintf("%s-0-false", tag)), "-cpuprofile", file)
		if err != nil {
			return nil, "", err
		}
		for _, job := range jobs {
			if _, _, err := engine.Do(job.name, 30*job.passes); err != nil {
				return nil, "", err
			}
		}
		if err := engine.Stop(); err != nil {
			return nil, "", err
		}
		pgo = "-pgo=" + file
	}
	for l := range layouts {
		file := filepath.Join(dir, fmt.Sprintf("%s-%d-%v", tag, l, profile))
		out, err := goTool("build", "-tags="+tag, pgo, fmt.Sprintf("-ldflags=-randlayout=%d", l+1), "-gcflags="+pkg+"=-m=2", "-o", file, pkg)
		if err != nil {
			return nil, "", err
		}
		files = append(files, file)
		if m := regexp.MustCompile(`inline \(\*board\)\.make(?::.*| with) cost (\d+)`).FindSubmatch(out); m != nil {
			cost = string(m[1])
		}
	}
	return files, cost, nil
}

func goTool(args ...string) ([]byte, error) {
	out, err := exec.Command("go", args...).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("go %v: %w\n%s", args, err, bytes.TrimSpace(out))
	}
	return out, nil
}

// compare runs programs in alternation and returns the medians of their times
// in ratio to the first.
func compare(files []string, job string, passes, rounds int) ([]float64, error) {
	programs := make([]*timing.Program, len(files))
	for i, f := range files {
		p, err := timing.Start(f)
		if err != nil {
			return nil, err
		}
		defer p.Stop()
		programs[i] = p
	}
	var want uint64
	times := make([][]float64, len(files))
	for round := range rounds + 1 { // the first warms up
		for k := range programs {
			i := (k + round) % len(programs)
			sum, took, err := programs[i].Do(job, passes)
			if err != nil {
				return nil, err
			}
			if round == 0 && k == 0 {
				want = sum
			}
			if sum != want {
				return nil, fmt.Errorf("%s: %s has the checksum %x, %s has %x", job, files[i], sum, files[0], want)
			}
			if round > 0 {
				times[i] = append(times[i], float64(took))
			}
		}
	}
	ratios := make([]float64, len(files))
	for i := range ratios {
		ratios[i] = timing.SpreadOf(timing.Ratios(times[i], times[0])).Median
	}
	return ratios, nil
}
