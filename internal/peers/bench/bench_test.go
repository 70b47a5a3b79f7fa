// Package bench measures package zobrist and its packages against the code or library
// that a user would choose instead. It prints the table of BENCHMARKS.md. Run it on Linux:
//
//	cd internal/peers/bench
//	go test -measure all       # all rows, some minutes and 3 GiB
//	go test -measure Chess     # the rows with this in their jobs
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
	if os.Getenv("BENCH_TEST_PROGRAM") == "" {
		os.Exit(m.Run())
	}
	text, err := os.ReadFile(os.Args[len(os.Args)-1])
	check(err)
	var job string
	for passes := 0; ; {
		if n, _ := fmt.Scan(&job, &passes); n != 2 {
			return
		}
		sum, moves := key(0), 0
		for line := range strings.Lines(string(text)) {
			fen, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
			p := must(chess.ParseFEN(fen))
			if job == "hash" {
				sum ^= p.Hash(polyglot)
				continue
			}
			for name := range strings.FieldsSeq(rest) {
				sum ^= p.After(polyglot, p.Hash(polyglot), must(chess.ParseMove(name)))
				moves++
			}
		}
		if job == "after" && moves == 0 {
			check(fmt.Errorf("no moves in the file"))
		}
		fmt.Printf("%016x %d\n", uint64(sum), passes*1000)
	}
}

var (
	measured = flag.String("measure", "", "measure the rows with this `text` in their jobs, such as Chess or 1 GiB, or all")
	library  = flag.String("library", "", "compare with this `program` of chess-library, built with g++ -O3; library_test.go specifies it")
)

func TestMeasure(t *testing.T) {
	if *measured == "" {
		t.Skip("without -measure")
	}
	b := &bench{rounds: 21, slices: 5, slice: 4 * time.Millisecond, only: strings.TrimPrefix(*measured, "all"), library: *library}
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

func small() *bench {
	return &bench{rounds: 1, slices: 1, slice: time.Microsecond, small: true}
}

// BENCHMARKS.md has all rows. The sides of each have the same keys, and take time.
func TestRows(t *testing.T) {
	t.Setenv("BENCH_TEST_PROGRAM", "yes")
	b := small()
	b.library = must(os.Executable())
	b.all()
	page, err := os.ReadFile("../../../BENCHMARKS.md")
	require.NoError(t, err)
	for _, r := range b.rows {
		assert.Positive(t, r.ratio, r.job)
		assert.Equal(t, 1, strings.Count(string(page), "|"+r.job+"|"+r.peer+"|"), r.job)
	}
	assert.Len(t, b.rows, 15)
}

// The figure in README.md is that of BENCHMARKS.md.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile("../../../BENCHMARKS.md")
	require.NoError(t, err)
	_, row, ok := strings.Cut(string(page), "|`Chess.After`, en passant pseudo-legal|chess-library, -O3|")
	require.True(t, ok)
	var ratio float64
	_, err = fmt.Sscanf(row, "%f× as fast,", &ratio)
	require.NoError(t, err)
	readme, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	assert.Contains(t, string(readme), fmt.Sprintf("`Chess.After` is %.1f times as fast as chess-library", ratio))
}

// A side with other keys is not compared.
func TestSame(t *testing.T) {
	ours := side{ops: 1, run: func() key { return 5 }}
	assert.NoError(t, same(ours, side{ops: 1, run: func() key { return 7 }, check: func() key { return 5 }}))
	assert.ErrorContains(t, same(ours, side{ops: 1, run: func() key { return 7 }}), "the keys differ: got 0000000000000005, want the peer's 0000000000000007")
}

// A side that takes three times as long has three times the time. The fastest of three
// slices counts, and the first round does not.
func TestContest(t *testing.T) {
	b := small()
	b.rounds, b.slices, b.slice, b.only = 5, 3, time.Millisecond, "a"
	calls := 0
	of := func(ns time.Duration) side {
		return side{ops: 10, run: func() key { return 0 }, elsewhere: func(passes int) time.Duration {
			if calls++; calls%5 == 0 { // disturbed
				return 7 * ns * time.Duration(passes)
			}
			return ns * time.Duration(passes)
		}}
	}
	b.contest(row{job: "a"}, of(3000), of(1000))
	b.contest(row{job: "b"}, of(3000), of(1000))
	assert.Equal(t, []row{{job: "a", ours: 300, ratio: 3}}, b.rows)
	for _, test := range []struct {
		row  row
		want string
	}{
		{row{ours: 300, ratio: 3}, "3.00× as long, 300 ns"}, {row{ours: 3, ratio: 0.5}, "2.00× as fast, 3.0 ns"},
		{row{ours: 3, ratio: 0.01}, "100.0× as fast, 3.0 ns"}, {row{ours: 9.99, ratio: 1}, "1.00× as fast, 10 ns"},
	} {
		assert.Equal(t, test.want, test.row.result())
	}
}

// Each run has data of its own, whose time does not count.
func TestDraw(t *testing.T) {
	drawn, ran := 0, 0
	s := side{ops: 1, draw: func() { drawn++ }, run: func() key { ran++; assert.Equal(t, ran, drawn); return 0 }}
	s.time(7)
	assert.Equal(t, 7, ran)
}

// Both tables find what was stored and nothing else, and all loops do the work that they
// are timed for.
func TestContenders(t *testing.T) {
	const n = 1000
	for name, c := range map[string]contender{"tt": newTable(1 << 20), "racy": newRacy(1 << 20)} {
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

// The positions are many and different, and their moves are legal in them.
func TestCorpus(t *testing.T) {
	c := newCorpus(400, 500, 50)
	assert.Greater(t, len(slices.Compact(slices.Sorted(slices.Values(c.fens)))), 480)
	assert.Greater(t, len(c.moves), 500)
	for _, m := range c.moves {
		p := c.positions[m.position]
		before := p.Hash(polyglot)
		after := p.After(polyglot, before, m.move)
		p.Play(m.move)
		assert.Equal(t, p.Hash(polyglot), after)
	}
}
