// Engine is a small chess engine of the usual kind, with bitboards and squares,
// make and unmake: what the library's keys cost where they are used. Its keys
// come from arrays of its own, or, with the build tag table, by the verbs of
// zobrist.Table, or, with the tag filled, from arrays filled once from a table.
// All three have the same keys and do the same work, which cmd/engines times.
//
// It reads lines from its standard input: "perft 2" for perft of depth 3 with
// keys, twice over all positions, or "search 1" for an alpha-beta search. It
// answers each with the checksum of one pass and the nanoseconds of CPU time.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// Positions that are used to test move generators, with their perft of depth 3:
// the start, "Kiwipete" and others of the Chess Programming Wiki.
var positions = []struct {
	fen   string
	perft uint64
}{
	{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 8902},
	{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 97862},
	{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 2812},
	{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 9467},
	{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 62379},
	{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 89890},
}

const (
	perftDepth  = 3
	searchDepth = 5
)

func runPerft() (sum uint64) {
	for _, p := range positions {
		nodes, keys := parse(p.fen).perft(perftDepth)
		if nodes != p.perft {
			panic(fmt.Sprintf("%s: perft %d, want %d", p.fen, nodes, p.perft))
		}
		sum = mix(mix(sum, nodes), keys)
	}
	return sum
}

var searching = newSearcher()

func runSearch() (sum uint64) {
	s := searching
	for _, p := range positions {
		s.reset()
		b := parse(p.fen)
		for depth := 1; depth <= searchDepth; depth++ {
			sum = mix(sum, uint64(s.search(b, -infinity, infinity, depth, 0)))
		}
		sum = mix(mix(sum, s.nodes), uint64(s.slot(b.key).move))
	}
	return sum
}

func main() {
	profile := flag.String("cpuprofile", "", "write a CPU profile to this `file`")
	flag.Parse()
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "engine:", err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}
	jobs := map[string]func() uint64{"perft": runPerft, "search": runSearch}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var job string
		var passes int
		if _, err := fmt.Sscan(in.Text(), &job, &passes); err != nil || jobs[job] == nil {
			fmt.Fprintf(os.Stderr, "engine: %q: want perft or search, and a number\n", in.Text())
			os.Exit(2)
		}
		var sum uint64
		start := timing.Now()
		for range passes {
			sum = jobs[job]()
		}
		fmt.Printf("%016x %d\n", sum, (timing.Now() - start).Nanoseconds())
	}
}
