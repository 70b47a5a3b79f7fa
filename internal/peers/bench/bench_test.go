// Package bench measures package zobrist and its packages against the code or library
// that a user would choose instead. It prints the table of BENCHMARKS.md. Run it on Linux:
//
//	cd internal/peers/bench
//	go test -run Measure -measure all         # all rows but those of chess-library
//	go test -run Measure -measure Position    # the rows with this in their jobs
package bench

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/chess"
)

// TestMain is also a program for measureLibrary: this library's keys, over the file.
func TestMain(m *testing.M) {
	if os.Getenv("BENCH_TEST_PROGRAM") == "" || len(os.Args) != 2 {
		os.Exit(m.Run())
	}
	text := string(must(os.ReadFile(os.Args[1])))
	var job string
	for passes := 0; ; {
		if n, _ := fmt.Scan(&job, &passes); n != 2 {
			return
		}
		sum, moves, keys := key(0), 0, legal
		if job == "after-pseudo-legal" {
			keys = polyglot
		}
		for line := range strings.Lines(text) {
			fen, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
			p := must(chess.ParseFEN(fen))
			if job == "hash" {
				sum ^= p.Hash(keys)
				continue
			}
			for name := range strings.FieldsSeq(rest) {
				sum ^= p.After(keys, p.Hash(keys), must(chess.ParseMove(name)))
				moves++
			}
		}
		if job != "hash" && moves == 0 {
			check(fmt.Errorf("no moves in the file"))
		}
		fmt.Printf("%016x %d\n", uint64(sum), passes*1000)
	}
}

var (
	measured = flag.String("measure", "",
		"measure the rows with this `text` in their jobs, such as Position or 1 GiB, or all")
	library = flag.String("library", "",
		"compare with this `program` of chess-library, built with g++ -O3 -DNDEBUG")
	native = flag.String("native", "",
		"compare with this `program` of chess-library, built with -march=native, too")
	writePage = flag.Bool("update", false, "with -measure all, -library and -native: write the "+
		"table into BENCHMARKS.md")
)

func TestMeasure(t *testing.T) {
	if *measured == "" {
		t.Skip("without -measure")
	}
	b := &bench{rounds: 21, slices: 5, slice: 4 * time.Millisecond,
		only: strings.TrimPrefix(*measured, "all"), programs: [2]string{*library, *native}}
	complete := *measured == "all" && *library != "" && *native != ""
	require.True(t, complete || !*writePage, "-update needs -measure all, -library and -native")
	load := loadAverage()
	fmt.Print(header)
	b.all()
	if *writePage {
		require.NoError(t, b.update(load))
	}
}

// all measures all rows. files are the files of the project that they measure, and those
// here that say how.
func (b *bench) all() {
	for _, group := range []struct {
		measure func(*bench)
		here    string
		files   string
	}{
		{measureTable, "table_test.go", "table.go"},
		{measureSplit, "split_test.go", "subkeys.go chess"},
		{measureHistory, "history_test.go", "history.go"},
		{measureUpcoming, "upcoming_test.go", "reversals.go history.go"},
		{measureChess, "chess_test.go",
			"chess.go enpassant.go piece.go square.go internal/bitboard chess"},
		{measureLibrary, "library_test.go", ""},
		{measureBook, "book_test.go", "book"},
		{measureTT, "tt_test.go", "tt"}, // the last: its memory is not given back
	} {
		group.measure(b)
		b.files = append(b.files,
			append(strings.Fields(group.files), "internal/peers/bench/"+group.here)...)
	}
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

// small is for tests: it measures each row once, with little data, and the test's own
// program in place of chess-library's. The clock counts microseconds, so that a slice of one can
// take none.
func small() *bench {
	self := must(os.Executable())
	return &bench{rounds: 1, slices: 1, slice: 100 * time.Microsecond, small: true,
		programs: [2]string{self, self}}
}

// Both tables find what was stored and nothing else, and all loops do the work that they
// are timed for.
func TestContenders(t *testing.T) {
	const n = 1000
	for _, c := range []contender{newTable(1 << 20), newRacy(1 << 20)} {
		name := fmt.Sprintf("%T", c)
		fill(c, n)()
		for i := range n {
			v, ok := c.probe(keyAt(i))
			assert.True(t, ok && v == uint64(keyAt(i)), name)
			_, ok = c.probe(keyAt(n + i))
			assert.False(t, ok, name)
		}
		keys := []key{keyAt(0)}
		c.nodes(keys, 5)
		v, _ := c.probe(keys[0])
		assert.Equal(t, work(uint64(keys[0]), 5), v, name)
	}
}

// The positions are many and different, and their moves are legal in them. The rules of en
// passant differ after 1,000 moves, so a peer with the other rule has another checksum.
func TestCorpus(t *testing.T) {
	c := newCorpus(sample(chess.StartFEN, 400, 500), 50)
	assert.Greater(t, len(slices.Compact(slices.Sorted(slices.Values(c.fens)))), 480)
	assert.Greater(t, len(c.moves), 500)
	c = ruleCorpus(2000, 750)
	assert.GreaterOrEqual(t, rulesDiffer(c), 1000)
	assert.NoError(t, same(c.after(polyglot), c.play(polyglot)))
	assert.NoError(t, same(c.after(legal), c.play(legal)))
	assert.Error(t, same(c.after(polyglot), c.play(legal)))
	assert.Error(t, same(c.after(legal), c.play(polyglot)))
	boards := c.bitboards(legal)
	assert.Equal(t, c.hash(legal)(), hashBitboards(legal, boards))
	assert.Equal(t, c.hash(legal)(), hashOccupied(legal, boards))
}
