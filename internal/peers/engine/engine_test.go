package main

import (
	"bytes"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/zobrist-go/zobrist/internal/peers/timing"
)

var (
	layouts = flag.Int("layouts", 0, "hold the limit, over this many random orders of linking")
	rounds  = flag.Int("rounds", 7, "rounds of each comparison")
)

// Moves keep the board's key, and can be taken back.
func TestKeys(t *testing.T) {
	recomputed := func(b *board) (h key) {
		for s, p := range b.squares {
			h ^= key(number(square(s), p))
		}
		if b.turn != 0 {
			h ^= sideKey
		}
		return h
	}
	var check func(b *board, depth int)
	check = func(b *board, depth int) {
		require.Equal(t, recomputed(b), b.key)
		if depth == 0 {
			return
		}
		for _, m := range b.moves(nil) {
			before := *b
			b.make(m)
			check(b, depth-1)
			b.unmake(m, before.key)
			require.Equal(t, before, *b)
		}
	}
	for _, fen := range positions {
		check(parse(fen), 2)
	}
	var perft func(b *board, depth int) int
	perft = func(b *board, depth int) (nodes int) {
		if depth == 0 {
			return 1
		}
		for _, m := range b.moves(nil) {
			before := b.key
			b.make(m)
			nodes += perft(b, depth-1)
			b.unmake(m, before)
		}
		return nodes
	}
	require.Equal(t, 8902, perft(parse(positions[0]), 3), "three plies from the start have no castling, en passant or check")
}

const limit = 1.03 // times the time with an array

// The methods of a Table cost the same as an array, built with and without a profile. The
// linker's placement of code changes times by some percent, so each build is linked in
// several random orders. Run it with -layouts 9 -v for BENCHMARKS.md. Without -layouts it
// tests only that both do the same work.
func TestLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	dir := t.TempDir()
	profiles := []string{"off"}
	if *layouts > 0 {
		profiles = append(profiles, "own")
	}
	for _, profile := range profiles {
		var ratios []float64
		for layout := range max(1, *layouts) {
			var programs [2]*timing.Program
			for i, tag := range []string{"array", "table"} {
				pgo := profile
				if pgo == "own" {
					if pgo = filepath.Join(dir, tag+".pprof"); layout == 0 {
						first := start(t, filepath.Join(dir, tag+"-off-0"), "-cpuprofile", pgo)
						_, _, err := first.Do("search", 15)
						require.NoError(t, err)
						require.NoError(t, first.Stop())
					}
				}
				file := filepath.Join(dir, fmt.Sprintf("%s-%s-%d", tag, profile, layout))
				out, err := exec.Command("go", "build", "-tags="+tag, "-pgo="+pgo, fmt.Sprintf("-ldflags=-randlayout=%d", layout+1), "-o", file, ".").CombinedOutput()
				require.NoError(t, err, "%s", bytes.TrimSpace(out))
				programs[i] = start(t, file)
			}
			ratios = append(ratios, compare(t, programs))
			for _, p := range programs {
				require.NoError(t, p.Stop())
			}
		}
		s := timing.SpreadOf(ratios)
		t.Logf("profile %s: ratio %.3f, from %.3f to %.3f over %d orders", profile, s.Median, s.Least, s.Greatest, len(ratios))
		if *layouts > 0 {
			assert.LessOrEqual(t, s.Median, limit, "profile %s", profile)
		}
	}
}

func start(t *testing.T, file string, args ...string) *timing.Program {
	p, err := timing.Start(file, args...)
	require.NoError(t, err)
	return p
}

// compare runs both programs in alternation and returns the ratio of their times.
func compare(t *testing.T, programs [2]*timing.Program) float64 {
	var times [2][]float64
	for round := range *rounds + 1 { // the first warms up
		var sums [2]uint64
		for k := range programs {
			i := (k + round) % 2
			sum, took, err := programs[i].Do("search", 1)
			require.NoError(t, err)
			sums[i] = sum
			if round > 0 {
				times[i] = append(times[i], float64(took))
			}
		}
		require.Equal(t, sums[0], sums[1], "the same nodes and keys")
	}
	return timing.SpreadOf(timing.Ratios(times[1], times[0])).Median
}

// A History costs the same as a stack whose scan ends at the last irreversible move. The
// games have all lengths, and the longest are reversible to the end. Without -layouts it
// tests only that both find the same repetitions.
func TestHistoryLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	const limit = 1.02
	games := [][]string{{"-plies=300"}, {"-plies=100", "-reversible"}, {"-plies=10"}, {"-plies=100"}, {"-plies=30", "-reversible"}}
	if *layouts == 0 {
		games = games[:2]
		defer func(n int) { *rounds = n }(*rounds)
		*rounds = 1
	}
	dir := t.TempDir()
	ratios := make([][]float64, len(games))
	for layout := range max(1, *layouts) {
		var files [2]string
		for i, tags := range []string{"table", "table,history"} {
			files[i] = filepath.Join(dir, fmt.Sprintf("%d-%d", i, layout))
			out, err := exec.Command("go", "build", "-tags="+tags, fmt.Sprintf("-ldflags=-randlayout=%d", layout+1), "-o", files[i], ".").CombinedOutput()
			require.NoError(t, err, "%s", bytes.TrimSpace(out))
		}
		for i, game := range games {
			programs := [2]*timing.Program{start(t, files[0], game...), start(t, files[1], game...)}
			ratios[i] = append(ratios[i], compare(t, programs))
			for _, p := range programs {
				require.NoError(t, p.Stop())
			}
		}
	}
	for i, game := range games {
		s := timing.SpreadOf(ratios[i])
		t.Logf("%v: ratio %.3f, from %.3f to %.3f over %d orders", game, s.Median, s.Least, s.Greatest, len(ratios[i]))
		if *layouts > 0 {
			assert.LessOrEqual(t, s.Median, limit, "%v", game)
		}
	}
}
