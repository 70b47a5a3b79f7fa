package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/stretchr/testify/require"
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

// runProgram runs the program to its end. It is killed if it hangs.
func runProgram(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), isProgram+"=1")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
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
		stdout, stderr, err := runProgram(t, strings.Fields(args)...)
		require.NoError(t, err, stderr)
		require.Equal(t, lines(a083276[:plies+1]), stdout)
		require.Empty(t, stderr)
	}
}

// A job server and the program are two processes.
func TestJobServer(t *testing.T) {
	port, err := freePort()
	require.NoError(t, err)
	_, err = prism.CreateJobServer(t.Context(), prism.Options{Port: port})
	require.NoError(t, err)
	at := []string{"-endpoint", fmt.Sprintf("localhost:%d", port), "-environment_type", "LOOPBACK",
		"-plies"}
	for _, plies := range []int{2, 4} { // one after the other
		stdout, stderr, err := runProgram(t, append(at, fmt.Sprint(plies))...)
		require.NoError(t, err, stderr)
		require.Equal(t, lines(a083276[:plies+1]), stdout)
	}
}

// freePort returns a port that nobody uses: Prism panics if it is taken.
func freePort() (int, error) {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		return 0, err
	}
	return l.Addr().(*net.TCPAddr).Port, l.Close()
}

func TestMisuse(t *testing.T) {
	for _, args := range []string{"-plies -1", "-owners 0", "games.txt"} {
		stdout, stderr, err := runProgram(t, strings.Fields(args)...)
		require.Error(t, err, args)
		require.Empty(t, stdout, args)
		require.Contains(t, stderr, "want at least 0, at least 1, none", args)
	}
}
