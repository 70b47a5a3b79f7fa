package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/peers/results"
	"github.com/zobrist-go/zobrist/internal/peers/timing"
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
			p := must(zobrist.ParseFEN(fen))
			if job == "hash" {
				sum ^= polyglot.Hash(&p)
				continue
			}
			for name := range strings.FieldsSeq(rest) {
				sum ^= polyglot.After(polyglot.Hash(&p), &p, must(zobrist.ParseMove(name)))
				moves++
			}
		}
		if job == "after" && moves == 0 {
			check(fmt.Errorf("no moves in the file"))
		}
		fmt.Printf("%016x %d\n", uint64(sum), passes*1000)
	}
}

func small() *bench {
	return &bench{Rows: map[string]results.Figures{}, rounds: 1, slices: 1, slice: time.Microsecond, small: true, library: map[string]string{}}
}

// Every part measures its rows, and no others. The sides have the same keys.
func TestParts(t *testing.T) {
	t.Setenv("BENCH_TEST_PROGRAM", "yes")
	for part, measure := range parts {
		t.Run(part, func(t *testing.T) {
			if testing.Short() && (part == "engine" || part == "check") {
				t.Skip("builds programs")
			}
			b := small()
			self, err := os.Executable()
			require.NoError(t, err)
			b.library["library"], b.library["native"] = self, self
			if part == "engine" { // a build with a profile takes a minute
				b.only = "engine/table"
			}
			measure(b)
			for _, r := range results.Rows {
				f, measured := b.Rows[r.ID]
				if left := len(b.LeftOut) > 0 && r.Optional; left || !b.wants(r.ID) || !strings.HasPrefix(r.ID, part+"/") {
					assert.False(t, measured, r.ID)
					continue
				}
				require.True(t, measured, r.ID)
				assert.Positive(t, f.Ours.Median(), r.ID)
				assert.Equal(t, r.Peer != "", f.Ratio.Median() > 0, r.ID)
				delete(b.Rows, r.ID)
			}
			assert.Empty(t, b.Rows, "unknown rows")
		})
	}
}

func TestWithoutLibrary(t *testing.T) {
	b := small()
	parts["native"](b)
	assert.Empty(t, b.Rows)
	assert.Equal(t, []string{"no program of chess-library: -native"}, b.LeftOut)
}

// Sides with other keys are not compared.
func TestSame(t *testing.T) {
	ours := side{ops: 1, run: func() key { return 5 }}
	assert.NoError(t, same(ours, side{ops: 1, run: func() key { return 7 }, check: func() key { return 5 }}))
	assert.ErrorContains(t, same(ours, side{ops: 1, run: func() key { return 7 }}), "the keys differ: got 0000000000000005, want the peer's 0000000000000007")
}

// A side that takes three times as long has three times the time.
func TestContest(t *testing.T) {
	b := small()
	b.rounds, b.slices, b.slice, b.only = 5, 3, time.Millisecond, "a"
	of := func(ns time.Duration) side {
		return side{ops: 10, run: func() key { return 0 }, elsewhere: func(passes int) time.Duration { return ns * time.Duration(passes) }}
	}
	b.contest("a", of(3000), of(1000))
	b.contest("b", of(3000), of(1000))
	assert.Equal(t, map[string]results.Figures{"a": {
		Ours: timing.Spread{300, 300, 300}, Peer: timing.Spread{100, 100, 100}, Ratio: timing.Spread{3, 3, 3},
	}}, b.Rows)
}

// Each run has data of its own.
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
	for name, c := range map[string]contender{"tt": newTable(1 << 20), "racy": newRacy(heap(1 << 20))} {
		fill(c, n)
		keys, sum := make([]key, n), uint64(0)
		for i := range keys {
			keys[i] = keyAt(i)
			sum += uint64(keys[i])
			v, ok := c.probe(keys[i])
			assert.True(t, ok && v == uint64(keys[i]), name)
			_, ok = c.probe(keyAt(n + i))
			assert.False(t, ok, name)
		}
		assert.Equal(t, sum, c.probes(keys), name)
		c.stores(keys[:n/2])
		assert.Equal(t, sum, c.probes(keys), name)
		c.nodes(keys[:1], 5)
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
		before := polyglot.Hash(&p)
		after := polyglot.After(before, &p, m.move)
		p.Play(m.move)
		assert.Equal(t, polyglot.Hash(&p), after)
	}
}
