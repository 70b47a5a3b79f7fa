// Bench measures package zobrist and its packages against the code or library that a user
// would choose instead. Run it in internal/peers:
//
//	go run ./cmd/bench                 # all rows, some minutes and 4 GiB
//	go run ./cmd/bench -only tt/       # prints the rows with this in their names
//
// It writes results/PROCESSOR.json, and from all files of results BENCHMARKS.md and the
// figures of README.md. Package results lists the rows with their limits, and go test
// ./results fails if a page does not match the files or a ratio exceeds its limit. Package
// timing says how the rows are measured. Each part of the rows runs in a process of its own.
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
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/internal/peers/results"
)

// parts has the function for the rows with this word before the slash.
var parts = map[string]func(*bench){
	"engine": measureEngine, "table": measureTable, "chess": measureChess, "othello": measureOthello,
	"library": func(b *bench) { measureLibrary(b, "library") }, "native": func(b *bench) { measureLibrary(b, "native") },
	"l2": measureL2, "tt": measureTT, "prefetch": measurePrefetch,
	"book": measureBook, "kit": measureKit, "check": measureCheck,
}

func main() {
	b := &bench{Rows: map[string]results.Figures{}, rounds: 21, slices: 5, slice: 4 * time.Millisecond, library: map[string]string{}}
	flag.StringVar(&b.only, "only", "", "measure and print only the rows with this `text` in their names, such as tt/ or chess/fen")
	for part, flags := range map[string]string{"library": "-O3", "native": "-O3 -march=native"} {
		flag.Func(part, "compare with this `program` of chess-library, built with g++ "+flags+"; library.go specifies it", func(name string) error {
			_, err := os.Stat(name)
			b.library[part] = name
			return err
		})
	}
	part := flag.String("part", "", "used by bench itself: measure this `part` and print JSON")
	flag.Parse()
	switch {
	case flag.NArg() > 0:
		check(fmt.Errorf("unexpected argument %q", flag.Arg(0)))
	case *part != "":
		parts[*part](b)
		check(json.NewEncoder(os.Stdout).Encode(b))
	default:
		b.run(os.Args[1:], os.Stdout)
	}
}

// root returns the folder of the library's module.
func root() string {
	return strings.TrimSpace(string(must(exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/zobrist-go/zobrist").Output())))
}

// run measures all parts, each in a process of its own.
func (b *bench) run(args []string, out io.Writer) {
	start, file, self := time.Now(), must(results.Describe(root())), must(os.Executable())
	var done []string
	for _, r := range results.Rows {
		part, _, _ := strings.Cut(r.ID, "/")
		if !b.wants(r.ID) || slices.Contains(done, part) {
			continue
		}
		done = append(done, part)
		cmd := exec.Command(self, append(slices.Clone(args), "-part", part)...)
		cmd.Stderr = os.Stderr
		var measured bench
		text, err := cmd.Output()
		if err = errors.Join(err, json.Unmarshal(text, &measured)); err != nil {
			check(fmt.Errorf("part %s: %w", part, err))
		}
		maps.Copy(file.Rows, measured.Rows)
		file.LeftOut = append(file.LeftOut, measured.LeftOut...)
		for _, r := range results.Rows {
			if f, ok := measured.Rows[r.ID]; ok && b.wants(r.ID) {
				fmt.Fprintf(out, "%-20s %s (%s to %s), %.4g ns\n", r.ID, results.Speed(f.Ratio.Median()), results.Speed(f.Ratio[2]), results.Speed(f.Ratio[0]), f.Ours.Median())
			}
		}
	}
	for _, why := range file.LeftOut {
		fmt.Fprintln(out, "left out:", why)
	}
	if len(done) == 0 {
		check(fmt.Errorf("no row has %q in its name: see results/rows.go", b.only))
	}
	if b.only != "" {
		return
	}
	file.Load[1], file.Rounds, file.Seconds = results.SystemLoad(), b.rounds, int(time.Since(start).Seconds())
	dir := filepath.Join(root(), "internal/peers/results")
	check(file.Write(dir))
	update := exec.Command("go", "test", ".", "-run", "Page", "-update")
	update.Dir, update.Stdout, update.Stderr = dir, out, os.Stderr
	check(update.Run())
}
