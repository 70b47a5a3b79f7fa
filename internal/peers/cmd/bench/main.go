// Bench measures package zobrist and its packages against the code or library that a user
// would choose instead. It prints the table of BENCHMARKS.md. Run it on Linux, in
// internal/peers:
//
//	go run ./cmd/bench                  # all rows, some minutes and 3 GiB
//	go run ./cmd/bench -only Chess      # the rows with this in their jobs
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	b := &bench{rounds: 21, slices: 5, slice: 4 * time.Millisecond}
	flag.StringVar(&b.only, "only", "", "measure only the rows with this `text` in their jobs, such as Chess or 1 GiB")
	flag.StringVar(&b.library, "library", "", "compare with this `program` of chess-library, built with g++ -O3; library.go specifies it")
	flag.Parse()
	fmt.Print("|job|compared with|time|\n|---|---|---:|\n")
	b.all()
}

// all measures all rows.
func (b *bench) all() {
	measureTable(b)
	measureHistory(b)
	measureChess(b)
	measureLibrary(b)
	measureTT(b) // the last: its memory is not given back
}

// check ends the program, unless err is nil.
func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func must[T any](x T, err error) T {
	check(err)
	return x
}
