//go:build linux

// Tt compares the transposition table of package tt with a plain racy table, maps and a
// cache. Each part runs in a separate process, so that it does not reuse the memory of
// another part.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"

	"github.com/zobrist-go/zobrist/internal/peers/report"
)

func main() {
	name := flag.String("part", "", "run one `part` and print its rows as JSON")
	file := flag.String("write", "", "replace the table between the markers of this Markdown `file`")
	flag.Parse()
	if *name != "" {
		if err := json.NewEncoder(os.Stdout).Encode(parts[*name]()); err != nil {
			fail(err)
		}
		return
	}
	self, err := os.Executable()
	if err != nil {
		fail(err)
	}
	found := report.Table{
		Title: "Package tt and others",
		Intro: fmt.Sprintf("Nanoseconds of processor time and their ratio with one thread, then the ratio with two. Figures are medians of %d rounds. Below 1 package tt is faster.", rounds),
		Head:  []string{"table", "job", "other", "bytes an entry", "tt, ns", "ns", "ratio", "quartiles", "limit", "two threads"},
	}
	for _, part := range []string{"L2", "256 MiB", "1 GiB", "map, mutex", "xsync", "sync.Map", "otter", "prefetch"} {
		cmd := exec.Command(self, "-part", part)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			fail(fmt.Errorf("%s: %w", part, err))
		}
		var rows []Row
		if err := json.Unmarshal(out, &rows); err != nil {
			fail(err)
		}
		two := map[[3]string]string{}
		for _, r := range rows {
			if r.Threads == 2 {
				ratio := report.Number(r.Ratio.Median)
				if r.Limit > 0 && r.Ratio.Median > r.Limit {
					ratio += " (missed)"
				}
				two[[3]string{r.Table, r.Job, r.Peer}] = ratio
			}
		}
		for _, r := range rows {
			if r.Threads == 2 {
				continue
			}
			limit := ""
			if r.Limit > 0 {
				limit = fmt.Sprint(r.Limit)
				if r.Ratio.Median > r.Limit {
					limit += " (missed)"
				}
			}
			if r.Bytes == 0 {
				r.Bytes = 16
			}
			found.Add(r.Table, r.Job, r.Peer, fmt.Sprintf("%.0f", r.Bytes), report.Number(r.Ours.Median), report.Number(r.Theirs.Median),
				report.Number(r.Ratio.Median), report.Quartiles(r.Ratio), limit, two[[3]string{r.Table, r.Job, r.Peer}])
		}
		fmt.Fprintln(os.Stderr, part, "done")
	}
	r := report.Report{Program: "internal/peers/cmd/tt", Facts: report.Machine("go run ./cmd/tt -write ../../BENCHMARKS.md"), Tables: []report.Table{found}}
	if err := r.Text(os.Stdout); err != nil {
		fail(err)
	}
	if *file != "" {
		if err := r.Write(*file); err != nil {
			fail(err)
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "tt:", err)
	os.Exit(1)
}
