package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	jobpb "github.com/apache/beam/sdks/v2/go/pkg/beam/model/jobmanagement_v1"
	"github.com/stretchr/testify/require"
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/movegen"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

const isProgram = "ZOBRIST_BEAM_PROGRAM"

// TestMain runs the tests. In a process that a test started, it runs the program instead,
// so that nothing is built twice.
func TestMain(m *testing.M) {
	if os.Getenv(isProgram) != "" {
		main()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// command returns the command that runs the program. The process is killed when the test
// ends, or when it hangs.
func command(t *testing.T, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), isProgram+"=1")
	return cmd
}

// runProgram runs the program to its end. meanwhile, if not nil, runs at the same time.
func runProgram(t *testing.T, meanwhile func(), args ...string) (stdout, stderr string, err error) {
	t.Helper()
	cmd := command(t, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	require.NoError(t, cmd.Start())
	if meanwhile != nil {
		meanwhile()
	}
	err = cmd.Wait()
	return out.String(), errs.String(), err
}

// startServer starts a server in a process of its own, and returns its address. The
// process is killed when the test ends. Another program may take the port that was free,
// so startServer tries again.
func startServer(t *testing.T, kind string) (string, *exec.Cmd) {
	t.Helper()
	for range 10 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		_, port, err := net.SplitHostPort(l.Addr().String())
		require.NoError(t, err)
		l.Close()
		cmd := command(t, kind, port)
		stderr, err := cmd.StderrPipe()
		require.NoError(t, err)
		require.NoError(t, cmd.Start())
		log := bufio.NewReader(stderr)
		line, _ := log.ReadString('\n')
		if strings.Contains(line, " on ") && strings.Contains(line, port) { // it serves
			go io.Copy(io.Discard, log)
			t.Cleanup(func() { cmd.Wait() }) // killed with the test's context
			return "localhost:" + port, cmd
		}
		t.Logf("%s %s: %s", kind, port, line)
		cmd.Process.Kill()
		cmd.Wait()
	}
	t.Fatalf("no server with %s", kind)
	return "", nil
}

// at returns the flags for a job server and a pool of workers.
func at(jobs, pool string, plies int) []string {
	return []string{"-endpoint", jobs, "-environment_type", "EXTERNAL",
		"-environment_config", pool, "-plies", fmt.Sprint(plies)}
}

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
	for args, plies := range map[string]int{"-plies 5": 5, "-plies 3 -owners 1": 3} {
		stdout, stderr, err := runProgram(t, nil, strings.Fields(args)...)
		require.NoError(t, err, stderr)
		require.Equal(t, lines(a083276[:plies+1]), stdout)
		require.Empty(t, stderr)
	}
}

// TestExact compares the number of positions that keys miss with maps in memory. Keys
// of 24 bits collide soon.
func TestExact(t *testing.T) {
	const plies, bits = 4, 24
	stdout, stderr, err := runProgram(t, nil, "-plies", fmt.Sprint(plies), "-exact", "-bits", fmt.Sprint(bits))
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

// A job server, a pool of workers and the program are three processes. When nobody
// answers at an address, the program says so, and the servers still serve.
func TestThreeProcesses(t *testing.T) {
	jobs, _ := startServer(t, "-jobs")
	pool, _ := startServer(t, "-pool")
	const nobody = "localhost:1"
	for _, test := range []struct{ jobs, pool, want string }{
		{nobody, pool, "distinct: job server, -endpoint " + nobody},
		{jobs, nobody, "distinct: worker pool, -environment_config " + nobody},
	} {
		stdout, stderr, err := runProgram(t, nil, at(test.jobs, test.pool, 2)...)
		require.Error(t, err)
		require.Empty(t, stdout)
		require.Contains(t, stderr, test.want)
		require.Contains(t, stderr, "connection refused")
	}
	for _, plies := range []int{2, 5} { // one after the other
		stdout, stderr, err := runProgram(t, nil, at(jobs, pool, plies)...)
		require.NoError(t, err, stderr)
		require.Equal(t, lines(a083276[:plies+1]), stdout)
	}
}

// Prism does not retry, so the job fails and prints no count.
func TestKilledWorker(t *testing.T) {
	jobs, _ := startServer(t, "-jobs")
	pool, workers := startServer(t, "-pool")
	conn, err := grpc.NewClient(jobs, grpc.WithTransportCredentials(insecure.NewCredentials()))
	require.NoError(t, err)
	defer conn.Close()
	kill := func() {
		for state := jobpb.JobState_STARTING; state < jobpb.JobState_RUNNING || state == jobpb.JobState_STARTING; {
			time.Sleep(10 * time.Millisecond)
			list, err := jobpb.NewJobServiceClient(conn).GetJobs(t.Context(), &jobpb.GetJobsRequest{})
			require.NoError(t, err)
			if len(list.JobInfo) > 0 {
				state = list.JobInfo[0].State
			}
		}
		time.Sleep(time.Second)
		require.NoError(t, workers.Process.Kill())
	}
	stdout, stderr, err := runProgram(t, kill, at(jobs, pool, 6)...)
	require.Error(t, err)
	require.Empty(t, stdout)
	require.Contains(t, stderr, "distinct: job server "+jobs+", workers at "+pool+": ")
	require.NotContains(t, stderr, "goroutine")
}

func TestMisuse(t *testing.T) {
	for args, want := range map[string]string{
		"-plies -1":                "distinct: -plies -1: want 0 or more\n",
		"-owners 0":                "distinct: -owners 0: want 1 or more\n",
		"-bits 65":                 "distinct: -bits 65: want 1 to 64\n",
		"games.txt":                "distinct: \"games.txt\": want flags only; -h lists them\n",
		"-ply 5":                   "distinct: flag provided but not defined: -ply; -h lists the flags\n",
		"-jobs 1 -pool 2":          "distinct: -jobs and -pool: want one of them, in a process of its own\n",
		"-jobs 65536":              "distinct: job server: listen tcp: address 65536: invalid port\n",
		"-endpoint localhost:port": "distinct: job server, -endpoint localhost:port: dial tcp: lookup tcp/port: unknown port\n",
	} {
		stdout, stderr, err := runProgram(t, nil, strings.Fields(args)...)
		require.Error(t, err, args)
		require.Empty(t, stdout, args)
		require.Equal(t, want, stderr, args)
	}
	stdout, stderr, err := runProgram(t, nil, "-h")
	require.NoError(t, err)
	require.Equal(t, help, stdout)
	require.Empty(t, stderr)
}
