//go:build linux

// Tt measures the transposition table of package tt beside what else a program
// could take: a plain racy table, maps and a cache. Each part runs in a process
// of its own, since huge pages stay with the addresses of a table that is gone.
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
	file := flag.String("write", "", "write the table into this `file`, between its marks")
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
		Intro: fmt.Sprintf("Processor time of the threads, %d rounds.", rounds),
		Head:  []string{"table", "job", "threads", "tt, ns", "other", "ns", "bytes an entry", "ratio", "quartiles", "limit"},
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
		for _, r := range rows {
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
			found.Add(r.Table, r.Job, fmt.Sprint(r.Threads), fmt.Sprintf("%.1f", r.Ours.Median), r.Peer, fmt.Sprintf("%.1f", r.Theirs.Median),
				fmt.Sprintf("%.0f", r.Bytes), fmt.Sprintf("%.2f", r.Ratio.Median), fmt.Sprintf("%.2f to %.2f", r.Ratio.Low, r.Ratio.High), limit)
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
