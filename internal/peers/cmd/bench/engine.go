package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// measureEngine compares builds of package engine, which search the same nodes. The
// linker's placement of code alone changes times by some percent, so each ratio is over
// several random link orders.
func measureEngine(b *bench) error {
	dir, err := os.MkdirTemp("", "engine")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	layouts := 5
	if b.small {
		layouts = 1
	}
	type row struct {
		id         string
		ours, peer string // build tags
		profile    bool
		args       []string
	}
	ns := map[string][2][]float64{}
	for layout := range layouts {
		for _, r := range []row{
			{"engine/table", "table", "array", false, nil},
			{"engine/profile", "table", "array", true, nil},
			{"engine/history-10", "table,history", "table", false, []string{"-plies=10"}},
			{"engine/history-100", "table,history", "table", false, []string{"-plies=100"}},
			{"engine/history-300", "table,history", "table", false, []string{"-plies=300"}},
		} {
			if !b.wants(r.id) {
				continue
			}
			times, err := b.compareBuilds(dir, layout, r.ours, r.peer, r.profile, r.args)
			if err != nil {
				return fmt.Errorf("%s: %w", r.id, err)
			}
			all := ns[r.id]
			all[0], all[1] = append(all[0], times[0]...), append(all[1], times[1]...)
			ns[r.id] = all
		}
	}
	for id, all := range ns {
		b.add(id, all[0], all[1])
	}
	return nil
}

// compareBuilds returns the nanoseconds of a search in both builds, by round.
func (b *bench) compareBuilds(dir string, layout int, ours, peer string, profile bool, args []string) ([][]float64, error) {
	var sides []func() float64
	var sums [2]uint64
	var failed error
	for i, tags := range []string{ours, peer} {
		file, err := build(dir, tags, layout, profile)
		if err != nil {
			return nil, err
		}
		p, err := timing.Start(file, args...)
		if err != nil {
			return nil, err
		}
		defer p.Stop()
		sides = append(sides, func() float64 {
			sum, took, err := p.Do("search", 1)
			sums[i], failed = sum, firstError(failed, err)
			return float64(max(took, 1))
		})
	}
	times := timing.Alternate((b.rounds+3)/4, 2, sides...)
	if failed == nil && sums[0] != sums[1] {
		failed = fmt.Errorf("the builds %s and %s search different nodes", ours, peer)
	}
	return times, failed
}

// build builds the engine with these tags in a random link order, unless it is built
// already. A profile is one of the same build, in the first order.
func build(dir, tags string, layout int, profile bool) (file string, err error) {
	pgo := "off"
	if profile {
		pgo = filepath.Join(dir, tags+".pprof")
		if _, err := os.Stat(pgo); err != nil {
			plain, err := build(dir, tags, 0, false)
			if err != nil {
				return "", err
			}
			p, err := timing.Start(plain, "-cpuprofile", pgo)
			if err != nil {
				return "", err
			}
			_, _, err = p.Do("search", 15)
			if err := firstError(err, p.Stop()); err != nil {
				return "", err
			}
		}
	}
	file = filepath.Join(dir, fmt.Sprintf("%s-%v-%d", tags, profile, layout))
	if _, err := os.Stat(file); err == nil {
		return file, nil
	}
	cmd := exec.Command("go", "build", "-tags="+tags, "-pgo="+pgo, fmt.Sprintf("-ldflags=-randlayout=%d", layout+1), "-o", file, modulePath+"/engine")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v: %w\n%s", cmd, err, bytes.TrimSpace(out))
	}
	return file, nil
}
