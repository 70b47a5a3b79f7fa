//go:build linux

// Tt measures the transposition table of package tt beside what else a program
// could take: a plain racy table, maps and a cache. Each part runs in a process
// of its own, since huge pages stay with the addresses of a table that is gone.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

const (
	begin = "<!-- begin: written by internal/peers/cmd/tt -->\n"
	end   = "<!-- end: written by internal/peers/cmd/tt -->\n"
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
			fmt.Fprintf(report, "| %s | %s | %d | %.1f | %s | %.1f | %.0f | %.2f | %.2f to %.2f | %s |\n", r.Table, r.Job, r.Threads, r.Ours.Median, r.Peer, r.Theirs.Median, r.Bytes, r.Ratio.Median, r.Ratio.Low, r.Ratio.High, limit)
		}
		fmt.Fprintln(os.Stderr, part, "done")
	}
	os.Stdout.Write(report.Bytes())
	if *file == "" {
		return
	}
	text, err := os.ReadFile(*file)
	if err != nil {
		fail(err)
	}
	before, rest, found := bytes.Cut(text, []byte(begin))
	_, after, found2 := bytes.Cut(rest, []byte(end))
	if !found || !found2 {
		fail(fmt.Errorf("%s: want the lines %q and %q", *file, begin, end))
	}
	text = bytes.Join([][]byte{before, []byte(begin), report.Bytes(), []byte(end), after}, nil)
	if err := os.WriteFile(*file, text, 0o644); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "tt:", err)
	os.Exit(1)
}

func cpuModel() string {
	info, _ := os.ReadFile("/proc/cpuinfo")
	_, rest, _ := strings.Cut(string(info), "model name\t: ")
	name, _, _ := strings.Cut(rest, "\n")
	return name
}
