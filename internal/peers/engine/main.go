// Engine is a small chess search with make and unmake. It measures what the library's
// keys cost in use. Its keys come from its own array, or with the build tag table from
// the methods of zobrist.Table. It finds repetitions in its own stack, or with the tag
// history in a zobrist.History. All builds have the same keys and do the same work.
//
// It plays chess without castling, en passant and check: a king is captured like any
// piece.
//
// Each line of standard input, such as "search 3", tells it how many times to search. It
// answers with a checksum and the nanoseconds of CPU time, as cmd/bench expects.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

// positions are the Chess Programming Wiki's positions for testing move generators.
var positions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
}

func parse(fen string) *board {
	p, err := zobrist.ParseFEN(fen)
	if err != nil {
		panic(err)
	}
	b := &board{}
	for s, man := range p.Board {
		if man != zobrist.NoPiece {
			b.place(piece(man), square(s+s&^7))
			b.key = toggled(b.key, square(s+s&^7), piece(man))
		}
	}
	if p.BlackToMove {
		b.turn, b.key = 6, b.key^sideKey
	}
	return b
}

// searchAll searches all positions, each after a game of that many plies.
func searchAll(plies int) (sum uint64) {
	s := searcher{table: make([]entry, 1<<16)}
	for _, fen := range positions {
		b := parse(fen)
		s.line = line{}
		for i := range plies { // one move in eight is irreversible
			k := key(random.At(uint64(i) + 1<<40))
			s.line.push(k, k%8 == 0)
		}
		s.line.push(b.key, true)
		for depth := 1; depth <= 5; depth++ {
			sum = mix(sum, uint64(s.search(b, -infinity, infinity, depth)))
		}
	}
	return mix(sum, s.nodes)
}

func main() {
	plies := flag.Int("plies", 30, "`length` of the game before the search")
	name := flag.String("cpuprofile", "", "write a CPU profile to this `file`")
	flag.Parse()
	if *name != "" {
		f, err := os.Create(*name)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			panic(err)
		}
		defer pprof.StopCPUProfile()
	}
	for passes := 0; ; {
		if n, _ := fmt.Scanf("search %d\n", &passes); n != 1 {
			return
		}
		var sum uint64
		start := timing.Process()
		for range passes {
			sum = searchAll(*plies)
		}
		fmt.Printf("%016x %d\n", sum, (timing.Process() - start).Nanoseconds())
	}
}
