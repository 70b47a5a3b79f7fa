package main

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
)

// a083276 is the published sequence, from 0 plies on.
var a083276 = []int{1, 20, 400, 5362, 72078, 822518, 9417681}

func lines(counts []int) string {
	var b strings.Builder
	for ply, n := range counts {
		fmt.Fprintln(&b, ply, n)
	}
	return b.String()
}

func TestEmbedded(t *testing.T) {
	stdout, stderr, err := runProgram(t, "-plies", "5")
	require.NoError(t, err, stderr)
	require.Equal(t, lines(a083276[:6]), stdout)
	require.Empty(t, stderr)
}

func TestOneOwner(t *testing.T) {
	stdout, stderr, err := runProgram(t, "-plies", "3", "-owners", "1")
	require.NoError(t, err, stderr)
	require.Equal(t, lines(a083276[:4]), stdout)
}

// TestExact compares the number of positions that keys miss with maps in memory. Keys
// of 24 bits collide soon.
func TestExact(t *testing.T) {
	const plies, bits = 4, 24
	stdout, stderr, err := runProgram(t, "-plies", fmt.Sprint(plies), "-exact", "-bits", fmt.Sprint(bits))
	require.NoError(t, err, stderr)
	require.Equal(t, lines(a083276[:plies+1]), stdout)

	chess := zobrist.NewChess(0).WithEnPassant(zobrist.EnPassantLegal)
	start, err := zobrist.ParseFEN(zobrist.StartFEN)
	require.NoError(t, err)
	level := map[zobrist.ChessPosition]struct{}{start: {}}
	var want strings.Builder
	missed := 0
	for ply := range plies + 1 {
		keys := map[zobrist.Key]struct{}{}
		next := map[zobrist.ChessPosition]struct{}{}
		for p := range level {
			keys[chess.Hash(&p)<<(64-bits)] = struct{}{}
			for _, m := range movegen.Legal(&p) {
				after := p
				after.Play(m)
				after.HalfmoveClock, after.FullmoveNumber = 0, 1
				if chess.EnPassantKey(&after) == 0 {
					after.EnPassant = 0
				}
				next[after] = struct{}{}
			}
		}
		missed = len(level) - len(keys)
		fmt.Fprintf(&want, "after %d plies keys alone miss %d\n", ply, missed)
		level = next
	}
	require.Equal(t, want.String(), stderr)
	require.NotZero(t, missed)
}

func TestThreeProcesses(t *testing.T) {
	c := startCluster(t)
	for _, plies := range []int{2, 5} { // one after the other
		stdout, stderr, err := finish(t, c.submit("-plies", fmt.Sprint(plies)), nil)
		require.NoError(t, err, stderr)
		require.Equal(t, lines(a083276[:plies+1]), stdout)
	}
}

// TestKilledWorker: Prism does not retry, so the job fails and prints no count.
func TestKilledWorker(t *testing.T) {
	c := startCluster(t)
	stdout, stderr, err := finish(t, c.submit("-plies", "6"), func() {
		c.waitForJob(t)
		time.Sleep(time.Second)
		require.NoError(t, c.poolServer.Process.Kill())
	})
	require.Error(t, err)
	require.Empty(t, stdout)
	require.Contains(t, stderr, "distinct: runner universal at "+c.jobs+", workers at "+c.pool+": job ")
	require.NotContains(t, stderr, "goroutine")
}

func TestUnreachable(t *testing.T) {
	c := startCluster(t)
	nobody := "localhost:" + port(t)
	for _, test := range []struct {
		servers cluster
		want    string
	}{
		{cluster{jobs: nobody, pool: c.pool}, "distinct: job server, -endpoint " + nobody},
		{cluster{jobs: c.jobs, pool: nobody}, "distinct: worker pool, -environment_config " + nobody},
	} {
		begin := time.Now()
		stdout, stderr, err := finish(t, test.servers.submit("-plies", "2"), nil)
		require.Error(t, err)
		require.Less(t, time.Since(begin), time.Minute)
		require.Empty(t, stdout)
		require.Contains(t, stderr, test.want)
		require.Contains(t, stderr, "connection refused")
	}
	// The servers still run.
	stdout, stderr, err := finish(t, c.submit("-plies", "1"), nil)
	require.NoError(t, err, stderr)
	require.Equal(t, lines(a083276[:2]), stdout)
}

func TestMisuse(t *testing.T) {
	for args, want := range map[string]string{
		"-plies -1":             "distinct: -plies -1: want 0 or more\n",
		"-owners 0":             "distinct: -owners 0: want 1 or more\n",
		"-bits 65":              "distinct: -bits 65: want 1 to 64\n",
		"games.txt":             "distinct: \"games.txt\": want flags only; -h lists them\n",
		"-ply 5":                "distinct: flag provided but not defined: -ply; -h lists the flags\n",
		"-runner beam":          "distinct: -runner \"beam\": want prism, universal, flink or spark\n",
		"-runner flink":         "distinct: -runner flink: want -endpoint HOST:PORT, the address of its job server\n",
		"-endpoint localhost:1": "distinct: -endpoint localhost:1: want a -runner with it, such as universal\n",
		"-jobs 1 -pool 2":       "distinct: -jobs and -pool: want one of them, in a process of its own\n",
		"-jobs 65536":           "distinct: job server: listen tcp: address 65536: invalid port\n",
		"-runner universal -endpoint localhost:port": "distinct: job server, -endpoint localhost:port: dial tcp: lookup tcp/port: unknown port\n",
	} {
		stdout, stderr, err := runProgram(t, strings.Fields(args)...)
		require.Error(t, err, args)
		require.Empty(t, stdout, args)
		require.Equal(t, want, stderr, args)
	}
}

func TestHelp(t *testing.T) {
	stdout, stderr, err := runProgram(t, "-h")
	require.NoError(t, err)
	require.Empty(t, stderr)
	require.Contains(t, stdout, "usage: distinct [flags]")
	require.Contains(t, stdout, "-pool PORT")
}
