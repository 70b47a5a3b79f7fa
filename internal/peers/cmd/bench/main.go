// Bench measures package zobrist and its packages against the code or library that a user
// would choose instead. Run it in internal/peers:
//
//	go run ./cmd/bench                 # all rows, some minutes and 2 GiB
//	go run ./cmd/bench -only tt/       # prints the rows with this in their names
//	go run ./cmd/bench -page           # writes BENCHMARKS.md and README.md again
//
// It writes results/PROCESSOR.json, and from all files of results BENCHMARKS.md and the
// figures of README.md. Package results lists the rows, and package timing says how they
// are measured. Before timing starts, both sides of a row must have the same keys.
//
// Each part of the rows runs in a process of its own, so that it does not reuse the
// memory of another part.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/peers/results"
)

const (
	modulePath = "github.com/zobrist-go/zobrist/internal/peers"
	rounds     = 21
)

var parts = map[string]func(*bench) error{
	"engine": measureEngine, "table": measureTable, "set": measureSet, "chess": measureChess, "othello": measureOthello,
	"library": func(b *bench) error { return measureLibrary(b, "library") },
	"native":  func(b *bench) error { return measureLibrary(b, "native") },
	"l2":      measureL2, "tt": measureTT, "prefetch": measurePrefetch,
	"mutex":   func(b *bench) error { return measureMap(b, "mutex", newMutexMap) },
	"xsync":   func(b *bench) error { return measureMap(b, "xsync", newXsync) },
	"syncmap": func(b *bench) error { return measureMap(b, "syncmap", newSyncMap) },
	"otter":   func(b *bench) error { return measureMap(b, "otter", newOtter) },
	"book":    measureBook, "kit": measureKit, "check": measureCheck,
}

func main() {
	b := &bench{Rows: map[string]results.Figures{}, rounds: rounds, slices: 3, slice: 4 * time.Millisecond, library: map[string]string{}}
	flag.StringVar(&b.only, "only", "", "measure and print only the rows with this `text` in their names, such as tt/ or chess/fen")
	for part, flags := range map[string]string{"library": "-O3", "native": "-O3 -march=native"} {
		flag.Func(part, "compare with this `program` of chess-library, built with g++ "+flags+"; library.go specifies it", func(name string) error {
			_, err := os.Stat(name)
			b.library[part] = name
			return err
		})
	}
	page := flag.Bool("page", false, "measure nothing: write BENCHMARKS.md and README.md from the files in results")
	part := flag.String("part", "", "used by bench itself: measure this `part` and print JSON")
	engine := flag.Bool("uci", false, "used by bench itself: be a UCI engine")
	flag.Parse()
	err := errors.New("unexpected argument " + flag.Arg(0))
	switch {
	case flag.NArg() > 0:
	case *engine:
		err = uci(os.Stdin, os.Stdout)
	case *part != "":
		if err = parts[*part](b); err == nil {
			err = json.NewEncoder(os.Stdout).Encode(b)
		}
	case *page:
		err = results.WritePages("../..")
	default:
		err = run(b, os.Args[1:], os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run measures all parts, each in a process of its own.
func run(b *bench, args []string, out io.Writer) error {
	start := time.Now()
	file, err := results.Describe("../..")
	if err != nil {
		return err
	}
	names := partsOf(b.only)
	if len(names) == 0 {
		return fmt.Errorf("no row has %q in its name: see results/rows.go", b.only)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, name := range names {
		cmd := exec.Command(self, append(slices.Clone(args), "-part", name)...)
		cmd.Stderr = os.Stderr
		text, err := cmd.Output()
		var measured bench
		if err == nil {
			err = json.Unmarshal(text, &measured)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		maps.Copy(file.Rows, measured.Rows)
		file.Notes = append(file.Notes, measured.Notes...)
		for _, r := range results.Rows {
			if f, ok := measured.Rows[r.ID]; ok && b.wants(r.ID) {
				fmt.Fprintf(out, "%-20s %8.4g ns, ratio %.3f (%.3f to %.3f)\n", r.ID, f.Ours.Median(), f.Ratio.Median(), f.Ratio[0], f.Ratio[2])
			}
		}
	}
	for _, n := range file.Notes {
		fmt.Fprintln(out, n)
	}
	if b.only != "" {
		return nil
	}
	file.Load[1], file.Rounds, file.Seconds = results.SystemLoad(), b.rounds, int(time.Since(start).Seconds())
	if err := file.Write("results"); err != nil {
		return err
	}
	return results.WritePages("../..")
}

// partsOf returns the parts with rows that have the text in their names, in the order of
// the rows.
func partsOf(text string) (names []string) {
	for _, r := range results.Rows {
		part, _, _ := strings.Cut(r.ID, "/")
		if strings.Contains(r.ID, text) && !slices.Contains(names, part) {
			names = append(names, part)
		}
	}
	return names
}
