package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// measureEngine compares builds of package engine, which search the same nodes. A time is
// the mean of several random link orders: the placement of code alone changes it by some
// percent.
func measureEngine(b *bench) {
	dir := must(os.MkdirTemp("", "engine"))
	defer os.RemoveAll(dir)
	layouts, rounds := 6, 3
	if b.small {
		layouts, rounds = 1, 1
	}
	for _, row := range []struct {
		id         string
		ours, peer string // build tags
		profile    bool
		plies      int // of the game before the search
	}{
		{"engine/table", "table", "array", false, 30},
		{"engine/profile", "table", "array", true, 30},
		{"engine/history-10", "table,history", "table", false, 10},
		{"engine/history-100", "table,history", "table", false, 100},
		{"engine/history-300", "table,history", "table", false, 300},
	} {
		if !b.wants(row.id) {
			continue
		}
		ns := [2][]float64{make([]float64, rounds), make([]float64, rounds)}
		for layout := range layouts {
			var sums [2]key
			var sides []func() float64
			for i, tags := range []string{row.ours, row.peer} {
				p := start(build(dir, tags, layout, row.profile), fmt.Sprintf("-plies=%d", row.plies))
				defer p.stop()
				sides = append(sides, func() float64 {
					sum, took := p.do("search", 1)
					sums[i] = sum
					return float64(took)
				})
			}
			times := timing.Alternate(rounds, 2, sides...)
			if sums[0] != sums[1] {
				check(fmt.Errorf("%s: the builds search different nodes", row.id))
			}
			for i := range ns {
				for round, t := range times[i] {
					ns[i][round] += t / float64(layouts)
				}
			}
		}
		b.add(row.id, ns[0], ns[1])
	}
}

// build returns the file of the engine, built with these tags in a random link order. A
// profile is one of the same build, in the first order.
func build(dir, tags string, layout int, profile bool) string {
	file := filepath.Join(dir, fmt.Sprintf("%s-%v-%d", tags, profile, layout))
	if _, err := os.Stat(file); err == nil {
		return file
	}
	pgo := "off"
	if profile {
		pgo = filepath.Join(dir, tags+".pprof")
		if _, err := os.Stat(pgo); err != nil {
			p := start(build(dir, tags, 0, false), "-cpuprofile", pgo)
			p.do("search", 15)
			p.stop()
		}
	}
	cmd := exec.Command("go", "build", "-tags="+tags, "-pgo="+pgo, fmt.Sprintf("-ldflags=-randlayout=%d", layout+1), "-o", file, "github.com/zobrist-go/zobrist/internal/peers/engine")
	cmd.Stderr = os.Stderr
	check(cmd.Run())
	return file
}
